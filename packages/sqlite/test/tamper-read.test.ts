/** Covers: J1, J3, J4. Reads of a damaged file: what was recorded, or `tampered`; never anything else. */
import { type Daybook, isDaybookError } from '@daybook/core';
import { describe, expect, it } from 'vitest';
import { INDEX_COLUMNS } from '../src/schema.ts';
import {
  type Change,
  changesOf,
  columnsOf,
  deleteRows,
  makeChange,
  rowidsOf,
  spread,
  tablesOf,
} from './tamper-changes.ts';
import { isAbout, opened, placesOf, tamperFile } from './tamper-file.ts';

const ROWS = 2;

const file = await tamperFile();

interface Spot {
  readonly tenant: string;
  readonly session: string;
  readonly lane: string;
  readonly branch: string;
  readonly seq: number;
}

/** Every own entry of every branch, and the shared ones next to each fork. */
const spots = file.database
  .prepare(
    `SELECT s.tenant, s.session, b.lane, b.branch, n.value AS seq
     FROM branches AS b JOIN sessions AS s ON s.id = b.session_id JOIN json_each(?) AS n
       ON n.value < b.revision AND n.value >= b.fork_revision - 2 ORDER BY b.id, n.value`,
  )
  .all(JSON.stringify([...Array(40).keys()])) as unknown as Spot[];

/** Text of each, or the code with which its read was refused. */
async function readAll(daybook: Daybook): Promise<string[]> {
  const texts: string[] = [];
  for (const { seq, ...scope } of spots) {
    const read = daybook.session(scope).read(seq);
    texts.push(
      await read.then(
        ({ text }) => `text ${text}`,
        (error: unknown) => {
          if (isDaybookError(error)) return error.code;
          throw error;
        },
      ),
    );
  }
  return texts;
}

const sound = await opened(
  file.damage(() => {}),
  readAll,
);

/** Codes of what was not read as it was recorded. */
async function refusals(path: string): Promise<{ readonly spot: Spot; readonly got: string }[]> {
  const texts = await opened(path, readAll);
  return spots.flatMap((spot, at) => {
    const got = texts[at] as string;
    return got === sound[at] ? [] : [{ spot, got: got.startsWith('text') ? 'other text' : got }];
  });
}

/** Columns that say where rows are: behind a changed one there may be nothing of the name. */
const NAMES = ['sessions.id', 'sessions.tenant', 'sessions.session', 'branches.id', 'branches.session_id'];
const MAY_BE_ABSENT = new Set([...NAMES, 'branches.lane', 'branches.branch', 'branches.revision']);

/** Columns that no read needs: the audit compares them. */
const NOT_READ = ['branches.head_entry', 'branches.frontier', 'entries.node'];

/** Tables of which a changed row takes its own entry along. */
const OWN_ENTRY = ['entries', 'bodies'];

it('the sound file is read whole', () => {
  expect(sound.filter((text) => !text.startsWith('text'))).toEqual([]);
});

describe('a changed value', () => {
  const columns = tablesOf(file.database).flatMap((table) => columnsOf(file.database, table));
  const covered = columns.filter(({ table, name }) => !INDEX_COLUMNS[table]?.includes(name));

  it.each(covered.map((column) => [`${column.table}.${column.name}`, column] as const))(
    '%s',
    async (name, column) => {
      const rowids = spread(rowidsOf(file.database, column.table), ROWS);
      for (const change of changesOf(file.database, column, rowids)) {
        const found = await refusals(file.damage((database) => makeChange(database, change)));
        const codes = MAY_BE_ABSENT.has(name) ? ['tampered', 'not-found'] : ['tampered'];
        expect(
          found.map(({ got }) => got).filter((got) => !codes.includes(got)),
          told(change),
        ).toEqual([]);
        if (NOT_READ.includes(name)) expect(found).toEqual([]);
        else if (OWN_ENTRY.includes(column.table)) expect(found.length, told(change)).toBeGreaterThan(0);
      }
    },
  );
});

describe.each(OWN_ENTRY)('a deleted row of %s', (table) => {
  it('makes its entry unreadable', async () => {
    for (const rowid of spread(rowidsOf(file.database, table), 12)) {
      const places = placesOf(file.database, table, rowid);
      const found = await refusals(file.damage((database) => deleteRows(database, table, [rowid])));
      expect(new Set(found.map(({ got }) => got))).toEqual(new Set(['tampered']));
      const own = found.filter(({ spot: { seq, ...scope } }) =>
        isAbout({ code: 'entry-missing', scope, entry: `e${seq}`, detail: '' }, places),
      );
      expect(own).toHaveLength(places.length);
    }
  });
});

function told({ kind, rowid }: Change): string {
  return `${kind}, row ${rowid}`;
}
