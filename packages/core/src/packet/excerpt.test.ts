import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../test/json.ts';
import { excerptOf } from './excerpt.ts';

const LOG = [
  ...Array.from({ length: 400 }, (_, at) => `ok ${at} - case ${at} holds`),
  'not ok 401 - prices are rounded',
  'AssertionError: expected 12 to be 13',
  ...Array.from({ length: 400 }, (_, at) => `ok ${402 + at} - case ${402 + at} holds`),
  'Tests: 1 failed, 800 passed, 801 total',
].join('\n');

describe('an excerpt', () => {
  // Covers: C8
  it('has the size and handle of the whole, both ends, and the lines that say what failed', () => {
    const excerpt = excerptOf(LOG, 'e12', 3_000);
    const lines = excerpt.split('\n');
    expect(lines[0]?.startsWith(`[e12: ${LOG.length.toLocaleString('en-GB')} characters`)).toBe(true);
    expect(excerpt).toContain(LOG.slice(0, 700));
    expect(LOG.endsWith(excerpt.slice(-700))).toBe(true);
    expect(lines).toContain('| AssertionError: expected 12 to be 13');
    expect(lines).toContain('| Tests: 1 failed, 800 passed, 801 total');
  });

  // Covers: C8
  it('takes no more than it may, holds no half character, and is the same every time', () => {
    const some = fc.oneof(
      fc.array(anyText, { maxLength: 60 }).map((parts) => parts.join('\n').repeat(40)),
      fc.string({ unit: 'grapheme', minLength: 50, maxLength: 200 }).map((text) => text.repeat(60)),
      fc.constant(`${'\u0000'.repeat(900)}error: broken\n`.repeat(30)),
    );
    fc.assert(
      fc.property(some, fc.integer({ min: 400, max: 6_000 }), (text, characters) => {
        const excerpt = excerptOf(text, 'e7 to e9, content 0123456789abcdef', characters);
        expect(excerpt.length).toBeLessThanOrEqual(characters);
        expect(excerptOf(text, 'e7 to e9, content 0123456789abcdef', characters)).toBe(excerpt);
        if (text.isWellFormed()) expect(excerpt.isWellFormed()).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('is not another text’s, nor another entry’s', () => {
    const [one, other] = [excerptOf(LOG, 'e1', 2_000), excerptOf(`${LOG}.`, 'e1', 2_000)];
    expect(new Set([one, other, excerptOf(LOG, 'e2', 2_000), excerptOf(LOG, 'e1', 2_001)]).size).toBe(4);
  });
});
