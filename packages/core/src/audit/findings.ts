/**
 * What an audit can find. One code for each way a record can be unsound; a finding names the entry where there is one.
 */
import type { Scope } from '../journal/scope.ts';

export type FindingCode =
  /** The session's salt is not the one its genesis entries hold, or no genesis stands at the beginning. */
  | 'salt-mismatch'
  | 'genesis-missing'
  /** Branch rows: the parent is missing or runs in a circle; the fork, revision, head or frontier do not fit. */
  | 'parent-missing'
  | 'fork-mismatch'
  | 'revision-mismatch'
  | 'head-entry-mismatch'
  | 'frontier-mismatch'
  /** Entries: one is missing; its bytes do not hash to its id; it names another place or predecessor. */
  | 'entry-missing'
  | 'entry-id-mismatch'
  | 'seal-malformed'
  | 'seal-not-canonical'
  | 'scope-mismatch'
  | 'sequence-mismatch'
  | 'predecessor-mismatch'
  | 'node-mismatch'
  /** Bodies: missing; other bytes, length, chunk table or kind than the seal says. */
  | 'body-missing'
  | 'body-mismatch'
  | 'body-malformed'
  | 'length-mismatch'
  | 'chunk-mismatch'
  | 'kind-mismatch'
  /** A body that a fold names: missing; other bytes than it names, or no derived text. */
  | 'text-missing'
  | 'text-mismatch'
  /** Rows that belong to nothing. */
  | 'stray-row'
  /** Against a head somebody kept: the record no longer begins with what it held. */
  | 'head-not-reached'
  | 'head-mismatch';

export interface Finding {
  readonly code: FindingCode;
  readonly scope: Partial<Scope>;
  /** Handle of the entry, `e<seq>`. */
  readonly entry?: string;
  readonly detail: string;
}
