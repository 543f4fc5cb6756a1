/** Folds of processes that go on at the same moment, on one store in memory; and writes that fail in front of a view. */
import { describe, expect, it } from 'vitest';
import { inMemory } from '../../../test/daybook.ts';
import { assistant, call, result, says, system, user } from '../../../test/messages.ts';
import { DaybookError } from '../../base/errors.ts';
import type { Message } from '../../journal/message.ts';
import { type MemoryState, memoryStore } from '../../store/memory.ts';
import type { Store } from '../../store/port.ts';
import type { Session } from '../session.ts';

const KEY = { session: 's' };
const SMALL = { window: 1300 };

function turn(at: number): Message[] {
  return [
    user(`Always look at page ${at}.`),
    says('assistant', [call(`c${at}`, { path: `pages/p${at}.md` })]),
    says('tool', [result(`c${at}`, `row of page ${at}\n`.repeat(30))]),
    assistant(`Page ${at} is in order.`),
  ];
}

/** A session whose store does something else first, each time that an operation is asked of it. */
async function interrupted(
  state: MemoryState,
  operation: keyof Store,
  first: () => Promise<unknown>,
): Promise<Session> {
  const store = new Proxy(memoryStore(state), {
    get(target, name: keyof Store) {
      const made = (target[name] as ((...given: unknown[]) => unknown) | undefined)?.bind(target);
      if (name !== operation) return made;
      return async (...given: unknown[]) => {
        await first();
        return made?.(...given);
      };
    },
  });
  return (await inMemory(store)).session(KEY);
}

/** Another process: each time it says a turn more, or several, and folds. */
async function folder(state: MemoryState) {
  const session = (await inMemory(memoryStore(state))).session(KEY);
  const list: Message[] = [system('Be brief.')];
  let turns = 0;
  const talk = async (more: number): Promise<void> => {
    for (let at = 0; at < more; at++) list.push(...turn(++turns));
    await session.sync(list);
  };
  const goOn = async (more: number): Promise<void> => {
    await talk(more);
    await session.fold(SMALL);
  };
  /** The oldest pin in force. */
  const retireNext = async (): Promise<unknown> => {
    const { facts } = await session.ledger();
    const handle = facts.find(({ pin, state: now }) => pin && now === 'active')?.handle ?? '';
    return session.retire(handle);
  };
  return { talk, goOn, retireNext };
}

describe('somebody who folds while another process looks', () => {
  // Covers: F5
  it.each([
    ['a pin is retired', (session: Session) => session.retire('f1'), 'amend'],
    [
      'the record is consolidated',
      (s: Session) => s.fold({ mode: 'consolidate', target: 10 }),
      'consolidate',
    ],
  ] as const)('does not mislead it: %s behind their fold', async (_, work, kind) => {
    const state: MemoryState = new Map();
    const other = await folder(state);
    await other.goOn(5);
    let isLooking = false;
    const session = await interrupted(state, 'marked', async () => {
      if (!isLooking) return;
      isLooking = false;
      await other.goOn(8);
    });
    await session.ledger();
    await other.goOn(1);
    isLooking = true;
    const report = await work(session);
    expect([isLooking, report.folds.map((fold) => fold.kind)]).toEqual([false, [kind]]);
    const daybook = await inMemory(memoryStore(state));
    expect((await daybook.audit()).findings).toEqual([]);
    expect(await daybook.session(KEY).replay()).toMatchObject({ differing: [] });
  });

  // Covers: F5
  it('each time is told to whoever loses: nothing was folded', async () => {
    const state: MemoryState = new Map();
    const other = await folder(state);
    await other.goOn(12);
    await other.talk(2);
    const session = await interrupted(state, 'append', other.retireNext);
    const { covered, folds } = await session.ledger();
    await expect(session.fold(SMALL)).rejects.toMatchObject({ code: 'conflict' });
    const daybook = await inMemory(memoryStore(state));
    expect((await daybook.audit()).findings).toEqual([]);
    const after = await daybook.session(KEY).ledger();
    expect(after.covered).toBe(covered);
    expect(after.folds).toBeGreaterThan(folds + 8);
  });
});

describe('calls at once of one process', () => {
  // Covers: F5, C4
  it('go each by the record that it looked at', async () => {
    const state: MemoryState = new Map();
    await (await folder(state)).goOn(6);
    let isOpen = true;
    const session: Session = await interrupted(state, 'entries', async () => {
      if (isOpen) return;
      isOpen = true;
      expect((await session.fold({ mode: 'consolidate', target: 10 })).folds).toHaveLength(1);
      await session.ledger();
    });
    const before = await session.packet({ maxTokens: 3_000 });
    isOpen = false;
    expect(await session.packet({ maxTokens: 3_000 })).toEqual(before);
    expect(isOpen).toBe(true);
    expect(await session.packet({ maxTokens: 3_000 })).not.toEqual(before);
  });
});

describe('a store that cannot be written', () => {
  // Covers: F6, C4
  it('leaves the view that was adopted before, while it fits', async () => {
    const state: MemoryState = new Map();
    const list = [system('Be brief.'), ...[1, 2, 3, 4, 5, 6].flatMap(turn), user('Next.')];
    let isAway = false;
    const session = await interrupted(state, 'append', async () => {
      if (isAway) throw new DaybookError('store-unavailable', 'away');
    });
    const adopted = await (await session.sync(list)).prepare(SMALL);
    expect(adopted.account.adopted).toBe(true);
    list.push(...turn(7).slice(1), ...turn(8), user('And then?'));
    const grown = await session.sync(list);
    isAway = true;
    const { messages, account } = await grown.prepare(SMALL);
    expect(messages.slice(0, adopted.messages.length)).toEqual(adopted.messages);
    expect(messages.at(-1)).toEqual(user('And then?'));
    expect([account.notices, account.failure]).toEqual([['fold-failed'], 'store-unavailable']);
    expect([account.folds, account.adopted]).toEqual([[], false]);
    await expect(grown.prepare({ ...SMALL, recover: 'fail' })).rejects.toMatchObject({
      code: 'store-unavailable',
    });
    isAway = false;
    expect((await grown.prepare(SMALL)).account.folds.length).toBeGreaterThan(0);
  });
});
