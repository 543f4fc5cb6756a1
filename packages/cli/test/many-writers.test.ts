/**
 * Covers: F5 (for appends), J1, O1: sixteen processes write to one session at once. Nothing is lost, nothing stands
 * twice, and every loser of a race was told.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sqlite } from '@daybook/sqlite';
import { expect, it } from 'vitest';
import { newFile, newFolder } from './files.ts';
import { daybookOn, entriesOf, headsOf, importFile, openJournal, SALT } from './journal.ts';
import { branchedLog } from './logs.ts';
import { type Ending, type Program, start } from './programs.ts';

const PROCESSES = 16;
const MESSAGES = 12;
const TIMEOUT_MS = 180_000;

it(
  'sixteen processes say something to one session',
  async () => {
    const { path, gate } = files();
    const names = Array.from({ length: PROCESSES }, (_, index) => `process ${index}`);
    const endings = await together(
      names.map((name) => start('syncer', [path, name, `${MESSAGES}`, gate])),
      gate,
    );
    const printed = endings.map(({ stdout }) => stdout.trim().split('\n').slice(1));
    const tried = printed.flat().flatMap((line) => /^(\d+) (done|conflict)$/.exec(line)?.slice(1) ?? []);
    const attempts = tried.flatMap((word, index) => (index % 2 ? [] : [`${word} ${tried[index + 1]}`]));
    const done = attempts.filter((attempt) => attempt.endsWith('done'));
    const lost = attempts.filter((attempt) => attempt.endsWith('conflict'));
    console.log(`${done.length} appends, ${lost.length} lost races`);

    // The first message brings the genesis along.
    const ends = range(2, PROCESSES * MESSAGES + 1);
    expect(numbers(printed.flat(), /^said (\d+)$/)).toEqual(ends);
    expect(numbers(done, /^(\d+) done$/)).toEqual([0, ...ends.slice(0, -1)]);
    expect(lost.length).toBeGreaterThan(0);
    // Whoever lost had wanted to append where somebody else did.
    const taken = new Set(done.map((attempt) => attempt.split(' ')[0]));
    expect(lost.filter((attempt) => !taken.has(attempt.split(' ')[0]))).toEqual([]);

    const daybook = await daybookOn(sqlite(path));
    const entries = await entriesOf(daybook, 'shared');
    const texts = names.flatMap((name) => range(0, MESSAGES - 1).map((index) => `${name} says ${index}`));
    expect(
      entries
        .slice(1)
        .map(({ text }) => text)
        .toSorted(),
    ).toEqual(texts.toSorted());
    // What one process said stands in the order in which it was said.
    for (const name of names)
      expect(entries.filter(({ text }) => text.startsWith(`${name} `)).map(({ text }) => text)).toEqual(
        texts.filter((text) => text.startsWith(`${name} `)),
      );
    expect(await headsOf(daybook)).toHaveProperty('shared/main/main');
    expect((await daybook.audit()).findings).toEqual([]);
    await daybook.close();
  },
  TIMEOUT_MS,
);

it.each([
  ['with one salt', Buffer.from(SALT).toString('hex')],
  ['each with a salt of its own', ''],
])(
  'sixteen processes import the same log, %s: one complete copy',
  async (_, salt) => {
    const { path, gate } = files();
    const log = newFile('log.jsonl', branchedLog(60));
    const endings = await together(
      Array.from({ length: PROCESSES }, () => start('importer', [log, path, salt, gate])),
      gate,
    );
    const appended = numbers(
      endings.map(({ stdout }) => stdout.trim().split('\n').at(-1) ?? ''),
      /^done (\d+)$/,
    );
    const once = await openJournal();
    const { scope } = await importFile(once, log);
    const expected = await entriesOf(once, scope.session);
    const daybook = await daybookOn(sqlite(path));
    const entries = await entriesOf(daybook, scope.session);
    expect(appended.reduce((sum, count) => sum + count, 0)).toBe(expected.length);
    // Names of branches follow from the salt, so branches are compared by what stands on them.
    const said = (list: typeof entries) =>
      list
        .filter(({ seal }) => seal.kind !== 'event')
        .map(({ seq, text, scope: { lane } }) => `${lane} ${seq} ${text}`)
        .toSorted();
    expect(said(entries)).toEqual(said(expected));
    if (salt !== '') expect(await headsOf(daybook)).toEqual(await headsOf(once));
    expect((await importFile(daybook, log)).appended).toBe(0);
    expect((await daybook.audit()).findings).toEqual([]);
    await daybook.close();
  },
  TIMEOUT_MS,
);

function files(): { readonly path: string; readonly gate: string } {
  const folder = newFolder();
  return { path: join(folder, 'shared.db'), gate: join(folder, 'gate') };
}

/** Opens the gate when every process stands in front of it. */
async function together(programs: readonly Program[], gate: string): Promise<readonly Ending[]> {
  await Promise.all(programs.map(({ begun }) => begun));
  writeFileSync(gate, '');
  const endings = await Promise.all(programs.map(({ ended }) => ended));
  expect(endings.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual(programs.map(() => [0, '']));
  return endings;
}

function numbers(lines: readonly string[], pattern: RegExp): readonly number[] {
  return lines.flatMap((line) => pattern.exec(line)?.slice(1).map(Number) ?? []).toSorted((a, b) => a - b);
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
