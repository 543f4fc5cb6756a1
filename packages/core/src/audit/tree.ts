/**
 * The Merkle tree of a branch as the audit derives it again, entry by entry.
 *
 * Invariant: what hangs on a lost entry stays unknown: it is neither made up nor compared.
 */
import { isDigest } from '../base/hash.ts';
import { addLeaf, EMPTY_FRONTIER, type Frontier, peakEnds } from '../journal/merkle.ts';

export interface Tree {
  /** Number of leaves, lost ones included. */
  readonly size: number;
  /** As many peaks as the size has; where a subtree holds a lost entry, its peak means nothing. */
  readonly frontier: Frontier;
  /** Size behind the last lost entry: a subtree that begins before it holds that entry. 0 while all are known. */
  readonly lost: number;
}

export const EMPTY_TREE: Tree = { size: 0, frontier: EMPTY_FRONTIER, lost: 0 };

/** A row that names no digest is a leaf that nobody knows. */
export function withLeaf(tree: Tree, entryId: string): Tree {
  const { size, frontier, lost } = tree;
  if (!isDigest(entryId)) return withLoss(size + 1);
  return { size: size + 1, frontier: addLeaf(frontier, size, entryId), lost };
}

/** The tree when the entries in front of `size` are lost. */
export function withLoss(size: number): Tree {
  return { size, frontier: peakEnds(size).map(() => new Uint8Array()), lost: size };
}

/** A tree read from its peaks; an absent one is lost. */
export function treeOf(size: number, peaks: readonly (Uint8Array | undefined)[]): Tree {
  const known = peaks.flatMap((peak) => peak ?? []);
  return known.length < peaks.length ? withLoss(size) : { size, frontier: known, lost: 0 };
}

/** Root of the largest full subtree that the last leaf completes; undefined when a lost entry is part of it. */
export function lastNode({ size, frontier, lost }: Tree): Uint8Array | undefined {
  const begin = (peakEnds(size).at(-2) ?? -1) + 1;
  return begin < lost ? undefined : frontier.at(-1);
}
