/** Covers: J2 (equal content is stored once in a session), S2 (for reads: nothing of another session). */
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { sqlite } from '../src/index.ts';
import { SQL } from '../src/statements.ts';
import { newPath } from './files.ts';
import { changeOf, groupOf, scopeOf } from './rows.ts';

const SCOPE = scopeOf();

test('strings that SQLite text cannot hold come back as they were, and are found', async () => {
  const store = sqlite(newPath());
  const nativeIds = ['plain', '\0', 'a\0b', '\ud800', '\udfff tail', '"', '\\', '\\u0000', 'é\n', '', '😀'];
  const groups = nativeIds.map((nativeId, at) =>
    groupOf(`g${at}`, { ordinal: at + 1, nativeId, parts: [nativeId] }),
  );
  await store.append({ ...changeOf(SCOPE, null), groups });
  expect(await store.groups(SCOPE, 0, 100)).toEqual(groups);
  for (const group of groups) {
    const found = await store.find(SCOPE, { keys: [], rolls: [], nativeIds: [group.nativeId ?? ''] });
    expect(found.groups.map((row) => row.ordinal)).toEqual([group.ordinal]);
  }
  await store.close();
});

test('bytes come back as plain arrays with memory of their own, also when there are none', async () => {
  const store = sqlite(newPath());
  const change = changeOf(SCOPE, null);
  // A view into a larger buffer, as a reader of files hands out.
  const body = Buffer.from('xxbytesxx').subarray(2, 7);
  await store.append({
    ...change,
    next: { ...change.next, frontier: new Uint8Array(0) },
    bodies: [
      { contentId: 'view', bytes: body },
      { contentId: 'empty', bytes: new Uint8Array(0) },
    ],
  });
  const [view, empty] = await store.bodies(SCOPE, ['view', 'empty']);
  const frontier = (await store.branches(SCOPE))[0]?.frontier;
  expect(view?.bytes).toEqual(new TextEncoder().encode('bytes'));
  for (const bytes of [view?.bytes, empty?.bytes, frontier, await store.salt(SCOPE)]) {
    expect(Object.getPrototypeOf(bytes)).toBe(Uint8Array.prototype);
    expect(bytes?.buffer.byteLength).toBe(bytes?.byteLength);
  }
  await store.close();
});

test('bodies come in the order asked for, each once', async () => {
  const store = sqlite(newPath());
  const change = changeOf(SCOPE, null, { count: 12 });
  await store.append(change);
  const ids = change.bodies.map((body) => body.contentId).toReversed();
  const found = await store.bodies(SCOPE, [...ids, 'absent', ...ids]);
  expect(found).toEqual(change.bodies.toReversed());
  await store.close();
});

test('equal content lies in the file once for each session', async () => {
  const path = newPath();
  const store = sqlite(path);
  const first = changeOf(SCOPE, null);
  await store.append(first);
  await store.append({ ...changeOf(SCOPE, first.next), bodies: first.bodies });
  const session = 'another';
  await store.append({ ...changeOf(scopeOf({ session }), null), bodies: first.bodies });
  await store.close();
  const database = new DatabaseSync(path);
  expect({ ...database.prepare('SELECT count(*) AS bodies FROM bodies').get() }).toEqual({ bodies: 2 });
  database.close();
});

test('a look-up of thousands of keys finds every form at each place, in every branch of the lane', async () => {
  const store = sqlite(newPath());
  const main = changeOf(SCOPE, null, { count: 4000 });
  await store.append(main);
  const fork = scopeOf({ branch: 'fork' });
  await store.append(changeOf(fork, null, { label: 'fork', count: 10 }));
  await store.append(changeOf(scopeOf({ lane: 'helper' }), null, { count: 10 }));
  await store.append(changeOf(scopeOf({ session: 'another' }), null, { count: 10 }));
  const keys = [...main.groups.filter((group) => group.ordinal % 2).map((group) => group.key), 'absent'];
  const found = await store.find(SCOPE, { keys: [...keys, ...keys], rolls: [], nativeIds: [] });
  const places = found.groups.map((group) => [group.lane, group.branch, group.ordinal]);
  const odd = Array.from({ length: 2000 }, (_, at) => 2 * at + 1);
  const expected = odd.flatMap((ordinal) =>
    ordinal < 10
      ? [
          ['main', 'fork', ordinal],
          ['main', 'main', ordinal],
        ]
      : [['main', 'main', ordinal]],
  );
  expect(places).toEqual(expected);
  expect(found.branches.map((branch) => [branch.scope.lane, branch.scope.branch])).toEqual([
    ['helper', 'main'],
    ['main', 'fork'],
    ['main', 'main'],
  ]);
  await store.close();
});

test('no statement of an ordinary call reads a whole table', async () => {
  const path = newPath();
  await sqlite(path).close();
  const database = new DatabaseSync(path);
  // These two are about all there is.
  const { sessions: _sessions, strays: _strays, ...calls } = SQL;
  const tables = ['sessions', 'branches', 'entries', 'bodies', 'groups', 'b', 'c', 'e', 'g'];
  for (const [name, sql] of Object.entries(calls)) {
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
    const scanned = plan
      .map((step) => `${step.detail}`)
      .filter((step) => tables.includes(step.split(' ')[1] ?? ''));
    expect(
      scanned.filter((step) => !step.startsWith('SEARCH')),
      name,
    ).toEqual([]);
  }
  const planOf = (sql: string) => JSON.stringify(database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all());
  // The plan of the look-up uses each of the three indexes.
  for (const index of ['groups_key', 'groups_roll', 'groups_native_id'])
    expect(planOf(SQL.find)).toContain(`USING INDEX ${index}`);
  // The newest of a mark and the current branch are the first that their indexes give.
  expect(planOf(SQL.marked)).toContain(
    'USING INDEX entries_mark (branch_id=? AND mark=? AND seq>? AND seq<?)',
  );
  expect(planOf(SQL.current)).toContain('USING INDEX branches_touched (session_id=?)');
  expect(planOf(SQL.marked)).not.toContain('TEMP B-TREE');
  database.close();
});
