/**
 * Covers no capability by itself: the server that tests of adapters trust. It answers as each provider does, refuses
 * what a provider would refuse, and hands out nothing twice.
 */
import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict';
import { describe, it } from 'vitest';
import { type ProviderServer, providerServer, type ServerAnswer } from '../src/index.ts';

type Body = Record<string, unknown>;

interface Wire {
  readonly provider: string;
  readonly path: string;
  readonly streamPath?: string;
  /** A request with this list behind one of the user. */
  body(list: readonly unknown[], text?: string): Body;
  /** From an answer, the list that hands it back with a result for each call. */
  back(answer: Body): readonly unknown[];
}

const answer: ServerAnswer = {
  reasoning: 'The tide decides.',
  text: 'I look it up.',
  calls: [
    { name: 'look_up', input: { row: 7 } },
    { name: 'look_up', input: { row: 8 } },
  ],
};

const user = { role: 'user', content: 'Which row?' };
const wires: readonly Wire[] = [
  {
    provider: 'openai-chat',
    path: '/v1/chat/completions',
    body: (list, text) => ({
      model: 'gpt-5.1',
      messages: [text ? { ...user, content: text } : user, ...list],
    }),
    back(said) {
      const message = at(said, 'choices', 0, 'message') as Body;
      const results = (message.tool_calls as Body[]).map(({ id }) => ({
        role: 'tool',
        tool_call_id: id,
        content: 'seven',
      }));
      return [message, ...results];
    },
  },
  {
    provider: 'openai-responses',
    path: '/v1/responses',
    body: (list, text) => ({ model: 'gpt-5.1', input: [text ? { ...user, content: text } : user, ...list] }),
    back: ({ output }) => [
      ...(output as Body[]).map(({ id }) => ({ type: 'item_reference', id })),
      ...(output as Body[])
        .filter(({ type }) => type === 'function_call')
        .map(({ call_id }) => ({ type: 'function_call_output', call_id, output: 'seven' })),
    ],
  },
  {
    provider: 'anthropic',
    path: '/v1/messages',
    body: (list, text) => ({
      model: 'claude-sonnet-4-5',
      thinking: { type: 'enabled' },
      tools: [{ name: 'look_up', input_schema: {} }],
      messages: [text ? { ...user, content: text } : user, ...list],
    }),
    back({ content }) {
      const calls = (content as Body[]).filter(({ type }) => type === 'tool_use');
      const results = calls.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: 'seven' }));
      return [
        { role: 'assistant', content },
        { role: 'user', content: results },
      ];
    },
  },
  {
    provider: 'gemini',
    path: '/v1beta/models/gemini-3-pro-preview:generateContent',
    streamPath: '/v1beta/models/gemini-3-pro-preview:streamGenerateContent?alt=sse',
    body: (list, text = 'Which row?') => ({ contents: [{ role: 'user', parts: [{ text }] }, ...list] }),
    back(said) {
      const content = at(said, 'candidates', 0, 'content') as { parts: Body[] };
      const calls = content.parts.flatMap(({ functionCall }) => (functionCall ? [functionCall as Body] : []));
      const parts = calls.map(({ id, name }) => ({ functionResponse: { id, name, response: { row: 7 } } }));
      return [content, { role: 'user', parts }];
    },
  },
];

