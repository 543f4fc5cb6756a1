/**
 * Sets of sequences as ranges, both ends included. A list is *plain* when it ascends and no two of its ranges touch.
 *
 * Invariant: time and memory go by the number of ranges, never by how far they reach.
 */
export type Range = readonly [first: number, last: number];

/** The same set, plain. */
export function plainRanges(ranges: readonly Range[]): Range[] {
  const plain: [number, number][] = [];
  for (const [first, last] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const open = plain.at(-1);
    if (open && first <= open[1] + 1) open[1] = Math.max(open[1], last);
    else plain.push([first, last]);
  }
  return plain;
}

export function isPlain(ranges: readonly Range[]): boolean {
  return ranges.every(([first], at) => at === 0 || first > (ranges[at - 1]?.[1] ?? 0) + 1);
}

/** What of `from` is not in `gone`; both are plain, and so is what comes of it. */
export function without(from: readonly Range[], gone: readonly Range[]): Range[] {
  const left: Range[] = [];
  let at = 0;
  for (const [first, last] of from) {
    let begin = first;
    while (at < gone.length && (gone[at] as Range)[1] < begin) at++;
    for (let index = at; index < gone.length; index++) {
      const [goneFrom, goneTo] = gone[index] as Range;
      if (goneFrom > last) break;
      if (goneFrom > begin) left.push([begin, goneFrom - 1]);
      begin = goneTo + 1;
    }
    if (begin <= last) left.push([begin, last]);
  }
  return left;
}

export function countOf(ranges: readonly Range[]): number {
  return ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
}

/** Both are plain. */
export function sameRanges(one: readonly Range[], other: readonly Range[]): boolean {
  return (
    one.length === other.length &&
    one.every(([first, last], at) => first === other[at]?.[0] && last === other[at]?.[1])
  );
}

/** The sequences from 0 up to one in front of `end`. */
export function upTo(end: number): Range[] {
  return end > 0 ? [[0, end - 1]] : [];
}
