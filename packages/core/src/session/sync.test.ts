/**
 * Covers: J3, J5
 *
 * What the session surface promises of `sync`: round trips, nothing twice, nothing changed that was handed over.
 */
import { describe, expect, it } from 'vitest';
import { codeOfPromise } from '../../test/code-of.ts';
import { countingStore } from '../../test/counting-store.ts';
import { headsOf, inMemory, readAll, textsOf } from '../../test/daybook.ts';
import { frozen } from '../../test/frozen.ts';
import {
  assistant,
  call,
  image,
  reasoning,
  result,
  says,
  step,
  system,
  text,
  user,
} from '../../test/messages.ts';
import { openDaybook } from '../daybook.ts';
import type { Message } from '../journal/message.ts';
import { type MemoryState, memoryStore } from '../store/memory.ts';

const KEY = { session: 's' };
const TALK = [system('be brief'), user('one'), ...step('c1'), assistant('1'), user('two')];

describe('round trips', () => {
  it('are two with new messages, one with nothing new, and one more for the first call of a process', async () => {
    const state: MemoryState = new Map();
    const counting = countingStore(memoryStore(state));
    const session = (await inMemory(counting.store)).session(KEY);
    await session.sync(TALK);
    expect(counting.calls()).toEqual(['open', 'find', 'append']);
    await session.sync(TALK);
    expect(counting.calls()).toEqual(['find']);
    await session.sync([...TALK, assistant('2')]);
    expect(counting.calls()).toEqual(['find', 'append']);
    const later = countingStore(memoryStore(state));
    const again = (await inMemory(later.store)).session(KEY);
    await again.sync([...TALK, assistant('2')]);
    expect(later.calls()).toEqual(['open', 'find']);
    await again.sync([...TALK, assistant('2')]);
    expect(later.calls()).toEqual(['find']);
  });

  it('stay so however long the list is, and for two lists in turn', async () => {
    const counting = countingStore(memoryStore());
    const session = (await inMemory(counting.store)).session(KEY);
    const list = Array.from({ length: 1500 }, (_, at) =>
      at % 2 === 0 ? user(`u${at}`) : assistant(`a${at}`),
    );
    await session.sync(list);
    counting.calls();
    await session.sync(list);
    expect(counting.calls()).toEqual(['find']);
    await session.sync([...list, user('more')]);
    expect(counting.calls()).toEqual(['find', 'append']);
  });

  it('of a report are one append', async () => {
    const counting = countingStore(memoryStore());
    const session = (await inMemory(counting.store)).session(KEY);
    const view = await session.sync(TALK);
    counting.calls();
    await view.report({ answer: assistant('2'), usage: { input: 9, output: 1 } });
    expect(counting.calls()).toEqual(['append']);
  });

  it('of a second session in the process pay for their own salt once', async () => {
    const counting = countingStore(memoryStore());
    const daybook = await inMemory(counting.store);
    await daybook.session(KEY).sync(TALK);
    counting.calls();
    await daybook.session({ session: 'other' }).sync(TALK);
    expect(counting.calls()).toEqual(['open', 'find', 'append']);
    await daybook.session({ session: 'other' }).sync(TALK);
    expect(counting.calls()).toEqual(['find']);
  });
});

describe('handing over again', () => {
  it('appends nothing and gives the same head', async () => {
    const session = (await inMemory()).session(KEY);
    const first = await session.sync(TALK);
    const again = await session.sync(TALK);
    expect([first.appended, again.appended]).toEqual([7, 0]);
    expect([again.revision, again.head, again.place]).toEqual([first.revision, first.head, first.place]);
    expect(again.events).toEqual([]);
  });

  it('of nothing to an empty session leaves nothing', async () => {
    const daybook = await inMemory();
    const nothing = await daybook.session(KEY).sync([]);
    expect([nothing.appended, nothing.revision, nothing.head]).toEqual([0, 0, null]);
    expect(await daybook.sessions()).toEqual([]);
  });

  it('gives the same head in another daybook with the same salt', async () => {
    const heads = await Promise.all(
      [1, 2].map(async () => {
        const session = (await inMemory()).session(KEY);
        await session.sync(TALK.slice(0, 3));
        return (await session.sync(TALK)).head;
      }),
    );
    expect(heads[0]).toBe(heads[1]);
  });
});

