/** Sizes, windows and ends of one call, on raw models: what the SDK would never hand over is handed over here. */
import { isDaybookError, openDaybook } from '@daybook/core';
import { memoryStore } from '@daybook/core/memory';
import { describe, expect, it } from 'vitest';
import { type CallReport, type DaybookModelOptions, daybookMiddleware } from './index.ts';
import type { GenerateResult, HookOptions, Model, NativeMessage } from './model-types.ts';

const said = (text: string): NativeMessage => ({ role: 'user', content: [{ type: 'text', text }] });
const answered = (text: string): NativeMessage => ({ role: 'assistant', content: [{ type: 'text', text }] });
const answer = { content: [{ type: 'text', text: 'Fine.' }], finishReason: 'stop', usage: {} };

async function stand(options: DaybookModelOptions = {}) {
  const daybook = await openDaybook({ store: memoryStore() });
  const reports: CallReport[] = [];
  const sent: HookOptions['params'][] = [];
  const middleware = daybookMiddleware({
    daybook,
    ...options,
    onCall: (report) => reports.push(report),
  }) as unknown as {
    wrapGenerate(hook: HookOptions): Promise<GenerateResult>;
  };
  const model = {
    provider: 'a-provider',
    modelId: 'a-model',
    doGenerate: async (params: HookOptions['params']) => {
      sent.push(params);
      return answer;
    },
  } as unknown as Model;
  const ask = (prompt: readonly unknown[], params: object = {}, session = 'a') =>
    middleware.wrapGenerate({
      model,
      params: { prompt, providerOptions: { daybook: { session } }, ...params },
    });
  return { daybook, ask, sent, reports };
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => (isDaybookError(error) ? error.code : String(error)),
  );

describe('a window', () => {
  it.each([255, 0, -1, Number.NaN, Number.POSITIVE_INFINITY])('of %d is refused', async (window) => {
    expect(await codeOf(stand({ window }))).toBe('invalid-input');
    const { ask, sent } = await stand({ window: () => window });
    expect(await codeOf(ask([said('Hi.')]))).toBe('invalid-input');
    expect(sent).toEqual([]);
  });

  it.each([256, 1e9])('of %d is taken', async (window) => {
    const { ask, reports } = await stand({ window });
    await ask([said('Hi.')]);
    expect(reports).toMatchObject([{ tokens: { window }, notices: [] }]);
  });

  it('that nobody names is assumed, and the report says so', async () => {
    for (const window of [undefined, () => undefined]) {
      const { ask, reports } = await stand(window === undefined ? {} : { window });
      await ask([said('Hi.')]);
      expect(reports).toMatchObject([{ tokens: { window: 128_000 }, notices: ['window-assumed'] }]);
    }
  });

  it('that a function names is asked for each call of each model', async () => {
    const asked: string[] = [];
    const { ask } = await stand({
      window({ provider, modelId }) {
        asked.push(`${provider} ${modelId}`);
        return 5000;
      },
    });
    await ask([said('Hi.')]);
    await ask([said('Hi.')]);
    expect(asked).toEqual(['a-provider a-model', 'a-provider a-model']);
  });
});

describe("the call's most output", () => {
  it('is kept free', async () => {
    const { ask, reports } = await stand({ window: 10_000 });
    await ask([said('Hi.')], { maxOutputTokens: 3000 });
    expect(reports).toMatchObject([{ tokens: { room: 7000 } }]);
  });

  it.each([5000, 10_000, 64_000, 1e9])(
    'of %d, as large as half of the window or larger, loses no call',
    async (maxOutputTokens) => {
      const { ask, reports, sent } = await stand({ window: 10_000 });
      await ask([said('Hi.')], { maxOutputTokens });
      expect(sent).toMatchObject([{ maxOutputTokens }]);
      expect(reports[0]?.tokens?.room).toBeGreaterThanOrEqual(5000);
    },
  );

  it.each([64_000, 128_000, 200_000])(
    'of %d loses no call where the window is assumed',
    async (maxOutputTokens) => {
      const { ask, reports } = await stand();
      expect(await codeOf(ask([said('Hi.')], { maxOutputTokens }))).toBeNull();
      expect(reports[0]?.tokens?.room).toBeGreaterThanOrEqual(64_000);
    },
  );
});

