import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lastQuestion } from './last-question.ts';

const asked = (text: string): string | undefined => {
  const range = lastQuestion(text);
  return range && text.slice(range.start, range.end);
};

describe('the last question of a text', () => {
  it('is found with its mark, wherever it stands', () => {
    expect(asked('All is ready. Shall I move the payment tables too?')).toBe(
      'Shall I move the payment tables too?',
    );
    expect(asked('Two ways.\n- fast\n- safe\n\n**Which one?**')).toBe('Which one?');
    expect(asked('Soll ich? Ich warte.')).toBe('Soll ich?');
    expect(asked('どちらにしますか？')).toBe('どちらにしますか？');
  });

  it('is none where nothing is asked, and none that is too long to be one', () => {
    expect([asked('Done.'), asked(''), asked('?'), asked(`${'x'.repeat(400)}?`)]).toEqual(
      Array(4).fill(undefined),
    );
  });

  it('is a range of any text, and splits no character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const range = lastQuestion(text);
        if (!range) return;
        expect(range.start < range.end && range.end <= text.length).toBe(true);
        expect(
          /^[\udc00-\udfff]/.test(text.slice(range.start)) &&
            /[\ud800-\udbff]$/.test(text.slice(0, range.start)),
        ).toBe(false);
      }),
    );
  });
});
