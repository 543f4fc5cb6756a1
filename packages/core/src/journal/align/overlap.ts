/**
 * Two alignments that know where the list belongs: what is handed over as new only, and a reported answer.
 *
 * Invariant as in align.ts: nothing said is appended twice.
 */
import { PAGE_ROWS } from '../../base/defaults.ts';
import type { Group } from '../group.ts';
import type { BranchRow, GroupRow } from '../rows.ts';
import { appended, changesOf, gap } from './align.ts';
import { type Aligning, type Change, type HandedGroup, NOWHERE } from './change.ts';
import { fits } from './match.ts';
import { latePieces } from './parts.ts';
import type { VisibleGroup } from './visible-groups.ts';

/** Aligns a list that holds only what is new, perhaps behind some groups that stand at the branch's end. */
export function* alignDelta(
  handed: readonly HandedGroup[],
  branch: BranchRow,
  journaled: readonly VisibleGroup[],
): Aligning {
  const changes: Change[] = [];
  const fresh: HandedGroup[] = [];
  const placed = new Map<Group, GroupRow>();
  for (const item of handed) {
    const known = journaled.find((group) => hasId(group, item.group.idKey));
    if (!known) {
      fresh.push(item);
      continue;
    }
    changes.push(...(yield* changesOf(item, known, branch)));
    placed.set(item.group, known.latest);
  }
  const end = yield* lastRows(fresh.length, branch.aligned);
  const overlap = overlapOf(fresh, end);
  for (const [index, item] of fresh.slice(0, overlap).entries()) {
    const latest = end[end.length - overlap + index] as GroupRow;
    changes.push(
      ...(yield* changesOf(item, { latest, forms: [latest], owner: branch.scope.branch }, branch)),
    );
    placed.set(item.group, latest);
  }
  const rest = fresh.slice(overlap);
  const grown = overlap === 0 ? grownLast(rest[0], end.at(-1)) : undefined;
  if (grown) changes.push(grown);
  changes.push(...rest.slice(grown ? 1 : 0).map(appended));
  return { changes, forkAt: null, place: branch.aligned, placed };
}

/**
 * Places a reported answer behind the group that its view ended with. An answer reported where another complete
 * answer stands (regenerate) forks; the same answer reported again is on record.
 */
export function* alignAnswer(answer: Group, branch: BranchRow, place: number): Aligning {
  const handed = { group: answer, variants: [] };
  const [standing] = yield* gap(place, branch.aligned + 1);
  if (!standing) return { changes: [appended(handed)], forkAt: null, place, placed: NOWHERE };
  if (!fits(answer, standing))
    return { changes: [appended(handed)], forkAt: standing, place, placed: NOWHERE };
  const late = latePieces(answer, standing);
  const changes: Change[] = late.length > 0 ? [{ type: 'grow', row: standing, group: answer, late }] : [];
  return { changes, forkAt: null, place: standing.ordinal, placed: NOWHERE };
}

/** The last group on record came back with more calls or results than it had. */
function grownLast(item: HandedGroup | undefined, last: GroupRow | undefined): Change | undefined {
  if (!item || !last || item.group.role !== last.role || item.group.wording !== last.wording)
    return undefined;
  const { group } = item;
  const late = latePieces(group, last);
  const holds = last.parts.every((token) => group.pieces.some((piece) => piece.token === token));
  return holds && late.length > 0 ? { type: 'grow', row: last, group, late } : undefined;
}

/** So many aligned groups at the end of a branch: others (what a view was, answers cut short) stand between them. */
function* lastRows(count: number, aligned: number): Aligning<readonly GroupRow[]> {
  let from = aligned - count;
  let rows = yield* rowsBetween(from, aligned + 1);
  while (rows.length < count && from > 0) {
    const to = from + 1;
    from = to - 1 - PAGE_ROWS;
    rows = [...(yield* rowsBetween(from, to)), ...rows];
  }
  return rows.slice(Math.max(0, rows.length - count));
}

/** Aligned groups of a stretch of any length. */
function* rowsBetween(from: number, to: number): Aligning<readonly GroupRow[]> {
  const rows: GroupRow[] = [];
  for (let at = Math.max(0, from); at < to - 1; at += PAGE_ROWS)
    rows.push(...(yield* gap(at, Math.min(to, at + PAGE_ROWS + 1))));
  return rows;
}

function hasId(group: VisibleGroup, idKey: string | null): boolean {
  return idKey !== null && group.forms.some((form) => form.nativeId === idKey);
}

/** How many groups at the branch's end the list begins with. */
function overlapOf(fresh: readonly HandedGroup[], end: readonly GroupRow[]): number {
  for (let length = Math.min(fresh.length, end.length); length > 0; length--) {
    const rows = end.slice(end.length - length);
    if (rows.every((row, index) => fits((fresh[index] as HandedGroup).group, row))) return length;
  }
  return 0;
}