describe.each(wires)('$provider', ({ provider, path, streamPath = path, body, back }) => {
  it('answers, takes the answer back, and gives names only once', async () => {
    await using server = await providerServer({ answer: () => answer });
    const first = await post(server, path, body([]));
    const second = await post(server, path, body(back(first.json)));
    deepStrictEqual([first.status, second.status, server.violations], [200, 200, []]);
    const [one, other] = [first, second].map(({ text }) => text.match(/"(?:call|toolu|fn|rs|fc)_\d[^"]*"/g));
    ok(one?.length && one.every((name) => !other?.includes(name)));
    deepStrictEqual(
      server.requests.map((request) => [request.provider, request.streams]),
      [
        [provider, false],
        [provider, false],
      ],
    );
  });

  it('refuses a broken list and keeps what is wrong with it', async () => {
    await using server = await providerServer({ answer: () => answer });
    const list = back((await post(server, path, body([]))).json);
    const { status } = await post(server, path, body(list.slice(0, -1)));
    strictEqual(status, 400);
    ok(server.violations.length > 0);
    ok(server.violations.every(({ rule, request }) => rule.startsWith(provider) && request === 1));
  });

  it('streams the same words', async () => {
    await using server = await providerServer({ answer: () => ({ text: 'High water at noon.' }) });
    const events = eventsIn((await post(server, streamPath, { ...body([]), stream: true })).text);
    ok(events.length >= 3);
    strictEqual(events.flatMap(deltasIn).join(''), 'High water at noon.');
    strictEqual(server.requests[0]?.streams, true);
  });

  it('refuses what is larger than its window, and what the script says', async () => {
    const script: ServerAnswer[] = [{ refuse: 'overflow' }, { refuse: 'rate-limit' }, { refuse: 'broken' }];
    await using server = await providerServer({
      window: 500,
      answer: () => script.shift() ?? { text: 'Ok.' },
    });
    const texts = [undefined, undefined, undefined, 'long '.repeat(500), undefined];
    const statuses: number[] = [];
    for (const text of texts) statuses.push((await post(server, path, body([], text))).status);
    deepStrictEqual(statuses, [400, 429, 500, 400, 200]);
    deepStrictEqual(server.violations, []);
  });

  it('breaks off where the script says so', async () => {
    await using server = await providerServer({ answer: () => ({ text: 'Half.', brokenAfter: 1 }) });
    await rejects(post(server, streamPath, { ...body([]), stream: true }));
    await rejects(post(server, path, body([])));
  });
});

describe('compaction by the provider', () => {
  it('is an opaque item that comes back, at the providers that have one', async () => {
    await using server = await providerServer({
      answer: () => ({ compaction: 'All about row 7.', text: 'Go on.' }),
    });
    const [, responses, messages] = wires as [Wire, Wire, Wire];
    const items = (await post(server, responses.path, responses.body([]))).json;
    strictEqual(at(items, 'output', 0, 'type'), 'compaction');
    const blocks = (await post(server, messages.path, messages.body([]))).json;
    strictEqual(at(blocks, 'content', 0, 'type'), 'compaction');
    strictEqual((at(blocks, 'usage', 'iterations') as unknown[]).length, 2);
    await post(server, responses.path, responses.body([...responses.back(items), user]));
    await post(server, messages.path, messages.body([{ role: 'assistant', content: blocks.content }, user]));
    deepStrictEqual(server.violations, []);
  });
});

async function post(server: ProviderServer, path: string, body: Body) {
  const response = await fetch(server.url + path, { method: 'POST', body: JSON.stringify(body) });
  const text = await response.text();
  const json = (text.startsWith('{') ? JSON.parse(text) : {}) as Body;
  return { status: response.status, text, json };
}

function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce((inner, name) => (inner as Record<string | number, unknown>)[name], value);
}

function eventsIn(text: string): Body[] {
  const lines = text.split('\n').filter((line) => line.startsWith('data: {'));
  return lines.map((line) => JSON.parse(line.slice('data: '.length)));
}

/** The words of the model in an event of whichever provider. */
function deltasIn(event: Body): unknown[] {
  if (event.type === 'response.output_text.delta') return [event.delta];
  if (event.type === 'content_block_delta') return [at(event, 'delta', 'text')];
  const [choice] = (event.choices ?? []) as { delta: Body }[];
  const [candidate] = (event.candidates ?? []) as { content: { parts: Body[] } }[];
  return [choice?.delta.content, ...(candidate?.content.parts.map(({ text }) => text) ?? [])];
}
