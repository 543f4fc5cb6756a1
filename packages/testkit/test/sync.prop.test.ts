/**
 * Covers: J1, J2, J5
 *
 * Properties of sync over generated conversations: twice appends nothing, growing never forks, what is read is what was
 * handed over, and an exact export gives equal heads.
 */
import { type Daybook, type Json, type Message, noClock, openDaybook, parseJson } from '@daybook/core';
import { memoryStore } from '@daybook/core/memory';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conversationArbitrary } from '../src/index.ts';

const SALT = new Uint8Array(32).fill(9);
const KEY = { session: 's' };

describe('a generated conversation', () => {
  it('handed over again, or as other objects of the same content, appends nothing', async () => {
    await eachConversation(async (list) => {
      const session = (await fresh()).session(KEY);
      const first = await session.sync(deepFrozen(list));
      const again = await session.sync(list);
      const copied = await session.sync(structuredClone(list));
      const throughJson = await session.sync(JSON.parse(JSON.stringify(list)) as Message[]);
      for (const { appended, head, place, events } of [again, copied, throughJson])
        expect([appended, head, place, events.filter(({ type }) => type !== 'ambiguous-alignment')]).toEqual([
          0,
          first.head,
          first.place,
          [],
        ]);
    });
  });

  it('that grows message by message never forks, and appends every message once', async () => {
    await eachConversation(async (list) => {
      const session = (await fresh()).session(KEY);
      for (let length = 1; length <= list.length; length++) await session.sync(list.slice(0, length));
      const { branches } = await session.status();
      expect(branches).toHaveLength(1);
      expect(await said(session)).toEqual(await saidAtOnce(list));
    });
  });

  it('is read as it was handed over', async () => {
    await eachConversation(async (list) => {
      const session = (await fresh()).session(KEY);
      await session.sync(list);
      const { current } = await session.status();
      const read: string[] = [];
      for (let seq = 0; seq < current.revision; seq++) {
        const entry = await session.read(seq);
        const { body } = entry;
        if (body.kind === 'message') read.push(entry.text);
        if (body.kind === 'tool-call') read.push(callText(body));
        if (body.kind === 'tool-result') read.push(resultText(body));
      }
      expect(read).toEqual(list.flatMap(written));
    });
  });

  it('exported and restored has the same heads and lines, and goes on the same way', async () => {
    await eachConversation(async (list) => {
      const cut = Math.ceil(list.length / 2);
      const session = (await fresh()).session(KEY);
      await session.sync(list.slice(0, cut));
      await session.sync([
        ...list.slice(0, cut),
        { role: 'user', parts: [{ type: 'text', text: 'off the way' }] },
      ]);
      await session.sync(list);
      const lines = await exported(session);
      const daybook = await openDaybook({ store: memoryStore(), clock: noClock });
      await daybook.restore(parsed(lines));
      const copy = daybook.session(KEY);
      expect(await copy.status()).toEqual(await session.status());
      expect(await exported(copy)).toEqual(lines);
      expect((await copy.sync(list)).appended).toBe(0);
      expect((await daybook.audit()).findings).toEqual([]);
    });
  });

  it('with its front left out stays on its branch, and appends nothing where every wording is another', async () => {
    await eachConversation(async (list) => {
      const session = (await fresh()).session(KEY);
      const whole = await session.sync(list);
      const words = list.filter(saysWords).map(({ role, parts }) => `${role} ${wordsOf(parts)}`);
      const unlike = new Set(words).size === words.length;
      for (let from = 1; from < list.length; from++) {
        const rest = list.slice(from);
        // Somewhere in it somebody says something: results alone belong to any call with their id.
        if (!rest.some(saysWords)) continue;
        const trimmed = await session.sync(rest);
        expect(trimmed.scope, `from ${from}`).toEqual(whole.scope);
        // Where the same words are said twice, the rest may also be the beginning of the conversation.
        if (unlike) expect([trimmed.appended, trimmed.place], `from ${from}`).toEqual([0, whole.place]);
      }
    });
  });
});

function eachConversation(check: (list: Message[]) => Promise<void>): Promise<void> {
  return fc.assert(fc.asyncProperty(conversationArbitrary, check), { numRuns: 40 });
}

/** Texts of a message's entries, laid out without the code under test: runs of text of one authority, calls, results. */
function written({ role, parts }: Message): string[] {
  const texts: string[] = [];
  let run: boolean | undefined;
  for (const part of parts) {
    if (part.type === 'text') {
      const own = (role === 'user' || role === 'system' || role === 'developer') && part.authority !== 'none';
      if (run === own) texts[texts.length - 1] += `\n${part.text}`;
      else texts.push(part.text);
      run = own;
      continue;
    }
    run = undefined;
    if (part.type === 'tool-call') texts.push(callText(part));
    if (part.type === 'tool-result') texts.push(resultText(part));
  }
  return texts;
}

function callText({ callId, name, input }: { callId: string; name: string; input: Json }): string {
  return `${callId} ${name} ${typeof input === 'string' ? input : JSON.stringify(sorted(input))}`;
}

type Output = readonly { readonly type: string; readonly text?: string; readonly value?: Json }[];

function resultText({ callId, status, output }: { callId: string; status: string; output: Output }): string {
  const shown = output.map(({ type, text, value }) => [type, text ?? sorted(value ?? null)]);
  return `${callId} ${status} ${JSON.stringify(shown)}`;
}

/** The value with the members of every object in one order. */
function sorted(value: Json): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(sorted);
  const names = Object.keys(value).toSorted();
  return names.map((name) => [name, sorted((value as { [name: string]: Json })[name] as Json)]);
}

function saysWords({ role, parts }: Message): boolean {
  return role !== 'tool' && wordsOf(parts).trim() !== '';
}

function wordsOf(parts: Message['parts']): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
}

function deepFrozen<Value>(value: Value): Value {
  if (value === null || typeof value !== 'object') return value;
  for (const member of Object.values(value)) deepFrozen(member);
  return Object.freeze(value);
}

function fresh(): Promise<Daybook> {
  return openDaybook({ store: memoryStore(), salt: SALT, clock: noClock });
}

type Session = ReturnType<Daybook['session']>;

async function said(session: Session): Promise<string[]> {
  const { current } = await session.status();
  const ids: string[] = [];
  for (let seq = 0; seq < current.revision; seq++) {
    const { seal } = await session.read(seq);
    if (seal.kind !== 'event') ids.push(`${seal.kind} ${seal.role} ${seal.authority} ${seal.contentId}`);
  }
  return ids;
}

async function saidAtOnce(list: Message[]): Promise<string[]> {
  const daybook = await fresh();
  await daybook.session(KEY).sync(list);
  return said(daybook.session(KEY));
}

async function exported(session: Session): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of session.export()) lines.push(line);
  return lines;
}

async function* parsed(lines: readonly string[]): AsyncGenerator<Json> {
  for (const line of lines) yield parseJson(line);
}
