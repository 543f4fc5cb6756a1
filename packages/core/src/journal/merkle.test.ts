/**
 * Covers: J1, J8
 *
 * The tree: published roots first, then a naive reading of RFC 6962 §2.1, then every earlier size from its nodes.
 */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { codeOf } from '../../test/code-of.ts';
import { concat, toHex } from '../base/bytes.ts';
import {
  addLeaf,
  EMPTY_FRONTIER,
  type Frontier,
  frontierBytes,
  parseFrontier,
  peakEnds,
  rootOf,
} from './merkle.ts';

/** Leaves and roots of the reference tree in the certificate-transparency project's own tests. */
const PUBLISHED: readonly (readonly [leaf: string, root: string])[] = [
  ['', '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'],
  ['00', 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
  ['10', 'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77'],
  ['2021', 'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7'],
  ['3031', '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4'],
  ['40414243', '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef'],
  ['5051525354555657', 'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c'],
  ['606162636465666768696a6b6c6d6e6f', '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328'],
];

const IDS = Array.from({ length: 300 }, (_, at) => createHash('sha256').update(`entry ${at}`).digest('hex'));

describe('published roots', () => {
  it('of nothing', () => {
    expect(toHex(rootOf(EMPTY_FRONTIER))).toBe(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    );
  });

  it('of one to eight leaves', () => {
    let frontier = EMPTY_FRONTIER;
    for (const [size, [leaf, root]] of PUBLISHED.entries()) {
      frontier = addLeaf(frontier, size, leaf);
      expect(toHex(rootOf(frontier)), `${size + 1} leaves`).toBe(root);
    }
  });
});

describe('the frontier', () => {
  const frontiers: Frontier[] = [EMPTY_FRONTIER];
  for (const [size, id] of IDS.entries()) frontiers.push(addLeaf(frontiers[size] as Frontier, size, id));
  const nodes = frontiers.slice(1).map((frontier) => frontier.at(-1) as Uint8Array);

  it('has the root of the naive tree at every size from 0 to 300', () => {
    for (const [size, frontier] of frontiers.entries())
      expect(toHex(rootOf(frontier)), `${size} leaves`).toBe(naiveRoot(IDS.slice(0, size)).toString('hex'));
  });

  it('of every earlier size is what stands at its peak ends', () => {
    for (const [size, frontier] of frontiers.entries()) {
      const found = peakEnds(size).map((end) => nodes[end] as Uint8Array);
      expect(found.map(toHex), `${size} leaves`).toEqual(frontier.map(toHex));
    }
  });

  it('ends with the root of the largest full subtree that the last leaf completes', () => {
    for (const [at, node] of nodes.entries()) {
      const height = largestPowerOfTwoIn(at + 1);
      expect(toHex(node), `leaf ${at}`).toBe(naiveRoot(IDS.slice(at + 1 - height, at + 1)).toString('hex'));
    }
  });

  it('comes back from its bytes, and only as the frontier of that many leaves', () => {
    for (const [size, frontier] of frontiers.entries()) {
      const bytes = frontierBytes(frontier);
      expect(parseFrontier(bytes, size).map(toHex)).toEqual(frontier.map(toHex));
      expect(codeOf(() => parseFrontier(concat(bytes, new Uint8Array(1)), size))).toBe('tampered');
      expect(codeOf(() => parseFrontier(concat(bytes, new Uint8Array(32)), size))).toBe('tampered');
      if (size > 0) expect(codeOf(() => parseFrontier(bytes.subarray(32), size))).toBe('tampered');
    }
  });

  it('is not changed by a leaf that is added to it', () => {
    const frontier = frontiers[7] as Frontier;
    const before = frontier.map(toHex);
    addLeaf(frontier, 7, IDS[0] as string);
    expect(frontier.map(toHex)).toEqual(before);
  });

  it('of another size takes no leaf', () => {
    const three = frontiers[3] as Frontier;
    for (const size of [0, 1, 2, 4, 7, 8])
      expect(
        codeOf(() => addLeaf(three, size, IDS[0] as string)),
        `${size}`,
      ).toBe('tampered');
  });
});

describe('peak ends', () => {
  it.each([
    [0, []],
    [1, [0]],
    [2, [1]],
    [3, [1, 2]],
    [6, [3, 5]],
    [7, [3, 5, 6]],
    [8, [7]],
    [2 ** 40 + 1, [2 ** 40 - 1, 2 ** 40]],
    [Number.MAX_SAFE_INTEGER - 2 ** 52, undefined],
  ])('of %d leaves', (size, ends) => {
    const found = peakEnds(size);
    if (ends) expect(found).toEqual(ends);
    expect(found.at(-1) ?? -1).toBe(size - 1);
    expect(found.length).toBe([...size.toString(2)].filter((digit) => digit === '1').length);
  });
});

/** RFC 6962 §2.1, read to the letter: split at the largest power of two smaller than the number of leaves. */
function naiveRoot(ids: readonly string[]): Buffer {
  if (ids.length === 0) return sha256();
  if (ids.length === 1) return sha256(Buffer.of(0), Buffer.from(ids[0] as string, 'hex'));
  let split = 1;
  while (split * 2 < ids.length) split *= 2;
  return sha256(Buffer.of(1), naiveRoot(ids.slice(0, split)), naiveRoot(ids.slice(split)));
}

function sha256(...parts: readonly Buffer[]): Buffer {
  return createHash('sha256').update(Buffer.concat(parts)).digest();
}

function largestPowerOfTwoIn(size: number): number {
  let power = 1;
  while (size % (power * 2) === 0) power *= 2;
  return power;
}
