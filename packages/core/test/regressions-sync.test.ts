/** Covers: J5, F5. Faults of sync that were found by trying to break it; each test is named after the fault. */
import { describe, expect, it } from 'vitest';
import { audit } from '../src/audit/audit.ts';
import { type Message, noClock, openDaybook, type Session } from '../src/index.ts';
import { memoryStore } from '../src/store/memory.ts';
import type { Store } from '../src/store/port.ts';
import { codeOfPromise } from './code-of.ts';

async function open(store: Store = memoryStore()): Promise<Session> {
  const daybook = await openDaybook({ store, salt: new Uint8Array(32), clock: noClock });
  return daybook.session({ session: 'quay' });
}

const says = (role: Message['role'], ...texts: readonly string[]): Message => ({
  role,
  parts: texts.map((text) => ({ type: 'text', text })),
});
const calls = (words: string, ...ids: readonly string[]): Message => ({
  role: 'assistant',
  parts: [
    ...(words === '' ? [] : [{ type: 'text' as const, text: words }]),
    ...ids.map((callId) => ({ type: 'tool-call' as const, callId, name: 'tide', input: {} })),
  ],
});
const returns = (...ids: readonly string[]): Message => ({
  role: 'tool',
  parts: ids.map((callId) => ({
    type: 'tool-result',
    callId,
    output: [{ type: 'text', text: `r${callId}` }],
    status: 'returned',
  })),
});

async function textsOf(session: Session): Promise<string[]> {
  const { current } = await session.status();
  const texts: string[] = [];
  for (let seq = 1; seq < current.revision; seq++) {
    const { seal, text } = await session.read(seq);
    if (seal.kind !== 'event') texts.push(seal.kind === 'tool-call' ? 'call' : text);
  }
  return texts;
}

describe('messages that the application merges or splits', () => {
  const q = says('user', 'q');
  const c3 = calls('let me', 'x', 'y', 'z');
  const d = says('assistant', 'd');
  it.each<[string, Message[], Message[]]>([
    ['results split', [q, c3, returns('x', 'y', 'z')], [q, c3, returns('x'), returns('y'), returns('z'), d]],
    ['results merged', [q, c3, returns('x'), returns('y'), returns('z')], [q, c3, returns('x', 'y', 'z'), d]],
    [
      'results in another order',
      [q, c3, returns('z'), returns('x'), returns('y')],
      [q, c3, returns('x'), returns('y'), returns('z'), d],
    ],
    ['one result first', [q, c3, returns('z')], [q, c3, returns('x', 'y', 'z'), d]],
    [
      'calls split',
      [q, c3, returns('x', 'y', 'z'), d],
      [q, calls('let me', 'x'), calls('', 'y'), calls('', 'z'), returns('x', 'y', 'z'), d],
    ],
  ])('appends each part once: %s', async (_, first, second) => {
    const session = await open();
    await session.sync(first);
    await session.sync(second);
    expect((await session.sync(second)).appended).toBe(0);
    expect((await textsOf(session)).sort()).toEqual([
      'call',
      'call',
      'call',
      'd',
      'let me',
      'q',
      'rx',
      'ry',
      'rz',
    ]);
    expect((await session.status()).branches).toHaveLength(1);
  });
});

describe('a conversation that begins without words', () => {
  it('goes on when the first words come', async () => {
    const session = await open();
    const list = [says('user', ' '), says('assistant', 'words')];
    await session.sync(list.slice(0, 1));
    await session.sync(list);
    expect((await session.status()).branches).toHaveLength(1);
    expect(await textsOf(session)).toEqual([' ', 'words']);
  });
});

describe('a report to a place where its fork name is taken', () => {
  it('ends, and stands on a branch of its own', async () => {
    const session = await open();
    const view = await session.sync([says('user', 'one')]);
    await session.sync([says('user', 'one'), says('assistant', 'first'), says('user', 'two')]);
    await session.sync([says('user', 'one'), says('user', 'ok')]);
    const reported = await view.report({ answer: says('assistant', 'ok') });
    expect(reported.opened).toBe('branch');
    expect((await view.report({ answer: says('assistant', 'ok') })).appended).toBe(0);
  });
});

describe('a session with a named branch', () => {
  it('lands on the fork it made when the edited list comes again', async () => {
    const store = memoryStore();
    await (await open(store)).sync([says('user', 'one'), says('assistant', 'a'), says('user', 'two')]);
    const daybook = await openDaybook({ store });
    const named = daybook.session({ session: 'quay', branch: 'main' });
    const edited = [says('user', 'one'), says('assistant', 'a'), says('user', 'other')];
    expect((await named.sync(edited)).appended).toBe(1);
    expect((await named.sync(edited)).appended).toBe(0);
    expect((await named.status()).branches).toHaveLength(2);
  });
});

describe('a delta list longer than a page', () => {
  it('is known when it comes again', async () => {
    const session = await open();
    const list = Array.from({ length: 1203 }, (_, at) => says(at % 2 ? 'assistant' : 'user', `m${at}`));
    await session.sync(list, { history: 'delta' });
    expect((await session.sync(list, { history: 'delta' })).appended).toBe(0);
  });

  it('grows the last group instead of repeating it', async () => {
    const session = await open();
    await session.sync([says('user', 'q'), calls('', 'x', 'y'), returns('x')]);
    await session.sync([returns('x', 'y')], { history: 'delta' });
    expect(await textsOf(session)).toEqual(['q', 'call', 'call', 'rx', 'ry']);
  });
});

describe('a list that the application changes meanwhile', () => {
  it('is journaled as it was handed over', async () => {
    const session = await open();
    const list = [says('user', 'first')];
    const call = session.sync(list);
    list.push(says('user', 'later'));
    await call;
    expect(await textsOf(session)).toEqual(['first']);
    const holder = { ...says('user', 'x'), parts: [{ type: 'data' as const, value: (() => 1) as never }] };
    expect(await codeOfPromise(session.sync([holder]))).toBe('invalid-input');
  });
});

describe('an audit while somebody appends', () => {
  it('goes on with what was appended and finds nothing', async () => {
    const inner = memoryStore();
    const session = await open(inner);
    await session.sync([says('user', 'q0')]);
    let reads = 0;
    const store: Store = Object.create(inner, {
      entries: {
        value: async (...range: Parameters<Store['entries']>) => {
          const rows = await inner.entries(...range);
          if (reads++ === 0) await session.sync([says('assistant', 'late')], { history: 'delta' });
          return rows;
        },
      },
      branches: { value: inner.branches.bind(inner) },
      sessions: { value: inner.sessions.bind(inner) },
      salt: { value: inner.salt.bind(inner) },
      bodies: { value: inner.bodies.bind(inner) },
      strays: { value: inner.strays.bind(inner) },
    });
    const report = await audit(store);
    expect(report.findings).toEqual([]);
    expect(report.entries).toBe(3);
  });
});
