/**
 * Reading one branch: rows across its ancestors, and entries checked against their hashes.
 *
 * Invariant: whatever leaves here as verified was re-hashed just now; what does not verify is an error, not a value.
 */

import { concat } from '../base/bytes.ts';
import { CHUNK_BYTES } from '../base/defaults.ts';
import { DaybookError } from '../base/errors.ts';
import { visibleGroups } from '../journal/align/visible-groups.ts';
import { type Body, contentIdOf, parseBody, textOf } from '../journal/body.ts';
import { ownerOf, type PathStep } from '../journal/branch.ts';
import { chunkHash } from '../journal/chunks.ts';
import { type Frontier, parseFrontier, peakEnds } from '../journal/merkle.ts';
import type { BranchRow, EntryRow, GroupRow } from '../journal/rows.ts';
import { type Scope, sameScope, scopeText } from '../journal/scope.ts';
import { entryIdOf, parseSeal, type Seal } from '../journal/seal.ts';
import type { Store, StoreReader } from '../store/port.ts';

export interface ReadEntry {
  /** The branch that was read, and the revision as of which (J3). */
  readonly scope: Scope;
  readonly revision: number;
  readonly entry: string;
  readonly seq: number;
  readonly seal: Seal;
  readonly body: Body;
  readonly text: string;
}

/** Aligned groups in force with `from < ordinal < to`, ascending. */
export async function alignedGroups(
  store: Store,
  path: readonly PathStep[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<GroupRow[]> {
  const rows = await Promise.all(
    path.map(async ({ branch }) => {
      const { lane, branch: name } = branch.scope;
      const own = await store.groups(branch.scope, from + 1, to);
      return own.map((row) => ({ ...row, lane, branch: name }));
    }),
  );
  return visibleGroups(path, rows.flat())
    .map(({ latest }) => latest)
    .filter(({ state }) => state === 'aligned');
}

/** The Merkle frontier of the branch at an earlier revision, from log n rows. */
export async function frontierAt(
  store: StoreReader,
  path: readonly PathStep[],
  revision: number,
): Promise<Frontier> {
  const ends = await Promise.all(peakEnds(revision).map((seq) => entryAt(store, path, seq)));
  return parseFrontier(concat(...ends.map(({ node }) => node)), revision);
}

/** @throws DaybookError `not-found` beyond the branch's revision, `tampered` where an entry is missing before it */
export async function entryAt(store: StoreReader, path: readonly PathStep[], seq: number): Promise<EntryRow> {
  const { branch } = path[0] as PathStep;
  if (!(seq >= 0 && seq < branch.revision))
    throw new DaybookError(
      'not-found',
      `there is no e${seq} in ${scopeText(branch.scope)} (revision ${branch.revision})`,
      {
        details: { seq, revision: branch.revision },
      },
    );
  return (await rowAt(store, path, seq)) ?? tampered(seq, 'it is missing');
}

/**
 * Reads an entry whole and checks it: that it is the branch's, entry hash, position, body hash, length, kind, and
 * every chunk's place and hash.
 *
 * @throws DaybookError `not-found`, `tampered`
 */
export async function readEntry(
  store: StoreReader,
  path: readonly PathStep[],
  seq: number,
  salt: Uint8Array,
): Promise<ReadEntry> {
  const { scope, revision } = (path[0] as PathStep).branch;
  const row = await entryAt(store, path, seq);
  await checkForks(store, path, seq);
  const owner: BranchRow = ownerOf(path, seq);
  const seal = parseSeal(row.seal);
  const named = sameScope(seal.scope, owner.scope);
  if (entryIdOf(row.seal) !== row.id || seal.seq !== seq || !named)
    tampered(seq, 'the seal does not fit its place');
  const [body] = await store.bodies(owner.scope, [seal.contentId]);
  if (!(body?.bytes instanceof Uint8Array)) return tampered(seq, 'its body is missing');
  if (contentIdOf(body.bytes, salt) !== seal.contentId) tampered(seq, 'its body has another hash');
  if (body.bytes.length !== seal.byteLength) tampered(seq, 'its body has another length');
  if (seal.chunks.length !== Math.max(1, Math.ceil(seal.byteLength / CHUNK_BYTES)))
    tampered(seq, 'its chunk table has another length');
  for (const [index, chunk] of seal.chunks.entries()) {
    const bytes = body.bytes.subarray(chunk.offset, chunk.offset + CHUNK_BYTES);
    if (chunk.offset !== index * CHUNK_BYTES || chunkHash(bytes, salt) !== chunk.hash)
      tampered(seq, `chunk ${index} has another place or hash`);
  }
  const parsed = parseBody(body.bytes);
  if (parsed.kind !== seal.kind) tampered(seq, 'its body is of another kind');
  return { scope, revision, entry: row.id, seq, seal, body: parsed, text: textOf(parsed) };
}

/** A shared entry is the branch's only if the branch's first own entry is chained to the last shared one. */
async function checkForks(store: StoreReader, path: readonly PathStep[], seq: number): Promise<void> {
  for (const [at, { branch }] of path.entries()) {
    const { forkRevision } = branch;
    if (seq >= forkRevision) return;
    const first = await rowAt(store, path.slice(at), forkRevision);
    const last = await rowAt(store, path.slice(at + 1), forkRevision - 1);
    if (!first || !last || parseSeal(first.seal).prev !== last.id)
      tampered(seq, `${scopeText(branch.scope)} does not begin behind e${forkRevision - 1}`);
  }
}

async function rowAt(
  store: StoreReader,
  path: readonly PathStep[],
  seq: number,
): Promise<EntryRow | undefined> {
  const owner = path.find(({ branch }) => seq >= branch.forkRevision);
  return owner && (await store.entries(owner.branch.scope, seq, seq + 1))[0];
}

function tampered(seq: number, what: string): never {
  throw new DaybookError('tampered', `e${seq}: ${what}; run \`daybook verify\``, { details: { seq } });
}
