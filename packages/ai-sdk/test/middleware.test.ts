/**
 * The middleware on the real `generateText`, `streamText`, `ToolLoopAgent` and structured output of both majors, with a
 * scripted model. Covers: A1
 */
import { isDaybookError } from '@daybook/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type CallReport, daybookMiddleware } from '../src/index.ts';
import { journaled, onRecord, stand, turns, words } from './middleware/daybooks.ts';
import { type Sdk, type Settings, sdks } from './middleware/sdks.ts';

const ask = (sdk: Sdk) => ({
  async generate(settings: Settings) {
    const result = await sdk.generateText(settings);
    return {
      text: result.text,
      report: result.providerMetadata?.daybook,
      messages: result.response.messages,
    };
  },
  async stream(settings: Settings) {
    const result = sdk.streamText(settings);
    const text = await result.text;
    const { messages } = await result.response;
    return { text, report: (await result.providerMetadata)?.daybook, messages };
  },
});
const ways = ['generate', 'stream'] as const;
const both = sdks.flatMap((sdk) => ways.map((way) => ({ name: `${way} of ${sdk.name}`, sdk, way })));

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'no error',
    (error) => (isDaybookError(error) ? error.code : `another: ${error}`),
  );
}

describe.each(both)('$name', ({ sdk, way }) => {
  const calls = (mock: { doGenerateCalls: unknown; doStreamCalls: unknown }) =>
    (way === 'generate' ? mock.doGenerateCalls : mock.doStreamCalls) as Settings[];

  it('answers, journals question and answer, and tells what it did', async () => {
    const { daybook, of, reports } = await stand(sdk, ['The ferry goes at nine.']);
    const { text, report } = await ask(sdk)[way](of('a', { prompt: 'When does the ferry go?' }));
    expect(text).toBe('The ferry goes at nine.');
    expect(report).toMatchObject({
      session: 'a',
      tenant: 'default',
      lane: 'main',
      branch: 'main',
      mode: 'view',
      server: null,
      retried: false,
      aborted: false,
      failure: null,
      folds: [],
      pins: null,
    });
    expect(reports).toEqual([report]);
    expect(await onRecord(daybook, 'a')).toEqual([
      'user: When does the ferry go?',
      'assistant: The ferry goes at nine.',
    ]);
    expect(await daybook.audit()).toMatchObject({ ok: true });
  });

  it('gives a report that is plain data', async () => {
    const { of, reports } = await stand(sdk, ['Fine.'], { window: 1200 });
    const { report } = await ask(sdk)[way](of('a', { messages: turns(12) }));
    expect(report?.folds.length).toBeGreaterThan(0);
    for (const one of [report, ...reports]) {
      expect(JSON.parse(JSON.stringify(one))).toEqual(one);
      expect(structuredClone(one)).toEqual(one);
    }
  });

  it('sends the provider nothing of its own', async () => {
    const { of, mock } = await stand(sdk, ['Fine.']);
    const providerOptions = { daybook: { session: 'a', lane: 'b' }, openai: { user: 'u' } };
    await ask(sdk)[way](
      of('a', { prompt: 'Hi.', providerOptions, temperature: 0.2, headers: { 'x-a': 'b' } }),
    );
    const [params] = calls(mock);
    expect(params).toMatchObject({
      providerOptions: { openai: { user: 'u' } },
      temperature: 0.2,
      headers: { 'x-a': 'b' },
    });
    expect(JSON.stringify(params)).not.toContain('daybook');
  });

  it("keeps the provider's own metadata beside the report", async () => {
    const openai = { responseId: 'r1' };
    const { of } = await stand(sdk, [
      { content: [{ type: 'text', text: 'Fine.' }], providerMetadata: { openai } },
    ]);
    const settings = of('a', { prompt: 'Hi.' });
    const metadata =
      way === 'generate'
        ? (await sdk.generateText(settings)).providerMetadata
        : await sdk.streamText(settings).providerMetadata;
    expect(metadata).toMatchObject({ openai, daybook: { session: 'a' } });
  });

  it.each([
    ['no options', undefined],
    ['no session', {}],
    ['an empty name', { session: '' }],
    ['a misspelt one', { sesion: 'a' }],
  ])('refuses a call with %s, and asks nobody', async (_, scope) => {
    const { of, mock, daybook, reports } = await stand(sdk, ['Fine.']);
    const providerOptions = scope && { daybook: scope };
    let told: unknown;
    const work = ask(sdk)[way](
      of('a', {
        prompt: 'Hi.',
        providerOptions,
        onError: ({ error }: { error: unknown }) => {
          told = error;
        },
      }),
    );
    const code = await codeOf(work);
    expect(told ? (isDaybookError(told) ? told.code : told) : code).toBe('invalid-input');
    expect([calls(mock).length, reports.length]).toEqual([0, 0]);
    expect(await daybook.sessions()).toEqual([]);
  });

  it('keeps two sessions, tenants and lanes apart that ask at once', async () => {
    const { daybook, of } = await stand(sdk, [
      async ({ prompt }) => {
        await new Promise((resolve) => setTimeout(resolve, 1));
        return `To ${JSON.stringify(prompt.at(-1)?.content).match(/Question \d+/)?.[0]}.`;
      },
    ]);
    const scopes = [0, 1, 2, 3].map((at) => ({ session: `s${at % 2}`, tenant: `t${at >> 1}` }));
    const done = await Promise.all(
      scopes.map((scope, at) =>
        ask(sdk)[way](of('', { prompt: `Question ${at}`, providerOptions: { daybook: scope } })),
      ),
    );
    for (const [at, { session, tenant }] of scopes.entries()) {
      expect(done[at]?.text).toBe(`To Question ${at}.`);
      expect(done[at]?.report).toMatchObject({ session, tenant });
      expect(await onRecord(daybook, session, tenant)).toEqual([
        `user: Question ${at}`,
        `assistant: To Question ${at}.`,
      ]);
    }
  });

  it('journals every one of many calls that one session makes at once', async () => {
    const { daybook, of, reports } = await stand(sdk, [
      ({ prompt }) => `Re ${prompt.length}: ${JSON.stringify(prompt)}`,
    ]);
    const prompts = Array.from({ length: 8 }, (_, at) => `Question ${at}`);
    const done = await Promise.all(prompts.map((prompt) => ask(sdk)[way](of('a', { prompt }))));
    expect(done).toHaveLength(8);
    expect(reports.map(({ failure }) => failure)).toEqual(prompts.map(() => null));
    const lines = (await journaled(daybook, 'a')).join('\n');
    for (const prompt of prompts) expect(lines).toContain(prompt);
    expect(await daybook.audit()).toMatchObject({ ok: true });
  });

  it('sends the list as it is until it is too large, then a view with the same last words', async () => {
    const { of, mock } = await stand(sdk, ['Fine.'], { window: 1500 });
    const messages = turns(14);
    for (const count of [1, 3, 5, 27]) await ask(sdk)[way](of('a', { messages: messages.slice(0, count) }));
    const prompts = calls(mock).map(({ prompt }) => prompt as { role: string; content: unknown }[]);
    expect(prompts.map(({ length }) => length).slice(0, 3)).toEqual([1, 3, 5]);
    expect(prompts[3]?.length).toBeLessThan(27);
    expect(prompts[3]?.at(-1)).toMatchObject({ content: [{ text: messages[26]?.content }] });
  });

  it('goes on from one call to the next on one branch', async () => {
    const { daybook, of, reports } = await stand(sdk, [({ prompt }) => `Answer to ${prompt.length}.`]);
    const messages: unknown[] = [];
    for (let at = 0; at < 6; at++) {
      messages.push({ role: 'user', content: `Question ${at}` });
      messages.push(...(await ask(sdk)[way](of('a', { messages: [...messages] }))).messages);
    }
    expect(new Set(reports.map(({ branch }) => branch))).toEqual(new Set(['main']));
    expect(await onRecord(daybook, 'a')).toHaveLength(12);
  });

  it('gives structured output', async () => {
    const { daybook, of, mock } = await stand(sdk, ['{"berth":7}']);
    const output = sdk.Output.object({ schema: z.object({ berth: z.number() }) });
    const settings = of('a', { prompt: 'Which berth?', output });
    const given =
      way === 'generate' ? (await sdk.generateText(settings)).output : await sdk.streamText(settings).output;
    expect(given).toEqual({ berth: 7 });
    expect(calls(mock)[0]).toMatchObject({ responseFormat: { type: 'json' } });
    expect(await onRecord(daybook, 'a')).toEqual(['user: Which berth?', 'assistant: {"berth":7}']);
  });

  it('runs a tool loop, journals each step once and forks nowhere', async () => {
    const { daybook, of, reports } = await stand(sdk, toolLoop(4));
    const agent = sdk.agent({
      ...of('a'),
      tools: { depth: depthOf(sdk) },
      instructions: 'Be brief.',
      stopWhen: sdk.steps(9),
    });
    const result =
      way === 'generate'
        ? await agent.generate({ prompt: 'How deep?' })
        : await agent.stream({ prompt: 'How deep?' });
    expect(await result.text).toBe('Deep.');
    expect(reports.map(({ branch }) => branch)).toEqual(Array(5).fill('main'));
    expect(await onRecord(daybook, 'a')).toEqual([
      'system: Be brief.',
      'user: How deep?',
      ...[0, 1, 2, 3].flatMap((at) => [
        `assistant: Looking ${at}.`,
        `assistant calls depth {"at":${at}}`,
        `tool returned ${JSON.stringify([{ type: 'data', value: { metres: at } }])}`,
      ]),
      'assistant: Deep.',
    ]);
  });
});

