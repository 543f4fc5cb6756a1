/**
 * What the folds of a branch come to, derived again from their events one after the other. Pure.
 *
 * The reducer and its hash are the definition of the ledger, so they are the ledger room's own; everything around them
 * is the audit's.
 */
import { canonicalText } from '../base/canonical.ts';
import { isJsonObject, type Json } from '../base/json.ts';
import { EMPTY_LEDGER, type Ledger, workingSetHash } from '../ledger/ledger.ts';
import { reduce } from '../ledger/reduce.ts';
import type { Fault } from './entry.ts';
import type { FoldEvent, FoldPlace, SavedEvent } from './fold-events.ts';
import { plainRanges, type Range } from './ranges.ts';

export interface FoldState {
  readonly ledger: Ledger;
  /** Everything that folds cover. */
  readonly ranges: readonly Range[];
  /** From here on a saved working set holds it too (docs/format.md, Folds). */
  readonly cut: number;
  readonly left: readonly Range[];
  readonly step: number;
  readonly reach: number;
  readonly folds: number;
  readonly covered: number;
  readonly altered: readonly number[];
  readonly last: FoldPlace | null;
  readonly lastCover: FoldPlace | null;
}

/** In front of the first fold. */
export const NO_FOLDS: FoldState = {
  ledger: EMPTY_LEDGER,
  ranges: [],
  cut: 0,
  left: [],
  step: 0,
  reach: 0,
  folds: 0,
  covered: 0,
  altered: [],
  last: null,
  lastCover: null,
};

const MAX_ALTERED = 200;

/**
 * The fold's delta applied again, and the state behind it.
 *
 * Invariant: it is reduced from the hash that the fold names, so one wrong hash is not told of every fold behind it;
 * where every place fits, the last hash follows from the first.
 */
export function reduced(
  state: FoldState,
  place: FoldPlace,
  fold: FoldEvent,
): { readonly faults: readonly Fault[]; readonly state: FoldState } {
  const faults: Fault[] = [];
  const { ledger, refused } = reduce({ ...state.ledger, hash: fold.before }, fold.delta);
  if (fold.before !== state.ledger.hash)
    faults.push({ code: 'ledger-mismatch', detail: 'it names another ledger in front of it' });
  else if (fold.after !== ledger.hash)
    faults.push({ code: 'ledger-mismatch', detail: 'its delta gives another ledger than it names' });
  if (canonicalText(refused as unknown as Json) !== canonicalText(fold.refused))
    faults.push({ code: 'refusals-mismatch', detail: 'other operations are refused than it lists' });
  return { faults, state: behind(state, place, fold, ledger) };
}

function behind(state: FoldState, place: FoldPlace, fold: FoldEvent, ledger: Ledger): FoldState {
  const { kind, covered, cut, left, step, reach, altered } = fold;
  return {
    ...state,
    ledger,
    ranges: plainRanges([...state.ranges, ...covered.ranges]),
    ...(kind === 'cover' ? { cut, left, step } : {}),
    reach: Math.max(state.reach, reach),
    folds: state.folds + 1,
    covered: state.covered + covered.count,
    altered: [...state.altered, ...altered].slice(-MAX_ALTERED),
    last: place,
    lastCover: kind === 'cover' || kind === 'consolidate' ? place : state.lastCover,
  };
}

/** A saved working set against the one that the folds in front of it come to. */
export function savedFault(
  { ledger, ranges: _, ...state }: FoldState,
  saved: SavedEvent,
): string | undefined {
  const { facts, ...counts } = ledger;
  const same = (one: unknown, other: Json): boolean => canonicalText(one as Json) === canonicalText(other);
  if (workingSetHash(saved.facts) !== workingSetHash(facts.values()))
    return 'its facts are not those of the folds in front of it';
  if (!isJsonObject(saved.ledger) || !same(counts, saved.ledger))
    return 'its counts or its hash are not those of the ledger in front of it';
  return same(state, saved.state) ? undefined : 'its state is not that of the folds in front of it';
}
