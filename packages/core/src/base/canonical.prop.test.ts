/**
 * Covers: J2
 *
 * Canonical bytes against an independent implementation, the npm package `canonicalize`, and against themselves.
 */
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText, jsonOf } from '../../test/json.ts';
import { fromUtf8 } from './bytes.ts';
import { canonicalBytes, canonicalText } from './canonical.ts';
import { type Json, parseJson } from './json.ts';

const wellFormed = jsonOf(fc.string({ unit: 'binary', maxLength: 8 }));
const anything = jsonOf(anyText);

describe('canonical text', () => {
  it('equals that of canonicalize for well-formed values', () => {
    fc.assert(
      fc.property(wellFormed, (value) => {
        expect(canonicalText(value)).toBe(canonicalize(value));
      }),
      { numRuns: 2000 },
    );
  });

  it('equals that of canonicalize for any double', () => {
    const bits = fc.tuple(fc.nat(0xffffffff), fc.nat(0xffffffff));
    fc.assert(
      fc.property(bits, ([high, low]) => {
        const view = new DataView(new ArrayBuffer(8));
        view.setUint32(0, high);
        view.setUint32(4, low);
        const value = view.getFloat64(0);
        fc.pre(Number.isFinite(value));
        expect(canonicalText(value)).toBe(canonicalize(value));
        expect(JSON.parse(canonicalText(value))).toBe(value);
      }),
      { numRuns: 5000 },
    );
  });

  it('gives the value back, and is its own canonical form', () => {
    fc.assert(
      fc.property(anything, (value) => {
        const back = parseJson(fromUtf8(canonicalBytes(value)));
        // Negative zero alone does not come back.
        expect(back).toEqual(withoutNegativeZero(value));
        expect(canonicalText(back)).toBe(canonicalText(value));
      }),
      { numRuns: 2000 },
    );
  });

  it('does not depend on the order in which members were set', () => {
    const members = fc.uniqueArray(fc.tuple(anyText, anything), { selector: ([key]) => key, maxLength: 8 });
    fc.assert(
      fc.property(members, (pairs) => {
        expect(canonicalText(objectOf(pairs.toReversed()))).toBe(canonicalText(objectOf(pairs)));
      }),
    );
  });

  it('sorts members by code units, whatever they are', () => {
    const names = fc.uniqueArray(anyText, { maxLength: 10 });
    fc.assert(
      fc.property(names, (keys) => {
        const text = canonicalText(objectOf(keys.map((key) => [key, 0])));
        const written = [...text.matchAll(/("(?:[^"\\]|\\.)*"):0/g)].map(([, key]) =>
          JSON.parse(key as string),
        );
        expect(written).toEqual(keys.toSorted(byCodeUnits));
      }),
    );
  });

  it('is different for different values', () => {
    // Small values, so that some are equal.
    const few = fc.constantFrom<Json[]>(0, -0, '', '0', [], {}, [[]], [{}], { a: 0 }, { a: [] }, [0], null);
    const pairs = fc.oneof(fc.tuple(anything, anything), fc.tuple(few, few));
    fc.assert(
      fc.property(pairs, ([left, right]) => {
        const equal = JSON.stringify(sorted(left)) === JSON.stringify(sorted(right));
        expect(canonicalText(left) === canonicalText(right)).toBe(equal);
      }),
    );
  });
});

/** As `JSON.parse` makes it: `__proto__` is a member like any other. */
function objectOf(pairs: readonly (readonly [string, Json])[]): Json {
  const made = {};
  for (const [key, value] of pairs)
    Object.defineProperty(made, key, { value, enumerable: true, configurable: true, writable: true });
  return made;
}

function byCodeUnits(a: string, b: string): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++)
    if (a.charCodeAt(at) !== b.charCodeAt(at)) return a.charCodeAt(at) - b.charCodeAt(at);
  return a.length - b.length;
}

function sorted(value: Json): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(sorted);
  const members = Object.entries(value).sort(([a], [b]) => byCodeUnits(a, b));
  return { members: members.map(([key, member]) => [key, sorted(member)]) };
}

/** Not by way of JSON: the engine's own parser takes one escaped name for another (escaped-names.ts). */
function withoutNegativeZero(value: Json): Json {
  if (Object.is(value, -0)) return 0;
  if (Array.isArray(value)) return value.map(withoutNegativeZero);
  if (typeof value !== 'object' || value === null) return value;
  return objectOf(Object.entries(value).map(([name, member]) => [name, withoutNegativeZero(member)]));
}
