/** One append is all or nothing, and what it wrote is read back field by field. */
import { strictEqual } from 'node:assert/strict';
import type { Append, BranchRow, GroupRow } from '@daybook/core/store';
import type { Kit } from '../options.ts';
import { allOf, branchOf, contentsOf, equal, grow, mustHold } from '../reading.ts';
import { changeOf, groupOf, idOf, scopeOf } from '../rows.ts';

const SCOPE = scopeOf();

export function appendSuite(kit: Kit): void {
  kit.test('what one append wrote is read back field by field', async ({ store }) => {
    const change = everyField();
    await grow(store, change);
    await mustHold(store, change);
  });

  kit.test('a second append adds its rows behind the first', async ({ store }) => {
    const first = changeOf(SCOPE, null, { entries: 3 });
    const second = changeOf(SCOPE, await grow(store, first), { entries: 2 });
    await grow(store, second);
    await mustHold(store, second, [...first.entries, ...second.entries], [...first.groups, ...second.groups]);
  });

  kit.test('entries may come without groups and bodies', async ({ store }) => {
    const change = changeOf(SCOPE, null, { entries: 2, groups: [], bodies: [] });
    await grow(store, change);
    await mustHold(store, change);
  });

  kit.test('an append of thousands of rows is whole', async ({ store }) => {
    const change = changeOf(SCOPE, null, { entries: 3000 });
    await grow(store, change);
    await mustHold(store, change);
  });

  kit.test('a refused append leaves nothing behind', async ({ store }) => {
    const first = changeOf(SCOPE, null, { label: 'kept' });
    await grow(store, first);
    const refused = changeOf(SCOPE, null, { label: 'refused', entries: 3 });
    const ids = [...first.bodies, ...refused.bodies].map((body) => body.contentId);
    const before = await contentsOf(store, SCOPE, ids);
    strictEqual(await store.append(refused), 'conflict');
    equal(await contentsOf(store, SCOPE, ids), before);
  });

  kit.test('a second handle never sees half an append', async ({ store, again }) => {
    const reader = await again();
    let writing = true;
    const write = async () => {
      let branch: BranchRow | null = null;
      try {
        for (let round = 0; round < 20; round++)
          branch = await grow(store, changeOf(SCOPE, branch, { entries: 10, bodies: [] }));
      } finally {
        writing = false;
      }
    };
    const read = async () => {
      for (let round = 0; writing; round++) {
        const revision = (await branchOf(reader, SCOPE))?.revision ?? 0;
        strictEqual((await reader.entries(SCOPE, 0, revision)).length, revision);
        strictEqual((await reader.groups(SCOPE, 1, revision + 1)).length, revision);
        // A reader that never waits for anything must not starve the writer.
        if (round % 8 === 7) await new Promise((done) => setImmediate(done));
      }
    };
    await allOf([write(), read()]);
  });
}

/** A change in which every field takes a value that a careless store would lose. */
function everyField(): Append {
  const marks = ['usage', 'fold', 'adopted', 'packet', 'ledger'] as const;
  const parent = changeOf(SCOPE, null).next;
  const change = changeOf(SCOPE, null, { entries: 5, parent, forkRevision: 7, marks });
  const fields: Partial<GroupRow>[] = [
    { state: 'aligned', role: 'user', wording: true, nativeId: null, parts: [] },
    { state: 'inserted', role: 'assistant', wording: false, nativeId: '0', place: 3, parts: ['a', 'b', 'a'] },
    { state: 'header', role: 'system', wording: true, nativeId: 'null', place: 0 },
    { state: 'aside', role: 'tool', wording: false, nativeId: ' 007 ', parts: ['1', '02', '3e2'] },
    { state: 'aligned', role: 'developer', wording: true, nativeId: '{"id":[1]}', parts: ['x,y', '"', "'"] },
  ];
  return {
    ...change,
    next: {
      ...change.next,
      parent: 'another branch',
      groups: 12,
      aligned: 9,
      headerKey: idOf('header'),
      frontier: new Uint8Array(96).map((_, at) => 255 - at),
    },
    groups: fields.map((field, at) => groupOf(`g${at}`, { ordinal: 8 + at, seq: 7 + at, ...field })),
  };
}
