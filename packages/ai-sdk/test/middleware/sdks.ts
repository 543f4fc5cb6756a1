/** Both supported majors of `ai` behind the functions that the tests use, and a provider that answers by script. */
import * as ai7 from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import * as ai6 from 'ai-lowest';
import { MockLanguageModelV3 } from 'ai-lowest/test';
import type { CallReport } from '../../src/index.ts';

export interface Sdk {
  readonly name: string;
  generateText(settings: Settings): Promise<Result>;
  streamText(settings: Settings): StreamedResult;
  generateObject(
    settings: Settings,
  ): Promise<{ readonly object: unknown; readonly providerMetadata?: Metadata }>;
  agent(settings: Settings): Agent;
  readonly Output: { object(settings: Settings): unknown };
  tool(settings: Settings): unknown;
  steps(count: number): unknown;
  wrapLanguageModel(settings: { readonly model: unknown; readonly middleware: unknown }): unknown;
  /** The provider's model. */
  mock(settings: Settings): MockModel;
}

export interface Settings {
  readonly [name: string]: unknown;
}
export type Metadata = { readonly daybook: CallReport } & { readonly [name: string]: unknown };

export interface Result {
  readonly text: string;
  readonly content: readonly unknown[];
  readonly output: unknown;
  readonly steps: readonly Result[];
  readonly providerMetadata?: Metadata;
  readonly response: { readonly messages: unknown[] };
}

type Later<Value> = PromiseLike<Value>;

export interface StreamedResult {
  readonly text: Later<string>;
  readonly output: Later<unknown>;
  readonly steps: Later<readonly Result[]>;
  readonly warnings: Later<readonly unknown[] | undefined>;
  readonly providerMetadata: Later<Metadata>;
  readonly response: Later<{ readonly messages: unknown[] }>;
  readonly fullStream: AsyncIterable<StreamedPart> & ReadableStream<StreamedPart>;
  consumeStream(): PromiseLike<void>;
}

export interface StreamedPart {
  readonly type: string;
  readonly [field: string]: unknown;
}

interface Agent {
  generate(settings: Settings): Promise<Result>;
  stream(settings: Settings): Promise<StreamedResult>;
}

export interface Params {
  readonly prompt: readonly { readonly role: string; readonly content: unknown }[];
  readonly [name: string]: unknown;
}

export interface MockModel {
  readonly doGenerateCalls: readonly Params[];
  readonly doStreamCalls: readonly Params[];
  doGenerate(params: unknown): PromiseLike<unknown>;
  doStream(params: unknown): PromiseLike<{ readonly stream: ReadableStream<StreamedPart> }>;
}

function sdkOf(name: string, ai: object, Mock: unknown): Sdk {
  const { ToolLoopAgent, stepCountIs, ...all } = ai as {
    ToolLoopAgent: new (settings: Settings) => Agent;
    stepCountIs(count: number): unknown;
  } & Omit<Sdk, 'name' | 'agent' | 'mock' | 'steps'>;
  return {
    name,
    generateText: (settings) => all.generateText(settings),
    streamText: (settings) => all.streamText({ onError: () => undefined, ...settings }),
    generateObject: (settings) => all.generateObject(settings),
    agent: (settings) => new ToolLoopAgent(settings),
    Output: all.Output,
    tool: (settings) => all.tool(settings),
    steps: stepCountIs,
    wrapLanguageModel: (settings) => all.wrapLanguageModel(settings),
    mock: (settings) => new (Mock as new (settings: Settings) => MockModel)(settings),
  };
}

export const sdks: readonly Sdk[] = [
  sdkOf('ai 7', ai7, MockLanguageModelV4),
  sdkOf('ai 6.0.0', ai6, MockLanguageModelV3),
];

/** What the provider does when it is asked. */
export type Reply =
  | string
  | Error
  | { readonly content: readonly unknown[]; readonly [field: string]: unknown }
  | { readonly parts: readonly StreamedPart[] }
  | { readonly stream: ReadableStream<StreamedPart> }
  | ((params: Params) => Reply | Promise<Reply>);

/** Replies in turn; the last one again and again. */
export function provider(sdk: Sdk, ...replies: readonly Reply[]): MockModel {
  let asked = 0;
  const next = async (params: Params): Promise<Exclude<Reply, string | ((params: Params) => unknown)>> => {
    let reply = replies[Math.min(asked++, replies.length - 1)] as Reply;
    while (typeof reply === 'function') reply = await reply(params);
    if (reply instanceof Error) throw reply;
    return typeof reply === 'string' ? { content: [{ type: 'text', text: reply }] } : reply;
  };
  return sdk.mock({
    // URLs go to the provider as they are, so the SDK fetches nothing.
    supportedUrls: { '*/*': [/^https:/] },
    doGenerate: async (params: Params) => ({ ...end('stop'), warnings: [], ...(await next(params)) }),
    doStream: async (params: Params) => {
      const reply = await next(params);
      if ('stream' in reply) return reply;
      if (isParts(reply)) return { stream: ReadableStream.from(reply.parts) };
      const { content, ...rest } = reply as { content: readonly StreamedPart[] };
      const finish = { type: 'finish', ...end('stop'), ...rest };
      return {
        stream: ReadableStream.from([
          { type: 'stream-start', warnings: [] },
          ...content.flatMap((part, at) => streamed(part, `${at}`)),
          finish,
        ]),
      };
    },
  });
}

function isParts(reply: object): reply is { readonly parts: readonly StreamedPart[] } {
  return 'parts' in reply;
}

export function end(unified: string): Settings {
  return {
    finishReason: { unified, raw: unified },
    usage: {
      inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 2, text: 2, reasoning: 0 },
    },
  };
}

function streamed(part: StreamedPart, id: string): StreamedPart[] {
  if (part.type !== 'text' && part.type !== 'reasoning') return [part];
  const { type, text, ...rest } = part;
  return [
    { type: `${type}-start`, id, ...rest },
    ...String(text)
      .split(/(?<= )/)
      .filter(Boolean)
      .map((delta) => ({ type: `${type}-delta`, id, delta })),
    { type: `${type}-end`, id },
  ];
}

/** A refusal as a provider package throws it. */
export function refusal(message: string, statusCode = 400): Error {
  return new ai7.APICallError({
    message,
    url: 'https://provider.example.com/v1',
    requestBodyValues: {},
    statusCode,
    isRetryable: statusCode >= 500,
  });
}

export const TOO_LARGE = 'prompt is too long: 250000 tokens > 200000 maximum';
