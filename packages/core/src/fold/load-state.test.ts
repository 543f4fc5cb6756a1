import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeOfPromise } from '../../test/code-of.ts';
import { countingStore } from '../../test/counting-store.ts';
import { inMemory, readAll } from '../../test/daybook.ts';
import { assistant, call, result, SALT, says, system, user } from '../../test/messages.ts';
import { parseBody } from '../journal/body.ts';
import { type PathStep, pathOf } from '../journal/branch.ts';
import type { Message } from '../journal/message.ts';
import type { MarkedEntry } from '../journal/rows.ts';
import type { Session } from '../session/session.ts';
import type { View, ViewOptions } from '../session/view.ts';
import { type MemoryState, memoryStore } from '../store/memory.ts';
import type { Store } from '../store/port.ts';
import { advance, type BranchState, EMPTY_STATE } from './branch-state.ts';
import { loadState, SAVE_EVERY } from './load-state.ts';
import { foldIn } from './manifest.ts';

const KEY = { tenant: 'default', session: 's' };
const SMALL: ViewOptions = { window: 4_000, tail: 300 };

async function opened(state: MemoryState): Promise<Session> {
  return (await inMemory(memoryStore(state))).session(KEY);
}

function turn(at: number, rows = 6): Message[] {
  const page = Array.from(
    { length: rows },
    (_, row) => `page ${at}, row ${row}: nothing out of the ordinary`,
  );
  return [
    user(`Look at page ${at}.`),
    says('assistant', [call(`c${at}`, { path: `pages/p${at}.md` })]),
    says('tool', [result(`c${at}`, page.join('\n'))]),
    assistant(`Page ${at} is in order.`),
  ];
}

/** Path of the branch that was used last, or of a named one. */
async function pathIn(store: Store, name?: string): Promise<readonly PathStep[]> {
  const branches = await store.branches(KEY);
  const branch = branches.find(({ scope }) => name === undefined || scope.branch === name);
  return pathOf(branch as NonNullable<typeof branch>, branches);
}

async function marksOf(
  store: Store,
  path: PathStep,
  mark: MarkedEntry['mark'],
): Promise<readonly MarkedEntry[]> {
  const marked = await store.marked(
    path.branch.scope,
    { above: -1, below: Number.MAX_SAFE_INTEGER },
    { [mark]: 10_000 },
  );
  return marked.toReversed();
}

/** The state behind the folds of a branch that count, applied one by one from nothing. */
async function appliedOneByOne(store: Store, path: PathStep, reachBelow: number): Promise<BranchState> {
  let state = EMPTY_STATE;
  for (const { entry, body, branch } of await marksOf(store, path, 'fold')) {
    const parsed = parseBody(body);
    const reach = foldIn(parsed)?.manifest.reach ?? Number.NaN;
    if (reach < reachBelow) state = advance(state, { branch, seq: entry.seq }, parsed);
  }
  return state;
}

/** What follows from folds alone. */
function ofFolds({ ledger, cut, left, step, reach, folds, covered, altered, last, lastCover }: BranchState) {
  return {
    hash: ledger.hash,
    facts: ledger.facts,
    cut,
    left,
    step,
    reach,
    folds,
    covered,
    altered,
    last,
    lastCover,
  };
}

/** Turns, each folded and adopted. */
async function folded(state: MemoryState, turns: number): Promise<{ session: Session; list: Message[] }> {
  const session = await opened(state);
  const list: Message[] = [system('Be brief.'), user('Never push without asking me.'), assistant('Noted.')];
  for (let at = 0; at < turns; at++) {
    const [opening, ...rest] = turn(at) as [Message, ...Message[]];
    list.push(opening);
    await (await session.sync(list)).prepare(SMALL);
    list.push(...rest);
    await session.sync(list);
    await session.fold(SMALL);
  }
  return { session, list };
}

