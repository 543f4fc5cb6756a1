/**
 * Covers: F4, F5, F6, J8. Whatever operation of the store fails, or is the last one of the process, while a talk is
 * folded: nothing that a caller was told of is lost, record and folds are sound, and the call made again goes on to the
 * record that an undisturbed run leaves.
 */
import { type Daybook, isDaybookError, noClock, openDaybook, type ViewNotice } from '@daybook/core';
import { type MemoryState, memoryStore } from '@daybook/core/memory';
import type { Store } from '@daybook/core/store';
import { expect, it } from 'vitest';
import { everyFault, type FaultPlan, type FaultyStore } from '../src/index.ts';
import { headsIn } from './fault-work.ts';
import { type CallOptions, foldCalls, nothingTold, type Prepared, type Told, WINDOW } from './fold-work.ts';

const SALT = new Uint8Array(32).fill(5);
const KEY = { session: 's' };
/** Calls that one run makes: it begins with a copy of what the calls before them left. */
const STRETCH = 4;
const TIMEOUT_MS = 60_000;

function opened(store: Store): Promise<Daybook> {
  return openDaybook({ store, salt: SALT, clock: noClock });
}

/** What a store holds, and everything that follows from it. */
interface Left {
  readonly state: MemoryState;
  readonly heads: unknown;
  readonly ledger: unknown;
}

/** What is left in front of each call, and behind the last, when nothing fails. */
async function undisturbed(): Promise<readonly Left[]> {
  const state: MemoryState = new Map();
  const daybook = await opened(memoryStore(state));
  const left: Left[] = [{ state: new Map(), heads: {}, ledger: null }];
  for (const call of foldCalls) {
    await call(daybook.session(KEY), nothingTold());
    left.push({ state: structuredClone(state), ...(await lookAt(daybook)) });
  }
  return left;
}

async function lookAt(daybook: Daybook): Promise<Omit<Left, 'state'>> {
  return { heads: await headsIn(daybook), ledger: await daybook.session(KEY).ledger() };
}

const left = await undisturbed();

function expectedBehind(calls: readonly number[]): Omit<Left, 'state'> {
  const { heads, ledger } = left[(calls.at(-1) ?? 0) + 1] as Left;
  return { heads, ledger };
}

async function viewIn(daybook: Daybook) {
  const { messages, account } = await daybook.session(KEY).view({ window: WINDOW });
  return { messages, size: account.tokens.view };
}

/** Runs each stretch of the talk under every fault. @returns how many were met */
async function everyStretch(
  run: (store: FaultyStore, calls: readonly number[], fault: FaultPlan) => Promise<void>,
): Promise<number> {
  let met = 0;
  for (let from = 0; from < foldCalls.length; from += STRETCH) {
    const calls = [...foldCalls.keys()].slice(from, from + STRETCH);
    const open = () => memoryStore(structuredClone(left[from]?.state));
    met += await everyFault(open, (store, fault) => run(store, calls, fault));
  }
  return met;
}

/** Record and folds are sound, and hold what was told. */
async function check(daybook: Daybook, { heads, entries, folds, retired }: Told): Promise<void> {
  const head = heads.at(-1);
  expect((await daybook.audit(head === undefined ? {} : { head })).findings).toEqual([]);
  if (head === undefined) return;
  const session = daybook.session(KEY);
  for (const [seq, entry] of entries) expect((await session.read(seq)).entry).toBe(entry);
  for (const seq of folds) expect((await session.read(seq)).seal.kind).toBe('event');
  const replayed = await session.replay();
  expect(replayed.differing).toEqual([]);
  expect(replayed.folds).toBeGreaterThanOrEqual(new Set(folds).size);
  const { hash, facts } = await session.ledger();
  expect(hash).toBe(replayed.hash);
  for (const handle of retired) expect(facts.find((fact) => fact.handle === handle)?.state).toBe('retired');
}

/** A model could be called with it: within the room, up to the last message, with everything people wrote. */
function checkView({ list, view }: Prepared): void {
  expect(view.account.tokens.view).toBeLessThanOrEqual(view.account.tokens.room);
  if (list.length > 0) expect(view.messages.at(-1)).toEqual(list.at(-1));
  const shown = JSON.stringify(view.messages);
  for (const { role, parts } of list)
    for (const part of parts) if (role === 'user' && part.type === 'text') expect(shown).toContain(part.text);
}

