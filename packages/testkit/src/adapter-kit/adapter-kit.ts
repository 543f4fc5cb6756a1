/**
 * The conformance kit that every daybook adapter passes.
 *
 * It plays conversations on a small application of the framework and looks at three things only: what the model was sent,
 * what the application's user got to see, and what is on record. The test runner is handed in.
 */
import type { Runner } from '../store-kit/options.ts';
import type { AdapterHarness, ScenarioName } from './harness.ts';
import { kitOn, type Suite, skip } from './kit.ts';
import { abortSuite } from './suites/abort.ts';
import { approvalsSuite } from './suites/approvals.ts';
import { coldProcessSuite } from './suites/cold-process.ts';
import { currentQuestionSuite } from './suites/current-question.ts';
import { editSuite } from './suites/edit.ts';
import { growingMessagesSuite } from './suites/growing-messages.ts';
import { inputUntouchedSuite } from './suites/input-untouched.ts';
import { journalSuite } from './suites/journal.ts';
import { missingSessionSuite } from './suites/missing-session.ts';
import { opaqueItemsSuite } from './suites/opaque-items.ts';
import { overflowSuite } from './suites/overflow.ts';
import { parallelCallsSuite } from './suites/parallel-calls.ts';
import { pinsSuite } from './suites/pins.ts';
import { prefixStabilitySuite } from './suites/prefix-stability.ts';
import { reasoningSuite } from './suites/reasoning.ts';
import { regenerateSuite } from './suites/regenerate.ts';
import { retrySuite } from './suites/retry.ts';
import { sideCallsSuite } from './suites/side-calls.ts';
import { storeAwaySuite } from './suites/store-away.ts';
import { streamEqualsGenerateSuite } from './suites/stream-equals-generate.ts';
import { trimmedFrontSuite } from './suites/trimmed-front.ts';
import { twoSessionsSuite } from './suites/two-sessions.ts';
import { validAtEveryCutSuite } from './suites/valid-at-every-cut.ts';

const SUITES: Readonly<Record<ScenarioName, Suite>> = {
  'valid at every cut': validAtEveryCutSuite,
  'current question': currentQuestionSuite,
  pins: pinsSuite,
  'prefix stability': prefixStabilitySuite,
  journal: journalSuite,
  'stream equals generate': streamEqualsGenerateSuite,
  abort: abortSuite,
  'parallel calls': parallelCallsSuite,
  reasoning: reasoningSuite,
  edit: editSuite,
  regenerate: regenerateSuite,
  'trimmed front': trimmedFrontSuite,
  retry: retrySuite,
  'two sessions': twoSessionsSuite,
  'opaque items': opaqueItemsSuite,
  'growing messages': growingMessagesSuite,
  approvals: approvalsSuite,
  overflow: overflowSuite,
  'store away': storeAwaySuite,
  'side calls': sideCallsSuite,
  'input untouched': inputUntouchedSuite,
  'cold process': coldProcessSuite,
  'missing session': missingSessionSuite,
};

/**
 * Registers the kit's tests with a runner.
 *
 * @example
 * import { describe, it } from 'vitest';
 * adapterKit({ describe, it }, { name: 'mine', open, skips: { approvals: 'the framework has none' } });
 */
export function adapterKit(runner: Runner, harness: AdapterHarness): void {
  const kit = kitOn(runner, harness);
  runner.describe(`adapter kit: ${harness.name}`, () => {
    for (const [name, suite] of Object.entries(SUITES) as [ScenarioName, Suite][])
      runner.describe(name, () => {
        const reason = harness.skips?.[name];
        if (reason === undefined) suite(kit);
        else skip(runner, harness, name, reason);
      });
  });
}
