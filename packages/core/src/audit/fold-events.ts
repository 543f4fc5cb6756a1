/**
 * The events that folding leaves on a chain, as the audit reads them (docs/format.md, Folds).
 *
 * Invariant: a reader of its own, so that what the writer's reader overlooks is not overlooked here too. Total: whatever
 * the body holds, it is an event of format v1 or undefined.
 */
import { isDigest } from '../base/hash.ts';
import { isJsonObject, type Json } from '../base/json.ts';
import type { Body } from '../journal/body.ts';
import type { Fact } from '../ledger/fact.ts';
import type { Delta } from '../ledger/operation.ts';
import { parseDelta, parseFacts } from '../ledger/parse.ts';
import type { Range } from './ranges.ts';

/** A fold by where its event stands. */
export interface FoldPlace {
  readonly branch: string;
  readonly seq: number;
}

export interface FoldEvent {
  readonly kind: 'cover' | 'enrich' | 'consolidate' | 'amend';
  readonly covered: { readonly ranges: readonly Range[]; readonly count: number; readonly root: string };
  readonly boundary: number;
  readonly cut: number;
  readonly left: readonly Range[];
  readonly previous: FoldPlace | null;
  readonly reach: number;
  readonly step: number;
  readonly altered: readonly number[];
  readonly refused: Json;
  readonly before: string;
  readonly after: string;
  readonly delta: Delta;
}

export interface AdoptedEvent {
  readonly fold: FoldPlace;
  readonly cut: number;
  readonly left: readonly Range[];
  readonly packet: readonly number[];
}

export interface SavedEvent {
  readonly state: Json;
  /** The fold behind which the working set was saved. */
  readonly last: FoldPlace;
  readonly ledger: Json;
  readonly facts: readonly Fact[];
}

export function foldIn(body: Body): FoldEvent | undefined {
  if (body.kind !== 'event' || body.event !== 'fold' || !isJsonObject(body.manifest)) return undefined;
  const { manifest, fold: kind, texts } = body;
  const { covered, boundary, cut, left, previous, reach, step, altered, refused, ledger } = manifest;
  const delta = parseDelta(body.delta ?? null);
  const sound =
    KINDS.includes(kind as FoldEvent['kind']) &&
    delta !== undefined &&
    isCovered(covered) &&
    [boundary, cut, reach, step].every(isCount) &&
    isListOf(left, isRange) &&
    (previous === null || isPlace(previous)) &&
    isListOf(altered, isCount) &&
    isListOf(refused, isJsonObject) &&
    isListOf(texts, isText) &&
    isListOf(manifest.versions, isText) &&
    isJsonObject(manifest.policy) &&
    isJsonObject(ledger) &&
    isHash(ledger.before) &&
    isHash(ledger.after);
  if (!sound) return undefined;
  const { before, after } = ledger;
  return {
    ...{ kind, covered, boundary, cut, left, previous, reach, step, altered, refused, before, after },
    delta,
  } as unknown as FoldEvent;
}

export function adoptedIn(body: Body): AdoptedEvent | undefined {
  if (body.kind !== 'event' || body.event !== 'adopted') return undefined;
  const { fold, cut, left, packet } = body;
  const sound = isPlace(fold) && isCount(cut) && isListOf(left, isRange) && isListOf(packet, isCount);
  return sound ? ({ fold, cut, left, packet } as unknown as AdoptedEvent) : undefined;
}

export function savedIn(body: Body): SavedEvent | undefined {
  if (body.kind !== 'event' || body.event !== 'ledger' || !isJsonObject(body.state)) return undefined;
  const { state, ledger = null } = body;
  const facts = parseFacts(body.facts ?? null);
  if (!facts || !isPlace(state.last)) return undefined;
  return { state, ledger, facts, last: state.last as unknown as FoldPlace };
}

const KINDS: readonly FoldEvent['kind'][] = ['cover', 'enrich', 'consolidate', 'amend'];

function isCovered(value: Json | undefined): boolean {
  return isJsonObject(value) && isListOf(value.ranges, isRange) && isCount(value.count) && isHash(value.root);
}

function isRange(value: Json): boolean {
  if (!Array.isArray(value) || value.length !== 2 || !value.every(isCount)) return false;
  const [first, last] = value as [number, number];
  return first <= last;
}

function isPlace(value: Json | undefined): boolean {
  return isJsonObject(value) && isText(value.branch) && isCount(value.seq);
}

function isListOf(value: Json | undefined, fits: (item: Json) => boolean): boolean {
  return Array.isArray(value) && value.every((item) => fits(item));
}

function isCount(value: Json | undefined): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isText(value: Json | undefined): boolean {
  return typeof value === 'string';
}

function isHash(value: Json | undefined): boolean {
  return typeof value === 'string' && isDigest(value);
}
