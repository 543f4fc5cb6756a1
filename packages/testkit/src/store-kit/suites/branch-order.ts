/** Branches come in the order in which they last received a group, newest first. */
import type { Append, BranchRow, Scope, Store } from '@daybook/core/store';
import type { Kit } from '../options.ts';
import { equal, grow } from '../reading.ts';
import { type ChangeOptions, changeOf, scopeOf } from '../rows.ts';

export function branchOrderSuite(kit: Kit): void {
  kit.test('the branch touched last comes first', async ({ store }) => {
    const lines = linesOn(store);
    for (const name of ['b', 'c', 'a']) await lines.grow(name);
    await demand(store, ['a', 'c', 'b']);
    await lines.grow('b');
    await demand(store, ['b', 'a', 'c']);
    await lines.grow('b');
    await demand(store, ['b', 'a', 'c']);
  });

  kit.test('touches in quick succession keep their order', async ({ store }) => {
    const lines = linesOn(store);
    const order: string[] = [];
    for (let round = 0; round < 40; round++) {
      const name = `branch ${(round * 7) % 11}`;
      await lines.grow(name);
      if (order.includes(name)) order.splice(order.indexOf(name), 1);
      order.unshift(name);
      await demand(store, order);
    }
  });

  kit.test('an append that touches nothing leaves the order as it is', async ({ store }) => {
    const lines = linesOn(store);
    for (const name of ['a', 'b', 'c']) await lines.grow(name);
    await lines.grow('a', { touched: false });
    await demand(store, ['c', 'b', 'a']);
    await lines.grow('b');
    await demand(store, ['b', 'c', 'a']);
  });

  kit.test('a branch that was never touched comes after those that were', async ({ store }) => {
    const lines = linesOn(store);
    await lines.grow('silent', { touched: false });
    await lines.grow('a');
    await demand(store, ['a', 'silent']);
    await lines.grow('b');
    await demand(store, ['b', 'a', 'silent']);
    await lines.grow('silent');
    await demand(store, ['silent', 'b', 'a']);
  });

  kit.test('lanes share one order', async ({ store }) => {
    const lines = linesOn(store);
    for (const name of ['a', 'helper/a', 'b', 'helper/b', 'a']) await lines.grow(name);
    await demand(store, ['a', 'helper/b', 'b', 'helper/a']);
  });

  kit.test('touches through two handles make one order', async ({ store, again }) => {
    const other = await again();
    const here = linesOn(store);
    for (const name of ['a', 'b']) await here.grow(name);
    await here.grow('a', {}, other);
    await demand(store, ['a', 'b']);
    await demand(other, ['a', 'b']);
    await here.grow('b');
    await demand(other, ['b', 'a']);
  });

  kit.test('other sessions do not count', async ({ store }) => {
    const lines = linesOn(store);
    for (const name of ['a', 'b']) await lines.grow(name);
    await grow(store, changeOf(scopeOf({ session: 'other', branch: 'a' }), null));
    await demand(store, ['b', 'a']);
  });
}

interface Lines {
  grow(name: string, options?: ChangeOptions, on?: Store): Promise<void>;
}

/** Remembers where each branch stands. A name is a branch of lane main, or `lane/branch`. */
function linesOn(store: Store): Lines {
  const rows = new Map<string, BranchRow>();
  return {
    async grow(name, options = {}, on = store) {
      const change: Append = changeOf(scopeNamed(name), rows.get(name) ?? null, options);
      rows.set(name, await grow(on, change));
    },
  };
}

function scopeNamed(name: string): Scope {
  const [lane, branch] = name.split('/') as [string, string?];
  return branch === undefined ? scopeOf({ branch: name }) : scopeOf({ lane, branch });
}

async function demand(store: Store, order: readonly string[]): Promise<void> {
  const nameOf = ({ scope: { lane, branch } }: BranchRow) => (lane === 'main' ? branch : `${lane}/${branch}`);
  equal((await store.branches(scopeOf())).map(nameOf), order);
  const found = await store.find(scopeOf(), { keys: [], rolls: [], nativeIds: [] });
  equal(found.branches.map(nameOf), order);
}
