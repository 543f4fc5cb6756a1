import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frozen } from '../../test/frozen.ts';
import { assistant, call, image, reasoning, result, says, text, user } from '../../test/messages.ts';
import {
  type Calibration,
  estimate,
  floorOf,
  learn,
  type Report,
  tokensOf,
  UNCALIBRATED,
} from './estimate.ts';
import { NO_SIZE, type Size, sizeOfMessage, sizeOfMessages } from './size.ts';

const HEADER: Size = { characters: 300, images: 0 };

function report(input: number, characters: number, view: string, more: Partial<Report> = {}): Report {
  return { model: 'm', input, view, size: { characters, images: 0 }, ...more };
}

function learnt(reports: readonly Report[], from: Calibration = UNCALIBRATED): Calibration {
  return reports.reduce((known, one) => learn(known, one, HEADER).calibration, from);
}

describe('before the first report', () => {
  // Covers: F1
  it('text counts characters ÷ 3.3 plus 10 %', () => {
    expect(tokensOf(UNCALIBRATED, { characters: 3_300, images: 0 })).toBe(1_100);
    expect(estimate(UNCALIBRATED, HEADER, { characters: 3_000, images: 0 })).toBe(1_100);
    expect(floorOf(UNCALIBRATED, HEADER)).toBe(100);
  });
});

describe('learning from reports', () => {
  // Covers: F1
  it('finds the rate and the floor of a provider that counts 4 characters a token over 5,000 of tools', () => {
    const views = Array.from({ length: 12 }, (_, at) => 1_000 + at * 5_000);
    const known = learnt(views.map((characters, at) => report(5_000 + characters / 4, characters, `v${at}`)));
    expect(known.charactersPerToken).toBeGreaterThan(3.9);
    expect(known.charactersPerToken).toBeLessThan(4.1);
    expect(Math.abs((known.floor ?? 0) - 5_000)).toBeLessThan(400);
    const smaller = estimate(known, HEADER, { characters: 20_000, images: 0 });
    expect(Math.abs(smaller - 10_000)).toBeLessThan(400);
  });

  // Covers: F1
  it('learns in small steps as in large ones', () => {
    const views = Array.from({ length: 60 }, (_, at) => 1_000 + at * 300);
    const known = learnt(views.map((characters, at) => report(500 + characters / 4, characters, `v${at}`)));
    expect(known.charactersPerToken).toBeGreaterThan(3.9);
    expect(known.charactersPerToken).toBeLessThan(4.1);
  });

  // Covers: F1
  it('makes the estimate of the reported view the report itself', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 500, max: 200_000 }), fc.nat(400_000)), {
          minLength: 1,
          maxLength: 8,
        }),
        (pairs) => {
          const reports = pairs.map(([input, characters], at) => report(input, characters, `v${at}`));
          const known = learnt(reports);
          const last = reports.at(-1) as Report;
          const told = (known.floor ?? 0) + tokensOf(known, last.size);
          // More than 8 characters a token are not believed: then the estimate is on the safe side.
          expect(told).toBeGreaterThanOrEqual(last.input - 1);
          if (last.size.characters <= 8 * last.input) expect(told).toBeLessThanOrEqual(last.input + 1);
        },
      ),
    );
  });

  it('keeps the rate between 1.5 and 8, whatever is reported, and changes nothing that it is given', () => {
    const amount = fc.oneof(
      fc.nat(1_000_000),
      fc.constantFrom(0, -5, 0.5, Number.NaN, Number.POSITIVE_INFINITY),
    );
    const any = fc.record({
      input: amount,
      model: fc.constantFrom('m', 'n'),
      view: fc.constantFrom('a', 'b'),
      size: fc.record({ characters: amount, images: fc.nat(20) }),
    });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 12 }), (reports) => {
        const known = learnt(frozen(reports), frozen(UNCALIBRATED));
        expect(known.charactersPerToken).toBeGreaterThanOrEqual(1.5);
        expect(known.charactersPerToken).toBeLessThanOrEqual(8);
        expect(known.floor === null || (Number.isFinite(known.floor) && known.floor >= 0)).toBe(true);
        expect(learnt(reports)).toEqual(known);
      }),
    );
  });

  it('ignores a report under half the estimate for an unchanged view, and what is no amount', () => {
    const known = learnt([report(6_000, 12_000, 'v1')]);
    const dropped = learn(known, report(2_000, 12_000, 'v1'), HEADER);
    expect(dropped).toEqual({ calibration: known, ignored: true });
    expect(learn(known, report(5_000, 12_000, 'v1'), HEADER).ignored).toBe(false);
    expect(learn(known, report(2_000, 12_000, 'v2'), HEADER).ignored).toBe(false);
    for (const input of [0, -1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(learn(known, report(input, 12_000, 'v3'), HEADER)).toEqual({
        calibration: known,
        ignored: true,
      });
  });

  it('begins again with another model', () => {
    const known = learnt([report(6_000, 12_000, 'v1'), report(26_000, 42_000, 'v2')]);
    const other = report(9_000, 42_000, 'v3', { model: 'n' });
    expect(learn(known, other, HEADER).calibration).toEqual(learn(UNCALIBRATED, other, HEADER).calibration);
  });

  it('takes images for a constant, and cheap ones for no sign of cheap text', () => {
    const one = tokensOf(UNCALIBRATED, { characters: 0, images: 1 });
    const known = learnt([report(500, 900, 'v1', { size: { characters: 900, images: 3 } })]);
    expect(known.charactersPerToken).toBeGreaterThan(3);
    for (const calibration of [UNCALIBRATED, known])
      expect(tokensOf(calibration, { characters: 0, images: 4 })).toBe(4 * one);
  });
});

