/** What was appended is never changed, not even by a caller who changes its own buffers. */
import type { Append, Store } from '@daybook/core/store';
import type { Kit } from '../options.ts';
import { ANYWHERE, contentsOf, END, equal, grow } from '../reading.ts';
import { changeOf, EVERY_MARK, scopeOf } from '../rows.ts';

const SCOPE = scopeOf();
const NOTHING = { keys: [], rolls: [], nativeIds: [] };

type Reads = (store: Store, change: Append) => Promise<readonly (Uint8Array | undefined)[]>;

/** A Buffer is a Uint8Array whose `slice` does not copy. */
const CLASSES = {
  Uint8Array: (bytes: Uint8Array): Uint8Array => new Uint8Array(bytes),
  Buffer: (bytes: Uint8Array): Uint8Array => Buffer.from(bytes),
} as const;

const HANDED_OVER: Readonly<Record<string, (change: Append) => readonly Uint8Array[]>> = {
  salt: (change) => [change.salt],
  seals: (change) => change.entries.map((entry) => entry.seal),
  nodes: (change) => change.entries.map((entry) => entry.node),
  bodies: (change) => change.bodies.map((body) => body.bytes),
  frontier: (change) => [change.next.frontier],
};

const GIVEN_BACK: Readonly<Record<string, Reads>> = {
  salt: async (store) => [await store.salt(SCOPE)],
  'salts of the list of sessions': async (store) => (await store.sessions()).map(({ salt }) => salt),
  seals: async (store) => (await store.entries(SCOPE, 0, END)).map(({ seal }) => seal),
  nodes: async (store) => (await store.entries(SCOPE, 0, END)).map(({ node }) => node),
  bodies: async (store, change) => (await store.bodies(SCOPE, idsOf(change))).map(({ bytes }) => bytes),
  'salt of an opened session': async (store) => [(await store.open(SCOPE, EVERY_MARK)).salt],
  'marked entries of an opened session': async (store) =>
    (await store.open(SCOPE, EVERY_MARK)).marked.flatMap(({ entry, body }) => [entry.seal, entry.node, body]),
  'marked entries': async (store) =>
    (await store.marked(SCOPE, ANYWHERE, EVERY_MARK)).flatMap(({ entry, body }) => [
      entry.seal,
      entry.node,
      body,
    ]),
  'frontier of a branch': async (store) => (await store.branches(SCOPE)).map(({ frontier }) => frontier),
  'frontier of a found branch': async (store) =>
    (await store.find(SCOPE, NOTHING)).branches.map(({ frontier }) => frontier),
};

export function isolationSuite(kit: Kit): void {
  for (const [name, buffers] of Object.entries(HANDED_OVER))
    for (const [kind, make] of Object.entries(CLASSES))
      kit.test(
        `a caller that changes its ${name} (${kind}) after the append changes nothing`,
        async ({ store, again }) => {
          const change = madeOf(make);
          await grow(store, change);
          const before = await contentsOf(store, SCOPE, idsOf(change));
          for (const bytes of buffers(change)) bytes.fill(0xee);
          await demand(await again(), change, before);
          await demand(store, change, before);
        },
      );

  for (const [name, read] of Object.entries(GIVEN_BACK))
    kit.test(`a caller that changes the ${name} it read changes nothing`, async ({ store, again }) => {
      const change = changeOf(SCOPE, null, { entries: 3, marks: ['usage', 'fold'] });
      await grow(store, change);
      const before = await contentsOf(store, SCOPE, idsOf(change));
      for (const bytes of await read(store, change)) bytes?.fill(0xee);
      await demand(store, change, before);
      await demand(await again(), change, before);
    });

  kit.test('a caller that changes its lists after the append changes nothing', async ({ store }) => {
    const change = changeOf(SCOPE, null, { entries: 3 });
    const lists = { entries: [...change.entries], groups: [...change.groups], bodies: [...change.bodies] };
    await grow(store, { ...change, ...lists });
    const before = await contentsOf(store, SCOPE, idsOf(change));
    for (const list of Object.values(lists)) list.pop();
    await demand(store, change, before);
  });
}

function madeOf(make: (bytes: Uint8Array) => Uint8Array): Append {
  const change = changeOf(SCOPE, null, { entries: 3 });
  return {
    ...change,
    next: { ...change.next, frontier: make(change.next.frontier) },
    salt: make(change.salt),
    entries: change.entries.map((row) => ({ ...row, seal: make(row.seal), node: make(row.node) })),
    bodies: change.bodies.map((row) => ({ ...row, bytes: make(row.bytes) })),
  };
}

async function demand(store: Store, change: Append, before: unknown): Promise<void> {
  equal(await contentsOf(store, SCOPE, idsOf(change)), before);
  const [row] = (await store.find(SCOPE, NOTHING)).branches;
  equal([row], await store.branches(SCOPE));
}

function idsOf(change: Append): string[] {
  return change.bodies.map((body) => body.contentId);
}
