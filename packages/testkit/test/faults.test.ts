/** Covers: F5 */
import { AssertionError, deepStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict';
import { isDaybookError } from '@daybook/core';
import { memoryStore } from '@daybook/core/memory';
import type { BranchRow, Scope, Store } from '@daybook/core/store';
import { describe, it } from 'vitest';
import {
  countOperations,
  everyFault,
  type FaultPlan,
  FaultRunError,
  faultyStore,
  openBroken,
} from '../src/index.ts';
import { changeOf, scopeOf } from '../src/store-kit/rows.ts';

const SCOPE: Scope = scopeOf();
const unavailable = (error: unknown) => isDaybookError(error, 'store-unavailable');

/** Three appends and the reads between them: six operations. Gives what was acknowledged to `told`. */
async function writeThree(store: Store, told: (row: BranchRow) => void = () => {}): Promise<void> {
  for (let round = 0; round < 3; round++) {
    const [expected = null] = await store.branches(SCOPE);
    const change = changeOf(SCOPE, expected);
    strictEqual(await store.append(change), 'done');
    told(change.next);
  }
}

async function revisionOf(store: Store): Promise<number> {
  return (await store.branches(SCOPE))[0]?.revision ?? 0;
}

describe('faultyStore', () => {
  it('counts every call of the port', async () => {
    strictEqual(await countOperations(memoryStore(), writeThree), 6);
    const store = faultyStore(memoryStore());
    await store.sessions();
    await store.salt(SCOPE);
    await store.open(SCOPE, {});
    await store.marked(SCOPE, { above: -1, below: 9 }, {});
    await store.branches(SCOPE);
    await store.entries(SCOPE, 0, 1);
    await store.groups(SCOPE, 0, 1);
    await store.bodies(SCOPE, []);
    await store.find(SCOPE, { keys: [], rolls: [], nativeIds: [] });
    await store.strays();
    await store.append(changeOf(SCOPE, null));
    await store.close();
    strictEqual(store.operations, 12);
  });

  const plans: readonly (FaultPlan & { readonly revision: number; readonly goesOn: boolean })[] = [
    { kind: 'fail', when: 'before', at: 4, revision: 1, goesOn: true },
    { kind: 'fail', when: 'after', at: 4, revision: 2, goesOn: true },
    { kind: 'stop', when: 'before', at: 4, revision: 1, goesOn: false },
    { kind: 'stop', when: 'after', at: 4, revision: 2, goesOn: false },
  ];
  for (const { revision, goesOn, ...plan } of plans)
    it(`${plan.kind} ${plan.when} leaves revision ${revision}`, async () => {
      const store = faultyStore(memoryStore(), plan);
      await rejects(writeThree(store), unavailable);
      strictEqual(await revisionOf(store.inner), revision);
      if (goesOn) strictEqual(await revisionOf(store), revision);
      else await rejects(revisionOf(store), unavailable);
    });

  it('answers nobody whose operation was on its way when it stopped', async () => {
    const slow = openBroken(() => () => ({ salt: () => new Promise<undefined>(setImmediate) }));
    const store = faultyStore(slow.store, { kind: 'stop', when: 'before', at: 2 });
    const onItsWay = rejects(store.salt(SCOPE), unavailable);
    await rejects(store.strays(), unavailable);
    await onItsWay;
  });
});

describe('everyFault', () => {
  it('meets a fault at every operation, of both kinds, before and after', async () => {
    const met: string[] = [];
    const count = await everyFault(
      () => memoryStore(),
      async (store, { kind, when, at }) => {
        const failed = await writeThree(store).then(
          () => false,
          (error) => unavailable(error),
        );
        if (failed) met.push(`${kind} ${when} ${at}`);
      },
    );
    const expected = ['fail', 'stop'].flatMap((kind) =>
      ['before', 'after'].flatMap((when) => [1, 2, 3, 4, 5, 6].map((at) => `${kind} ${when} ${at}`)),
    );
    deepStrictEqual(met, expected);
    strictEqual(count, 24);
  });

  it('lets a run show that nothing acknowledged is lost', async () => {
    await everyFault(
      () => memoryStore(),
      async (store, fault) => {
        let acknowledged = 0;
        await writeThree(store, (row) => {
          acknowledged = row.revision;
        }).catch((error) => ok(unavailable(error)));
        const stored = await revisionOf(store.inner);
        ok(stored === acknowledged || (fault.when === 'after' && stored === acknowledged + 1));
      },
    );
  });

  it('names the fault under which a run failed, and finds a store that loses what it acknowledged', async () => {
    const loses = () => openBroken(() => () => ({ append: async () => 'done' })).store;
    const run = everyFault(loses, async (store) => {
      let acknowledged = 0;
      await store.append(changeOf(SCOPE, null)).then(
        () => {
          acknowledged = 1;
        },
        (error) => ok(unavailable(error)),
      );
      strictEqual(await revisionOf(store.inner), acknowledged);
    });
    await rejects(run, (error) => {
      ok(error instanceof FaultRunError && error.cause instanceof AssertionError);
      deepStrictEqual(error.fault, { kind: 'fail', when: 'before', at: 2 });
      return true;
    });
  });

  it('closes every store once', async () => {
    let opened = 0;
    let closed = 0;
    const close = async () => {
      closed++;
    };
    const open = () => {
      opened++;
      return openBroken(() => () => ({ close })).store;
    };
    await everyFault(open, async (store) => {
      await store.close().catch((error) => ok(unavailable(error)));
    });
    strictEqual(closed, opened);
  });
});
