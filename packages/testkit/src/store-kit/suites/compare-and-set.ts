/** Of two appends that expect the same state of a branch, exactly one is done; the other changes nothing. */
import { strictEqual } from 'node:assert/strict';
import type { BranchRow } from '@daybook/core/store';
import type { Kit } from '../options.ts';
import { allOf, branchOf, contentsOf, equal, grow, mustHold } from '../reading.ts';
import { changeOf, idOf, scopeOf } from '../rows.ts';

const SCOPE = scopeOf();

export function compareAndSetSuite(kit: Kit): void {
  kit.test('a second handle sees the branch as the first one left it', async ({ store, again }) => {
    const other = await again();
    equal(await branchOf(other, SCOPE), null);
    const first = await grow(store, changeOf(SCOPE, null));
    equal(await branchOf(other, SCOPE), first);
    const second = await grow(other, changeOf(SCOPE, first));
    equal(await branchOf(store, SCOPE), second);
  });

  kit.test('the second of two handles with one expectation is refused', async ({ store, again }) => {
    const other = await again();
    const start = await grow(store, changeOf(SCOPE, null));
    const winner = changeOf(SCOPE, start, { label: 'winner' });
    const loser = changeOf(SCOPE, start, { label: 'loser', entries: 2 });
    await grow(store, winner);
    const ids = [...winner.bodies, ...loser.bodies].map((body) => body.contentId);
    const before = await contentsOf(store, SCOPE, ids);
    strictEqual(await other.append(loser), 'conflict');
    equal(await contentsOf(store, SCOPE, ids), before);
    equal(await contentsOf(other, SCOPE, ids), before);
  });

  kit.test('of two appends at the same time exactly one is done', async ({ store, again }) => {
    const other = await again();
    let branch: BranchRow = await grow(store, changeOf(SCOPE, null));
    for (let round = 0; round < 20; round++) {
      const left = changeOf(SCOPE, branch, { label: 'left' });
      const right = changeOf(SCOPE, branch, { label: 'right' });
      const answers = await allOf([store.append(left), other.append(right)]);
      equal([...answers].sort(), ['conflict', 'done']);
      const [winner, loser] = answers[0] === 'done' ? [left, right] : [right, left];
      branch = winner.next;
      const lost = loser.bodies.map((body) => body.contentId);
      equal(await store.bodies(SCOPE, lost), [], 'no body of the loser');
      const seq = branch.revision - 1;
      equal(await store.entries(SCOPE, seq, seq + 2), winner.entries);
      equal(await store.groups(SCOPE, branch.groups, branch.groups + 2), winner.groups);
      equal(await branchOf(other, SCOPE), branch);
    }
  });

  kit.test('an older state of the branch is refused', async ({ store }) => {
    const first = await grow(store, changeOf(SCOPE, null));
    const second = await grow(store, changeOf(SCOPE, first));
    await refused(store, second, first);
  });

  kit.test('the right revision with another head entry is refused', async ({ store }) => {
    const row = await grow(store, changeOf(SCOPE, null));
    await refused(store, row, { ...row, headEntry: idOf('somewhere else') });
  });

  kit.test('the right head entry with another revision is refused', async ({ store }) => {
    const row = await grow(store, changeOf(SCOPE, null, { entries: 3 }));
    await refused(store, row, { ...row, revision: 2 });
  });

  kit.test('revision and head entry alone are compared', async ({ store }) => {
    const row = await grow(store, changeOf(SCOPE, null));
    const change = changeOf(SCOPE, {
      ...row,
      roll: idOf('another'),
      aligned: 0,
      frontier: new Uint8Array(0),
    });
    strictEqual(await store.append(change), 'done');
  });

  kit.test('a branch that does not exist cannot be expected', async ({ store }) => {
    const ghost = changeOf(SCOPE, null).next;
    const change = changeOf(SCOPE, ghost);
    strictEqual(await store.append(change), 'conflict');
    equal(await store.sessions(), []);
    equal(await store.salt(SCOPE), undefined);
    equal(await store.branches(SCOPE), []);
  });

  kit.test('a refused append does not touch its branch', async ({ store }) => {
    const first = scopeOf({ branch: 'first' });
    const second = scopeOf({ branch: 'second' });
    const stale = await grow(store, changeOf(first, null));
    await grow(store, changeOf(first, stale));
    await grow(store, changeOf(second, null));
    strictEqual(await store.append(changeOf(first, stale, { label: 'late' })), 'conflict');
    const order = (await store.branches(SCOPE)).map((row) => row.scope.branch);
    equal(order, ['second', 'first']);
  });

  kit.test('after a refusal the same rows are accepted with the right expectation', async ({ store }) => {
    const start = await grow(store, changeOf(SCOPE, null, { label: 'start' }));
    const refusedRows = changeOf(SCOPE, { ...start, headEntry: idOf('wrong') }, { label: 'rows' });
    strictEqual(await store.append(refusedRows), 'conflict');
    const change = changeOf(SCOPE, start, { label: 'rows' });
    await grow(store, change);
    const { entries, groups } = changeOf(SCOPE, null, { label: 'start' });
    await mustHold(store, change, [...entries, ...change.entries], [...groups, ...change.groups]);
  });
}

async function refused(
  store: Parameters<typeof grow>[0],
  stands: BranchRow,
  expected: BranchRow,
): Promise<void> {
  const before = await contentsOf(store, SCOPE);
  strictEqual(await store.append(changeOf(SCOPE, expected, { label: 'refused' })), 'conflict');
  equal(await contentsOf(store, SCOPE), before);
  equal(await branchOf(store, SCOPE), stands);
}