describe('reading', () => {
  it('gives back what was handed over, byte for byte', async () => {
    const session = (await inMemory()).session(KEY);
    const hostile = 'NUL \0, lone \ud800, line \u2028, $& and "quotes"';
    await session.sync([user(hostile), says('assistant', [hostile, call('c1', { path: hostile }, 'look')])]);
    expect(await textsOf(session)).toEqual([hostile, hostile, `look\n{"path":${JSON.stringify(hostile)}}`]);
  });

  it('names the scope and the revision as of which, and reads earlier ones', async () => {
    const session = (await inMemory()).session(KEY);
    await session.sync([user('one'), assistant('1')]);
    const entry = await session.read(1);
    expect([entry.scope, entry.revision, entry.seq, entry.text]).toEqual([
      { tenant: 'default', session: 's', lane: 'main', branch: 'main' },
      3,
      1,
      'one',
    ]);
    expect(await codeOfPromise(session.read(3))).toBe('not-found');
    expect((await session.read(1, 2)).text).toBe('one');
    expect(await codeOfPromise(session.read(2, 2))).toBe('not-found');
    expect(await codeOfPromise(session.read(1, 4))).toBe('not-found');
  });

  it('of a session that is not there is not-found', async () => {
    const session = (await inMemory()).session({ session: 'nobody' });
    for (const read of [session.read(0), session.status(), session.scope()])
      expect(await codeOfPromise(read)).toBe('not-found');
  });
});

describe('what was handed over', () => {
  it('is never changed: every list may be frozen through and through', async () => {
    const session = (await inMemory()).session(KEY);
    const parts = [
      reasoning('hm'),
      text('words'),
      { type: 'data', value: { a: [1, { b: null }] } } as const,
      call('c1', { deep: [1] }),
    ];
    const list: Message[] = [
      system('be brief'),
      says('user', [text('look', { authority: 'none' }), image('x'), 'at this'], { id: 'm1', at: 1 }),
      says('assistant', parts, { usage: { input: 1, output: 1 } }),
      says('tool', [result('c1', [text('done'), image('y')])]),
    ];
    await session.sync(frozen(structuredClone(list)));
    await session.sync(frozen([user('context'), ...list.slice(1)]));
    const view = await session.sync(frozen([...list, user('edited')]));
    await view.report(frozen({ answer: assistant('2'), usage: { input: 2, output: 2 } }));
    await session.sync(frozen([...list, user('another end')]), frozen({ history: 'full' as const }));
    expect(await session.status()).toMatchObject({ current: { scope: { branch: expect.any(String) } } });
  });

  it('may be changed afterwards without reaching what is stored', async () => {
    const session = (await inMemory()).session(KEY);
    const message = { role: 'user' as const, parts: [{ type: 'data' as const, value: { count: 1 } }] };
    await session.sync([message]);
    const before = await headsOf(session);
    (message.parts[0] as { value: { count: number } }).value.count = 2;
    expect([(await session.read(1)).text, await headsOf(session)]).toEqual(['{"count":1}', before]);
  });

  it('is refused whole when one message cannot be represented', async () => {
    const session = (await inMemory()).session(KEY);
    await session.sync([user('one')]);
    const before = await headsOf(session);
    const bad = {
      role: 'user',
      parts: [{ type: 'data', value: { when: new Date(0) } }],
    } as unknown as Message;
    expect(await codeOfPromise(session.sync([user('one'), assistant('1'), bad]))).toBe('invalid-input');
    expect(await headsOf(session)).toEqual(before);
  });
});

