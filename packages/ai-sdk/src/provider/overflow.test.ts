import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { busy, call, chat, coded, gateway, large, retry, typed, unread } from '../../test/provider-errors.ts';
import { OTHER_REFUSALS, OVERFLOW_WORDINGS } from './overflow.data.ts';
import { isTruncatedByWindow, overflowOf } from './overflow.ts';

const OTHER: readonly [label: string, error: unknown][] = [
  [
    'OpenAI tokens per minute',
    coded(
      'rate_limit_exceeded',
      'Request too large for gpt-4o in organization org-x on tokens per min (TPM): Limit 30000, Requested 31538. The input or output tokens must be reduced in order to run successfully.',
      429,
    ),
  ],
  [
    'Groq tokens per minute, 413',
    coded(
      'rate_limit_exceeded',
      'Request too large for model `m` on tokens per minute (TPM): Limit 10000, Requested 21247, please reduce your message size and try again.',
      413,
    ),
  ],
  [
    'Groq output limit',
    coded(
      '',
      '`max_completion_tokens` must be less than or equal to `40960`, the maximum value for `max_completion_tokens` is less than the `context_window` for this model',
    ),
  ],
  [
    'OpenAI output limit',
    coded(
      'invalid_value',
      'max_tokens is too large: 200000. This model supports at most 16384 completion tokens, whereas you provided 200000.',
    ),
  ],
  [
    'Anthropic output limit',
    typed(
      'invalid_request_error',
      'max_tokens: 100000 > 64000, which is the maximum allowed number of output tokens for this model',
    ),
  ],
  [
    'Google output limit',
    call({
      message:
        'Unable to submit request because it has a maxOutputTokens value of 100000 but the supported range is from 1 (inclusive) to 65537 (exclusive).',
    }),
  ],
  [
    'Bedrock output limit',
    call({
      message:
        'The maximum tokens you requested exceeds the model limit of 4096. Try again with a maximum tokens value that is lower than 4096.',
    }),
  ],
  [
    'DeepSeek output limit',
    call({ message: 'Invalid max_tokens value, the valid range of max_tokens is [1, 8192]' }),
  ],
  [
    'Anthropic rate limit',
    typed(
      'rate_limit_error',
      'This request would exceed your organization’s rate limit of 40,000 input tokens per minute.',
      429,
    ),
  ],
  [
    'Anthropic long context tier',
    typed('rate_limit_error', 'Extra usage is required for long context requests.', 429),
  ],
  ['Bedrock throttling', call({ status: 429, message: 'Too many tokens, please wait before trying again.' })],
  [
    'Bedrock throttling per day',
    call({
      status: 400,
      message: 'ThrottlingException: Too many tokens per day, please wait before trying again.',
    }),
  ],
  [
    'Azure token rate',
    call({
      status: 429,
      message:
        'Requests to the ChatCompletions_Create Operation have exceeded token rate limit of your current OpenAI S0 pricing tier.',
    }),
  ],
  [
    'Google quota',
    call({
      status: 429,
      message:
        'You exceeded your current quota. Quota exceeded for metric: generate_content_free_tier_input_token_count, limit: 250000',
    }),
  ],
  [
    'OpenAI quota',
    coded(
      'insufficient_quota',
      'You exceeded your current quota, please check your plan and billing details.',
      429,
    ),
  ],
  [
    'OpenRouter credits',
    call({
      status: 402,
      message:
        'This request requires more credits, or fewer max_tokens. You requested up to 65536 tokens, but can only afford 1024.',
    }),
  ],
  [
    'OpenRouter credits for the prompt',
    call({
      status: 402,
      message: 'Prompt tokens limit exceeded: 21002 > 9013. To increase, upgrade to a paid account.',
    }),
  ],
  [
    'Anthropic image bytes',
    typed(
      'invalid_request_error',
      'messages.0.content.1.image.source.base64: image exceeds 5 MB maximum: 6000000 bytes > 5242880 bytes',
    ),
  ],
  [
    'Anthropic image size',
    typed(
      'invalid_request_error',
      'messages.4.content.0.image.source.base64.data: At least one of the image dimensions exceed max allowed size: 8000 pixels',
    ),
  ],
  ['OpenAI image', coded('image_too_large', 'Invalid image: the image is too large.', 413)],
  ['Anthropic pages', typed('invalid_request_error', 'A maximum of 100 PDF pages may be provided.')],
  [
    'OpenAI too many tools',
    coded(
      'array_above_max_length',
      "Invalid 'tools': array too long. Expected an array with maximum length 128, but got 130 instead.",
    ),
  ],
  [
    'OpenAI name of a tool',
    coded(
      'string_above_max_length',
      "Invalid 'tools[0].function.name': string too long. Expected a string with maximum length 64.",
    ),
  ],
  [
    'Google payload JSON',
    call({
      message: 'Invalid JSON payload received. Unknown name "x" at \'contents[0]\': Cannot find field.',
    }),
  ],
  ['OpenAI payload JSON', call({ message: 'We could not parse the JSON body of your request.' })],
  [
    'Anthropic order of messages',
    typed(
      'invalid_request_error',
      'messages.2: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1',
    ),
  ],
  ['Anthropic overloaded', busy],
  ['OpenAI model', coded('model_not_found', 'The model `m-large-context` does not exist.', 404)],
  ['OpenAI key', coded('invalid_api_key', 'Incorrect API key provided.', 401)],
  ['OpenAI filter', coded('content_filter', 'The response was filtered.')],
  ['server', unread(500, '<html>Internal Server Error</html>')],
  ['timeout', Object.assign(new Error('The operation was aborted due to timeout'), { name: 'TimeoutError' })],
  ['stopped', Object.assign(new Error('This operation was aborted'), { name: 'AbortError' })],
  [
    'network',
    new TypeError('fetch failed', {
      cause: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
    }),
  ],
  [
    'an answer that the SDK could not read',
    call({
      status: 200,
      message: 'Invalid JSON response',
      body: { choices: [{ text: 'It said: prompt is too long: 210503 tokens > 200000 maximum' }] },
      data: 'none',
    }),
  ],
  [
    'an error that quotes the request',
    unread(
      422,
      JSON.stringify({
        detail: [
          {
            type: 'missing',
            loc: ['body', 'model'],
            msg: 'Field required',
            input: { messages: [{ content: 'prompt is too long' }] },
          },
        ],
      }),
    ),
  ],
  ['retries of a busy provider', retry(busy, busy)],
  [
    'gateway rate limit',
    gateway(
      'Rate limit exceeded',
      coded('rate_limit_exceeded', 'Request too large for m on tokens per min (TPM)', 429),
      429,
    ),
  ],
  [
    'no output',
    Object.assign(new Error('No output generated. Check the stream for errors.'), {
      name: 'AI_NoOutputGeneratedError',
    }),
  ],
  ['nothing', undefined],
  ['a number', 413],
];

