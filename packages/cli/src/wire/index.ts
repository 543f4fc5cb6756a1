/**
 * Neutral messages in the wire shape of a provider: what `daybook view --provider` prints.
 *
 * Invariant: total and pure. Words are neither added nor lost but for the placeholders in square brackets; what a
 * provider would refuse and no translation can mend stays to be seen.
 */
import type { Message } from '@daybook/core';
import { type AnthropicRequest, anthropic } from './anthropic.ts';
import { type GeminiRequest, gemini } from './gemini.ts';
import { type OpenaiChatRequest, openaiChat } from './openai-chat.ts';

export type WireProvider = 'openai-chat' | 'anthropic' | 'gemini';

/** The fields of a request that hold the conversation, under the provider's own names. */
export type WireRequest = OpenaiChatRequest | AnthropicRequest | GeminiRequest;

const WIRES: Readonly<Record<WireProvider, (messages: readonly Message[]) => WireRequest>> = {
  'openai-chat': openaiChat,
  anthropic,
  gemini,
};

export const wireProviders: readonly WireProvider[] = Object.keys(WIRES) as WireProvider[];

export function toWire(provider: WireProvider, messages: readonly Message[]): WireRequest {
  return WIRES[provider](messages);
}
