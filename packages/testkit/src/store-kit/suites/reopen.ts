/** What was acknowledged is there after every handle was closed. */
import { strictEqual } from 'node:assert/strict';
import type { Kit } from '../options.ts';
import { branchOf, contentsOf, equal, grow } from '../reading.ts';
import { changeOf, saltOf, scopeOf } from '../rows.ts';

const SCOPE = scopeOf();
const CHILD = scopeOf({ branch: 'child' });
const ELSEWHERE = scopeOf({ tenant: 'elsewhere' });

export function reopenSuite(kit: Kit): void {
  const test = kit.options.capabilities.durable
    ? kit.test
    : (name: string) => kit.skip(name, 'the store does not declare that it is durable');

  test('everything is there after all handles were closed', async ({ store, again }) => {
    const parent = changeOf(SCOPE, null, { entries: 5, marks: ['usage', null, 'fold'] });
    const child = changeOf(CHILD, null, { entries: 2, parent: parent.next, forkRevision: 3 });
    const other = changeOf(ELSEWHERE, null, { salt: saltOf('elsewhere') });
    for (const change of [parent, child, other]) await grow(store, change);
    const ids = [parent, child, other].flatMap(({ bodies }) => bodies.map((body) => body.contentId));
    const read = async (from: typeof store) => [
      await from.sessions(),
      await contentsOf(from, SCOPE, ids),
      await contentsOf(from, ELSEWHERE, ids),
    ];
    const before = await read(store);
    await store.close();
    equal(await read(await again()), before);
  });

  test('each append is there when the handle that made it is closed at once', async ({ store, again }) => {
    let handle = store;
    let row = null;
    for (let round = 0; round < 5; round++) {
      row = await grow(handle, changeOf(SCOPE, row));
      await handle.close();
      handle = await again();
      equal(await branchOf(handle, SCOPE), row);
    }
  });

  test('compare and set holds over a reopening', async ({ store, again }) => {
    const first = await grow(store, changeOf(SCOPE, null));
    const second = await grow(store, changeOf(SCOPE, first));
    await store.close();
    const handle = await again();
    strictEqual(await handle.append(changeOf(SCOPE, first, { label: 'stale' })), 'conflict');
    strictEqual(await handle.append(changeOf(SCOPE, null, { label: 'new' })), 'conflict');
    const wrongSalt = changeOf(SCOPE, second, { salt: saltOf('another') });
    strictEqual(await handle.append(wrongSalt), 'conflict');
    await grow(handle, changeOf(SCOPE, second));
  });

  test('the order of branches is kept over a reopening', async ({ store, again }) => {
    const names = ['a', 'b', 'c'];
    const rows = [];
    for (const branch of names) rows.push(await grow(store, changeOf(scopeOf({ branch }), null)));
    await store.close();
    const handle = await again();
    const [a] = rows;
    if (a) await grow(handle, changeOf(a.scope, a));
    const order = (await handle.branches(SCOPE)).map((row) => row.scope.branch);
    equal(order, ['a', 'c', 'b']);
  });
}
