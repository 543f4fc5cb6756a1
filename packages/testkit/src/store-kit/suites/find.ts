/** `find` gives all branches of a session, and every form at every place where some form matches. */
import type { BranchRow, GroupQuery, GroupRow, OwnedGroupRow, Scope, Store } from '@daybook/core/store';
import type { Kit } from '../options.ts';
import { equal, grow, settled } from '../reading.ts';
import { changeOf, groupOf, idOf, scopeOf } from '../rows.ts';

const SCOPE = scopeOf();
const CHILD = scopeOf({ branch: 'child' });
const HELPER = scopeOf({ lane: 'helper' });
const NOTHING: GroupQuery = { keys: [], rolls: [], nativeIds: [] };

export function findSuite(kit: Kit): void {
  kit.test('groups are found by key, by rolling hash and by native id', async ({ store }) => {
    const groups = await fill(store, SCOPE, ['one', 'two', 'three']);
    await demand(store, { keys: [key('two')] }, [[SCOPE, groups[1]]]);
    await demand(store, { rolls: [roll('three')] }, [[SCOPE, groups[2]]]);
    await demand(store, { nativeIds: ['id one'] }, [[SCOPE, groups[0]]]);
    await demand(store, { keys: [key('three')], rolls: [roll('one')], nativeIds: ['id three'] }, [
      [SCOPE, groups[0]],
      [SCOPE, groups[2]],
    ]);
  });

  kit.test('a key, a rolling hash and a native id are not taken for each other', async ({ store }) => {
    await fill(store, SCOPE, ['one']);
    await demand(store, { keys: [roll('one'), 'id one'], rolls: [key('one')], nativeIds: [key('one')] }, []);
  });

  kit.test('a group without native id matches no native id', async ({ store }) => {
    const bare = groupOf('bare', { ordinal: 1, nativeId: null });
    await grow(store, changeOf(SCOPE, null, { groups: [bare] }));
    await demand(store, { nativeIds: ['', 'null', 'undefined'] }, []);
  });

  kit.test('the empty rolling hash is a hash like any other', async ({ store }) => {
    const first = groupOf('first', { ordinal: 1, roll: '' });
    await grow(
      store,
      changeOf(SCOPE, null, { entries: 2, groups: [first, groupOf('second', { ordinal: 2 })] }),
    );
    await demand(store, { rolls: [''] }, [[SCOPE, first]]);
  });

  kit.test('an empty query finds the branches and no group', async ({ store }) => {
    await fill(store, SCOPE, ['one']);
    const row = await fillChild(store, ['two']);
    equal(await store.find(SCOPE, NOTHING), { branches: [row, await branch(store, SCOPE)], groups: [] });
    equal(await store.find(scopeOf({ session: 'none' }), NOTHING), { branches: [], groups: [] });
    equal(await store.find(scopeOf({ session: 'none' }), { ...NOTHING, keys: [key('one')] }), {
      branches: [],
      groups: [],
    });
  });

  kit.test('what matches nothing finds no group', async ({ store }) => {
    await fill(store, SCOPE, ['one']);
    await demand(store, { keys: [key('none'), ''], rolls: ['', roll('none')], nativeIds: ['ID ONE'] }, []);
  });

  kit.test('every form at a matching ordinal is found, whichever form matched', async ({ store }) => {
    const [first, second, third] = await fill(store, SCOPE, ['one', 'two', 'three']);
    const grown = groupOf('two grown', { ordinal: 2, form: 7, nativeId: 'id two' });
    const regrown = groupOf('two regrown', { ordinal: 2, form: 9 });
    const row = await branch(store, SCOPE);
    await grow(store, changeOf(SCOPE, row, { groups: [regrown, grown] }));
    const forms: Expected = [second, grown, regrown].map((form) => [SCOPE, form]);
    await demand(store, { keys: [key('two')] }, forms);
    await demand(store, { rolls: [roll('two grown')] }, forms);
    await demand(store, { nativeIds: ['id two'] }, forms);
    await demand(store, { keys: [key('two regrown'), key('one')], rolls: [roll('three')] }, [
      [SCOPE, first],
      ...forms,
      [SCOPE, third],
    ]);
  });

  kit.test('forms of other branches of the lane at a matching ordinal are found', async ({ store }) => {
    const [, second] = await fill(store, SCOPE, ['one', 'two', 'three']);
    await fillChild(store, ['other two', 'other three']);
    const other = groupOf('other two', { ordinal: 2, form: 1, nativeId: 'id other two' });
    await demand(store, { keys: [key('two')] }, [
      [CHILD, other],
      [SCOPE, second],
    ]);
    await demand(store, { nativeIds: ['id other two'] }, [
      [CHILD, other],
      [SCOPE, second],
    ]);
  });

  kit.test('other lanes match by themselves only', async ({ store }) => {
    const main = await fill(store, SCOPE, ['one', 'two', 'three']);
    const helper = await fill(store, HELPER, ['three', 'four', 'one']);
    await demand(store, { keys: [key('two')] }, [[SCOPE, main[1]]]);
    await demand(store, { keys: [key('one')] }, [
      [HELPER, helper[2]],
      [SCOPE, main[0]],
    ]);
  });

  kit.test('groups come by lane (by code point), ordinal and form', async ({ store }) => {
    const names = Array.from({ length: 12 }, (_, at) => `g${at}`);
    const expected: Expected = [];
    for (const lane of ['B', 'a', 'a.b', 'ab', '\uff21', '\u{1d49c}']) {
      const scope = scopeOf({ lane });
      const groups = names.map((name, at) => groupOf(name, { ordinal: at + 1 }));
      const later = names.map((name, at) => groupOf(`${lane} ${name}`, { ordinal: at + 1, form: 100 - at }));
      const row = await grow(store, changeOf(scope, null, { entries: 12, groups }));
      await grow(store, changeOf(scope, row, { groups: later }));
      for (const at of names.keys()) expected.push([scope, groups[at]], [scope, later[at]]);
    }
    await demand(store, { keys: names.toReversed().map(key) }, expected);
  });

  kit.test('other sessions and tenants are invisible', async ({ store }) => {
    const groups = await fill(store, SCOPE, ['one', 'two']);
    const row = await branch(store, SCOPE);
    for (const scope of [scopeOf({ session: 'other' }), scopeOf({ tenant: 'other' })]) {
      await fill(store, scope, ['one', 'two', 'three']);
      const found = await store.find(SCOPE, { ...NOTHING, keys: [key('two'), key('three')] });
      equal(found, { branches: [row], groups: [{ ...groups[1], lane: 'main', branch: 'main' }] });
    }
  });

  kit.test('thousands of keys, hashes and ids are asked for at once', async ({ store }) => {
    const names = Array.from({ length: 5000 }, (_, at) => `g${at}`);
    const kept = names.filter((_, at) => at % 1000 === 999);
    const groups = await fill(store, SCOPE, kept);
    const all: Expected = groups.map((group) => [SCOPE, group]);
    await demand(store, { keys: names.map(key) }, all);
    await demand(store, { rolls: names.map(roll) }, all);
    await demand(store, { nativeIds: names.map((name) => `id ${name}`) }, all);
    await demand(store, { keys: names.map(key), rolls: names.map(roll), nativeIds: names }, all);
  });

  kit.test('a query that names one thing twice finds it once', async ({ store }) => {
    const [group] = await fill(store, SCOPE, ['one']);
    const query = { keys: [key('one'), key('one')], rolls: [roll('one')], nativeIds: ['id one', 'id one'] };
    await demand(store, query, [[SCOPE, group]]);
  });
}

