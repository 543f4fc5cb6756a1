/**
 * What six providers would refuse in a list of neutral messages, after each one's translation.
 *
 * Invariant: a list that ends with an assistant waits for a user or for results, and is not what a provider is sent.
 * What is refused only because the list ends there is therefore not counted; nothing is invented to hide it.
 */
import type { Message } from '@daybook/core';
import { checkProviderRules, type Provider, type Violation } from '@daybook/testkit';
import { toWire } from '../src/wire/index.ts';
import { turnsOf, type WireObject } from '../src/wire/turns.ts';
import { gemmaTemplate } from './wire/gemma-template.ts';
import { mistral } from './wire/mistral.ts';
import { openaiResponses } from './wire/openai-responses.ts';

export interface WireViolation extends Violation {
  readonly provider: Provider;
}

const translations: Readonly<Record<Provider, (messages: readonly Message[]) => object>> = {
  'openai-chat': (messages) => toWire('openai-chat', messages),
  anthropic: (messages) => toWire('anthropic', messages),
  gemini: (messages) => toWire('gemini', messages),
  'openai-responses': openaiResponses,
  mistral,
  'gemma-template': gemmaTemplate,
};

export const checkedProviders: readonly Provider[] = Object.keys(translations) as Provider[];

/** Rules that a list breaks when it ends with an assistant, or with some of the results of its calls. */
const ENDS: ReadonlySet<string> = new Set([
  'anthropic/6',
  'anthropic/15',
  'anthropic/16',
  'gemini/7',
  'gemini/12',
  'mistral/2',
  'mistral/4',
  'openai-chat/4',
  'openai-responses/2',
]);

/** What any provider would refuse; the model is not named, so the strictest rules hold. */
export function violationsOf(messages: readonly Message[]): WireViolation[] {
  const isWaiting = endsWithAssistant(messages);
  return checkedProviders.flatMap((provider) => {
    const list = listOf(provider, messages);
    const end = isWaiting ? lastReplyIn(list) : list.length;
    return checkProviderRules(provider, { messages: list, tools: toolsOf(provider) })
      .filter(({ rule, at }) => !ENDS.has(rule) || indexIn(at) < Math.max(end, 1))
      .map((violation) => ({ provider, ...violation }));
  });
}

/** The list as this provider is sent it: `messages`, `input` or `contents`. */
export function listOf(provider: Provider, messages: readonly Message[]): readonly WireObject[] {
  const fields = Object.values(wireOf(provider, messages));
  return fields.at(-1) as readonly WireObject[]; // System text, where it has a field of its own, stands in front.
}

/** The list with the system text beside it. */
export function wireOf(provider: Provider, messages: readonly Message[]): object {
  return translations[provider](messages);
}

function endsWithAssistant(messages: readonly Message[]): boolean {
  const role = turnsOf(messages, { callId: /^/, toolName: /^/ }).at(-1)?.role;
  return role === 'assistant' || role === 'tool';
}

/** Where the items of the last reply begin. */
function lastReplyIn(list: readonly WireObject[]): number {
  const end = list.findLastIndex(isReply);
  return list.slice(0, end + 1).findLastIndex((item) => !isReply(item)) + 1;
}

function isReply({ role, type }: WireObject): boolean {
  return role === 'assistant' || role === 'model' || type === 'function_call';
}

function indexIn(at: string): number {
  return Number(/^messages\[(\d+)\]/.exec(at)?.[1] ?? 0);
}

/** One provider asks whether there are tools at all; none whether they are those of the calls. */
function toolsOf(provider: Provider): readonly WireObject[] {
  return provider === 'anthropic' ? [{ name: 'a_tool', input_schema: { type: 'object' } }] : [];
}
