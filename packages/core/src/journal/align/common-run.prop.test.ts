/** The longest run against every possible one: its length, its order, and which of equally long ones is taken. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { longestRun, mirroredRun } from './common-run.ts';

const PLACES = 7;

/** For each of up to six groups some of seven places, ascending. */
const options = fc.array(fc.subarray(Array.from({ length: PLACES }, (_, at) => at)), { maxLength: 6 });

type Run = readonly (readonly [group: number, place: number])[];

/** Every run there is: groups and places both ascending. */
function allRuns(given: readonly (readonly number[])[], from = 0, above = -1): Run[] {
  const runs: Run[] = [[]];
  for (let group = from; group < given.length; group++)
    for (const place of given[group] as readonly number[])
      if (place > above)
        for (const rest of allRuns(given, group + 1, place)) runs.push([[group, place], ...rest]);
  return runs;
}

function longestOf(runs: readonly Run[]): Run[] {
  const length = Math.max(...runs.map((run) => run.length));
  return runs.filter((run) => run.length === length);
}

/** The run that comes first when links are compared one after the other: by place, and at one place by group. */
function first(runs: readonly Run[], latest: 1 | -1, lateGroup: 1 | -1): Run {
  return runs.toSorted((a, b) => {
    for (const [at, [group, place]] of a.entries()) {
      const [otherGroup, otherPlace] = b[at] as Run[number];
      const order = latest * (otherPlace - place) || lateGroup * (otherGroup - group);
      if (order !== 0) return order;
    }
    return 0;
  })[0] as Run;
}

const ascending = (run: ReadonlyMap<number, number>): Run => [...run].sort((a, b) => a[0] - b[0]);

describe('a longest run', () => {
  it('is the one with the latest places, link by link from its beginning', () => {
    fc.assert(
      fc.property(options, (given) => {
        const longest = longestOf(allRuns(given));
        expect(ascending(longestRun(given, 'early-group'))).toEqual(first(longest, 1, -1));
        expect(ascending(longestRun(given, 'late-group'))).toEqual(first(longest, 1, 1));
      }),
      { numRuns: 5000 },
    );
  });

  it('mirrored is the one with the earliest places, link by link from its end', () => {
    fc.assert(
      fc.property(options, (given) => {
        const longest = longestOf(allRuns(given)).map((run) => run.toReversed());
        expect(ascending(mirroredRun(given, PLACES)).toReversed()).toEqual(first(longest, -1, -1));
      }),
      { numRuns: 5000 },
    );
  });

  it('has no place earlier than another longest run where the earlier group claims', () => {
    fc.assert(
      fc.property(options, (given) => {
        const latest = ascending(longestRun(given, 'early-group'));
        for (const run of longestOf(allRuns(given)))
          for (const [at, [, place]] of run.entries()) expect(latest[at]?.[1]).toBeGreaterThanOrEqual(place);
      }),
      { numRuns: 2000 },
    );
  });

  it('of nothing is nothing', () => {
    expect(longestRun([], 'early-group').size).toBe(0);
    expect(longestRun([[], []], 'late-group').size).toBe(0);
    expect(mirroredRun([], 0).size).toBe(0);
  });

  it('grows near linearly with the number of groups', () => {
    const time = (groups: number): number => {
      const given = Array.from({ length: groups }, (_, at) => [at, at + 1, at + 2]);
      const start = performance.now();
      for (let round = 0; round < 5; round++) longestRun(given, 'early-group');
      return performance.now() - start;
    };
    time(2000);
    // Quadratic growth would be 256 times; the bound leaves room for a busy machine.
    expect(time(64_000) / time(4000)).toBeLessThan(100);
  });
});
