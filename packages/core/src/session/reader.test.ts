/** Covers: J1, J4, J6. What does not verify is an error and not a value, whatever of it was changed. */
import { describe, expect, it } from 'vitest';
import { codeOfPromise } from '../../test/code-of.ts';
import { inMemory } from '../../test/daybook.ts';
import { assistant, call, SALT, says, user } from '../../test/messages.ts';
import { canonicalBytes } from '../base/canonical.ts';
import type { Json } from '../base/json.ts';
import { contentOf } from '../journal/body.ts';
import type { BodyRow, EntryRow } from '../journal/rows.ts';
import type { Scope } from '../journal/scope.ts';
import { parseSeal, type Seal, sealEntry } from '../journal/seal.ts';
import { memoryStore } from '../store/memory.ts';
import type { Store } from '../store/port.ts';

/** A name with the separator in it: a scope of other names can read the same. */
const KEY = { session: 's/main' };
const LONG = 'long words '.repeat(12_000);

type Lie = {
  readonly entry?: (row: EntryRow, rows: readonly EntryRow[]) => EntryRow | undefined;
  readonly body?: (row: BodyRow) => BodyRow | undefined;
};

/** Reads e1 (a long text) from a store that lies about it. */
async function reading({ entry, body }: Lie): Promise<string> {
  const store = memoryStore();
  const honest = (await inMemory(store)).session(KEY);
  await honest.sync([user(LONG), assistant('1'), says('assistant', [call('c1')])]);
  const lying: Store = Object.assign(Object.create(store) as Store, {
    append: store.append.bind(store),
    find: store.find.bind(store),
    salt: store.salt.bind(store),
    open: store.open.bind(store),
    marked: store.marked.bind(store),
    branches: store.branches.bind(store),
    async entries(scope: Scope, from: number, to: number) {
      const rows = await store.entries(scope, from, to);
      const all = await store.entries(scope, 0, 99);
      return rows.flatMap((row) => (row.seq === 1 && entry ? (entry(row, all) ?? []) : [row]));
    },
    async bodies(key: typeof KEY & { tenant: string }, ids: readonly string[]) {
      const rows = await store.bodies(key, ids);
      return rows.flatMap((row) => (body ? (body(row) ?? []) : [row]));
    },
  });
  return codeOfPromise((await inMemory(lying)).session(KEY).read(1));
}

/** The row with another seal that hashes to its id: only its place and its body can tell. */
function resealed(row: EntryRow, change: (seal: Seal) => unknown): EntryRow {
  const { id, bytes } = sealEntry(change(parseSeal(row.seal)) as Seal);
  return { ...row, id, seal: bytes };
}

describe('an entry', () => {
  it('is read where nothing was changed', async () => {
    expect(await reading({})).toBe('none');
  });

  const LIES: readonly (readonly [name: string, lie: Lie])[] = [
    ['that is missing', { entry: () => undefined }],
    ['with another id', { entry: (row) => ({ ...row, id: '00'.repeat(32) }) }],
    ['with another seal', { entry: (row) => ({ ...row, seal: canonicalBytes({ a: 1 }) }) }],
    ['with a seal of another sequence', { entry: (row) => resealed(row, (seal) => ({ ...seal, seq: 2 })) }],
    [
      'with a seal of another session',
      { entry: (row) => resealed(row, (seal) => ({ ...seal, scope: { ...seal.scope, session: 'x' } })) },
    ],
    [
      'with a seal of a scope that reads the same',
      {
        entry: (row) =>
          resealed(row, (seal) => ({
            ...seal,
            scope: { ...seal.scope, tenant: 'default/s', session: 'main' },
          })),
      },
    ],
    ['whose row is that of another entry', { entry: (_, rows) => rows[2] }],
    ['whose body is missing', { body: () => undefined }],
    ['with one byte of its body changed', { body: (row) => ({ ...row, bytes: row.bytes.with(90_000, 1) }) }],
    ['with a shorter body', { body: (row) => ({ ...row, bytes: row.bytes.subarray(0, -1) }) }],
    ['with another length sealed', { entry: (row) => resealed(row, (seal) => ({ ...seal, byteLength: 1 })) }],
    [
      'with a chunk too few',
      { entry: (row) => resealed(row, (seal) => ({ ...seal, chunks: seal.chunks.slice(0, -1) })) },
    ],
    [
      'with a chunk too many',
      {
        entry: (row) =>
          resealed(row, (seal) => ({
            ...seal,
            chunks: [...seal.chunks, { offset: 65_536 * seal.chunks.length, hash: '00'.repeat(32) }],
          })),
      },
    ],
    [
      'with its chunks turned round',
      { entry: (row) => resealed(row, (seal) => ({ ...seal, chunks: seal.chunks.toReversed() })) },
    ],
    ['sealed as another kind', { entry: (row) => resealed(row, (seal) => ({ ...seal, kind: 'derived' })) }],
  ];

  it.each(LIES)('%s is tampered', async (_, lie) => {
    expect(await reading(lie)).toBe('tampered');
  });

  it('with a body that hashes well and is none of format v1 is tampered', async () => {
    const other = { kind: 'message', parts: 'words' };
    const { contentId, bytes } = contentOf(other as never, SALT);
    const code = await reading({
      entry: (row) =>
        resealed(row, (seal) => ({ ...seal, contentId, byteLength: bytes.length }) as unknown as Json),
      body: () => ({ contentId, bytes }),
    });
    expect(code).toBe('tampered');
  });
});
