/** What a sync is asked for and what it gives. Types alone. */
import type { Tally } from '../journal/align/apply.ts';
import type { Wanted } from '../journal/align/choose-branch.ts';
import type { PathStep } from '../journal/branch.ts';
import type { Group } from '../journal/group.ts';
import type { Message } from '../journal/message.ts';
import type { BranchRow, GroupRow } from '../journal/rows.ts';
import type { SessionKey } from '../journal/scope.ts';

/** Where a handed-over list ends: behind this group of this branch. */
export interface Place {
  readonly lane: string;
  readonly branch: string;
  readonly ordinal: number;
}

export interface Synced {
  readonly place: Place;
  /** The branch as it stands now; null when nothing was handed over to an empty lane. */
  readonly branch: BranchRow | null;
  /** Entries appended. */
  readonly appended: number;
  readonly tally: Tally;
  /** A branch or a lane was opened by this call. */
  readonly opened: 'branch' | 'lane' | null;
  /** Groups that may be repeats of others, with no id to decide. */
  readonly ambiguous: number;
  /** Parts taken out because they are daybook's own text coming back. */
  readonly ownText: number;
  /** The list as it was aligned, without daybook's own text, and where its groups stand on record. */
  readonly list: HandedList;
}

export interface HandedList {
  readonly messages: readonly Message[];
  /** Index of each message in the list that was handed over. */
  readonly from: readonly number[];
  readonly groups: readonly Group[];
  /** The row of each message's group; undefined for what has no place of its own. */
  readonly rows: readonly (GroupRow | undefined)[];
  /** Indexes of messages that came back although they were cut short when they were said. */
  readonly cutShort: readonly number[];
  readonly path: readonly PathStep[];
  readonly salt: Uint8Array;
}

export interface SyncTarget extends Wanted {
  readonly key: SessionKey;
  readonly delegated?: boolean | undefined;
}