/** `view`: the call gave one, and its notices say that something failed. */
interface Outcome {
  readonly outcome: 'made' | 'view' | 'error';
  readonly notices?: readonly ViewNotice[];
}

async function made(at: number, daybook: Daybook, told: Told, options?: CallOptions): Promise<Outcome> {
  try {
    const prepared = await foldCalls[at]?.(daybook.session(KEY), told, options);
    if (prepared) checkView(prepared);
    if (!prepared || prepared.view.account.failure === null) return { outcome: 'made' };
    return { outcome: 'view', notices: prepared.view.account.notices };
  } catch (error) {
    if (!isDaybookError(error, 'store-unavailable')) throw error;
    return { outcome: 'error' };
  }
}

it('the talk folds and adopts in every way, and knows what is done', async () => {
  const daybook = await opened(memoryStore());
  const ways = new Set<string>();
  for (const call of foldCalls) {
    const account = (await call(daybook.session(KEY), nothingTold()))?.view.account;
    if (account) ways.add(`${account.folds.length} ${account.adopted} ${account.covered > 0}`);
  }
  // Folds that are adopted at once, later, and not yet; and calls in between.
  const every = ['0 false false', '0 false true', '0 true true', '1 false true', '1 true true'];
  expect([...ways].toSorted()).toEqual(every);
  // What was adopted in front of a fold does not hide that the turn had ended.
  const { facts } = await daybook.session(KEY).ledger();
  const requests = facts.filter(({ pin }) => pin?.class === 'request').slice(0, -1);
  expect(requests.length).toBeGreaterThan(4);
  expect(requests.filter(({ pin }) => pin?.answered === null)).toEqual([]);
});

it(
  'is completed from the call that failed, whatever operation it was',
  async () => {
    const counts = { made: 0, view: 0, error: 0 };
    const met = await everyStretch(async (store, calls, { kind, at }) => {
      let daybook = await opened(store);
      const told = nothingTold();
      for (const call of calls) {
        const { outcome } = await made(call, daybook, told);
        counts[outcome]++;
        if (outcome === 'made') continue;
        const next = await opened(store.inner);
        await check(next, told);
        if (kind === 'stop') daybook = next;
        expect(await made(call, daybook, told)).toEqual({ outcome: 'made' });
      }
      const last = await opened(store.inner);
      expect(await lookAt(last)).toEqual(expectedBehind(calls));
      if (store.operations < at || kind === 'stop') return;
      // What the process itself knows is what a new one reads.
      const warm = await viewIn(daybook);
      expect(await viewIn(last)).toEqual(warm);
    });
    console.log(`${met} faults: ${counts.error} errors, ${counts.view} views that tell of them`);
    expect(counts.error + counts.view).toBe(met);
  },
  TIMEOUT_MS,
);

it(
  'costs nobody a turn: the model is called with the view there is, and the record goes on',
  async () => {
    const counts: Partial<Record<ViewNotice, number>> = {};
    await everyStretch(async (store, calls, { kind }) => {
      if (kind === 'stop') return;
      const daybook = await opened(store);
      const told = nothingTold();
      for (const call of calls) {
        // An error is that a list or an answer is not on record.
        const { outcome, notices = [] } = await made(call, daybook, told, { always: true });
        for (const notice of notices) counts[notice] = (counts[notice] ?? 0) + 1;
        if (outcome === 'error') expect(await made(call, daybook, told)).toEqual({ outcome: 'made' });
      }
      await check(await opened(store.inner), told);
    });
    console.log('views that tell of a fault:', counts);
    expect(counts['fold-failed']).toBeGreaterThan(0);
    expect(counts.degraded).toBeGreaterThan(0);
  },
  TIMEOUT_MS,
);

it(
  'gives no view that was not asked for: an application that wants to be told is',
  async () => {
    await everyStretch(async (store, calls, { kind, when }) => {
      if (kind === 'stop' || when === 'after') return;
      const daybook = await opened(store);
      const told = nothingTold();
      for (const call of calls) {
        const { outcome, notices = [] } = await made(call, daybook, told, { recover: 'fail' });
        expect(notices).not.toContain('degraded');
        if (outcome !== 'made') expect(await made(call, daybook, told)).toEqual({ outcome: 'made' });
      }
      expect(await lookAt(await opened(store.inner))).toEqual(expectedBehind(calls));
    });
  },
  TIMEOUT_MS,
);