describe('a process that comes to a branch with many folds', () => {
  // Covers: F4
  it('comes to the state that follows from all of them, and reads no more than the last ones', async () => {
    const state: MemoryState = new Map();
    const { session } = await folded(state, 75);
    const counting = countingStore(memoryStore(state));
    const path = await pathIn(counting.store);
    const [main] = path as [PathStep];
    expect(await marksOf(counting.store, main, 'ledger')).toHaveLength(Math.floor(75 / SAVE_EVERY));
    counting.calls();
    const loaded = await loadState(counting.store, path, SALT);
    expect(counting.calls()).toEqual(['marked']);
    const expected = await appliedOneByOne(counting.store, main, Number.POSITIVE_INFINITY);
    expect(ofFolds(loaded)).toEqual(ofFolds(expected));
    expect(loaded.unsaved).toBeLessThan(SAVE_EVERY);
    expect(loaded.ledger.hash).toBe((await session.ledger()).hash);
    expect(await session.replay()).toMatchObject({ hash: loaded.ledger.hash, differing: [] });
  });

  // Covers: F4
  it('goes by no saved working set that does not fit the folds behind it, nor by one that cannot be read', async () => {
    const state: MemoryState = new Map();
    await folded(state, 70);
    const store = memoryStore(state);
    const path = await pathIn(store);
    const sound = ofFolds(await loadState(store, path, SALT));
    // Only the working sets are left out: what they would have spared is read instead.
    const without: Store = Object.assign(Object.create(store) as Store, {
      marked: async (...[scope, range, limits]: Parameters<Store['marked']>) => {
        const { ledger: _, ...others } = limits;
        return store.marked(scope, range, others);
      },
    });
    expect(ofFolds(await loadState(without, path, SALT))).toEqual(sound);
  });

  // Covers: J8
  it('refuses marked entries that do not verify', async () => {
    const state: MemoryState = new Map();
    await folded(state, 3);
    const store = memoryStore(state);
    const path = await pathIn(store);
    const lies: readonly ((marked: MarkedEntry) => MarkedEntry)[] = [
      (marked) => ({ ...marked, body: new TextEncoder().encode('{"kind":"event","event":"fold"}') }),
      (marked) => ({ ...marked, entry: { ...marked.entry, seq: marked.entry.seq + 1 } }),
      (marked) => ({ ...marked, entry: { ...marked.entry, id: '00'.repeat(32) } }),
    ];
    for (const lie of lies) {
      const lying: Store = Object.assign(Object.create(store) as Store, {
        marked: async (...query: Parameters<Store['marked']>) => (await store.marked(...query)).map(lie),
      });
      expect(await codeOfPromise(loadState(lying, path, SALT))).toBe('tampered');
    }
  });

  it('of nothing comes to nothing', async () => {
    expect(await loadState(memoryStore(), [], SALT)).toEqual(EMPTY_STATE);
  });
});

describe('forks', () => {
  /** Hands over the list up to a turn with another message behind it. @returns the branch that it opened */
  async function forkAt(
    session: Session,
    list: readonly Message[],
    index: number,
    words: string,
  ): Promise<string> {
    const call = await session.sync([...list.slice(0, index), user(words)]);
    expect(call.scope.branch).not.toBe('main');
    return call.scope.branch;
  }

  // Covers: J5
  it('inherit exactly the folds whose reach is before the fork, with their adoption', async () => {
    const state: MemoryState = new Map();
    const { session, list } = await folded(state, 14);
    const store = memoryStore(state);
    const seen: number[] = [];
    for (let at = 0; at < 14; at++) {
      const name = await forkAt(session, list, 3 + 4 * at, `Look elsewhere, ${at}.`);
      const path = await pathIn(store, name);
      const [fork, main] = path as [PathStep, PathStep];
      const loaded = await loadState(store, path, SALT);
      const expected = await appliedOneByOne(store, main, fork.branch.forkRevision);
      expect(ofFolds(loaded)).toEqual(ofFolds(expected));
      expect(loaded.cut).toBeLessThanOrEqual(fork.branch.forkRevision);
      const adoptions = (await marksOf(store, main, 'adopted')).map(
        ({ body }) => parseBody(body) as unknown as { fold: { seq: number } },
      );
      const adopted = adoptions.findLast(({ fold }) => fold.seq <= (expected.last?.seq ?? -1));
      expect(loaded.adopted?.fold.seq).toBe(adopted?.fold.seq);
      expect(loaded.adopted?.texts.length ?? 2).toBe(2);
      seen.push(loaded.folds);
    }
    expect(new Set(seen).size).toBeGreaterThan(8);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });

  // Covers: J5, F4
  it('go their own way from there, whatever their parent does later; so do forks of forks', async () => {
    const state: MemoryState = new Map();
    const { session, list } = await folded(state, 8);
    const store = memoryStore(state);
    const name = await forkAt(session, list, 3 + 4 * 6, 'Look elsewhere.');
    const other = [
      ...list.slice(0, 3 + 4 * 6),
      user('Look elsewhere.'),
      assistant('Where?'),
      ...[20, 21, 22, 23].flatMap((at) => turn(at)),
    ];
    await session.sync(other);
    await (await inMemory(store)).session({ ...KEY, branch: name }).fold(SMALL);
    const before = ofFolds(await loadState(store, await pathIn(store, name), SALT));
    const main = (await inMemory(store)).session({ ...KEY, branch: 'main' });
    await main.sync([...list, ...turn(30)]);
    await main.fold(SMALL);
    const path = await pathIn(store, name);
    expect(ofFolds(await loadState(store, path, SALT))).toEqual(before);
    const again = (await inMemory(store)).session({ ...KEY, branch: name });
    expect((await again.ledger()).hash).toBe(before.hash);
    expect(await again.replay()).toMatchObject({ hash: before.hash, differing: [] });
    const second = await again.sync([...other.slice(0, -4), user('Or here.')]);
    const deep = await pathIn(store, second.scope.branch);
    expect(deep).toHaveLength(3);
    const [fork, parent] = deep as [PathStep, PathStep];
    const own = (await marksOf(store, parent, 'fold')).filter(
      ({ body }) => (foldIn(parseBody(body))?.manifest.reach ?? 0) < fork.branch.forkRevision,
    );
    const loaded = await loadState(store, deep, SALT);
    expect(loaded.folds).toBe(before.folds - (await marksOf(store, parent, 'fold')).length + own.length);
  });

  // Covers: J5, L3
  it('know of a retired pin only where the entry that retired it stands before the fork', async () => {
    for (const [by, state] of [
      ['Pushing is fine, by the way.', 'retired'],
      ['You may push now.', 'active'],
    ] as const) {
      const store = memoryStore();
      const main = (await inMemory(store)).session({ ...KEY, branch: 'main' });
      const list = [
        user('Never push without asking me.'),
        assistant('Noted.'),
        ...turn(1),
        user('Pushing is fine, by the way.'),
        assistant('Good.'),
      ];
      await main.sync(list);
      await main.fold({ ...SMALL, tail: 0 });
      await main.sync([...list, user('You may push now.'), assistant('Good.')]);
      const name = await forkAt((await inMemory(store)).session(KEY), list, list.length, 'Something else.');
      const pin = (await main.ledger()).facts.find(({ pin: marks }) => marks?.class === 'standing');
      const entry = (await readAll(main)).findIndex(({ text }) => text === by);
      await main.retire(pin?.handle ?? '', `e${entry}`);
      expect((await main.ledger()).facts.find(({ handle }) => handle === pin?.handle)?.state).toBe('retired');
      const { ledger, folds } = await loadState(store, await pathIn(store, name), SALT);
      expect([ledger.facts.get(1)?.state, folds]).toEqual([state, state === 'retired' ? 2 : 1]);
    }
  });
});

