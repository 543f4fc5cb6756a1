/**
 * A call that streams its answer. Parts go through as they come; the answer is journaled before the end of the stream is
 * told, and as cut short when the stream breaks, is cancelled or its call is aborted.
 */
import { answered, withReport } from './answered.ts';
import { type Attempt, Call, type Door } from './call.ts';
import type { HookOptions, StreamPart, StreamResult } from './model-types.ts';
import { isTruncatedByWindow } from './provider/overflow.ts';
import { StreamedContent } from './streamed-content.ts';

/** @throws DaybookError `view-unreachable`, `provider-overflow`, `invalid-input`; and what the provider throws */
export async function stream(door: Door, hook: HookOptions): Promise<StreamResult> {
  const call = await Call.open(door, hook);
  const first = await openStream(call, hook, await call.prepare());
  const watched = new WatchedStream(call, hook, first);
  const pull = (controller: ReadableStreamDefaultController<StreamPart>) => watched.pull(controller);
  const cancel = (reason: unknown) => watched.cancel(reason);
  return { ...first.result, stream: new ReadableStream({ pull, cancel }, { highWaterMark: 0 }) };
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

class WatchedStream {
  readonly #call: Call;
  readonly #hook: HookOptions;
  readonly #content = new StreamedContent();
  #attempt: Attempt;
  #reader: ReadableStreamDefaultReader<StreamPart>;
  #started = false;
  #failed = false;
  /** The provider's own stream is not read any more. */
  #over = false;

  constructor(call: Call, hook: HookOptions, { attempt, result }: OpenStream) {
    this.#call = call;
    this.#hook = hook;
    this.#attempt = attempt;
    this.#reader = result.stream.getReader();
    const { abortSignal } = hook.params;
    if (abortSignal?.aborted) this.#onAbort();
    else abortSignal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  async pull(controller: ReadableStreamDefaultController<StreamPart>): Promise<void> {
    try {
      const part = this.#over ? undefined : await this.#next();
      if (part) return controller.enqueue(part);
      await this.#cutShort();
      controller.close();
    } catch (error) {
      await this.#cutShort();
      throw error;
    }
  }

  async cancel(reason: unknown): Promise<void> {
    await Promise.all([this.#reader.cancel(reason), this.#cutShort()]);
  }

  /** The next part as the application gets it; undefined at the end. */
  async #next(): Promise<StreamPart | undefined> {
    const read = await this.#read();
    if ('error' in read) return this.#nextOfSmaller(read.error);
    const { part } = read;
    if (!part) return undefined;
    const refusal = this.#content.begun ? null : saysTooLarge(this.#call, part);
    if (refusal && this.#call.mayAskAgain(this.#attempt))
      return this.#nextOfSmaller(part.error ?? part, refusal);
    if (refusal && part.type === 'error' && this.#attempt.view)
      return this.#ends(await this.#refusedAgain(part.error));
    if (part.type === 'stream-start' && this.#started) return this.#next();
    this.#started ||= part.type === 'stream-start';
    this.#failed ||= part.type === 'error';
    this.#content.add(part);
    return part.type === 'finish' ? this.#finished(part) : part;
  }

  /** A stream that breaks with a refusal before anything was said is read like one that says so. */
  async #read(): Promise<{ readonly part: StreamPart | undefined } | { readonly error: unknown }> {
    try {
      const { done, value } = await this.#reader.read();
      return { part: done ? undefined : value };
    } catch (error) {
      const asksAgain = !this.#content.begun && this.#call.mayAskAgain(this.#attempt);
      if (!asksAgain || !this.#call.refusalIn(error)) throw error;
      return { error };
    }
  }

  /** The application has been given nothing yet: it gets the answer to a smaller request instead. */
  async #nextOfSmaller(
    error: unknown,
    refusal = this.#call.refusalIn(error),
  ): Promise<StreamPart | undefined> {
    // Nobody waits for a stream that is given up.
    this.#reader.cancel().catch(() => undefined);
    try {
      const smaller = await this.#call.again(this.#attempt, error, refusal);
      const second = await openStream(this.#call, this.#hook, smaller);
      this.#attempt = second.attempt;
      this.#reader = second.result.stream.getReader();
    } catch (thrown) {
      return this.#ends(thrown);
    }
    return this.#next();
  }

  async #refusedAgain(error: unknown): Promise<unknown> {
    return this.#call.again(this.#attempt, error).catch((thrown: unknown) => thrown);
  }

  /** Errors of a stream that has begun are parts of it; a stream that breaks leaves some callers waiting. */
  #ends(error: unknown): StreamPart {
    this.#over = true;
    return { type: 'error', error };
  }

  async #finished(part: StreamPart): Promise<StreamPart> {
    const { usage, providerMetadata } = part;
    const answer = answered({ content: this.#content.parts, usage, providerMetadata }, this.#failed);
    const report = await this.#call.end(this.#attempt, answer);
    this.#stopListening();
    return { ...part, providerMetadata: withReport(providerMetadata, report) };
  }

  async #cutShort(): Promise<void> {
    this.#stopListening();
    await this.#call.end(this.#attempt, answered({ content: this.#content.parts }, true));
  }

  readonly #onAbort = (): void => {
    // Ending a call does not fail: what could not be journaled is told in its report.
    void this.#cutShort();
  };

  #stopListening(): void {
    this.#hook.params.abortSignal?.removeEventListener('abort', this.#onAbort);
  }
}

function saysTooLarge(call: Call, part: StreamPart) {
  if (part.type === 'error') return call.refusalIn(part.error);
  return part.type === 'finish' && isTruncatedByWindow(part.finishReason) ? {} : null;
}
