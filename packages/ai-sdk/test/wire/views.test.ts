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
import { conversationArbitrary, type Turn } from './conversation.ts';
import { type Mode, modes, stageOf } from './play.ts';
import { type Setup, setups } from './providers.ts';

/** A fold is due with the first words, and is used as soon as it is there. */
const settings = { window: 6_000, foldAt: 0.02, hardAt: 0.02, tail: 150 };

describe.each(setups)('$name', (setup) => {
  it.each(modes)('takes the views of a conversation, folded at every cut: %s', async (mode) => {
    const reports: CallReport[] = [];
    await fc.assert(
      fc.asyncProperty(conversationArbitrary(4), async (script) => {
        reports.push(...(await foldedAtEveryCut(setup, mode, script)));
      }),
      // Every run is hundreds of calls; to look for a smaller case would take minutes.
      { numRuns: 2, endOnFailure: true },
    );
    const adopted = reports.filter((report) => report.adopted).length;
    console.info(`${setup.name}, ${mode}: ${reports.length} calls, ${adopted} with a new fold`);
    ok(adopted > 0);
  });

  it.each(modes)('takes folds in the middle of a turn in which the model thinks once: %s', async (mode) => {
    const calls = [{ name: 'look_up', input: { topic: 'tide', size: 30 } }];
    const loop = Array.from({ length: 8 }, (_, at) => ({ text: `Page ${at}.`, calls }));
    const [first, ...others] = loop;
    const replies = [{ reasoning: 'All pages, then.', ...first }, ...others, { text: 'That was the last.' }];
    const users = [{ role: 'user' as const, content: 'Read the pages about the tide.' }];
    const reports = await foldedAtEveryCut(setup, mode, [{ users, replies }]);
    ok(reports.some((report) => report.adopted));
  });
});

/** Plays the script once for each place where the model is asked, in a session that begins there. */
async function foldedAtEveryCut(
  { model, options }: Setup,
  mode: Mode,
  script: readonly Turn[],
): Promise<CallReport[]> {
  const reports: CallReport[] = [];
  const daybook = await openDaybook({ store: memoryStore() });
  const onCall = (report: CallReport) => void reports.push(report);
  const middleware = daybookMiddleware({ daybook, ...settings, onCall });
  await using stage = await stageOf(script);
  const { server } = stage;
  const native = model(server.url);
  const wrapped = wrapLanguageModel({ model: native, middleware });
  for (const [at, from] of (await stage.play({ model: native, mode, options })).entries()) {
    const session = { daybook: { session: `from-${at}` } };
    await stage.play({ model: wrapped, mode, options: { ...options, ...session }, from, turns: 2 });
  }
  deepStrictEqual(server.violations, []);
  deepStrictEqual(
    reports.filter((report) => report.mode !== 'view' || report.failure !== null),
    [],
  );
  ok(server.requests.every(({ body }) => !JSON.stringify(body).includes('"daybook"')));
  return reports;
}
