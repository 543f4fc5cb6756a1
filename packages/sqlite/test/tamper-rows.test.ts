/** Covers: J8, J1. Rows of every table, read from the schema: deleted, swapped, cut off, doubled. */
import type { AuditReport, FindingCode } from '@daybook/core';
import { describe, expect, it } from 'vitest';
import { INDEX_COLUMNS } from '../src/schema.ts';
import {
  type Column,
  columnsOf,
  deleteRows,
  pairsOf,
  rowidsOf,
  spread,
  swap,
  tablesOf,
} from './tamper-changes.ts';
import { auditOf, codesOf, isAbout, placesOf, tamperFile } from './tamper-file.ts';

const file = await tamperFile();
const tables = tablesOf(file.database);

/** What a deleted row is named, and nothing else is found; for a table that is not named here: anything. */
const DELETED: Readonly<Record<string, readonly FindingCode[]>> = {
  sessions: ['stray-row'],
  branches: ['stray-row', 'parent-missing', 'genesis-missing'],
  entries: ['entry-missing'],
  bodies: ['body-missing', 'text-missing'],
};

/** A table that holds nothing but index data. */
function isIndex(table: string): boolean {
  return columnsOf(file.database, table).every(isIndexColumn);
}

function isIndexColumn({ table, name }: Column): boolean {
  return INDEX_COLUMNS[table]?.includes(name) ?? false;
}

async function auditSwaps(columns: readonly Column[]): Promise<{ pair: number[]; report: AuditReport }[]> {
  // One pair is enough to see that nobody minds index data.
  const pairs = pairsOf(file.database, columns).slice(0, columns.every(isIndexColumn) ? 1 : undefined);
  expect(pairs.length).toBeGreaterThan(0);
  const audited = [];
  for (const pair of pairs) {
    const path = file.damage((database) => swap(database, columns, pair));
    audited.push({ pair, report: await auditOf(path) });
  }
  return audited;
}

describe.each(tables)('rows of %s', (table) => {
  const rowids = rowidsOf(file.database, table);

  it('deleted, one by one', async () => {
    const faults: string[] = [];
    for (const rowid of spread(rowids, isIndex(table) ? 3 : 30)) {
      const report = await auditOf(file.damage((database) => deleteRows(database, table, [rowid])));
      const codes = report.findings.map(({ code }) => code);
      const expected = DELETED[table] ?? codes;
      const places = placesOf(file.database, table, rowid);
      const named = report.findings.some(
        (finding) => places.length === 0 || finding.code === 'stray-row' || isAbout(finding, places),
      );
      const fits = named && codes.every((code) => expected.includes(code));
      if (!fits && !(report.ok && isIndex(table))) faults.push(`row ${rowid}: ${codesOf(report)}`);
    }
    expect(faults).toEqual([]);
  });

  it('cut off at the end', async () => {
    for (const count of [1, 2, 3, rowids.length >> 1, rowids.length - 1]) {
      const cut = rowids.slice(-count);
      const report = await auditOf(file.damage((database) => deleteRows(database, table, cut)));
      expect(report.ok, `${count} rows`).toBe(isIndex(table));
    }
  });

  it('with the contents of two swapped', async () => {
    const contents = columnsOf(file.database, table).filter(({ isKey }) => !isKey);
    const swapped = await auditSwaps(contents);
    const unnamed = swapped.filter(({ pair, report }) =>
      pair.some((rowid) => {
        const places = placesOf(file.database, table, rowid);
        return !report.findings.some((finding) => places.length === 0 || isAbout(finding, places));
      }),
    );
    expect(isIndex(table) ? [] : unnamed.map(({ pair }) => pair)).toEqual([]);
  });

  it.each(columnsOf(file.database, table))('with $name of two swapped', async (column) => {
    const swapped = await auditSwaps([column]);
    const unnoticed = swapped.filter(({ report }) => report.ok).map(({ pair }) => pair);
    expect(isIndexColumn(column) ? [] : unnoticed).toEqual([]);
  });
});

describe('entries', () => {
  const branches = rowidsOf(file.database, 'branches');

  it.each([1, 2, 1000])('cut off at the end of each branch, at most %d', async (count) => {
    for (const branch of branches) {
      const own = file.database
        .prepare('SELECT rowid AS at, seq FROM entries WHERE branch_id = ? ORDER BY seq DESC LIMIT ?')
        .all(branch, count);
      const [places] = [placesOf(file.database, 'branches', branch)];
      const cut = own.map(({ at }) => at as number);
      const report = await auditOf(file.damage((database) => deleteRows(database, 'entries', cut)));
      const first = { ...places[0], entry: `e${own.at(-1)?.seq}` };
      expect(codesOf(report)).toBe('entry-missing');
      expect(report.findings.filter((finding) => isAbout(finding, [first]))).toHaveLength(1);
    }
  });

  it('doubled behind the end of each branch', async () => {
    for (const branch of branches) {
      const path = file.damage((database) =>
        database
          .prepare(
            `INSERT INTO entries (branch_id, seq, id, seal, node)
             SELECT branch_id, seq + 1, id, seal, node FROM entries WHERE branch_id = ? ORDER BY seq DESC LIMIT 1`,
          )
          .run(branch),
      );
      const report = await auditOf(path);
      expect(codesOf(report)).toContain('revision-mismatch');
      expect(
        report.findings.every((finding) => isAbout(finding, placesOf(file.database, 'branches', branch))),
      ).toBe(true);
    }
  });
});
