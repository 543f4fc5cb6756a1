import { createAnthropic } from '@ai-sdk/anthropic';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromUsage } from './from-usage.ts';

const v4 = (input: unknown, output: unknown, more: object = {}) => ({
  inputTokens: { total: input, ...more },
  outputTokens: { total: output, text: output, reasoning: undefined },
});
const compacted = (...iterations: unknown[]) => ({ anthropic: { iterations } });

test.each([
  ['version 4', v4(125, 9, { noCache: 5, cacheRead: 100, cacheWrite: 20 }), { input: 125, output: 9 }],
  ['version 2', { inputTokens: 7, outputTokens: 1, totalTokens: 8 }, { input: 7, output: 1 }],
  ['no output yet', v4(7, 0), { input: 7, output: 0 }],
  ['parts without their sum', v4(undefined, 2, { noCache: 5, cacheRead: 100 }), { input: 105, output: 2 }],
  ['cached parts alone', v4(undefined, 2, { cacheRead: 100 }), undefined],
  ['a broken sum beside its parts', v4(Number.NaN, 2, { noCache: 5 }), undefined],
  ['no input', v4(undefined, 2), undefined],
  ['no output', v4(10, undefined), undefined],
  ['nothing that was sent', v4(0, 0), undefined],
  ['less than nothing', v4(-1, 2), undefined],
  ['half a token', v4(10.5, 2), undefined],
  ['no number', v4('10', '2'), undefined],
  ['more than any window', v4(Number.MAX_SAFE_INTEGER, 2), undefined],
  ['without end', v4(Number.POSITIVE_INFINITY, 2), undefined],
  ['nothing', undefined, undefined],
  ['null', null, undefined],
  ['empty', {}, undefined],
])('figures of %s', (_, usage, expected) => {
  expect(fromUsage(usage, undefined)).toEqual(expected);
});

describe('answers that took several requests', () => {
  const usage = v4(63_000, 900, { noCache: 63_000 });

  test.each([
    [
      'the last one is what the model held',
      compacted(
        { type: 'compaction', inputTokens: 60_000, outputTokens: 500 },
        { type: 'message', inputTokens: 3000, outputTokens: 400 },
      ),
      3000,
    ],
    [
      'with what it read from and wrote to the cache',
      compacted(
        { type: 'compaction', inputTokens: 60_000, outputTokens: 500 },
        {
          type: 'message',
          inputTokens: 2000,
          outputTokens: 300,
          cacheReadInputTokens: 700,
          cacheCreationInputTokens: 50,
        },
      ),
      2750,
    ],
    [
      'in the spelling of the interface',
      compacted(
        { type: 'compaction', input_tokens: 60_000 },
        {
          type: 'message',
          input_tokens: 2000,
          cache_read_input_tokens: 700,
          cache_creation_input_tokens: 50,
        },
      ),
      2750,
    ],
    [
      'advice is no request of this model',
      compacted(
        { type: 'message', inputTokens: 30_000 },
        { type: 'advisor_message', inputTokens: 90_000 },
        { type: 'message', inputTokens: 33_000 },
        { type: 'advisor_message', inputTokens: 95_000 },
      ),
      33_000,
    ],
    ['one request is the sum', compacted({ type: 'message', inputTokens: 5 }), 63_000],
    [
      'another model served it',
      compacted(
        { type: 'message', inputTokens: 5 },
        { type: 'message', inputTokens: 6 },
        { type: 'fallback_message', inputTokens: 7 },
      ),
      63_000,
    ],
    [
      'summary only',
      compacted({ type: 'compaction', inputTokens: 60_000 }, { type: 'compaction', inputTokens: 5 }),
      63_000,
    ],
    ['broken figures', compacted({ type: 'compaction' }, { type: 'message', inputTokens: -3 }), 63_000],
    [
      'more than the sum',
      compacted({ type: 'message', inputTokens: 1 }, { type: 'message', inputTokens: 70_000 }),
      63_000,
    ],
    ['no list', { anthropic: { iterations: { length: 5 } } }, 63_000],
    ['null', { anthropic: { iterations: null } }, 63_000],
  ])('%s', (_, metadata, input) => {
    expect(fromUsage(usage, metadata)).toEqual({ input, output: 900 });
  });

  test('without figures for the cache, what was cached is part of the last one', () => {
    const cached = v4(63_700, 900, { noCache: 63_000, cacheRead: 700, cacheWrite: 0 });
    const metadata = compacted(
      { type: 'compaction', inputTokens: 60_000 },
      { type: 'message', inputTokens: 3000 },
    );
    expect(fromUsage(cached, metadata)).toEqual({ input: 3700, output: 900 });
  });
});

test('cached tokens count where a model of version 2 leaves them out', () => {
  const usage = { input_tokens: 5, cache_read_input_tokens: 100, cache_creation_input_tokens: 20 };
  expect(fromUsage({ inputTokens: 5, outputTokens: 9 }, { anthropic: { usage } })).toEqual({
    input: 125,
    output: 9,
  });
});

test('the report of the provider package itself', async () => {
  const usage = {
    input_tokens: 3000,
    output_tokens: 400,
    cache_read_input_tokens: 700,
    cache_creation_input_tokens: 0,
    iterations: [
      {
        type: 'compaction',
        input_tokens: 60_000,
        output_tokens: 500,
        cache_read_input_tokens: 0,
        cache_creation_input_tokens: 0,
      },
      {
        type: 'message',
        input_tokens: 3000,
        output_tokens: 400,
        cache_read_input_tokens: 700,
        cache_creation_input_tokens: 0,
      },
    ],
  };
  const body = {
    type: 'message',
    id: 'm',
    model: 'claude-sonnet-4-5',
    role: 'assistant',
    content: [],
    stop_reason: 'end_turn',
    usage,
  };
  const fetch = async () => Response.json(body);
  const model = createAnthropic({ apiKey: 'test', fetch })('claude-sonnet-4-5');
  const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Which row?' }] }];
  const result = await model.doGenerate({ prompt });
  expect(fromUsage(result.usage, result.providerMetadata)).toEqual({ input: 3700, output: 900 });
});

test('no value throws, and what comes out is sound', () => {
  fc.assert(
    fc.property(fc.anything(), fc.anything(), fc.anything(), (one, two, three) => {
      const found = [
        fromUsage(one, two),
        fromUsage({ inputTokens: one, outputTokens: two }, { anthropic: { iterations: three, usage: two } }),
        fromUsage(v4(one, two), {
          anthropic: {
            iterations: [one, { type: 'message', inputTokens: two }, { type: 'message', inputTokens: three }],
          },
        }),
      ];
      for (const usage of found)
        for (const figure of usage ? [usage.input, usage.output] : [])
          expect(Number.isSafeInteger(figure) && figure >= 0).toBe(true);
    }),
  );
});
