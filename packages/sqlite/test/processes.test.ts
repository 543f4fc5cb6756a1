/**
 * Covers: F5 (for appends: of rivals one wins, and nobody's entries are lost), O1 (many processes, one file).
 */
import type { Append, BranchRow } from '@daybook/core/store';
import { expect, test } from 'vitest';
import { sqlite } from '../src/index.ts';
import { newFolder, newPath } from './files.ts';
import { startOpener, startWorker } from './processes.ts';
import { changeOf, scopeOf } from './rows.ts';

const SCOPE = scopeOf();
const TIMEOUT_MS = 60_000;

test('of two handles that saw the same branch one appends and the other is told', async () => {
  const path = newPath();
  const left = sqlite(path);
  const right = sqlite(path);
  let expected: BranchRow | null = null;
  for (let round = 0; round < 20; round++) {
    const changes: Append[] = [
      changeOf(SCOPE, expected, { label: 'left' }),
      changeOf(SCOPE, expected, { label: 'right' }),
    ];
    const [first = left, second = right] = round % 2 ? [left, right] : [right, left];
    const answers = await Promise.all(changes.map((change, at) => (at ? second : first).append(change)));
    expect(answers.toSorted()).toEqual(['conflict', 'done']);
    const winner: Append | undefined = changes[answers.indexOf('done')];
    expected = winner?.next ?? null;
    expect(await left.entries(SCOPE, round, round + 2)).toEqual(winner?.entries);
    expect(await right.branches(SCOPE)).toEqual([expected]);
  }
  await left.close();
  await right.close();
});

test(
  'four processes append to one branch of a file that none of them finds: no gap, no duplicate',
  async () => {
    const path = newPath();
    const workers = ['a', 'b', 'c', 'd'].map((name) => startWorker(path, name, 40));
    const endings = await Promise.all(workers.map((worker) => worker.ended));
    expect(endings.map((ending) => ending.errors)).toEqual(['', '', '', '']);
    const acknowledged = endings.flatMap((ending) => ending.lines.map((line) => Number(line.split(' ')[1])));
    expect(acknowledged.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 160 }, (_, at) => at + 1));
    const store = sqlite(path);
    const entries = await store.entries(SCOPE, 0, 1000);
    expect(entries.map((entry) => entry.seq)).toEqual(Array.from({ length: 160 }, (_, at) => at));
    expect(await store.groups(SCOPE, 0, 1000)).toHaveLength(160);
    expect(await store.strays()).toEqual([]);
    await store.close();
  },
  TIMEOUT_MS,
);

test(
  'processes that make the same new file at the same moment all have it open afterwards',
  async () => {
    const folder = newFolder();
    const start = Date.now() + 600;
    const openers = Array.from({ length: 4 }, () => startOpener(folder, 40, start));
    const endings = await Promise.all(openers.map((opener) => opener.ended));
    expect(endings.map((ending) => [ending.exitCode, ending.errors])).toEqual(Array(4).fill([0, '']));
  },
  TIMEOUT_MS,
);

test(
  'a process that is killed leaves every acknowledged append and nothing half-done',
  async () => {
    const path = newPath();
    const worker = startWorker(path, 'killed', 100_000);
    worker.process.stdout?.once('data', () => setTimeout(() => worker.process.kill('SIGKILL'), 100));
    const { lines } = await worker.ended;
    const store = sqlite(path);
    const [branch] = await store.branches(SCOPE);
    const entries = await store.entries(SCOPE, 0, 200_000);
    expect(branch?.revision).toBeGreaterThanOrEqual(lines.length);
    expect(lines.length).toBeGreaterThan(0);
    expect(entries).toHaveLength(branch?.revision ?? -1);
    expect(entries.at(-1)?.id).toBe(branch?.headEntry);
    expect(await store.groups(SCOPE, 0, 200_000)).toHaveLength(branch?.revision ?? -1);
    expect(await store.append(changeOf(SCOPE, branch ?? null, { label: 'next' }))).toBe('done');
    await store.close();
  },
  TIMEOUT_MS,
);

test(
  'a process whose files may not grow fails, and what it had appended is whole',
  async () => {
    const path = newPath();
    const { lines, exitCode, errors } = await startWorker(path, 'limited', 100_000, 400).ended;
    expect(exitCode).toBe(1);
    expect(errors).toContain("code: 'store-unavailable'");
    expect(lines.length).toBeGreaterThan(0);
    const store = sqlite(path);
    const [branch] = await store.branches(SCOPE);
    expect(branch?.revision).toBe(lines.length);
    expect(await store.entries(SCOPE, 0, 200_000)).toHaveLength(lines.length);
    expect(await store.append(changeOf(SCOPE, branch ?? null, { label: 'next' }))).toBe('done');
    await store.close();
  },
  TIMEOUT_MS,
);