describe('a new process and the one that wrote', () => {
  interface Drawn {
    readonly rows: number;
    readonly steps: number;
    readonly rate: number;
    readonly asks: boolean;
  }

  const drawnTurn: fc.Arbitrary<Drawn> = fc.record({
    rows: fc.integer({ min: 1, max: 40 }),
    steps: fc.integer({ min: 0, max: 3 }),
    rate: fc.double({ min: 2, max: 6, noNaN: true }),
    asks: fc.boolean(),
  });

  function told({ report: _, ...view }: View) {
    return view;
  }

  /** The next view, by the process that wrote everything so far and by one that has just come. */
  async function bothViews(state: MemoryState, hot: Session, list: readonly Message[]): Promise<View> {
    const copy = structuredClone(state);
    const cold = await opened(copy);
    const view = await (await hot.sync(list)).prepare(SMALL);
    expect(told(await (await cold.sync(list)).prepare(SMALL))).toEqual(told(view));
    expect((await cold.ledger()).hash).toBe((await hot.ledger()).hash);
    const store = memoryStore(state);
    const loaded = await loadState(store, await pathIn(store), SALT);
    const other = memoryStore(copy);
    expect(loaded).toEqual(await loadState(other, await pathIn(other), SALT));
    return view;
  }

  // Covers: F4, C3, C4
  it('come to the same ledger, cut, adoption and view, call by call', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(drawnTurn, { minLength: 4, maxLength: 9 }), async (turns) => {
        const state: MemoryState = new Map();
        const hot = await opened(state);
        const list: Message[] = [system('Be brief.')];
        let folds = 0;
        for (const [at, { rows, steps, rate, asks }] of turns.entries()) {
          list.push(user(`Look at page ${at}${asks ? ' and never push' : ''}.`));
          for (let step = 0; step <= steps; step++) {
            const view = await bothViews(state, hot, list);
            folds += view.account.folds.length;
            const [, asked, came] = turn(at * 10 + step, rows) as [Message, Message, Message];
            const answer = step < steps ? asked : assistant(asks ? 'Which page?' : `Page ${at} is in order.`);
            const characters = JSON.stringify(view.messages).length;
            await view.report({
              answer,
              usage: { input: 300 + Math.ceil(characters / rate), output: 9, model: 'm' },
            });
            list.push(answer, ...(step < steps ? [came] : []));
          }
        }
        expect((await hot.ledger()).folds).toBe(folds);
      }),
      { numRuns: 20 },
    );
  });
});
