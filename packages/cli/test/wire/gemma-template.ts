/**
 * The chat template of Gemma, as a local server applies it to `messages`: for tests only.
 *
 * Invariant: every content is one string that every generation takes, user and assistant take turns, and system text
 * stands in front of what the user says first. Calls and results are written as text: the template has no place for
 * them.
 */
import type { Message } from '@daybook/core';
import { asText, joinedText, systemText } from '../../src/wire/content.ts';
import { argumentsOf } from '../../src/wire/openai-chat.ts';
import { headerOf, joined, type Turn, turnsOf, type WireObject } from '../../src/wire/turns.ts';

interface Entry {
  readonly role: 'user' | 'assistant';
  readonly parts: readonly string[];
}

const LIMITS = { callId: /^[\w-]+$/, toolName: /^[\w-]{1,64}$/ };

export function gemmaTemplate(messages: readonly Message[]): { readonly messages: readonly WireObject[] } {
  const { header, talk } = headerOf(turnsOf(messages, LIMITS));
  const front: Entry[] = header.length === 0 ? [] : [{ role: 'user', parts: header.map(asText) }];
  return {
    messages: joined([...front, ...talk.map(entryOf)]).map(({ role, parts }) => ({
      role,
      content: parts.join('\n\n'),
    })),
  };
}

function entryOf(turn: Turn): Entry {
  switch (turn.role) {
    case 'tool':
      return {
        role: 'user',
        parts: turn.parts.map(({ name, output }) => `[result of ${name}]\n${joinedText(output)}`),
      };
    case 'assistant':
      return {
        role: 'assistant',
        parts: turn.parts.map((part) =>
          part.type === 'call' ? `[call of ${part.name}]\n${argumentsOf(part)}` : asText(part),
        ),
      };
    case 'user':
      return { role: 'user', parts: turn.parts.map(asText) };
    default:
      return { role: 'user', parts: turn.parts.map(systemText) };
  }
}
