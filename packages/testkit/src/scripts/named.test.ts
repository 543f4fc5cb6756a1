// Covers: nothing by itself; it tests the scripts by which J5 and J6 are judged.
import { describe, expect, test } from 'vitest';
import { play } from './named/plan.ts';
import { namedPlans, namedScripts } from './named.ts';
import type { Said } from './script.ts';
import { faultsOf } from './well-formed.ts';

test('there are enough scripts, and no name is used twice', () => {
  expect(namedScripts.length).toBeGreaterThanOrEqual(24);
  expect(new Set(namedScripts.map(({ name }) => name)).size).toBe(namedScripts.length);
});

test.each(namedScripts.map((script) => [script.name, script] as const))('%s is well-formed', (_, script) => {
  expect(faultsOf(script)).toEqual([]);
});

describe('the intent stated by hand and the count of the builder agree', () => {
  test.each(namedPlans.map((plan) => [plan.name, plan] as const))('%s', (_, plan) => {
    const { script, counted } = play(plan);
    const { said, headers, ambiguous, ...rest } = script.intent;
    expect(counted).toMatchObject(rest);
    expect(counted.said.toSorted(bySaid)).toEqual(said.toSorted(bySaid));
    expect(counted.headers.texts.toSorted()).toEqual(headers.texts.toSorted());
    expect(counted.headers.atLeast).toBeLessThanOrEqual(headers.atLeast);
    expect(counted.headers.atMost).toBeGreaterThanOrEqual(headers.atMost);
    if (counted.ambiguous !== 'any') expect(ambiguous).toBe(counted.ambiguous);
  });
});

function bySaid(a: Said, b: Said): number {
  const [left, right] = [keyOf(a), keyOf(b)];
  return left < right ? -1 : Number(left > right);
}

function keyOf({ kind, role, text }: Said): string {
  return `${kind} ${role} ${text}`;
}
