/** The checker against lists of real providers, where those lie beside the checkout; nothing of them is kept here. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  checkProviderRules,
  type Provider,
  type ProviderRequest,
  providerRules,
} from '../src/provider-rules/index.ts';

interface CorpusExample extends ProviderRequest {
  readonly name: string;
  readonly rule: string;
  readonly leans?: 'accept' | 'reject';
}

const corpus = new URL('../../../../shared/provider-rules/', import.meta.url);
const providers = Object.keys(providerRules) as Provider[];

/** Rules that are broken because another is, by that other one. */
const CONSEQUENCES: Readonly<Record<string, readonly string[]>> = {
  'openai-chat/3': ['openai-chat/4'], // the result that was wanted is elsewhere
  'openai-chat/4': ['openai-chat/3'], // what comes late has no call before it
  'openai-responses/1': ['openai-responses/2'],
  'anthropic/5': ['anthropic/6'],
  'anthropic/6': ['anthropic/5'],
  'gemini/5': ['gemini/6', 'gemini/7', 'gemini/9', 'gemini/12'], // a call turn at the front, or between a call and its response
  'gemini/6': ['gemini/7'],
  'gemini/7': ['gemini/6', 'gemini/9'],
  'mistral/4': ['mistral/6'],
  'gemma-template/1': ['gemma-template/3'], // no message of the user is left
  'gemma-template/2': ['gemma-template/1', 'gemma-template/3'],
  'gemma-template/3': ['gemma-template/2'],
  'gemma-template/4': ['gemma-template/2'],
};

/**
 * Faults that cannot be told from another without what was received: parallel calls spread over two steps are a step
 * without a signature.
 */
const TOLD_AS: Readonly<Record<string, string>> = { 'gemini/8': 'gemini/10' };

function examplesOf(provider: Provider, file: string): CorpusExample[] {
  return JSON.parse(readFileSync(new URL(`${provider}/${file}.json`, corpus), 'utf8')) as CorpusExample[];
}

function rulesBroken(provider: Provider, request: ProviderRequest): string[] {
  return [...new Set(checkProviderRules(provider, request).map(({ rule }) => rule))];
}

if (!existsSync(corpus)) console.warn('skipped: no corpus of provider rules beside this checkout');

describe.skipIf(!existsSync(corpus)).each(providers)('lists of %s', (provider) => {
  it('are refused for the rule that they break, and for what follows from it alone', () => {
    const examples = examplesOf(provider, 'must-reject');
    const found = examples.map(({ name, rule, ...request }) => {
      const told = TOLD_AS[rule] ?? rule;
      const broken = rulesBroken(provider, request);
      const extra = broken.filter((other) => other !== told && !CONSEQUENCES[rule]?.includes(other));
      return { name, isTold: broken.includes(told), extra };
    });
    expect(found).toEqual(examples.map(({ name }) => ({ name, isTold: true, extra: [] })));
    console.info(`${provider}: ${found.length} of ${examples.length} lists are refused`);
  });

  it('are taken when they only come near a rule', () => {
    const examples = examplesOf(provider, 'must-accept');
    const found = examples.map(({ name, ...request }) => ({
      name,
      broken: checkProviderRules(provider, request),
    }));
    expect(found).toEqual(examples.map(({ name }) => ({ name, broken: [] })));
    console.info(`${provider}: ${found.length} of ${examples.length} lists are taken`);
  });

  it('are counted where sources disagree', () => {
    const contested = examplesOf(provider, 'contested');
    const asTheyLean = contested.filter(
      ({ leans, ...request }) => rulesBroken(provider, request).length > 0 === (leans === 'reject'),
    );
    console.info(
      `${provider}: ${asTheyLean.length} of ${contested.length} contested lists are judged as they lean`,
    );
    expect(contested.length).toBeGreaterThan(0);
  });
});
