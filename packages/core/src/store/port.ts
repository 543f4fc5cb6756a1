/**
 * What a store must do. A store orders bytes, compares and sets, and finds candidates; it never parses them.
 *
 * Invariants every store keeps (the conformance kit in @daybook/testkit proves them):
 * - one `append` is all or nothing, and durable when its promise resolves;
 * - of two appends that expect the same state of a branch, at most one is done, the other gets `conflict`
 *   and changes nothing (F5);
 * - what was appended is never changed: rows are only added, and the branch row alone moves forward;
 * - reads return rows in the order asked for, and nothing of another session.
 *
 * Failures of the medium (locked, full, unreachable) are thrown as DaybookError `store-unavailable`; a call
 * after `close` too.
 */
import type {
  Append,
  BodyRow,
  BranchRow,
  EntryRow,
  GroupRow,
  MarkedEntry,
  MarkLimits,
  OwnedGroupRow,
} from '../journal/rows.ts';
import type { Scope, SessionKey } from '../journal/scope.ts';

export interface GroupQuery {
  readonly keys: readonly string[];
  readonly rolls: readonly string[];
  readonly nativeIds: readonly string[];
}

export interface Found {
  /** All branches of the session, in the order in which they last received a group, newest first. */
  readonly branches: readonly BranchRow[];
  /** Every form at every (lane, ordinal) at which some form matches the query, ordered by lane, ordinal, form. */
  readonly groups: readonly OwnedGroupRow[];
}

/** What a process needs before its first call on a session. */
export interface Opened {
  /** Undefined when the session does not exist. */
  readonly salt: Uint8Array | undefined;
  /**
   * Marked entries of the branch that last received a group, then of its parent and on to the root, those behind a fork
   * too; of each branch as `marked` gives them.
   */
  readonly marked: readonly MarkedEntry[];
}

/** Rows that belong to nothing: left behind by somebody who deleted rows elsewhere. */
export interface StrayRow {
  readonly table: string;
  readonly key: string;
}

/** The reading half: all that an audit may use. */
export interface StoreReader {
  /** Every session, ordered by tenant and name (by code point). */
  sessions(): Promise<readonly (SessionKey & { readonly salt: Uint8Array })[]>;
  salt(session: SessionKey): Promise<Uint8Array | undefined>;
  /** Branches of a session, in the order in which they last received a group, newest first. */
  branches(session: SessionKey): Promise<readonly BranchRow[]>;
  /** The branch's own entries with `from <= seq < to`, ascending. A parent's entries are read from the parent. */
  entries(scope: Scope, from: number, to: number): Promise<readonly EntryRow[]>;
  /** Bodies by content id; absent ones are left out. */
  bodies(session: SessionKey, contentIds: readonly string[]): Promise<readonly BodyRow[]>;
  strays(): Promise<readonly StrayRow[]>;
}

export interface Store extends StoreReader {
  append(change: Append): Promise<'done' | 'conflict'>;
  /** The session's salt, and what its current branch has marked, in one round trip; the limits count per branch. */
  open(session: SessionKey, limits: MarkLimits): Promise<Opened>;
  /**
   * The branch's own marked entries with `above < seq < below`, newest first. Of each mark the newest, as many as the
   * limits say. An entry whose body is absent is left out, and counts for nothing.
   */
  marked(
    scope: Scope,
    range: { readonly above: number; readonly below: number },
    limits: MarkLimits,
  ): Promise<readonly MarkedEntry[]>;
  /** Branches and matching groups of a session in one round trip. */
  find(session: SessionKey, query: GroupQuery): Promise<Found>;
  /** The branch's own group forms with `from <= ordinal < to`, ordered by ordinal and form. */
  groups(scope: Scope, from: number, to: number): Promise<readonly GroupRow[]>;
  close(): Promise<void>;
}
