/**
 * Merkle tree over the ids of a branch's entries, RFC 6962 §2.1: leaf = SHA-256(0x00 ‖ id), node =
 * SHA-256(0x01 ‖ left ‖ right), empty tree = SHA-256 of nothing. `id` is the 32 raw bytes of an entry id.
 *
 * Only the frontier is kept: the roots of the full subtrees that make up the tree, largest first. Their sizes are
 * the binary digits of the number of leaves, so the count and the frontier determine each other's shape.
 */
import { sha256 } from '#sha256';
import { concat, fromHex } from '../base/bytes.ts';
import { DaybookError } from '../base/errors.ts';

const DIGEST_BYTES = 32;
const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

export type Frontier = readonly Uint8Array[];

export const EMPTY_FRONTIER: Frontier = [];

/**
 * The frontier after one more leaf. Its last peak is the largest full subtree that the leaf completes.
 *
 * @param size number of leaves before it
 * @throws DaybookError `tampered` when the frontier cannot be that of a tree with that many leaves
 */
export function addLeaf(frontier: Frontier, size: number, entryId: string): Frontier {
  let node = sha256(concat(LEAF, fromHex(entryId)));
  const peaks = [...frontier];
  if (peaks.length !== peakCount(size))
    throw new DaybookError('tampered', `a frontier of ${peaks.length} peaks does not fit revision ${size}`);
  // Every trailing one bit of the size is a full subtree of the same height as the node so far.
  for (let rest = size; rest % 2 === 1; rest = (rest - 1) / 2)
    node = joinNodes(peaks.pop() as Uint8Array, node);
  peaks.push(node);
  return peaks;
}

/** Root hash of the tree with this frontier. */
export function rootOf(frontier: Frontier): Uint8Array {
  let root: Uint8Array | undefined;
  for (const peak of frontier.toReversed()) root = root ? joinNodes(peak, root) : peak;
  return root ?? sha256(new Uint8Array());
}

/** Positions of the leaves that complete the peaks of a tree with that many leaves, largest peak first. */
export function peakEnds(size: number): number[] {
  const ends: number[] = [];
  let end = 0;
  for (let height = 2 ** Math.ceil(Math.log2(size + 1)); height >= 1; height /= 2)
    if (end + height <= size) {
      end += height;
      ends.push(end - 1);
    }
  return ends;
}

export function frontierBytes(frontier: Frontier): Uint8Array {
  return concat(...frontier);
}

/** @throws DaybookError `tampered` when the bytes cannot be the frontier of a tree with that many leaves */
export function parseFrontier(bytes: Uint8Array, size: number): Frontier {
  const peaks = peakCount(size);
  if (bytes.length !== peaks * DIGEST_BYTES)
    throw new DaybookError('tampered', `a frontier of ${bytes.length} bytes does not fit revision ${size}`);
  return Array.from({ length: peaks }, (_, at) => bytes.slice(at * DIGEST_BYTES, (at + 1) * DIGEST_BYTES));
}

/** As many full subtrees as the number has binary digits that are one. */
function peakCount(size: number): number {
  let count = 0;
  for (let rest = size; rest >= 1; rest = Math.floor(rest / 2)) count += rest % 2;
  return count;
}

function joinNodes(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(concat(NODE, left, right));
}
