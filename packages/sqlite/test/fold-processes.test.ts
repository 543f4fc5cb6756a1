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
const ROUNDS = 10;
const TIMEOUT_MS = 120_000;

/** A line of a process. */
interface Told {
  readonly word: string;
  readonly lane: string;
  readonly rest: readonly string[];
}

type Range = readonly [first: number, last: number];

/** What is asked of a cover's body. */
interface Cover {
  readonly event: 'fold';
  readonly fold: string;
  readonly manifest: {
    readonly covered: { readonly ranges: readonly Range[] };
    readonly cut: number;
    readonly left: readonly Range[];
  };
}

test(
  'eight processes fold one lane together, and each its own',
  async () => {
    const folder = newFolder();
    const [path, gate] = [join(folder, 'journal.db'), join(folder, 'gate')];
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
    await daybook.close();

    const count = (word: string, lane = 'common'): number =>
      told.filter((one) => one.word === word && one.lane === lane).length;
    const figures = ['said', 'fold', 'adopted', 'retired', 'refused', 'race', 'lost']
      .map((word) => `${word} ${count(word)}`)
      .join(', ');
    const own = names.reduce((sum, name) => sum + count('fold', name), 0);
    console.log(`common lane: ${figures}; lanes of their own: fold ${own}`);
    expect(count('said')).toBe(2 * PROCESSES * ROUNDS);
    for (const word of ['fold', 'adopted', 'retired', 'race']) expect(count(word)).toBeGreaterThan(1);
    expect(own).toBeGreaterThan(PROCESSES);
    // No view lacked what it was to answer, and none failed but by being late too often.
    const words = new Set(told.map(({ word }) => word));
    const known = ['ready', 'said', 'fold', 'adopted', 'retired', 'refused', 'race', 'lost'];
    expect([...words].filter((word) => !known.includes(word))).toEqual([]);
  },
  TIMEOUT_MS,
);

function toldIn(line: string): Told {
  const [word = '', lane = '', ...rest] = line.split(' ');
  return { word, lane, rest };
}

async function checkLane(daybook: Daybook, lane: string, all: readonly Told[]): Promise<void> {
  const session = daybook.session({ session: 'shared', lane });
  const { branches } = await session.status();
  expect(branches.filter(({ scope }) => scope.lane === lane)).toHaveLength(1);
  const told = (word: string) => all.filter((one) => one.word === word && one.lane === lane);
  const entries = await entriesOf(daybook, lane);
  for (const { rest } of told('said')) expect(entries[Number(rest[0])]?.text).toBe(rest.slice(1).join(' '));

  // Whoever was told of a fold made it, and each was told to one: the others made theirs from it, or gave up.
  const folds = entries.filter(({ body }) => isFold(body));
  const seqs = told('fold').map(({ rest }) => Number(rest[0]));
  expect(seqs.toSorted((a, b) => a - b)).toEqual(folds.map(({ seq }) => seq));
  expect(await session.replay()).toMatchObject({ folds: folds.length, differing: [] });

  const covers = folds.flatMap(({ body }) => (isFold(body) && body.fold === 'cover' ? [body.manifest] : []));
  const covered = covers.flatMap(({ covered: { ranges } }) => ranges.flatMap(seqsIn));
  const { cut = 0, left = [] } = covers.at(-1) ?? {};
  const open = new Set(left.flatMap(seqsIn));
  const expected = Array.from({ length: cut }, (_, seq) => seq).filter((seq) => !open.has(seq));
  expect(covered.toSorted((a, b) => a - b)).toEqual(expected);

  const retired = new Set<number>();
  for (const { rest } of told('retired')) {
    const [cited] = (await session.why(rest[0] ?? '')).fact.citations;
    expect(retired.has(cited?.seq ?? -1)).toBe(false);
    retired.add(cited?.seq ?? -1);
  }
  // What people wrote and folds cover is a pin, word for word, until somebody was told that it is retired.
  const { facts } = await session.ledger();
  const pins = new Map(facts.flatMap((fact) => (fact.pin ? [[fact.citations[0]?.seq, fact]] : [])));
  const written = covered.filter((seq) => entries[seq]?.seal.authority === 'user');
  for (const seq of written.filter((seq) => !retired.has(seq)))
    expect([seq, pins.get(seq)?.state, pins.get(seq)?.claim]).toEqual([seq, 'active', entries[seq]?.text]);
}

async function entriesOf(daybook: Daybook, lane: string): Promise<readonly ReadEntry[]> {
  const session = daybook.session({ session: 'shared', lane });
  const { revision } = (await session.status()).current;
  return Promise.all(Array.from({ length: revision }, (_, seq) => session.read(seq)));
}

function isFold(body: unknown): body is Cover {
  return (body as Cover).event === 'fold';
}

function seqsIn([first, last]: Range): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}
