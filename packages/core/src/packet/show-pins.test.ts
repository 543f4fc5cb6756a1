import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frozen } from '../../test/frozen.ts';
import { type Marks, pinText } from '../../test/shown-facts.ts';
import { pinCountOf, pinsLine } from './pin-count.ts';
import { type PinBudget, type PinText, type Shown, showPins } from './show-pins.ts';

const tokens = (text: string): number => Math.ceil(text.length / 3);
const LARGE: PinBudget = { pinBudget: 1e9, most: 1e9, tokens, recalled: () => false };

function shownAs(pins: readonly PinText[], budget: Partial<PinBudget> = {}): Shown[] {
  return showPins(frozen(pins), { ...LARGE, ...budget }).map(({ shown }) => shown);
}

/** `name` as often as it takes to be that many tokens. */
const sized = (name: string, size: number): string => name.repeat(Math.ceil((size * 3) / name.length));

const ANSWERED: Marks = { answered: 99 };
const RULE: Marks = { class: 'standing' };
const OLD_RULE: Marks = { class: 'standing', answered: 99 };

describe('within the budget', () => {
  // Covers: L2, L10
  it('every pin is shown verbatim, but the same words once', () => {
    const pins = [
      pinText(1, 'Never push.', RULE),
      pinText(2, 'Build it.', ANSWERED),
      pinText(3, sized('long rule ', 3_000), OLD_RULE),
      pinText(4, 'Ship it.'),
    ];
    expect(shownAs(pins)).toEqual(['full', 'full', 'full', 'full']);
    const many = fc.array(fc.record({ text: fc.string(), answered: fc.boolean() }), { maxLength: 9 });
    fc.assert(
      fc.property(many, (texts) => {
        const made = texts.map(({ text, answered }, at) => pinText(at + 1, text, answered ? ANSWERED : {}));
        const shown = showPins(made, LARGE);
        const full = shown.filter((one) => one.shown === 'full').map(({ text }) => text);
        expect(full.toSorted()).toEqual([...new Set(texts.map(({ text }) => text))].toSorted());
        expect(shown.every((one) => one.shown === 'full' || one.shown === 'repeated')).toBe(true);
      }),
    );
  });

  it('the same words stand where they are still to be acted on, else where they were said last', () => {
    const yes = (entry: number, marks: Marks): PinText => pinText(entry, 'Yes.', marks);
    expect(shownAs([yes(1, ANSWERED), yes(2, ANSWERED), yes(3, ANSWERED)])).toEqual([
      'repeated',
      'repeated',
      'full',
    ]);
    expect(shownAs([yes(1, {}), yes(2, ANSWERED), yes(3, ANSWERED)])).toEqual([
      'full',
      'repeated',
      'repeated',
    ]);
    expect(shownAs([yes(1, ANSWERED), yes(2, {}), yes(3, {})])).toEqual(['repeated', 'repeated', 'full']);
  });

  it('the same words of somebody else, or retired, are not the same', () => {
    const rule = pinText(1, 'Be brief.', RULE);
    expect(shownAs([rule, { ...pinText(2, 'Be brief.', RULE), from: 'system' }])).toEqual(['full', 'full']);
    expect(
      shownAs([pinText(1, 'Be brief.', RULE, { state: 'retired' }), pinText(2, 'Be brief.', RULE)]),
    ).toEqual(['retired', 'full']);
  });

  it('a contested pin is shown, a retired one and an erased one are told of', () => {
    const states = ['uncertain', 'retired', 'erased'] as const;
    expect(shownAs(states.map((state, at) => pinText(at + 1, `rule ${at}`, RULE, { state })))).toEqual([
      'full',
      'retired',
      'erased',
    ]);
  });
});

