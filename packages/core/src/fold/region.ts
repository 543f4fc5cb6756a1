/**
 * The region of a fold: the entries it covers, read and checked, in chain order; with their units.
 */
import type { Body } from '../journal/body.ts';
import type { Seal } from '../journal/seal.ts';
import { type Unit, unitsOf } from '../journal/units.ts';

export interface RegionEntry {
  readonly seq: number;
  readonly id: string;
  readonly seal: Seal;
  readonly body: Body;
  readonly text: string;
}

export interface Region {
  readonly entries: readonly RegionEntry[];
  readonly bySeq: ReadonlyMap<number, RegionEntry>;
  readonly units: readonly Unit[];
  /** Groups whose answer was cut short: on record, no evidence of what was said. By first entry. */
  readonly aborted: ReadonlySet<number>;
  /** Nothing of the region's last turn stands in the tail. */
  readonly endsAtTurn: boolean;
  /** First entries of units that a turn begins in front of, although its user message is not in the region. */
  readonly turnsAt: ReadonlySet<number>;
}

/** @param live sequences of user messages that stay out of the region, because their turn goes on in the tail */
export function regionOf(
  entries: readonly RegionEntry[],
  endsAtTurn: boolean,
  live: readonly number[] = [],
): Region {
  const units = unitsOf(
    entries
      .filter(({ seal }) => seal.links.header !== true)
      .map(({ seq, seal: { kind, role, links } }) => ({
        seq,
        kind,
        role,
        group: links.group ?? seq,
        ...(links.call === undefined ? {} : { call: links.call }),
      })),
  );
  const aborted = entries.flatMap(({ body, seal }) =>
    body.kind === 'event' && body.event === 'aborted' ? (seal.links.about ?? []) : [],
  );
  const turnsAt = live.flatMap(
    (seq) => units.find(({ entries: [first = 0] }) => first > seq)?.entries[0] ?? [],
  );
  const bySeq = new Map(entries.map((entry) => [entry.seq, entry]));
  return { entries, bySeq, units, aborted: new Set(aborted), endsAtTurn, turnsAt: new Set(turnsAt) };
}

/** Entries that hold a later form of a message, or one that the application inserted. */
export function alteredIn({ entries }: Region): number[] {
  return entries
    .filter(({ body }) => body.kind === 'event' && (body.event === 'revised' || body.event === 'inserted'))
    .map(({ seq }) => seq);
}