describe.each(sdks)('$name', (sdk) => {
  it('generates objects', async () => {
    const { of } = await stand(sdk, ['{"berth":7}']);
    const { object, providerMetadata } = await sdk.generateObject(
      of('a', { prompt: 'Which?', schema: z.object({ berth: z.number() }) }),
    );
    expect(object).toEqual({ berth: 7 });
    expect(providerMetadata?.daybook).toMatchObject({ session: 'a', mode: 'view' });
  });

  it('counts tools and schemas into what is sent', async () => {
    const { of, reports } = await stand(sdk, ['{"berth":7}']);
    await sdk.generateText(of('a', { prompt: 'Hi.' }));
    const tools = { t: sdk.tool({ description: words(400), inputSchema: z.object({}) }) };
    await sdk.generateText(of('b', { prompt: 'Hi.', tools }));
    await sdk.generateText(
      of('c', {
        prompt: 'Hi.',
        output: sdk.Output.object({ schema: z.object({ berth: z.number().describe(words(400)) }) }),
      }),
    );
    const [plain, ...larger] = reports.map(({ tokens }) => tokens?.sent ?? 0);
    for (const sent of larger) expect(sent).toBeGreaterThan((plain ?? 0) + 800);
  });

  it('knows the window that a function names for the model', async () => {
    const asked: unknown[] = [];
    const window = (model: { provider: string; modelId: string }): number | undefined => {
      asked.push([model.provider, model.modelId]);
      return asked.length > 1 ? undefined : 5000;
    };
    const { of, reports } = await stand(sdk, ['Fine.'], { window });
    await sdk.generateText(of('a', { prompt: 'Hi.' }));
    await sdk.generateText(of('a', { prompt: 'Hi.' }));
    expect(reports.map(({ tokens, notices }) => [tokens?.window, notices])).toEqual([
      [5000, []],
      [128_000, ['window-assumed']],
    ]);
    expect(asked[0]).toEqual(['mock-provider', 'mock-model-id']);
  });
});

