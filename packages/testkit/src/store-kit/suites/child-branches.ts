/** A branch that shares its parent's entries holds none of them itself. */
import type { BranchRow, Scope, Store } from '@daybook/core/store';
import type { Kit } from '../options.ts';
import { branchOf, END, equal, grow, mustHold } from '../reading.ts';
import { changeOf, scopeOf } from '../rows.ts';

const PARENT = scopeOf();
const CHILD = scopeOf({ branch: 'child' });
const GRANDCHILD = scopeOf({ branch: 'grandchild' });

export function childBranchesSuite(kit: Kit): void {
  kit.test('a child gives its own entries and groups only', async ({ store }) => {
    const { parent, child, grandchild } = changes();
    for (const change of [parent, child, grandchild]) await grow(store, change);
    for (const change of [parent, child, grandchild]) await mustHold(store, change);
  });

  kit.test('parent and child grow apart', async ({ store }) => {
    const { parent, child } = changes();
    await grow(store, parent);
    await grow(store, child);
    const more = changeOf(PARENT, parent.next, { entries: 3 });
    await grow(store, more);
    await mustHold(store, child);
    await mustHold(store, more, [...parent.entries, ...more.entries], [...parent.groups, ...more.groups]);
    const childMore = changeOf(CHILD, child.next, { entries: 3 });
    await grow(store, childMore);
    equal(await store.entries(CHILD, 0, END), [...child.entries, ...childMore.entries]);
    equal(await branchOf(store, PARENT), more.next);
  });

  kit.test('a child keeps where it forked while it grows', async ({ store }) => {
    const { parent, child } = changes();
    await grow(store, parent);
    let row: BranchRow = await grow(store, child);
    for (let round = 0; round < 3; round++) {
      row = await grow(store, changeOf(CHILD, row));
      equal(await forkOf(store, CHILD), { parent: 'main', forkRevision: 3 });
    }
  });
}

function changes() {
  const parent = changeOf(PARENT, null, { entries: 5 });
  const child = changeOf(CHILD, null, { entries: 4, parent: parent.next, forkRevision: 3 });
  const grandchild = changeOf(GRANDCHILD, null, { entries: 2, parent: child.next, forkRevision: 6 });
  return { parent, child, grandchild };
}

async function forkOf(store: Store, scope: Scope): Promise<unknown> {
  const row = await branchOf(store, scope);
  return { parent: row?.parent, forkRevision: row?.forkRevision };
}