describe('refusals', () => {
  test.each(OTHER)('not: %s', (_, error) => {
    expect(overflowOf(error)).toBeNull();
  });

  test('further wordings count, with their figure, and also where the list says otherwise', () => {
    const wording = /ration of (\d+) per sheet/gy;
    expect(overflowOf(call({ message: 'ration of 4000 per sheet' }))).toBeNull();
    const more = [{ provider: 'own', wording, limit: 1 }];
    for (const _ of [1, 2]) expect(overflowOf('ration of 4000 per sheet', more)).toEqual({ window: 4000 });
    expect(wording.lastIndex).toBe(0);
    const slow = call({ status: 429, message: 'Request too large' });
    expect(overflowOf(slow, [{ provider: 'own', wording: /request too large/i }])).toEqual({});
  });

  test('errors of another kind beside it hide nothing', () => {
    const limited = coded('rate_limit_exceeded', 'Rate limit reached.', 429);
    expect(overflowOf(retry(limited, large))).toEqual({ window: 200_000 });
    expect(overflowOf(Object.assign(new Error('Rate limit of the pool', { cause: large })))).toEqual({
      window: 200_000,
    });
  });

  test('cycles, depth, getters and proxies cost nothing', () => {
    const cycle: { cause?: unknown; data?: unknown; errors?: unknown[] } = { errors: [] };
    cycle.cause = cycle;
    cycle.data = cycle;
    cycle.errors?.push(cycle, large);
    expect(overflowOf(cycle)).toEqual({ window: 200_000 });
    const wide: { errors: unknown[] } = { errors: [] };
    wide.errors.push(...Array.from({ length: 16 }, () => wide));
    expect(overflowOf(wide)).toBeNull();
    let deep: unknown = large;
    for (let at = 0; at < 10_000; at++) deep = { cause: deep };
    expect(overflowOf(deep)).toBeNull();
    const trap = {
      get message() {
        throw new Error('no');
      },
      cause: large,
    };
    expect(overflowOf(trap)).toEqual({ window: 200_000 });
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(overflowOf({ cause: proxy, errors: proxy, data: proxy })).toBeNull();
  });

  test('no value throws or is changed', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true }), (value) => {
        overflowOf(value);
        overflowOf({
          message: value,
          responseBody: value,
          data: value,
          cause: value,
          errors: value,
          statusCode: value,
        });
        isTruncatedByWindow(value);
      }),
    );
    const frozen = Object.freeze({ message: chat(4096), data: Object.freeze({ n: 1 }) });
    expect(overflowOf(frozen)).toEqual({ window: 4096 });
  });

  test('megabytes of almost every wording end', () => {
    const words = [...OVERFLOW_WORDINGS.map(({ wording }) => wording), ...OTHER_REFUSALS].map(({ source }) =>
      source.replace(/\\[dbsn]|[\\[\]{}()?:^$|,]/g, ' '),
    );
    for (const filler of [...words, '1,', '\\', 'tokens > ', 'exceed_context_size_error ', '{"a":', '['])
      for (const error of [filler, { message: filler }, { responseBody: filler, data: { a: filler } }]) {
        const blown = JSON.parse(
          JSON.stringify(error).replace(JSON.stringify(filler).slice(1, -1), () =>
            JSON.stringify(filler.repeat(1_000_000 / filler.length)).slice(1, -1),
          ),
        );
        overflowOf(blown);
      }
  }, 60_000);
});

test.each([
  [{ unified: 'length', raw: 'model_context_window_exceeded' }, true],
  ['model_context_window_exceeded', true],
  [{ unified: 'length', raw: 'max_tokens' }, false],
  [{ unified: 'length', raw: undefined }, false],
  ['length', false],
  [undefined, false],
  [null, false],
])('a window that was full before the answer ended: %j is %s', (finishReason, full) => {
  expect(isTruncatedByWindow(finishReason)).toBe(full);
});
