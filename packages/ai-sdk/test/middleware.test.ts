/** The middleware on the real `generateText`, `streamText` and `ToolLoopAgent`, with a scripted model. */
import { openDaybook } from '@daybook/core';
import { memoryStore } from '@daybook/core/memory';
import { generateText, wrapLanguageModel } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { expect, it } from 'vitest';
import { daybookMiddleware } from '../src/index.ts';

it('works', async () => {
  const daybook = await openDaybook({ store: memoryStore() });
  const mock = new MockLanguageModelV4({
    doGenerate: async () => ({
      content: [{ type: 'text', text: 'fine' }],
      finishReason: { unified: 'stop', raw: 'stop' },
      usage: { inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 }, outputTokens: { total: 1, text: 1, reasoning: 0 } },
      warnings: [],
    }),
  });
  const model = wrapLanguageModel({ model: mock, middleware: daybookMiddleware({ daybook, window: 4000 }) });
  const result = await generateText({ model, system: 'be brief', prompt: 'hello', providerOptions: { daybook: { session: 'a' } } });
  console.log(JSON.stringify(result.providerMetadata, null, 1), JSON.stringify(mock.doGenerateCalls[0]));
  expect(result.text).toBe('fine');
});
