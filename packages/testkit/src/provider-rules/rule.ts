/**
 * What a rule of a provider is.
 *
 * Invariant: a check only reads; the same wire gives the same breaches, in the order of the list.
 */
import type { Json } from '@daybook/core';

export type JsonObject = { readonly [name: string]: Json };

/** An object of the request and the path that leads to it. */
export interface Located {
  readonly at: string;
  readonly value: JsonObject;
}

/** A request as it reaches the provider: plain JSON, entries that are no objects left out. */
export interface Wire {
  readonly messages: readonly Located[];
  readonly tools: readonly Located[];
  /** The other fields of the request. */
  readonly fields: JsonObject;
  /** What the provider had sent for this part of the conversation. */
  readonly received: readonly Located[];
  /** Ids of the items that the provider still holds, where that is known. */
  readonly stored: ReadonlySet<string> | undefined;
}

export interface Breach {
  readonly at: string;
  readonly detail: string;
}

export interface Rule {
  /** Provider and number. A number is never given to another rule; gaps are what a provider merely allows. */
  readonly rule: string;
  /** The rule in a few words. */
  readonly meaning: string;
  readonly check: (wire: Wire) => Iterable<Breach>;
}