describe('above the budget', () => {
  const request = (entry: number, size: number, marks: Marks = ANSWERED): PinText =>
    pinText(entry, sized(`request ${entry} `, size), marks);
  const rule = (entry: number, size: number, marks: Marks = OLD_RULE): PinText =>
    pinText(entry, sized(`rule ${entry} `, size), marks);

  // Covers: L10
  it('answered requests become an index line, oldest first, and no more of them than must', () => {
    const pins = [1, 2, 3, 4].map((entry) => request(entry, 1_000));
    expect(shownAs(pins, { pinBudget: 3_300 })).toEqual(['indexed', 'full', 'full', 'full']);
    expect(shownAs(pins, { pinBudget: 2_300 })).toEqual(['indexed', 'indexed', 'full', 'full']);
    expect(shownAs(pins, { pinBudget: 0 })).toEqual(['indexed', 'indexed', 'indexed', 'indexed']);
  });

  it('long answered rules are shortened only when every answered request is indexed', () => {
    const pins = [rule(1, 4_000), request(2, 1_000), rule(3, 4_000), request(4, 1_000)];
    expect(shownAs(pins, { pinBudget: 9_500 })).toEqual(['full', 'indexed', 'full', 'full']);
    expect(shownAs(pins, { pinBudget: 8_200 })).toEqual(['full', 'indexed', 'full', 'indexed']);
    expect(shownAs(pins, { pinBudget: 6_000 })).toEqual(['shortened', 'indexed', 'full', 'indexed']);
    expect(shownAs(pins, { pinBudget: 10 })).toEqual(['shortened', 'indexed', 'shortened', 'indexed']);
  });

  // Covers: L2, C2
  it('other rules and open requests are shown in full, whatever they take', () => {
    const pins = [rule(1, 4_000, RULE), rule(2, 1_900), request(3, 4_000, {}), request(4, 50, { asked: 9 })];
    expect(shownAs(pins, { pinBudget: 0 })).toEqual(['full', 'full', 'full', 'full']);
  });

  it('open requests give way last of all, and only so that the view fits; other rules never', () => {
    const pins = [rule(1, 4_000, RULE), rule(2, 4_000), request(3, 1_000, {}), request(4, 1_000)];
    expect(shownAs(pins, { pinBudget: 0, most: 6_300 })).toEqual(['full', 'shortened', 'full', 'indexed']);
    expect(shownAs(pins, { pinBudget: 0, most: 0 })).toEqual(['full', 'shortened', 'indexed', 'indexed']);
  });

  it('what somebody speaks of again is shown in full, while the view can hold it', () => {
    const pins = [request(1, 1_000), request(2, 1_000), rule(3, 4_000)];
    const recalled = ({ entry }: PinText): boolean => entry !== 2;
    expect(shownAs(pins, { pinBudget: 1_100, recalled })).toEqual(['full', 'indexed', 'full']);
    const all = [request(1, 1_000), request(2, 1_000), request(3, 1_000)];
    expect(shownAs(all, { pinBudget: 1_100, recalled: () => true })).toEqual(['indexed', 'indexed', 'full']);
    expect(shownAs(pins, { pinBudget: 1_100, most: 4_600, recalled })).toEqual([
      'indexed',
      'indexed',
      'full',
    ]);
    expect(shownAs(pins, { pinBudget: 1_100, most: 2_000, recalled })).toEqual([
      'indexed',
      'indexed',
      'shortened',
    ]);
  });

  it('a pin that is no longer than its index line stays', () => {
    expect(shownAs([pinText(1, 'Go on.', { answered: 2 })], { pinBudget: 0 })).toEqual(['full']);
    expect(shownAs([pinText(1, 'x'.repeat(80), ANSWERED)], { pinBudget: 0 })).toEqual(['full']);
    expect(shownAs([pinText(1, 'x'.repeat(900), ANSWERED)], { pinBudget: 0 })).toEqual(['indexed']);
  });
});

describe('the count of pins', () => {
  const states = fc.constantFrom('active', 'uncertain', 'retired', 'erased' as const);
  const somePins = fc
    .array(
      fc.record({
        name: fc.constantFrom('yes ', 'build ', 'never push ', 'a longer rule '),
        size: fc.constantFrom(1, 100, 2_500),
        standing: fc.boolean(),
        answered: fc.boolean(),
        state: states,
      }),
      { maxLength: 12 },
    )
    .map((drawn) =>
      drawn.map(({ name, size, standing, answered, state }, at) =>
        pinText(
          at + 1,
          sized(name, size),
          { class: standing ? 'standing' : 'request', ...(answered ? ANSWERED : {}) },
          { state: state as 'active' },
        ),
      ),
    );

  // Covers: L2, C6
  it('adds up: every pin is shown in exactly one way, and one that is not in full stands in no other', () => {
    fc.assert(
      fc.property(somePins, fc.nat(9_000), fc.nat(9_000), (pins, pinBudget, most) => {
        const shown = showPins(pins, { ...LARGE, pinBudget, most });
        const count = pinCountOf(shown);
        const ways = count.shown + count.shortened + count.indexed + count.repeated + count.retired;
        expect(ways + count.total - count.intact).toBe(count.total);
        expect(shown.map(({ fact }) => fact.handle)).toEqual(pins.map(({ fact }) => fact.handle));
        const open = shown.filter(({ fact }) => fact.state === 'active' && fact.pin?.answered === undefined);
        const must = open.filter(({ fact }) => fact.pin?.class === 'standing');
        expect(must.every((one) => one.shown === 'full' || one.shown === 'repeated')).toBe(true);
        if (open.some((one) => one.shown === 'indexed'))
          expect(
            shown.every(
              ({ fact, shown: how, text }) =>
                how !== 'full' || text.length < 300 || !fact.pin?.answered || fact.pin.class === 'standing',
            ),
          ).toBe(true);
        for (const { text, shown: how } of shown)
          if (how === 'repeated')
            expect(shown.some((one) => one.text === text && one.shown !== 'repeated')).toBe(true);
      }),
    );
  });

  it('is the same for the same pins, and shrinks no pin of a larger budget that a smaller one shows in full', () => {
    fc.assert(
      fc.property(somePins, fc.nat(9_000), fc.nat(3_000), (pins, pinBudget, more) => {
        const small = showPins(pins, { ...LARGE, pinBudget });
        expect(showPins(pins, { ...LARGE, pinBudget })).toEqual(small);
        const large = showPins(pins, { ...LARGE, pinBudget: pinBudget + more });
        const full = (shown: typeof small): number => shown.filter((one) => one.shown === 'full').length;
        expect(full(large)).toBeGreaterThanOrEqual(full(small));
      }),
    );
  });

  it('is told in one line', () => {
    const pins = [
      pinText(1, 'Never push.', RULE),
      pinText(2, sized('long rule ', 3_000), OLD_RULE),
      pinText(3, sized('done ', 100), ANSWERED),
      pinText(4, 'Yes.', ANSWERED),
      pinText(5, 'Yes.'),
    ];
    const count = pinCountOf(showPins(pins, { ...LARGE, pinBudget: 0 }));
    expect(pinsLine(count)).toBe('pins 5/5 intact (2 shown, 1 shortened, 1 indexed, 1 said again)');
  });
});
