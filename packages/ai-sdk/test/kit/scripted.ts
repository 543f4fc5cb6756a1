/**
 * The kit's model as a model of the SDK: it stands where the provider's package stands, behind the middleware.
 *
 * Invariant: the kit sees the prompt message by message as it came, and what it answers is answered as it is.
 */
import { isJsonObject, type OpaquePart } from '@daybook/core';
import {
  BROKEN_STREAM,
  type KitMessage,
  type KitModel,
  type KitPart,
  type KitSpoken,
  type SignedReasoning,
} from '@daybook/testkit';
import { fromPrompt } from '../../src/messages/index.ts';
import { isRecord } from '../../src/model-types.ts';
import { type MockModel, type Params, refusal, type Sdk, type StreamedPart } from '../middleware/sdks.ts';

export function modelOf(sdk: Sdk, model: KitModel): MockModel {
  return sdk.mock({
    doGenerate: async (params: Params) => {
      const { parts, usage } = await answerTo(params, model, false);
      return { content: parts.map(contentOf), warnings: [], ...endOf(parts, usage) };
    },
    doStream: async (params: Params) => {
      const spoken = await answerTo(params, model, true);
      return { stream: ReadableStream.from(streamOf(spoken, params.abortSignal as AbortSignal | undefined)) };
    },
  });
}

async function answerTo(params: Params, model: KitModel, stream: boolean): Promise<KitSpoken> {
  const signal = params.abortSignal as AbortSignal | undefined;
  const messages = kitMessages(params.prompt);
  const answer = await model.answer({ messages, stream, ...(signal && { signal }) });
  if (answer.overflow !== undefined) throw refusal(answer.overflow);
  return answer;
}

/** The namespace of the SDK's options and metadata in which a provider's signature travels. */
const NAMESPACE = 'anthropic';

export function metadataOf({ signature }: SignedReasoning): Metadata {
  return signature === undefined ? {} : { [NAMESPACE]: { signature } };
}

type Metadata = { readonly [namespace: string]: { readonly signature: string } };

function kitMessages(prompt: Params['prompt']): KitMessage[] {
  return fromPrompt(prompt).map((message, at) => {
    const signatures = signaturesIn(prompt[at]?.content);
    const parts = message.parts.map((part) => {
      if (part.type !== 'reasoning') return part;
      const signature = signatures.shift();
      return signature === undefined ? part : { ...part, signature };
    });
    return { ...message, parts };
  });
}

/** One for each reasoning part, in their order. */
function signaturesIn(content: unknown): (string | undefined)[] {
  return (Array.isArray(content) ? content : [])
    .filter((part) => part.type === 'reasoning')
    .map((part) => part.providerOptions?.[NAMESPACE]?.signature);
}

/** A part of an answer. */
function contentOf(part: KitPart): StreamedPart {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text };
    case 'reasoning':
      return { type: 'reasoning', text: part.text, providerMetadata: metadataOf(part) };
    case 'tool-call': {
      const { type, callId: toolCallId, name: toolName, input } = part;
      return { type, toolCallId, toolName, input: JSON.stringify(input) };
    }
    case 'opaque':
      return answeredItem(part);
  }
}

/** What a prompt carries as options is metadata in an answer. */
function answeredItem({ item }: OpaquePart): StreamedPart {
  if (!isJsonObject(item) || typeof item.type !== 'string') throw new Error('the item is no part of the SDK');
  const { type, providerOptions, ...rest } = item;
  return { ...rest, type, providerMetadata: providerOptions };
}

async function* streamOf(
  { parts, usage, cut }: KitSpoken,
  signal: AbortSignal | undefined,
): AsyncGenerator<StreamedPart> {
  yield { type: 'stream-start', warnings: [] };
  for (const [at, part] of parts.slice(0, cut?.after).entries()) yield* piecesOf(contentOf(part), `${at}`);
  if (cut?.how === 'break') throw new Error(BROKEN_STREAM);
  if (cut) await stop(signal);
  yield { type: 'finish', ...endOf(parts, usage) };
}

/** Texts come in two halves, and a signature behind its reasoning, as providers send them. */
function piecesOf(part: StreamedPart, id: string): StreamedPart[] {
  const { type, text, providerMetadata } = part;
  if (typeof text !== 'string') return [part];
  const metadata = isRecord(providerMetadata) ? { providerMetadata } : {};
  const half = Math.ceil(text.length / 2);
  const isReasoning = type === 'reasoning';
  return [
    { type: `${type}-start`, id, ...(isReasoning ? {} : metadata) },
    { type: `${type}-delta`, id, delta: text.slice(0, half) },
    { type: `${type}-delta`, id, delta: text.slice(half) },
    ...(isReasoning ? [{ type: `${type}-delta`, id, delta: '', ...metadata }] : []),
    { type: `${type}-end`, id },
  ];
}

/** Fails as a connection does that the caller gives up. */
function stop(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function endOf(parts: readonly KitPart[], { input, output }: KitSpoken['usage']): object {
  const unified = parts.some(({ type }) => type === 'tool-call') ? 'tool-calls' : 'stop';
  return {
    finishReason: { unified, raw: unified },
    usage: {
      inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: output, text: output, reasoning: 0 },
    },
  };
}
