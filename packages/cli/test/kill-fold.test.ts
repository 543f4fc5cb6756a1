/**
 * Covers: F4, F5, L2, O2: `daybook fold --until-fits` that is killed leaves a record that verifies and replays, and the
 * next run of the same command ends at the ledger of an undisturbed one. Real processes, real SIGKILL.
 *
 * DAYBOOK_FOLD_KILLS says how many kills have to hit a run (60).
 */
import { copyFileSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Daybook, Message, ToldLedger } from '@daybook/core';
import { sqlite } from '@daybook/sqlite';
import { expect, it } from 'vitest';
import { newFolder } from './files.ts';
import { daybookOn } from './journal.ts';
import { daybook, type Ending, start } from './programs.ts';

const KILLS = Number(process.env.DAYBOOK_FOLD_KILLS ?? 60);
/** The talk fits neither: two appends for the first, one for the second. */
const WINDOWS = [6_000, 4_000];
const KILLS_OF_ONE_WINDOW = 6;
/** When a run is killed: at any moment, when the first byte is written, when an append has been. */
const MOMENTS = ['any', 'first', 'append'] as const;
const AT_ONCE = 2;
const HEADER_BYTES = 32;
const FOLDERS = 20;
const TIMEOUT_MS = 300_000;

it(
  `survives ${KILLS} kills in the middle of folds`,
  async () => {
    const folder = newFolder();
    const begun = await begin(folder);
    const undisturbed = copyOf(begun, folder, 'undisturbed');
    const expected: ToldLedger[] = [];
    const durationsMs: number[] = [];
    for (const window of WINDOWS) {
      const began = performance.now();
      expectFolded(await daybook(wordsOf(window), undisturbed));
      durationsMs.push(performance.now() - began);
      expected.push(await inFolder(undisturbed, ledgerOf));
    }
    expect(expected.map(({ folds }) => folds)).toEqual([4, 6]);

    const counts = { kills: 0, hits: 0, files: 0, unwritten: 0, partly: 0, whole: 0 };
    let isOver = false;
    const journey = async (): Promise<void> => {
      while (!isOver && counts.hits < KILLS) {
        const own = copyOf(begun, folder, `${counts.files++}`);
        for (const [at, window] of WINDOWS.entries()) {
          let folds = expected[at - 1]?.folds ?? 0;
          const { folds: all = 0 } = expected[at] ?? {};
          for (let kill = 0; kill < KILLS_OF_ONE_WINDOW && folds < all && counts.hits < KILLS; kill++) {
            counts.kills++;
            const moment = MOMENTS[kill % MOMENTS.length] ?? 'any';
            const isHit = await killed(own, window, moment, durationsMs[at] ?? 0);
            const before = folds;
            folds = (await inFolder(own, check)).folds;
            if (!isHit) continue;
            counts.hits++;
            counts[folds === before ? 'unwritten' : folds < all ? 'partly' : 'whole']++;
          }
          expectFolded(await daybook(wordsOf(window), own));
          expect(await inFolder(own, check)).toEqual(expected[at]);
        }
      }
    };
    // A journey that fails ends the others, and the files stay until they have ended.
    const journeys = Array.from({ length: AT_ONCE }, () => journey().finally(() => (isOver = true)));
    for (const { reason } of (await Promise.allSettled(journeys)).filter(isRejected)) throw reason;

    console.log(
      `${counts.kills} kills, ${counts.hits} of them hit a run, in ${counts.files} files: nothing written ` +
        `${counts.unwritten}, some folds ${counts.partly}, all folds ${counts.whole}`,
    );
    expect(counts.hits).toBeGreaterThanOrEqual(KILLS);
    // Many hit on both sides of an append.
    expect(Math.min(counts.unwritten, counts.partly + counts.whole)).toBeGreaterThan(KILLS / 10);
  },
  TIMEOUT_MS,
);

function wordsOf(window: number): readonly string[] {
  return ['fold', '--until-fits', '--window', `${window}`, '--json'];
}

