/**
 * What a branch's folds come to: ledger, cut, adoption, calibration. Advanced event by event; pure.
 *
 * Invariant: the state follows from the marked entries alone, so a process that reads them comes to the same state as
 * the one that wrote them.
 */
import { isJsonObject, type Json } from '../base/json.ts';
import type { Body, EventBody } from '../journal/body.ts';
import type { Fact } from '../ledger/fact.ts';
import { EMPTY_LEDGER, type Ledger } from '../ledger/ledger.ts';
import { parseFacts } from '../ledger/parse.ts';
import { reduce } from '../ledger/reduce.ts';
import { type Calibration, learn, type Report, UNCALIBRATED } from '../policy/estimate.ts';
import type { Size } from '../policy/size.ts';
import {
  areRanges,
  type FoldEvent,
  type FoldPlace,
  foldIn,
  isCount,
  isHash,
  isPlace,
  type Range,
} from './manifest.ts';
import { USAGE_KEPT } from './mark-limits.ts';

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
  /** The last reports of usage, as many as a new process reads; null for one that says nothing. */
  readonly heard: readonly (Heard | null)[];
  /** What these teach, the oldest first. */
  readonly calibration: Calibration;
}

/** One report of usage, and the size of its view's header. */
interface Heard {
  readonly report: Report;
  readonly header: Size;
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
  heard: [],
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

function withFold(state: BranchState, place: FoldPlace, body: EventBody): BranchState {
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
function withUsage(state: BranchState, body: EventBody): BranchState {
  if (body.size === undefined) return state;
  const heard = [...state.heard, heardIn(body)].slice(-USAGE_KEPT);
  return { ...state, heard, calibration: taught(heard) };
}

/** What the reports of one model teach; of the one that reported last, where none is named. */
export function calibrationFor({ heard, calibration }: BranchState, model: string | undefined): Calibration {
  return model === undefined ? calibration : taught(heard.filter((one) => one?.report.model === model));
}

function taught(heard: BranchState['heard']): Calibration {
  return heard.reduce(
    (known, one) => (one ? learn(known, one.report, one.header).calibration : known),
    UNCALIBRATED,
  );
}

function heardIn({ input, model, view, size }: EventBody): Heard | null {
  if (!isCount(input) || typeof view !== 'string' || !isJsonObject(size)) return null;
  const { characters, images, header, window } = size;
  if (![characters, images, header].every(isCount)) return null;
  // The provider took the view, so it cannot have been larger than the window.
  if (isCount(window) && (input as number) > (window as number)) return null;
  const report = {
    model: typeof model === 'string' ? model : '',
    input: input as number,
    view,
    size: { characters: characters as number, images: images as number },
    ...(isCount(window) ? { window: window as number } : {}),
  };
  return { report, header: { characters: header as number, images: 0 } };
}

function withAdoption(state: BranchState, body: EventBody): BranchState {
  const { fold, cut, left, arrangement, packet } = body;
  const sound = isPlace(fold ?? null) && isCount(cut) && areRanges(left ?? null, cut as number);
  if (!sound || !Array.isArray(packet) || !packet.every(isCount)) return state;
  const adopted: Adoption = {
    fold: fold as unknown as FoldPlace,
    cut: cut as number,
    left: left as unknown as Range[],
    packet: packet as number[],
    texts: [],
    arrangement: arrangement ?? null,
  };
  return { ...state, adopted };
}

/** What a saved working set holds besides its hash: enough to go on without the deltas before it. */
export function savedBody(
  state: BranchState,
): { readonly event: string } & { readonly [name: string]: Json } {
  const { ledger, adopted: _, heard: __, calibration: ___, unsaved: ____, ...rest } = state;
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
  if (!parsed || !isState(state ?? null) || !isLedger(ledger ?? null, parsed)) return undefined;
  const known = new Map<number, Fact>(parsed.map((fact) => [fact.handle, fact]));
  const { cut, left, step, reach, folds, covered, altered, last, lastCover } =
    state as unknown as BranchState;
  const { next, asserted, tombstones, hash } = ledger as unknown as Ledger;
  return {
    ...EMPTY_STATE,
    ...{ cut, left, step, reach, folds, covered, altered, last, lastCover },
    ledger: { facts: known, next, asserted, tombstones, hash },
  };
}

function isState(value: Json): boolean {
  if (!isJsonObject(value)) return false;
  const { cut, left, step, reach, folds, covered, altered, last, lastCover } = value;
  return (
    [cut, step, reach, folds, covered].every(isCount) &&
    areRanges(left ?? null, cut as number) &&
    Array.isArray(altered) &&
    altered.every(isCount) &&
    [last, lastCover].every((place) => place === null || isPlace(place ?? null))
  );
}

/** Its counts add up with its facts (rule 12). */
function isLedger(value: Json, facts: readonly Fact[]): boolean {
  if (!isJsonObject(value) || !isJsonObject(value.tombstones)) return false;
  const { next, asserted, hash, tombstones } = value;
  const { omitted, repeated } = tombstones;
  if (![next, asserted, omitted, repeated].every(isCount) || !isHash(hash)) return false;
  const counted = facts.length + (omitted as number) + (repeated as number);
  return counted === asserted && (facts.at(-1)?.handle ?? 0) < (next as number);
}
