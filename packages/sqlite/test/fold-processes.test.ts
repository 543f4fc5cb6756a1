/**
 * Covers: F3, F4, F5, L2, O1: eight processes fold one session of one file at once, each its own lane, and all of them
 * one lane. Every fold is somebody's, coverage has no gap and no overlap, and no pin is lost.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDaybook, type Session } from '@daybook/core';
import { expect, test } from 'vitest';
import { sqlite } from '../src/index.ts';
import { newFolder } from './files.ts';
import { startFoldWorker } from './processes.ts';

const PROCESSES = 8;
const ROUNDS = Number(process.env.ROUNDS ?? 8);
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
    for (const e of endings) if (e.errors) console.log(e.errors.slice(0, 3000));
    const told = endings.flatMap(({ lines }) => lines.map((line) => line.split(' ')));
    const counts: Record<string, number> = {};
    for (const [word = '', lane = ''] of told) counts[`${word} ${/worker/.test(lane) ? 'own' : lane === 'common' || ['failure','nothing', 'conflict'].includes(word) ? lane : ''}`] = (counts[`${word} ${/worker/.test(lane) ? 'own' : lane === 'common' || ['failure','nothing', 'conflict'].includes(word) ? lane : ''}`] ?? 0) + 1;
    console.log(counts);
    console.log(told.filter(([w]) => w === 'failure' || w === 'unseen').map((w) => w.join(' ')).join('\n'));
    const fs = told.filter(([w, l]) => w === 'fold' && l === 'common').map((w) => w[2]).toSorted();
    console.log('duplicates', fs.filter((x, i) => fs.indexOf(x) !== i));
    const daybook = await openDaybook({ store: sqlite(path) });
    console.log((await daybook.audit()).findings, await daybook.session({ session: 'shared', lane: 'common' }).replay());
    console.log((await daybook.session({ session: 'shared', lane: 'common' }).status()).branches.map((b) => [b.scope.lane, b.scope.branch, b.revision].join(' ')));
    await daybook.close();
    expect(endings.map(({ exitCode, errors }) => [exitCode, errors])).toEqual(names.map(() => [0, '']));
  },
  TIMEOUT_MS,
);
