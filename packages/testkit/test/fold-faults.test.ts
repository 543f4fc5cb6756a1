/**
 * Covers: F4, F5, F6, J8. Whatever operation of the store fails, or is the last one of the process, while a talk is
 * folded: nothing that a caller was told of is lost, record and folds are sound, and the call made again goes on to the
 * record that an undisturbed run leaves.
 */
import { type Daybook, isDaybookError, noClock, openDaybook, type Session } from '@daybook/core';
import { memoryStore } from '@daybook/core/memory';
import type { Store } from '@daybook/core/store';
import { expect, it } from 'vitest';
import { everyFault } from '../src/index.ts';
import { headsIn } from './fault-work.ts';
import { asked, foldCalls, nothingTold, type Prepared, type Told, WINDOW } from './fold-work.ts';

const SALT = new Uint8Array(32).fill(5);
const KEY = { session: 's' };
const TIMEOUT_MS = 60_000;

function opened(store: Store): Promise<Daybook> {
  return openDaybook({ store, salt: SALT, clock: noClock });
}

interface Left {
  readonly heads: unknown;
  readonly ledger: unknown;
}

async function leftIn(daybook: Daybook): Promise<Left> {
  return { heads: await headsIn(daybook), ledger: await daybook.session(KEY).ledger() };
}

/** The record and the folds are sound, and hold what was told. */
async function check(daybook: Daybook, { heads, entries, folds, retired }: Told): Promise<void> {
  expect((await daybook.audit()).findings).toEqual([]);
  const head = heads.at(-1);
  if (head === undefined) return;
  expect((await daybook.audit({ head })).findings).toEqual([]);
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
  const written = list.filter(({ role }) => role === 'user').map(({ parts }) => JSON.stringify(parts[0]));
  for (const part of written) expect(shown).toContain(part.slice('{"type":"text","text":"'.length, -2));
}

/** @returns whether the call was made without a fault, and its view where it has one */
async function made(
  at: number,
  session: Session,
  told: Told,
  options: Parameters<(typeof foldCalls)[number]>[2] = {},
): Promise<{ readonly isMade: boolean; readonly isTurn: boolean; readonly threw: boolean }> {
  try {
    const prepared = await foldCalls[at]?.(session, told, options);
    if (prepared) checkView(prepared);
    const isMade = !prepared || prepared.view.account.failure === null;
    return { isMade, isTurn: prepared !== undefined, threw: false };
  } catch (error) {
    if (!isDaybookError(error, 'store-unavailable')) throw error;
    return { isMade: false, isTurn: false, threw: true };
  }
}

async function undisturbed(): Promise<Left> {
  const daybook = await opened(memoryStore());
  for (const at of foldCalls.keys())
    expect((await made(at, daybook.session(KEY), nothingTold())).isMade).toBe(true);
  return leftIn(daybook);
}

it('the talk folds and adopts in every way there is', async () => {
  const daybook = await opened(memoryStore());
  const session = daybook.session(KEY);
  const told = nothingTold();
  const ways = new Set<string>();
  for (const call of foldCalls) {
    const prepared = await call(session, told);
    if (!prepared) continue;
    const { folds, adopted, covered } = prepared.view.account;
    ways.add(`${folds.length > 0 ? 'folds' : ''} ${adopted ? 'adopts' : ''} ${covered > 0 ? 'covered' : ''}`);
  }
  console.log([...ways]);
});

it('is completed from the call that failed, whatever operation it was', async () => {
  const expected = await undisturbed();
  const counts = { failed: 0, views: 0 };
  const met = await everyFault(memoryStore, async (store, { kind }) => {
    let daybook = await opened(store);
    const told = nothingTold();
    for (const at of foldCalls.keys()) {
      const { isMade, isTurn } = await made(at, daybook.session(KEY), told);
      if (isMade) continue;
      counts.failed++;
      if (isTurn) counts.views++;
      const next = await opened(store.inner);
      await check(next, told);
      if (kind === 'stop') daybook = next;
      expect((await made(at, daybook.session(KEY), told)).isMade).toBe(true);
    }
    const last = await opened(store.inner);
    await check(last, told);
    expect(await leftIn(last)).toEqual(expected);
    expect(await leftIn(daybook)).toEqual(expected);
  });
  console.log(met, counts, asked.length, WINDOW);
}, TIMEOUT_MS);
