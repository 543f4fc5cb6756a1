/**
 * What daybook sends is what providers take: conversations through the real provider packages, with a fold at every
 * place where the model is asked.
 */
// Covers: A4
import { deepStrictEqual, ok } from 'node:assert/strict';
import { openDaybook } from '@daybook/core';
import { memoryStore } from '@daybook/core/memory';
import { wrapLanguageModel } from 'ai';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { type CallReport, daybookMiddleware } from '../../src/index.ts';
import { conversationArbitrary } from './conversation.ts';
import { modes, stageOf } from './play.ts';
import { setups } from './providers.ts';

/** A fold is due with the first words, and is used as soon as it is there. */
const settings = { window: 4_000, foldAt: 0.02, hardAt: 0.02, tail: 150 };

describe.each(setups)('$name', ({ model, options }) => {
  it.each(modes)('takes the views of a conversation, folded at every cut: %s', async (mode) => {
    const reports: CallReport[] = [];
    await fc.assert(
      fc.asyncProperty(conversationArbitrary(4), async (script) => {
        await using stage = await stageOf(script);
        const { server } = stage;
        const native = model(server.url);
        const starts = await stage.play({ model: native, mode, options });
        const daybook = await openDaybook({ store: memoryStore() });
        const middleware = daybookMiddleware({
          daybook,
          ...settings,
          onCall: (report) => reports.push(report),
        });
        for (const [at, from] of starts.entries()) {
          const session = { daybook: { session: `from-${at}` } };
          const wrapped = wrapLanguageModel({ model: native, middleware });
          await stage.play({ model: wrapped, mode, options: { ...options, ...session }, from, turns: 2 });
        }
        deepStrictEqual(server.violations, []);
      }),
      { numRuns: 3 },
    );
    deepStrictEqual(
      reports.filter(({ mode: sent, failure }) => sent !== 'view' || failure),
      [],
    );
    const adopted = reports.filter(({ adopted }) => adopted).length;
    console.info(`${mode}: ${reports.length} calls, ${adopted} with a new fold`);
    ok(adopted > 20);
  });
});
