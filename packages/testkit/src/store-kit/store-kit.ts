/**
 * The conformance kit that every daybook store passes.
 *
 * It tests the port of `@daybook/core/store` and nothing else: whatever passes may stand under a journal. The
 * test runner is handed in, so a store of a stranger is tested with the runner the stranger has.
 */
import type { Kit, OpenedStore, Runner, StoreKitOptions } from './options.ts';
import { appendSuite } from './suites/append.ts';
import { bodiesSuite } from './suites/bodies.ts';
import { branchOrderSuite } from './suites/branch-order.ts';
import { bytesSuite } from './suites/bytes.ts';
import { childBranchesSuite } from './suites/child-branches.ts';
import { closeSuite } from './suites/close.ts';
import { compareAndSetSuite } from './suites/compare-and-set.ts';
import { creationSuite } from './suites/creation.ts';
import { findSuite } from './suites/find.ts';
import { isolationSuite } from './suites/isolation.ts';
import { manyWritersSuite } from './suites/many-writers.ts';
import { marksSuite } from './suites/marks.ts';
import { modelSuite } from './suites/model.ts';
import { namesSuite } from './suites/names.ts';
import { processesSuite } from './suites/processes.ts';
import { rangesSuite } from './suites/ranges.ts';
import { reopenSuite } from './suites/reopen.ts';
import { saltSuite } from './suites/salt.ts';
import { straysSuite } from './suites/strays.ts';

export type SuiteName =
  | 'append'
  | 'compare and set'
  | 'creation'
  | 'salt'
  | 'bodies'
  | 'ranges'
  | 'find'
  | 'branch order'
  | 'child branches'
  | 'marks'
  | 'bytes'
  | 'names'
  | 'many writers'
  | 'isolation'
  | 'reopen'
  | 'close'
  | 'strays'
  | 'processes'
  | 'model';

/** Most time one test may take: it bounds a hang, it measures nothing. */
const TIMEOUT_MS = 120_000;

const SUITES: Readonly<Record<SuiteName, (kit: Kit) => void>> = {
  append: appendSuite,
  'compare and set': compareAndSetSuite,
  creation: creationSuite,
  salt: saltSuite,
  bodies: bodiesSuite,
  ranges: rangesSuite,
  find: findSuite,
  'branch order': branchOrderSuite,
  'child branches': childBranchesSuite,
  marks: marksSuite,
  bytes: bytesSuite,
  names: namesSuite,
  'many writers': manyWritersSuite,
  isolation: isolationSuite,
  reopen: reopenSuite,
  close: closeSuite,
  strays: straysSuite,
  processes: processesSuite,
  model: modelSuite,
};

/**
 * Registers the kit's tests with a runner.
 *
 * @example
 * import { describe, it } from 'node:test';
 * storeKit({ describe, it }, { name: 'mine', open, capabilities: { durable: true, manyProcesses: false } });
 */
export function storeKit<Opened extends OpenedStore>(runner: Runner, options: StoreKitOptions<Opened>): void {
  const kit = kitOn(runner, options);
  runner.describe(`store kit: ${options.name}`, () => {
    for (const [name, suite] of Object.entries(SUITES)) runner.describe(name, () => suite(kit));
  });
}

function kitOn<Opened extends OpenedStore>({ it }: Runner, options: StoreKitOptions<Opened>): Kit<Opened> {
  return {
    options,
    test(name, body) {
      it(name, () => onNewStore(options, body), TIMEOUT_MS);
    },
    skip(name, reason) {
      console.info(`store kit: ${options.name}: skipped "${name}": ${reason}`);
      it.skip(`${name} (${reason})`, async () => {});
    },
  };
}

async function onNewStore<Opened extends OpenedStore>(
  options: StoreKitOptions<Opened>,
  body: (opened: Opened) => Promise<void>,
): Promise<void> {
  const opened = await options.open();
  try {
    await body(opened);
  } finally {
    await opened.close();
  }
}
