import { expect, test } from 'vitest';
import { busy, call, chat, coded, gateway, large, retry, typed, unread } from '../../test/provider-errors.ts';
import { overflowOf } from './overflow.ts';

const TOO_LARGE: readonly [label: string, error: unknown, window: number | undefined][] = [
  ['OpenAI chat', coded('context_length_exceeded', chat(8192)), 8192],
  [
    'OpenAI chat, with the completion',
    call({
      message:
        "This model's maximum context length is 16,385 tokens, however you requested 17000 tokens (16000 in your prompt; 1000 for the completion).",
    }),
    16_385,
  ],
  [
    'OpenAI Responses',
    coded(
      'context_length_exceeded',
      'Your input exceeds the context window of this model. Please adjust your input and try again.',
    ),
    undefined,
  ],
  [
    'OpenAI, configured limit',
    coded(
      'context_length_exceeded',
      'Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 280001 tokens.',
    ),
    272_000,
  ],
  ['OpenAI, only the code', coded('context_length_exceeded', 'Bad request.'), undefined],
  [
    'OpenAI, too many messages',
    coded(
      'array_above_max_length',
      "Invalid 'messages': array too long. Expected an array with maximum length 2048, but got 2050 instead.",
    ),
    undefined,
  ],
  [
    'OpenAI, a text too long',
    coded(
      'string_above_max_length',
      "Invalid 'input[3].content[0].text': string too long. Expected a string with maximum length 10485760.",
    ),
    undefined,
  ],
  [
    'OpenAI, frame of a stream',
    {
      type: 'error',
      sequence_number: 0,
      error: {
        type: 'invalid_request_error',
        code: 'context_length_exceeded',
        message: 'Your input exceeds the context window of this model.',
      },
    },
    undefined,
  ],
  [
    'Azure, body unread',
    unread(
      400,
      JSON.stringify({ error: { code: 'context_length_exceeded', message: chat(128_000), status: 400 } }),
    ),
    128_000,
  ],
  [
    'Azure, without figures',
    call({ message: "This model's maximum context length has been exceeded." }),
    undefined,
  ],
  ['Anthropic', large, 200_000],
  [
    'Anthropic, with the output',
    typed(
      'invalid_request_error',
      'input length and `max_tokens` exceed context limit: 199759 + 8192 > 204658, decrease input length or `max_tokens` and try again',
    ),
    204_658,
  ],
  ['Anthropic, without figures', typed('invalid_request_error', 'Prompt is too long'), undefined],
  ['Anthropic, bytes', typed('request_too_large', 'Request exceeds the maximum size', 413), undefined],
  [
    'Anthropic, escaped by a proxy',
    unread(
      400,
      '{"error":"{\\"message\\":\\"prompt is too long: 210503 tokens \\\\u003e 200000 maximum\\"}"}',
    ),
    200_000,
  ],
  [
    'Anthropic on Bedrock',
    call({
      message: 'The model returned the following errors: prompt is too long: 200049 tokens > 200000 maximum',
    }),
    200_000,
  ],
  [
    'Google',
    call({
      message: 'The input token count (1200293) exceeds the maximum number of tokens allowed (1048576).',
      body: { error: { code: 400, status: 'INVALID_ARGUMENT' } },
    }),
    1_048_576,
  ],
  [
    'Google, without the count',
    call({ message: 'The input token count exceeds the maximum number of tokens allowed 1048576.' }),
    1_048_576,
  ],
  [
    'Google, list as body',
    unread(
      400,
      JSON.stringify([
        {
          error: {
            code: 400,
            message: 'The input token count (154364) exceeds the maximum number of tokens allowed (131072).',
          },
        },
      ]),
    ),
    131_072,
  ],
  [
    'Vertex',
    call({
      message:
        'Unable to submit request because the input token count is 36000 but model only supports up to 32768. Reduce the input token count and try again.',
    }),
    32_768,
  ],
  ['Google, bytes', call({ message: 'Request payload size exceeds the limit: 20971520 bytes.' }), undefined],
  ['Bedrock', call({ message: 'Input is too long for requested model.' }), undefined],
  [
    'Bedrock Titan',
    call({ message: 'Too many input tokens. Max input tokens: 8192, request input token count: 14543' }),
    8192,
  ],
  [
    'Bedrock Nova',
    call({
      message:
        'Input Tokens Exceeded: Number of input tokens exceeds maximum length. Please update the input to try again.',
    }),
    undefined,
  ],
  [
    'Mistral',
    call({
      message:
        'Prompt contains 152960 tokens and 0 draft tokens, too large for model with 131072 maximum context length',
    }),
    131_072,
  ],
  [
    'Groq',
    coded('context_length_exceeded', 'Please reduce the length of the messages or completion.'),
    undefined,
  ],
  [
    'Cerebras',
    call({
      message:
        'Please reduce the length of the messages or completion. Current length is 42328 while limit is 40000',
    }),
    40_000,
  ],
  [
    'Cohere',
    call({
      message:
        'too many tokens: total number of tokens (prompt and prediction) cannot exceed 4096 - received 6354. Try using a shorter prompt.',
    }),
    4096,
  ],
  [
    'Cohere chat',
    call({
      message: 'too many tokens: size limit exceeded by 11326 tokens. Try using shorter or fewer inputs.',
    }),
    undefined,
  ],
  [
    'xAI',
    call({
      message: "This model's maximum prompt length is 131072 but the request contains 136973 tokens.",
      body: { code: 'Client specified an invalid argument', error: 'see message' },
    }),
    131_072,
  ],
  [
    'DeepSeek',
    coded(
      'invalid_request_error',
      "This model's maximum context length is 65536 tokens. However, you requested 69648 tokens (61648 in the messages, 8000 in the completion).",
    ),
    65_536,
  ],
  [
    'Together',
    call({
      message:
        'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4097. Given: 8012 `inputs` tokens and 512 `max_new_tokens`',
    }),
    4097,
  ],
  [
    'Together, newer',
    call({ message: "Input (40962 tokens) is longer than the model's context length (32768 tokens)." }),
    32_768,
  ],
  [
    'Fireworks',
    call({ message: 'The prompt is too long: 137901, model maximum context length: 131071' }),
    131_071,
  ],
  [
    'OpenRouter',
    call({
      message:
        'This endpoint\'s maximum context length is 16384 tokens. However, you requested about 94307 tokens (94307 of text input). Please reduce the length of either one, or use the "middle-out" transform.',
    }),
    16_384,
  ],
  [
    'OpenRouter, of the provider behind',
    call({
      message: 'Provider returned error',
      body: {
        error: {
          message: 'Provider returned error',
          code: 400,
          metadata: {
            raw: '{"message":"input length and `max_tokens` exceed context limit: 149674 + 64000 > 204658, decrease"}',
            provider_name: 'Amazon Bedrock',
          },
        },
      },
    }),
    204_658,
  ],
  [
    'OpenRouter, in a body that looks like an answer',
    call({
      status: 200,
      message: 'Invalid JSON response',
      body: { error: { code: 400, message: "This endpoint's maximum context length is 32768 tokens." } },
      data: 'none',
    }),
    32_768,
  ],
  ['Ollama', unread(400, '{"error":"prompt too long; exceeded max context length by 4 tokens"}'), undefined],
  ['Ollama, input', unread(400, '{"error":"the input length exceeds the context length"}'), undefined],
  [
    'llama.cpp, older',
    call({
      status: 500,
      message:
        'the request exceeds the available context size. try increasing the context size or enable context shift',
      body: {
        error: {
          code: 500,
          message: 'the request exceeds the available context size.',
          type: 'exceed_context_size_error',
          n_prompt_tokens: 14429,
          n_ctx: 8192,
        },
      },
      data: 'none',
    }),
    8192,
  ],
  [
    'llama.cpp, newer',
    call({
      message: 'request (14429 tokens) exceeds the available context size (8192 tokens), try increasing it',
    }),
    8192,
  ],
  [
    'vLLM',
    coded(
      '400',
      "This model's maximum context length is 262144 tokens. However, you requested 128000 output tokens and your prompt contains at least 134145 input tokens.",
    ),
    262_144,
  ],
  [
    'vLLM, engine',
    call({
      message:
        'The decoder prompt (length 21535) is longer than the maximum model length of 16384. Make sure that `max_model_len` is no smaller.',
    }),
    16_384,
  ],
  [
    'vLLM, older',
    call({
      message: 'The prompt (total length 25938) is too long to fit into the model (context length 4096).',
    }),
    4096,
  ],
  [
    'LM Studio',
    'Trying to keep the first 14538 tokens when context the overflows. However, the model is loaded with context length of only 2048 tokens, which is not enough.',
    2048,
  ],
  [
    'LM Studio, newer',
    unread(
      400,
      '{"error":"The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 13055>= n_ctx: 4096). Try again."}',
    ),
    4096,
  ],
  [
    'TGI',
    call({
      status: 422,
      message: 'Input validation error: `inputs` must have less than 4096 tokens. Given: 4545',
      body: { error: 'see message', error_type: 'validation' },
    }),
    4096,
  ],
  ['Copilot', coded('', 'prompt token count of 93854 exceeds the limit of 90000'), 90_000],
  [
    'Moonshot',
    call({ message: 'Invalid request: Your request exceeded model token limit: 262144 (requested: 269030)' }),
    262_144,
  ],
  ['Alibaba', call({ message: '<400> InternalError: Range of input length should be [1, 30720]' }), 30_720],
  [
    'LiteLLM',
    call({ message: 'litellm.ContextWindowExceededError: litellm.BadRequestError: refused' }),
    undefined,
  ],
  ['a proxy that counts bytes', unread(413, '<html><h1>413 Request Entity Too Large</h1></html>'), undefined],
  ['gateway, cause', gateway('Invalid request', large), 200_000],
  ['gateway, own words', gateway(chat(32_768)), 32_768],
  ['after a retry', retry(busy, large), 200_000],
  ['gateway after a retry', retry(busy, gateway('Invalid request', large)), 200_000],
  ['several at once', new AggregateError([busy, large]), 200_000],
  [
    'error part of a stream, object',
    { message: chat(32_768), type: 'invalid_request_error', code: 'context_length_exceeded' },
    32_768,
  ],
  [
    'error part of a stream, with status',
    {
      message: 'prompt is too long: 210503 tokens > 200000 maximum',
      type: 'invalid_request_error',
      statusCode: 400,
      isRetryable: false,
      data: {},
    },
    200_000,
  ],
  ['error part of a stream, string', chat(4096), 4096],
  ['a window that nobody serves', call({ message: chat(7) }), undefined],
];

test.each(TOO_LARGE)('a refusal as too large: %s', (_, error, window) => {
  expect(overflowOf(error)).toEqual(window === undefined ? {} : { window });
});
