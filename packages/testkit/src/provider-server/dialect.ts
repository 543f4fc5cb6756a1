/**
 * What a provider's own way of speaking is to the server: reading a request, writing an answer, refusing.
 *
 * Invariant: a dialect only translates. It holds no state and decides nothing.
 */
import type { Json } from '@daybook/core';
import type { Provider, ProviderRequest } from '../provider-rules/index.ts';
import type { JsonObject } from '../provider-rules/rule.ts';

export type ServedProvider = Extract<Provider, 'openai-chat' | 'openai-responses' | 'anthropic' | 'gemini'>;

/** What the model says, in nobody's dialect. Its parts stand in the order of the fields. */
export interface ServerAnswer {
  /**
   * The provider has folded what was before: its summary, handed out as the opaque item of Anthropic and of OpenAI
   * Responses. The others have none and leave it out.
   */
  readonly compaction?: string;
  readonly reasoning?: string;
  readonly text?: string;
  readonly calls?: readonly ServerCall[];
  /** Counted from characters when absent. */
  readonly usage?: ServerUsage;
  /** No answer but an error: the list is too large, too many requests, or a fault of the provider. */
  readonly refuse?: 'overflow' | 'rate-limit' | 'broken';
  /** The connection ends after so many events of a stream; without a stream, in the middle of the body. */
  readonly brokenAfter?: number;
}

export interface ServerCall {
  /** Made by the server when absent; no two of its calls share one then. */
  readonly id?: string;
  readonly name: string;
  readonly input: JsonObject;
}

export interface ServerUsage {
  readonly input: number;
  readonly output: number;
}

/** What is to be answered, with everything that is not the model's: who asks, names for items, sizes. */
export interface Reply extends ServerAnswer {
  readonly model: string;
  /** Differs from reply to reply, so that names made with it are unique. */
  readonly number: number;
  readonly usage: ServerUsage;
  /** Tokens of what the provider was sent. */
  readonly size: number;
}

export interface Written {
  /** The answer in one piece. */
  readonly body: JsonObject;
  /** The same as events of a stream. */
  readonly frames: readonly string[];
  /** What was handed out, in the form in which a request hands it back. */
  readonly given: readonly JsonObject[];
}

export interface Refusal {
  readonly kind: 'invalid' | 'overflow' | 'rate-limit' | 'broken';
  readonly detail: string;
  readonly size: number;
  readonly window: number;
}

/** Status and body; `frames` where the provider has said 200 before it refuses a stream. */
export interface Refused {
  readonly status: number;
  readonly body: JsonObject;
  readonly frames?: readonly string[];
}

export interface Asked {
  readonly model: string;
  readonly streams: boolean;
}

export interface Dialect {
  readonly provider: ServedProvider;
  /** Nothing when the path is another provider's. */
  asked(path: string, body: JsonObject): Asked | undefined;
  /** The request as rules look at it, `given` being all that was handed out before. */
  rulesOf(body: JsonObject, model: string, given: readonly JsonObject[]): ProviderRequest;
  write(reply: Reply): Written;
  refuse(refusal: Refusal): Refused;
}

/** One event of a stream. */
export function frame(data: Json, event?: string): string {
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`;
}

/** A text as it arrives: in two pieces, where it has two. */
export function piecesOf(text: string): string[] {
  const half = Math.ceil(text.length / 2);
  return [text.slice(0, half), text.slice(half)].filter((piece) => piece !== '');
}

/** A call with the id that it is given. */
export function callsOf({ calls = [], number }: Reply, prefix: string): Required<ServerCall>[] {
  return calls.map((call, index) => ({ id: `${prefix}${number}_${index}`, ...call }));
}

/** Bytes that nobody can read, and whose change would show. */
export function sealOf(number: number, what: string): string {
  return Buffer.from(`sealed ${what} of reply ${number}`).toString('base64');
}
