/** Rule language against both labelled halves, and against what is only shown, asked or reported. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RULE_LANGUAGE } from './rule-language.data.ts';
import { holdsRuleLanguage } from './rule-language.ts';

interface Labelled {
  readonly id: string;
  readonly role: string;
  readonly lang: string;
  readonly text: string;
  readonly label: 'standing' | 'request';
}

const folder = new URL('../../../../../test-fixtures/labelled/', import.meta.url);

function linesOf(half: string): Labelled[] {
  const text = readFileSync(new URL(`rule-language.${half}.jsonl`, folder), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Labelled);
}

/** How many of each label were taken for what, by text alone. */
function confusionOf(lines: readonly Labelled[]): {
  right: number;
  missed: string[];
  extra: string[];
  rest: number;
} {
  const rules = lines.filter(({ label }) => label === 'standing');
  const others = lines.filter(({ label }) => label === 'request');
  const missed = rules.filter(({ text }) => !holdsRuleLanguage(text)).map(({ id }) => id);
  const extra = others.filter(({ text }) => holdsRuleLanguage(text)).map(({ id }) => id);
  return { right: rules.length - missed.length, missed, extra, rest: others.length - extra.length };
}

describe.each(['own', 'blind'])('the %s half', (half) => {
  // System and developer text is standing by its role; only what users wrote puts the words to the test.
  const lines = linesOf(half).filter(({ role }) => role === 'user');

  it('loses few rules', () => {
    const { right, missed, extra, rest } = confusionOf(lines);
    const recall = right / (right + missed.length);
    const precision = right / (right + extra.length);
    console.info(`${half}: ${lines.length} messages of users`);
    console.table({
      standing: { 'taken for standing': right, 'for request': missed.length },
      request: { 'taken for standing': extra.length, 'for request': rest },
    });
    console.info({ recall: recall.toFixed(3), precision: precision.toFixed(3), missed, extra });
    expect(recall).toBeGreaterThanOrEqual(0.95);
  });

  it('has both labels in every language', () => {
    for (const lang of new Set(lines.map((line) => line.lang)))
      expect(new Set(lines.filter((line) => line.lang === lang).map(({ label }) => label)).size).toBe(2);
  });
});

describe('rule language', () => {
  it('is known in twelve languages', () => {
    expect(Object.keys(RULE_LANGUAGE.phrases).sort()).toEqual(
      ['de', 'en', 'es', 'fr', 'it', 'ja', 'ko', 'nl', 'pl', 'pt', 'ru', 'zh'].sort(),
    );
  });

  it('does not count in code, logs, configurations and quotations', () => {
    for (const text of [
      'Explain this:\n```ts\n// never call this\n```',
      'What is this? `must_never`',
      'Explain:\n2026-01-02 10:00:00 you must not do that',
      'Explain:\nrestart: always\nimage: tide:1',
      'Translate "you must never lie".',
      '> you must never lie\n\nFind the author.',
    ])
      expect(holdsRuleLanguage(text), text).toBe(false);
  });

  it('counts when the whole message is a quotation or code', () => {
    expect(holdsRuleLanguage('"Never push to main."')).toBe(true);
    expect(holdsRuleLanguage('```\nNever push to main.\n```')).toBe(true);
    expect(holdsRuleLanguage('```\nnobody closed this fence\n\nNever push to main.')).toBe(true);
  });

  it('counts in a question only when the question asks for it', () => {
    expect(holdsRuleLanguage('Why does it always fail?')).toBe(false);
    expect(holdsRuleLanguage('Could you always run the tests first?')).toBe(true);
    expect(holdsRuleLanguage('Never push to main, okay?')).toBe(true);
  });

  it('does not depend on how letters are composed, on case or on the kind of apostrophe', () => {
    for (const text of ['À partir de maintenant, réponds en bref.', "Don't touch the API."])
      for (const variant of [text.normalize('NFD'), text.toUpperCase(), text.replace("'", '’')])
        expect(holdsRuleLanguage(variant), variant).toBe(true);
  });

  it('is found wherever a rule stands in a message', () => {
    const idle = fc.constantFrom(
      'Thanks.',
      'Fix the parser.',
      'Why does it fail?',
      '```\ncode\n```',
      '> quoted',
    );
    fc.assert(
      fc.property(fc.array(idle), fc.array(idle), (before, after) => {
        const text = [...before, 'Never push to main.', ...after].join('\n\n');
        expect(holdsRuleLanguage(text)).toBe(true);
      }),
    );
  });
});
