/** What is a term, how strong it is, and when two texts share one. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareTerm, termsOf } from './terms.ts';

const strong = (text: string): string[] => [...termsOf(text).strong].sort();
const words = (text: string): string[] => [...termsOf(text).words].sort();

describe('strong terms', () => {
  it.each([
    ['fetch_user', 'fetch_user'],
    ['fetchUser', 'fetchuser'],
    ['run()', 'run'],
    ['worker-3', 'worker-3'],
    ['ABC-123', 'abc-123'],
    ['#45', '#45'],
    ['app.config.port', 'app.config.port'],
    ['index.ts', 'index.ts'],
    ['src/parser/index.ts', 'src/parser/index.ts'],
    ['./tools', './tools'],
    ['C:\\temp\\x.txt', 'c:\\temp\\x.txt'],
    ['@daybook/core', '@daybook/core'],
    ['https://example.com/a?b=1', 'https://example.com/a?b=1'],
    ['robin@example.com', 'robin@example.com'],
    ['--dry-run', '--dry-run'],
    ['a0e708b', 'a0e708b'],
  ])('%s', (token, term) => {
    expect(strong(`see ${token}, then`)).toEqual([term]);
    expect(strong(`(${token}).`)).toEqual([term]);
  });

  it('are quoted strings, whatever the quotes', () => {
    for (const quoted of [
      '"Two Words"',
      '“Two Words”',
      '„Two Words“',
      '«Two Words»',
      '`Two Words`',
      "'Two Words'",
    ])
      expect(strong(`see ${quoted} there`)).toEqual(['two words']);
    expect(strong("l'été n'est pas l'hiver")).toEqual([]);
  });

  it('are no plain words, numbers or abbreviations', () => {
    expect(strong('and/or, he/she, 24/7, e.g. this, p.m. well-known 1.2.3 3.5 12:30 2026-01-02')).toEqual([]);
  });
});

describe('words', () => {
  it('have four letters or more, are folded, and are on no stop list', () => {
    expect(words('The CACHE should never be WARM again')).toEqual(['cache', 'warm']);
    expect(words('Größe'.normalize('NFD'))).toEqual(['größe']);
    expect(words('Aber nicht immer während eine Datenbank')).toEqual(['datenbank']);
  });

  it('are versions and numbers with their unit, as one word each', () => {
    expect(words('v1.2.3')).toEqual(['1.2.3']);
    expect(words('120 euros, 30%, 5 ms, $7, 3.5 GB')).toEqual(['120euros', '3.5gb', '30%', '5ms', '7$']);
    expect(strong('v1.2.3 and 120 euros')).toEqual([]);
    expect(words('12 and 13')).toEqual([]);
  });

  it('are pairs of signs where no spaces are', () => {
    expect(words('生产数据')).toEqual(['产数', '数据', '生产'].sort());
    expect(words('本番のデータ')).toEqual(['デー', 'ータ', '本番'].sort());
    expect(words('운영 서버')).toEqual(['서버', '운영']);
  });
});

describe('sharing a term', () => {
  const share = (a: string, b: string): boolean => shareTerm(termsOf(a), termsOf(b));

  it('takes one strong term or two words', () => {
    expect(share('open src/a.ts', 'SRC/A.ts is red')).toBe(true);
    expect(share('warm the cache', 'the cache is cold')).toBe(false);
    expect(share('warm the billing cache', 'the billing cache is cold')).toBe(true);
    expect(share('at most 120 euros', 'it cost 120 euros')).toBe(false);
    expect(share('不要删除生产数据', '生产数据可以清理')).toBe(true);
    expect(share('本番には触らないでください', '手元では触ってください')).toBe(false);
  });

  it('is symmetric, and every text with a strong term shares it with itself', () => {
    const text = fc.array(
      fc.oneof(
        fc.constantFrom('cache', 'billing', 'a_b', '生产', '"x y"', '5 ms'),
        fc.string({ unit: 'binary' }),
      ),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(text, text, (left, right) => {
        const [a, b] = [termsOf(left.join(' ')), termsOf(right.join(' '))];
        expect(shareTerm(a, b)).toBe(shareTerm(b, a));
        expect(shareTerm(a, a)).toBe(a.strong.size > 0 || a.words.size > 1);
      }),
    );
  });
});
