/** Both majors of `ai` under one name each: what a model is sent for stored messages. */

import * as ai7 from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import * as ai6 from 'ai-lowest';
import { MockLanguageModelV3 } from 'ai-lowest/test';

export interface Major {
  readonly name: string;
  /** The prompt for a stored conversation, through the SDK's own conversion. */
  promptOfUI(messages: unknown, tools?: unknown): Promise<unknown[]>;
  promptOf(messages: unknown, tools?: unknown): Promise<unknown[]>;
}

const answer = {
  content: [{ type: 'text', text: 'Done.' }],
  finishReason: { unified: 'stop', raw: undefined },
  usage: { inputTokens: { total: 1 }, outputTokens: { total: 1 } },
  warnings: [],
} as never;
// The model reads URLs itself, so the SDK downloads nothing.
const supportedUrls = { '*/*': [/^https:/] };

async function promptOf7(messages: unknown, tools: unknown = {}): Promise<unknown[]> {
  const model = new MockLanguageModelV4({ supportedUrls, doGenerate: answer });
  await ai7.generateText({ model, messages, tools, allowSystemInMessages: true } as never);
  return model.doGenerateCalls[0]?.prompt ?? [];
}

async function promptOf6(messages: unknown, tools: unknown = {}): Promise<unknown[]> {
  const model = new MockLanguageModelV3({ supportedUrls, doGenerate: answer });
  await ai6.generateText({ model, messages, tools } as never);
  return model.doGenerateCalls[0]?.prompt ?? [];
}

export const majors: readonly Major[] = [
  {
    name: 'ai 7',
    promptOf: promptOf7,
    promptOfUI: async (messages, tools) =>
      promptOf7(await ai7.convertToModelMessages(messages as never, { tools: tools as never }), tools),
  },
  {
    name: 'ai 6.0.0',
    promptOf: promptOf6,
    promptOfUI: async (messages, tools) =>
      promptOf6(await ai6.convertToModelMessages(messages as never, { tools: tools as never }), tools),
  },
];
