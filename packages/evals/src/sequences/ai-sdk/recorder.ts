/**
 * The middleware that records what a model is handed and what it answers.
 *
 * Invariant: it looks and copies, and changes neither prompt nor answer. It stands where the daybook middleware
 * stands, so a recorded prompt is what an adapter sees, once for every attempt.
 */

import { toPlainJson } from '@daybook/ai-sdk/messages';
import type { Json } from '@daybook/core';
import { type LanguageModelMiddleware, wrapLanguageModel } from 'ai';
import type { ContentPart, FinishReason, Model, Prompt, StreamPart, Usage } from './model.ts';
import type { RecordedCall } from './recording.ts';

export interface Recorder {
  readonly model: Model;
  calls(): RecordedCall[];
}

/** @param watch is shown the live prompt of every call, before it reaches the model */
export function recorderOf(model: Model, watch?: (prompt: Prompt) => void): Recorder {
  const drafts: Draft[] = [];
  const open = (kind: Draft['kind'], prompt: Prompt): Draft => {
    watch?.(prompt);
    const draft: Draft = { kind, prompt: exactJson(prompt), content: [] };
    drafts.push(draft);
    return draft;
  };
  const middleware: LanguageModelMiddleware = {
    specificationVersion: 'v4',
    wrapGenerate: async ({ doGenerate, params }) => {
      const draft = open('generate', params.prompt);
      const answer = await doGenerate().then(null, (error: unknown) => refuse(draft, error));
      draft.content.push(...answer.content);
      close(draft, answer.finishReason, answer.usage);
      return answer;
    },
    wrapStream: async ({ doStream, params }) => {
      const draft = open('stream', params.prompt);
      const answer = await doStream().then(null, (error: unknown) => refuse(draft, error));
      return { ...answer, stream: answer.stream.pipeThrough(listenFor(draft)) };
    },
  };
  return { model: wrapLanguageModel({ model, middleware }), calls: () => drafts.map(finished) };
}

/** A live value of the SDK as JSON. What has no end cannot be recorded, and a scenario with it is wrong. */
export function exactJson(value: unknown): Json {
  const json = toPlainJson(value);
  if (json === undefined) throw new Error('a value of the scenario has no JSON form');
  return json;
}

interface Draft {
  readonly kind: RecordedCall['kind'];
  readonly prompt: Json;
  readonly content: ContentPart[];
  finishReason?: string;
  usage?: Usage;
  failed?: string;
}

function close(draft: Draft, finish: FinishReason, usage: Usage): void {
  draft.finishReason = finish.unified;
  draft.usage = usage;
}

function refuse(draft: Draft, error: unknown): never {
  draft.failed = error instanceof Error ? error.name : 'unknown';
  throw error;
}

/** A call that neither failed nor finished was stopped by its caller. */
function finished({ kind, prompt, content, finishReason, usage, failed }: Draft): RecordedCall {
  if (failed !== undefined) return { kind, prompt, failed };
  const answer = exactJson(content);
  if (finishReason === undefined) return { kind, prompt, answer, aborted: true };
  return { kind, prompt, answer, finishReason, usage: exactJson(usage) };
}

/** Puts the content together again from the parts of a stream, as the SDK does. */
function listenFor(draft: Draft): TransformStream<StreamPart, StreamPart> {
  const blocks = new Map<string, { text: string }>();
  return new TransformStream({
    transform(part, controller) {
      switch (part.type) {
        case 'text-start':
        case 'reasoning-start': {
          const metadata = part.providerMetadata && { providerMetadata: part.providerMetadata };
          const type = part.type === 'text-start' ? 'text' : 'reasoning';
          const block = { type, text: '', ...metadata } as const;
          blocks.set(part.id, block);
          draft.content.push(block);
          break;
        }
        case 'text-delta':
        case 'reasoning-delta': {
          const block = blocks.get(part.id);
          if (block === undefined) throw new Error(`a delta of ${part.id}, which was never opened`);
          block.text += part.delta;
          break;
        }
        case 'finish':
          close(draft, part.finishReason, part.usage);
          break;
        case 'tool-call':
        case 'tool-result':
        case 'file':
        case 'reasoning-file':
        case 'source':
        case 'custom':
        case 'tool-approval-request':
          draft.content.push(part);
      }
      controller.enqueue(part);
    },
  });
}
