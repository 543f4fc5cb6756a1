/** Covers: O1 (a medium that fails is a typed error, changes nothing, and the next call works where it can). */
import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Store } from '@daybook/core/store';
import { expect, test } from 'vitest';
import { sqlite } from '../src/index.ts';
import { openDatabase } from '../src/open.ts';
import { SqliteStore } from '../src/sqlite-store.ts';
import { newPath } from './files.ts';
import { changeOf, scopeOf } from './rows.ts';

const SCOPE = scopeOf();

test('a file that another connection holds is waited for, then told, and the next call works', async () => {
  const path = newPath();
  const store = sqlite(path, { busyTimeoutMs: 120 });
  const first = changeOf(SCOPE, null);
  await store.append(first);
  const holder = new DatabaseSync(path);
  holder.exec('BEGIN IMMEDIATE');
  const started = performance.now();
  const second = changeOf(SCOPE, first.next);
  expect(await failureOf(store.append(second))).toEqual(['store-unavailable', 'SQLITE_BUSY']);
  expect(performance.now() - started).toBeGreaterThanOrEqual(119);
  expect(await store.branches(SCOPE)).toEqual([first.next]);
  holder.exec('ROLLBACK');
  expect(await store.append(second)).toBe('done');
  holder.close();
  await store.close();
});

test('while an append waits for the file the process goes on, and the append is done when it can be', async () => {
  const path = newPath();
  const store = sqlite(path);
  const holder = new DatabaseSync(path);
  holder.exec('BEGIN IMMEDIATE');
  // The holder lets go in this very process: that can happen only if the wait does not block it.
  setTimeout(() => holder.exec('ROLLBACK'), 150);
  expect(await store.append(changeOf(SCOPE, null))).toBe('done');
  holder.close();
  await store.close();
});

test('an append that waits finds the store closed', async () => {
  const path = newPath();
  const store = sqlite(path);
  const holder = new DatabaseSync(path);
  holder.exec('BEGIN IMMEDIATE');
  const waiting = failureOf(store.append(changeOf(SCOPE, null)));
  await store.close();
  expect(await waiting).toEqual(['store-unavailable', undefined]);
  holder.close();
});

test('a full disk refuses the append whole; smaller and later ones go on', async () => {
  const path = newPath();
  const database = openDatabase(path, { durability: 'full', busyTimeoutMs: 100 });
  const store = new SqliteStore(database, { path, busyTimeoutMs: 100 });
  const first = changeOf(SCOPE, null);
  await store.append(first);
  const pages = Number(database.prepare('PRAGMA page_count').get()?.page_count);
  database.exec(`PRAGMA max_page_count = ${pages + 10}`);
  const large = changeOf(SCOPE, first.next, { label: 'large', count: 50, bodyBytes: 10_000 });
  expect(await failureOf(store.append(large))).toEqual(['store-unavailable', 'SQLITE_FULL']);
  expect(await store.branches(SCOPE)).toEqual([first.next]);
  expect(await store.entries(SCOPE, 0, 100)).toEqual(first.entries);
  expect(
    await store.bodies(
      SCOPE,
      large.bodies.map((body) => body.contentId),
    ),
  ).toEqual([]);
  const small = changeOf(SCOPE, first.next, { label: 'small' });
  expect(await store.append(small)).toBe('done');
  database.exec('PRAGMA max_page_count = 1000000');
  expect(
    await store.append(changeOf(SCOPE, small.next, { label: 'large', count: 50, bodyBytes: 10_000 })),
  ).toBe('done');
  await store.close();
});

test('a damaged page is told by the calls that need it; the others work', async () => {
  const path = newPath();
  const store = sqlite(path);
  await store.append(changeOf(SCOPE, null, { count: 20 }));
  await store.close();
  damageTable(path, 'entries');
  const damaged = sqlite(path);
  expect(await failureOf(damaged.entries(SCOPE, 0, 20))).toEqual(['store-unavailable', 'SQLITE_CORRUPT']);
  expect(await damaged.sessions()).toHaveLength(1);
  const [branch] = await damaged.branches(SCOPE);
  expect(await failureOf(damaged.append(changeOf(SCOPE, branch ?? null)))).toEqual([
    'store-unavailable',
    'SQLITE_CORRUPT',
  ]);
  expect(await damaged.branches(SCOPE)).toEqual([branch]);
  await damaged.close();
});

