/**
 * The model of a test: it answers each of the user's words from a list, and remembers what it was sent.
 *
 * Invariant: an answer belongs to the words that it answers, whoever asks first; asked more often than the list says,
 * it fails the test.
 */
import { AssertionError } from 'node:assert/strict';
import type { KitAnswer, KitMessage, KitModel, KitPart, KitRequest } from './harness.ts';
import { lastOfUser, textIn } from './reading.ts';

/** One call of the model as it came. */
export interface Seen {
  readonly messages: readonly KitMessage[];
  readonly stream: boolean;
  /** Which branch stood, and how often a fold had been adopted, when the model was called. */
  readonly standing: string;
  readonly adoptions: number;
}

/** An answer, or what happens instead of one. */
export type Reply =
  | {
      readonly parts: readonly KitPart[];
      readonly cut?: { readonly after: number; readonly how: 'hang' | 'break' };
    }
  | { readonly overflow: string }
  | { readonly fails: Error }
  /** Nothing, until the caller gives up. */
  | { readonly silent: () => void };

export class ScriptedModel implements KitModel {
  readonly seen: Seen[] = [];
  /** Called before every answer. */
  before: () => void = () => {};
  /** What the model found wrong with a request: a framework may hide what was thrown into it. */
  complaint: Error | undefined;
  readonly #standing: () => Promise<Pick<Seen, 'standing' | 'adoptions'>>;
  readonly #replies = new Map<string, Reply[]>();

  constructor(standing: () => Promise<Pick<Seen, 'standing' | 'adoptions'>>) {
    this.#standing = standing;
  }

  /** What is answered to these words, call after call. */
  expect(words: string, replies: readonly Reply[]): void {
    const waiting = this.#replies.get(words) ?? [];
    // Words said again are the newest ones in the list.
    this.#replies.delete(words);
    this.#replies.set(words, [...waiting, ...replies]);
  }

  /** Replies that nobody asked for. */
  get left(): number {
    return [...this.#replies.values()].reduce((sum, { length }) => sum + length, 0);
  }

  async answer({ messages, stream, signal }: KitRequest): Promise<KitAnswer> {
    const sent = structuredClone(messages);
    this.seen.push({ messages: sent, stream, ...(await this.#standing()) });
    this.before();
    const reply = this.#replyTo(sent);
    if ('fails' in reply) throw reply.fails;
    if ('overflow' in reply) return reply;
    if ('silent' in reply) {
      reply.silent();
      return stopped(signal ?? this.#complain('the stop signal of the call does not reach the model'));
    }
    const size = (value: unknown): number => Math.ceil(JSON.stringify(value).length / 4);
    return { ...reply, usage: { input: size(sent), output: size(reply.parts) } };
  }

  #replyTo(messages: readonly KitMessage[]): Reply {
    const last = lastOfUser({ messages });
    const text = last ? textIn(last) : '';
    // Of words that both stand in a message, the longer ones are meant.
    const asked = [...this.#replies]
      .filter(([words]) => text.includes(words))
      .sort(([a], [b]) => b.length - a.length);
    const reply = asked[0]?.[1].shift();
    return reply ?? this.#complain('the last words of the user that it was sent ask for no answer', text);
  }

  #complain(message: string, actual?: unknown): never {
    this.complaint ??= new AssertionError({ message, actual });
    throw this.complaint;
  }
}

function stopped(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = (): void => reject(signal.reason ?? new DOMException('stopped', 'AbortError'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
  });
}
