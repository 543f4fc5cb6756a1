/**
 * What a branch's folds come to: ledger, cut, adoption, calibration. Advanced event by event; pure.
 *
 * Invariant: the state follows from the marked entries alone, so a process that reads them comes to the same state as
 * the one that wrote them.
 */
import { isJsonObject, type Json } from '../base/json.ts';
import type { Body } from '../journal/body.ts';
import type { Fact } from '../ledger/fact.ts';
import { EMPTY_LEDGER, type Ledger } from '../ledger/ledger.ts';
import { parseFacts } from '../ledger/parse.ts';
import { reduce } from '../ledger/reduce.ts';
import { type Calibration, learn, UNCALIBRATED } from '../policy/estimate.ts';
import { type FoldEvent, type FoldPlace, foldIn, type Range } from './manifest.ts';

/** How the view is arranged since a fold was adopted. */
export interface Adoption {
  readonly fold: FoldPlace;
  readonly cut: number;
  readonly left: readonly Range[];
  /** Sequences of the packet's texts, in the order of its messages, and the texts where they are at hand. */
  readonly packet: readonly number[];
  readonly texts: readonly string[];
  /** How it is arranged and how each pin is shown. */
  readonly arrangement: Json;
}

export interface BranchState {
  readonly ledger: Ledger;
  readonly cut: number;
  readonly left: readonly Range[];
  readonly step: number;
  readonly reach: number;
  /** Folds of any kind, and entries covered by them. */
  readonly folds: number;
  readonly covered: number;
  readonly altered: readonly number[];
  /** The fold that the next one follows. */
  readonly last: FoldPlace | null;
  /** The last cover or consolidation: what the next cover's plan must have seen. */
  readonly lastCover: FoldPlace | null;
  /** Folds since the working set was saved. */
  readonly unsaved: number;
  readonly adopted: Adoption | null;
  readonly calibration: Calibration;
}

export const EMPTY_STATE: BranchState = {
  ledger: EMPTY_LEDGER,
  cut: 0,
  left: [],
  step: 0,
  reach: 0,
  folds: 0,
  covered: 0,
  altered: [],
  last: null,
  lastCover: null,
  unsaved: 0,
  adopted: null,
  calibration: UNCALIBRATED,
};

const MAX_ALTERED = 200;

/** The state behind one more marked entry. What cannot be read changes nothing. */
export function advance(state: BranchState, place: FoldPlace, body: Body): BranchState {
  if (body.kind !== 'event') return state;
  if (body.event === 'fold') return withFold(state, place, body);
  if (body.event === 'usage') return withUsage(state, body);
  if (body.event === 'adopted') return withAdoption(state, body);
  return body.event === 'ledger' ? { ...state, unsaved: 0 } : state;
}

function withFold(state: BranchState, place: FoldPlace, body: Body): BranchState {
  const event = foldIn(body);
  return event ? behindFold(state, place, event, reduce(state.ledger, event.delta).ledger) : state;
}

/** The state behind a fold of which the ledger is known. */
export function behindFold(
  state: BranchState,
  place: FoldPlace,
  { fold, manifest }: Pick<FoldEvent, 'fold' | 'manifest'>,
  ledger: Ledger,
): BranchState {
  const moves = fold === 'cover';
  return {
    ...state,
    ledger,
    ...(moves ? { cut: manifest.cut, left: manifest.left, step: manifest.step } : {}),
    reach: Math.max(state.reach, manifest.reach),
    folds: state.folds + 1,
    covered: state.covered + manifest.covered.count,
    altered: [...state.altered, ...manifest.altered].slice(-MAX_ALTERED),
    last: place,
    lastCover: moves || fold === 'consolidate' ? place : state.lastCover,
    unsaved: state.unsaved + 1,
  };
}

/** Usage of a view whose size is known teaches; other reports say nothing about our texts. */
function withUsage(state: BranchState, body: Body): BranchState {
  if (body.kind !== 'event' || !isJsonObject(body.size)) return state;
  const { input, model, view, size } = body;
  const { characters, images, header } = size;
  if (typeof input !== 'number' || typeof view !== 'string') return state;
  if (![characters, images, header].every((count) => typeof count === 'number')) return state;
  const report = {
    model: typeof model === 'string' ? model : '',
    input,
    view,
    size: { characters: characters as number, images: images as number },
  };
  const learnt = learn(state.calibration, report, { characters: header as number, images: 0 });
  return { ...state, calibration: learnt.calibration };
}

function withAdoption(state: BranchState, body: Body): BranchState {
  if (body.kind !== 'event' || !isJsonObject(body.fold) || !Array.isArray(body.left)) return state;
  const { fold, cut, left, arrangement, packet } = body;
  const { branch, seq } = fold;
  if (typeof branch !== 'string' || typeof seq !== 'number' || typeof cut !== 'number') return state;
  const adopted: Adoption = {
    fold: { branch, seq },
    cut,
    left: left as unknown as Range[],
    packet: (Array.isArray(packet) ? packet : []) as number[],
    texts: [],
    arrangement: arrangement ?? null,
  };
  return { ...state, adopted };
}

/** What a saved working set holds besides its hash: enough to go on without the deltas before it. */
export function savedBody(
  state: BranchState,
): { readonly event: string } & { readonly [name: string]: Json } {
  const { ledger, adopted: _, calibration: __, unsaved: ___, ...rest } = state;
  const { facts, ...counts } = ledger;
  return {
    event: 'ledger',
    state: rest as unknown as Json,
    ledger: counts as unknown as Json,
    facts: [...facts.values()] as unknown as Json,
  };
}

/** @returns undefined when the body is no saved working set */
export function stateFromSaved(body: Body): BranchState | undefined {
  if (body.kind !== 'event' || body.event !== 'ledger') return undefined;
  const { state, ledger, facts } = body;
  const parsed = parseFacts(facts ?? null);
  if (!parsed || !isJsonObject(state) || !isJsonObject(ledger)) return undefined;
  const known = new Map<number, Fact>(parsed.map((fact) => [fact.handle, fact]));
  return {
    ...EMPTY_STATE,
    ...(state as unknown as Partial<BranchState>),
    ledger: { ...(ledger as unknown as Omit<Ledger, 'facts'>), facts: known },
    unsaved: 0,
  };
}
