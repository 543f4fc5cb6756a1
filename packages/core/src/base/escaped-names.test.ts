/** Covers: J2. Member names with escapes come back as they were written, whatever was parsed before. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText, jsonOf } from '../../test/json.ts';
import { canonicalText } from './canonical.ts';
import { hasEscapedName, readEscapedNames } from './escaped-names.ts';
import { type Json, MAX_JSON_DEPTH, parseJson } from './json.ts';

describe('a name that looks like one seen before', () => {
  it.each([
    ['a character and a backslash', '{"k1":0,"\\\\":1}', '{"k1":0,"\\u0041":2}', 'A'],
    ['half a character and a backslash', '{"k2":0,"\\\\":1}', '{"k2":0,"\\udaad":2}', '\udaad'],
    ['a line end and a backslash', '{"k3":0,"\\\\":1}', '{"k3":0,"\\n":2}', '\n'],
    ['a longer name', '{"k4":0,"\\\\u0041":1}', '{"k4":0,"\\u0041bcdef":2}', 'Abcdef'],
  ])('is read as it was written: %s', (_, before, text, name) => {
    // The engine's own parser has to have seen the shape first.
    parseJson(before);
    JSON.parse(before);
    expect(Object.keys(parseJson(text) as object)[1]).toBe(name);
  });
});

describe('texts with an escaped name', () => {
  it.each([
    ['{"a":"x\\n","b":1}', false],
    ['["\\n", "a:b\\\\"]', false],
    ['{"a\\"b":1}', true],
    ['{"a":{"b\\u0041" \t\n:1}}', true],
    ['{"a\\\\":"x"}', true],
    ['"\\\\"', false],
    ['{"":"\\\\", "x":1}', false],
  ])('%s: %s', (text, found) => {
    expect(hasEscapedName(text)).toBe(found);
  });

  it('are read like any other, member by member', () => {
    fc.assert(
      fc.property(jsonOf(anyText), fc.constantFrom(undefined, 1, '\t'), (value, space) => {
        const text = JSON.stringify(value, null, space);
        const read = readEscapedNames(text, MAX_JSON_DEPTH) as Json;
        expect(canonicalText(read)).toBe(canonicalText(value));
        expect(canonicalText(parseJson(text))).toBe(canonicalText(value));
      }),
      { numRuns: 3000 },
    );
  });

  it('keep a member named like the prototype, and the last of two equal names', () => {
    const read = readEscapedNames('{"__proto__":{"x":1},"a\\n":1,"a\\u000a":2}', 9);
    expect(Object.keys(read as object)).toEqual(['__proto__', 'a\n']);
    expect((read as Record<string, unknown>)['a\n']).toBe(2);
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  });

  it('are refused when nested too deep, like any other', () => {
    const deep = `${'{"a\\n":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    expect(() => parseJson(deep)).toThrowError(expect.objectContaining({ code: 'invalid-input' }));
  });
});
