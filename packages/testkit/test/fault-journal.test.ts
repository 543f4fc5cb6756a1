/**
 * Covers: F5, J8. Whatever operation of the store fails, or is the last one of the process: the record is sound, holds
 * everything that a caller was told of, and the same calls made again complete it to what it would have been.
 */
import { type Daybook, isDaybookError, noClock, openDaybook } from '@daybook/core';
import { memoryStore } from '@daybook/core/memory';
import type { Store } from '@daybook/core/store';
import { describe, expect, it } from 'vitest';
import { everyFault, type FaultPlan, type FaultyStore } from '../src/index.ts';
import { type Heads, headsIn, restoring, say, textsIn, type Work, works } from './fault-work.ts';

const SALT = new Uint8Array(32).fill(5);

function reproducible(store: Store): Promise<Daybook> {
  return openDaybook({ store, salt: SALT, clock: noClock });
}

/** What a caller was told of: the newest head of each branch. */
type Told = Record<string, string>;

/** Makes the calls until one fails. */
async function attempt(work: Work, daybook: Daybook, told: Told = {}): Promise<void> {
  for (const call of work.calls) Object.assign(told, await call(daybook));
}

/** Makes the calls, each that fails once more at once. */
async function persistent(work: Work, daybook: Daybook): Promise<void> {
  for (const call of work.calls) {
    const failed = await call(daybook).then(() => false, unavailable);
    if (failed) await call(daybook);
  }
}

async function undisturbed<Result>(
  work: Work,
  open: (store: Store) => Promise<Daybook>,
  look: (daybook: Daybook) => Promise<Result>,
): Promise<Result> {
  const daybook = await open(memoryStore());
  await attempt(work, daybook);
  return look(daybook);
}

/** What the store must be after the fault, and after the calls are made again. */
async function checkAfter(work: Work, { inner }: FaultyStore, told: Told, heads: Heads): Promise<void> {
  const daybook = await reproducible(inner);
  expect(await daybook.audit()).toMatchObject({ ok: true });
  for (const head of Object.values(told)) expect((await daybook.audit({ head })).findings).toEqual([]);
  await attempt(work, daybook);
  expect(await headsIn(daybook)).toEqual(heads);
  expect(await daybook.audit()).toMatchObject({ ok: true });
}

async function exportsOf(works: readonly Work[]): Promise<string[][]> {
  const exports: string[][] = [];
  for (const work of works) {
    const daybook = await reproducible(memoryStore());
    await attempt(work, daybook);
    for (const key of await daybook.sessions()) {
      const lines: string[] = [];
      for await (const line of daybook.session(key).export()) lines.push(line);
      exports.push(lines);
    }
  }
  return exports;
}

const restores = [restoring('a restored conversation', await exportsOf(works.slice(0, 1)))];

describe.each([...works, ...restores])('$name', (work) => {
  it('is completed by the next process, whatever operation was the last', async () => {
    const heads = await undisturbed(work, reproducible, headsIn);
    const met = await everyFault(memoryStore, async (store, fault) => {
      // A caller that gives up after a failure is one that stops; one that does not is below.
      if (fault.kind === 'fail') return;
      const told: Told = {};
      await attempt(work, await reproducible(store), told).catch(unavailable);
      await checkAfter(work, store, told, heads);
    });
    expect(met).toBeGreaterThan(2 * work.calls.length);
  });

  it('is completed by a caller that tries again, whatever operation failed', async () => {
    const heads = await undisturbed(work, reproducible, headsIn);
    const met = await everyFault(memoryStore, async (store, fault) => {
      if (fault.kind === 'stop') return;
      await persistent(work, await reproducible(store));
      const next = await reproducible(store.inner);
      expect(await headsIn(next)).toEqual(heads);
      expect(await next.audit()).toMatchObject({ ok: true });
    });
    expect(met).toBeGreaterThan(2 * work.calls.length);
  });
});

describe('a restored session of more entries than one append holds', async () => {
  const long: Work = {
    name: 'long',
    calls: [
      async (daybook) => {
        const session = daybook.session({ session: 'long' });
        const messages = Array.from({ length: 505 }, (_, at) => say(at % 2 ? 'assistant' : 'user', `${at}`));
        await session.sync(messages);
        return {};
      },
    ],
  };
  const lines = await exportsOf([long]);
  const work = restoring('long', lines);

  it('is completed by the next process, whatever operation was the last', async () => {
    const heads = await undisturbed(work, reproducible, headsIn);
    const met = await everyFault(memoryStore, async (store, fault) => {
      if (!leavesAnother(fault)) return;
      await attempt(work, await reproducible(store)).catch(unavailable);
      const next = await reproducible(store.inner);
      expect(await next.audit()).toMatchObject({ ok: true });
      await attempt(work, next);
      expect(await headsIn(next)).toEqual(heads);
    });
    expect(met).toBeGreaterThan(4);
  });
});

describe.each(works.slice(0, 2))('$name, with salts and times of each process', (work) => {
  const everyday = (store: Store): Promise<Daybook> => openDaybook({ store });

  it('has the same branches and texts after any fault', async () => {
    const texts = await undisturbed(work, everyday, textsIn);
    await everyFault(memoryStore, async (store, fault) => {
      if (!leavesAnother(fault)) return;
      await attempt(work, await everyday(store)).catch(unavailable);
      const next = await everyday(store.inner);
      await attempt(work, next);
      expect(await textsIn(next)).toEqual(texts);
      expect(await next.audit()).toMatchObject({ ok: true });
    });
  });
});

it('a fault is met at every operation of every kind', async () => {
  const work = works.find(({ name }) => name === 'answers that come back revised') as Work;
  const plans: FaultPlan[] = [];
  const operations = new Set<number>();
  await everyFault(memoryStore, async (store, fault) => {
    await attempt(work, await reproducible(store)).then(
      () => operations.add(store.operations),
      (error) => {
        unavailable(error);
        plans.push(fault);
      },
    );
  });
  const [whole = 0] = operations;
  expect(operations.size).toBe(1);
  expect(plans).toHaveLength(4 * whole);
});

/** To stop before an operation leaves what to stop after the one before it leaves. */
function leavesAnother({ kind, when }: FaultPlan): boolean {
  return kind === 'stop' && when === 'after';
}

/** Lets pass what the fault makes of a call. */
function unavailable(error: unknown): true {
  if (!isDaybookError(error, 'store-unavailable')) throw error;
  return true;
}
