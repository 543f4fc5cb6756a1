/** Branches: the row a new one begins with, and the name a fork gets. */
import { type Group, shortHash } from './group.ts';
import type { BranchRow } from './rows.ts';
import type { Scope } from './scope.ts';

/** The row of a lane's first branch before its first entry. */
export function emptyBranch(scope: Scope): BranchRow {
  return {
    scope,
    parent: null,
    forkRevision: 0,
    revision: 0,
    headEntry: '',
    frontier: new Uint8Array(),
    groups: 0,
    aligned: 0,
    headerKey: null,
    roll: '',
  };
}

/** Name of the branch that leaves `parent` in front of `seq`; `first` tells its first new content. */
export function forkName(parent: string, seq: number, first: readonly string[]): string {
  return `b-${shortHash('branch', parent, String(seq), ...first).slice(0, BRANCH_DIGITS)}`;
}

/** What a fork that begins with this group is named by. */
export function forkWords(group: Pick<Group, 'nativeId' | 'pieces'>): string[] {
  return [group.nativeId ?? '', ...group.pieces.map((piece) => piece.token)];
}

const BRANCH_DIGITS = 12;
