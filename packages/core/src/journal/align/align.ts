/**
 * Alignment: what of a handed-over list is on record already, and what follows for the rest (model §1, Sync 1–6).
 *
 *   handed over   u1 a1 u2'          u3 u4
 *   journaled     u1 a1 u2  a2 t2 a3 u3
 *                 same  revised      same append         (between matches: dropped, revised, inserted)
 *
 * Pure: a generator that yields the ranges of journaled groups it has to see and is sent their rows. Invariants:
 * nothing said is appended twice, nothing on record is changed, and matching keeps order.
 */
import { PAGE_ROWS } from '../../base/defaults.ts';
import type { Group } from '../group.ts';
import type { BranchRow, GroupRow } from '../rows.ts';
import { editEndsMatch, placeBetween, spareRows } from './between.ts';
import type { Aligning, Change, HandedGroup, Placed } from './change.ts';
import { type HeldRow, heldBy, heldRow, holdsPiece, isHeld, leftOver, partlyHeld } from './held.ts';
import { contradicts, fits, type Match } from './match.ts';
import { callsDiffer, isPartOf, isPrefix, latePieces, sameParts } from './parts.ts';
import type { VisibleGroup } from './visible-groups.ts';

/** Aligns a list of which the matching is known. */
export function* align(
  handed: readonly HandedGroup[],
  branch: BranchRow,
  journaled: readonly VisibleGroup[],
  match: Match,
): Aligning {
  const changes: Change[] = [];
  const placed = new Map<Group, GroupRow>();
  let place = 0;
  let before: HeldRow[] = [];
  let unmatched: HandedGroup[] = [];
  for (const [index, item] of handed.entries()) {
    const found = journaled[match.to[index] as number];
    if (!found) {
      unmatched.push(item);
      continue;
    }
    const to = found.latest.place;
    // An inserted group stands behind its ordinal, so the group at that ordinal is in front of it.
    const end = found.latest.state === 'inserted' ? to + 1 : to;
    const between = unmatched.length > 0 ? yield* gap(place, end) : [];
    if (editEndsMatch(unmatched, between))
      return yield* finish(
        handed.slice(index - unmatched.length),
        branch,
        place,
        [...before, ...spareRows(journaled, match, before)],
        { changes, placed },
      );
    if (unmatched.length > 0) {
      const beside = [...before, leftOver(found.latest, item.group), ...spareRows(journaled, match, before)];
      changes.push(...placeBetween(unmatched, between, place, beside));
    }
    changes.push(...(yield* changesOf(item, found, branch)));
    placed.set(item.group, found.latest);
    unmatched = [];
    place = to;
    // A call id may be used again by a later step, so only the step that goes on counts.
    const left = leftOver(found.latest, item.group);
    before = found.latest.role === 'tool' ? [...before, left] : [left];
  }
  return yield* finish(unmatched, branch, place, [...before, ...spareRows(journaled, match, before)], {
    changes,
    placed,
  });
}

/** What stands behind the last match decides: same line (append, grow, revise the last answer) or a fork. */
function* finish(
  handed: readonly HandedGroup[],
  branch: BranchRow,
  behind: number,
  beside: readonly HeldRow[],
  done: { readonly changes: readonly Change[]; readonly placed: Placed },
): Aligning {
  const changes = [...done.changes];
  const placed = new Map(done.placed);
  let place = behind;
  let items = [...handed];
  let rest = items.length > 0 ? yield* gap(place, branch.aligned + 1) : [];
  const near = [...beside, ...upToUserWords(rest).map(heldRow)];
  const whole = items.findIndex(({ group }) => !isHeld(group, near));
  items = items.slice(whole < 0 ? items.length : whole);
  const partly = items[0] && partlyHeld(items[0].group, near);
  if (items[0] && partly) {
    changes.push({ type: 'grow', ...partly, group: items[0].group });
    items = items.slice(1);
  }
  for (let [item, row] = [items[0], rest[0]]; item && row; [item, row] = [items[0], rest[0]]) {
    const change = settles(item.group, row, rest);
    if (!change) break;
    changes.push(...change, ...variantsOf(item, [row]));
    placed.set(item.group, row);
    place = row.ordinal;
    items = items.slice(1);
    rest = rest.slice(1);
  }
  if (items.length === 0) return { changes, forkAt: null, place, placed };
  const forkAt = (yield* holdsUserWords(rest, branch)) ? (rest[0] as GroupRow) : null;
  changes.push(...items.map(appended));
  return { changes, forkAt, place, placed };
}

