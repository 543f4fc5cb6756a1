/** Entries and groups come in order, from the first asked for up to and without the last. */
import type { BranchRow } from '@daybook/core/store';
import type { Kit } from '../options.ts';
import { END, equal, grow } from '../reading.ts';
import { changeOf, entryOf, groupOf, scopeOf } from '../rows.ts';

const SCOPE = scopeOf();

export function rangesSuite(kit: Kit): void {
  kit.test('entries come in order of their sequence', async ({ store }) => {
    const kept = [];
    let branch: BranchRow | null = null;
    for (let round = 1; round <= 15; round++) {
      const change = changeOf(SCOPE, branch, { entries: round });
      branch = await grow(store, change);
      kept.push(...change.entries);
    }
    equal(await store.entries(SCOPE, 0, END), kept);
  });

  kit.test('every range of entries is exact', async ({ store }) => {
    const { entries, ...change } = changeOf(SCOPE, null, { entries: 12 });
    await grow(store, { ...change, entries });
    for (let from = 0; from <= 13; from++)
      for (let to = 0; to <= 13; to++)
        equal(await store.entries(SCOPE, from, to), entries.slice(from, Math.max(from, to)), `${from}-${to}`);
  });

  kit.test('ranges hold on a branch that begins behind a fork', async ({ store }) => {
    const parent = await grow(store, changeOf(SCOPE, null, { entries: 8 }));
    const scope = scopeOf({ branch: 'child' });
    const change = changeOf(scope, null, { entries: 4, parent, forkRevision: 5 });
    await grow(store, change);
    for (const [from, to] of [
      [0, 5],
      [0, 6],
      [4, 7],
      [5, 9],
      [8, 20],
      [9, 20],
    ] as const)
      equal(
        await store.entries(scope, from, to),
        change.entries.filter((entry) => entry.seq >= from && entry.seq < to),
        `${from}-${to}`,
      );
  });

  kit.test('groups come by ordinal and then by form, whenever they were added', async ({ store }) => {
    const ordinals = [1, 2, 3, 9, 10, 11, 99, 100];
    const first = ordinals.map((ordinal) => groupOf(`first ${ordinal}`, { ordinal, form: ordinal - 1 }));
    const later = ordinals.map((ordinal) => groupOf(`later ${ordinal}`, { ordinal, form: 200 + ordinal }));
    const row = await grow(store, changeOf(SCOPE, null, { groups: first }));
    await grow(store, changeOf(SCOPE, row, { groups: later.toReversed() }));
    const both = ordinals.flatMap((_, at) => [first[at], later[at]]);
    equal(await store.groups(SCOPE, 0, END), both);
  });

  kit.test('every range of groups is exact', async ({ store }) => {
    const forms = Array.from({ length: 20 }, (_, at) =>
      groupOf(`g${at}`, { ordinal: 1 + (at >> 1), form: at, seq: at & ~1 }),
    );
    await grow(store, changeOf(SCOPE, null, { entries: 20, groups: forms }));
    for (let from = 0; from <= 12; from++)
      for (let to = 0; to <= 12; to++)
        equal(
          await store.groups(SCOPE, from, to),
          forms.filter(({ ordinal }) => ordinal >= from && ordinal < to),
          `${from}-${to}`,
        );
  });

  kit.test('a branch that is not there has no entries and no groups', async ({ store }) => {
    await grow(store, changeOf(SCOPE, null, { entries: 3 }));
    for (const scope of [
      scopeOf({ branch: 'none' }),
      scopeOf({ lane: 'none' }),
      scopeOf({ session: 'none' }),
      scopeOf({ tenant: 'none' }),
    ]) {
      equal(await store.entries(scope, 0, END), []);
      equal(await store.groups(scope, 0, END), []);
    }
  });

  kit.test('branches of one name in other lanes keep their own rows', async ({ store }) => {
    const scopes = [SCOPE, scopeOf({ lane: 'helper' }), scopeOf({ session: 'other' })];
    for (const scope of scopes) await grow(store, changeOf(scope, null, { entries: 3 }));
    for (const scope of scopes) {
      const { entries, groups } = changeOf(scope, null, { entries: 3 });
      equal(await store.entries(scope, 0, END), entries);
      equal(await store.groups(scope, 0, END), groups);
    }
  });

  kit.test('a long branch is read in pages', async ({ store }) => {
    const entries = Array.from({ length: 1200 }, (_, seq) => entryOf(`page ${seq}`, seq));
    await grow(store, { ...changeOf(SCOPE, null, { entries: 1200, bodies: [], groups: [] }), entries });
    for (let from = 0; from < 1200; from += 500)
      equal(await store.entries(SCOPE, from, from + 500), entries.slice(from, from + 500));
  });
}
