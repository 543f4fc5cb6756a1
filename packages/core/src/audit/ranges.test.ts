import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countOf, isPlain, plainRanges, type Range, sameRanges, upTo, without } from './ranges.ts';

const ranges = fc.array(
  fc.tuple(fc.nat(30), fc.nat(4)).map(([first, more]): Range => [first, first + more]),
  { maxLength: 8 },
);

function setOf(list: readonly Range[]): Set<number> {
  return new Set(
    list.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => first + at)),
  );
}

const sorted = (set: Set<number>): number[] => [...set].sort((a, b) => a - b);

describe('ranges', () => {
  it('say the same as the sets they stand for', () => {
    fc.assert(
      fc.property(ranges, ranges, (one, other) => {
        const [a, b] = [plainRanges(one), plainRanges(other)];
        expect(isPlain(a)).toBe(true);
        expect(sorted(setOf(a))).toEqual(sorted(setOf(one)));
        expect(countOf(a)).toBe(setOf(one).size);
        const rest = without(a, b);
        expect(isPlain(rest)).toBe(true);
        expect(sorted(setOf(rest))).toEqual(sorted(setOf(one)).filter((seq) => !setOf(other).has(seq)));
        expect(sameRanges(a, b)).toBe(`${sorted(setOf(one))}` === `${sorted(setOf(other))}`);
      }),
    );
  });

  it('reach as far as numbers do, and cost nothing for it', () => {
    const end = Number.MAX_SAFE_INTEGER;
    expect(without(upTo(end), [[5, end - 5]])).toEqual([
      [0, 4],
      [end - 4, end - 1],
    ]);
    expect(upTo(0)).toEqual([]);
  });

  it('that touch, fall or meet are not plain', () => {
    for (const list of [
      [
        [0, 1],
        [2, 3],
      ],
      [
        [4, 5],
        [0, 1],
      ],
      [
        [0, 3],
        [3, 4],
      ],
    ] as const)
      expect(isPlain(list)).toBe(false);
  });
});
