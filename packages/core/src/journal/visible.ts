/**
 * What a branch sees: its own rows and those its ancestors made before the fork (J5).
 *
 * Invariant: a row made on a parent after the fork is never seen, nor is a later form of a shared group.
 */
import { DaybookError } from '../base/errors.ts';
import type { BranchRow, GroupRow, OwnedGroupRow } from './rows.ts';
import { scopeText } from './scope.ts';

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

/** Every form of one group that a branch sees, earliest first; the last one is the form in force. */
export interface VisibleGroup {
  readonly latest: GroupRow;
  readonly forms: readonly GroupRow[];
  /** Name of the branch whose chain holds the group's entries. */
  readonly owner: string;
}

/** Groups seen along the path, in alignment order: by place, then by ordinal. */
export function visibleGroups(path: readonly PathStep[], rows: readonly OwnedGroupRow[]): VisibleGroup[] {
  const depthOf = new Map(path.map(({ branch }, depth) => [branch.scope.branch, depth]));
  const lane = path[0]?.branch.scope.lane;
  const seen = new Map<number, OwnedGroupRow[]>();
  for (const row of rows) {
    const depth = row.lane === lane ? depthOf.get(row.branch) : undefined;
    if (depth === undefined || row.form >= (path[depth] as PathStep).below) continue;
    const forms = seen.get(row.ordinal);
    if (forms) forms.push(row);
    else seen.set(row.ordinal, [row]);
  }
  return [...seen.values()].map((forms) => visibleGroup(forms, depthOf)).sort(byPlace);
}

function visibleGroup(forms: OwnedGroupRow[], depthOf: ReadonlyMap<string, number>): VisibleGroup {
  // Ancestors' forms first; what the branch itself made of a shared group comes last.
  const depth = (row: OwnedGroupRow): number => depthOf.get(row.branch) ?? 0;
  forms.sort((a, b) => depth(b) - depth(a) || a.form - b.form);
  return {
    latest: forms.at(-1) as GroupRow,
    forms,
    owner: (forms[0] as OwnedGroupRow).branch,
  };
}

function byPlace(a: VisibleGroup, b: VisibleGroup): number {
  return a.latest.place - b.latest.place || a.latest.ordinal - b.latest.ordinal;
}
