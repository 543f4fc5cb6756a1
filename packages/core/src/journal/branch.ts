/**
 * Branches: a line that shares its parent's entries before the fork and differs after it (J5).
 *
 * Invariant: what a parent gains behind the fork is never part of the branch.
 */
import { DaybookError } from '../base/errors.ts';
import { type Group, shortHash } from './group.ts';
import type { Role } from './message.ts';
import type { BranchRow } from './rows.ts';
import { type Scope, scopeText } from './scope.ts';

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
    marked: 0,
  };
}

/** Name of the branch that leaves `parent` in front of `seq`; `first` tells its first new content. */
export function forkName(parent: string, seq: number, first: readonly string[]): string {
  return `b-${shortHash('branch', parent, String(seq), ...first).slice(0, BRANCH_DIGITS)}`;
}

/** What a fork that begins with this group is named by. */
export function forkWords({
  role,
  nativeId,
  pieces,
}: Pick<Group, 'nativeId' | 'pieces'> & { role?: Role }): string[] {
  return [role ?? '', nativeId ?? '', ...pieces.map((piece) => piece.token)];
}

const BRANCH_DIGITS = 12;

/** A branch that a path leads through, and the sequence below which its entries are seen. */
export interface PathStep {
  readonly branch: BranchRow;
  readonly below: number;
}

/** The branch itself first, then its ancestors. @param branches all branches of the session */
export function pathOf(branch: BranchRow, branches: readonly BranchRow[]): readonly PathStep[] {
  const path: PathStep[] = [{ branch, below: branch.revision }];
  let at = branch;
  while (at.parent !== null) {
    const { lane } = at.scope;
    const parent = branches.find(({ scope }) => scope.lane === lane && scope.branch === at.parent);
    if (!parent || path.some((step) => step.branch === parent))
      throw new DaybookError('tampered', `the branch ${scopeText(at.scope)} has no sound parent`);
    path.push({ branch: parent, below: Math.min(at.forkRevision, (path.at(-1) as PathStep).below) });
    at = parent;
  }
  return path;
}

/** The branch of the path that owns the entry at this sequence. */
export function ownerOf(path: readonly PathStep[], seq: number): BranchRow {
  const step = path.find(({ branch }) => seq >= branch.forkRevision);
  if (!step) throw new DaybookError('not-found', `no branch of the path owns the entry at ${seq}`);
  return step.branch;
}
