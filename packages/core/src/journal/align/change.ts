/** What an alignment says: what it has to see, what is handed over, and what follows. Types alone. */
import type { Group, Piece } from '../group.ts';
import type { GroupRow } from '../rows.ts';

/** Aligned groups with `from < ordinal < to`, in the forms in force, ascending. */
export interface GapRequest {
  readonly from: number;
  readonly to: number;
}

/** A handed-over group; `variants` are later, different forms of it in the same list (same native id). */
export interface HandedGroup {
  readonly group: Group;
  readonly variants: readonly Group[];
}

export type Change =
  | { readonly type: 'grow'; readonly row: GroupRow; readonly group: Group; readonly late: readonly Piece[] }
  | {
      readonly type: 'revise';
      readonly row: GroupRow;
      readonly group: Group;
      readonly late: readonly Piece[];
    }
  | { readonly type: 'insert'; readonly after: number; readonly group: Group }
  | { readonly type: 'append'; readonly handed: HandedGroup };

export interface Alignment {
  readonly changes: readonly Change[];
  /** Where a new branch begins: in front of this row. Null when the branch goes on. */
  readonly forkAt: GroupRow | null;
  /** Ordinal behind which the list's end stands when nothing is appended; 0 for the beginning. */
  readonly place: number;
  /** Which group on record each known group is. New, inserted and repeated ones are not among them. */
  readonly placed: Placed;
}

export type Placed = ReadonlyMap<Group, GroupRow>;

export const NOWHERE: Placed = new Map();

export type Aligning<Result = Alignment> = Generator<GapRequest, Result, readonly GroupRow[]>;
