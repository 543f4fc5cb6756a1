/** Covers: J5, F5. Every script's parts are appended once, and branches fork only where the script edits. */
import { memoryStore } from '@daybook/core/memory';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scriptArbitrary } from '../src/scripts/generate.ts';
import { namedScripts } from '../src/scripts/named.ts';
import { playScript } from '../src/scripts/play.ts';
import type { Script } from '../src/scripts/script.ts';
import { checkIntent } from '../src/scripts/summary.ts';

async function mismatches(script: Script): Promise<unknown> {
  const state = new Map();
  return checkIntent(script, await playScript(script, async () => memoryStore(state)));
}

describe('named scripts', () => {
  it.each(namedScripts.map((script) => [script.name, script] as const))('%s', async (_, script) => {
    expect(await mismatches(script)).toEqual([]);
  });
});

describe('generated scripts', () => {
  it('keep what was said, once, on the right branch', async () => {
    await fc.assert(
      fc.asyncProperty(scriptArbitrary, async (script) => {
        expect(await mismatches(script)).toEqual([]);
      }),
      { numRuns: 150 },
    );
  }, 60_000);
});
