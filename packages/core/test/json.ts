/** JSON values for tests. */
import fc from 'fast-check';
import type { Json } from '../src/base/json.ts';

/** That many arrays, one inside the other, around a number. */
export function nested(levels: number): Json {
  let value: Json = 1;
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

/** Every value that JSON carries, with text made of the units given. */
export function jsonOf(text: fc.Arbitrary<string>): fc.Arbitrary<Json> {
  return fc.letrec<{ json: Json }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 5, depthSize: 'small' },
      fc.constant(null),
      fc.boolean(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer(),
      text,
      fc.array(tie('json'), { maxLength: 5 }),
      fc.dictionary(text, tie('json'), { maxKeys: 6, noNullPrototype: true }),
    ),
  })).json;
}

/** Any sequence of UTF-16 code units, surrogates alone among them. */
export const anyText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.nat(0xffff),
      fc.integer({ min: 0xd800, max: 0xdfff }),
      fc.constantFrom(0, 0x22, 0x5c, 0x7f, 0x2028, 0x2029, 0xfeff, 0xfffe, 0xffff),
    ),
    { maxLength: 12 },
  )
  .map((units) => String.fromCharCode(...units));
