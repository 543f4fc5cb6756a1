import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../test/json.ts';
import { grouped, head, lastPart, oneLine, shortened } from './one-line.ts';

const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

describe('text of others on one line', () => {
  // Covers: C7
  it('has no line end, no half character and nothing unseen, whatever came in', () => {
    const anyPoint = fc.string({ unit: 'binary', maxLength: 30 });
    fc.assert(
      fc.property(fc.oneof(anyText, anyPoint), (text) => {
        const line = oneLine(text);
        expect(line.isWellFormed()).toBe(true);
        expect(/[\n\r\u2028\u2029]/.test(line)).toBe(false);
      }),
    );
  });

  // Covers: C7
  it('shows control, bidirectional, joining and tag characters as their code', () => {
    const hidden = [
      '\u0000',
      '\u001b',
      '\u007f',
      '\u0085',
      '\u200b',
      '\u200d',
      '\u200e',
      '\u202e',
      '\u2066',
      '\u061c',
    ];
    for (const sign of [...hidden, '\u00ad', '\u180e', '\ufeff', '\u{e0041}', '\u{e007f}']) {
      const line = oneLine(`a${sign}b`);
      expect(UNSEEN.test(line)).toBe(false);
      expect(line).toBe(`a\\u${(sign.codePointAt(0) as number).toString(16).padStart(4, '0')}b`);
    }
  });

  it('keeps words, emoji and line ends apart from each other', () => {
    expect(oneLine('one\r\ntwo\nthree\tfour')).toBe('one ⏎ two ⏎ three four');
    expect(oneLine('Zürich, 東京, 🚀')).toBe('Zürich, 東京, 🚀');
    expect(oneLine('half \ud83d')).toBe('half \ufffd');
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(oneLine(oneLine(text))).toBe(oneLine(text));
      }),
    );
  });
});

describe('cutting', () => {
  it('never splits a character, and takes no more than it may', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 30 }),
        fc.integer({ min: 1, max: 40 }),
        (text, length) => {
          for (const cut of [head(text, length), lastPart(text, length), shortened(text, length)]) {
            expect(cut.isWellFormed()).toBe(true);
            expect(cut.length).toBeLessThanOrEqual(length);
          }
          expect(text.startsWith(head(text, length))).toBe(true);
          expect(text.endsWith(lastPart(text, length))).toBe(true);
        },
      ),
    );
  });

  it('marks what is missing, and leaves alone what fits', () => {
    expect([shortened('abcdef', 6), shortened('abcdef', 4)]).toEqual(['abcdef', 'abc…']);
  });
});

describe('numbers', () => {
  it('are grouped by thousands', () => {
    expect([0, 999, 1_000, 65_536, 1_234_567].map(grouped)).toEqual([
      '0',
      '999',
      '1,000',
      '65,536',
      '1,234,567',
    ]);
  });
});
