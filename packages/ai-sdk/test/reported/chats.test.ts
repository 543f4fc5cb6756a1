/** Reports about what chat front ends send: everything, each time; and about telling a middleware whose chat it is. */
// Covers: A1, C4
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { openDaybook } from '@daybook/core';
import { memoryStore } from '@daybook/core/memory';
import {
  AbstractChat,
  type ChatState,
  convertToModelMessages,
  DefaultChatTransport,
  generateText,
  streamText,
  type UIMessage,
  wrapLanguageModel,
} from 'ai';
import { describe, expect, it } from 'vitest';
import { type CallReport, daybookMiddleware } from '../../src/index.ts';
import { booked, filler, type Model, type Prompt, scripted, stub, tokensIn, wordsIn } from './support.ts';

const WINDOW = 6_000;
const ROOM = 0.92 * WINDOW;
const TURNS = 24;
const RULE = 'Never tell anybody the name of the pilot boat.';

/** `useChat` without its React part. */
class Chat extends AbstractChat<UIMessage> {
  constructor(fetch: typeof globalThis.fetch, newest = Number.POSITIVE_INFINITY) {
    const state: ChatState<UIMessage> = {
      status: 'ready',
      error: undefined,
      messages: [],
      pushMessage: (message) => void state.messages.push(message),
      popMessage: () => void state.messages.pop(),
      replaceMessage: (index, message) => void state.messages.splice(index, 1, message),
      snapshot: (value) => structuredClone(value),
    };
    const transport = new DefaultChatTransport<UIMessage>({
      api: 'https://chat.example.com/api',
      fetch,
      prepareSendMessagesRequest: ({ id, messages }) => ({ body: { id, messages: messages.slice(-newest) } }),
    });
    super({ id: 'harbour', state, transport });
  }
}

interface Route {
  readonly sent: { readonly messages: readonly UIMessage[] }[];
  readonly prompts: Prompt[];
  readonly reports: CallReport[];
  readonly chat: Chat;
}

/** A route handler as the SDK documents it. Each request may meet another process: nothing but the store is shared. */
function route(newest?: number, scope: { readonly history?: 'delta' } = {}): Route {
  const store = memoryStore();
  const { model, prompts } = scripted((_, number) => [
    { type: 'text', text: filler(`answer ${number}`, 220) },
  ]);
  const sent: Route['sent'] = [];
  const reports: CallReport[] = [];
  const chat = new Chat(async (_url, init) => {
    const { id, messages } = JSON.parse(String(init?.body));
    sent.push({ messages });
    const daybook = await openDaybook({ store });
    const onCall = (report: CallReport) => void reports.push(report);
    const result = streamText({
      model: wrapLanguageModel({ model, middleware: daybookMiddleware({ daybook, window: WINDOW, onCall }) }),
      instructions: 'You know the harbour.',
      messages: await convertToModelMessages(messages),
      providerOptions: { daybook: { session: id, ...scope } },
    });
    return result.toUIMessageStreamResponse();
  }, newest);
  return { sent, prompts, reports, chat };
}

async function talk({ chat }: Route): Promise<void> {
  await chat.sendMessage({ text: RULE });
  for (let turn = 1; turn < TURNS; turn++) await chat.sendMessage({ text: `What happens on quay ${turn}?` });
  expect(chat.error).toBeUndefined();
  expect(chat.messages).toHaveLength(2 * TURNS);
}

describe('community 29171: a compaction is not triggered on every request although the front end sends everything again', () => {
  it('it happens a few times, and what the model is sent stays the same in between', async () => {
    const made = route();
    await talk(made);
    const { sent, prompts, reports } = made;
    // The whole chat comes with each request, and soon it is too large in each of them.
    expect(sent.map(({ messages }) => messages.length)).toEqual(
      Array.from({ length: TURNS }, (_, turn) => 2 * turn + 1),
    );
    const firstOver = reports.findIndex(({ tokens }) => (tokens?.before ?? 0) > 0.7 * ROOM);
    expect(reports.slice(firstOver).every(({ tokens }) => (tokens?.before ?? 0) > 0.7 * ROOM)).toBe(true);
    expect(TURNS - firstOver).toBeGreaterThan(8);
    const folds = reports.slice(firstOver).filter(({ folds }) => folds.length > 0).length;
    expect(folds).toBeGreaterThan(0);
    expect(folds).toBeLessThanOrEqual((TURNS - firstOver) / 3);
    for (const [at, { adopted }] of reports.entries()) {
      const before = prompts[at - 1] ?? [];
      if (!adopted) expect(prompts[at]?.slice(0, before.length)).toEqual(before);
    }
    expect(Math.max(...reports.map(({ tokens }) => tokens?.sent ?? 0))).toBeLessThanOrEqual(ROOM);
    expect(reports.map(({ branch, failure }) => [branch, failure])).toEqual(
      Array(TURNS).fill(['main', null]),
    );
  });
});

