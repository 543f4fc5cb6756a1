/**
 * Which handed-over group is which journaled group: an order-preserving matching, each used at most once (model §1).
 *
 * Words come first. A list from the beginning is placed by its rolling hashes, any other by the longest common run of
 * keys, the latest place first where several fit equally well. Groups without words (calls, results, files) are then
 * matched only between the words around them, because frameworks reuse call ids.
 */

import { type Group, rollOn, slotOf } from '../group.ts';
import type { GroupRow } from '../rows.ts';
import { longestRun, mirroredRun } from './common-run.ts';
import type { VisibleGroup } from './visible-groups.ts';

export interface Match {
  /** For each handed-over group the index of its journaled group, or -1. */
  readonly to: readonly number[];
  readonly count: number;
  /** Groups placed by their rolling hashes: the list begins as the branch does. */
  readonly rolled: number;
  /** Matched groups that would fit elsewhere as well, with no id to decide. */
  readonly ambiguous: number;
}

/** Rolling hashes in front of each group, as rows carry them. @param first in front of the first of them */
export function rollsBefore(groups: readonly Group[], first = ''): string[] {
  let roll = first;
  return groups.map((group) => {
    const before = roll;
    roll = rollOn(roll, group);
    return before;
  });
}

/** @param rolls rolling hashes in front of each handed-over group */
export function matchGroups(
  handed: readonly Group[],
  rolls: readonly string[],
  journaled: readonly VisibleGroup[],
): Match {
  const to = new Array<number>(handed.length).fill(-1);
  const rolled = placeByRolls({ handed, journaled, to }, rolls);
  const [lastRolled = -1] = rolled.slice(-1);
  const behind = lastRolled < 0 ? 0 : (to[lastRolled] as number) + 1;
  const words: Span = { handed: [lastRolled + 1, handed.length], journaled: [behind, journaled.length] };
  const ambiguous = matchWords({ handed, journaled, to }, words);
  for (const span of spansBetween({ handed, journaled, to })) matchWordless({ handed, journaled, to }, span);
  return { to, count: to.filter((index) => index >= 0).length, rolled: rolled.length, ambiguous };
}

/** True when the handed-over group can be this form: same id, or same key and no call that contradicts it. */
export function fits(group: Group, row: GroupRow): boolean {
  if (sameId(group, row)) return true;
  return group.key === row.key && !contradicts(group, row);
}

/** Groups of equal wording whose calls are all different are different groups. */
export function contradicts(group: Group, row: GroupRow): boolean {
  const ours = new Set(group.pieces.flatMap(({ token }) => slotOf(token) ?? []));
  const theirs = row.parts.flatMap((token) => slotOf(token) ?? []);
  return ours.size > 0 && theirs.length > 0 && !theirs.some((slot) => ours.has(slot));
}

/** The native id decides, but for a user's words: other words at the same id are an edit, not the same message. */
function sameId(group: Group, row: GroupRow): boolean {
  if (group.idKey === null || group.idKey !== row.nativeId) return false;
  return group.role !== 'user' || group.key === row.key || !group.wording;
}

interface Sides {
  readonly handed: readonly Group[];
  readonly journaled: readonly VisibleGroup[];
  readonly to: number[];
}

type Range = readonly [from: number, end: number];

interface Span {
  readonly handed: Range;
  readonly journaled: Range;
}

/** Places the groups with wording of the longest known beginning. @returns their indexes, ascending */
function placeByRolls({ handed, journaled, to }: Sides, rolls: readonly string[]): number[] {
  const byRoll = new Map<string, number>();
  journaled.forEach(({ latest }, index) => {
    if (latest.state === 'aligned' && latest.wording) byRoll.set(`${latest.roll}.${latest.key}`, index);
  });
  const placed: number[] = [];
  const ids = new Set(journaled.flatMap(({ forms }) => forms.map(({ nativeId }) => nativeId)));
  for (const [index, group] of handed.entries()) {
    if (!group.wording) continue;
    const found = byRoll.get(`${rolls[index]}.${group.key}`);
    const row = found === undefined ? undefined : journaled[found];
    if (!row || !fitsSome(group, row)) break;
    // Equal words at the beginning do not place a group that its id places elsewhere.
    if (group.idKey !== null && ids.has(group.idKey) && !hasId(group, row)) break;
    placed.push(index);
    to[index] = found as number;
  }
  return placed;
}

/** Longest common run of the words in the span, the latest place first. @returns ambiguous groups */
function matchWords({ handed, journaled, to }: Sides, span: Span): number {
  const indexes = range(span.handed).filter((index) => (handed[index] as Group).wording);
  const options = optionsOf(
    indexes.map((index) => handed[index] as Group),
    journaled,
    range(span.journaled).filter((index) => (journaled[index] as VisibleGroup).latest.wording),
  );
  const latest = longestRun(options, 'early-group');
  for (const [at, row] of latest) to[indexes[at] as number] = row;
  if (latest.size === 0 || options.every((rows) => rows.length < 2)) return 0;
  // The same search from the other side prefers the earliest places: where they differ, several fit.
  const earliest = mirroredRun(options, journaled.length);
  return [...latest].filter(([at, row]) => earliest.get(at) !== row).length;
}

/**
 * Stretches between neighbouring matched words, in front of the first and behind the last. The journaled groups at hand
 * are only those that look like a handed-over one, so words may stand unseen between them; rolling hashes tell.
 */