describe('two at once', () => {
  it('on one session object do not meet', async () => {
    const session = (await inMemory()).session(KEY);
    const list = [user('one'), assistant('1')];
    const [left, right] = await Promise.all([session.sync(list), session.sync(list)]);
    expect(left.appended + right.appended).toBe(3);
    expect([left.head, right.head]).toEqual([right.head, left.head]);
    expect(await textsOf(session)).toEqual(['one', '1']);
  });

  it('with the same history and other new messages fork, and each call answers on its own branch', async () => {
    const daybook = await inMemory();
    const history = [user('one'), assistant('1')];
    await daybook.session(KEY).sync(history);
    const session = daybook.session(KEY);
    const calls = await Promise.all([
      session.sync([...history, user('left')]),
      session.sync([...history, user('right')]),
    ]);
    await Promise.all(calls.map((view, at) => view.report({ answer: assistant(`answer ${at}`) })));
    const texts = await Promise.all(
      calls.map(({ scope }) => textsOf(daybook.session({ ...KEY, branch: scope.branch }))),
    );
    expect(texts).toEqual([
      ['one', '1', 'left', 'answer 0'],
      ['one', '1', 'right', 'answer 1'],
    ]);
  });

  it('in two processes that know no salt yet agree on one', async () => {
    const state: MemoryState = new Map();
    const daybooks = await Promise.all([1, 2].map(() => openDaybook({ store: memoryStore(state) })));
    const calls = await Promise.all(daybooks.map((daybook) => daybook.session(KEY).sync(TALK)));
    expect(calls.map(({ appended }) => appended).toSorted((a, b) => a - b)).toEqual([0, 7]);
    for (const daybook of daybooks) expect((await daybook.session(KEY).read(2)).text).toBe('one');
  });

  it('of which one fails leave no wrong salt behind', async () => {
    const state: MemoryState = new Map();
    const [first, second] = [
      await openDaybook({ store: memoryStore(state) }),
      await openDaybook({ store: memoryStore(state) }),
    ] as const;
    const bad = [
      user('one'),
      { role: 'user', parts: [{ type: 'data', value: () => 1 }] },
    ] as unknown as Message[];
    expect(await codeOfPromise(first.session(KEY).sync(bad))).toBe('invalid-input');
    await first.session(KEY).sync([]);
    await second.session(KEY).sync([user('one')]);
    expect((await first.session(KEY).read(1)).text).toBe('one');
    expect((await first.session(KEY).sync([user('one')])).appended).toBe(0);
  });
});

describe('history: delta', () => {
  const delta = { history: 'delta' } as const;

  it('appends what is new, and what it repeats of the end only once', async () => {
    const session = (await inMemory()).session(KEY);
    await session.sync([user('one'), assistant('1')]);
    expect((await session.sync([user('two')], delta)).appended).toBe(1);
    expect((await session.sync([user('two'), assistant('2')], delta)).appended).toBe(1);
    expect(await textsOf(session)).toEqual(['one', '1', 'two', '2']);
  });

  it('never forks and never opens another lane, whatever the words', async () => {
    const session = (await inMemory()).session(KEY);
    await session.sync([user('one'), assistant('1')]);
    const added = await session.sync([user('something else altogether')], delta);
    expect([added.events, added.scope.lane, added.scope.branch]).toEqual([[], 'main', 'main']);
  });
});

describe('an auxiliary call', () => {
  it('gets a lane of its own, whose user is delegated', async () => {
    const daybook = await inMemory();
    const session = daybook.session(KEY);
    await session.sync([user('one'), assistant('1')]);
    const title = await session.sync([user('Give this chat a title')]);
    expect(title.scope.lane).toMatch(/^aux-[0-9a-f]{8}$/);
    const entries = await readAll(daybook.session({ ...KEY, lane: title.scope.lane }));
    expect(entries.map(({ seal }) => seal.authority)).toEqual(['none', 'delegated']);
    expect((await session.sync([user('Give this chat a title')])).appended).toBe(0);
  });
});
