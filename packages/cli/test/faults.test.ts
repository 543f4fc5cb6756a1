/**
 * Covers: J1, F5 (for appends), O2: an import whose store fails, or stops, at any operation leaves a record that
 * verifies, and the next import ends at the heads of an undisturbed one.
 */
import { memoryStore } from '@daybook/core/memory';
import { everyFault } from '@daybook/testkit';
import { expect, it } from 'vitest';
import { newFile } from './files.ts';
import { daybookOn, headsOf, importFile, openJournal } from './journal.ts';
import { branchedLog } from './logs.ts';

it('survives a fault at every operation of the store', async () => {
  const log = newFile('log.jsonl', branchedLog(40));
  const undisturbed = await openJournal();
  await importFile(undisturbed, log);
  const heads = await headsOf(undisturbed);
  expect(Object.keys(heads)).toHaveLength(4);

  let interrupted = 0;
  const met = await everyFault(memoryStore, async (store, { kind, when, at }) => {
    const disturbed = await daybookOn(store);
    await importFile(disturbed, log).catch((error: { code?: string }) => {
      expect([kind, when, at, error.code]).toEqual([kind, when, at, 'store-unavailable']);
      interrupted++;
    });
    const next = await daybookOn(store.inner);
    expect((await next.audit()).findings).toEqual([]);
    await importFile(next, log);
    expect([kind, when, at, await headsOf(next)]).toEqual([kind, when, at, heads]);
    expect((await next.audit()).findings).toEqual([]);
  });
  expect(met).toBeGreaterThan(100);
  expect(interrupted).toBe(met);
});
