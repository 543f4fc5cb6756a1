// A stranger's program on the packed AI SDK adapter: both forms, generated and streamed, on a model of its own.
import { type CallReport, daybookMiddleware, wrap } from '@daybook/ai-sdk';
import { openDaybook } from '@daybook/core';
import { memoryStore } from '@daybook/core/memory';
import { generateText, streamText, wrapLanguageModel } from 'ai';
import * as mocks from 'ai/test';

type Model = Parameters<typeof wrapLanguageModel>[0]['model'];

const usage = { inputTokens: { total: 20 }, outputTokens: { total: 1 } };
const finishReason = { unified: 'stop', raw: 'stop' };
const parts = [
  { type: 'text-start', id: '1' },
  { type: 'text-delta', id: '1', delta: 'Two loaves.' },
  { type: 'text-end', id: '1' },
  { type: 'finish', finishReason, usage },
];
const answers = {
  doGenerate: async () => ({
    content: [{ type: 'text', text: 'Two loaves.' }],
    finishReason,
    usage,
    warnings: [],
  }),
  doStream: async () => ({ stream: mocks.convertArrayToReadableStream(parts) }),
};
const { MockLanguageModelV4, MockLanguageModelV3 } = mocks as { [name: string]: unknown };
const Mock = (MockLanguageModelV4 ?? MockLanguageModelV3) as new (options: unknown) => Model;

const daybook = await openDaybook({ store: memoryStore() });
const reports: CallReport[] = [];
const onCall = (report: CallReport) => void reports.push(report);
const prompt = 'How many loaves?';

const middleware = daybookMiddleware({ daybook, window: 8_000, onCall });
const model = wrapLanguageModel({ model: new Mock(answers), middleware });
await generateText({ model, prompt, providerOptions: { daybook: { session: 'shop' } } });

const bound = wrap(new Mock(answers), daybook.session({ session: 'bakery' }), { window: 8_000, onCall });
const streamed = streamText({ model: bound, prompt });
if ((await streamed.text) !== 'Two loaves.') throw new Error('the stream lost something');

const known = reports.map(({ session, revision, failure }) => `${session} ${revision} ${failure}`);
if (known.join(', ') !== 'shop 4 null, bakery 4 null') throw new Error(known.join(', '));
