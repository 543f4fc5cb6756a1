/**
 * The ledger: the facts in force, computed from all deltas in order; and its hash (F4).
 *
 * hash(n) = H(ledger, hash(n−1) ‖ deltaHash ‖ workingSetHash). The working set's hash is the root of a tree over the facts
 * by handle (fact-tree.ts), so one fact can be shown to be in force without the others.
 *
 * Invariant (rule 12, L6): facts ever asserted = facts present + tombstones. An omitted fact leaves the working set and
 * is counted; its deltas still hold it.
 */
import { fromHex } from '../base/bytes.ts';
import { canonicalBytes } from '../base/canonical.ts';
import { taggedHash } from '../base/hash.ts';
import type { Json } from '../base/json.ts';
import type { Fact } from './fact.ts';
import { type FactChange, type FactTree, rootHash, treeOf, withFacts } from './fact-tree.ts';
import type { Delta } from './operation.ts';

export interface Tombstones {
  /** Left out by consolidation. */
  readonly omitted: number;
  /** Would have said the same again. */
  readonly repeated: number;
}

export interface Ledger {
  /** By handle, ascending. */
  readonly facts: ReadonlyMap<number, Fact>;
  /** The handle that the next fact may take. */
  readonly next: number;
  readonly asserted: number;
  readonly tombstones: Tombstones;
  readonly hash: string;
}

export const EMPTY_LEDGER: Ledger = {
  facts: new Map(),
  next: 1,
  asserted: 0,
  tombstones: { omitted: 0, repeated: 0 },
  hash: taggedHash('ledger'),
};

/** The ledger's hash after a delta brought it to these facts. */
export function ledgerHash(previous: string, delta: Delta, workingSet: string): string {
  return taggedHash('ledger', fromHex(previous), fromHex(deltaHash(delta)), fromHex(workingSet));
}

export function deltaHash(delta: Delta): string {
  return taggedHash('delta', canonicalBytes(delta as unknown as Json));
}

export function workingSetHash(facts: Iterable<Fact>): string {
  return rootHash(treeOf(facts));
}

/** Trees of working sets, so that the next delta goes on with the hashes of the last. */
const TREES = new WeakMap<ReadonlyMap<number, Fact>, FactTree & object>();

/** Hash of the facts that `changes` made of `from`: what was hashed before is not hashed again. */
export function nextWorkingSetHash(
  from: ReadonlyMap<number, Fact>,
  facts: ReadonlyMap<number, Fact>,
  changes: readonly FactChange[],
): string {
  const tree = withFacts(TREES.get(from) ?? treeOf(from.values()), changes);
  if (tree) TREES.set(facts, tree);
  return rootHash(tree);
}

/** Id of a fact, the same whatever becomes of it. */
export function factId({ handle, category, text, subject }: Fact): string {
  return taggedHash('fact', canonicalBytes([handle, category, text, subject]));
}
