/** Covers: J8 (the store's part: rows that belong to nothing are named to the audit). */
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { sqlite } from '../src/index.ts';
import { INDEX_COLUMNS } from '../src/schema.ts';
import { newPath } from './files.ts';
import { changeOf, scopeOf } from './rows.ts';

const SCOPE = scopeOf();

/** As another program would: foreign keys are only as strong as whoever opens the file. */
function edit(path: string, sql: string): void {
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  expect(Number(database.prepare(sql).run().changes)).toBeGreaterThan(0);
  database.close();
}

test.each([
  ['DELETE FROM sessions WHERE session = ?', ['branches', 'bodies']],
  ['UPDATE sessions SET id = 99', ['branches', 'bodies']],
  ["DELETE FROM branches WHERE branch = 'main'", ['entries', 'groups']],
  ["UPDATE branches SET id = 99 WHERE branch = 'main'", ['entries', 'groups']],
  ["UPDATE branches SET session_id = 99 WHERE branch = 'main'", ['branches', 'groups']],
  ['UPDATE entries SET branch_id = 99 WHERE seq = 0', ['entries']],
  ['UPDATE bodies SET session_id = 99', ['bodies']],
  ['UPDATE groups SET branch_id = 99', ['groups']],
  ['UPDATE groups SET session_id = 99', ['groups']],
  ["UPDATE groups SET lane = 'none'", ['groups']],
])('%s leaves strays', async (sql, tables) => {
  const path = newPath();
  const store = sqlite(path);
  await store.append(changeOf(SCOPE, null, { count: 2 }));
  expect(await store.strays()).toEqual([]);
  edit(path, sql.replace('?', `'${SCOPE.session}'`));
  const strays = await store.strays();
  expect(new Set(strays.map((stray) => stray.table))).toEqual(new Set(tables));
  expect(new Set(strays.map((stray) => `${stray.table} ${stray.key}`)).size).toBe(strays.length);
  await store.close();
});

test('rows left behind join nothing that comes later', async () => {
  const path = newPath();
  const store = sqlite(path);
  const change = changeOf(SCOPE, null, { count: 3 });
  await store.append(change);
  edit(path, 'DELETE FROM branches');
  edit(path, 'DELETE FROM sessions');
  const before = await store.strays();
  await store.append(changeOf(scopeOf({ session: 'another', branch: 'other' }), null, { label: 'b' }));
  expect(await store.strays()).toEqual(before);
  expect(await store.branches(SCOPE)).toEqual([]);
  await store.close();
});

test('a group that somebody moved to another session is not given out there', async () => {
  const path = newPath();
  const store = sqlite(path);
  const first = changeOf(SCOPE, null);
  await store.append(first);
  await store.append(changeOf(scopeOf({ session: 'another' }), null, { label: 'b' }));
  edit(path, 'UPDATE groups SET session_id = 2 WHERE session_id = 1');
  const query = { keys: first.groups.map((group) => group.key), rolls: [], nativeIds: [] };
  const { groups } = await store.find(scopeOf({ session: 'another' }), query);
  expect(groups.filter((group) => query.keys.includes(group.key))).toEqual([]);
  await store.close();
});

test('index columns are columns of the file', async () => {
  const path = newPath();
  await sqlite(path).close();
  const database = new DatabaseSync(path);
  for (const [table, columns] of Object.entries(INDEX_COLUMNS)) {
    const names = database.prepare('SELECT name FROM pragma_table_info(?)').all(table);
    expect(names.map((row) => row.name)).toEqual(expect.arrayContaining([...columns]));
  }
  database.close();
});
