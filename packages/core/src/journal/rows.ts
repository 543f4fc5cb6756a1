/**
 * Rows: the form in which the journal lies in a store. Bytes are the truth; the fields called index data can be
 * computed again from the chain.
 */
import type { Scope } from './scope.ts';

/** A branch as it stands. The fields from `groups` on are index data: they can be computed again from the chain. */
export interface BranchRow {
  readonly scope: Scope;
  /** Name of the branch in the same lane that this one shares entries with, and how many; null for a root. */
  readonly parent: string | null;
  readonly forkRevision: number;
  /** Number of entries visible on the branch: the parent's before the fork, then its own. */
  readonly revision: number;
  /** Id of the last visible entry. */
  readonly headEntry: string;
  /** Merkle peaks over the ids of all visible entries (RFC 6962), 32 bytes each, largest tree first. */
  readonly frontier: Uint8Array;
  /** Ordinal of the last group, and of the last group that takes part in alignment. 0 when there is none. */
  readonly groups: number;
  readonly aligned: number;
  /** Key of the header journaled last. */
  readonly headerKey: string | null;
  /** Rolling hash behind the last aligned group. */
  readonly roll: string;
  /** Sequence of the branch's own last entry that has a mark; 0 when none has. */
  readonly marked: number;
}

/**
 * What later calls look up without walking the chain. Index data: it follows from the entry (marks.ts).
 * `usage`: what a provider reported. `fold`: a committed fold or amendment. `adopted`: the view uses a fold from here
 * on, and `packet` the texts it then shows. `ledger`: a working set, saved so that a new process need not replay.
 */
export type Mark = 'usage' | 'fold' | 'adopted' | 'packet' | 'ledger';

/** Most entries of each mark that a read shall give; marks left out are not read. */
export type MarkLimits = Readonly<Partial<Record<Mark, number>>>;

/** An entry with a mark, with its body. */
export interface MarkedEntry {
  readonly lane: string;
  /** The branch whose own entry it is. */
  readonly branch: string;
  readonly mark: Mark;
  readonly entry: EntryRow;
  readonly body: Uint8Array;
}

export interface EntryRow {
  readonly seq: number;
  readonly id: string;
  /** Canonical bytes of the seal. */
  readonly seal: Uint8Array;
  /**
   * Root of the largest full subtree that ends with this entry in the branch's Merkle tree (32 bytes), so that the
   * frontier at any revision, and any proof, needs no more than log n rows.
   */
  readonly node: Uint8Array;
  readonly mark: Mark | null;
  /** Content id of a marked entry, so that the store finds its body without reading the seal; null without a mark. */
  readonly content: string | null;
}

export interface BodyRow {
  readonly contentId: string;
  readonly bytes: Uint8Array;
}

/** One form of one group (the entries of one native message): what sync finds its place by. Index data. */
export interface GroupRow {
  /** Number of the group on its branch, from 1; a branch goes on where its parent stood. */
  readonly ordinal: number;
  /** Where it stands in alignment: its own ordinal, or for an inserted group the ordinal it stands behind. */
  readonly place: number;
  /** Sequence of the first entry that belongs to this form; a later form of the group has a higher one. */
  readonly form: number;
  /** Sequence of the group's first entry. */
  readonly seq: number;
  readonly state: GroupState;
  readonly role: string;
  /** Says words of its own, so it counts in the rolling hash. */
  readonly wording: boolean;
  readonly key: string;
  /** Rolling hash over the keys of the aligned groups with wording before this one. */
  readonly roll: string;
  /** Short hash of the framework's or log's own id; null where there is none. */
  readonly nativeId: string | null;
  /** One token for each part, in order (group.ts): what it is, for calls and results which, and a short content id. */
  readonly parts: readonly string[];
}

/** `aside` groups (aborted answers, derived text) are on record and outside alignment. */
export type GroupState = 'aligned' | 'inserted' | 'header' | 'aside';

export interface OwnedGroupRow extends GroupRow {
  readonly lane: string;
  /** The branch whose chain made this form. */
  readonly branch: string;
}

/** Everything one write changes, in one transaction. */
export interface Append {
  /** The branch as the writer saw it; null when it must not exist yet. Compared by revision and head entry. */
  readonly expected: BranchRow | null;
  /** The branch as it shall stand afterwards. */
  readonly next: BranchRow;
  /** Salt of the session: kept when the session is new, compared with the kept one otherwise. */
  readonly salt: Uint8Array;
  readonly entries: readonly EntryRow[];
  /** Bodies of the entries, and those that a fold names; a content id that the session already holds is stored once. */
  readonly bodies: readonly BodyRow[];
  readonly groups: readonly GroupRow[];
  /** Which branch the process may use when none is named: the last one that received a group. */
  readonly touched: boolean;
}
