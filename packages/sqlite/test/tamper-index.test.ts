/** Covers: J8. Rows that lie in the file and that an index of SQLite leaves out: no read would ever meet them. */
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { auditOf, codesOf, tamperFile } from './tamper-file.ts';

const file = await tamperFile();

const indexes = file.database
  .prepare(
    "SELECT name, tbl_name AS 'table', sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY rowid",
  )
  .all() as { name: string; table: string }[];

/** Rows that the audit would not miss: a branch that none leaves, an entry or group that a partial index holds too. */
const ROWS: Readonly<Record<string, string>> = {
  branches: 'parent IS NOT NULL',
  entries: 'mark IS NOT NULL',
  groups: 'native_id IS NOT NULL',
};

/** Takes the last such row out of the index, and leaves it in the table: the schema forgets the index meanwhile. */
function hideLast(path: string, { name, table }: { readonly name: string; readonly table: string }): void {
  const edit = (sql: string): void => {
    const database = new DatabaseSync(path, { enableForeignKeyConstraints: false, defensive: false });
    database.exec(`PRAGMA synchronous = OFF; PRAGMA writable_schema = ON; ${sql}`);
    database.close();
  };
  const last = `rowid = (SELECT max(rowid) FROM ${table} WHERE ${ROWS[table] ?? 'true'})`;
  edit(`CREATE TABLE kept AS SELECT * FROM ${table} WHERE ${last}; DELETE FROM ${table} WHERE ${last};
    CREATE TABLE forgotten AS SELECT * FROM sqlite_schema WHERE name = '${name}';
    DELETE FROM sqlite_schema WHERE name = '${name}'`);
  edit(`INSERT INTO ${table} SELECT * FROM kept; DROP TABLE kept`);
  edit(`INSERT INTO sqlite_schema SELECT * FROM forgotten; DROP TABLE forgotten`);
}

it.each(indexes)('a row that $name leaves out is named', async (index) => {
  const path = file.write(file.bytes);
  hideLast(path, index);
  const report = await auditOf(path);
  expect(codesOf(report)).toContain('stray-row');
});
