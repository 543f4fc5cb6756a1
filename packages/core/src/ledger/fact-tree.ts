/**
 * The hash of a working set, kept up with each delta: a tree over the facts by handle, sixteen children to a node, eight
 * levels deep, so a changed fact costs eight hashes however many facts stand.
 *
 * leaf = H(fact, canonical fact) · node = H(facts, canonical list of its sixteen children, null where nothing stands) ·
 * empty set = H(facts). The child of a handle at level n is its nth hexadecimal digit of eight, the highest first.
 *
 * Invariant: the hash follows from the facts alone, not from the order in which they came.
 */
import { canonicalBytes } from '../base/canonical.ts';
import { taggedHash } from '../base/hash.ts';
import type { Json } from '../base/json.ts';
import type { Fact } from './fact.ts';

const LEVELS = 8;
const BITS = 4;
const CHILDREN = 2 ** BITS;
/** Handles beyond it have no place. */
export const MAX_HANDLE: number = 2 ** (LEVELS * BITS) - 1;

interface Node {
  readonly children: readonly (Node | Fact | undefined)[];
  hash?: string;
}

export type FactTree = Node | undefined;

/** A fact that stands, or undefined where none does any more. */
export type FactChange = readonly [handle: number, fact: Fact | undefined];

export function treeOf(facts: Iterable<Fact>): FactTree {
  return withFacts(
    undefined,
    [...facts].map((fact): FactChange => [fact.handle, fact]),
  );
}

/** The tree after the changes; the one given stays as it is. */
export function withFacts(tree: FactTree, changes: readonly FactChange[]): FactTree {
  return changes.length === 0 ? tree : changed(tree, 0, changes);
}

export function rootHash(tree: FactTree): string {
  return tree ? hashOf(tree, 0) : taggedHash('facts');
}

function changed(node: FactTree, level: number, changes: readonly FactChange[]): FactTree {
  const children = node ? [...node.children] : new Array<Node | Fact | undefined>(CHILDREN).fill(undefined);
  const shift = 2 ** (BITS * (LEVELS - 1 - level));
  const byChild = new Map<number, FactChange[]>();
  for (const change of changes) {
    const child = Math.floor(change[0] / shift) % CHILDREN;
    const group = byChild.get(child);
    if (group) group.push(change);
    else byChild.set(child, [change]);
  }
  for (const [child, group] of byChild)
    children[child] =
      level === LEVELS - 1 ? group.at(-1)?.[1] : changed(children[child] as FactTree, level + 1, group);
  return children.some((child) => child !== undefined) ? { children } : undefined;
}

function hashOf(node: Node, level: number): string {
  node.hash ??= taggedHash(
    'facts',
    canonicalBytes(
      node.children.map((child) => {
        if (!child) return null;
        return level === LEVELS - 1 ? leafOf(child as Fact) : hashOf(child as Node, level + 1);
      }),
    ),
  );
  return node.hash;
}

/** Facts never change, so each is hashed once. */
const LEAVES = new WeakMap<Fact, string>();

function leafOf(fact: Fact): string {
  const known = LEAVES.get(fact);
  if (known !== undefined) return known;
  const leaf = taggedHash('fact', canonicalBytes(fact as unknown as Json));
  LEAVES.set(fact, leaf);
  return leaf;
}
