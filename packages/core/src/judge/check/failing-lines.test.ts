/** The lines of an output that say what failed, as an excerpt of a long result shows them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failingLines, MAX_FAILING_LINE } from './failing-lines.ts';

describe('failing lines', () => {
  it('are the failures in order, with the closing lines of the run', () => {
    const text = [
      ' ✓ reads an error page (3ms)',
      ' FAIL  loom.test.ts > weaves',
      'AssertionError: expected 2 to be 3',
      '    at loom.test.ts:4:9',
      ' FAIL  loom.test.ts > weaves',
      ' Test Files  1 failed | 3 passed (4)',
      '      Tests  1 failed | 9 passed (10)',
      'Exit code: 1',
    ].join('\n');
    expect(failingLines(text, 10)).toEqual([
      'FAIL  loom.test.ts > weaves',
      'AssertionError: expected 2 to be 3',
      'Test Files  1 failed | 3 passed (4)',
      'Tests  1 failed | 9 passed (10)',
      'Exit code: 1',
    ]);
  });

  it('keep the closing line when there is room for few', () => {
    const text = `${'Error: thread broke\n'.repeat(3)}Error: loom broke\n1 failed, 2 passed in 0.10s\n`;
    expect(failingLines(text, 2)).toEqual(['Error: thread broke', '1 failed, 2 passed in 0.10s']);
    expect(failingLines(text, 1)).toEqual(['1 failed, 2 passed in 0.10s']);
    expect(failingLines(text, 0)).toEqual([]);
  });

  it('are the closing lines of a run in which nothing failed, else none', () => {
    expect(failingLines('weaving\n5 passed in 0.10s\n', 5)).toEqual(['5 passed in 0.10s']);
    expect(failingLines('0 errors, 0 warnings\nwoven\n', 5)).toEqual([]);
    expect(failingLines('', 5)).toEqual([]);
  });

  it('are found in the middle of one long line, and in the lines of a JSON string', () => {
    const [long] = failingLines(
      `${'thread '.repeat(500_000)} Error: loom broke ${'thread '.repeat(500_000)}`,
      3,
    );
    expect(long).toContain('Error: loom broke');
    const json = JSON.stringify({ output: `${'woven\n'.repeat(100)}Error: loom broke\n1 failed in 0.10s\n` });
    expect(failingLines(json, 3)).toEqual(['Error: loom broke', '1 failed in 0.10s']);
  });

  it('are exact pieces of the text, bounded, without repeats and halves of pairs', () => {
    const word = fc.constantFrom(
      'error ',
      'FAIL ',
      '1 failed',
      '\n',
      '\r',
      '\\n',
      '\u{1f9f6}',
      '\u001b[31m',
      'x'.repeat(299),
    );
    const text = fc.array(word, { maxLength: 200 }).map((words) => words.join(''));
    fc.assert(
      fc.property(text, fc.integer({ min: -1, max: 12 }), (whole, limit) => {
        const lines = failingLines(whole, limit);
        expect(lines.length).toBeLessThanOrEqual(Math.max(0, limit));
        expect(new Set(lines).size).toBe(lines.length);
        for (const line of lines) {
          expect(whole).toContain(line);
          expect(line.length).toBeLessThanOrEqual(MAX_FAILING_LINE);
          expect(line.isWellFormed()).toBe(true);
        }
        expect(failingLines(whole, limit)).toEqual(lines);
      }),
      { numRuns: 2000 },
    );
  });

  // Quadratic reading would take hours: the time limit of the suite ends it.
  it.each([
    ['on one line', 'error failed '],
    ['on many lines', 'Error: test failed with exit code 1\n'],
    ['in a JSON string', 'error \\n'],
    ['with pairs', '\u{1f9f6}'],
  ])('of 20 MB %s are found in one pass', (_title, part) => {
    expect(failingLines(part.repeat(20_000_000 / part.length), 8).length).toBeLessThanOrEqual(8);
  });
});
