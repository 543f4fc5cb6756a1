/**
 * Operations: what one fold or amendment does to the ledger. A delta is a list of them, with the pins it must bring.
 *
 * Each operation carries what the rules ask: who makes it, what each cited entry is, and the *basis* that was found in
 * the text before commit, as marks. Replay uses what is recorded; nothing here reads text.
 */
import type { Citation, Fact, Priority } from './fact.ts';

export type Actor = 'code' | 'writer' | 'application';

/** What was found in the text before commit, as marks. */
export interface Basis {
  /** The quotes are the entries' own words. */
  readonly quote?: true;
  /** The cited entry and the fact share a term. */
  readonly sharedTerm?: true;
  /** The cited entry holds revocation language. */
  readonly revocation?: true;
  /** The claim is an exact span of an authoritative entry. */
  readonly verbatim?: true;
  /** Every identifier and number of the old claim stands in the new one or in the evidence that changes it. */
  readonly identifiersKept?: true;
  /** Both verdicts of the verifier. */
  readonly verdicts?: { readonly entailment: string; readonly temporal: string };
  /** Size of the claim, in tokens. */
  readonly tokens?: number;
  /** Versions of the data files that were asked. */
  readonly data?: readonly string[];
}

interface Made {
  readonly by: Actor;
  readonly basis?: Basis;
}

/** On a fact that stands. */
interface On extends Made {
  readonly fact: number;
  readonly citations?: readonly Citation[];
}

export type NewFact = Omit<Fact, 'state' | 'contestedBy' | 'contestedIn' | 'retiredBy'> & {
  /** Something is said to be done and nothing shows it. */
  readonly claimedDone?: true;
};

export type Operation =
  | ({ readonly op: 'assert'; readonly fact: NewFact } & Made)
  /** `against`: the fact on the other side; absent where an entry alone raises the doubt. */
  | ({ readonly op: 'contest'; readonly against?: number } & On)
  | ({ readonly op: 'settle'; readonly loser?: number } & On)
  | ({ readonly op: 'supersede'; readonly successor: number } & On)
  | ({ readonly op: 'renew' } & On)
  | ({ readonly op: 'close' } & On)
  | ({ readonly op: 'retire' } & On)
  | ({ readonly op: 'mark-stale' } & On)
  | ({
      readonly op: 'reclass';
      readonly priority?: Priority;
      readonly answered?: number;
      readonly asked?: number;
    } & On)
  | ({ readonly op: 'omit' } & On)
  | ({ readonly op: 'erase' } & On)
  /** Facts that would say the same as this one again: counted, never asserted (C8). */
  | ({ readonly op: 'repeat'; readonly count: number } & On);

export type OperationName = Operation['op'];

/** An authoritative entry that a cover takes in: its pin is required (rule 1). */
export interface RequiredPin {
  readonly entry: number;
  readonly content: string;
}

export interface Delta {
  /** Steps of the branch up to the boundary. */
  readonly step: number;
  readonly required: readonly RequiredPin[];
  readonly operations: readonly Operation[];
}

/** Why an operation, or a delta, was refused. Stable codes. */
export type RefusalCode =
  | 'malformed'
  | 'not-found'
  | 'handle-taken'
  | 'actor-not-allowed'
  | 'state-not-allowed'
  | 'category-not-allowed'
  | 'pin-missing'
  | 'pin-not-verbatim'
  | 'pin-by-writer'
  | 'too-much-p1'
  | 'not-evidence'
  | 'confidence-too-high'
  | 'failed-support'
  | 'retire-unauthorised'
  | 'close-unproven'
  | 'supersede-invalid'
  | 'renew-without-evidence'
  | 'priority-raised';

export interface Refusal {
  /** Index of the operation; -1 when the whole delta is refused. */
  readonly index: number;
  readonly code: RefusalCode;
  readonly fact?: number;
}
