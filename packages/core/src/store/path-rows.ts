/**
 * Reading entries along a path of branches: each from the branch that owns it.
 */
import type { PathStep } from '../journal/branch.ts';
import type { EntryRow } from '../journal/rows.ts';
import type { StoreReader } from './port.ts';

/** Entries with `from <= seq < to` as the branch sees them, ascending; each read from the branch that owns it. */
export async function entriesOf(
  store: StoreReader,
  path: readonly PathStep[],
  from: number,
  to: number,
): Promise<EntryRow[]> {
  const rows: EntryRow[] = [];
  for (const { branch, below } of path.toReversed()) {
    const [first, end] = [Math.max(from, branch.forkRevision), Math.min(to, below)];
    if (first < end) rows.push(...(await store.entries(branch.scope, first, end)));
  }
  return rows;
}