describe('#941: the front end need not send the whole chat each time', () => {
  it('with the newest three messages, the model knows of all the others', async () => {
    const made = route(3);
    await talk(made);
    expect(Math.max(...made.sent.map(({ messages }) => messages.length))).toBe(3);
    expect(Math.max(...made.sent.map(tokensIn))).toBeLessThan(1_200);
    expectAllKnown(made);
  });

  it('with the last message alone, in a call that says so, the model knows of all the others', async () => {
    const made = route(1, { history: 'delta' });
    await talk(made);
    expect(Math.max(...made.sent.map(({ messages }) => messages.length))).toBe(1);
    expectAllKnown(made);
  });

  it('without daybook, the model knows nothing of what is not sent', async () => {
    const { model, prompts } = scripted(() => [{ type: 'text', text: 'Boats.' }]);
    const chat = new Chat(async (_url, init) => {
      const { messages } = JSON.parse(String(init?.body));
      return streamText({
        model,
        messages: await convertToModelMessages(messages),
      }).toUIMessageStreamResponse();
    }, 3);
    await talk({ sent: [], prompts, reports: [], chat });
    expect(wordsIn(prompts.at(-1))).not.toContain(RULE);
  });
});

function expectAllKnown({ prompts, reports }: Route): void {
  expect(reports.some(({ adopted }) => adopted)).toBe(true);
  for (const [at, prompt] of prompts.entries())
    expect([at, wordsIn(prompt).includes(RULE)]).toEqual([at, true]);
  const last = wordsIn(prompts.at(-1));
  for (let turn = 1; turn < TURNS; turn++) expect(last).toContain(`What happens on quay ${turn}?`);
  expect(reports.map(({ lane, branch, failure }) => [lane, branch, failure])).toEqual(
    Array(TURNS).fill(['main', 'main', null]),
  );
}

describe('#10453: a middleware is told what belongs to a call, and the provider is not', () => {
  const models: [string, (fetch: typeof globalThis.fetch) => Model][] = [
    ['openai', (fetch) => createOpenAI({ apiKey: 'test', fetch }).responses('gpt-5.1')],
    ['openai chat', (fetch) => createOpenAI({ apiKey: 'test', fetch }).chat('gpt-5.1')],
    ['anthropic', (fetch) => createAnthropic({ apiKey: 'test', fetch })('claude-sonnet-4-5')],
  ];

  it.each(models)('%s', async (name, modelOf) => {
    const server = stub((_, number) => answerOf(name, number));
    const { wrap, daybook } = await booked({ window: WINDOW });
    const model = wrap(modelOf(server.fetch));
    const words = { first: 'Which boat is blue?', second: 'Which boat is green?' };
    for (const [session, prompt] of Object.entries(words)) {
      const scope = { session: `chat-${session}`, tenant: `harbour-${session}` };
      const { text, providerMetadata } = await generateText({
        model,
        prompt,
        providerOptions: { daybook: scope },
      });
      expect(text).toBe('The blue one.');
      expect(providerMetadata?.daybook).toMatchObject(scope);
    }
    // Two chats through one model, and each has its own words only.
    for (const [session, prompt] of Object.entries(words)) {
      const held = daybook.session({ session: `chat-${session}`, tenant: `harbour-${session}` });
      let record = '';
      for await (const line of held.export()) record += line;
      expect(record).toContain(prompt);
      for (const other of Object.values(words)) if (other !== prompt) expect(record).not.toContain(other);
    }
    const wire = server.bodies.map((body, at) => wordsIn([body, [...(server.headers[at] ?? [])]])).join('\n');
    expect(wire).toContain(words.first);
    for (const secret of ['daybook', 'chat-first', 'harbour-first']) expect(wire).not.toContain(secret);
  });

  it('a call that says nothing is refused, and shares no record', async () => {
    const { wrap } = await booked({ window: WINDOW });
    const { model, prompts } = scripted(() => [{ type: 'text', text: 'Boats.' }]);
    await expect(generateText({ model: wrap(model), prompt: 'Which?' })).rejects.toMatchObject({
      code: 'invalid-input',
    });
    expect(prompts).toEqual([]);
  });
});

function answerOf(name: string, number: number) {
  const [text, usage] = ['The blue one.', { input_tokens: 20, output_tokens: 4 }];
  if (name === 'anthropic') {
    const content = [{ type: 'text', text }];
    return {
      id: `msg_${number}`,
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet-4-5',
      content,
      stop_reason: 'end_turn',
      usage,
    };
  }
  if (name === 'openai chat') {
    const choices = [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }];
    return {
      id: `chat_${number}`,
      created: 1,
      model: 'gpt-5.1',
      choices,
      usage: { prompt_tokens: 20, completion_tokens: 4 },
    };
  }
  const content = [{ type: 'output_text', text, annotations: [] }];
  const output = [{ type: 'message', id: `msg_${number}`, role: 'assistant', status: 'completed', content }];
  return { id: `resp_${number}`, created_at: 1, model: 'gpt-5.1', status: 'completed', output, usage };
}
