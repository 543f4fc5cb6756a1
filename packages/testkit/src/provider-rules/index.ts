/**
 * Whether a list of messages is one that a provider would take.
 *
 * Invariant: pure, and total: whatever request is handed over, the answer is a list of violations and never an exception.
 * An empty list says that no known rule is broken, not that the provider has answered.
 */
import { anthropicRules } from './anthropic.ts';
import { geminiRules } from './gemini.ts';
import { gemmaTemplateRules } from './gemma-template.ts';
import { mistralRules } from './mistral.ts';
import { openaiChatRules } from './openai-chat.ts';
import { openaiResponsesRules } from './openai-responses.ts';
import type { Rule } from './rule.ts';
import { readWire } from './wire.ts';

export type Provider =
  | 'openai-chat'
  | 'openai-responses'
  | 'anthropic'
  | 'gemini'
  | 'mistral'
  | 'gemma-template';

/** A request in the provider's own wire shape. */
export interface ProviderRequest {
  /** The list: `messages`, `input` or `contents`. */
  readonly messages: unknown;
  readonly tools?: unknown;
  /**
   * Other fields of the request that rules ask for, `model` above all: a rule that spares some models holds for a
   * model that is not named.
   */
  readonly request?: unknown;
  /** What the provider had sent for this part of the conversation. Without it, no difference to it is found. */
  readonly asReceived?: unknown;
  /** Ids of items that the provider still holds. Without it, every reference is believed. */
  readonly stored?: unknown;
}

export interface Violation {
  /** Provider and number; rule 0 is the shape. */
  readonly rule: string;
  /** The path to the fault, such as `messages[2].content[0].id`. */
  readonly at: string;
  readonly detail: string;
}

/** Every rule that is checked, by provider. */
export const providerRules: Readonly<Record<Provider, readonly Rule[]>> = {
  'openai-chat': openaiChatRules,
  'openai-responses': openaiResponsesRules,
  anthropic: anthropicRules,
  gemini: geminiRules,
  mistral: mistralRules,
  'gemma-template': gemmaTemplateRules,
};

/** The rules that the request breaks, in the order of the rules; empty when the provider would take it. */
export function checkProviderRules(provider: Provider, request: ProviderRequest): Violation[] {
  const { wire, breaches } = readWire(request);
  const shape = breaches.map((breach) => ({ rule: `${provider}/0`, ...breach }));
  if (!wire) return shape;
  const broken = providerRules[provider].flatMap(({ rule, check }) =>
    Array.from(check(wire), (breach) => ({ rule, ...breach })),
  );
  return [...shape, ...broken];
}
