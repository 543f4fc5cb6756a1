/** Every rule of every provider, by lists of our own on both sides of it. */
import { describe, expect, it } from 'vitest';
import { checkProviderRules, providerRules } from '../../src/provider-rules/index.ts';
import { allExamples } from './all-examples.ts';
import { providerOf } from './rule-example.ts';

describe.each(allExamples.map((example) => [`${example.rule}, ${example.name}`, example] as const))(
  '%s',
  (_, example) => {
    const provider = providerOf(example);

    it('is found, at its place, with what follows from it and nothing else', () => {
      const violations = checkProviderRules(provider, example.breaks);
      expect(new Set(violations.map(({ rule }) => rule))).toEqual(
        new Set([example.rule, ...(example.also ?? [])]),
      );
      expect(violations.filter(({ rule }) => rule === example.rule).map(({ at }) => at)).toContain(
        example.at,
      );
    });

    it('is not found in the list beside it', () => {
      expect(checkProviderRules(provider, example.passes)).toEqual([]);
    });
  },
);

describe('the table of rules', () => {
  const tables = Object.entries(providerRules);

  it('holds no rule that no example breaks, and each example breaks a rule that it holds', () => {
    const rules = tables.flatMap(([, table]) => table.map(({ rule }) => rule));
    expect(new Set(allExamples.map(({ rule }) => rule))).toEqual(new Set(rules));
  });

  it.each(tables)('numbers the rules of %s upwards, each with a meaning of its own', (provider, table) => {
    const numbers = table.map(({ rule }) => Number(rule.slice(provider.length + 1)));
    expect(table.map(({ rule }) => rule)).toEqual(numbers.map((number) => `${provider}/${number}`));
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    expect(new Set(table.map(({ meaning }) => meaning)).size).toBe(table.length);
  });

  it('asks a provider for its own rules only', () => {
    const { breaks } = allExamples.find(({ rule }) => rule === 'anthropic/3') ?? {
      breaks: { messages: null },
    };
    expect(checkProviderRules('anthropic', breaks).map(({ rule }) => rule)).toEqual(['anthropic/3']);
    expect(checkProviderRules('openai-chat', breaks)).toEqual([]);
  });
});
