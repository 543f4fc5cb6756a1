/**
 * Covers no capability by itself: what the SDK sends when daybook is not there passes the server. So what the server
 * refuses in the other tests is daybook's own doing.
 */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { conversationArbitrary } from './conversation.ts';
import { modes, stageOf } from './play.ts';
import { setups } from './providers.ts';

describe.each(setups)('$name', ({ served, model, options }) => {
  it.each(modes)('takes whole conversations, and each from every place on: %s', async (mode) => {
    await fc.assert(
      fc.asyncProperty(conversationArbitrary(3), async (script) => {
        await using stage = await stageOf(script);
        const { server } = stage;
        const run = { model: model(server.url), mode, options };
        const starts = await stage.play(run);
        strictEqual(starts.length, script.flatMap(({ replies }) => replies).length);
        for (const from of starts) await stage.play({ ...run, from, turns: 1 });
        deepStrictEqual(server.violations, []);
        for (const { provider, streams } of server.requests)
          deepStrictEqual([provider, streams], [served, mode === 'stream']);
      }),
      { numRuns: 8 },
    );
  });
});
