/** The range of the first sentence: what is passed over, where it ends, and that it is always an exact range. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstSentence } from './first-sentence.ts';

function sentence(text: string): string | undefined {
  const range = firstSentence(text);
  return range && text.slice(range.start, range.end);
}

describe('the first sentence', () => {
  it('begins behind marks, blank lines, rulers, fenced code and bare headings', () => {
    expect(sentence('\n\n- **Done.** Next')).toBe('Done.');
    expect(sentence('> ### 2. Moved the cache. Next')).toBe('Moved the cache.');
    expect(sentence('- [x] Moved it. Next')).toBe('Moved it.');
    expect(sentence('---\nMoved it.')).toBe('Moved it.');
    expect(sentence('```\ncode\n```\nMoved it.')).toBe('Moved it.');
    expect(sentence('## Summary\n\nMoved it.')).toBe('Moved it.');
    expect(sentence('**Zusammenfassung:**\nFertig.')).toBe('Fertig.');
    expect(sentence('✅ Moved it. Next')).toBe('Moved it.');
  });

  it('keeps a heading that says something, and what was passed over when nothing else is there', () => {
    expect(sentence('## The cache is gone\n\nText.')).toBe('The cache is gone');
    expect(sentence('# Summary')).toBe('Summary');
    expect(sentence('```\ncode here\n```')).toBe('code here');
  });

  it('does not take names for marks', () => {
    expect(sentence('*.ts files are gone.')).toBe('*.ts files are gone.');
    expect(sentence('__init__.py is gone.')).toBe('__init__.py is gone.');
    expect(sentence('#12 is fixed.')).toBe('#12 is fixed.');
  });

  it('does not end inside abbreviations, numbers, file names or addresses', () => {
    for (const whole of [
      'It uses e.g. Redis for that.',
      'Dr. Meier agreed.',
      'Version 1.2.3 costs 4.5 ms.',
      'See src/index.ts and https://example.com/a.b?c=d.e for it.',
      'Das endet am 3. März wieder.',
      'Das gilt z. B. Hier.',
    ])
      expect(sentence(`${whole} Next one.`)).toBe(whole);
  });

  it('ends with its mark, closing quotes included, in every script', () => {
    expect(sentence('Really?! Yes.')).toBe('Really?!');
    expect(sentence('He said "yes." Then he left.')).toBe('He said "yes."');
    expect(sentence('第一句。第二句。')).toBe('第一句。');
    expect(sentence('「はい。」と言った。')).toBe('「はい。」');
    expect(sentence('انتهى؟ نعم.')).toBe('انتهى؟');
  });

  it('goes on over a wrapped line, and ends at a line end otherwise', () => {
    expect(sentence('This is\nwrapped. Next')).toBe('This is\nwrapped.');
    expect(sentence('No mark here\nNext')).toBe('No mark here');
  });

  it('is cut behind a word when it is long', () => {
    const range = firstSentence('word '.repeat(200));
    expect(range).toEqual({ start: 0, end: 399 });
    expect(sentence('x'.repeat(1000))).toHaveLength(400);
    expect(sentence(`x${'𝒳'.repeat(1000)}`)).toHaveLength(399);
  });

  it('is absent exactly where there is no letter or digit', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(firstSentence(text) !== undefined).toBe(/[\p{L}\p{N}]/u.test(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('is an exact range that splits no sign, is short and says something', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom(
        '\n',
        '# ',
        '- ',
        '**',
        '. ',
        '? ',
        'Dr. ',
        '```\n',
        '👍',
        '𝒳',
        'word ',
        '。',
        '\ud83d',
        'summary',
      ),
      fc.constantFrom('x', '𝒳', 'word ').map((unit) => unit.repeat(300)),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        const range = firstSentence(text);
        if (range === undefined) return;
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.end).toBeLessThanOrEqual(text.length);
        expect(range.end - range.start).toBeLessThanOrEqual(400);
        expect(text.slice(range.start, range.end)).toMatch(/[\p{L}\p{N}]/u);
        for (const edge of [range.start, range.end])
          expect(
            /[\ud800-\udbff]$/.test(text.slice(0, edge)) && /^[\udc00-\udfff]/.test(text.slice(edge)),
          ).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });
});