type Expected = [Scope, GroupRow | undefined][];

const key = (name: string): string => idOf(`key ${name}`);
const roll = (name: string): string => idOf(`roll ${name}`);

async function fill(store: Store, scope: Scope, names: readonly string[]): Promise<GroupRow[]> {
  const groups = names.map((name, at) => groupOf(name, { ordinal: at + 1, nativeId: `id ${name}` }));
  await grow(store, changeOf(scope, null, { entries: names.length, groups }));
  return groups;
}

/** A branch that shares one entry and one group with `SCOPE`. */
async function fillChild(store: Store, names: readonly string[]): Promise<BranchRow> {
  const parent = await branch(store, SCOPE);
  const groups = names.map((name, at) => groupOf(name, { ordinal: at + 2, nativeId: `id ${name}` }));
  return grow(store, changeOf(CHILD, null, { entries: names.length, groups, parent, forkRevision: 1 }));
}

async function branch(store: Store, scope: Scope): Promise<BranchRow> {
  const row = (await store.branches(scope)).find(
    ({ scope: found }) => found.lane === scope.lane && found.branch === scope.branch,
  );
  if (!row) throw new Error(`the store lost the branch ${scope.branch}`);
  return row;
}

async function demand(store: Store, query: Partial<GroupQuery>, expected: Expected): Promise<void> {
  const found = await store.find(SCOPE, { ...NOTHING, ...query });
  const owned = expected.map(([{ lane, branch }, group]) => ({ ...group, lane, branch }) as OwnedGroupRow);
  equal(settled(found.groups), owned);
  equal(found.branches, await store.branches(SCOPE));
}
