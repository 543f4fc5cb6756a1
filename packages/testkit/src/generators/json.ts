/**
 * Values that JSON carries exactly. Negative zero is left out: canonical bytes write it as 0, so it alone would
 * not come back.
 */
import type { Json } from '@daybook/core';
import fc from 'fast-check';
import { hostileText } from './text.ts';

const number: fc.Arbitrary<number> = fc
  .oneof(
    fc.integer(),
    fc.maxSafeInteger(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(0.1 + 0.2, 1e21, 1e-7, 5e-324, Number.MAX_VALUE, 2 ** 53 + 2),
  )
  .map((value) => (Object.is(value, -0) ? 0 : value));

const scalar: fc.Arbitrary<Json> = fc.oneof(fc.constant(null), fc.boolean(), number, hostileText);

const name: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('', 'id', 'type', '__proto__', 'constructor', 'toJSON', 'length', '1', '01', 'é'),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
);

/** Wide rather than deep. */
export const jsonArbitrary: fc.Arbitrary<Json> = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    scalar,
    fc.array(tie('json'), { maxLength: 4 }),
    fc.array(fc.tuple(name, tie('json')), { maxLength: 4 }).map(objectOf),
  ),
})).json;

/** Nested far deeper than people write, and not as deep as is refused. */
export const deepJson: fc.Arbitrary<Json> = fc
  .tuple(scalar, fc.array(fc.boolean(), { minLength: 100, maxLength: 900, size: 'max' }))
  .map(([value, levels]) =>
    levels.reduce<Json>((inner, isArray) => (isArray ? [inner] : objectOf([['in', inner]])), value),
  );

/** As `JSON.parse` makes it: `__proto__` is a member like any other. */
function objectOf(members: readonly (readonly [string, Json])[]): Json {
  const made = {};
  for (const [key, value] of members)
    Object.defineProperty(made, key, { value, enumerable: true, configurable: true, writable: true });
  return made;
}
