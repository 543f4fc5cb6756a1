/**
 * From an alignment to the change of a chain: events about known groups first, then derived text, the header when a
 * new turn carries another one, and what is new, in order.
 */

import type { ChainBuilder } from '../chain.ts';
import type { Group } from '../group.ts';
import type { Append, GroupRow } from '../rows.ts';
import type { Links } from '../seal.ts';
import type { Alignment, Placed } from './change.ts';
import type { Handed } from './handed.ts';

/** Groups by what became of them. */
export interface Tally {
  readonly append: number;
  readonly grow: number;
  readonly revise: number;
  readonly insert: number;
}

export interface Applied {
  readonly change: Append;
  readonly tally: Tally;
  /** Ordinal of the group that the handed-over list ends with. */
  readonly place: number;
  /** Where each handed-over group stands on record; inserted and repeated ones are not among them. */
  readonly placed: Placed;
}

/**
 * @param ambiguous groups that may be repeats of others; told once, with the change they are part of
 * @param links marks of every new group (provisional)
 */
export function applyAlignment(
  chain: ChainBuilder,
  alignment: Alignment,
  handed: Pick<Handed, 'header' | 'derived'>,
  ambiguous: number,
  links: Links = {},
): Applied {
  const tally = { append: 0, grow: 0, revise: 0, insert: 0 };
  let { place } = alignment;
  const placed = new Map<Group, GroupRow>(alignment.placed);
  const fresh = alignment.changes.flatMap((change) => (change.type === 'append' ? [change.handed] : []));
  for (const change of alignment.changes) {
    if (change.type === 'append') continue;
    if (change.type === 'grow') chain.grow(change.row, change.group, change.late, links);
    if (change.type === 'revise') chain.revise(change.row, change.group, change.late);
    if (change.type === 'insert') chain.insert(change.after, change.group);
    else placed.set(change.group, change.row);
    tally[change.type]++;
  }
  for (const group of handed.derived) chain.group(group, 'aside', links);
  // At most once per turn, however often the application changes it.
  const turn = fresh.some(({ group }) => group.role === 'user') || chain.headerKey === null;
  if (turn) chain.header(handed.header, links);
  for (const { group, variants } of fresh) {
    const row: GroupRow = chain.group(group, group.aborted ? 'aside' : 'aligned', links);
    for (const variant of variants) chain.revise(row, variant, []);
    tally.revise += variants.length;
    tally.append++;
    placed.set(group, row);
    place = row.ordinal;
  }
  if (ambiguous > 0 && chain.added > 0) chain.event({ event: 'ambiguous-alignment', groups: ambiguous });
  return { change: chain.finish(), tally, place, placed };
}
