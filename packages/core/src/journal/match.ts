/**
 * Which handed-over group is which journaled group: an order-preserving matching, each used at most once.
 *
 * A list from the beginning is placed by its rolling hashes; the rest by the longest run of equal keys, the latest
 * place first where several fit equally well (model §1, Sync).
 */
import { type Group, rollOn, slotOf } from './group.ts';
import type { GroupRow } from './rows.ts';
import type { VisibleGroup } from './visible.ts';

export interface Match {
  /** For each handed-over group the index of its journaled group, or -1. */
  readonly to: readonly number[];
  readonly count: number;
  /** Groups placed by their rolling hashes: the list begins as the branch does. */
  readonly rolled: number;
  /** Matched groups that would fit elsewhere as well, with no id to decide. */
  readonly ambiguous: number;
}

/** Rolling hashes in front of each group, as rows carry them. */
export function rollsBefore(groups: readonly Group[]): string[] {
  let roll = '';
  return groups.map((group) => {
    const before = roll;
    roll = rollOn(roll, group);
    return before;
  });
}

export function matchGroups(handed: readonly Group[], journaled: readonly VisibleGroup[]): Match {
  const to = new Array<number>(handed.length).fill(-1);
  const placed = placeByRolls(handed, journaled, to);
  // Between two groups placed by rolls, and behind the last one, keys decide.
  let ambiguous = 0;
  let [from, at] = [0, 0];
  for (const stop of [...placed, handed.length]) {
    const end = stop === handed.length ? journaled.length : (to[stop] as number);
    ambiguous += matchByKeys(
      handed,
      [from, stop],
      journaled,
      [at, end],
      to,
      placed.length > 0 && end < journaled.length,
    );
    [from, at] = [stop + 1, end + 1];
  }
  return { to, count: to.filter((index) => index >= 0).length, rolled: placed.length, ambiguous };
}

/** True when the handed-over group can be this form: same id, or same key and no call that contradicts it. */
export function fits(group: Group, row: GroupRow): boolean {
  if (sameId(group, row)) return true;
  return group.key === row.key && !contradicts(group, row);
}

/** The native id decides, but for a user's words: other words at the same id are an edit, not the same message. */
function sameId(group: Group, row: GroupRow): boolean {
  if (group.idKey === null || group.idKey !== row.nativeId) return false;
  return group.role !== 'user' || group.key === row.key || !group.wording;
}

/** Groups of equal wording whose calls are all different are different groups. */
export function contradicts(group: Group, row: GroupRow): boolean {
  const ours = new Set(group.pieces.flatMap(({ token }) => slotOf(token) ?? []));
  const theirs = row.parts.flatMap((token) => slotOf(token) ?? []);
  return ours.size > 0 && theirs.length > 0 && !theirs.some((slot) => ours.has(slot));
}

/** Places the groups with wording of the longest known beginning. @returns their indexes, ascending */
function placeByRolls(handed: readonly Group[], journaled: readonly VisibleGroup[], to: number[]): number[] {
  const byRoll = new Map<string, number>();
  journaled.forEach(({ latest }, index) => {
    if (latest.state === 'aligned' && latest.wording) byRoll.set(`${latest.roll}.${latest.key}`, index);
  });
  const placed: number[] = [];
  const rolls = rollsBefore(handed);
  for (const [index, group] of handed.entries()) {
    if (!group.wording) continue;
    const found = byRoll.get(`${rolls[index]}.${group.key}`);
    if (found === undefined) break;
    placed.push(index);
    to[index] = found;
  }
  return placed;
}

type Span = readonly [from: number, end: number];

/** Longest common subsequence of two spans by key; among equally long ones the latest. @returns ambiguous groups */
function matchByKeys(
  handed: readonly Group[],
  [from, stop]: Span,
  journaled: readonly VisibleGroup[],
  [at, end]: Span,
  to: number[],
  anchored: boolean,
): number {
  if (from >= stop || at >= end) return 0;
  const options = optionsOf(handed, [from, stop], journaled, [at, end]);
  const latest = longestRun(options);
  for (const [index, row] of latest) to[from + index] = row;
  if (anchored || latest.size === 0 || options.every((rows) => rows.length < 2)) return 0;
  // The same search from the other side prefers the earliest places: where they differ, several fit.
  const earliest = mirrored(options, at + end);
  return [...latest].filter(([index, row]) => earliest.get(index) !== row).length;
}

/** For each handed-over group of the span, the journaled indexes it fits, ascending; ids decide alone. */
function optionsOf(
  handed: readonly Group[],
  [from, stop]: Span,
  journaled: readonly VisibleGroup[],
  [at, end]: Span,
): number[][] {
  const byKey = new Map<string, number[]>();
  for (let index = at; index < end; index++)
    for (const form of (journaled[index] as VisibleGroup).forms)
      for (const name of [`k${form.key}`, `n${form.nativeId}`]) {
        const known = byKey.get(name);
        if (!known) byKey.set(name, [index]);
        else if (known.at(-1) !== index) known.push(index);
      }
  return handed.slice(from, stop).map((group) => {
    const atId = group.idKey === null ? [] : (byKey.get(`n${group.idKey}`) ?? []);
    const known = atId.filter((index) =>
      (journaled[index] as VisibleGroup).forms.some((form) => sameId(group, form)),
    );
    if (known.length > 0) return known;
    const sameKey = byKey.get(`k${group.key}`) ?? [];
    return sameKey.filter((index) =>
      (journaled[index] as VisibleGroup).forms.some((form) => fits(group, form)),
    );
  });
}

/** Patience search from the back: for every length the chain whose first place is latest. */
function longestRun(options: readonly (readonly number[])[]): Map<number, number> {
  interface Link {
    readonly index: number;
    readonly row: number;
    readonly next: Link | undefined;
  }
  const heads: Link[] = [];
  for (let index = options.length - 1; index >= 0; index--) {
    // Ascending rows: a row placed for this group must not serve as the successor of the same group.
    for (const row of options[index] as readonly number[]) {
      const length = lowerBound(heads, row);
      const head = heads[length];
      if (head === undefined || head.row < row) heads[length] = { index, row, next: heads[length - 1] };
    }
  }
  const run = new Map<number, number>();
  for (let link = heads.at(-1); link; link = link.next) run.set(link.index, link.row);
  return run;

  /** Heads fall as chains grow longer: how many begin behind the row. */
  function lowerBound(links: readonly Link[], row: number): number {
    let [low, high] = [0, links.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((links[middle] as Link).row > row) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function mirrored(options: readonly (readonly number[])[], sum: number): Map<number, number> {
  const turned = options.map((rows) => rows.map((row) => sum - row).reverse()).reverse();
  const run = longestRun(turned);
  return new Map([...run].map(([index, row]) => [options.length - 1 - index, sum - row]));
}
