/** The real provider packages, pointed at a server that plays the providers. */
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { ServedProvider } from '@daybook/testkit';
import type { LanguageModel, ModelMessage } from 'ai';

/** A model as the provider packages make it. */
export type ProviderModel = Extract<LanguageModel, { specificationVersion: 'v4' }>;
export type ProviderOptions = NonNullable<ModelMessage['providerOptions']>;

export interface Setup {
  readonly name: string;
  /** What the server takes its requests for. */
  readonly served: ServedProvider;
  model(url: string): ProviderModel;
  readonly options?: ProviderOptions;
}

export const setups: readonly Setup[] = [
  {
    name: 'openai chat',
    served: 'openai-chat',
    model: (url) => createOpenAI({ baseURL: `${url}/v1`, apiKey: 'test' }).chat('gpt-5.1'),
  },
  {
    name: 'openai responses',
    served: 'openai-responses',
    model: (url) => createOpenAI({ baseURL: `${url}/v1`, apiKey: 'test' }).responses('gpt-5.1'),
    options: { openai: { reasoningSummary: 'auto' } },
  },
  {
    name: 'anthropic',
    served: 'anthropic',
    // A model that takes a thinking budget: from then on the beginning of a running tool loop is looked at.
    model: (url) => createAnthropic({ baseURL: `${url}/v1`, apiKey: 'test' })('claude-sonnet-4-5'),
    options: { anthropic: { thinking: { type: 'enabled', budgetTokens: 1_024 } } },
  },
  {
    name: 'anthropic, adaptive',
    served: 'anthropic',
    // The model itself chooses where it thinks; it continues no beginning of an answer.
    model: (url) => createAnthropic({ baseURL: `${url}/v1`, apiKey: 'test' })('claude-opus-4-6'),
    options: { anthropic: { thinking: { type: 'adaptive' } } },
  },
  {
    name: 'google',
    served: 'gemini',
    // From the third generation on, the calls of a running turn are signed.
    model: (url) => createGoogle({ baseURL: `${url}/v1beta`, apiKey: 'test' })('gemini-3-pro-preview'),
    options: { google: { thinkingConfig: { includeThoughts: true } } },
  },
  {
    name: 'openai-compatible',
    served: 'openai-chat',
    model: (url) =>
      createOpenAICompatible({ name: 'local', baseURL: `${url}/v1`, apiKey: 'test', includeUsage: true })(
        'local-1',
      ),
  },
];
