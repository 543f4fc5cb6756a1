/** Covers: J5. Sequences of the real AI SDK: each part appended once, forks only where the program edits. */
import { memoryStore } from '@daybook/core/memory';
import { checkIntent, playScript, type Script } from '@daybook/testkit';
import { describe, expect, it } from 'vitest';
import { sources } from './scripts.ts';

describe.each(sources().filter(({ name }) => name !== 'scripts'))('$name', ({ scripts }) => {
  it.each(scripts.map((script) => [script.name, script] as const))('%s', async (_, script: Script) => {
    const state = new Map();
    const observed = await playScript(script, async () => memoryStore(state));
    expect(checkIntent(script, observed)).toEqual([]);
  });
});
