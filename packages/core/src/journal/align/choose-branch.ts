/**
 * Which lane and branch a handed-over list belongs to (model §1, Sync).
 *
 * The branch with the longest match in the lane; between equals the one that owns the last matched entry. A list that
 * matches nothing in a lane that holds something is tried on the session's other lanes, and else is a conversation of
 * its own: an auxiliary lane.
 */

import { type PathStep, pathOf } from '../branch.ts';
import type { BranchRow, OwnedGroupRow } from '../rows.ts';
import type { HandedGroup } from './change.ts';
import { type Match, matchGroups, rollsBefore } from './match.ts';
import { type VisibleGroup, visibleGroups } from './visible-groups.ts';

export interface Choice {
  readonly branch: BranchRow;
  readonly path: readonly PathStep[];
  readonly journaled: readonly VisibleGroup[];
  readonly match: Match;
}

export interface Wanted {
  readonly lane: string;
  /** Only this branch, when the application names one. */
  readonly branch?: string | undefined;
  readonly history: 'full' | 'delta';
}

const AUXILIARY = 'aux-';
const AUXILIARY_DIGITS = 8;

/** @returns the branch to go on, or the name of the lane to open */
export function choose(
  handed: readonly HandedGroup[],
  wanted: Wanted,
  branches: readonly BranchRow[],
  rows: readonly OwnedGroupRow[],
): Choice | { readonly open: string } {
  const inLane = branches.filter(({ scope }) => scope.lane === wanted.lane);
  const named = inLane.filter(({ scope }) => wanted.branch === undefined || scope.branch === wanted.branch);
  const [latest] = named;
  if (!latest) return { open: wanted.lane };
  const best = longest(handed, named, branches, rows);
  const nothingToAlign = handed.length === 0 || inLane.every(({ aligned }) => aligned === 0);
  if (best.match.count > 0) return best;
  if (nothingToAlign || wanted.history === 'delta' || wanted.branch !== undefined)
    return choiceOf(handed, latest, branches, rows);
  const others = branches.filter(({ scope }) => scope.lane !== wanted.lane);
  if (others.length > 0) {
    const elsewhere = longest(handed, others, branches, rows);
    if (elsewhere.match.count > 0) return elsewhere;
  }
  return { open: `${AUXILIARY}${(handed[0] as HandedGroup).group.key.slice(0, AUXILIARY_DIGITS)}` };
}

/** A lane opened for a list that matches nothing: its user role is not the person's. */
export function isAuxiliary(lane: string): boolean {
  return lane.startsWith(AUXILIARY);
}

function longest(
  handed: readonly HandedGroup[],
  candidates: readonly BranchRow[],
  branches: readonly BranchRow[],
  rows: readonly OwnedGroupRow[],
): Choice {
  const [first] = candidates;
  const holding = candidates.filter((branch) => isRoot(branch) || holds(branch, handed, rows));
  const choices = (holding.length > 0 ? holding : [first as BranchRow]).map((branch) =>
    choiceOf(handed, branch, branches, rows),
  );
  return choices.reduce((best, next) => (isBetter(next, best) ? next : best));
}

function isRoot({ parent }: BranchRow): boolean {
  return parent === null;
}

/** A branch without a fitting group of its own matches no more than the one it left. */
function holds(
  { scope }: BranchRow,
  handed: readonly HandedGroup[],
  rows: readonly OwnedGroupRow[],
): boolean {
  const keys = new Set(handed.flatMap(({ group }) => [group.key, group.idKey]));
  return rows.some(
    (row) =>
      row.lane === scope.lane &&
      row.branch === scope.branch &&
      (keys.has(row.key) || (row.nativeId !== null && keys.has(row.nativeId))),
  );
}

function isBetter(next: Choice, best: Choice): boolean {
  if (next.match.count !== best.match.count) return next.match.count > best.match.count;
  if (next.match.rolled !== best.match.rolled) return next.match.rolled > best.match.rolled;
  return ownsLastMatch(next) && !ownsLastMatch(best);
}

function ownsLastMatch({ branch, journaled, match }: Choice): boolean {
  const last = match.to.findLast((index) => index >= 0);
  return last !== undefined && journaled[last]?.owner === branch.scope.branch;
}

/** @param roll rolling hash in front of the first group */
export function choiceOf(
  handed: readonly HandedGroup[],
  branch: BranchRow,
  branches: readonly BranchRow[],
  rows: readonly OwnedGroupRow[],
  roll = '',
): Choice {
  const path = pathOf(branch, branches);
  const journaled = visibleGroups(path, rows).filter(({ latest }) => latest.state !== 'header');
  const groups = handed.map(({ group }) => group);
  return { branch, path, journaled, match: matchGroups(groups, rollsBefore(groups, roll), journaled) };
}
