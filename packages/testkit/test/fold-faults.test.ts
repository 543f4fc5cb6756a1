/**
 * Covers: F4, F5, F6, J8. Whatever operation of the store fails, or is the last one of the process, while a talk is
 * folded: nothing that a caller was told of is lost, record and folds are sound, and the call made again goes on to the
 * record that an undisturbed run leaves.
 */
import { type Daybook, isDaybookError, noClock, openDaybook } from '@daybook/core';
import { type MemoryState, memoryStore } from '@daybook/core/memory';
import type { Store } from '@daybook/core/store';
import { expect, it } from 'vitest';
import { everyFault, type FaultPlan, type FaultyStore } from '../src/index.ts';
import { headsIn } from './fault-work.ts';
import { type CallOptions, foldCalls, nothingTold, type Prepared, type Told } from './fold-work.ts';

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
  expect((await daybook.audit()).findings).toEqual([]);
  if ((await daybook.sessions()).length === 0) return expect(heads).toEqual([]);
  for (const head of heads.slice(-1)) expect((await daybook.audit({ head })).findings).toEqual([]);
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
  expect(view.messages.at(-1)).toEqual(list.at(-1));
  const shown = JSON.stringify(view.messages);
  for (const { role, parts } of list)
    for (const part of parts) if (role === 'user' && part.type === 'text') expect(shown).toContain(part.text);
}

type Outcome = 'made' | 'view' | 'error';

/** `view`: the call gave one, and said that something failed. */
async function made(at: number, daybook: Daybook, told: Told, options?: CallOptions): Promise<Outcome> {
  try {
    const prepared = await foldCalls[at]?.(daybook.session(KEY), told, options);
    if (prepared) checkView(prepared);
    return prepared && prepared.view.account.failure !== null ? 'view' : 'made';
  } catch (error) {
    if (!isDaybookError(error, 'store-unavailable')) throw error;
    return 'error';
  }
}

it('the talk folds and adopts in every way', async () => {
  const daybook = await opened(memoryStore());
  const ways = new Set<string>();
  for (const call of foldCalls) {
    const account = (await call(daybook.session(KEY), nothingTold()))?.view.account;
    if (account) ways.add(`${account.folds.length} ${account.adopted} ${account.covered > 0}`);
  }
  // Folds that are adopted at once, later, and not yet; and calls in between.
  expect([...ways].toSorted()).toEqual(['0 false false', '0 false true', '0 true true', '1 false true', '1 true true']);
});

it(
  'is completed from the call that failed, whatever operation it was',
  async () => {
    const counts = { made: 0, view: 0, error: 0 };
    const met = await everyStretch(async (store, calls, { kind }) => {
      let daybook = await opened(store);
      const told = nothingTold();
      for (const at of calls) {
        const outcome = await made(at, daybook, told);
        counts[outcome]++;
        if (outcome === 'made') continue;
        const next = await opened(store.inner);
        await check(next, told);
        if (kind === 'stop') daybook = next;
        expect(await made(at, daybook, told)).toBe('made');
      }
      const last = await opened(store.inner);
      await check(last, told);
      const { state: _, ...expected } = left[(calls.at(-1) ?? 0) + 1] as Left;
      expect(await lookAt(last)).toEqual(expected);
    });
    console.log(`${met} faults: ${counts.error} errors, ${counts.view} views that tell of them`);
    expect(counts.error + counts.view).toBe(met);
  },
  TIMEOUT_MS,
);

it('explore', async () => {
  const rows = new Map<string, number>();
  await everyStretch(async (store, calls, { kind, when, at }) => {
    if (kind === 'stop') return;
    const daybook = await opened(store);
    for (const n of calls) {
      const before = (left[n] as Left).ledger as any;
      const o0 = store.operations;
      try {
        const p = await foldCalls[n]?.(daybook.session(KEY), nothingTold(), {always: true});
        if (p && at > o0 && at <= store.operations) {
          const a = p.view.account;
          const k = `${n} ${when} op${at-o0} of ${store.operations-o0}: folds ${before?.folds} ${a.notices} ${a.failure} covered ${a.covered} view ${a.tokens.view} before ${a.tokens.before} msgs ${p.view.messages.length}/${p.list.length}`;
          rows.set(k, (rows.get(k) ?? 0) + 1);
        }
      } catch {}
    }
  });
  console.log([...rows.keys()].join('\n'));
});