describe('several middlewares', () => {
  it.each(sdks)('stand on both sides of it in $name', async (sdk) => {
    const seen: unknown[] = [];
    const spy = {
      async transformParams({ params }: { params: Settings }) {
        seen.push(params.providerOptions);
        return { ...params };
      },
    };
    const { daybook, mock } = await stand(sdk, ['Fine.']);
    const reports: CallReport[] = [];
    const middleware = [spy, daybookMiddleware({ daybook, onCall: (report) => reports.push(report) }), spy];
    const model = sdk.wrapLanguageModel({ model: mock, middleware });
    const { text } = await sdk.generateText({
      model,
      prompt: 'Hi.',
      providerOptions: { daybook: { session: 'a' } },
    });
    expect([text, reports.length]).toEqual(['Fine.', 1]);
    expect(seen).toEqual([{ daybook: { session: 'a' } }, {}]);
  });
});

function toolLoop(steps: number) {
  return [
    ...Array.from({ length: steps }, (_, at) => ({
      content: [
        { type: 'text', text: `Looking ${at}.` },
        { type: 'tool-call', toolCallId: `c${at}`, toolName: 'depth', input: `{"at":${at}}` },
      ],
      finishReason: { unified: 'tool-calls', raw: undefined },
    })),
    'Deep.',
  ];
}

function depthOf(sdk: Sdk): unknown {
  return sdk.tool({
    inputSchema: z.object({ at: z.number() }),
    execute: ({ at }: { at: number }) => ({ metres: at }),
  });
}
