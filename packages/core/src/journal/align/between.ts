/** What handed-over groups between two known ones are: held elsewhere, revised, inserted, or the end of the match. */
import type { GroupRow } from '../rows.ts';
import type { Change, HandedGroup } from './change.ts';
import { type HeldRow, heldBy, heldRow, holdsPiece, isHeld, partlyHeld } from './held.ts';
import type { Match } from './match.ts';
import { latePieces, sameParts } from './parts.ts';
import type { VisibleGroup } from './visible-groups.ts';

/** Unmatched groups between two matches: revised when exactly one group of the role was dropped there, else inserted. */
export function placeBetween(
  unmatched: readonly HandedGroup[],
  dropped: readonly GroupRow[],
  after: number,
  beside: readonly HeldRow[],
): Change[] {
  const held = heldBy(dropped);
  const rows = [...beside, ...dropped.map(heldRow)];
  const taken = new Set<GroupRow>();
  return unmatched.flatMap(({ group }): Change[] => {
    // Another group holds it: the application merged or split its messages.
    if (isHeld(group, rows)) return [];
    const partly = partlyHeld(group, rows);
    if (partly) return [{ type: 'grow', ...partly, group }];
    const ofRole = dropped.filter((row) => row.role === group.role && row.wording === group.wording);
    const [only] = ofRole;
    if (!only || ofRole.length > 1 || taken.has(only)) return [{ type: 'insert', after, group }];
    taken.add(only);
    if (sameParts(only.parts, group)) return [];
    const late = latePieces(group, only).filter((piece) => !holdsPiece(held, piece));
    return [{ type: 'revise', row: only, group, late }];
  });
}

/** A user's words that differ together with the answer behind them are an edit: the match ends before them. */
export function editEndsMatch(unmatched: readonly HandedGroup[], dropped: readonly GroupRow[]): boolean {
  const user = unmatched.findIndex(({ group }) => group.role === 'user' && group.wording);
  const answered = user >= 0 && unmatched.slice(user + 1).some(({ group }) => group.role === 'assistant');
  const ours = unmatched.filter(({ group }) => group.role === 'user' && group.wording).length;
  const droppedUser = dropped.findIndex((row) => row.role === 'user' && row.wording);
  const droppedAnswer = dropped.slice(droppedUser + 1).some((row) => row.role === 'assistant');
  const theirs = dropped.filter((row) => row.role === 'user' && row.wording).length;
  // As many turns as were dropped: replaced in place. Otherwise the application left turns out and put text in.
  return answered && droppedUser >= 0 && droppedAnswer && ours === theirs;
}

/** Groups that look like handed-over ones and stand, unmatched, in the step that goes on. */
export function spareRows(
  journaled: readonly VisibleGroup[],
  { to }: Match,
  beside: readonly HeldRow[],
): readonly HeldRow[] {
  const used = new Set(to);
  const from = beside[0]?.row.ordinal ?? Number.POSITIVE_INFINITY;
  return journaled.flatMap(({ latest }, index) =>
    used.has(index) || latest.state !== 'aligned' || latest.wording || latest.ordinal <= from
      ? []
      : [heldRow(latest)],
  );
}
