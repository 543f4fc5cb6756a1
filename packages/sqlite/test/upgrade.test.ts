/** Covers: O1. A file of an older daybook is brought up to date where it lies, once, whoever opens it first. */
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { MarkLimits } from '@daybook/core/store';
import { expect, test } from 'vitest';
import { sqlite } from '../src/index.ts';
import { SCHEMA_VERSION } from '../src/schema.ts';
import { newFolder, newPath } from './files.ts';
import { startOpener } from './processes.ts';
import { changeOf, scopeOf } from './rows.ts';
import { journalOf, opened } from './tamper-file.ts';
import { fillJournal } from './tamper-journal.ts';
import { asVersion1 } from './version-1.ts';

const SCOPE = scopeOf();
const ANYWHERE = { above: -1, below: 99 };
const LIMITS: MarkLimits = { usage: 9, fold: 9 };

/** A file of version 1 with three entries, none of which has a mark there. */
async function oldFile(): Promise<string> {
  const folder = newFolder();
  const store = sqlite(join(folder, 'today.db'));
  await store.append(changeOf(SCOPE, null, { count: 3 }));
  await store.close();
  const path = join(folder, 'old.db');
  asVersion1(join(folder, 'today.db'), path);
  return path;
}

function query(path: string, sql: string): unknown[] {
  const database = new DatabaseSync(path);
  try {
    return database
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));
  } finally {
    database.close();
  }
}

const SHAPE = `
  SELECT s.name AS "table", c.name, c.type, c."notnull", c.dflt_value
  FROM sqlite_schema AS s, pragma_table_info(s.name) AS c WHERE s.type = 'table' ORDER BY 1, 2`;
const INDEXES = "SELECT name, sql FROM sqlite_schema WHERE type = 'index' ORDER BY name";

test('it has the tables, columns and indexes of a new file', async () => {
  const [old, fresh] = [await oldFile(), newPath()];
  for (const path of [old, fresh]) await sqlite(path).close();
  for (const sql of [SHAPE, INDEXES, 'PRAGMA user_version', 'PRAGMA application_id'])
    expect(query(old, sql)).toEqual(query(fresh, sql));
  expect(query(old, 'PRAGMA user_version')).toEqual([{ user_version: SCHEMA_VERSION }]);
});

test('a journal with some of everything is what it was: exports, audit', async () => {
  const folder = newFolder();
  const [today, old] = [join(folder, 'today.db'), join(folder, 'old.db')];
  await fillJournal(today);
  asVersion1(today, old);
  expect(await opened(old, journalOf)).toEqual(await opened(today, journalOf));
  expect(await opened(old, (daybook) => daybook.audit())).toMatchObject({ ok: true });
});

test('its entries stay without marks; what is appended has them', async () => {
  const store = sqlite(await oldFile());
  expect(await store.open(SCOPE, LIMITS)).toMatchObject({ marked: [] });
  const [branch] = await store.branches(SCOPE);
  expect(branch?.marked).toBe(0);
  expect((await store.entries(SCOPE, 0, 9)).map(({ mark, content }) => [mark, content])).toEqual(
    Array(3).fill([null, null]),
  );
  const change = changeOf(SCOPE, branch ?? null, { label: 'new' });
  const marked = { mark: 'fold', content: change.bodies[0]?.contentId ?? '' } as const;
  const entries = change.entries.map((entry) => ({ ...entry, ...marked }));
  await store.append({ ...change, next: { ...change.next, marked: 3 }, entries });
  expect((await store.marked(SCOPE, ANYWHERE, LIMITS)).map(({ entry }) => entry)).toEqual(entries);
  expect((await store.branches(SCOPE))[0]?.marked).toBe(3);
  await store.close();
});

test('a process that has it open with statements of version 1 goes on', async () => {
  const path = await oldFile();
  const older = new DatabaseSync(path);
  const add = older.prepare('INSERT INTO entries (branch_id, seq, id, seal, node) VALUES (1, ?, ?, ?, ?)');
  const move = older.prepare('UPDATE branches SET (revision, head_entry) = (?, ?) WHERE id = 1');
  add.run(3, 'three', new Uint8Array(1), new Uint8Array(1));
  move.run(4, 'three');
  const store = sqlite(path);
  add.run(4, 'four', new Uint8Array(1), new Uint8Array(1));
  move.run(5, 'four');
  older.close();
  expect((await store.entries(SCOPE, 3, 9)).map(({ id, mark }) => [id, mark])).toEqual([
    ['three', null],
    ['four', null],
  ]);
  expect((await store.branches(SCOPE))[0]).toMatchObject({ revision: 5, marked: 0 });
  await store.close();
});

test('an upgrade that fails leaves the file as it was, and is made later', async () => {
  const path = await oldFile();
  const older = new DatabaseSync(path);
  older.exec('BEGIN IMMEDIATE');
  const code = (() => {
    try {
      sqlite(path, { busyTimeoutMs: 50 });
    } catch (error) {
      return (error as { code?: unknown }).code;
    }
  })();
  expect(code).toBe('store-unavailable');
  older.exec('ROLLBACK');
  older.close();
  expect(query(path, 'PRAGMA user_version')).toEqual([{ user_version: 1 }]);
  const store = sqlite(path);
  expect(await store.entries(SCOPE, 0, 9)).toHaveLength(3);
  await store.close();
});

test('processes that open it at the same moment all have it open afterwards', async () => {
  const folder = newFolder();
  const old = await oldFile();
  const files = 40;
  for (let at = 0; at < files; at++) copyFileSync(old, join(folder, `${at}.db`));
  const openers = Array.from({ length: 4 }, () => startOpener(folder, files, Date.now() + 600));
  const endings = await Promise.all(openers.map((opener) => opener.ended));
  expect(endings.map((ending) => [ending.exitCode, ending.errors])).toEqual(Array(4).fill([0, '']));
  for (let at = 0; at < files; at++)
    expect(query(join(folder, `${at}.db`), 'PRAGMA user_version')).toEqual([
      { user_version: SCHEMA_VERSION },
    ]);
}, 60_000);

test('a version that never was is refused and keeps every byte', async () => {
  for (const version of [-1, 0, SCHEMA_VERSION + 1]) {
    const path = await oldFile();
    query(path, `PRAGMA user_version = ${version}`);
    const before = readFileSync(path);
    expect(() => sqlite(path)).toThrow(expect.objectContaining({ code: 'unsupported' }));
    expect(readFileSync(path).equals(before)).toBe(true);
  }
});
