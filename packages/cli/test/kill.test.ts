/**
 * Covers: J1, J8, O2: an import that is killed loses nothing that was acknowledged, leaves a record that verifies, and
 * the next import ends at the heads of an undisturbed one. Real processes, real SIGKILL.
 *
 * DAYBOOK_KILLS says how many kills have to hit an import that runs (200).
 */
import { join } from 'node:path';
import { sqlite } from '@daybook/sqlite';
import { expect, it } from 'vitest';
import { newFile, newFolder } from './files.ts';
import { daybookOn, headsOf, importFile, openJournal, SALT } from './journal.ts';
import { branchedLog } from './logs.ts';
import { start } from './programs.ts';

const KILLS = Number(process.env.DAYBOOK_KILLS ?? 200);
const KILLS_OF_ONE_FILE = 5;
const AT_ONCE = 2;
const LINES = 200;
const TIMEOUT_MS = 300_000;

/** Last acknowledged revision of each branch, and its entry. */
type Acknowledged = Map<string, { readonly revision: number; readonly entry: string }>;

it(
  `survives ${KILLS} kills in the middle of an import`,
  async () => {
    const log = newFile('log.jsonl', branchedLog(LINES));
    const undisturbed = await openJournal();
    await importFile(undisturbed, log);
    const heads = await headsOf(undisturbed);
    const folder = newFolder();
    const counts = { kills: 0, hits: 0, acknowledged: 0, files: 0 };
    let durationMs = await timeOf(log, join(folder, 'timed.db'));

    let isOver = false;
    const journey = async (): Promise<void> => {
      while (!isOver && counts.hits < KILLS) {
        const path = join(folder, `${counts.files++}.db`);
        const known: Acknowledged = new Map();
        for (let kill = 0; kill < KILLS_OF_ONE_FILE && counts.hits < KILLS; kill++) {
          const { isHit, ranMs } = await killed(log, path, Math.random() * durationMs, known);
          counts.kills++;
          if (isHit) counts.hits++;
          // It ended before it could be killed: the machine is faster than it was.
          else durationMs = Math.min(durationMs, ranMs);
          counts.acknowledged += await check(path, known);
        }
        const last = await daybookOn(sqlite(path));
        await importFile(last, log);
        expect(await headsOf(last)).toEqual(heads);
        expect((await last.audit()).findings).toEqual([]);
        await last.close();
      }
    };
    // A journey that fails ends the others, and the files stay until they have ended.
    const journeys = Array.from({ length: AT_ONCE }, () => journey().finally(() => (isOver = true)));
    for (const { reason } of (await Promise.allSettled(journeys)).filter(isRejected)) throw reason;

    console.log(
      `${counts.kills} kills, ${counts.hits} of them hit an import that ran; ${counts.files} files, ` +
        `${counts.acknowledged} acknowledged branch ends found again`,
    );
    expect(counts.hits).toBeGreaterThanOrEqual(KILLS);
    // Many hit after something was acknowledged, or nothing could have been lost.
    expect(counts.acknowledged).toBeGreaterThan(KILLS);
  },
  TIMEOUT_MS,
);

function isRejected(settled: PromiseSettledResult<void>): settled is PromiseRejectedResult {
  return settled.status === 'rejected';
}

async function killed(log: string, path: string, delayMs: number, known: Acknowledged) {
  const importer = start('importer', [log, path, Buffer.from(SALT).toString('hex')]);
  await importer.begun;
  const began = performance.now();
  const timer = setTimeout(() => importer.process.kill('SIGKILL'), delayMs);
  const { stdout, stderr, signal } = await importer.ended;
  clearTimeout(timer);
  expect(stderr).toBe('');
  for (const line of stdout.split('\n').slice(0, -1)) {
    const [lane, branch, revision, entry] = line.split(' ');
    if (entry !== undefined) known.set(`${lane} ${branch}`, { revision: Number(revision), entry });
  }
  return { isHit: signal === 'SIGKILL' && !stdout.includes('\ndone '), ranMs: performance.now() - began };
}

/** @returns how many branches were found to hold what was acknowledged */
async function check(path: string, known: Acknowledged): Promise<number> {
  const daybook = await daybookOn(sqlite(path));
  const { findings } = await daybook.audit();
  expect(findings).toEqual([]);
  for (const [name, { revision, entry }] of known) {
    const [lane = '', branch = ''] = name.split(' ');
    const held = await daybook.session({ session: 'made-up', lane, branch }).read(revision - 1);
    expect([name, held.entry]).toEqual([name, entry]);
  }
  await daybook.close();
  return known.size;
}

async function timeOf(log: string, path: string): Promise<number> {
  const importer = start('importer', [log, path]);
  await importer.begun;
  const began = performance.now();
  expect(await importer.ended).toMatchObject({ exitCode: 0, stderr: '' });
  return performance.now() - began;
}
