/** Marked entries are found without walking the branch, the newest of each mark first; bodies need no entry. */
import { strictEqual } from 'node:assert/strict';
import type { Append, Mark, MarkedEntry, MarkLimits, Scope, Store } from '@daybook/core/store';
import type { Kit } from '../options.ts';
import { ANYWHERE, END, equal, grow, markedIn } from '../reading.ts';
import { bodyOf, type ChangeOptions, changeOf, EVERY_MARK, saltOf, scopeOf } from '../rows.ts';

const MAIN = scopeOf();
const CHILD = scopeOf({ branch: 'child' });
const SIBLING = scopeOf({ branch: 'sibling' });
const GRANDCHILD = scopeOf({ branch: 'grandchild' });
const HELPER = scopeOf({ lane: 'helper' });

/** Sequences 0 to 7. */
const MARKS: readonly (Mark | null)[] = [null, 'usage', 'fold', null, 'usage', 'usage', 'adopted', 'fold'];

export function marksSuite(kit: Kit): void {
  kit.test('marked entries come newest first, whole and with their bodies', async ({ store }) => {
    const change = changeOf(MAIN, null, { entries: 9, marks: MARKS });
    await grow(store, change);
    equal(await store.marked(MAIN, ANYWHERE, EVERY_MARK), markedIn(change));
    equal(await seqsOf(store, MAIN), [7, 6, 5, 4, 2, 1]);
  });

  kit.test('a limit counts each mark by itself, and keeps the newest', async ({ store }) => {
    await grow(store, changeOf(MAIN, null, { entries: 9, marks: MARKS }));
    equal(await seqsOf(store, MAIN, { usage: 2, fold: 1, adopted: 1 }), [7, 6, 5, 4]);
    equal(await seqsOf(store, MAIN, { fold: 2 }), [7, 2]);
    equal(await seqsOf(store, MAIN, { usage: 0, packet: 3, fold: 1 }), [7]);
    equal(await seqsOf(store, MAIN, {}), []);
  });

  kit.test('a range leaves its ends out, and limits count inside it', async ({ store }) => {
    await grow(store, changeOf(MAIN, null, { entries: 9, marks: MARKS }));
    const within = (above: number, below: number, limits = EVERY_MARK) =>
      seqsOf(store, MAIN, limits, { above, below });
    equal(await within(2, 6), [5, 4]);
    equal(await within(1, 7), [6, 5, 4, 2]);
    equal(await within(4, 5), []);
    equal(await within(7, END), []);
    equal(await within(6, 2), []);
    equal(await within(-1, 5, { usage: 1 }), [4]);
    equal(await within(1, 5, { usage: 2 }), [4]);
  });

  kit.test('a later append keeps the marks that are there', async ({ store, again }) => {
    const changes = [changeOf(MAIN, null, { entries: 2, marks: ['usage', 'fold'] })];
    for (const marks of [['adopted', 'usage'], [], ['usage', null]] as const) {
      await grow(store, changes.at(-1) as Append);
      changes.push(changeOf(MAIN, (changes.at(-1) as Append).next, { entries: 2, marks }));
    }
    await grow(await again(), changes.at(-1) as Append);
    const expected = changes.toReversed().flatMap(markedIn);
    for (const handle of [store, await again()])
      equal(await handle.marked(MAIN, ANYWHERE, EVERY_MARK), expected);
    equal(await seqsOf(store, MAIN, { usage: 2 }), [6, 3]);
  });

  kit.test('a branch gives its own marks only', async ({ store }) => {
    const { parent, child, sibling, helper } = await family(store);
    for (const change of [parent, child, sibling, helper])
      equal(await store.marked(change.next.scope, ANYWHERE, EVERY_MARK), markedIn(change));
    equal(await store.marked(scopeOf({ branch: 'none' }), ANYWHERE, EVERY_MARK), []);
  });

  kit.test('an opened session gives its salt and the marks of its current branch', async ({ store }) => {
    const change = changeOf(MAIN, null, { entries: 9, marks: MARKS });
    await grow(store, change);
    equal(await store.open(MAIN, EVERY_MARK), { salt: change.salt, marked: markedIn(change) });
    const { marked } = await store.open(MAIN, { usage: 1, fold: 1 });
    equal(
      marked,
      markedIn(change).filter(({ entry }) => [7, 5].includes(entry.seq)),
    );
  });

  kit.test('the current branch is the one that last received a group, in any lane', async ({ store }) => {
    const { parent, child, sibling, helper } = await family(store);
    const touch = async (change: Append, options: ChangeOptions = {}) =>
      grow(store, changeOf(change.next.scope, change.next, { label: 'touch', ...options }));
    equal(await openedOn(store), markedIn(helper));
    await touch(child);
    equal(await openedOn(store), [child, parent].flatMap(markedIn));
    await touch(parent, { touched: false });
    equal(await openedOn(store), [child, parent].flatMap(markedIn));
    await touch(sibling);
    equal(await openedOn(store), [sibling, parent].flatMap(markedIn));
  });

  kit.test('a branch is opened with all that it came from, limits counting each anew', async ({ store }) => {
    const { parent, child } = await family(store);
    const marks = ['usage', 'adopted'] as const;
    const grandchild = changeOf(GRANDCHILD, null, { entries: 2, parent: child.next, forkRevision: 4, marks });
    await grow(store, grandchild);
    const path = [grandchild, child, parent];
    equal(await openedOn(store), path.flatMap(markedIn));
    const { marked } = await store.open(MAIN, { usage: 1 });
    const newest = path.map((change) => markedIn(change).find(({ mark }) => mark === 'usage'));
    equal(marked, newest);
  });

  kit.test('what a parent marked behind the fork is given too', async ({ store }) => {
    const { parent, child } = await family(store);
    const more = changeOf(MAIN, parent.next, { label: 'more', marks: ['fold'], touched: false });
    await grow(store, more);
    await grow(store, changeOf(CHILD, child.next, { label: 'touch' }));
    equal(await openedOn(store), [child, more, parent].flatMap(markedIn));
  });

  kit.test('a session that is not there, or has no marks, is opened', async ({ store }) => {
    equal(await store.open(MAIN, EVERY_MARK), { salt: undefined, marked: [] });
    equal(await store.marked(MAIN, ANYWHERE, EVERY_MARK), []);
    await grow(store, changeOf(scopeOf({ session: 'other' }), null, { marks: ['fold'] }));
    equal(await store.open(MAIN, EVERY_MARK), { salt: undefined, marked: [] });
    await grow(store, changeOf(MAIN, null, { entries: 3 }));
    equal(await store.open(MAIN, EVERY_MARK), { salt: saltOf(), marked: [] });
  });

  kit.test('no other session, tenant or lane is met', async ({ store }) => {
    const others = [scopeOf({ session: 'other' }), scopeOf({ tenant: 'other' }), HELPER];
    const own = changeOf(MAIN, null, { marks: ['usage'], bodies: [], salt: saltOf('own') });
    const named = { ...own, bodies: [{ contentId: own.entries[0]?.content ?? '', bytes: Uint8Array.of(1) }] };
    for (const scope of others) {
      const salt = scope === HELPER ? own.salt : saltOf('theirs');
      const change = changeOf(scope, null, { marks: ['fold'], bodies: [], salt });
      // The same content id, so that a body of another session could be mistaken for the own one.
      const entries = change.entries.map((entry) => ({
        ...entry,
        content: named.bodies[0]?.contentId ?? '',
      }));
      const bodies =
        scope === HELPER ? named.bodies : named.bodies.map((row) => ({ ...row, bytes: Uint8Array.of(2) }));
      await grow(store, { ...change, entries, bodies });
    }
    await grow(store, named);
    equal(await store.open(MAIN, EVERY_MARK), { salt: own.salt, marked: markedIn(named) });
    equal(await store.marked(MAIN, ANYWHERE, EVERY_MARK), markedIn(named));
  });

  kit.test('a marked entry whose body is absent is left out and counts for nothing', async ({ store }) => {
    const change = changeOf(MAIN, null, { entries: 3, marks: ['usage', 'usage', 'usage'] });
    const bodies = change.bodies.slice(0, 2);
    await grow(store, { ...change, bodies });
    equal(await seqsOf(store, MAIN, { usage: 1 }), [1]);
    equal(await store.open(MAIN, EVERY_MARK), { salt: change.salt, marked: markedIn({ ...change, bodies }) });
  });

  kit.test(
    'bodies that stand in no entry are kept with the append that brings them',
    async ({ store, again }) => {
      const texts = ['a', 'b', 'c'].map((label) => bodyOf(`text ${label}`));
      const first = changeOf(MAIN, null, { marks: ['fold'] });
      await grow(store, { ...first, bodies: [...texts.slice(0, 2), ...first.bodies] });
      const second = changeOf(MAIN, first.next, { marks: ['fold'] });
      await grow(store, { ...second, bodies: [...texts.slice(1), ...second.bodies] });
      const refused = { ...changeOf(MAIN, null, { label: 'refused' }), bodies: [bodyOf('text refused')] };
      strictEqual(await store.append(refused), 'conflict');
      const asked = [...texts, ...refused.bodies].map((body) => body.contentId);
      for (const handle of [store, await again()]) {
        const found = [...(await handle.bodies(MAIN, asked))];
        equal(found.sort(byContentId), texts.toSorted(byContentId));
      }
    },
  );
}

