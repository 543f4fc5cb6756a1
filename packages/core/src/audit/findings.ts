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
  | FoldFindingCode
  /** Rows that belong to nothing. */
  | 'stray-row'
  /** Against a head somebody kept: the record no longer begins with what it held. */
  | 'head-not-reached'
  | 'head-mismatch';

export type FoldFindingCode =
  /** A fold that cannot be read, or that follows another fold than the one before it. */
  | 'fold-malformed'
  | 'fold-order-mismatch'
  /** What it covers: other entries than stand there, than it counts or than it should; some that another fold covers. */
  | 'coverage-mismatch'
  | 'coverage-overlap'
  /** Its delta gives another ledger, or is refused in other places, than it says. */
  | 'ledger-mismatch'
  | 'refusals-mismatch'
  /** Words with authority that it covers without a pin, or pins as other words. */
  | 'pin-missing'
  | 'pin-mismatch'
  /** It cites an entry that is not in front of its boundary, or is not what the citation says. */
  | 'citation-mismatch'
  /** A view that uses no fold of its branch, leaves out what none covers, or shows a packet that is none. */
  | 'adoption-mismatch'
  /** A saved working set that is not what the folds in front of it come to. */
  | 'saved-ledger-mismatch';

export interface Finding {
  readonly code: FindingCode;
  readonly scope: Partial<Scope>;
  /** Handle of the entry, `e<seq>`. */
  readonly entry?: string;
  readonly detail: string;
}
