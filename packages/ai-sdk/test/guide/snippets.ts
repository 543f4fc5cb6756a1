/** The programs of the guide and of the package's README, compiled. Each block there stands here, line for line. */

import { type CallReport, daybookMiddleware, wrap } from '@daybook/ai-sdk';
import { type Daybook, openDaybook } from '@daybook/core';
import type { Store } from '@daybook/core/store';
import {
  convertToModelMessages,
  generateText,
  isStepCount,
  type LanguageModel,
  type ModelMessage,
  streamText,
  ToolLoopAgent,
  type ToolSet,
  type UIMessage,
  wrapLanguageModel,
} from 'ai';
import { z } from 'zod';

type ProviderModel = Parameters<typeof wrapLanguageModel>[0]['model'];

/** Stand for what the reader has. */
declare const anthropic: (id: string) => ProviderModel;
declare const tools: ToolSet;
declare const messages: ModelMessage[];
declare const chatId: string;
declare const sqlite: (file: string) => Promise<Store>;
declare function loadMessages(id: string): Promise<UIMessage[]>;
declare function saveMessages(id: string, list: UIMessage[]): Promise<void>;

export async function install(): Promise<void> {
  const daybook = await openDaybook({ store: sqlite('agent.db') });
  const model = wrapLanguageModel({
    model: anthropic('claude-sonnet-5'),
    middleware: daybookMiddleware({ daybook, window: 200_000 }),
  });
  await generateText({ model, messages, providerOptions: { daybook: { session: chatId } } });
}

export async function bound(daybook: Daybook): Promise<void> {
  const session = daybook.session({ session: chatId });
  const agent = new ToolLoopAgent({
    model: wrap(anthropic('claude-sonnet-5'), session, { window: 200_000 }),
    tools,
    stopWhen: isStepCount(300),
  });
  await agent.generate({ messages });
}

export function reported(daybook: Daybook): void {
  const onCall = ({ session, adopted, tokens, pins, failure }: CallReport) => {
    if (failure) console.warn(`${session}: ${failure.code} at ${failure.at}`);
    if (adopted) console.log(`${session}: ${tokens?.before} → ${tokens?.sent} tokens, ${pins}`);
  };
  const middleware = daybookMiddleware({ daybook, window: 200_000, onCall });
  return void middleware;
}

export async function byOptions(model: LanguageModel): Promise<void> {
  const agent = new ToolLoopAgent({
    model,
    tools,
    callOptionsSchema: z.object({ session: z.string() }),
    prepareCall: ({ options, ...rest }) => ({
      ...rest,
      providerOptions: { daybook: { session: options.session } },
    }),
  });
  await agent.generate({ messages, options: { session: chatId } });
}

export async function newOnly(model: LanguageModel, message: ModelMessage): Promise<void> {
  await generateText({
    model,
    messages: [message],
    providerOptions: { daybook: { session: chatId, history: 'delta' } },
  });
}

export async function route(model: LanguageModel, request: Request): Promise<Response> {
  const { id, message } = (await request.json()) as { id: string; message: UIMessage };
  const history = [...(await loadMessages(id)), message];
  const result = streamText({
    model,
    messages: await convertToModelMessages(history, { tools }),
    tools,
    providerOptions: { daybook: { session: id } },
  });
  return result.toUIMessageStreamResponse({
    originalMessages: history,
    onFinish: ({ messages: all }) => saveMessages(id, all),
  });
}

export function subAgent(daybook: Daybook): ToolLoopAgent {
  const session = daybook.session({ session: chatId, lane: 'researcher', delegated: true });
  return new ToolLoopAgent({
    model: wrap(anthropic('claude-sonnet-5'), session, { window: 200_000 }),
    tools,
  });
}

export function wordings(daybook: Daybook): void {
  daybookMiddleware({
    daybook,
    window: ({ modelId }) => (modelId.includes('mini') ? 128_000 : 400_000),
    overflow: [{ provider: 'ours', wording: /no room for (\d+) tokens/i, limit: 1 }],
  });
}
