/**
 * Two alignments that know where the list belongs: what is handed over as new only, and a reported answer.
 *
 * Invariant as in align.ts: nothing said is appended twice.
 */
import { PAGE_ROWS } from '../../base/defaults.ts';
import type { Group } from '../group.ts';
import type { BranchRow, GroupRow } from '../rows.ts';
import {
  type Aligning,
  appended,
  type Change,
  changesOf,
  gap,
  type HandedGroup,
  latePieces,
} from './align.ts';
import { fits } from './match.ts';
import type { VisibleGroup } from './visible-groups.ts';

/** Aligns a list that holds only what is new, perhaps behind some groups that stand at the branch's end. */
export function* alignDelta(
  handed: readonly HandedGroup[],
  branch: BranchRow,
  journaled: readonly VisibleGroup[],
): Aligning {
  const changes: Change[] = [];
  const fresh: HandedGroup[] = [];
  for (const item of handed) {
    const known = journaled.find((group) => hasId(group, item.group.idKey));
    if (known) changes.push(...(yield* changesOf(item, known, branch)));
    else fresh.push(item);
  }
  const end = yield* gap(branch.aligned - Math.min(fresh.length, PAGE_ROWS), branch.aligned + 1);
  const overlap = overlapOf(fresh, end);
  for (const [index, item] of fresh.slice(0, overlap).entries()) {
    const latest = end[end.length - overlap + index] as GroupRow;
    changes.push(
      ...(yield* changesOf(item, { latest, forms: [latest], owner: branch.scope.branch }, branch)),
    );
  }
  changes.push(...fresh.slice(overlap).map(appended));
  return { changes, forkAt: null, place: branch.aligned };
}

/**
 * Places a reported answer behind the group that its view ended with. An answer reported where another complete
 * answer stands (regenerate) forks; the same answer reported again is on record.
 */
export function* alignAnswer(answer: Group, branch: BranchRow, place: number): Aligning {
  const handed = { group: answer, variants: [] };
  const [standing] = yield* gap(place, branch.aligned + 1);
  if (!standing) return { changes: [appended(handed)], forkAt: null, place };
  if (!fits(answer, standing)) return { changes: [appended(handed)], forkAt: standing, place };
  const late = latePieces(answer, standing);
  const changes: Change[] = late.length > 0 ? [{ type: 'grow', row: standing, group: answer, late }] : [];
  return { changes, forkAt: null, place: standing.ordinal };
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
