/**
 * Covers: J2
 *
 * Canonical bytes: the examples that RFC 8785 publishes, our two documented points beside it, and what is refused.
 */
import { describe, expect, it } from 'vitest';
import { codeOf } from '../../test/code-of.ts';
import { nested } from '../../test/json.ts';
import { fromHex, fromUtf8, toHex } from './bytes.ts';
import { canonicalBytes, canonicalText } from './canonical.ts';
import { type Json, MAX_JSON_DEPTH } from './json.ts';

/** RFC 8785 appendix B: bits of a double, and how it is written. */
const NUMBERS: readonly (readonly [bits: string, text: string])[] = [
  ['0000000000000000', '0'],
  ['8000000000000000', '0'],
  ['0000000000000001', '5e-324'],
  ['8000000000000001', '-5e-324'],
  ['7fefffffffffffff', '1.7976931348623157e+308'],
  ['ffefffffffffffff', '-1.7976931348623157e+308'],
  ['4340000000000000', '9007199254740992'],
  ['c340000000000000', '-9007199254740992'],
  ['4430000000000000', '295147905179352830000'],
  ['44b52d02c7e14af5', '9.999999999999997e+22'],
  ['44b52d02c7e14af6', '1e+23'],
  ['44b52d02c7e14af7', '1.0000000000000001e+23'],
  ['444b1ae4d6e2ef4e', '999999999999999700000'],
  ['444b1ae4d6e2ef4f', '999999999999999900000'],
  ['444b1ae4d6e2ef50', '1e+21'],
  ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
  ['3eb0c6f7a0b5ed8d', '0.000001'],
  ['41b3de4355555553', '333333333.3333332'],
  ['41b3de4355555554', '333333333.33333325'],
  ['41b3de4355555555', '333333333.3333333'],
  ['41b3de4355555556', '333333333.3333334'],
  ['41b3de4355555557', '333333333.33333343'],
  ['becbf647612f3696', '-0.0000033333333333333333'],
  ['43143ff3c1cb0959', '1424953923781206.2'],
];

describe('RFC 8785', () => {
  it.each(NUMBERS)('appendix B: %s is %s', (bits, text) => {
    expect(canonicalText(doubleOf(bits))).toBe(text);
  });

  it.each(['7fffffffffffffff', '7ff0000000000000', 'fff0000000000000'])(
    'appendix B: %s is refused',
    (bits) => {
      expect(codeOf(() => canonicalText(doubleOf(bits)))).toBe('invalid-input');
    },
  );

  it('section 3.2.2 to 3.2.4: the example, byte for byte', () => {
    const value = JSON.parse(`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
      "literals": [null, true, false]
    }`);
    expect(toHex(canonicalBytes(value))).toBe(
      [
        '7b226c69746572616c73223a5b6e756c6c2c747275652c66616c73655d2c226e756d62657273223a',
        '5b3333333333333333332e333333333333332c31652b33302c342e352c302e3030322c31652d3237',
        '5d2c22737472696e67223a22e282ac245c75303030665c6e4127425c225c5c5c5c5c222f227d',
      ].join(''),
    );
  });

  it('section 3.2.3: members are sorted by UTF-16 code units', () => {
    const value = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      1: 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    };
    expect([...canonicalText(value).matchAll(/:"([^"]*)"/g)].map(([, text]) => text)).toEqual([
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ]);
  });

  it('section 3.2.2.2: control characters take the short escape where there is one, else lower-case hexadecimal', () => {
    expect(canonicalText('\b\t\n\f\r"\\/\u0000\u001f\u007f')).toBe(
      '"\\b\\t\\n\\f\\r\\"\\\\/\\u0000\\u001f\u007f"',
    );
  });
});

