/** Covers: J1, J3, J4. Reads of a damaged file: what was recorded, or `tampered`; never anything else. */
import type { DatabaseSync } from 'node:sqlite';
import { type Daybook, isDaybookError, type SessionKey } from '@daybook/core';
import { describe, expect, it } from 'vitest';
import { INDEX_COLUMNS } from '../src/schema.ts';
import {
  type Change,
  type Column,
  changesOf,
  columnsOf,
  deleteRows,
  makeChange,
  rowidsOf,
  spread,
  tablesOf,
} from './tamper-changes.ts';
import { auditOf, codesOf, journalOfSession, opened, placesOf, tamperFile } from './tamper-file.ts';

const file = await tamperFile();

interface Spot {
  readonly tenant: string;
  readonly session: string;
  readonly lane: string;
  readonly branch: string;
  readonly seq: number;
}

/** Entries next to the beginning and the end of every branch, shared ones included. */
const spots = file.database
  .prepare(
    `SELECT s.tenant, s.session, b.lane, b.branch, n.value AS seq
     FROM branches AS b JOIN sessions AS s ON s.id = b.session_id JOIN json_each(?) AS n
       ON n.value < b.revision AND n.value >= b.fork_revision - 2
         AND (n.value < b.fork_revision + 2 OR n.value >= b.revision - 2) ORDER BY b.id, n.value`,
  )
  .all(JSON.stringify([...Array(40).keys()])) as unknown as Spot[];

const sessions = file.database
  .prepare('SELECT tenant, session FROM sessions ORDER BY id')
  .all() as unknown as SessionKey[];

/** Text of each, or the code with which its read was refused. */
async function readAll(daybook: Daybook): Promise<string[]> {
  const texts: string[] = [];
  for (const { seq, ...scope } of spots)
    texts.push(await orCode(daybook.session(scope).read(seq), ({ text }) => `text ${text}`));
  return texts;
}

/** Every export, or the code with which it was refused. */
async function exportAll(daybook: Daybook): Promise<string[]> {
  const exports: string[] = [];
  for (const session of sessions)
    exports.push(await orCode(journalOfSession(daybook.session(session)), (lines) => lines));
  return exports;
}

async function orCode<Result>(promise: Promise<Result>, text: (result: Result) => string): Promise<string> {
  return promise.then(text, (error: unknown) => {
    if (isDaybookError(error)) return error.code;
    throw error;
  });
}

async function everything(daybook: Daybook): Promise<{ texts: string[]; exports: string[] }> {
  return { texts: await readAll(daybook), exports: await exportAll(daybook) };
}

const sound = await opened(
  file.damage(() => {}),
  everything,
);

interface Differing {
  /** What was not read as it was recorded: the code, or `other text`. */
  readonly reads: readonly { readonly spot: Spot; readonly got: string }[];
  /** What was not exported as it was recorded: the code, or `other lines`. */
  readonly exports: readonly string[];
}

async function differing(path: string): Promise<Differing> {
  const { texts, exports } = await opened(path, everything);
  return {
    reads: spots.flatMap((spot, at) => {
      const got = texts[at] as string;
      return got === sound.texts[at] ? [] : [{ spot, got: got.startsWith('text') ? 'other text' : got }];
    }),
    exports: exports
      .filter((lines, at) => lines !== sound.exports[at])
      .map((lines) => (lines.startsWith('{') ? 'other lines' : lines)),
  };
}

/** Columns that say where rows are: behind a changed one a whole branch may be gone from its session. */
const MOVING = [
  'sessions.id',
  'sessions.tenant',
  'sessions.session',
  'branches.id',
  'branches.session_id',
  'branches.lane',
  'branches.branch',
];

/** Columns that no read needs: the audit compares them. */
const NOT_READ = ['branches.head_entry', 'branches.frontier', 'entries.node'];

/** The nodes inside a branch, which no fork needs. */
const NOT_EXPORTED = ['entries.node'];

/** Tables of which a changed row takes its own entry along. */
const OWN_ENTRY = ['entries', 'bodies'];

it('the sound file is read whole', () => {
  expect(sound.texts.filter((text) => !text.startsWith('text'))).toEqual([]);
  expect(sound.exports.filter((lines) => !lines.startsWith('{'))).toEqual([]);
});

/** Rows that a read of an entry needs: texts that a fold names are read by exports and audits alone. */
function readRows(table: string): number[] {
  const texts = file.database
    .prepare(`SELECT rowid AS at FROM bodies WHERE instr(CAST(bytes AS TEXT), '"kind":"derived"') > 0`)
    .all()
    .map(({ at }) => at);
  return rowidsOf(file.database, table).filter((rowid) => table !== 'bodies' || !texts.includes(rowid));
}

