/**
 * A seeded generator: the same seed gives the same text on every machine.
 *
 * Invariant: integer arithmetic only, and nothing of the clock or the platform.
 */

export interface Dice {
  /** A whole number from 0 up to and without `limit`. */
  below(limit: number): number;
  /** A whole number from `low` up to and with `high`. */
  between(low: number, high: number): number;
  pick<Value>(list: readonly Value[]): Value;
  /** `count` different ones, in their order in the list. */
  some<Value>(list: readonly Value[], count: number): Value[];
}

export function diceOf(seed: string): Dice {
  let state = hashOf(seed);
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
  const between = (low: number, high: number): number => low + below(high - low + 1);
  return {
    below,
    between,
    pick: (list) => list[below(list.length)] as (typeof list)[number],
    some(list, count) {
      const left = list.map((_, index) => index);
      while (left.length > count) left.splice(below(left.length), 1);
      return left.map((index) => list[index] as (typeof list)[number]);
    },
  };
}

function hashOf(seed: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < seed.length; index++)
    hash = Math.imul(hash ^ seed.charCodeAt(index), 0x01000193) >>> 0;
  return hash;
}