describe('our two points', () => {
  it('writes negative zero as 0', () => {
    expect(canonicalText([-0, { a: -0 }])).toBe('[0,{"a":0}]');
  });

  it('writes a lone surrogate as its lower-case escape, a pair as its character', () => {
    expect(canonicalText('\ud800')).toBe('"\\ud800"');
    expect(canonicalText('\udfff\ud800')).toBe('"\\udfff\\ud800"');
    expect(canonicalText('a\udbffb')).toBe('"a\\udbffb"');
    expect(canonicalText('\ud83d\ude00')).toBe('"\ud83d\ude00"');
    expect(canonicalText({ '\ud800': 1 })).toBe('{"\\ud800":1}');
  });

  it('brings back every UTF-16 code unit, alone and beside others', () => {
    for (let unit = 0; unit <= 0xffff; unit++) {
      const character = String.fromCharCode(unit);
      for (const text of [character, `a${character}\udc00`, `\ud800${character}`])
        if (JSON.parse(fromUtf8(canonicalBytes(text))) !== text) expect(text).toBe('brought back');
    }
    expect(fromUtf8(canonicalBytes('\0\u2028\u2029\ufeff'))).toBe('"\\u0000\u2028\u2029\ufeff"');
  });

  it('does not normalise', () => {
    expect(canonicalText('\u00e9')).not.toBe(canonicalText('e\u0301'));
  });
});

describe('what is refused', () => {
  class Point {
    readonly x: number = 1;
  }
  const rootless = Object.assign(Object.create(Object.create(null, { sum: { value: () => 1 } })), { a: 1 });
  const cycle: unknown[] = [];
  cycle.push({ cycle });
  const extra = Object.assign([1, 2], { note: 'lost by JSON' });
  const inherits = Object.create(Object.assign(Object.create(null), { a: 1 }));

  const REFUSED: readonly (readonly [string, unknown])[] = [
    ['NaN', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['minus infinity', Number.NEGATIVE_INFINITY],
    ['undefined', undefined],
    ['a function', () => 1],
    ['a symbol', Symbol('a')],
    ['a bigint', 1n],
    ['a Map', new Map([['a', 1]])],
    ['a Set', new Set([1])],
    ['a Date', new Date(0)],
    ['a regular expression', /a/],
    ['bytes', Uint8Array.of(1)],
    ['a boxed text', Object('text')],
    ['a boxed number', Object(1)],
    ['an error', new Error('a')],
    ['a promise', Promise.resolve(1)],
    ['an object of a class', new Point()],
    ['an object with toJSON', { toJSON: () => 1 }],
    ['an object that inherits members', inherits],
    ['an object of a class without a root', rootless],
    ['an object with a symbol key', { [Symbol('a')]: 1 }],
    // biome-ignore lint/suspicious/noSparseArray: that is what is refused
    ['an array with a hole', [1, , 2]],
    ['a sparse array', new Array(3)],
    ['an array with a further property', extra],
    // biome-ignore lint/suspicious/noSparseArray: as many keys as items, and still not the same
    ['an array with a hole and a further property', Object.assign([1, , 2], { note: 'x' })],
    ['an array with a symbol key', Object.assign([1], { [Symbol('a')]: 1 })],
    ['a cycle', cycle],
  ];

  it.each(REFUSED)('%s', (_, value) => {
    expect(codeOf(() => canonicalText(value as Json))).toBe('invalid-input');
    expect(codeOf(() => canonicalText({ deep: [{ in: value as Json }] }))).toBe('invalid-input');
    expect(codeOf(() => canonicalBytes([value as Json]))).toBe('invalid-input');
  });

  it('nesting behind the limit, and no more than that', () => {
    expect(codeOf(() => canonicalText(nested(MAX_JSON_DEPTH)))).toBe('none');
    expect(codeOf(() => canonicalText(nested(MAX_JSON_DEPTH + 1)))).toBe('invalid-input');
    expect(codeOf(() => canonicalText(nested(100_000)))).toBe('invalid-input');
  });
});

describe('what is not refused', () => {
  it('an object without a prototype, one frozen, one of another realm', async () => {
    const { runInNewContext } = await import('node:vm');
    expect(canonicalText(Object.assign(Object.create(null), { b: 1, a: 2 }))).toBe('{"a":2,"b":1}');
    expect(canonicalText(Object.freeze({ a: Object.freeze([1]) }))).toBe('{"a":[1]}');
    expect(canonicalText(runInNewContext('({ b: [1, { c: null }], a: "x" })'))).toBe(
      '{"a":"x","b":[1,{"c":null}]}',
    );
  });

  it('a member called __proto__, constructor or toString', () => {
    const value = JSON.parse('{"toString":3,"constructor":2,"__proto__":1}');
    expect(canonicalText(value)).toBe('{"__proto__":1,"constructor":2,"toString":3}');
  });
});

function doubleOf(bits: string): number {
  return new DataView(fromHex(bits).buffer).getFloat64(0);
}
