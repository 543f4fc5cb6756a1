import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conversation, TOKEN } from '../../test/conversations.ts';
import { frozen } from '../../test/frozen.ts';
import { assistant, SALT, says, step, system, user } from '../../test/messages.ts';
import { coveredIn, journaled, regionFrom } from '../../test/regions.ts';
import { canonicalText } from '../base/canonical.ts';
import type { Json } from '../base/json.ts';
import { isAuthoritative } from '../journal/authority.ts';
import { contentIdOf, contentOf, parseBody } from '../journal/body.ts';
import type { Message } from '../journal/message.ts';
import { unitsOf } from '../journal/units.ts';
import { factBody } from '../ledger/fact-text.ts';
import { EMPTY_LEDGER, type Ledger } from '../ledger/ledger.ts';
import { parseDelta } from '../ledger/parse.ts';
import { cutOf } from '../policy/plan.ts';
import { coveredBy } from './manifest.ts';
import { type Region, type RegionEntry, regionOf } from './region.ts';

const RUNS = { numRuns: 60 };

/** The region that a fold covers when it leaves a tail of about so many units, and what it leaves. */
function regionsOf(entries: readonly RegionEntry[], tail: number): { region: Region; left: RegionEntry[] } {
  const held = entries.map(({ seq, seal: { kind, role, links } }) => ({
    seq,
    kind,
    role,
    group: links.group ?? seq,
    ...(links.call === undefined ? {} : { call: links.call }),
  }));
  const units = unitsOf(held);
  const bySeq = new Map(entries.map((entry) => [entry.seq, entry]));
  const planned = units.map(({ entries: [first = 0], waiting }) => ({
    tokens: 1,
    user: bySeq.get(first)?.seal.role === 'user',
    thinks: false,
    blocked: waiting.length > 0,
  }));
  const { at, live } = cutOf(planned, tail);
  // A unit whose late result stands behind the cut keeps what stands between in one block with it.
  const cut = Math.min(...units.slice(at).flatMap((unit) => unit.entries), Number.POSITIVE_INFINITY);
  const whole = units.slice(0, at).every((unit) => unit.entries.every((seq) => seq < cut));
  const stays = new Set(live.flatMap((index) => units[index]?.entries ?? []));
  const goes = ({ seq }: RegionEntry): boolean => whole && seq < cut && !stays.has(seq);
  const left = entries.filter((entry) => !goes(entry));
  const tailOpens = planned[at]?.user === true;
  const liveSeqs = live.flatMap((index) => units[index]?.entries.slice(0, 1) ?? []);
  const behind = liveSeqs.some((seq) => seq > (entries.filter(goes).at(-1)?.seq ?? -1));
  return { region: regionOf(entries.filter(goes), tailOpens || behind, liveSeqs), left };
}

