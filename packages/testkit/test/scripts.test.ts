/** Covers: J5, F5. Every script's parts are appended once, and branches fork only where the script edits. */
import { memoryStore } from '@daybook/core/memory';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scriptArbitrary } from '../src/scripts/generate.ts';
import { namedScripts } from '../src/scripts/named.ts';
import { playScript } from '../src/scripts/play.ts';
import type { Script } from '../src/scripts/script.ts';
import { checkIntent, type Observed } from '../src/scripts/summary.ts';

async function played(script: Script, asKnown = false): Promise<Observed> {
  const state = new Map();
  return playScript(script, async () => memoryStore(state), { asKnown });
}

async function mismatches(script: Script, asKnown = false): Promise<unknown> {
  return checkIntent(script, await played(script, asKnown));
}

/** What stands where; how often a list was ambiguous is told for what was looked at. */
function onRecord({ entries, branches, events }: Observed): unknown {
  return { entries, branches, events: events.filter((event) => event !== 'ambiguous-alignment') };
}

describe('named scripts', () => {
  it.each(namedScripts.map((script) => [script.name, script] as const))('%s', async (_, script) => {
    expect(await mismatches(script)).toEqual([]);
  });
});

describe('lists whose beginning is known by its objects', () => {
  it.each(namedScripts.map((script) => [script.name, script] as const))('%s', async (_, script) => {
    expect(await mismatches(script, true)).toEqual([]);
  });

  it('come to the same record as lists that are aligned as a whole', async () => {
    const serial = scriptArbitrary.filter(({ calls }) =>
      calls.every(({ concurrentWith }) => !concurrentWith),
    );
    await fc.assert(
      fc.asyncProperty(serial, async (script) => {
        expect(onRecord(await played(script, true))).toEqual(onRecord(await played(script)));
      }),
      { numRuns: 150 },
    );
  }, 60_000);
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
