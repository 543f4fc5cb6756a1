/** A sound store has no row that belongs to nothing, and one that has such rows names them. */
import { ok, strictEqual } from 'node:assert/strict';
import type { Kit } from '../options.ts';
import { equal, grow } from '../reading.ts';
import { bodyOf, changeOf, scopeOf } from '../rows.ts';

const SCOPE = scopeOf();

export function straysSuite(kit: Kit): void {
  kit.test('an empty store has no strays', async ({ store }) => {
    equal(await store.strays(), []);
  });

  kit.test('appends, refusals, forks and shared bodies leave no strays', async ({ store }) => {
    const parent = changeOf(SCOPE, null, { entries: 4, bodies: [bodyOf('shared'), bodyOf('unused')] });
    await grow(store, parent);
    const child = scopeOf({ branch: 'child' });
    await grow(store, changeOf(child, null, { parent: parent.next, forkRevision: 2 }));
    await grow(store, changeOf(scopeOf({ session: 'other' }), null, { bodies: [bodyOf('shared')] }));
    strictEqual(await store.append(changeOf(SCOPE, null, { label: 'refused' })), 'conflict');
    strictEqual(await store.append(changeOf(scopeOf({ session: 'ghost' }), parent.next)), 'conflict');
    equal(await store.strays(), []);
  });

  const planted = 'a row that belongs to nothing is named';
  if (!kit.options.plantStray) {
    kit.skip(planted, 'no way to plant such a row was given (plantStray)');
    return;
  }
  kit.test(planted, async (opened) => {
    await grow(opened.store, changeOf(SCOPE, null, { entries: 2 }));
    await kit.options.plantStray?.(opened);
    const strays = await opened.store.strays();
    strictEqual(strays.length, 1);
    ok(strays.every((stray) => stray.table.length > 0 && stray.key.length > 0));
  });
}
