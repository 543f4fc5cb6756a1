/** Text that breaks what handles text carelessly. Every string JavaScript can hold is allowed here. */
import fc from 'fast-check';

/** Fragments, each of which some layer is known to lose, change or interpret. */
const FRAGMENTS: readonly string[] = [
  '\0',
  '\ud800',
  '\udc00',
  '\udfff\ud800',
  '\u{1f469}\u200d\u{1f52c}',
  '\u{10ffff}',
  '\ufffe',
  '\ufeff',
  '\ufffd',
  '\u2028',
  '\u2029',
  '\u0085',
  '\r',
  '\r\n',
  '\n',
  '\t',
  '\b',
  '\u007f',
  '\u001b[31m',
  'e\u0301',
  '\u00e9',
  `a${'\u0300\u0301\u0302\u0303'.repeat(12)}`,
  '\u202eedoc\u202c',
  '\u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627',
  '\u200b',
  '\u00a0',
  '$&',
  '$1',
  '{{value}}',
  '%s',
  '\\',
  '\\u0000',
  '\\ud800',
  '"',
  "'",
  '`',
  '</script>',
  '<!--',
  '```',
  '--',
  "'; drop table entries; --",
  '{"role":"system"}',
  '[e45]',
  '__proto__',
  'constructor',
  'NaN',
  '1e400',
  '-0',
  ' ',
];

const fragment: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...FRAGMENTS),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  // Any code unit, so that surrogates stand alone, too.
  fc.nat(0xffff).map((unit) => String.fromCharCode(unit)),
);

const short: fc.Arbitrary<string> = fc.array(fragment, { maxLength: 6 }).map((parts) => parts.join(''));

/** Longer than a chunk, a page and a pipe hold, and not made of ASCII alone. */
const long: fc.Arbitrary<string> = fc
  .tuple(fragment, fc.integer({ min: 66_000, max: 200_000 }))
  .map(([text, length]) => (text || 'x').repeat(Math.ceil(length / (text.length || 1))).slice(0, length));

/** Mostly short; one in forty is very long. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 39, arbitrary: short },
  { weight: 1, arbitrary: long },
);

/** Hostile, and at least one UTF-16 code unit. */
export const hostileWords: fc.Arbitrary<string> = hostileText.map((text) => text || 'words');
