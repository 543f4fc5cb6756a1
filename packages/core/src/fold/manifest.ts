/**
 * The manifest of a fold (F3): what was covered, which fold came before, under which policy, and the ledger's hash
 * before and after. It stands with its delta in one event of the chain, so a head covers it.
 */
import { fromHex, toHex } from '../base/bytes.ts';
import { isDigest } from '../base/hash.ts';
import { isJsonObject, type Json } from '../base/json.ts';
import type { Body, EventBody } from '../journal/body.ts';
import { addLeaf, EMPTY_FRONTIER, type Frontier, rootOf } from '../journal/merkle.ts';
import type { Delta, Refusal } from '../ledger/operation.ts';
import { parseDelta } from '../ledger/parse.ts';

/** `amend`: the application's own change, without coverage. */
export type FoldKind = 'cover' | 'enrich' | 'consolidate' | 'amend';

/** Sequences from the first to the last, both included. */
export type Range = readonly [first: number, last: number];

export interface Covered {
  readonly ranges: readonly Range[];
  readonly count: number;
  /** Merkle root (RFC 6962) over the ids of the covered entries, in order. */
  readonly root: string;
}

/** A fold by where its event stands. */
export interface FoldPlace {
  readonly branch: string;
  readonly seq: number;
}

export interface Manifest {
  readonly covered: Covered;
  /** Revision that the plan froze. */
  readonly boundary: number;
  /** The tail begins here: first sequence that is not folded, but for what was left out. */
  readonly cut: number;
  /** Below the cut and not covered: user messages of the turn that goes on. */
  readonly left: readonly Range[];
  readonly previous: FoldPlace | null;
  /** The highest sequence that this fold or one before it covered, cited or read. */
  readonly reach: number;
  /** Steps of the branch up to the cut. */
  readonly step: number;
  /** Entries that hold a later form of a message, or one inserted later. */
  readonly altered: readonly number[];
  /** Why, and with which numbers. */
  readonly policy: { readonly [name: string]: Json };
  /** Versions of what was asked: data files, redactor. */
  readonly versions: readonly string[];
  readonly refused: readonly Refusal[];
  readonly ledger: { readonly before: string; readonly after: string };
}

export interface FoldEvent {
  readonly fold: FoldKind;
  readonly manifest: Manifest;
  readonly delta: Delta;
  /** Content ids of the derived bodies that the fold brought. */
  readonly texts: readonly string[];
}

export function foldBody({ fold, manifest, delta, texts }: FoldEvent): EventBody {
  return { kind: 'event', event: 'fold', fold, manifest, delta, texts } as unknown as EventBody;
}

/** Reads a fold back. Every store is hostile until parsed. @returns undefined when the body is no fold of format v1 */
export function foldIn(body: Body): FoldEvent | undefined {
  if (body.kind !== 'event' || body.event !== 'fold') return undefined;
  const { fold, manifest, texts } = body;
  const delta = parseDelta(body.delta ?? null);
  if (!delta || !isManifest(manifest ?? null) || !Array.isArray(texts)) return undefined;
  if (!KINDS.includes(fold as FoldKind) || !texts.every((id) => typeof id === 'string')) return undefined;
  return { fold, manifest, delta, texts } as unknown as FoldEvent;
}

/** Ranges and root of entries, given in chain order. */
export function coveredBy(entries: readonly { readonly seq: number; readonly id: string }[]): Covered {
  let frontier: Frontier = EMPTY_FRONTIER;
  for (const [size, { id }] of entries.entries()) frontier = addLeaf(frontier, size, id);
  return {
    ranges: rangesOf(entries.map(({ seq }) => seq)),
    count: entries.length,
    root: toHex(rootOf(frontier)),
  };
}

/** Ascending sequences as ranges. */
export function rangesOf(seqs: readonly number[]): Range[] {
  const ranges: [number, number][] = [];
  for (const seq of seqs) {
    const last = ranges.at(-1);
    if (last && last[1] === seq - 1) last[1] = seq;
    else ranges.push([seq, seq]);
  }
  return ranges;
}

export function inRanges(ranges: readonly Range[], seq: number): boolean {
  return ranges.some(([first, last]) => seq >= first && seq <= last);
}

const KINDS: readonly FoldKind[] = ['cover', 'enrich', 'consolidate', 'amend'];

function isManifest(value: Json): boolean {
  if (!isJsonObject(value)) return false;
  const { covered, boundary, cut, left, previous, reach, step, altered, policy, versions, refused, ledger } =
    value;
  return (
    isCovered(covered ?? null) &&
    [boundary, cut, reach, step].every(isCount) &&
    (cut as number) <= (boundary as number) &&
    areRanges(left ?? null, cut as number) &&
    (previous === null || isPlace(previous ?? null)) &&
    Array.isArray(altered) &&
    altered.every(isCount) &&
    isJsonObject(policy) &&
    Array.isArray(versions) &&
    Array.isArray(refused) &&
    isJsonObject(ledger) &&
    isHash(ledger.before) &&
    isHash(ledger.after)
  );
}

function isCovered(value: Json): boolean {
  if (!isJsonObject(value) || !isHash(value.root) || !areRanges(value.ranges ?? null)) return false;
  const ranges = value.ranges as unknown as readonly Range[];
  const apart = ranges.every(([first], at) => at === 0 || first > (ranges[at - 1]?.[1] ?? 0));
  return apart && value.count === ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
}

/** Each from its first to its last, below a sequence: so they can be walked. */
export function areRanges(value: Json, below: number = Number.POSITIVE_INFINITY): boolean {
  const isRange = (range: Json): boolean => {
    if (!Array.isArray(range) || range.length !== 2 || !range.every(isCount)) return false;
    const [first, last] = range as [number, number];
    return first <= last && last < below;
  };
  return Array.isArray(value) && value.every(isRange);
}

export function isPlace(value: Json): boolean {
  return isJsonObject(value) && typeof value.branch === 'string' && isCount(value.seq);
}

export function isCount(value: Json | undefined): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

export function isHash(value: Json | undefined): boolean {
  return typeof value === 'string' && isDigest(value) && fromHex(value).length === 32;
}
