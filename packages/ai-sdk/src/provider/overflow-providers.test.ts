/** What the provider packages themselves make of a refusal, as an answer and in a stream. */
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { expect, test } from 'vitest';
import { chat } from '../../test/provider-errors.ts';
import { overflowOf } from './overflow.ts';

type Fetch = (url: unknown, init?: unknown) => Promise<Response>;

const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Which row?' }] }];
const models = {
  anthropic: (fetch: Fetch) => createAnthropic({ apiKey: 'test', fetch })('claude-sonnet-4-5'),
  chat: (fetch: Fetch) => createOpenAI({ apiKey: 'test', fetch }).chat('gpt-5.1'),
  responses: (fetch: Fetch) => createOpenAI({ apiKey: 'test', fetch }).responses('gpt-5.1'),
  google: (fetch: Fetch) => createGoogle({ apiKey: 'test', fetch })('gemini-3-pro-preview'),
  compatible: (fetch: Fetch) =>
    createOpenAICompatible({ name: 'local', baseURL: 'https://api.example/v1', fetch })('local-1'),
};

const long = 'prompt is too long: 210503 tokens > 200000 maximum';
const counted = 'The input token count (1200293) exceeds the maximum number of tokens allowed (1048576).';
const code = 'context_length_exceeded';
const full = 'Your input exceeds the context window of this model.';
const anthropic = { type: 'error', error: { type: 'invalid_request_error', message: long } };
const openai = { error: { message: chat(8192), type: 'invalid_request_error', param: 'messages', code } };
const responses = { error: { message: full, type: 'invalid_request_error', param: 'input', code } };
const google = { error: { code: 400, message: counted, status: 'INVALID_ARGUMENT' } };
const local = {
  error: {
    code: 400,
    message: 'refused',
    type: 'exceed_context_size_error',
    n_prompt_tokens: 9000,
    n_ctx: 8192,
  },
};
const limited = {
  error: {
    message: 'Request too large for m on tokens per min (TPM): Limit 30000',
    code: 'rate_limit_exceeded',
  },
};

async function refusalOf(
  name: keyof typeof models,
  status: number,
  body: string,
  stream: boolean,
): Promise<unknown> {
  const headers = { 'content-type': stream && status === 200 ? 'text/event-stream' : 'application/json' };
  const model = models[name](async () => new Response(body, { status, headers }));
  try {
    if (!stream) return await model.doGenerate({ prompt });
    const { stream: parts } = await model.doStream({ prompt });
    for await (const part of parts) if (part.type === 'error') return part.error;
    return undefined;
  } catch (error) {
    return error;
  }
}

test.each([
  ['anthropic', 400, anthropic, 200_000],
  ['chat', 400, openai, 8192],
  ['responses', 400, responses, undefined],
  ['google', 400, google, 1_048_576],
  ['compatible', 400, openai, 8192],
  ['compatible', 500, local, 8192],
] as const)('%s, refused with status %i', async (name, status, body, window) => {
  for (const stream of [false, true]) {
    const refusal = await refusalOf(name, status, JSON.stringify(body), stream);
    expect(overflowOf(refusal)).toEqual(window === undefined ? {} : { window });
  }
});

test.each([
  ['anthropic', `event: error\ndata: ${JSON.stringify(anthropic)}\n\n`, 200_000],
  ['chat', `data: ${JSON.stringify(openai)}\n\n`, 8192],
  [
    'responses',
    `data: ${JSON.stringify({ type: 'error', sequence_number: 0, ...responses })}\n\n`,
    undefined,
  ],
  ['google', `data: ${JSON.stringify(google)}\n\n`, 1_048_576],
  ['compatible', `data: ${JSON.stringify(openai)}\n\n`, 8192],
] as const)('%s, refused in the stream', async (name, frames, window) => {
  const refusal = await refusalOf(name, 200, frames, true);
  expect(overflowOf(refusal)).toEqual(window === undefined ? {} : { window });
});

test.each(Object.keys(models) as (keyof typeof models)[])('%s, over a limit per minute', async (name) => {
  for (const status of [413, 429])
    for (const stream of [false, true])
      expect(overflowOf(await refusalOf(name, status, JSON.stringify(limited), stream))).toBeNull();
});