describe('a cover', () => {
  // Covers: V7, F4, F7
  it('is the same for the same region, byte for byte, and changes nothing that it is given', () => {
    fc.assert(
      fc.property(conversation, (turns) => {
        const region = regionFrom(turns.flat());
        frozen(region.entries);
        const one = coveredIn(region).drafted;
        const other = coveredIn(regionFrom(structuredClone(turns).flat())).drafted;
        expect(canonicalText(other.delta as unknown as Json)).toBe(
          canonicalText(one.delta as unknown as Json),
        );
        expect(other.bodies).toEqual(one.bodies);
      }),
      RUNS,
    );
  });

  // Covers: L2, F2, V7
  it('is never refused, in any fold of any conversation, and pins all that people said, once', () => {
    fc.assert(
      fc.property(conversation, fc.array(fc.nat(8), { maxLength: 6 }), (turns, tails) => {
        const { entries } = journaled(turns.flat());
        let ledger: Ledger = EMPTY_LEDGER;
        let open: readonly RegionEntry[] = entries;
        let steps = 0;
        for (const tail of [...tails, 0]) {
          const { region, left } = regionsOf(open, tail);
          const made = coveredIn(region, ledger, steps);
          expect(made.refused).toEqual([]);
          expect(parseDelta(made.drafted.delta as unknown as Json)).toEqual(made.drafted.delta);
          [ledger, open, steps] = [made.ledger, left, made.drafted.delta.step];
        }
        const last = coveredIn(regionOf(open, true), ledger, steps);
        expect(last.refused).toEqual([]);
        const pins = [...last.ledger.facts.values()].filter(({ pin }) => pin);
        const pinned = pins.map(({ citations: [cited], pin, text }) => [cited?.entry, pin?.content, text]);
        const said = entries.filter(({ seal }) => seal.kind === 'message' && isAuthoritative(seal.authority));
        expect(pinned.toSorted(bySeq)).toEqual(
          said.map(({ seq, seal }) => [seq, seal.contentId, seal.contentId]),
        );
        const { asserted, facts, tombstones } = last.ledger;
        expect(asserted).toBe(facts.size + tombstones.omitted + tombstones.repeated);
      }),
      RUNS,
    );
  });

  // Covers: C8, E6
  it('leaves no call and no result without a mark: each is cited by a fact, as support or as a repeat', () => {
    fc.assert(
      fc.property(conversation, (turns) => {
        const region = regionFrom(turns.flat());
        const { ledger } = coveredIn(region);
        const named = new Set(
          [...ledger.facts.values()].flatMap(({ citations }) => citations.map(({ entry }) => entry)),
        );
        const results = region.entries.filter(({ seal }) => seal.kind === 'tool-result');
        expect(results.filter(({ seq }) => !named.has(seq))).toEqual([]);
        const lost = region.units.flatMap(({ abandoned, waiting }) => [...abandoned, ...waiting]);
        expect(lost.filter((seq) => !named.has(seq))).toEqual([]);
      }),
      RUNS,
    );
  });

  // Covers: S1
  it('hides every secret, and every piece of one, in all that it derives', () => {
    const piece = TOKEN.slice(6, 16);
    fc.assert(
      fc.property(conversation, (turns) => {
        const { drafted } = coveredIn(regionFrom(turns.flat()));
        const derived = drafted.bodies.map(({ bytes }) => new TextDecoder().decode(bytes)).join('\n');
        expect(derived.includes(piece)).toBe(false);
        expect(JSON.stringify(drafted.delta).includes(piece)).toBe(false);
        expect(JSON.stringify([...drafted.texts.values()]).includes(piece)).toBe(false);
      }),
      RUNS,
    );
  });

  // Covers: J2
  it('brings the bodies that its facts name, each under the hash of its own bytes', () => {
    fc.assert(
      fc.property(conversation, (turns) => {
        const { drafted, facts } = coveredIn(regionFrom(turns.flat()));
        const ids = drafted.bodies.map(({ contentId }) => contentId);
        expect(new Set(ids).size).toBe(ids.length);
        for (const { contentId, bytes } of drafted.bodies) {
          expect(contentIdOf(bytes, SALT)).toBe(contentId);
          expect(parseBody(bytes).kind).toBe('derived');
        }
        for (const { fact, text } of facts) {
          expect(contentOf(factBody(text), SALT).contentId).toBe(fact.text);
          expect(text.claim.length).toBeLessThan(1_000);
          expect(text.subject.length).toBeLessThan(300);
          expect([text.claim, ...(text.lines ?? [])].every((line) => line.isWellFormed())).toBe(true);
        }
      }),
      RUNS,
    );
  });

  it('of nothing is nothing', () => {
    const { drafted, ledger } = coveredIn(regionOf([], true));
    expect(drafted.delta).toEqual({ step: 0, required: [], operations: [] });
    expect([ledger.asserted, drafted.bodies]).toEqual([0, []]);
  });

  it('neither pins nor retells the header', () => {
    const region = regionFrom([system('Be brief.'), user('Go.'), assistant('Done.')], 1);
    const { pins, facts } = coveredIn(region);
    expect(pins.map(({ citations: [cited] }) => cited?.entry)).toEqual([2]);
    expect(facts).toHaveLength(1);
    expect(coveredBy(region.entries).ranges).toEqual([[1, 3]]);
  });
});

describe('steps', () => {
  it('are the responses of the model, with their calls and results', () => {
    const list: Message[] = [
      user('Go.'),
      ...step('c1'),
      ...step('c2'),
      assistant('Done.'),
      user('And?'),
      says('assistant', []),
      assistant('Again.'),
    ];
    expect(coveredIn(regionFrom(list)).drafted.delta.step).toBe(5);
    expect(coveredIn(regionFrom(list), EMPTY_LEDGER, 10).drafted.delta.step).toBe(15);
  });
});

function bySeq([a]: readonly unknown[], [b]: readonly unknown[]): number {
  return Number(a) - Number(b);
}
