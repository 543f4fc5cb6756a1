/** Regions of folds from messages, as the chain holds them, and what a cover makes of them. */
import { cover, type Drafted } from '../src/fold/cover.ts';
import { type Region, type RegionEntry, regionOf } from '../src/fold/region.ts';
import { parseBody, textOf } from '../src/journal/body.ts';
import { emptyBranch } from '../src/journal/branch.ts';
import { ChainBuilder } from '../src/journal/chain.ts';
import { groupOf } from '../src/journal/group.ts';
import type { Message } from '../src/journal/message.ts';
import { parseSeal } from '../src/journal/seal.ts';
import type { Fact } from '../src/ledger/fact.ts';
import type { FactText } from '../src/ledger/fact-text.ts';
import { EMPTY_LEDGER, type Ledger } from '../src/ledger/ledger.ts';
import { reduce } from '../src/ledger/reduce.ts';
import { builtInRedactor } from '../src/redact/detector.ts';
import { SCOPE } from './driver.ts';
import { SALT } from './messages.ts';

export interface Journaled {
  /** Behind the genesis event, in chain order. */
  readonly entries: readonly RegionEntry[];
  /** Sequence of the first entry of each message. */
  readonly seqs: readonly number[];
}

/** @param header so many messages at the beginning are header @param delegated another agent opened the lane */
export function journaled(messages: readonly Message[], header = 0, delegated = false): Journaled {
  const chain = new ChainBuilder({
    expected: null,
    from: emptyBranch(SCOPE),
    salt: SALT,
    delegated,
    now: null,
  });
  const groups = messages.map((message) => groupOf(message, SALT));
  chain.header(groups.slice(0, header));
  const seqs = [...groups.slice(0, header).map(() => 1)];
  for (const group of groups.slice(header))
    seqs.push(chain.group(group, group.aborted ? 'aside' : 'aligned').seq);
  const { entries, bodies } = chain.finish();
  const byId = new Map(bodies.map(({ contentId, bytes }) => [contentId, bytes]));
  const read = entries.slice(1).map(({ seq, id, seal: bytes }): RegionEntry => {
    const seal = parseSeal(bytes);
    const body = parseBody(byId.get(seal.contentId) as Uint8Array);
    return { seq, id, seal, body, text: textOf(body) };
  });
  return { entries: read, seqs };
}

/** The region of all these messages: nothing of them stands in the tail. */
export function regionFrom(messages: readonly Message[], header = 0): Region {
  return regionOf(journaled(messages, header).entries, true);
}

export interface Covered {
  readonly drafted: Drafted;
  readonly ledger: Ledger;
  readonly refused: ReturnType<typeof reduce>['refused'];
  /** Pins of the fold, and its other facts with their texts. */
  readonly pins: readonly Fact[];
  readonly facts: readonly { readonly fact: Fact; readonly text: FactText }[];
}

export const BULK = 2_000;

export function coveredIn(region: Region, ledger: Ledger = EMPTY_LEDGER, step = 0): Covered {
  const drafted = cover({ region, ledger, salt: SALT, redactor: builtInRedactor, step, bulk: BULK });
  const { ledger: next, refused } = reduce(ledger, drafted.delta);
  const made = [...next.facts.values()].filter(({ handle }) => handle >= ledger.next);
  return {
    drafted,
    ledger: next,
    refused,
    pins: made.filter(({ pin }) => pin),
    facts: made.flatMap((fact) => {
      const text = drafted.texts.get(fact.text);
      return text ? [{ fact, text }] : [];
    }),
  };
}

/** Folds of one conversation, one for each part; each part ends a turn. */
export function inFolds(...parts: readonly (readonly Message[])[]): Covered[] {
  const { entries, seqs } = journaled(parts.flat());
  const made: Covered[] = [];
  let first = 0;
  for (const part of parts) {
    const from = seqs[first] ?? Number.POSITIVE_INFINITY;
    first += part.length;
    const to = seqs[first] ?? Number.POSITIVE_INFINITY;
    const region = regionOf(
      entries.filter(({ seq }) => seq >= from && seq < to),
      true,
    );
    const before = made.at(-1);
    made.push(coveredIn(region, before?.ledger, before?.drafted.delta.step));
  }
  return made;
}

export function covered(messages: readonly Message[], ledger?: Ledger): Covered {
  return coveredIn(regionFrom(messages), ledger);
}
