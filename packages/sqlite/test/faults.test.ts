/**
 * Covers: F5, J8. The file after a fault at any operation: what the next process finds is sound, holds what was told,
 * and the same calls complete it. (Other pieces of work are in testkit, over the store in memory.)
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Daybook, isDaybookError, LOG_START, noClock, openDaybook } from '@daybook/core';
import type { Store } from '@daybook/core/store';
import { everyFault } from '@daybook/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { sqlite } from '../src/index.ts';
import { say } from './tamper-journal.ts';

const SALT = new Uint8Array(32).fill(9);
const FIRST = [say('system', 'Be brief.'), say('user', 'Is it shut?')];
const SECOND = [...FIRST, say('assistant', 'It is.'), say('user', 'Sure?')];

/** Heads by branch that the caller is told of. */
type Told = Record<string, string>;

/** A first call with its answer, more words, an edit, a log, and the restored export of another daybook. */
async function work(store: Store, exported: readonly string[], told: Told = {}): Promise<void> {
  const daybook = await openDaybook({ store, salt: SALT, clock: noClock });
  const session = daybook.session({ session: 's' });
  const call = await session.sync(FIRST);
  told['s/main'] = call.head ?? '';
  await call.report({ answer: say('assistant', 'It is.'), usage: { input: 9, output: 2 } });
  await session.sync(SECOND);
  await session.sync([...SECOND.slice(0, 3), say('user', 'Open it.')]);
  Object.assign(told, await headsIn(daybook));
  await daybook.session({ session: 'log' }).record(
    SECOND.map((message) => ({ message })),
    LOG_START,
  );
  await daybook.restore(parsed(exported));
}

async function headsIn(daybook: Daybook): Promise<Told> {
  const heads: Told = {};
  for (const key of await daybook.sessions())
    for (const { scope, head } of (await daybook.session(key).status()).branches)
      heads[`${scope.session}/${scope.branch}`] = head;
  return heads;
}

async function* parsed(lines: readonly string[]) {
  for (const line of lines) yield JSON.parse(line);
}

async function exportOf(path: string): Promise<string[]> {
  const daybook = await openDaybook({ store: sqlite(path), salt: SALT, clock: noClock });
  const session = daybook.session({ session: 'elsewhere' });
  await session.sync(SECOND);
  await session.sync([...FIRST, say('assistant', 'It is.'), say('user', 'Open it.')]);
  const lines: string[] = [];
  for await (const line of session.export()) lines.push(line);
  await daybook.close();
  return lines;
}

it('is completed by the next process, whatever operation was the last', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-faults-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  let files = 0;
  let path = '';
  const open = (): Store => {
    path = join(folder, `${++files}.db`);
    return sqlite(path, { durability: 'normal' });
  };
  const exported = await exportOf(join(folder, 'elsewhere.db'));
  const undisturbed = open();
  await work(undisturbed, exported);
  const heads = await headsIn(await openDaybook({ store: undisturbed }));
  await undisturbed.close();
  const met = await everyFault(open, async (store, { kind }) => {
    if (kind === 'fail') return;
    const told: Told = {};
    await work(store, exported, told).catch((error) => {
      if (!isDaybookError(error, 'store-unavailable')) throw error;
    });
    // The process ends here: the next one has nothing but the file.
    await store.inner.close();
    const next = sqlite(path, { durability: 'normal' });
    const daybook = await openDaybook({ store: next, salt: SALT, clock: noClock });
    expect(await daybook.audit()).toMatchObject({ ok: true });
    for (const head of Object.values(told)) expect((await daybook.audit({ head })).findings).toEqual([]);
    await work(next, exported);
    expect(await headsIn(daybook)).toEqual(heads);
    expect(await daybook.audit()).toMatchObject({ ok: true });
    await daybook.close();
  });
  console.log(`sqlite: ${met} faults`);
  expect(met).toBeGreaterThan(2 * 20);
});