/** The first group behind the last match, against the first one journaled there. Undefined: it is another group. */
function settles(group: Group, row: GroupRow, rest: readonly GroupRow[]): Change[] | undefined {
  if (group.role !== row.role) return undefined;
  const late = latePieces(group, row);
  if (fits(group, row) && callsDiffer(group, row)) return [{ type: 'revise', row, group, late }];
  if (fits(group, row)) return late.length > 0 ? [{ type: 'grow', row, group, late }] : [];
  if (isPrefix(row.parts, group)) {
    const elsewhere = heldBy(rest.slice(1));
    return [{ type: 'grow', row, group, late: late.filter((piece) => !holdsPiece(elsewhere, piece)) }];
  }
  const isLastAnswer = row.role === 'assistant' && rest.slice(1).every(({ role }) => role === 'tool');
  return isLastAnswer && !contradicts(group, row) ? [{ type: 'revise', row, group, late }] : undefined;
}

/** Same, grown or projected: a matched group adds only what is not on record. */
export function* changesOf(item: HandedGroup, found: VisibleGroup, branch: BranchRow): Aligning<Change[]> {
  const { group } = item;
  const { latest, forms } = found;
  const changes: Change[] = [];
  if (!forms.some((form) => sameParts(form.parts, group))) {
    const late = latePieces(group, latest);
    // A message that the application merged: its later calls may stand in groups of their own.
    const next =
      late.length > 0
        ? yield* gap(latest.place, Math.min(latest.place + 1 + late.length, branch.aligned + 1))
        : [];
    const elsewhere = heldBy(next);
    const fresh = late.filter((piece) => !holdsPiece(elsewhere, piece));
    const grows = fresh.length > 0 && (group.key === latest.key || isPrefix(latest.parts, group));
    if (grows) changes.push({ type: 'grow', row: latest, group, late: fresh });
    else if ((group.key !== latest.key && !isPartOf(group, latest)) || callsDiffer(group, latest))
      changes.push({ type: 'revise', row: latest, group, late: fresh });
  }
  return [...changes, ...variantsOf(item, forms)];
}

export function* gap(from: number, to: number): Aligning<readonly GroupRow[]> {
  const start = Math.max(0, from);
  if (to - start <= 1) return [];
  return yield { from: start, to: Math.min(to, start + 1 + PAGE_ROWS) };
}

function* holdsUserWords(rest: readonly GroupRow[], branch: BranchRow): Aligning<boolean> {
  for (let rows = rest; rows.length > 0; ) {
    if (rows.some((row) => row.role === 'user' && row.wording)) return true;
    rows = yield* gap((rows.at(-1) as GroupRow).ordinal, branch.aligned + 1);
  }
  return false;
}

function upToUserWords(rows: readonly GroupRow[]): readonly GroupRow[] {
  const end = rows.findIndex((row) => row.role === 'user' && row.wording);
  return end < 0 ? rows : rows.slice(0, end);
}

function variantsOf(item: HandedGroup, forms: readonly GroupRow[]): Change[] {
  const row = forms.at(-1) as GroupRow;
  const unknown = item.variants.filter((group) => !forms.some((form) => sameParts(form.parts, group)));
  return unknown.map((group) => ({ type: 'revise', row, group, late: [] }));
}

export function appended(handed: HandedGroup): Change {
  return { type: 'append', handed };
}
