/** Generators that never make the hard cases would prove nothing: what they reach is counted with a fixed seed. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { type Json, type Message, type MessagePart, parseJson } from '@daybook/core';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import {
  conversationArbitrary,
  deepJson,
  hostileText,
  jsonArbitrary,
  messageArbitrary,
} from '../src/index.ts';

const sampled = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number) =>
  fc.sample(arbitrary, { numRuns, seed: 7 });

describe('hostileText', () => {
  const texts = sampled(hostileText, 3000);
  const cases: Readonly<Record<string, (text: string) => boolean>> = {
    'a lone surrogate': (text) => !text.isWellFormed(),
    NUL: (text) => text.includes('\0'),
    'a line separator': (text) => text.includes('\u2028'),
    'a combining sequence': (text) => /\p{L}\p{M}{8}/u.test(text),
    'right to left': (text) => /[\u202e\u0590-\u06ff]/.test(text),
    'more than a chunk': (text) => text.length > 65_536,
    'no character': (text) => text === '',
    'a replacement pattern': (text) => text.includes('$&'),
  };
  for (const [name, holds] of Object.entries(cases))
    it(`reaches ${name}`, () => {
      ok(texts.filter(holds).length >= 3);
    });
});

describe('jsonArbitrary', () => {
  it('makes values that JSON text gives back', () => {
    fc.assert(
      fc.property(jsonArbitrary, (value) => deepStrictEqual(parseJson(JSON.stringify(value)), value)),
    );
  });

  it('reaches lone surrogates and members called __proto__', () => {
    const texts = sampled(jsonArbitrary, 2000).map((value) => JSON.stringify(value));
    ok(texts.some((text) => /\\ud[89a-f]/.test(text)));
    ok(texts.some((text) => text.includes('"__proto__":')));
  });
});

describe('deepJson', () => {
  it('is nested deep, and not so deep that it is refused', () => {
    const depths = sampled(deepJson, 50).map((value) => levelsOf(value));
    ok(depths.every((depth) => depth >= 100 && depth <= 902));
    ok(depths.some((depth) => depth > 700));
    for (const value of sampled(deepJson, 20)) deepStrictEqual(parseJson(JSON.stringify(value)), value);
  });
});

describe('messageArbitrary', () => {
  it('reaches every role and every kind of part', () => {
    const messages = sampled(messageArbitrary, 1000);
    deepStrictEqual(distinct(messages.map(({ role }) => role)), [
      'assistant',
      'developer',
      'system',
      'tool',
      'user',
    ]);
    deepStrictEqual(distinct(messages.flatMap(typesOf)), [
      'data',
      'file',
      'opaque',
      'reasoning',
      'text',
      'tool-call',
      'tool-result',
    ]);
  });

  it('gives a file bytes or a URL, and never both', () => {
    const files = sampled(messageArbitrary, 1000).flatMap(({ parts }) => parts.filter(isFile));
    ok(files.length > 10);
    ok(files.every((file) => (file.data === undefined) !== (file.url === undefined)));
  });
});

describe('conversationArbitrary', () => {
  it('answers every call after it and before anything else is said', () => {
    fc.assert(
      fc.property(conversationArbitrary, (messages) => {
        const open = new Set<string>();
        const all: string[] = [];
        for (const message of messages) {
          if (message.role !== 'tool') strictEqual(open.size, 0);
          for (const part of message.parts) {
            if (part.type === 'tool-call') open.add(part.callId);
            if (part.type === 'tool-call') all.push(part.callId);
            if (part.type === 'tool-result') ok(open.delete(part.callId));
          }
        }
        strictEqual(open.size, 0);
        strictEqual(new Set(all).size, all.length);
      }),
    );
  });

  it('keeps header, turns, ids and times in order', () => {
    fc.assert(
      fc.property(conversationArbitrary, (messages) => {
        const roles = messages.map(({ role }) => role).join(' ');
        ok(/^(system )?(developer )?(user( assistant( tool)+)* assistant ?)+$/.test(roles), roles);
        const ids = messages.flatMap(({ id }) => (id === undefined ? [] : [id]));
        strictEqual(new Set(ids).size, ids.length);
        ok(messages.every((message, at) => (message.at ?? 0) >= (messages[at - 1]?.at ?? 0)));
        ok(messages.every(({ parts }) => parts.length > 0));
      }),
    );
  });

  it('reaches parallel calls, results apart and together, and every kind of part', () => {
    const conversations = sampled(conversationArbitrary, 300);
    const messages = conversations.flat();
    ok(messages.some((message) => callsOf(message) > 1));
    ok(messages.some(({ role, parts }) => role === 'tool' && parts.length > 1));
    ok(messages.some(({ role }, at) => role === 'tool' && messages[at + 1]?.role === 'tool'));
    deepStrictEqual(distinct(messages.flatMap(typesOf)), [
      'file',
      'opaque',
      'reasoning',
      'text',
      'tool-call',
      'tool-result',
    ]);
    ok(conversations.some(({ length }) => length > 20));
  });
});

function levelsOf(value: Json): number {
  let levels = 0;
  for (let inner: Json | undefined = value; typeof inner === 'object' && inner !== null; levels++)
    inner = Object.values(inner)[0];
  return levels;
}

function typesOf({ parts }: Message): string[] {
  return parts.map(({ type }) => type);
}

function isFile(part: MessagePart): part is Extract<MessagePart, { type: 'file' }> {
  return part.type === 'file';
}

function callsOf({ parts }: Message): number {
  return parts.filter(({ type }) => type === 'tool-call').length;
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}
