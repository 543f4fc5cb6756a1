/** Both majors of `ai` under one name each: what a model is sent for stored messages. */

import { createRequire, registerHooks } from 'node:module';
import * as ai7 from 'ai';
import { MockLanguageModelV4 } from 'ai/test';

export interface Major {
  readonly name: string;
  /** The prompt for a stored conversation, through the SDK's own conversion. */
  promptOfUI(messages: unknown, tools?: unknown): Promise<unknown[]>;
  promptOf(messages: unknown, tools?: unknown): Promise<unknown[]>;
}

// Tests resolve packages as bundlers do (`module`), which gives node a form of the telemetry that it cannot load.
registerHooks({
  resolve: (name, context, next) =>
    name === '@opentelemetry/api' ? next(name, { ...context, conditions: ['node', 'require'] }) : next(name),
});
const require = createRequire(import.meta.url);
const ai6 = require('ai-lowest') as typeof import('ai-lowest');
const { MockLanguageModelV3 } = require('ai-lowest/test') as typeof import('ai-lowest/test');

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
