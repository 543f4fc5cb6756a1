/** Covers: O1 (the embedded store is one file, private to its owner, and nobody else's file is touched). */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { sqlite } from '../src/index.ts';
import { openDatabase } from '../src/open.ts';
import { APPLICATION_ID, SCHEMA_VERSION } from '../src/schema.ts';
import { newFolder, newPath } from './files.ts';
import { changeOf, scopeOf } from './rows.ts';

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);
const FAMILY = ['', '-wal', '-shm'];

test('a new file and the two beside it belong to their owner alone, whatever the umask', async () => {
  const before = process.umask(0);
  onTestFinished(() => void process.umask(before));
  const path = newPath();
  const store = sqlite(path);
  await store.append(changeOf(scopeOf(), null));
  expect(FAMILY.map((end) => modeOf(path + end))).toEqual(['600', '600', '600']);
  await store.close();
  expect(readdirSync(dirname(path))).toEqual(['journal.db']);
});

test('the mode of an existing file stays, and the files beside it get the same', async () => {
  for (const mode of [0o640, 0o600]) {
    const path = newPath();
    writeFileSync(path, '');
    chmodSync(path, mode);
    const store = sqlite(path);
    await store.append(changeOf(scopeOf(), null));
    expect(FAMILY.map((end) => modeOf(path + end))).toEqual(Array(3).fill(mode.toString(8)));
    await store.close();
  }
});

test('what was appended is there after everything was closed, and can be continued', async () => {
  const path = newPath();
  const first = changeOf(scopeOf(), null, { count: 3 });
  const store = sqlite(path);
  await store.append(first);
  await store.close();
  const again = sqlite(path);
  expect(await again.branches(scopeOf())).toEqual([first.next]);
  expect(await again.append(changeOf(scopeOf(), first.next))).toBe('done');
  expect(await again.entries(scopeOf(), 0, 10)).toHaveLength(4);
  await again.close();
});

test('a copy made while the store is in use opens and holds everything', async () => {
  const path = newPath();
  const store = sqlite(path);
  const change = changeOf(scopeOf(), null, { count: 3 });
  await store.append(change);
  const other = new DatabaseSync(path, { readOnly: true });
  other.prepare('VACUUM INTO ?').run(`${path}.copy`);
  other.close();
  await store.close();
  const copy = sqlite(`${path}.copy`);
  expect(await copy.branches(scopeOf())).toEqual([change.next]);
  expect(await copy.entries(scopeOf(), 0, 9)).toEqual(change.entries);
  await copy.close();
});

test.each([
  ['full', 2],
  ['normal', 1],
] as const)('durability %s is what SQLite is told', (durability, synchronous) => {
  const database = openDatabase(newPath(), { durability, busyTimeoutMs: 0 });
  expect({ ...database.prepare('PRAGMA synchronous').get() }).toEqual({ synchronous });
  database.close();
});

test('the file carries our mark and version, and its journal is written ahead', async () => {
  const path = newPath();
  await sqlite(path).close();
  const database = new DatabaseSync(path);
  expect({ ...database.prepare('PRAGMA journal_mode').get() }).toEqual({ journal_mode: 'wal' });
  expect({ ...database.prepare('PRAGMA application_id').get() }).toEqual({ application_id: APPLICATION_ID });
  expect({ ...database.prepare('PRAGMA user_version').get() }).toEqual({ user_version: SCHEMA_VERSION });
  database.close();
});

test('a folder that is missing is not made', () => {
  const folder = newFolder();
  expect(codeOf(() => sqlite(join(folder, 'missing', 'a.db')))).toBe('invalid-input');
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  ['a folder', (path: string) => mkdirSync(path)],
  ['a link to nowhere', (path: string) => symlinkSync(`${path}.target`, path)],
])('%s is no place for a store', (_, make) => {
  const path = newPath();
  make(path);
  expect(codeOf(() => sqlite(path))).toBe('invalid-input');
  expect(existsSync(`${path}.target`)).toBe(false);
});

test('names that SQLite gives a meaning of its own are refused or are plain names', async () => {
  expect(codeOf(() => sqlite(':memory:'))).toBe('invalid-input');
  expect(codeOf(() => sqlite(''))).toBe('invalid-input');
  expect(codeOf(() => sqlite('a\0b'))).toBe('invalid-input');
  const folder = newFolder();
  await sqlite(join(folder, 'a%20?mode=memory')).close();
  expect(readdirSync(folder)).toEqual(['a%20?mode=memory']);
});

test.each([
  ['a text', (path: string) => writeFileSync(path, 'Dear diary, this is no database.\n'.repeat(200))],
  ['a text of one letter', (path: string) => writeFileSync(path, 'x')],
  ['a text of 511 letters', (path: string) => writeFileSync(path, 'x'.repeat(511))],
  ['a text of 512 letters', (path: string) => writeFileSync(path, 'x'.repeat(512))],
  ['a database of another program', (path: string) => edit(path, 'CREATE TABLE notes (a)')],
  ['a database with another mark', (path: string) => edit(path, 'PRAGMA application_id = 77')],
  ['a database with a version alone', (path: string) => edit(path, 'PRAGMA user_version = 1')],
])('%s is refused and keeps every byte', (_, make) => {
  const path = newPath();
  make(path);
  const before = readFileSync(path);
  expect(codeOf(() => sqlite(path))).toBe('invalid-input');
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(readdirSync(dirname(path))).toEqual(['journal.db']);
});

test('a file of a newer daybook is refused and keeps every byte', async () => {
  const path = newPath();
  await sqlite(path).close();
  edit(path, `PRAGMA user_version = ${SCHEMA_VERSION + 1}`);
  const before = readFileSync(path);
  expect(codeOf(() => sqlite(path))).toBe('unsupported');
  expect(readFileSync(path).equals(before)).toBe(true);
});

test('a file that lacks a table is told at once', async () => {
  const path = newPath();
  await sqlite(path).close();
  edit(path, 'DROP TABLE groups');
  expect(codeOf(() => sqlite(path))).toBe('tampered');
});

test('options out of range are refused before anything is created', () => {
  const path = newPath();
  for (const busyTimeoutMs of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])
    expect(codeOf(() => sqlite(path, { busyTimeoutMs }))).toBe('invalid-input');
  expect(codeOf(() => sqlite(path, { durability: 'off' as 'full' }))).toBe('invalid-input');
  expect(existsSync(path)).toBe(false);
});

function edit(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

function codeOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
  return 'nothing thrown';
}