function expectFolded({ exitCode, stdout, stderr }: Ending): void {
  expect([exitCode, stderr]).toEqual([0, '']);
  expect(['folded', 'below-threshold', 'target-unreachable']).toContain(JSON.parse(stdout).status);
}

/** @returns whether it still ran */
async function killed(
  folder: string,
  window: number,
  moment: (typeof MOMENTS)[number],
  durationMs: number,
): Promise<boolean> {
  const program = start('daybook', wordsOf(window), { cwd: folder });
  const kill = () => program.process.kill('SIGKILL');
  const least = moment === 'first' ? 1 : HEADER_BYTES + 1;
  const timer =
    moment === 'any'
      ? setTimeout(kill, Math.random() * durationMs)
      : setInterval(() => writtenBytes(folder) >= least && kill(), 1);
  const { signal, stdout, stderr } = await program.ended;
  clearTimeout(timer);
  expect(stderr).toBe('');
  return signal === 'SIGKILL' && stdout === '';
}

/** What stands in the file that SQLite writes ahead: its header first. */
function writtenBytes(folder: string): number {
  return statSync(join(folder, 'daybook.db-wal'), { throwIfNoEntry: false })?.size ?? 0;
}

/** A folder with a talk of many steps: 6,000 tokens that no fold covers yet. */
async function begin(folder: string): Promise<string> {
  const own = join(folder, 'begun');
  mkdirSync(own);
  await inFolder(own, async (journal) => {
    await journal.session({ session: 's' }).sync(Array.from({ length: FOLDERS }, (_, at) => turn(at)).flat());
  });
  return own;
}

function turn(at: number): Message[] {
  const say = (role: Message['role'], text: string): Message => ({ role, parts: [{ type: 'text', text }] });
  const steps = [0, 1, 2, 3].flatMap((step): Message[] => {
    const callId = `c${at}-${step}`;
    const input = { command: `check ${at}-${step}` };
    const output = [{ type: 'text' as const, text: `line of ${at}-${step}\n`.repeat(12) }];
    const status = (at + step) % 3 ? 'returned' : 'error';
    return [
      { role: 'assistant', parts: [{ type: 'tool-call', callId, name: 'run', input }] },
      { role: 'tool', parts: [{ type: 'tool-result', callId, status, output }] },
    ];
  });
  const request = `${at % 5 ? 'Look at' : 'Always keep'} folder ${at}.`;
  return [say('user', request), ...steps, say('assistant', `Folder ${at} holds ${at * 3} things.`)];
}

function copyOf(begun: string, folder: string, name: string): string {
  const own = join(folder, name);
  mkdirSync(own);
  copyFileSync(join(begun, 'daybook.db'), join(own, 'daybook.db'));
  return own;
}

async function inFolder<Made>(folder: string, work: (journal: Daybook) => Promise<Made>): Promise<Made> {
  const journal = await daybookOn(sqlite(join(folder, 'daybook.db')));
  try {
    return await work(journal);
  } finally {
    await journal.close();
  }
}

function ledgerOf(journal: Daybook): Promise<ToldLedger> {
  return journal.session({ session: 's' }).ledger();
}

/** The record verifies and replays, and holds every covered request word for word. */
async function check(journal: Daybook): Promise<ToldLedger> {
  expect((await journal.audit()).findings).toEqual([]);
  const session = journal.session({ session: 's' });
  const ledger = await ledgerOf(journal);
  const replayed = await session.replay();
  expect([replayed.differing, replayed.hash, replayed.folds]).toEqual([[], ledger.hash, ledger.folds]);
  for (const { pin, claim, citations, state } of ledger.facts) {
    if (pin) expect([state, claim]).toEqual(['active', (await session.read(citations[0]?.seq ?? -1)).text]);
  }
  return ledger;
}

function isRejected(settled: PromiseSettledResult<void>): settled is PromiseRejectedResult {
  return settled.status === 'rejected';
}
