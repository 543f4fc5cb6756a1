import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { result } from '../../test/deltas.ts';
import { frozen } from '../../test/frozen.ts';
import { anyText } from '../../test/json.ts';
import { pinText, recordFact } from '../../test/shown-facts.ts';
import { budgetOf } from '../policy/budget.ts';
import { lineOf, type RecordFact } from './fact-line.ts';
import { factSize, type Packet, type PackInput, pack, recordSize } from './pack.ts';
import type { PinText } from './show-pins.ts';

const BASE: PackInput = {
  pins: [],
  facts: [],
  revision: 60,
  folds: 1,
  covered: 50,
  omitted: 0,
  repeated: 0,
  altered: [],
  alteredTexts: [],
  goesOn: undefined,
  tools: [],
  plain: false,
  budget: budgetOf({ window: 8_000 }),
  floor: 500,
  tail: 1_000,
  charactersPerToken: 3,
  recalled: () => false,
};

function packed(more: Partial<PackInput>): Packet {
  return pack(frozen({ ...BASE, ...more }));
}

/** Tokens of the whole view. */
const total = ({ tokens }: Packet, { floor, tail } = BASE): number =>
  floor + tail + tokens.pins + tokens.record;

const words = fc.oneof(anyText, fc.lorem({ maxCount: 60 }));
const somePins = fc
  .array(
    fc.record({
      text: words,
      times: fc.constantFrom(1, 1, 40),
      standing: fc.boolean(),
      answered: fc.boolean(),
    }),
    {
      maxLength: 12,
    },
  )
  .map((drawn) =>
    drawn.map(({ text, times, standing, answered }, at) =>
      pinText(at + 1, text.repeat(times), {
        class: standing ? 'standing' : 'request',
        ...(answered ? { answered: 50 } : {}),
      }),
    ),
  );
const someFacts = fc
  .array(
    fc.record({ claim: words, priority: fc.constantFrom('P1', 'P2', 'P3' as const), entry: fc.nat(50) }),
    {
      maxLength: 40,
    },
  )
  .map((drawn) =>
    drawn.map(({ claim, priority, entry }, at) =>
      recordFact(at + 1, claim, { priority: priority as 'P1', citations: [result(entry)] }),
    ),
  );

describe('a packet', () => {
  // Covers: C3
  it('is the same bytes for the same facts and the same budget, and holds no half character', () => {
    fc.assert(
      fc.property(somePins, someFacts, (pins, facts) => {
        const made = packed({ pins, facts });
        expect(packed(structuredClone({ pins, facts }))).toEqual(made);
        expect(made.texts.every((text) => text.isWellFormed())).toBe(true);
      }),
    );
  });

  // Covers: C2, C5
  it('fits the room, or nothing of what it shows could be left out', () => {
    fc.assert(
      fc.property(somePins, someFacts, fc.nat(6_000), (pins, facts, tail) => {
        const made = packed({ pins, facts, tail });
        if (total(made, { ...BASE, tail }) <= BASE.budget.room) return;
        expect(made.facts.shown).toBe(0);
        for (const { fact, text } of pins)
          if (
            made.shown.get(fact.handle) === 'full' &&
            fact.pin?.answered !== undefined &&
            fact.pin.class === 'request'
          )
            expect(text.length).toBeLessThan(200);
      }),
    );
  });

  // Covers: C3
  it('prints its tokens, and they are those of its texts', () => {
    fc.assert(
      fc.property(somePins, someFacts, (pins, facts) => {
        const { texts, tokens, sections, facts: count } = packed({ pins, facts });
        expect([tokens.pins, tokens.record]).toEqual(texts.map((text) => Math.ceil(text.length / 3)));
        expect(sections.reduce((sum, one) => sum + one.facts, 0)).toBe(count.shown);
        expect(count.shown + count.leftOut).toBe(facts.length);
        expect(sections.reduce((sum, one) => sum + one.tokens, 0)).toBeLessThanOrEqual(
          tokens.record + sections.length,
        );
      }),
    );
  });

  // Covers: L2
  it('holds every pin verbatim while pins fit their budget', () => {
    fc.assert(
      fc.property(somePins, (pins) => {
        const budget = budgetOf({ window: 1_000_000 });
        const { texts, shown, pins: count } = packed({ pins, budget });
        for (const { text, fact } of pins)
          if (text.isWellFormed()) expect(texts[0].includes(`\n${text}\n[end of e`)).toBe(true);
          else expect(['full', 'repeated']).toContain(shown.get(fact.handle));
        expect([count.total, count.intact]).toEqual([pins.length, pins.length]);
        expect(count.shown + count.repeated).toBe(pins.length);
      }),
    );
  });

  it('shows an indexed pin in full again when somebody speaks of it', () => {
    const long = (name: string): string => `${name} `.repeat(400);
    const pins = [1, 2].map((entry) => pinText(entry, long(`page${entry}`), { answered: 50 }));
    const shownOf = (recalled: (pin: PinText) => boolean): string[] => [
      ...packed({ pins, recalled }).shown.values(),
    ];
    expect(shownOf(() => false)).toEqual(['indexed', 'full']);
    expect(shownOf(({ entry }) => entry === 1)).toEqual(['full', 'indexed']);
    expect(packed({ pins }).pins).toMatchObject({ total: 2, intact: 2, shown: 1, indexed: 1 });
  });

  it('names the tools and the turn it is given', () => {
    const [, record] = packed({
      tools: ['read_history'],
      goesOn: 45,
      facts: [recordFact(1, 'x', { citations: [result(46)] })],
    }).texts;
    expect([record.includes('read_history'), record.includes('(e45)')]).toEqual([true, true]);
  });
});

describe('the size of the record', () => {
  // Covers: C1
  it('is that of its lines, and of nothing that it only counts', () => {
    const states = ['active', 'uncertain', 'stale', 'superseded', 'closed', 'retired', 'erased'] as const;
    const facts: RecordFact[] = states.map((state, at) => recordFact(at + 1, `claim ${at}`, { state }));
    const sizes = facts.map((one) => factSize(one, 3));
    expect(sizes.map((size) => size > 0)).toEqual([true, true, true, false, false, false, true]);
    expect(sizes[0]).toBe(Math.ceil((lineOf(facts[0] as RecordFact).length + 1) / 3));
    expect(recordSize(facts, 3)).toBe(sizes.reduce((sum, size) => sum + size, 0));
  });
});
