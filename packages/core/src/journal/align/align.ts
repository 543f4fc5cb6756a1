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
import { type Group, isCall, type Piece, slotOf } from '../group.ts';
import type { BranchRow, GroupRow } from '../rows.ts';
import { contradicts, fits, type Match } from './match.ts';
import type { VisibleGroup } from './visible-groups.ts';

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
}

export type Aligning<Result = Alignment> = Generator<GapRequest, Result, readonly GroupRow[]>;

/** Aligns a list of which the matching is known. */
export function* align(
  handed: readonly HandedGroup[],
  branch: BranchRow,
  journaled: readonly VisibleGroup[],
  match: Match,
): Aligning {
  const changes: Change[] = [];
  let place = 0;
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
      return yield* finish(handed.slice(index - unmatched.length), branch, place, changes);
    changes.push(...placeBetween(unmatched, between, place));
    changes.push(...(yield* changesOf(item, found, branch)));
    unmatched = [];
    place = to;
  }
  return yield* finish(unmatched, branch, place, changes);
}

/** What stands behind the last match decides: same line (append, grow, revise the last answer) or a fork. */
function* finish(
  handed: readonly HandedGroup[],
  branch: BranchRow,
  behind: number,
  done: readonly Change[],
): Aligning {
  const changes = [...done];
  let place = behind;
  let items = [...handed];
  let rest = items.length > 0 ? yield* gap(place, branch.aligned + 1) : [];
  for (let [item, row] = [items[0], rest[0]]; item && row; [item, row] = [items[0], rest[0]]) {
    const change = settles(item.group, row, rest);
    if (!change) break;
    changes.push(...change, ...variantsOf(item, [row]));
    place = row.ordinal;
    items = items.slice(1);
    rest = rest.slice(1);
  }
  if (items.length === 0) return { changes, forkAt: null, place };
  const forkAt = (yield* holdsUserWords(rest, branch)) ? (rest[0] as GroupRow) : null;
  changes.push(...items.map(appended));
  return { changes, forkAt, place };
}

/** The first group behind the last match, against the first one journaled there. Undefined: it is another group. */
function settles(group: Group, row: GroupRow, rest: readonly GroupRow[]): Change[] | undefined {
  if (group.role !== row.role) return undefined;
  const late = latePieces(group, row);
  if (fits(group, row) && callsDiffer(group, row)) return [{ type: 'revise', row, group, late }];
  if (fits(group, row)) return late.length > 0 ? [{ type: 'grow', row, group, late }] : [];
  if (isPrefix(row.parts, group)) return [{ type: 'grow', row, group, late }];
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
    const elsewhere = new Set(next.flatMap((row) => row.parts.flatMap((token) => slotOf(token) ?? [])));
    const fresh = late.filter(({ token }) => !elsewhere.has(slotOf(token) ?? ''));
    const grows = fresh.length > 0 && (group.key === latest.key || isPrefix(latest.parts, group));
    if (grows) changes.push({ type: 'grow', row: latest, group, late: fresh });
    else if ((group.key !== latest.key && !isPartOf(group, latest)) || callsDiffer(group, latest))
      changes.push({ type: 'revise', row: latest, group, late: fresh });
  }
  return [...changes, ...variantsOf(item, forms)];
}

/** Unmatched groups between two matches: revised when exactly one group of the role was dropped there, else inserted. */
function placeBetween(
  unmatched: readonly HandedGroup[],
  dropped: readonly GroupRow[],
  after: number,
): Change[] {
  const slots = new Set(dropped.flatMap((row) => row.parts.flatMap((token) => slotOf(token) ?? [])));
  const taken = new Set<GroupRow>();
  return unmatched.flatMap(({ group }): Change[] => {
    // Calls and results that another group holds: the application merged or split its messages.
    const calls = group.pieces.flatMap(({ token }) => slotOf(token) ?? []);
    if (!group.wording && calls.length > 0 && calls.every((slot) => slots.has(slot))) return [];
    const ofRole = dropped.filter((row) => row.role === group.role && row.wording === group.wording);
    const [only] = ofRole;
    if (!only || ofRole.length > 1 || taken.has(only)) return [{ type: 'insert', after, group }];
    taken.add(only);
    if (sameParts(only.parts, group)) return [];
    const late = latePieces(group, only).filter(({ token }) => !slots.has(slotOf(token) ?? ''));
    return [{ type: 'revise', row: only, group, late }];
  });
}

/** A user's words that differ together with the answer behind them are an edit: the match ends before them. */
function editEndsMatch(unmatched: readonly HandedGroup[], dropped: readonly GroupRow[]): boolean {
  const user = unmatched.findIndex(({ group }) => group.role === 'user' && group.wording);
  const answered = user >= 0 && unmatched.slice(user + 1).some(({ group }) => group.role === 'assistant');
  const ours = unmatched.filter(({ group }) => group.role === 'user' && group.wording).length;
  const droppedUser = dropped.findIndex((row) => row.role === 'user' && row.wording);
  const droppedAnswer = dropped.slice(droppedUser + 1).some((row) => row.role === 'assistant');
  const theirs = dropped.filter((row) => row.role === 'user' && row.wording).length;
  // As many turns as were dropped: replaced in place. Otherwise the application left turns out and put text in.
  return answered && droppedUser >= 0 && droppedAnswer && ours === theirs;
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

/** Parts that are not on record: those behind a recorded beginning, else calls and results never seen. */
export function latePieces(group: Group, row: GroupRow): readonly Piece[] {
  if (isPrefix(row.parts, group)) return group.pieces.slice(row.parts.length);
  const slots = new Set(row.parts.map(slotOf));
  return group.pieces.filter(({ token }) => slotOf(token) !== undefined && !slots.has(slotOf(token)));
}

/** A call on record came back with another name or input: that is no shortening, but another form. */
function callsDiffer(group: Group, row: GroupRow): boolean {
  const calls = new Map(row.parts.filter(isCall).map((token) => [slotOf(token), token]));
  return group.pieces.some(({ token }) => isCall(token) && (calls.get(slotOf(token)) ?? token) !== token);
}

function variantsOf(item: HandedGroup, forms: readonly GroupRow[]): Change[] {
  const row = forms.at(-1) as GroupRow;
  const unknown = item.variants.filter((group) => !forms.some((form) => sameParts(form.parts, group)));
  return unknown.map((group) => ({ type: 'revise', row, group, late: [] }));
}

export function sameParts(parts: readonly string[], group: Group): boolean {
  return parts.length === group.pieces.length && isPrefix(parts, group);
}

function isPrefix(parts: readonly string[], group: Group): boolean {
  return parts.every((token, index) => token === group.pieces[index]?.token);
}

/** Everything handed over is on record in the row: parts were dropped. */
function isPartOf(group: Group, row: GroupRow): boolean {
  return group.pieces.every(({ token }) => row.parts.includes(token));
}

export function appended(handed: HandedGroup): Change {
  return { type: 'append', handed };
}