/** A parent, two children of it and another lane, each with marks; the lane is touched last. */
async function family(store: Store): Promise<Record<'parent' | 'child' | 'sibling' | 'helper', Append>> {
  const parent = changeOf(MAIN, null, { entries: 5, marks: ['usage', null, 'fold', 'usage', 'packet'] });
  const fork = { entries: 3, parent: parent.next, forkRevision: 3 };
  const child = changeOf(CHILD, null, { ...fork, marks: ['usage', null, 'usage'] });
  const sibling = changeOf(SIBLING, null, { ...fork, marks: [null, 'ledger', 'usage'] });
  const helper = changeOf(HELPER, null, { entries: 2, marks: ['usage', 'fold'] });
  for (const change of [parent, child, sibling, helper]) await grow(store, change);
  return { parent, child, sibling, helper };
}

async function openedOn(store: Store): Promise<readonly MarkedEntry[]> {
  return (await store.open(MAIN, EVERY_MARK)).marked;
}

async function seqsOf(
  store: Store,
  scope: Scope,
  limits: MarkLimits = EVERY_MARK,
  range: { readonly above: number; readonly below: number } = ANYWHERE,
): Promise<number[]> {
  return (await store.marked(scope, range, limits)).map(({ entry }) => entry.seq);
}

function byContentId(a: { readonly contentId: string }, b: { readonly contentId: string }): number {
  return a.contentId < b.contentId ? -1 : 1;
}
