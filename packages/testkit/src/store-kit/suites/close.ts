/** A closed handle refuses every call, and closing it harms no other. */
import { doesNotReject, rejects, strictEqual } from 'node:assert/strict';
import { isDaybookError, type Store } from '@daybook/core/store';
import type { Kit } from '../options.ts';
import { ANYWHERE, equal, grow } from '../reading.ts';
import { changeOf, EVERY_MARK, scopeOf } from '../rows.ts';

const SCOPE = scopeOf();

const CALLS: Readonly<Record<string, (store: Store) => Promise<unknown>>> = {
  append: (store) => store.append(changeOf(SCOPE, null, { label: 'late' })),
  open: (store) => store.open(SCOPE, EVERY_MARK),
  marked: (store) => store.marked(SCOPE, ANYWHERE, EVERY_MARK),
  find: (store) => store.find(SCOPE, { keys: ['k'], rolls: [], nativeIds: [] }),
  sessions: (store) => store.sessions(),
  salt: (store) => store.salt(SCOPE),
  branches: (store) => store.branches(SCOPE),
  entries: (store) => store.entries(SCOPE, 0, 10),
  groups: (store) => store.groups(SCOPE, 0, 10),
  bodies: (store) => store.bodies(SCOPE, ['id']),
  strays: (store) => store.strays(),
};

export function closeSuite(kit: Kit): void {
  for (const [name, call] of Object.entries(CALLS))
    kit.test(`${name} after close is refused as store-unavailable`, async ({ store }) => {
      await grow(store, changeOf(SCOPE, null));
      await store.close();
      await rejects(
        () => call(store),
        (error) => isDaybookError(error, 'store-unavailable'),
      );
    });

  kit.test('a handle that was never used is closed', async ({ store }) => {
    strictEqual(await store.close(), undefined);
  });

  kit.test('closing one handle leaves the other usable', async ({ store, again }) => {
    const other = await again();
    const row = await grow(store, changeOf(SCOPE, null));
    await store.close();
    await doesNotReject(other.branches(SCOPE));
    equal(await other.branches(SCOPE), [row]);
    await grow(other, changeOf(SCOPE, row));
  });
}
