/** Covers: A4. What the adapter kit is worth: it accepts the reference adapter, and none of the broken ones. */
import { AssertionError, deepStrictEqual, ok } from 'node:assert/strict';
import { describe, it } from 'vitest';
import { adapterKit } from '../../src/index.ts';
import { collectingRunner } from '../collecting-runner.ts';
import type { BrokenAdapter } from './broken-adapter.ts';
import { failingMistakes } from './broken-failing.ts';
import { journalingMistakes } from './broken-journaling.ts';
import { sendingMistakes } from './broken-sending.ts';
import { referenceHarness } from './reference-harness.ts';

const brokenAdapters: readonly BrokenAdapter[] = [
  ...sendingMistakes,
  ...journalingMistakes,
  ...failingMistakes,
];

/** What the suite finds first; a test that fails for another reason finds nothing. */
async function findingOf({ name, suite, lie }: BrokenAdapter): Promise<AssertionError | undefined> {
  const bodies: (() => Promise<void>)[] = [];
  let group = '';
  const it = (_: string, body: () => Promise<void>): void => {
    if (group === suite) bodies.push(body);
  };
  it.skip = (): void => {};
  const describe = (inner: string, body: () => void): void => {
    group = inner;
    body();
  };
  adapterKit({ describe, it }, referenceHarness(name, lie));
  for (const body of bodies) {
    const [outcome] = await Promise.allSettled([body()]);
    if (outcome.status === 'rejected' && outcome.reason instanceof AssertionError) return outcome.reason;
  }
  return undefined;
}

describe('the adapter kit', () => {
  it('has a mistake to reject in every suite', async () => {
    const runner = collectingRunner();
    adapterKit(runner, {
      ...referenceHarness('unused'),
      open: () => Promise.reject(new Error('never opened')),
    });
    const suites = new Set((await runner.run()).map(({ suite }) => suite));
    const proven = new Set<string>(brokenAdapters.map(({ suite }) => suite));
    deepStrictEqual(
      [...suites].filter((suite) => !proven.has(suite)),
      [],
    );
  });

  it('prints the reason of what is skipped', async () => {
    const runner = collectingRunner();
    const skips = { streaming: 'nothing streams', edit: 'no history to edit' };
    adapterKit(runner, { ...referenceHarness('partial'), skips });
    const skipped = (await runner.run('edit')).filter((outcome) => outcome.skipped);
    deepStrictEqual(
      skipped.map(({ test }) => test),
      ['adapter kit: partial > edit > edit (no history to edit)'],
    );
  });

  it('fails a suite that finds no method and no reason for that', async () => {
    const runner = collectingRunner();
    const whole = referenceHarness('without edits');
    adapterKit(runner, {
      ...whole,
      async open(setup) {
        const app = await whole.open(setup);
        return { turn: (words, how) => app.turn(words, how), close: () => app.close() };
      },
    });
    const outcomes = await runner.run('edit');
    ok(outcomes.length > 0 && outcomes.every(({ error }) => error instanceof AssertionError));
  });

  for (const broken of brokenAdapters)
    it(`rejects an adapter that ${broken.name}, in the suite "${broken.suite}"`, async () => {
      ok(await findingOf(broken));
    });
});
