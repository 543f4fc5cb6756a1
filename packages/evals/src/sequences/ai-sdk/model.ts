/**
 * The model of a scenario: it reads its answers from a list and does nothing else.
 *
 * Invariant: the same prompts get the same answers, parts and figures, at any speed and on any machine.
 */

import { toPlainJson } from '@daybook/ai-sdk/messages';
import type { LanguageModel } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';

export type Model = Extract<LanguageModel, { specificationVersion: 'v4' }>;
type GenerateResult = Awaited<ReturnType<Model['doGenerate']>>;
type StreamResult = Awaited<ReturnType<Model['doStream']>>;
export type StreamPart = StreamResult['stream'] extends ReadableStream<infer Part> ? Part : never;
export type Prompt = Parameters<Model['doGenerate']>[0]['prompt'];
export type ContentPart = GenerateResult['content'][number];
export type FinishReason = GenerateResult['finishReason'];
export type Usage = GenerateResult['usage'];

export interface ScriptedAnswer {
  readonly content: readonly ContentPart[];
  /** Streams only: gives the content, then waits for the caller to stop. */
  readonly hangs?: true;
  /** Refuses the call. */
  readonly fails?: Error;
}

export interface ScriptedModel {
  readonly model: Model;
  /** Resolves when a hanging answer has given all its content. */
  waiting(): Promise<void>;
  /** Answers nobody has asked for yet. */
  remaining(): number;
}

export function scriptedModel(answers: readonly ScriptedAnswer[]): ScriptedModel {
  const script = [...answers];
  let waits: () => void = () => {};
  const waiting = new Promise<void>((resolve) => {
    waits = resolve;
  });
  const next = (): ScriptedAnswer => {
    const answer = script.shift();
    if (answer === undefined) throw new Error('the script holds no further answer');
    if (answer.fails !== undefined) throw answer.fails;
    return answer;
  };
  const model = new MockLanguageModelV4({
    provider: 'scripted',
    modelId: 'scripted-model',
    // The model reads URLs itself, so the SDK downloads nothing.
    supportedUrls: { '*/*': [/^https:/] },
    doGenerate: async ({ prompt }) => generated(next(), prompt),
    doStream: async ({ prompt, abortSignal }) => ({
      stream: streamed(partsOf(next(), prompt), abortSignal, waits),
    }),
  });
  return { model, waiting: () => waiting, remaining: () => script.length };
}

const response = { id: 'response', modelId: 'scripted-model', timestamp: new Date(0) };

function generated(answer: ScriptedAnswer, prompt: Prompt): GenerateResult {
  const { content } = answer;
  return {
    content: [...content],
    finishReason: finishOf(answer),
    usage: usageOf(answer, prompt),
    warnings: [],
    response,
  };
}

/** Gives part after part; one list without a finish part hangs until the caller stops. */
function streamed(
  parts: StreamPart[],
  signal: AbortSignal | undefined,
  waits: () => void,
): ReadableStream<StreamPart> {
  const isWhole = parts.at(-1)?.type === 'finish';
  return new ReadableStream({
    async pull(controller) {
      const part = parts.shift();
      if (part !== undefined) return controller.enqueue(part);
      if (isWhole) return controller.close();
      waits();
      await new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }));
      controller.error(new DOMException('stopped', 'AbortError'));
    },
  });
}

function partsOf(answer: ScriptedAnswer, prompt: Prompt): StreamPart[] {
  return [
    { type: 'stream-start', warnings: [] },
    { type: 'response-metadata', ...response },
    ...answer.content.flatMap(deltasOf),
    ...(answer.hangs
      ? []
      : [{ type: 'finish' as const, finishReason: finishOf(answer), usage: usageOf(answer, prompt) }]),
  ];
}

/** Text and reasoning arrive in two halves; every other part arrives whole. */
function deltasOf(part: ContentPart, index: number): StreamPart[] {
  if (part.type !== 'text' && part.type !== 'reasoning') return [part];
  const id = `${part.type}-${index}`;
  const half = Math.ceil(part.text.length / 2);
  const metadata = part.providerMetadata && { providerMetadata: part.providerMetadata };
  const deltas = [part.text.slice(0, half), part.text.slice(half)].filter((delta) => delta !== '');
  return [
    { type: `${part.type}-start`, id, ...metadata },
    ...deltas.map((delta) => ({ type: `${part.type}-delta` as const, id, delta })),
    { type: `${part.type}-end`, id, ...metadata },
  ];
}

function finishOf({ content }: ScriptedAnswer): FinishReason {
  const wantsTools = content.some((part) => part.type === 'tool-call' && part.providerExecuted !== true);
  const unified = wantsTools ? 'tool-calls' : 'stop';
  return { unified, raw: unified };
}

/** Four characters a token: invented figures, but ones that grow as real ones do. */
function usageOf({ content }: ScriptedAnswer, prompt: Prompt): Usage {
  const [input, output] = [prompt, content].map((value) =>
    Math.ceil(JSON.stringify(toPlainJson(value)).length / 4),
  );
  return {
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: output, text: output, reasoning: 0 },
  };
}