test('entries that lie where the branch row has none are told, not overwritten', async () => {
  const path = newPath();
  const store = sqlite(path);
  const first = changeOf(SCOPE, null);
  await store.append(first);
  const second = changeOf(SCOPE, first.next, { label: 'second' });
  await store.append(second);
  const other = new DatabaseSync(path);
  other.prepare('UPDATE branches SET revision = 1, head_entry = ?').run(first.next.headEntry);
  other.close();
  const again = changeOf(SCOPE, first.next, { label: 'again' });
  expect(await failureOf(store.append(again))).toEqual(['tampered', 'SQLITE_CONSTRAINT']);
  expect(await store.entries(SCOPE, 0, 9)).toEqual([...first.entries, ...second.entries]);
  await store.close();
});

test('rows that daybook cannot have written are typed errors, and the audit still sees branch and entries', async () => {
  const path = newPath();
  const store = sqlite(path);
  const change = changeOf(SCOPE, null, { count: 3 });
  await store.append(change);
  const other = new DatabaseSync(path);
  other.exec('UPDATE branches SET revision = 9223372036854775807');
  other.exec('UPDATE entries SET seq = 9223372036854775807 WHERE seq = 1');
  other.exec("UPDATE groups SET parts = '['");
  other.close();
  expect((await store.branches(SCOPE))[0]?.revision).toBe(2 ** 63);
  expect(await store.entries(SCOPE, 0, Number.POSITIVE_INFINITY)).toEqual([
    change.entries[0],
    change.entries[2],
  ]);
  expect(await failureOf(store.groups(SCOPE, 0, 9))).toEqual(['tampered', undefined]);
  await store.close();
});

test('a current branch without a sound parent is told, and the branch itself is still read', async () => {
  for (const parent of ["'none'", "'main'", "'fork'"]) {
    const path = newPath();
    const store = sqlite(path);
    const first = changeOf(SCOPE, null);
    await store.append(first);
    const fork = scopeOf({ branch: 'fork' });
    await store.append(changeOf(fork, null, { label: 'fork' }));
    const other = new DatabaseSync(path);
    other.exec(`UPDATE branches SET parent = 'fork' WHERE branch = 'main'`);
    other.exec(`UPDATE branches SET parent = ${parent} WHERE branch = 'fork'`);
    other.close();
    expect(await failureOf(store.open(SCOPE, { fold: 1 }))).toEqual(['tampered', undefined]);
    expect(await store.marked(fork, { above: -1, below: 9 }, { fold: 1 })).toEqual([]);
    await store.close();
  }
});

test('limits without end give everything, and limits below zero nothing', async () => {
  const store = sqlite(newPath());
  const change = changeOf(SCOPE, null, { count: 3 });
  const entries = change.entries.map((entry, at) => ({
    ...entry,
    mark: 'fold' as const,
    content: change.bodies[at]?.contentId ?? '',
  }));
  await store.append({ ...change, entries });
  const everywhere = { above: Number.NEGATIVE_INFINITY, below: Number.POSITIVE_INFINITY };
  const counts = [-1, 0, 2, Number.MAX_SAFE_INTEGER, Number.POSITIVE_INFINITY].map(
    async (fold) => (await store.marked(SCOPE, everywhere, { fold })).length,
  );
  expect(await Promise.all(counts)).toEqual([0, 0, 2, 3, 3]);
  await store.close();
});

test('after close every call says so, and closing again is nothing', async () => {
  const store = sqlite(newPath());
  await store.close();
  await store.close();
  const query = { keys: [], rolls: [], nativeIds: [] };
  const calls: Promise<unknown>[] = [
    store.append(changeOf(SCOPE, null)),
    store.open(SCOPE, {}),
    store.marked(SCOPE, { above: -1, below: 1 }, {}),
    store.find(SCOPE, query),
    store.sessions(),
    store.salt(SCOPE),
    store.branches(SCOPE),
    store.entries(SCOPE, 0, 1),
    store.groups(SCOPE, 0, 1),
    store.bodies(SCOPE, []),
    store.strays(),
  ];
  for (const call of calls) expect(await failureOf(call)).toEqual(['store-unavailable', undefined]);
});

function damageTable(path: string, table: string): void {
  const database = new DatabaseSync(path);
  const root = Number(
    database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(table)?.rootpage,
  );
  database.close();
  expect(statSync(path).size).toBeGreaterThan(root * 4096 - 1);
  const file = openSync(path, 'r+');
  writeSync(file, new Uint8Array(4096).fill(0xa5), 0, 4096, (root - 1) * 4096);
  closeSync(file);
}

async function failureOf(call: ReturnType<Store['append']> | Promise<unknown>): Promise<unknown> {
  try {
    await call;
  } catch (error) {
    const { code, details } = error as { code?: unknown; details?: { sqlite?: unknown } };
    return [code, details?.sqlite];
  }
  return 'nothing thrown';
}
