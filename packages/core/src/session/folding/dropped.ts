/** Whether the application dropped groups in front of its list that no fold covers yet (model §3, Plan). */

import type { BranchState } from '../../fold/branch-state.ts';
import { inRanges } from '../../fold/manifest.ts';
import type { Store } from '../../store/port.ts';
import { alignedGroups } from '../reader.ts';
import type { ViewSource } from './prepared.ts';

/** Groups that are too many to leave uncovered. */
const MANY = 10;

export async function droppedUncovered(
  store: Store,
  { path, conversation }: Pick<ViewSource, 'path' | 'conversation'>,
  state: Pick<BranchState, 'cut' | 'left'>,
): Promise<boolean> {
  const first = conversation.items.find(({ own }) => own);
  if (!first || first.ordinal === null || first.index === null || first.ordinal <= 1) return false;
  // User messages of a turn that goes on stand below the cut, and are in no view once they are dropped.
  if (state.left.some(([, last]) => last < first.place)) return true;
  if (first.place <= state.cut) return false;
  const rows = await alignedGroups(store, path, {
    from: Math.max(0, first.ordinal - MANY - 1),
    to: first.ordinal,
  });
  const uncovered = rows.filter(
    ({ seq }) => (seq >= state.cut || inRanges(state.left, seq)) && seq < first.place,
  );
  return uncovered.length >= MANY || uncovered.some(({ role, wording }) => role === 'user' && wording);
}
