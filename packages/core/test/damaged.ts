/**
 * A record as rows that a test may damage by hand, and a reader over them: what an audit meets in a store that somebody
 * has written to.
 */
import { toHex } from '../src/base/bytes.ts';
import { noClock } from '../src/base/ports.ts';
import { type Daybook, openDaybook } from '../src/daybook.ts';
import { contentIdOf, parseBody } from '../src/journal/body.ts';
import { chunkTable } from '../src/journal/chunks.ts';
import { namedBodies } from '../src/journal/marks.ts';
import { addLeaf, EMPTY_FRONTIER, frontierBytes } from '../src/journal/merkle.ts';
import type { BodyRow, BranchRow, EntryRow } from '../src/journal/rows.ts';
import { type Scope, type SessionKey, scopeText } from '../src/journal/scope.ts';
import { entryIdOf, parseSeal, type Seal, sealEntry } from '../src/journal/seal.ts';
import { memoryStore } from '../src/store/memory.ts';
import type { Store, StoreReader, StrayRow } from '../src/store/port.ts';
import { SALT } from './messages.ts';

type Mutable<Row> = { -readonly [Field in keyof Row]: Row[Field] };

export interface BranchRows {
  row: Mutable<BranchRow>;
  entries: Mutable<EntryRow>[];
}

export interface SessionRows extends SessionKey {
  tenant: string;
  session: string;
  salt: Uint8Array;
  branches: BranchRows[];
  bodies: Mutable<BodyRow>[];
}

export interface RecordRows {
  sessions: SessionRows[];
  strays: StrayRow[];
}

/** Fills a memory store through the session surface, always with the same bytes. */
export async function filled(fill: (daybook: Daybook) => Promise<void>): Promise<Store> {
  const store = memoryStore();
  await fill(await openDaybook({ store, clock: noClock, salt: SALT }));
  return store;
}

/** Everything that lies in the store, free to be changed. */
export async function rowsOf(store: Store): Promise<RecordRows> {
  const sessions: SessionRows[] = [];
  for (const { tenant, session, salt } of await store.sessions()) {
    const key = { tenant, session };
    const branches: BranchRows[] = [];
    const bodies: Mutable<BodyRow>[] = [];
    for (const row of await store.branches(key)) {
      const entries = [...(await store.entries(row.scope, row.forkRevision, row.revision))];
      branches.push({ row: { ...row }, entries });
      const ids = entries.map(({ seal }) => parseSeal(seal).contentId);
      const own = await store.bodies(key, ids);
      const named = own.flatMap(({ bytes }) => namedBodies(parseBody(bytes)));
      bodies.push(...own, ...(await store.bodies(key, named)));
    }
    sessions.push({ ...key, salt, branches, bodies });
  }
  return { sessions, strays: [] };
}

export function readerOf(rows: RecordRows): StoreReader {
  const find = ({ tenant, session }: SessionKey): SessionRows | undefined =>
    rows.sessions.find((one) => one.tenant === tenant && one.session === session);
  const entriesOf = (scope: Scope): readonly EntryRow[] =>
    find(scope)?.branches.find(({ row }) => scopeText(row.scope) === scopeText(scope))?.entries ?? [];
  return {
    sessions: async () => rows.sessions.map(({ tenant, session, salt }) => ({ tenant, session, salt })),
    salt: async (key) => find(key)?.salt,
    branches: async (key) => find(key)?.branches.map(({ row }) => row) ?? [],
    entries: async (scope, from, to) => entriesOf(scope).filter(({ seq }) => seq >= from && seq < to),
    bodies: async (key, ids) => find(key)?.bodies.filter(({ contentId }) => ids.includes(contentId)) ?? [],
    strays: async () => rows.strays,
  };
}

/** What a forger changes of one entry before it is sealed again. */
export interface Forgery {
  readonly seal?: (seal: Seal) => object;
  /** The bytes of the seal as they are hashed and stored. */
  readonly sealBytes?: (bytes: Uint8Array) => Uint8Array;
  readonly body?: (bytes: Uint8Array) => Uint8Array;
}

/**
 * Writes one entry of a branch anew, and everything behind it, so that nothing but what the forgery says is wrong: ids,
 * predecessors, nodes and the branch row fit. Branches that leave behind it are left as they are.
 */
export function forge(session: SessionRows, branch: BranchRows, seq: number, forgery: Forgery): void {
  let [prev, frontier]: [string | null, readonly Uint8Array[]] = [null, EMPTY_FRONTIER];
  for (const row of sharedEntries(session, branch)) {
    frontier = addLeaf(frontier, row.seq, row.id);
    prev = row.id;
  }
  for (const row of branch.entries) {
    let seal: Seal = { ...parseSeal(row.seal), prev };
    if (row.seq === seq && forgery.body) seal = { ...seal, ...newBody(session, seal, forgery.body) };
    if (row.seq === seq && forgery.seal) seal = { ...seal, ...forgery.seal(seal) };
    const { bytes } = sealEntry(seal);
    row.seal = row.seq === seq && forgery.sealBytes ? forgery.sealBytes(bytes) : bytes;
    row.id = entryIdOf(row.seal);
    frontier = addLeaf(frontier, row.seq, row.id);
    row.node = frontier.at(-1) as Uint8Array;
    prev = row.id;
  }
  branch.row.headEntry = prev ?? '';
  branch.row.frontier = frontierBytes(frontier);
}

/** Entries that the branch sees of its parents. */
export function sharedEntries(session: SessionRows, { row }: BranchRows): EntryRow[] {
  const { lane } = row.scope;
  const parent = session.branches.find(
    ({ row: { scope } }) => scope.lane === lane && scope.branch === row.parent,
  );
  if (!parent) return [];
  return [...sharedEntries(session, parent), ...parent.entries].filter(({ seq }) => seq < row.forkRevision);
}

function newBody(
  session: SessionRows,
  { contentId }: Seal,
  edit: (bytes: Uint8Array) => Uint8Array,
): Pick<Seal, 'contentId' | 'byteLength' | 'chunks'> {
  const old = session.bodies.find((body) => body.contentId === contentId);
  const bytes = edit(old?.bytes ?? new Uint8Array());
  const id = contentIdOf(bytes, session.salt);
  session.bodies.push({ contentId: id, bytes });
  return { contentId: id, byteLength: bytes.length, chunks: chunkTable(bytes, session.salt) };
}

/** The bytes with one bit changed. */
export function flipped(bytes: Uint8Array, at = 0): Uint8Array {
  return bytes.map((byte, index) => (index === at ? byte ^ 1 : byte));
}

/** A digest of nothing here; also the salt of every session that {@link filled} makes, in hexadecimal. */
export const DIGEST: string = toHex(SALT);
