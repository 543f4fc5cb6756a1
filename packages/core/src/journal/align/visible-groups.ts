/**
 * Groups that a branch sees: its own and those its ancestors made before the fork, in the forms in force.
 *
 * Invariant: a row made on a parent after the fork is never seen, nor is a later form of a shared group.
 */
import type { PathStep } from '../branch.ts';
import type { GroupRow, OwnedGroupRow } from '../rows.ts';

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
