// Covers: J6
// The recordings, read as sync will read them: do translation, recordings and stated intents agree?

import { fromAnswer, fromPrompt } from '@daybook/ai-sdk/messages';
import type { Message, MessagePart } from '@daybook/core';
import { describe, expect, test } from 'vitest';
import { run } from './record.ts';
import { loadRecordings, type Recording } from './recording.ts';
import { scenarios } from './scenarios/index.ts';

const recordings = loadRecordings();

/** Wording and results that come back in a form nobody said: only the application or the SDK wrote them. */
const otherForms: Readonly<Record<string, readonly string[]>> = {
  'chat-through-json-without-tools': ['{"degrees":-4,"town":"Oulu"}', '{"degrees":2,"town":"Turku"}'],
  'chat-hides-tool-errors': ['Something went wrong.'],
  'earlier-message-masked': ['My number is ***.'],
  'context-put-in-front': ['Known about the user: no meat.'],
  'chat-approvals': ['Only in daylight.'],
};

test.each(scenarios)(
  '$name: the live prompts and the recorded ones are the same messages',
  async (scenario) => {
    const live: Message[][] = [];
    await run(scenario, (prompt) => live.push(fromPrompt(prompt)));
    const recorded = recordings.find((recording) => recording.scenario === scenario.name);
    expect(live.length).toBeGreaterThan(0);
    expect(live).toEqual(recorded?.calls.map(({ prompt }) => fromPrompt(prompt)));
  },
);

test('nothing in the recordings is of unknown kind', () => {
  const providers = new Set(
    recordings.flatMap(messagesOf).flatMap(({ parts }) => parts.flatMap(opaqueProvider)),
  );
  expect([...providers].sort()).toEqual(['anthropic', 'openai']);
});

test('an answer and the form in which it is handed back say the same', () => {
  const differing: string[] = [];
  let compared = 0;
  for (const { scenario, calls } of recordings)
    for (const [index, { prompt, answer, finishReason }] of calls.entries()) {
      const before = fromPrompt(prompt);
      const next = fromPrompt(calls[index + 1]?.prompt);
      const back = next[before.length];
      if (finishReason === undefined || back?.role !== 'assistant') continue;
      if (JSON.stringify(next.slice(0, before.length)) !== JSON.stringify(before)) continue;
      compared++;
      if (JSON.stringify(sorted(back.parts)) !== JSON.stringify(sorted(fromAnswer(answer).parts)))
        differing.push(scenario);
    }
  expect(compared).toBeGreaterThan(50);
  // The SDK replaces an input that is no JSON by an empty one.
  expect(differing).toEqual(['malformed-tool-input']);
});

describe.each(recordings)('$scenario', (recording) => {
  const { intent, calls, scenario } = recording;
  const said = new Set(intent.said.map(({ kind, role, text }) => keyOf(kind, role, text)));
  const heard = new Set(messagesOf(recording).flatMap(utterancesOf));
  const unsaid = [...heard].filter((key) => !said.has(key));

  test('everything that is said was heard by the model, and nothing else', () => {
    expect([...said].filter((key) => !heard.has(key))).toEqual([]);
    expect(new Set(unsaid.map((key) => JSON.parse(key)[2] as string))).toEqual(
      new Set(otherForms[scenario] ?? []),
    );
  });

  test('every list the model saw is part of one stated conversation, in its order', () => {
    for (const { prompt, answer, aborted } of calls) {
      const list = [...bodyOf(prompt), ...(aborted || answer === undefined ? [] : [fromAnswer(answer)])];
      const wording = list.flatMap(wordingOf).filter((text) => !otherForms[scenario]?.includes(text));
      expect(intent.paths.some((path) => isWithin(wording, path))).toBe(true);
    }
  });

  test('every header the model saw is stated', () => {
    const headers = calls.flatMap(({ prompt }) => headerOf(prompt));
    expect(new Set(headers)).toEqual(new Set(intent.headers.texts));
  });
});

function messagesOf({ calls }: Recording): Message[] {
  return calls.flatMap(({ prompt, answer }) => [
    ...bodyOf(prompt),
    ...(answer === undefined ? [] : [fromAnswer(answer)]),
  ]);
}

/** The list without the system text in front. */
function bodyOf(prompt: unknown): Message[] {
  const messages = fromPrompt(prompt);
  return messages.slice(messages.findIndex(({ role }) => role !== 'system'));
}

function headerOf(prompt: unknown): string[] {
  const messages = fromPrompt(prompt);
  return messages
    .slice(
      0,
      messages.findIndex(({ role }) => role !== 'system'),
    )
    .flatMap(wordingOf);
}

function wordingOf({ parts }: Message): string[] {
  return parts.flatMap((part) => (part.type === 'text' && part.text !== '' ? [part.text] : []));
}

function utterancesOf({ role, parts }: Message): string[] {
  return parts.flatMap((part) => {
    if (part.type === 'text' || part.type === 'data')
      return textsOf([part]).map((text) =>
        keyOf('message', ('speaker' in part && part.speaker) || role, text),
      );
    if (part.type === 'tool-call') return [keyOf('tool-call', 'assistant', part.callId)];
    return part.type === 'tool-result'
      ? textsOf(part.output).map((text) => keyOf('tool-result', 'tool', text))
      : [];
  });
}

function textsOf(parts: readonly MessagePart[]): string[] {
  return parts.flatMap((part) => {
    if (part.type === 'text') return part.text.split('\n').filter((line) => line !== '');
    return part.type === 'data' ? [JSON.stringify(sorted(part.value))] : [];
  });
}

function opaqueProvider(part: MessagePart): string[] {
  return part.type === 'opaque' ? [part.provider] : [];
}

function keyOf(kind: string, role: string, text: string): string {
  return JSON.stringify([kind, role, text]);
}

function isWithin(some: readonly string[], all: readonly string[]): boolean {
  let at = 0;
  for (const text of all) if (text === some[at]) at++;
  return at === some.length;
}

/** Objects with their members in one order, so that equal values are equal text. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, sorted(member)]),
  );
}
