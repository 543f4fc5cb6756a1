/** Bytes in and out of text. Each helper against Node's own `Buffer` or `atob`, and what each refuses. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeOf } from '../../test/code-of.ts';
import { concat, equalBytes, fromBase64, fromHex, fromUtf8, toHex, utf8 } from './bytes.ts';

const bytesArbitrary = fc.uint8Array({ maxLength: 300 });

describe('hexadecimal', () => {
  it('equals what Buffer writes, and comes back', () => {
    fc.assert(
      fc.property(bytesArbitrary, (bytes) => {
        expect(toHex(bytes)).toBe(Buffer.from(bytes).toString('hex'));
        expect(fromHex(toHex(bytes))).toEqual(new Uint8Array(bytes));
      }),
    );
  });

  it('reads digits of either case', () => {
    expect(fromHex('00fFaB')).toEqual(Uint8Array.of(0, 255, 171));
  });

  it.each(['0', 'abc', 'zz', '0x', ' 00', '00 ', '0\n', 'é0', '+1', '-1'])('refuses %j', (text) => {
    expect(codeOf(() => fromHex(text))).toBe('invalid-input');
  });
});

describe('UTF-8', () => {
  it('equals what Buffer writes for well-formed text, and comes back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(Buffer.from(utf8(text)).equals(Buffer.from(text, 'utf8'))).toBe(true);
        expect(fromUtf8(utf8(text))).toBe(text);
      }),
    );
  });

  it('keeps a byte order mark, which is a character like any other', () => {
    expect(fromUtf8(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61))).toBe('\ufeffa');
  });

  it.each([
    ['a continuation byte alone', [0x80]],
    ['a truncated sequence', [0xe2, 0x82]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['beyond U+10FFFF', [0xf4, 0x90, 0x80, 0x80]],
    ['a byte that never occurs', [0x61, 0xff]],
  ])('refuses %s', (_, bytes) => {
    expect(codeOf(() => fromUtf8(Uint8Array.from(bytes)))).toBe('invalid-input');
  });
});

describe('base64', () => {
  it('reads what Buffer writes', () => {
    fc.assert(
      fc.property(bytesArbitrary, (bytes) => {
        expect(fromBase64(Buffer.from(bytes).toString('base64'))).toEqual(new Uint8Array(bytes));
      }),
    );
  });

  it.each(['a', 'aa', 'aaa', 'a===', '====', 'aa=a', 'aaa-', 'aa==aaaa', 'aa a', 'aaa\n', 'data:,x', 'é==='])(
    'does not take %j for base64',
    (text) => {
      expect(fromBase64(text)).toBeUndefined();
    },
  );

  it('never throws, whatever the text', () => {
    const text = fc.string({ unit: fc.constantFrom(...'Aa0+/=-_ \n'), maxLength: 12 });
    fc.assert(
      fc.property(text, (candidate) => {
        const found = fromBase64(candidate);
        // Buffer skips what it cannot read, so writing its reading again shows whether all of it was base64.
        if (found) expect(Buffer.from(candidate, 'base64').equals(Buffer.from(found))).toBe(true);
        else expect(Buffer.from(candidate, 'base64').toString('base64')).not.toBe(candidate);
      }),
    );
  });
});

describe('joining and comparing', () => {
  it('joins in order', () => {
    expect(concat(Uint8Array.of(1, 2), new Uint8Array(), Uint8Array.of(3))).toEqual(Uint8Array.of(1, 2, 3));
    expect(concat()).toEqual(new Uint8Array());
  });

  it('finds equal what is equal, and nothing else', () => {
    fc.assert(
      fc.property(bytesArbitrary, bytesArbitrary, (left, right) => {
        expect(equalBytes(left, Uint8Array.from(left))).toBe(true);
        expect(equalBytes(left, right)).toBe(Buffer.from(left).equals(Buffer.from(right)));
      }),
    );
    expect(equalBytes(Uint8Array.of(1), Uint8Array.of(1, 0))).toBe(false);
  });
});
