/** Covers: F5 */
import { AssertionError, deepStrictEqual, ok } from 'node:assert/strict';
import { describe, it } from 'vitest';
import { type BrokenStore, brokenStores, openBroken } from '../src/broken-stores/index.ts';
import { storeKit } from '../src/index.ts';
import { type CollectingRunner, collectingRunner, type Outcome } from './collecting-runner.ts';

// The places of broken stores live as long as their process, so the kit may close all handles and open more.
const capabilities = { durable: true, manyProcesses: false };

function kitOn(name: string, lie?: BrokenStore['lie']): CollectingRunner {
  const runner = collectingRunner();
  storeKit(runner, {
    name,
    open: async () => openBroken(lie),
    capabilities,
    plantStray: async ({ planted }) => {
      planted.push({ table: 'bodies', key: 'of nobody' });
    },
  });
  return runner;
}

function failuresOf(outcomes: readonly Outcome[]): readonly Outcome[] {
  return outcomes.filter((outcome) => 'error' in outcome);
}

/** An assertion that did not hold, or a counterexample to one. */
function isFinding(error: unknown): boolean {
  return error instanceof AssertionError || (error instanceof Error && error.cause instanceof AssertionError);
}

function skippedOf(outcomes: readonly Outcome[]): string[] {
  return outcomes.filter((outcome) => outcome.skipped).map((outcome) => outcome.suite);
}

describe('the store kit', () => {
  it('accepts the honest store under the lies, and has a lie to reject in every suite', async () => {
    const outcomes = await kitOn('honest').run();
    deepStrictEqual(failuresOf(outcomes), []);
    deepStrictEqual([...new Set(skippedOf(outcomes))], ['processes']);
    const suites = new Set(outcomes.map((outcome) => outcome.suite));
    const proven = new Set<string>(brokenStores.map(({ suite }) => suite));
    // The suite of many processes has its broken store in file-store.test.ts.
    deepStrictEqual(
      [...suites].filter((suite) => !proven.has(suite)),
      ['processes'],
    );
  });

  for (const { name, suite, lie } of brokenStores)
    it(`rejects a store that ${name}, in the suite "${suite}"`, async () => {
      const failures = failuresOf(await kitOn(name, lie).run(suite));
      // A test that fails for want of a method, or of time, is no finding about the lie.
      ok(failures.some(({ error }) => isFinding(error)));
    });
});