describe('an estimate', () => {
  it('is monotone in characters and in images', () => {
    const size = fc.record({ characters: fc.nat(1_000_000), images: fc.nat(9) });
    fc.assert(
      fc.property(size, size, fc.double({ min: 1.5, max: 8, noNaN: true }), (a, b, charactersPerToken) => {
        const known = { charactersPerToken, floor: 700, last: null, anchor: null };
        const both = { characters: a.characters + b.characters, images: a.images + b.images };
        expect(estimate(known, HEADER, both)).toBeGreaterThanOrEqual(estimate(known, HEADER, a));
      }),
    );
  });

  it('never takes the header for less than its text', () => {
    const known: Calibration = { charactersPerToken: 3, floor: 10, last: null, anchor: null };
    expect(floorOf(known, { characters: 3_000, images: 0 })).toBe(1_000);
    expect(floorOf({ ...known, floor: 4_000 }, { characters: 3_000, images: 0 })).toBe(4_000);
  });
});

describe('the size of messages', () => {
  // Covers: F1
  it('leaves out reasoning and the bytes of files, and counts images apart', () => {
    const plain = sizeOfMessage(user('look'));
    expect(sizeOfMessage(says('user', ['look', reasoning('x'.repeat(9_000))]))).toEqual(plain);
    const [small, large] = ['a', 'a'.repeat(90_000)].map((bytes) =>
      sizeOfMessage(says('user', [image(bytes)])),
    );
    expect(small).toEqual(large);
    expect(small?.images).toBe(1);
  });

  it('counts calls with their input and results with their output, images in them too', () => {
    const input = { path: 'src/a.ts', deep: [1, { b: 'c'.repeat(100) }] };
    const asked = sizeOfMessage(says('assistant', [call('c1', input)]));
    expect(asked.characters).toBeGreaterThan(100 + 'src/a.ts'.length);
    const came = sizeOfMessage(says('tool', [result('c1', [text('y'.repeat(50)), image('pixels')])]));
    expect([came.characters > 50, came.images]).toEqual([true, 1]);
  });

  it('adds up over messages', () => {
    const list = [user('one'), assistant('two'), says('tool', [result('c1', 'three')])];
    const sum = list.map(sizeOfMessage).reduce((total, { characters }) => total + characters, 0);
    expect(sizeOfMessages(list)).toEqual({ characters: sum, images: 0 });
    expect(sizeOfMessages([])).toEqual(NO_SIZE);
  });
});
