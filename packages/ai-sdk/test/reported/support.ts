/**
 * What the tests of users' reports share: a scripted model, a provider behind a stubbed `fetch`, a record in memory, and
 * the part of the conversation that is large enough for folds.
 *
 * Invariant: every request is kept as it was when it was sent.
 */
import { type Daybook, openDaybook } from '@daybook/core';
import { memoryStore } from '@daybook/core/memory';
import {
  convertToModelMessages,
  type LanguageModel,
  type LanguageModelMiddleware,
  type ModelMessage,
  readUIMessageStream,
  streamText,
  type UIMessage,
  wrapLanguageModel,
} from 'ai';
import { convertArrayToReadableStream, MockLanguageModelV4 } from 'ai/test';
import { type CallReport, type DaybookModelOptions, daybookMiddleware } from '../../src/index.ts';

export type Model = Extract<LanguageModel, { specificationVersion: 'v4' }>;
export type Prompt = Parameters<MockLanguageModelV4['doGenerate']>[0]['prompt'];
type Part = Exclude<Prompt[number]['content'], string>[number];
export type Content = Awaited<ReturnType<MockLanguageModelV4['doGenerate']>>['content'];
type StreamPart =
  Awaited<ReturnType<MockLanguageModelV4['doStream']>>['stream'] extends ReadableStream<infer P> ? P : never;

export interface Booked {
  readonly daybook: Daybook;
  /** Of each call, as the application is told. */
  readonly reports: readonly CallReport[];
  readonly middleware: LanguageModelMiddleware;
  /** The model with daybook in front of it. */
  wrap(model: Model): Model;
}

export async function booked(options: DaybookModelOptions): Promise<Booked> {
  const daybook = await openDaybook({ store: memoryStore() });
  const reports: CallReport[] = [];
  const middleware = daybookMiddleware({
    daybook,
    ...options,
    onCall: (report) => void reports.push(report),
  });
  return { daybook, reports, middleware, wrap: (model) => wrapLanguageModel({ model, middleware }) };
}

export function inSession(session: string) {
  return { providerOptions: { daybook: { session } } };
}

export interface Scripted {
  readonly model: MockLanguageModelV4;
  readonly prompts: Prompt[];
  /** For mocks of other majors. */
  readonly doGenerate: MockLanguageModelV4['doGenerate'];
}

/** A model that answers as told; its requests count a token for four characters. */
export function scripted(answer: (prompt: Prompt, number: number) => Content): Scripted {
  const prompts: Prompt[] = [];
  const answered = ({ prompt }: { readonly prompt: Prompt }) => {
    const content = answer(prompt, prompts.push(structuredClone(prompt)) - 1);
    const calls = content.some((part) => part.type === 'tool-call' && part.providerExecuted !== true);
    const input = tokensIn(prompt);
    const output = tokensIn(content);
    return {
      content,
      finishReason: { unified: calls ? ('tool-calls' as const) : ('stop' as const), raw: undefined },
      usage: {
        inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: output, text: output, reasoning: 0 },
      },
      warnings: [],
    };
  };
  const doGenerate: Scripted['doGenerate'] = async (options) => answered(options);
  const model = new MockLanguageModelV4({
    doGenerate,
    doStream: async (options) => {
      const { content, finishReason, usage } = answered(options);
      const parts = content.flatMap((part, at) => streamed(part, `${prompts.length}-${at}`));
      return {
        stream: convertArrayToReadableStream<StreamPart>([
          { type: 'stream-start', warnings: [] },
          ...parts,
          { type: 'finish', finishReason, usage },
        ]),
      };
    },
  });
  return { model, prompts, doGenerate };
}

function streamed(part: Content[number], id: string): StreamPart[] {
  if (part.type !== 'text' && part.type !== 'reasoning') return [part as StreamPart];
  const { type, text, providerMetadata: given } = part;
  const metadata = given ? { providerMetadata: given } : {};
  return [
    { type: `${type}-start`, id, ...metadata },
    { type: `${type}-delta`, id, delta: text },
    { type: `${type}-end`, id, ...metadata },
  ];
}

export interface Stub {
  readonly fetch: typeof fetch;
  readonly bodies: Body[];
  readonly headers: Headers[];
}

export interface Body {
  readonly [field: string]: unknown;
}

/** A provider behind `fetch`. */
export function stub(answer: (body: Body, number: number) => Body | Response): Stub {
  const bodies: Body[] = [];
  const headers: Headers[] = [];
  return {
    bodies,
    headers,
    fetch: async (_url, init) => {
      const body = JSON.parse(String(init?.body)) as Body;
      headers.push(new Headers(init?.headers));
      const said = answer(body, bodies.push(body) - 1);
      return said instanceof Response ? said : Response.json(said);
    },
  };
}

/** A text of about so many tokens that no other text is like. */
export function filler(name: string, tokens: number): string {
  return `${name}: ${`the ${name} of the harbour office is in order. `.repeat(Math.ceil((tokens * 4) / (name.length + 39)))}`;
}

export function tokensIn(value: unknown): number {
  return Math.ceil(JSON.stringify(value).length / 4);
}

export function partsIn(prompt: Prompt | readonly ModelMessage[]): Part[] {
  return (prompt as Prompt).flatMap(({ content }): Part[] =>
    typeof content === 'string' ? [] : [...content],
  );
}

/** Ids of parts of a kind, in their order. */
export function idsIn(prompt: Prompt | readonly ModelMessage[], type: string): string[] {
  return partsIn(prompt).flatMap((part) => {
    if (part.type !== type) return [];
    if ('toolCallId' in part) return [part.toolCallId];
    return 'approvalId' in part ? [part.approvalId] : [];
  });
}

/** Everything that a request says, in one text. */
export function wordsIn(prompt: unknown): string {
  return JSON.stringify(prompt);
}

/** A chat as applications store it: UI messages through JSON, and an answer streamed into one. */
export class StoredChat {
  readonly #stored: string[] = [];

  get messages(): UIMessage[] {
    return this.#stored.map((text) => JSON.parse(text));
  }

  say(text: string): void {
    this.store({ id: `u${this.#stored.length}`, role: 'user', parts: [{ type: 'text', text }] });
  }

  store(message: UIMessage): void {
    this.#stored.push(JSON.stringify(message));
  }

  /** Streams an answer, and stores what came of it, whether or not it came to its end. */
  async answer(settings: Omit<Parameters<typeof streamText>[0], 'messages' | 'prompt'>): Promise<Answered> {
    const { tools } = settings;
    const convert = { ...(tools && { tools }), ignoreIncompleteToolCalls: true };
    const errors: unknown[] = [];
    const result = streamText({
      maxRetries: 0,
      ...settings,
      messages: await convertToModelMessages(this.messages, convert),
      onError: ({ error }) => void errors.push(error),
    } as Parameters<typeof streamText>[0]);
    let last: UIMessage | undefined;
    const stream = result.toUIMessageStream({ generateMessageId: () => `a${this.#stored.length}` });
    for await (const message of readUIMessageStream({ stream, onError: () => undefined })) last = message;
    if (last && last.parts.length > 0) this.store(last);
    return { message: last, errors };
  }
}

export interface Answered {
  readonly message: UIMessage | undefined;
  readonly errors: readonly unknown[];
}
