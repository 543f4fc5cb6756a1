/**
 * Walking a log along a branch: its items in their own order, each against the entries that stand at its place.
 *
 * A log is a complete record, so nothing has to be aligned. Pure; the same items give the same places whether they come
 * at once, in parts or again.
 */

import { isHeaderRole } from './align/handed.ts';
import { forkWords } from './branch.ts';
import type { ChainBuilder } from './chain.ts';
import { type Group, groupOf, type Piece, pieceOf, rollOn } from './group.ts';
import type { Message, Usage } from './message.ts';
import type { EntryRow, GroupRow, GroupState } from './rows.ts';
import { parseSeal } from './seal.ts';

export type LogEntry = { readonly message: Message } | { readonly usage: Usage };

/** How far along a branch a log has been walked: as many entries, groups, and the rolling hash behind them. */
export interface LogPlace {
  readonly branch: string;
  readonly revision: number;
  readonly groups: number;
  readonly aligned: number;
  readonly roll: string;
}

/** Behind the genesis of a lane's first branch. */
export const LOG_START: LogPlace = { branch: 'main', revision: 1, groups: 0, aligned: 0, roll: '' };

export interface LogStep {
  readonly group: Group | undefined;
  readonly usage: Usage | undefined;
  /** The entries that it stands in, in order. */
  readonly pieces: readonly Piece[];
}

export function logStep(entry: LogEntry, salt: Uint8Array): LogStep {
  const event = (name: string, detail: object): Piece =>
    pieceOf({ kind: 'event', event: name, ...detail }, null, 'none', salt);
  if ('usage' in entry)
    return { group: undefined, usage: entry.usage, pieces: [event('usage', entry.usage)] };
  const group = groupOf(entry.message, salt);
  const pieces = [...group.pieces];
  if (group.aborted) pieces.push(event('aborted', {}));
  if (group.usage) pieces.push(event('usage', group.usage));
  return { group, usage: undefined, pieces };
}

/** The state in which a log's group is recorded at this place. */
export function stateAt(group: Group, place: LogPlace): GroupState {
  if (group.aborted || group.derived) return 'aside';
  return place.aligned === 0 && isHeaderRole(group.role) ? 'header' : 'aligned';
}

export function placeBehind(place: LogPlace, step: LogStep): LogPlace {
  const revision = place.revision + step.pieces.length;
  if (!step.group) return { ...place, revision };
  const groups = place.groups + 1;
  if (stateAt(step.group, place) !== 'aligned') return { ...place, revision, groups };
  return { ...place, revision, groups, aligned: groups, roll: rollOn(place.roll, step.group) };
}

/** How many of the step's entries stand at the beginning of these rows. */
export function recordedEntries(step: LogStep, rows: readonly EntryRow[]): number {
  const differs = step.pieces.findIndex((piece, index) => {
    const row = rows[index];
    const seal = row && parseSeal(row.seal);
    return (
      !seal ||
      seal.contentId !== piece.contentId ||
      seal.role !== piece.role ||
      (step.group && seal.role !== null && (seal.links.nativeId ?? null) !== step.group.nativeId)
    );
  });
  return differs < 0 ? step.pieces.length : differs;
}

/** Adds steps to a chain that stands at the place. @returns the place behind each */
export function addSteps(chain: ChainBuilder, from: LogPlace, steps: readonly LogStep[]): LogPlace[] {
  let place = from;
  const header: Group[] = [];
  return steps.map((step) => {
    if (step.usage) chain.event({ event: 'usage', ...step.usage });
    if (step.group) {
      const state = stateAt(step.group, place);
      if (state === 'header') header.push(step.group);
      chain.group(step.group, state, state === 'header' ? { header: true } : {});
      if (state === 'header') chain.noteHeader(header);
    }
    place = placeBehind(place, step);
    return place;
  });
}

/** Adds the entries that a step has gained since it was recorded: its message grew at the end of the log. */
export function addRestOf(
  chain: ChainBuilder,
  from: LogPlace,
  { group, pieces }: LogStep,
  recorded: number,
): void {
  if (!group) return;
  const parts = pieces.slice(0, recorded).map(({ token }) => token);
  const { role, wording, key, idKey: nativeId } = group;
  const { revision: seq, roll, groups: ordinal } = from;
  const row: GroupRow = {
    ordinal,
    place: ordinal,
    form: seq,
    seq,
    state: 'aligned',
    role,
    wording,
    key,
    roll,
    nativeId,
    parts,
  };
  chain.grow(row, group, group.pieces.slice(recorded));
}

export function stepWords(step: LogStep): string[] {
  return forkWords(step.group ?? { nativeId: null, pieces: step.pieces });
}
