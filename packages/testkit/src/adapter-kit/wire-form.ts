/**
 * Whether a provider would take what a model was sent: the neutral messages in two wire shapes, and the rules of both.
 *
 * Invariant: nothing is mended on the way, so what is wrong with the messages is wrong with the wire.
 */
import type { Json, ToolResultPart } from '@daybook/core';
import { checkProviderRules } from '../provider-rules/index.ts';
import type { KitMessage } from './harness.ts';
import { behindHeader, isHeader } from './reading.ts';

type WireObject = { readonly [name: string]: Json };
type Part = KitMessage['parts'][number];

/** What is wrong with the request; empty when nothing is. */
export function problemsOf(messages: readonly KitMessage[]): string[] {
  const talk = behindHeader(messages);
  const tools = namesOf(messages).map((name) => ({ name, input_schema: { type: 'object' } }));
  const wires = [
    ...checkProviderRules('openai-chat', { messages: messages.flatMap(openaiOf) }),
    ...checkProviderRules('anthropic', { messages: joined(talk.map(anthropicOf)), tools }),
  ];
  return [...plainProblems(talk), ...wires.map(({ rule, at, detail }) => `${rule} at ${at}: ${detail}`)];
}

/** What every template asks for: the user begins, roles take turns, nothing is empty, system text stands in front. */
function plainProblems(talk: readonly KitMessage[]): string[] {
  const problems: string[] = [];
  if (talk[0]?.role !== 'user') problems.push(`the first message is of the role ${talk[0]?.role}`);
  for (const [at, message] of talk.entries()) {
    const next = talk[at + 1];
    if (isHeader(message)) problems.push(`message ${at} is system text behind the header`);
    if (message.parts.length === 0 || message.parts.some(isBlank)) problems.push(`message ${at} is empty`);
    if (next && next.role === message.role && message.role !== 'tool')
      problems.push(`messages ${at} and ${at + 1} are both of the role ${message.role}`);
    if (message.parts.some((part) => part.type === 'text' && !part.text.isWellFormed()))
      problems.push(`message ${at} holds half a character`);
  }
  return problems;
}

function isBlank(part: Part): boolean {
  return part.type === 'text' && part.text.trim() === '';
}

function namesOf(messages: readonly KitMessage[]): string[] {
  const names = messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'tool-call' ? [part.name] : [])),
  );
  return [...new Set(names)];
}

function openaiOf({ role, parts }: KitMessage): WireObject[] {
  const content = parts.flatMap(textsOf).map((text) => ({ type: 'text', text }));
  if (role === 'tool') {
    const results = parts.filter((part) => part.type === 'tool-result');
    const asMessages = results.map((part) => ({
      role,
      tool_call_id: part.callId,
      content: outputText(part),
    }));
    // What a person says beside a result has no place of its own here but behind it.
    return content.length > 0 ? [...asMessages, { role: 'user', content }] : asMessages;
  }
  if (role !== 'assistant') return [{ role, content }];
  const calls = parts.flatMap((part) =>
    part.type === 'tool-call'
      ? [
          {
            id: part.callId,
            type: 'function',
            function: { name: part.name, arguments: JSON.stringify(part.input) },
          },
        ]
      : [],
  );
  return [
    { role, content: content.length > 0 ? content : null, ...(calls.length > 0 && { tool_calls: calls }) },
  ];
}

interface Entry {
  readonly role: 'user' | 'assistant';
  readonly content: readonly WireObject[];
}

function anthropicOf({ role, parts }: KitMessage): Entry {
  return {
    role: role === 'assistant' ? 'assistant' : 'user',
    content: parts.flatMap((part): WireObject[] => {
      if (part.type === 'tool-call')
        return [{ type: 'tool_use', id: part.callId, name: part.name, input: part.input }];
      if (part.type === 'tool-result')
        return [
          {
            type: 'tool_result',
            tool_use_id: part.callId,
            content: outputText(part),
            ...(part.status !== 'returned' && { is_error: true }),
          },
        ];
      if (part.type === 'reasoning')
        return part.signature === undefined
          ? []
          : [{ type: 'thinking', thinking: part.text, signature: part.signature }];
      return textsOf(part).map((text) => ({ type: 'text', text }));
    }),
  };
}

/** Messages of one side in a row are one turn on this wire. */
function joined(entries: readonly Entry[]): WireObject[] {
  const turns: { role: string; content: WireObject[] }[] = [];
  for (const { role, content } of entries) {
    const last = turns.at(-1);
    if (last?.role === role) last.content.push(...content);
    else turns.push({ role, content: [...content] });
  }
  return turns;
}

/** Opaque items have no form outside their own provider. */
function textsOf(part: Part): string[] {
  if (part.type === 'text') return [part.text];
  return part.type === 'data' ? [JSON.stringify(part.value)] : [];
}

function outputText({ output }: ToolResultPart): string {
  return output.map((item) => (item.type === 'text' ? item.text : JSON.stringify(item))).join('\n');
}
