/**
 * What a fold says it covers, against itself and against the folds before it. Pure; the entries themselves are read
 * elsewhere (fold-entries.ts).
 */
import type { Fault } from './entry.ts';
import type { AdoptedEvent, FoldEvent } from './fold-events.ts';
import type { FoldState } from './fold-state.ts';
import { countOf, isPlain, plainRanges, type Range, sameRanges, upTo, without } from './ranges.ts';

/** @returns what is wrong with the ranges alone; where something is, no entry is read by them */
export function shapeFault(fold: FoldEvent, seq: number): Fault | undefined {
  const { kind, covered, cut, boundary } = fold;
  const { ranges, count } = covered;
  if (cut > boundary || boundary > seq) return mismatch('its cut or its boundary lies behind it');
  if (!isPlain(ranges) || countOf(ranges) !== count)
    return mismatch('its ranges are not in order, or hold another number of entries than it says');
  if ((ranges.at(-1)?.[1] ?? -1) >= cut) return mismatch('it covers entries behind its cut');
  if (count > 0 && (kind === 'amend' || kind === 'consolidate'))
    return mismatch('a fold of its kind covers nothing');
  return undefined;
}

/** @param state in front of the fold */
export function coverageFault(fold: FoldEvent, state: FoldState): Fault | undefined {
  const { kind, covered, cut, left, reach } = fold;
  const { ranges } = covered;
  if (kind === 'cover') {
    if (countOf(without(ranges, state.ranges)) < covered.count)
      return { code: 'coverage-overlap', detail: 'it covers entries that a fold before it covers' };
    const open: Range[] = state.cut < cut ? [...state.left, [state.cut, cut - 1]] : [...state.left];
    if (cut < state.cut || !sameRanges(ranges, without(plainRanges(open), plainRanges(left))))
      return mismatch('it covers other entries than those in front of its cut that it does not leave');
  }
  const least = Math.max(state.reach, ranges.at(-1)?.[1] ?? 0, kind === 'cover' ? cut - 1 : 0);
  return reach < least ? mismatch('it reaches less far than it and the folds before it do') : undefined;
}

/** Whether a view arranged like this leaves out entries that no fold covers. @param state behind the adopted fold */
export function hidesUncovered({ cut, left }: AdoptedEvent, state: FoldState): boolean {
  return without(without(upTo(cut), plainRanges(left)), state.ranges).length > 0;
}

function mismatch(detail: string): Fault {
  return { code: 'coverage-mismatch', detail };
}
