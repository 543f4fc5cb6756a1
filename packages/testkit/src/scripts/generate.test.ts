// Covers: nothing by itself; it tests the scripts by which J5 and J6 are judged.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { exactOutcome } from './exact-oracle.ts';
import { operationNames, scriptArbitrary, scriptsOf } from './generate.ts';
import type { OperationName } from './operations.ts';
import type { Script } from './script.ts';
import { checkIntent } from './summary.ts';
import { faultsOf } from './well-formed.ts';

/** Operations that hand over whole lists of unchanged messages. */
const EXACT: readonly OperationName[] = [
  'turn',
  'edit',
  'regenerate',
  'returnToOld',
  'abortThenRetry',
  'twoProcesses',
  'titleCall',
  'saidTwice',
  'syncTwice',
  'nativeIdTwice',
  'lateResult',
  'abandonedCall',
  'emptyAssistant',
];

test('scripts are well-formed and of the promised length', () => {
  fc.assert(
    fc.property(scriptArbitrary, (script) => {
      expect(faultsOf(script)).toEqual([]);
      expect(script.calls.length).toBeGreaterThanOrEqual(5);
      expect(script.calls.length).toBeLessThanOrEqual(40);
    }),
    { numRuns: 300 },
  );
});

test('the account of what was said agrees with a walk over whole lists', () => {
  fc.assert(
    fc.property(scriptsOf(EXACT), (script) => {
      expect(checkIntent(script, exactOutcome(script))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test.each(operationNames.filter((name) => !EXACT.includes(name)))(
  '%s asks for more than such a walk',
  (name) => {
    const scripts = fc.sample(scriptsOf(['turn', name]), { numRuns: 60, seed: 7 });
    expect(scripts.some((script) => checkIntent(script, exactOutcome(script)).length > 0)).toBe(true);
  },
);

test('every operation takes place, and so do several forks, lanes and repeats in one script', () => {
  const scripts = fc.sample(scriptArbitrary, { numRuns: 300, seed: 7 });
  const played = new Set(scripts.flatMap(({ name }) => name.split(' ')));
  expect([...played].toSorted()).toEqual(operationNames.toSorted());
  const most = (count: (script: Script) => number): number => Math.max(...scripts.map(count));
  expect(most(({ intent }) => intent.forks)).toBeGreaterThan(4);
  expect(most(({ intent }) => intent.auxiliaryLanes)).toBeGreaterThan(1);
  expect(most(({ intent }) => intent.revised)).toBeGreaterThan(1);
  expect(most(({ intent }) => intent.inserted)).toBeGreaterThan(1);
  expect(most(({ intent }) => Math.max(...intent.said.map(({ times }) => times)))).toBeGreaterThan(2);
});

test('one seed gives one script', () => {
  const take = (seed: number): readonly Script[] => fc.sample(scriptArbitrary, { numRuns: 5, seed });
  expect(take(1)).toEqual(take(1));
  expect(take(1)).not.toEqual(take(2));
});
