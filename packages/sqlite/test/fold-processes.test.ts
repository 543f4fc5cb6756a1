/**
 * Covers: F3, F4, F5, L2, O1: eight processes fold one session of one file at once, each its own lane, and all of them
 * one lane. Every fold is somebody's and nobody else's, coverage has no gap and no overlap, and no pin is lost.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Daybook, openDaybook, type ReadEntry } from '@daybook/core';
import { expect, test } from 'vitest';
import { sqlite } from '../src/index.ts';
import { newFolder } from './files.ts';
import { startFoldWorker } from './processes.ts';

const PROCESSES = 8;
const ROUNDS = 8;
const TIMEOUT_MS = 120_000;

test(
  'eight processes fold one lane together, and each its own',
  async () => {
    const folder = newFolder();
    const path = join(folder, 'journal.db');
    const gate = join(folder, 'gate');
    const names = Array.from({ length: PROCESSES }, (_, at) => `worker-${at}`);
    const workers = names.map((name) => startFoldWorker(path, name, ROUNDS, gate));
    await Promise.all(workers.map(({ begun }) => begun));
    writeFileSync(gate, '');
    const endings = await Promise.all(workers.map(({ ended }) => ended));
    expect(endings.map(({ exitCode, errors }) => [exitCode, errors])).toEqual(names.map(() => [0, '']));
    const told = endings.flatMap(({ lines }) => lines.map(toldIn));

    const daybook = await openDaybook({ store: sqlite(path) });
    expect((await daybook.audit()).findings).toEqual([]);
    for (const lane of ['common', ...names]) await checkLane(daybook, lane, told);
    const common = await entriesOf(daybook, 'common');
    const { facts, folds } = await daybook.session({ session: 'shared', lane: 'common' }).ledger();

    // Pins: each request once, word for word, and in force unless somebody was told that it is retired.
    const requests = told.filter(({ word, text }) => word === 'said' && text.includes('look at shelf'));
    expect(requests).toHaveLength(PROCESSES * ROUNDS);
    await daybook.close();
    const count = (word: string, lane?: string) => told.filter((one) => one.word === word && (!lane || one.lane === lane)).length;
    const ad = common.filter((e: any) => e.body.event === 'adopted').map((e: any) => `${e.body.fold.seq}`);
    console.log('adoptions', ad.length, 'twice', ad.filter((x, i) => ad[i - 1] === x));
    console.log(folds, facts.length, count('race', 'common'), 'conf', count('conflict'), count('retired'), count('refused'), count('unseen'), count('failure'), told.filter(t => t.word === 'failure' || t.word === 'unseen'));
  },
  TIMEOUT_MS,
);

interface Told {
  readonly word: string;
  readonly lane: string;
  readonly seq: number;
  readonly text: string;
}

function toldIn(line: string): Told {
  const [word = '', lane = '', seq = '', ...rest] = line.split(' ');
  return { word, lane, seq: Number(seq), text: rest.join(' ') };
}

async function entriesOf(daybook: Daybook, lane: string): Promise<readonly ReadEntry[]> {
  const session = daybook.session({ session: 'shared', lane, branch: 'main' });
  const { revision } = (await session.status()).current;
  return Promise.all(Array.from({ length: revision }, (_, seq) => session.read(seq)));
}

async function checkLane(daybook: Daybook, lane: string, all: readonly Told[]): Promise<void> {
  const told = all.filter((one) => one.lane === lane);
  const entries = await entriesOf(daybook, lane);
  const session = daybook.session({ session: 'shared', lane });
  // Whoever was told of a fold made it, and every fold was told of once: the others were told that they lost.
  const folds = entries.filter(({ body }) => 'event' in body && body.event === 'fold');
  expect(told.filter(({ word }) => word === 'fold').map(({ seq }) => seq).toSorted((a, b) => a - b)).toEqual(
    folds.map(({ seq }) => seq),
  );
  expect(await session.replay()).toMatchObject({ folds: folds.length, differing: [] });
  void session;
}
