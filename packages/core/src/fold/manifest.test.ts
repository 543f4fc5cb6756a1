import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256 } from '#sha256';
import { after, anyDeltas, asserts, fact } from '../../test/deltas.ts';
import { changedAt, hostileBytes, placesIn } from '../../test/hostile.ts';
import { anyText, jsonOf } from '../../test/json.ts';
import { toHex } from '../base/bytes.ts';
import { canonicalText } from '../base/canonical.ts';
import { isDaybookError } from '../base/errors.ts';
import { taggedHash } from '../base/hash.ts';
import type { Json } from '../base/json.ts';
import { type Body, parseBody } from '../journal/body.ts';
import { EMPTY_LEDGER } from '../ledger/ledger.ts';
import {
  coveredBy,
  type FoldEvent,
  foldBody,
  foldIn,
  inRanges,
  type Manifest,
  rangesOf,
} from './manifest.ts';

const HASH = 'ab'.repeat(32);
const MANIFEST: Manifest = {
  covered: {
    ranges: [
      [1, 4],
      [6, 6],
    ],
    count: 5,
    root: HASH,
  },
  boundary: 12,
  cut: 7,
  left: [[5, 5]],
  previous: { branch: 'main', seq: 3 },
  reach: 6,
  step: 2,
  altered: [4],
  policy: { reason: 'threshold', size: 100 },
  versions: ['built-in/1'],
  refused: [{ index: 0, code: 'not-found', fact: 7 }],
  ledger: { before: HASH, after: HASH },
};
const FOLD: FoldEvent = {
  fold: 'cover',
  manifest: MANIFEST,
  delta: { step: 2, required: [], operations: [asserts(fact(1))] },
  texts: [HASH],
};

const read = (value: Json): FoldEvent | undefined => foldIn(value as unknown as Body);
const json = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json;
const spoiled = (path: string, value: unknown): FoldEvent | undefined =>
  read(changedAt(json(foldBody(FOLD)), path.split('.'), value) as Json);

describe('a fold', () => {
  // Covers: F3
  it('is read back as it was written', () => {
    expect(
      foldIn(parseBody(new TextEncoder().encode(canonicalText(foldBody(FOLD) as unknown as Json)))),
    ).toEqual(FOLD);
    fc.assert(
      fc.property(anyDeltas, ([delta]) => {
        const fold = {
          ...FOLD,
          delta: delta as FoldEvent['delta'],
          manifest: { ...MANIFEST, previous: null },
        };
        expect(read(json(foldBody(fold)))).toEqual(json(fold));
      }),
    );
    expect(after(EMPTY_LEDGER, ...FOLD.delta.operations).facts.size).toBe(1);
  });

  // Covers: V6
  it('is none at all where anything of it is not as format v1 has it', () => {
    const bad: readonly (readonly [string, unknown])[] = [
      ['kind', 'message'],
      ['event', 'adopted'],
      ['fold', 'summary'],
      ['texts', [1]],
      ['texts', undefined],
      ['delta', null],
      ['delta.step', -1],
      ['manifest', []],
      ['manifest.cut', 13],
      ['manifest.cut', 0.5],
      ['manifest.boundary', -1],
      ['manifest.reach', '6'],
      ['manifest.left', [[5, 4]]],
      ['manifest.left', [[5, 7]]],
      ['manifest.left', [[5]]],
      ['manifest.left', [[0, 2 ** 53]]],
      ['manifest.covered.count', 4],
      [
        'manifest.covered.ranges',
        [
          [1, 4],
          [4, 4],
        ],
      ],
      [
        'manifest.covered.ranges',
        [
          [6, 6],
          [1, 4],
        ],
      ],
      ['manifest.covered.root', 'abc'],
      ['manifest.previous', { branch: 'main' }],
      ['manifest.previous', undefined],
      ['manifest.altered', [-1]],
      ['manifest.policy', []],
      ['manifest.versions', null],
      ['manifest.refused', {}],
      ['manifest.ledger.before', HASH.toUpperCase()],
    ];
    for (const [path, value] of bad) expect([path, spoiled(path, value)]).toEqual([path, undefined]);
    expect(spoiled('manifest.previous', null)).toBeDefined();
  });

  // Covers: V6
  it('is read from any JSON without a crash', () => {
    fc.assert(
      fc.property(jsonOf(anyText), (value) => {
        const event = {
          kind: 'event',
          event: 'fold',
          fold: 'cover',
          manifest: value,
          delta: value,
          texts: value,
        };
        expect(read(event as unknown as Json)).toBeUndefined();
      }),
    );
    const places = placesIn(json(foldBody(FOLD))).slice(1);
    fc.assert(
      fc.property(fc.nat(places.length - 1), jsonOf(anyText), (at, value) => {
        const fold = read(changedAt(json(foldBody(FOLD)), places[at] as string[], value) as Json);
        if (!fold) return;
        const { covered, left, cut, boundary } = fold.manifest;
        expect(cut).toBeLessThanOrEqual(boundary);
        for (const [first, last] of [...covered.ranges, ...left]) expect(first).toBeLessThanOrEqual(last);
      }),
    );
  });

  // Covers: V6
  it('of a store that lies is none, or refused as tampered', () => {
    fc.assert(
      fc.property(hostileBytes([json(foldBody(FOLD))]), (bytes) => {
        try {
          foldIn(parseBody(bytes));
        } catch (error) {
          expect(isDaybookError(error) && error.code).toBe('tampered');
        }
      }),
    );
  });
});

describe('what a fold covered', () => {
  const someSeqs = fc
    .uniqueArray(fc.nat(60), { maxLength: 30 })
    .map((seqs) => seqs.toSorted((a, b) => a - b));

  it('is told in ranges that hold exactly its entries', () => {
    fc.assert(
      fc.property(someSeqs, (seqs) => {
        const ranges = rangesOf(seqs);
        const held = Array.from({ length: 61 }, (_, seq) => seq).filter((seq) => inRanges(ranges, seq));
        expect(held).toEqual(seqs);
        for (const [at, [first]] of ranges.entries())
          expect(first > (ranges[at - 1]?.[1] ?? -2) + 1).toBe(true);
      }),
    );
  });

  // Covers: F3, J8
  it('has the Merkle root of RFC 6962 over the ids of its entries', () => {
    fc.assert(
      fc.property(someSeqs, (seqs) => {
        const entries = seqs.map((seq) => ({ seq, id: taggedHash('entry', Uint8Array.of(seq)) }));
        const { root, count, ranges } = coveredBy(entries);
        expect(root).toBe(toHex(rootByTheBook(entries.map(({ id }) => Buffer.from(id, 'hex')))));
        expect([count, ranges]).toEqual([seqs.length, rangesOf(seqs)]);
        expect(spoiled('manifest.covered', { root, count, ranges })).toBeDefined();
      }),
    );
  });
});

/** As the RFC says it: split at the largest power of two below the size. */
function rootByTheBook(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return sha256(new Uint8Array());
  const [only] = leaves;
  if (only && leaves.length === 1) return sha256(Uint8Array.of(0, ...only));
  let half = 1;
  while (half * 2 < leaves.length) half *= 2;
  const [left, right] = [rootByTheBook(leaves.slice(0, half)), rootByTheBook(leaves.slice(half))];
  return sha256(Uint8Array.of(1, ...left, ...right));
}
