/**
 * Longest order-preserving run between groups and the places that each of them fits.
 *
 * Patience search, O(n log n) in the number of fitting pairs. Input: for each group its places, ascending. Output: from
 * group index to place.
 */

type Options = readonly (readonly number[])[];

interface Link {
  readonly group: number;
  readonly place: number;
  readonly next: Link | undefined;
}

/**
 * Among the longest runs the one whose places are latest. Where two groups claim one place, it goes to the earlier
 * group (lists grow at their end) or to the later one.
 */
export function longestRun(options: Options, claim: 'early-group' | 'late-group'): Map<number, number> {
  // heads[k] begins the chain of k + 1 links whose first place is latest; their places fall as k grows.
  const heads: Link[] = [];
  for (let group = options.length - 1; group >= 0; group--)
    // Ascending places: a link of this group must not become the successor of another link of the same group.
    for (const place of options[group] as readonly number[]) {
      const length = beginningBehind(heads, place);
      const head = heads[length];
      const wins = claim === 'early-group' && head?.place === place;
      if (head === undefined || head.place < place || wins)
        heads[length] = { group, place, next: heads[length - 1] };
    }
  const run = new Map<number, number>();
  for (let link = heads.at(-1); link; link = link.next) run.set(link.group, link.place);
  return run;
}

/** Among the longest runs the one whose places are earliest; a claimed place goes to the earlier group. */
export function mirroredRun(options: Options, places: number): Map<number, number> {
  const turned = options.map((found) => found.map((place) => places - place).reverse()).reverse();
  const run = longestRun(turned, 'late-group');
  return new Map([...run].map(([group, place]) => [options.length - 1 - group, places - place]));
}

/** How many chains begin behind the place. */
function beginningBehind(heads: readonly Link[], place: number): number {
  let [low, high] = [0, heads.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((heads[middle] as Link).place > place) low = middle + 1;
    else high = middle;
  }
  return low;
}
