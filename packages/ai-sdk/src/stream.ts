/**
 * A call that streams its answer. Parts go through as they come; the answer is journaled before the end of the stream is
 * told, and as cut short when the stream breaks, is cancelled or its call is aborted.
 */
import { answered, withReport } from './answered.ts';
import { type Attempt, Call, type Door } from './call.ts';
import type { HookOptions, StreamPart, StreamResult } from './model-types.ts';
import { isTruncatedByWindow } from './overflow.ts';
import { StreamedContent } from './streamed-content.ts';

/** @throws DaybookError `view-unreachable`, `provider-overflow`, `invalid-input`; and what the provider throws */
export async function stream(door: Door, hook: HookOptions): Promise<StreamResult> {
  const call = await Call.open(door, hook);
  const first = await openStream(call, hook, await call.prepare());
  return { ...first.result, stream: watched(call, hook, first) };
}

interface OpenStream {
  readonly attempt: Attempt;
  readonly result: StreamResult;
}

async function openStream(call: Call, { model }: HookOptions, first: Attempt): Promise<OpenStream> {
  let attempt = first;
  for (;;) {
    try {
      return { attempt, result: await model.doStream(attempt.params) };
    } catch (error) {
      attempt = await call.again(attempt, error);
    }
  }
}

function watched(call: Call, hook: HookOptions, first: OpenStream): ReadableStream<StreamPart> {
  const content = new StreamedContent();
  let { attempt } = first;
  let reader = first.result.stream.getReader();
  let failed = false;
  const cutShort = (): Promise<unknown> => call.end(attempt, answered({ content: content.parts }, true));
  // Whoever reads the stream meets what goes wrong here.
  const onAbort = (): void => void cutShort().catch(() => undefined);
  hook.params.abortSignal?.addEventListener('abort', onAbort, { once: true });

  /** The next part as the application gets it; undefined at the end. */
  async function next(): Promise<StreamPart | undefined> {
    const { done, value: part } = await reader.read();
    if (done) return undefined;
    if (!content.begun && call.mayAskAgain(attempt) && saysTooLarge(call, part)) return nextOfSmaller(part);
    content.add(part);
    if (part.type === 'error') failed = true;
    if (part.type !== 'finish') return part;
    const { usage, providerMetadata } = part;
    const answer = answered({ content: content.parts, usage, providerMetadata }, failed);
    return { ...part, providerMetadata: withReport(providerMetadata, await call.end(attempt, answer)) };
  }

  /** The application has been given nothing yet: it gets the answer to a smaller request instead. */
  async function nextOfSmaller(refusal: StreamPart): Promise<StreamPart | undefined> {
    await reader.cancel();
    const smaller = await call.again(attempt, refusal.error ?? refusal, saysTooLarge(call, refusal));
    const second = await openStream(call, hook, smaller);
    attempt = second.attempt;
    reader = second.result.stream.getReader();
    const part = await next();
    return part?.type === 'stream-start' ? next() : part;
  }

  return new ReadableStream<StreamPart>(
    {
      async pull(controller) {
        try {
          const part = await next();
          if (part) return controller.enqueue(part);
          await cutShort();
          controller.close();
        } catch (error) {
          await cutShort();
          throw error;
        }
      },
      async cancel(reason) {
        await Promise.all([reader.cancel(reason), cutShort()]);
      },
    },
    { highWaterMark: 0 },
  );
}

function saysTooLarge(call: Call, part: StreamPart) {
  if (part.type === 'error') return call.refusalIn(part.error);
  return part.type === 'finish' && isTruncatedByWindow(part.finishReason) ? {} : null;
}
