/**
 * Aligns lists one after the other without a store: the rows that one list leaves are what the next is aligned with.
 *
 * One branch only: where an alignment forks, it says so and the driver stops.
 */

import { align } from '../src/journal/align/align.ts';
import { applyAlignment } from '../src/journal/align/apply.ts';
import type { Alignment, Change } from '../src/journal/align/change.ts';
import { type Handed, handedOf } from '../src/journal/align/handed.ts';
import { type Match, matchGroups, rollsBefore } from '../src/journal/align/match.ts';
import { type VisibleGroup, visibleGroups } from '../src/journal/align/visible-groups.ts';
import { emptyBranch, pathOf } from '../src/journal/branch.ts';
import { ChainBuilder } from '../src/journal/chain.ts';
import type { Message } from '../src/journal/message.ts';
import type { BranchRow, GroupRow, OwnedGroupRow } from '../src/journal/rows.ts';
import type { Scope } from '../src/journal/scope.ts';
import { parseSeal, type Seal } from '../src/journal/seal.ts';
import { SALT } from './messages.ts';

export const SCOPE: Scope = { tenant: 'default', session: 's', lane: 'main', branch: 'main' };

export interface Step {
  readonly match: Match;
  readonly alignment: Alignment;
  /** Changes in short: `grow 2 +1`, `revise 2 +0`, `insert >2`, `append`. */
  readonly changes: readonly string[];
  /** Ordinal of the group in front of which a branch would leave. */
  readonly fork: number | null;
  readonly place: number;
}

export interface Line {
  readonly branch: BranchRow;
  readonly rows: readonly OwnedGroupRow[];
  readonly seals: readonly Seal[];
}

const EMPTY: Line = { branch: emptyBranch(SCOPE), rows: [], seals: [] };

/** Aligns `handed` with what the earlier lists left. */
export function alignedWith(earlier: readonly (readonly Message[])[], handed: readonly Message[]): Step {
  return stepOn(lineOf(earlier), handedOf(handed, SALT)).step;
}

/** What the lists leave when they are handed over one after the other. */
export function lineOf(lists: readonly (readonly Message[])[]): Line {
  return lists.reduce((line: Line, list) => {
    const { step, next } = stepOn(line, handedOf(list, SALT));
    if (step.fork !== null) throw new Error('the lists fork');
    return next;
  }, EMPTY);
}

function stepOn(line: Line, handed: Handed): { readonly step: Step; readonly next: Line } {
  const groups = handed.groups.map(({ group }) => group);
  const path = pathOf(line.branch, [line.branch]);
  const journaled = visibleGroups(path, foundIn(line.rows, handed));
  const match = matchGroups(groups, rollsBefore(groups), journaled);
  const aligning = align(handed.groups, line.branch, journaled, match);
  let answer = aligning.next();
  while (!answer.done) {
    const { from, to } = answer.value;
    const inForce = visibleGroups(path, line.rows).map(({ latest }: VisibleGroup) => latest);
    answer = aligning.next(
      inForce.filter(({ state, ordinal }) => state === 'aligned' && ordinal > from && ordinal < to),
    );
  }
  const alignment = answer.value;
  const { expected, from } = { expected: line.branch.revision > 0 ? line.branch : null, from: line.branch };
  const chain = new ChainBuilder({ expected, from, salt: SALT, delegated: false, now: null });
  const { change, place } = applyAlignment(chain, alignment, handed, match.ambiguous);
  const step = {
    match,
    alignment,
    changes: alignment.changes.map(inShort),
    fork: alignment.forkAt?.ordinal ?? null,
    place,
  };
  return {
    step,
    next: {
      branch: change.next,
      rows: [...line.rows, ...change.groups.map(owned)],
      seals: [...line.seals, ...change.entries.map(({ seal }) => parseSeal(seal))],
    },
  };
}

/** Every form at every ordinal at which some form matches, as a store finds them. */
function foundIn(rows: readonly OwnedGroupRow[], { groups }: Handed): OwnedGroupRow[] {
  const all = groups.map(({ group }) => group);
  const keys = new Set(all.map(({ key }) => key));
  const rolls = new Set(rollsBefore(all));
  const ids = new Set(all.flatMap(({ idKey }) => idKey ?? []));
  const hits = rows.filter(
    ({ key, roll, nativeId }) => keys.has(key) || rolls.has(roll) || (nativeId !== null && ids.has(nativeId)),
  );
  const ordinals = new Set(hits.map(({ ordinal }) => ordinal));
  return rows.filter(({ ordinal, state }) => ordinals.has(ordinal) && state !== 'header');
}

function owned(row: GroupRow): OwnedGroupRow {
  return { ...row, lane: SCOPE.lane, branch: SCOPE.branch };
}

function inShort(change: Change): string {
  switch (change.type) {
    case 'append':
      return 'append';
    case 'insert':
      return `insert >${change.after}`;
    default:
      return `${change.type} ${change.row.ordinal} +${change.late.length}`;
  }
}
