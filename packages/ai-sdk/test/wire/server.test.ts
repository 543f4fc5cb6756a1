/**
 * Covers no capability by itself: the server of these tests is seen through the real provider packages. It refuses
 * what it should, its errors are the packages' own errors, and items of the provider's come back.
 */
import { deepStrictEqual, ok, rejects } from 'node:assert/strict';
import { APICallError, type LanguageModelMiddleware, wrapLanguageModel } from 'ai';
import { describe, it } from 'vitest';
import type { Turn } from './conversation.ts';
import { modes, stageOf } from './play.ts';
import { setups } from './providers.ts';

const calls = [{ name: 'look_up', input: { topic: 'tide', size: 2 } }];
const users = [{ role: 'user' as const, content: 'Which row holds the tide?' }];

describe.each(setups)('$name', ({ served, model, options }) => {
  it.each(modes)('refuses a result whose call was cut away: %s', async (mode) => {
    const script = [{ users, replies: [{ reasoning: 'I look.', calls }, { text: 'Row two.' }] }];
    await using stage = await stageOf(script);
    const cutting: LanguageModelMiddleware = {
      specificationVersion: 'v4',
      transformParams: async ({ params }) => ({
        ...params,
        prompt: params.prompt.filter(({ role }) => role !== 'assistant'),
      }),
    };
    const { server } = stage;
    const cut = wrapLanguageModel({ model: model(server.url), middleware: cutting });
    await rejects(stage.play({ model: cut, mode, options }), APICallError);
    ok(server.violations.some(({ request }) => request === 1));
  });

  it.each(modes)('says what it refuses in the way of the provider: %s', async (mode) => {
    const statuses: unknown[] = [];
    for (const refuse of ['overflow', 'rate-limit', 'broken'] as const) {
      await using stage = await stageOf([{ users, replies: [{ refuse }] }]);
      const run = { model: model(stage.server.url), mode, options };
      await stage
        .play(run)
        .catch((error) => statuses.push(APICallError.isInstance(error) && error.statusCode));
    }
    deepStrictEqual(statuses, [400, 429, 500]);
  });

  it.runIf(served === 'anthropic' || served === 'openai-responses').each(modes)(
    'gets its compaction item back: %s',
    async (mode) => {
      const replies = [{ compaction: 'All about the tide.', reasoning: 'Go on.', text: 'Row two.' }];
      const script: Turn[] = [
        { users, replies },
        { users, replies: [{ reasoning: 'Again.', text: 'Row three.' }] },
      ];
      await using stage = await stageOf(script);
      const { server } = stage;
      await stage.play({ model: model(server.url), mode, options });
      deepStrictEqual(server.violations, []);
      const [, second] = server.requests;
      ok(JSON.stringify(second?.body).includes(served === 'anthropic' ? '"type":"compaction"' : '"cmp_1"'));
    },
  );
});