describe('a changed value', () => {
  const columns = tablesOf(file.database).flatMap((table) => columnsOf(file.database, table));
  const covered = columns.filter(({ table, name }) => !INDEX_COLUMNS[table]?.includes(name));

  it.each(covered.map((column) => [`${column.table}.${column.name}`, column] as const))(
    '%s',
    async (name, column) => {
      const rowids = readRows(column.table);
      for (const change of changesOf(file.database, column, spread(rowids, 2))) {
        const { reads, exports } = await differing(file.damage((database) => makeChange(database, change)));
        const moved = MOVING.includes(name);
        const absent = moved || name === 'branches.revision' ? ['not-found'] : [];
        const wrong = [
          ...reads.map(({ got }) => got).filter((got) => !['tampered', ...absent].includes(got)),
          ...exports.filter((got) => got !== 'tampered' && !moved),
        ];
        expect(wrong, told(change)).toEqual([]);
        if (NOT_READ.includes(name)) expect(reads).toEqual([]);
        else if (OWN_ENTRY.includes(column.table)) expect(reads.length, told(change)).toBeGreaterThan(0);
        if (!NOT_EXPORTED.includes(name)) expect(exports.length, told(change)).toBeGreaterThan(0);
      }
    },
  );
});

describe.each(OWN_ENTRY)('a deleted row of %s', (table) => {
  it('makes its entry unreadable', async () => {
    for (const rowid of spread(readRows(table), 12)) {
      const places = placesOf(file.database, table, rowid);
      expect(places.length).toBeGreaterThan(0);
      const path = file.damage((database) => deleteRows(database, table, [rowid]));
      const reads = await opened(path, (daybook) =>
        Promise.all(
          places.map(({ entry = '', session = '', ...scope }) =>
            orCode(daybook.session({ ...scope, session }).read(Number(entry.slice(1))), () => 'read'),
          ),
        ),
      );
      expect(reads).toEqual(places.map(() => 'tampered'));
    }
  });
});

it('a text that a fold names, deleted or changed, ends the export and no read', async () => {
  const texts = rowidsOf(file.database, 'bodies').filter((rowid) => !readRows('bodies').includes(rowid));
  expect(texts.length).toBeGreaterThan(3);
  const [column] = columnsOf(file.database, 'bodies').filter(({ name }) => name === 'bytes');
  for (const rowid of texts) {
    const edits = changesOf(file.database, column as Column, [rowid]).map(
      (change) => (database: DatabaseSync) => makeChange(database, change),
    );
    for (const edit of [...edits, (database: DatabaseSync) => deleteRows(database, 'bodies', [rowid])])
      expect(await differing(file.damage(edit))).toEqual({ reads: [], exports: ['tampered'] });
  }
});

it('a sibling as parent, which shares the same entries, is not exported', async () => {
  const siblings = file.database
    .prepare(
      `SELECT a.id, b.branch AS sibling FROM branches AS a JOIN branches AS b
       ON b.session_id = a.session_id AND b.lane = a.lane AND b.fork_revision = a.fork_revision
       WHERE a.id <> b.id AND a.parent = b.parent`,
    )
    .all();
  expect(siblings.length).toBeGreaterThan(1);
  for (const { id, sibling } of siblings) {
    const path = file.damage((database) =>
      database.prepare('UPDATE branches SET parent = ? WHERE id = ?').run(sibling as string, id as number),
    );
    expect((await differing(path)).exports).toEqual(['tampered']);
    expect(codesOf(await auditOf(path))).toBe('fork-mismatch');
  }
});

it("a fork moved along its parent shows none of the parent's entries as its own", async () => {
  const forks = file.database.prepare('SELECT id FROM branches WHERE parent IS NOT NULL').all();
  let refused = 0;
  for (const { id } of forks)
    for (const by of [-1, 1, 2]) {
      const path = file.damage((database) =>
        database
          .prepare('UPDATE branches SET fork_revision = fork_revision + ? WHERE id = ?')
          .run(by, id as number),
      );
      const { reads, exports } = await differing(path);
      expect(reads.filter(({ got }) => got !== 'tampered')).toEqual([]);
      expect(exports).toEqual(['tampered']);
      refused += reads.length;
    }
  expect(refused).toBeGreaterThan(3 * forks.length);
});

describe('a number that no record has', () => {
  const columns = columnsOf(file.database, 'branches').filter(({ type }) => type === 'INTEGER');
  const numbers = [2n ** 53n - 1n, 2n ** 62n, -(2n ** 62n)];
  const counts = columns.filter(({ isKey, name }) => !isKey && name !== 'touched');

  it.each(counts)('in branches.$name ends status and export', async (column) => {
    for (const value of numbers) {
      const path = file.damage((database) =>
        makeChange(database, { kind: 'number', column, rowid: 2, value }),
      );
      const { status, exports } = await opened(path, async (daybook) => ({
        status: await orCode(daybook.session({ session: 'garden' }).status(), () => 'done'),
        exports: await exportAll(daybook),
      }));
      expect(['done', 'tampered']).toContain(status);
      const isIndex = INDEX_COLUMNS.branches?.includes(column.name);
      expect(exports[0]).toBe(isIndex ? sound.exports[0] : 'tampered');
    }
  });
});

function told({ kind, rowid }: Change): string {
  return `${kind}, row ${rowid}`;
}