describe('a prompt', () => {
  it('of no message is answered', async () => {
    const { ask, sent, daybook } = await stand();
    expect(await ask([])).toMatchObject({ content: answer.content });
    expect(sent).toMatchObject([{ prompt: [] }]);
    expect(await daybook.audit()).toMatchObject({ ok: true });
  });

  it('of system text alone is answered, and goes on', async () => {
    const system = { role: 'system', content: 'Be brief.' };
    const { ask, sent, reports, daybook } = await stand();
    await ask([system]);
    await ask([system, answered('Fine.'), said('Hi.')]);
    expect(sent[0]?.prompt[0]).toBe(system);
    expect(reports.map(({ branch, failure }) => [branch, failure])).toEqual([
      ['main', null],
      ['main', null],
    ]);
    expect(await daybook.audit()).toMatchObject({ ok: true });
  });

  it('that is frozen is sent as the same objects, and not mutated', async () => {
    const prompt = frozen([
      { role: 'system', content: 'Be brief.' },
      said('Hi.'),
      answered('Yes?'),
      said('Go on.'),
    ]);
    const { ask, sent } = await stand();
    await ask(prompt);
    for (const [at, message] of prompt.entries()) expect(sent[0]?.prompt[at]).toBe(message);
  });

  const input = (value: unknown): NativeMessage[] => [
    said('Hi.'),
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c', toolName: 't', input: value }] },
    {
      role: 'tool',
      content: [
        { type: 'tool-result', toolCallId: 'c', toolName: 't', output: { type: 'text', value: 'x' } },
      ],
    },
  ];
  const cycle: { self?: unknown } = {};
  cycle.self = cycle;
  const throwing = {
    get a(): unknown {
      throw new Error('not now');
    },
  };
  it.each([
    ['a form of its own', { toJSON: () => ({ a: 1 }) }],
    ['a date', new Date(0)],
    [
      'an instance',
      new (class Point {
        x = 1;
      })(),
    ],
    ['a map', new Map([['a', 1]])],
    ['a function', () => 1],
    ['a symbol', Symbol('a')],
    ['a large number', 10n ** 30n],
    ['undefined', undefined],
    ['half a character', { a: '\ud800' }],
    ['a cycle', cycle],
    ['2,000 levels', JSON.parse(`${'['.repeat(2000)}${']'.repeat(2000)}`)],
    ['a getter that throws', throwing],
    [
      'a form of its own that throws',
      {
        toJSON: () => {
          throw new Error('not now');
        },
      },
    ],
  ])('with %s as a tool input is sent as it is', async (_, value) => {
    const { ask, sent, daybook } = await stand();
    const prompt = input(value);
    await ask(prompt);
    await ask(prompt);
    for (const { prompt: got } of sent) {
      expect(got).toHaveLength(3);
      expect(got[0]).toBe(prompt[0]);
      expect(got[2]).toBe(prompt[2]);
    }
    expect(await daybook.audit()).toMatchObject({ ok: true });
  });

  it('of strangers is sent as it came', async () => {
    for (const odd of [[{}], [{ role: 'stranger', content: [1, 2] }]]) {
      const { ask, sent } = await stand();
      expect(await codeOf(ask(odd))).toBeNull();
      expect(sent[0]?.prompt[0]).toBe(odd[0]);
    }
  });

  it('whose message is changed in place between two calls is journaled as it is now', async () => {
    const call = { path: 'a' };
    const prompt = input(call);
    const { ask, sent, reports, daybook } = await stand();
    await ask(prompt);
    call.path = 'b';
    await ask(prompt);
    expect(sent[1]?.prompt[1]).toBe(prompt[1]);
    // A call whose input was said otherwise is a revision on record, not another conversation.
    const [first, second] = reports.map(({ revision }) => revision ?? 0) as [number, number];
    expect(second).toBeGreaterThan(first);
    const lines: string[] = [];
    for await (const line of daybook.session({ session: 'a' }).export()) lines.push(line);
    expect(lines.join()).toContain('"path":"b"');
  });

  it('whose bytes are changed in place between two calls is another one', async () => {
    const data = new Uint8Array([1, 2, 3]);
    const prompt = [
      { role: 'user', content: [{ type: 'file', mediaType: 'image/png', data: { type: 'data', data } }] },
    ];
    const { ask, daybook, sent } = await stand();
    await ask(prompt);
    data[0] = 9;
    await ask(prompt);
    expect(sent[1]?.prompt[0]).toBe(prompt[0]);
    const { messages } = await daybook.session({ session: 'a' }).view();
    expect(JSON.stringify(messages)).toContain(Buffer.from(data).toString('base64'));
  });
});

describe('beside the prompt', () => {
  it.each([
    ['tools', { tools: [{ type: 'function', name: 't', inputSchema: { default: 10n } }] }],
    ['a schema', { responseFormat: { type: 'json', schema: { default: 10n } } }],
  ])('%s that JSON cannot hold lose no call', async (_, params) => {
    const { ask } = await stand();
    expect(await codeOf(ask([said('Hi.')], params))).toBeNull();
  });
});

it('a call that ends is told of once, whatever the application does with the report', async () => {
  const { ask, reports } = await stand();
  const { providerMetadata } = await ask([said('Hi.')]);
  expect(providerMetadata).toEqual({ daybook: reports[0] });
  expect(structuredClone(reports[0])).toEqual(reports[0]);
  expect(JSON.parse(JSON.stringify(reports[0]))).toEqual(reports[0]);
});

function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) frozen(member);
  return Object.freeze(value);
}
