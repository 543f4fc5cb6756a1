/** Text from outside: parsed within bounds, refused with one code, and no nesting can exhaust the stack. */
import { describe, expect, it } from 'vitest';
import { codeOf } from '../../test/code-of.ts';
import { nested } from '../../test/json.ts';
import { canonicalText } from './canonical.ts';
import { checkJson, isJsonObject, type Json, MAX_JSON_DEPTH, parseJson } from './json.ts';

describe('parsing', () => {
  it('reads what JSON holds', () => {
    expect(parseJson(' {"a":[1,null,true,"\\ud800"]} ')).toEqual({ a: [1, null, true, '\ud800'] });
  });

  it('keeps a member called __proto__ as a member', () => {
    const value = parseJson('{"__proto__":{"admin":true}}');
    expect(Object.keys(value as object)).toEqual(['__proto__']);
    expect((value as { admin?: boolean }).admin).toBeUndefined();
  });

  it.each(['', '{', 'undefined', 'NaN', "{'a':1}", '[1,]', '"\n"', '01', '\ufeff1', '{"a":1}x'])(
    'refuses %j',
    (text) => {
      expect(codeOf(() => parseJson(text))).toBe('invalid-input');
    },
  );

  it('refuses a number that a double cannot hold, wherever it stands', () => {
    expect(codeOf(() => parseJson('1e400'))).toBe('invalid-input');
    expect(codeOf(() => parseJson('{"a":[[-1e999]]}'))).toBe('invalid-input');
    expect(parseJson('1e-400')).toBe(0);
  });

  it('bounds the length where one is given, to the unit', () => {
    expect(parseJson('"abc"', 5)).toBe('abc');
    expect(codeOf(() => parseJson('"abc"', 4))).toBe('invalid-input');
  });
});

describe('nesting', () => {
  it('is accepted to the limit and refused behind it', () => {
    expect(codeOf(() => checkJson(nested(MAX_JSON_DEPTH)))).toBe('none');
    expect(codeOf(() => checkJson(nested(MAX_JSON_DEPTH + 1)))).toBe('invalid-input');
    const objects = (levels: number): string => '{"a":'.repeat(levels) + 1 + '}'.repeat(levels);
    expect(codeOf(() => parseJson(objects(MAX_JSON_DEPTH)))).toBe('none');
    expect(codeOf(() => parseJson(objects(MAX_JSON_DEPTH + 1)))).toBe('invalid-input');
  });

  it('counts what holds nothing as a level too, as canonical bytes do', () => {
    const empty = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
    expect(codeOf(() => canonicalText(parseJson(empty(MAX_JSON_DEPTH))))).toBe('none');
    expect(codeOf(() => parseJson(empty(MAX_JSON_DEPTH + 1)))).toBe('invalid-input');
  });

  it.each([
    ['arrays', '['.repeat(200_000) + ']'.repeat(200_000)],
    ['objects', '{"a":'.repeat(200_000) + 1 + '}'.repeat(200_000)],
    ['open arrays', '['.repeat(200_000)],
    ['alternating', '[{"a":'.repeat(100_000) + 1 + '}]'.repeat(100_000)],
  ])('of 200,000 %s is refused and does not crash', (_, text) => {
    expect(codeOf(() => parseJson(text))).toBe('invalid-input');
  });

  it('of 200,000 levels is refused in a value at hand', () => {
    expect(codeOf(() => checkJson(nested(200_000)))).toBe('invalid-input');
  });

  it('may be as wide as it likes', () => {
    const wide: Json = Array.from({ length: 200_000 }, (_, at) => [at]);
    expect(checkJson(wide)).toBe(wide);
  });
});

describe('an object', () => {
  it('is neither null nor an array nor a scalar', () => {
    expect(isJsonObject({})).toBe(true);
    for (const value of [null, undefined, [], 'a', 1, true]) expect(isJsonObject(value)).toBe(false);
  });
});
