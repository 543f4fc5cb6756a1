/**
 * Covers: O2 (import): memory does not grow with the log.
 *
 * A process that keeps 256 MB at most imports a small and a large log; the most memory that it took is compared. The
 * collector's nursery is kept small: left alone it grows with the rate of garbage, whatever is kept.
 */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newFolder } from './files.ts';
import { writeLongDocument, writeLongLog } from './logs.ts';
import { start } from './programs.ts';

const MEGABYTE = 1_000_000;
const SMALL = 10;
const LARGE = 100;
const LIMITS = ['--max-old-space-size=256', '--max-semi-space-size=8'];
/** Ten times the log may take half as much again: a place for each message, and what one run differs from another. */
const MOST_GROWTH = 1.5;
const TIMEOUT_MS = 300_000;

it.each([
  ['a log of lines', 'log.jsonl', writeLongLog],
  ['a document on one line', 'log.json', writeLongDocument],
])(
  '%s',
  async (kind, name, writeLog) => {
    const peakOf = async (megabytes: number): Promise<number> => {
      const folder = newFolder();
      const log = join(folder, name);
      writeLog(log, megabytes * MEGABYTE);
      const { ended } = start('importer', [log, join(folder, 'one.db')], { flags: LIMITS });
      const { exitCode, stdout, stderr } = await ended;
      expect([exitCode, stderr]).toEqual([0, '']);
      expect(Number(/^done (\d+)$/m.exec(stdout)?.[1])).toBeGreaterThan(megabytes * 40);
      return Number(/^peak (\d+)$/m.exec(stdout)?.[1]);
    };
    const [small, large] = [await peakOf(SMALL), await peakOf(LARGE)];
    const growth = large / small;
    console.log(
      `${kind}: ${SMALL} MB took ${Math.round(small / MEGABYTE)} MB of memory, ` +
        `${LARGE} MB took ${Math.round(large / MEGABYTE)}: ${growth.toFixed(2)} times`,
    );
    expect(growth).toBeLessThan(MOST_GROWTH);
  },
  TIMEOUT_MS,
);
