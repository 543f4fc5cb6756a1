/** Every function of this folder answers for any text, of any length; the time limit of a test ends a hang. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstSentence } from './first-sentence.ts';
import { endsInQuestion } from './question.ts';
import { holdsRevocationLanguage } from './revocation-language.ts';
import { holdsRuleLanguage } from './rule-language.ts';
import { termsOf } from './terms.ts';

const LENGTH = 250_000;
const UNITS = [
  'a',
  ' ',
  '\n',
  '"',
  '“',
  "'a ",
  '`',
  '```\n',
  '\u0316\u0301',
  '的',
  '\ud83d',
  '👍',
  'a-',
  'a.',
  '/a',
  '\\',
];
const WORDS = [
  'forget ',
  'without ',
  'summary\n',
  'a: b\n',
  'http://',
  'x@',
  '1.',
  '- ',
  '# ',
  '?',
  '(',
  'aB',
  '_',
];

const all = (text: string): unknown[] => [
  holdsRuleLanguage(text),
  holdsRevocationLanguage(text),
  endsInQuestion(text),
  firstSentence(text),
  termsOf(text),
];

describe('hostile text', () => {
  it.each([...UNITS, ...WORDS])('a long line of %j', (unit) => {
    const text = unit.repeat(LENGTH / unit.length);
    expect(all(text)).toHaveLength(5);
  });

  it('any text, the same answer each time', () => {
    const pieces = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...UNITS, ...WORDS)));
    fc.assert(
      fc.property(pieces, (parts) => {
        const text = parts.join('');
        expect(all(text)).toEqual(all(text));
      }),
      { numRuns: 1000 },
    );
  });
});
