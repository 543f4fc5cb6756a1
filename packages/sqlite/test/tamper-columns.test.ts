/** Covers: J8, J1, J2, J4, J5. Every column of every table, read from the schema: a changed value is named. */
import type { FindingCode } from '@daybook/core';
import { afterAll, describe, expect, it } from 'vitest';
import { INDEX_COLUMNS } from '../src/schema.ts';
import {
  type Change,
  type Column,
  changesOf,
  columnsOf,
  makeChange,
  rowidsOf,
  spread,
  tablesOf,
} from './tamper-changes.ts';
import { auditOf, codesOf, isAbout, placesOf, tamperFile } from './tamper-file.ts';

function isIndexColumn({ table, name }: Column): boolean {
  return INDEX_COLUMNS[table]?.includes(name) ?? false;
}

/** What a change of the column is named, at the place that its row is about. Of any other column: by any code. */
const CODES: Readonly<Record<string, readonly FindingCode[]>> = {
  'sessions.id': ['genesis-missing', 'scope-mismatch'],
  'sessions.tenant': ['scope-mismatch'],
  'sessions.session': ['scope-mismatch'],
  'sessions.salt': ['salt-mismatch'],
  'branches.id': ['entry-missing', 'scope-mismatch', 'parent-missing'],
  'branches.session_id': ['genesis-missing', 'scope-mismatch', 'parent-missing', 'stray-row'],
  'branches.lane': ['scope-mismatch', 'parent-missing'],
  'branches.branch': ['scope-mismatch', 'parent-missing'],
  'branches.parent': ['parent-missing', 'fork-mismatch', 'predecessor-mismatch'],
  'branches.fork_revision': ['fork-mismatch', 'entry-missing', 'predecessor-mismatch'],
  'branches.revision': ['revision-mismatch'],
  'branches.head_entry': ['head-entry-mismatch'],
  'branches.frontier': ['frontier-mismatch'],
  'entries.branch_id': ['entry-missing'],
  'entries.seq': ['entry-missing'],
  'entries.id': ['entry-id-mismatch'],
  'entries.seal': ['entry-id-mismatch'],
  'entries.node': ['node-mismatch'],
  // The first row is the body of an entry, the last one a text that a fold names.
  'bodies.session_id': ['body-missing', 'text-missing'],
  'bodies.content_id': ['body-missing', 'text-missing'],
  'bodies.bytes': ['body-mismatch', 'text-mismatch'],
};

const file = await tamperFile();
const unnoticed = new Set<string>();
let changes = 0;

/** What is wrong with the audit after a change; undefined when it is named as it should be. */
async function faultOf(change: Change): Promise<string | undefined> {
  const { column, kind, rowid } = change;
  const name = `${column.table}.${column.name}`;
  const before = placesOf(file.database, column.table, rowid);
  let after = before;
  const path = file.damage((database) => {
    makeChange(database, change);
    // A row that was given another name may be named by either.
    if (column.table === 'sessions' || column.table === 'branches')
      after = placesOf(database, column.table, column.isRowid ? Number(change.value) : rowid);
  });
  const report = await auditOf(path);
  changes++;
  if (report.ok) unnoticed.add(name);
  const expected = CODES[name];
  if (!expected) return undefined;
  const named = report.findings.some(
    (finding) =>
      expected.includes(finding.code) &&
      (finding.code === 'stray-row' || isAbout(finding, [...before, ...after])),
  );
  return named ? undefined : `${name} ${kind} (row ${rowid}): ${codesOf(report)}`;
}

describe('a changed value is named', () => {
  for (const table of tablesOf(file.database))
    for (const column of columnsOf(file.database, table))
      it(`${table}.${column.name}`, async () => {
        const rowids = spread(
          rowidsOf(file.database, table),
          isIndexColumn(column) ? 1 : table === 'branches' ? 3 : 2,
        );
        const made = changesOf(file.database, column, rowids);
        expect(made.length).toBeGreaterThanOrEqual(rowids.length);
        const faults: (string | undefined)[] = [];
        for (const change of made) faults.push(await faultOf(change));
        expect(faults.filter(Boolean)).toEqual([]);
      });

  it('and only index data can be changed unnoticed', () => {
    const index = Object.entries(INDEX_COLUMNS).flatMap(([table, names]) =>
      names.map((name) => `${table}.${name}`),
    );
    expect([...unnoticed].filter((name) => !index.includes(name))).toEqual([]);
  });
});

afterAll(() => {
  console.log(`${changes} changes; left out, as index data: ${[...unnoticed].join(', ')}`);
});