function spansBetween({ handed, journaled, to }: Sides): Span[] {
  const spans: Span[] = [];
  const known = to.flatMap((row, index) => (row < 0 ? [] : [[index, row] as const]));
  const [first] = known;
  const last = known.at(-1);
  if (!first || !last) return [spanWithoutWords(handed, journaled)];
  let [from, at] = [0, firstBeside(journaled, first[1])];
  for (const [index, row] of known) {
    spans.push({ handed: [from, index], journaled: [at, row] });
    [from, at] = [index + 1, row + 1];
  }
  return [...spans, { handed: [from, handed.length], journaled: [at, endBeside(journaled, last[1])] }];
}

/**
 * A list of calls and results alone may stand anywhere. Words that are all unknown make it another conversation, unless
 * both begin alike in front of their first words.
 */
function spanWithoutWords(handed: readonly Group[], journaled: readonly VisibleGroup[]): Span {
  const words = handed.findIndex(({ wording }) => wording);
  if (words < 0) return { handed: [0, handed.length], journaled: [0, journaled.length] };
  const end = journaled.findIndex(({ latest }) => latest.wording || latest.roll !== '');
  return { handed: [0, words], journaled: [0, end < 0 ? journaled.length : end] };
}

/** Index of the first group in front of these words with no other words between. */
function firstBeside(journaled: readonly VisibleGroup[], words: number): number {
  const rolls = new Set((journaled[words] as VisibleGroup).forms.map(({ roll }) => roll));
  return 1 + journaled.findLastIndex((group, index) => index < words && !isBeside(group, rolls));
}

/** Index behind the last group behind these words with no other words between. */
function endBeside(journaled: readonly VisibleGroup[], words: number): number {
  const rolls = new Set((journaled[words] as VisibleGroup).forms.map((form) => rollOn(form.roll, form)));
  const end = journaled.findIndex((group, index) => index > words && !isBeside(group, rolls));
  return end < 0 ? journaled.length : end;
}

/** Inserted groups carry the rolling hash of the time, not of their place. */
function isBeside({ latest }: VisibleGroup, rolls: ReadonlySet<string>): boolean {
  return latest.state !== 'aligned' || (!latest.wording && rolls.has(latest.roll));
}

/** Equal parts decide; between them, keys. */
function matchWordless(sides: Sides, span: Span): void {
  const { handed, journaled, to } = sides;
  const indexes = range(span.handed).filter((index) => to[index] === -1 && !(handed[index] as Group).wording);
  if (indexes.length === 0) return;
  const rows = range(span.journaled).filter((index) => !(journaled[index] as VisibleGroup).latest.wording);
  const options = optionsOf(
    indexes.map((index) => handed[index] as Group),
    journaled,
    rows,
  );
  const equal = options.map((found, at) =>
    found.filter((row) =>
      (journaled[row] as VisibleGroup).forms.some((form) =>
        equalParts(handed[indexes[at] as number] as Group, form),
      ),
    ),
  );
  // In front of the first known words what is nearest to them fits best; behind words, what follows them.
  const isFront = span.handed[0] === 0 && span.journaled[1] < journaled.length;
  const run = (found: readonly (readonly number[])[]): Map<number, number> =>
    isFront ? longestRun(found, 'early-group') : mirroredRun(found, journaled.length);
  const sure = run(equal);
  for (const [at, row] of sure) to[indexes[at] as number] = row;
  let [from, low] = [0, -1];
  for (const [at, row] of [...sure, [indexes.length, Number.POSITIVE_INFINITY] as const].sort(
    (a, b) => a[0] - b[0],
  )) {
    const between = options
      .slice(from, at)
      .map((found) => found.filter((other) => other > low && other < row));
    for (const [offset, other] of run(between)) to[indexes[from + offset] as number] = other;
    [from, low] = [at + 1, row];
  }
}

/** For each group the journaled indexes it fits, ascending; a known id decides alone. */
function optionsOf(
  groups: readonly Group[],
  journaled: readonly VisibleGroup[],
  rows: readonly number[],
): number[][] {
  const byName = new Map<string, number[]>();
  for (const index of rows)
    for (const form of (journaled[index] as VisibleGroup).forms)
      for (const name of [`k${form.key}`, `n${form.nativeId}`]) {
        const known = byName.get(name);
        if (!known) byName.set(name, [index]);
        else if (known.at(-1) !== index) known.push(index);
      }
  return groups.map((group) => {
    const atId = group.idKey === null ? [] : (byName.get(`n${group.idKey}`) ?? []);
    const known = atId.filter((index) =>
      (journaled[index] as VisibleGroup).forms.some((form) => sameId(group, form)),
    );
    if (known.length > 0) return known;
    return (byName.get(`k${group.key}`) ?? []).filter((index) =>
      fitsSome(group, journaled[index] as VisibleGroup),
    );
  });
}

function hasId(group: Group, { forms }: VisibleGroup): boolean {
  return forms.some(({ nativeId }) => nativeId === group.idKey);
}

function fitsSome(group: Group, { forms }: VisibleGroup): boolean {
  return forms.some((form) => fits(group, form));
}

function equalParts({ pieces }: Group, { parts }: GroupRow): boolean {
  return parts.length === pieces.length && parts.every((token, index) => token === pieces[index]?.token);
}

function range([from, end]: Range): number[] {
  return Array.from({ length: Math.max(0, end - from) }, (_, offset) => from + offset);
}
