/**
 * What a fact is (L1): a claim that passed its gates, or was established mechanically, with the entries that support it.
 *
 * Invariant: no text of the conversation stands in a fact. Its claim is a derived body, found by content id; a pin's
 * text is the entry it cites. So bytes can be erased and every ledger hash still holds.
 */
import type { Authority } from '../journal/authority.ts';
import type { Kind } from '../journal/kinds.ts';
import type { Status } from '../journal/message.ts';

export const CATEGORIES = [
  'objective',
  'constraint',
  'decision',
  'verified-state',
  'obligation',
  'blocker',
  'risk',
  'hypothesis',
  'question',
  'gap',
  'measurement',
  'source',
  'contradiction',
  'outcome',
  'grant',
  'investigation',
  'artifact',
  'session-fact',
  'attempt',
] as const;
export type Category = (typeof CATEGORIES)[number];

/** P0 governing instructions, P1 what the next action depends on, P2 useful, P3 recoverable history. */
export const PRIORITIES = ['P0', 'P1', 'P2', 'P3'] as const;
export type Priority = (typeof PRIORITIES)[number];

export const STATES = [
  'active',
  'uncertain',
  'stale',
  'superseded',
  'closed',
  'retired',
  'omitted',
  'erased',
] as const;
export type FactState = (typeof STATES)[number];

/** How a claim is known, the strongest first. `authoritative`: pins only. `demonstrated`: a tool result shows it. */
export const CONFIDENCES = ['authoritative', 'demonstrated', 'reported', 'inferred'] as const;
export type Confidence = (typeof CONFIDENCES)[number];

/** Of a recognised test or exit code. `passed` says that the command reported success, nothing more. */
export type Check = 'passed' | 'failed' | 'none';

/** A pointer to a raw entry, with what the rules ask of that entry: they never read its text. */
export interface Citation {
  readonly entry: number;
  readonly role: 'support' | 'context';
  /** UTF-16 code units of the entry's text; absent where the whole entry is meant. */
  readonly quote?: { readonly start: number; readonly end: number };
  readonly kind: Kind;
  readonly authority: Authority;
  /** Of a tool result. */
  readonly status?: Status;
  readonly check?: Check;
  /** Salted digest of the operation id, or of tool and input: what a later result of the same thing has too. */
  readonly operation?: string;
}

/** Two marks of a pin that code gives it; the text is untouched. */
export interface PinMarks {
  /** `standing` when it holds rule language, else `request`. */
  readonly class: 'standing' | 'request';
  /** Content id of the entry that is pinned whole. */
  readonly content: string;
  /** Sequence of the final answer that ended the turn it opened (L10). */
  readonly answered?: number;
  /** Sequence of an answer that ended in a question: the end of the next turn decides. */
  readonly asked?: number;
  /** Sequence of the question that it replies to: "yes" says nothing without it. */
  readonly replies?: number;
  /** Sequence of an answer that ended by announcing work: nothing shows that it was done. */
  readonly announced?: number;
}

export interface Fact {
  /** Permanent on the branch: `f<handle>`. */
  readonly handle: number;
  readonly category: Category;
  readonly priority: Priority;
  readonly state: FactState;
  readonly confidence: Confidence;
  /** Content id of the derived body with claim, subject, terms and detail; of a pin, of the entry. */
  readonly text: string;
  /** Salted digests. Facts supersede each other within one subject only. */
  readonly subject: string;
  readonly terms: readonly string[];
  readonly citations: readonly Citation[];
  /** Step of the branch at which it was asserted. */
  readonly step: number;
  /** Steps after which it no longer reads as current (L7). */
  readonly ttlSteps?: number;
  /** Of a tool call's fact: salted digest of tool and normalised input or target (rule 13). */
  readonly key?: string;
  /** Of an obligation: what fulfils it. */
  readonly deliverable?: 'reply' | 'effect';
  readonly pin?: PinMarks;
  /** Handles of the facts on the other side of its contests; until settled, both sides are uncertain (rule 8). */
  readonly contestedBy?: readonly number[];
  /** Sequences of the entries that raised them: "maybe changed by e41". */
  readonly contestedIn?: readonly number[];
  /** Of a retired pin: sequence of the entry that retired it; absent where the application alone did. */
  readonly retiredBy?: number;
}

export function isTerminal(state: FactState): boolean {
  return state === 'superseded' || state === 'closed' || state === 'retired';
}

/** In force: shown, kept by consolidation when P0 or P1. */
export function isLive({ state }: Fact): boolean {
  return state === 'active' || state === 'uncertain';
}

/** A result that cannot stand for success (rule 6). */
export function isFailed({ status, check }: Citation): boolean {
  return (status !== undefined && status !== 'returned') || check === 'failed';
}
