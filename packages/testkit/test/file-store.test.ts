/** Covers: F5 */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { type OpenedStore, type StoreKitOptions, storeKit } from '../src/index.ts';
import { collectingRunner, type Outcome } from './collecting-runner.ts';
import { open } from './file-store.ts';

interface OpenedFile extends OpenedStore {
  readonly path: string;
}

function optionsOf(file: string): StoreKitOptions<OpenedFile> {
  return {
    name: file,
    async open() {
      const folder = await mkdtemp(join(tmpdir(), 'daybook-testkit-'));
      const path = join(folder, file);
      return {
        path,
        store: await open(path),
        again: () => open(path),
        close: () => rm(folder, { recursive: true }),
      };
    },
    capabilities: { durable: true, manyProcesses: true },
    otherProcess: {
      module: new URL('./file-store.ts', import.meta.url).href,
      place: ({ path }) => path,
    },
  };
}

async function run(file: string, suite: string): Promise<readonly Outcome[]> {
  const runner = collectingRunner();
  storeKit(runner, optionsOf(file));
  return runner.run(suite);
}

describe('the durable half of the store kit', () => {
  for (const suite of ['reopen', 'processes', 'many writers'])
    it(`accepts a file under a lock in the suite "${suite}"`, async () => {
      const outcomes = await run('data', suite);
      ok(outcomes.length > 0);
      deepStrictEqual(
        outcomes.filter((outcome) => 'error' in outcome || outcome.skipped),
        [],
      );
    }, 60_000);

  it('rejects a file without a lock in the suite "processes"', async () => {
    const outcomes = await run('data.unlocked', 'processes');
    deepStrictEqual(
      outcomes.map((outcome) => 'error' in outcome),
      [true],
    );
  }, 60_000);
});
