/** What messages may hold: files, sealed items, provider-executed tools, denials, secrets; sent and journaled as they are. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { onRecord, type Stand, stand, turns, words } from './daybooks.ts';
import { type Params, type Reply, type Sdk, type Settings, type StreamedPart, sdks } from './sdks.ts';

const ways = ['generate', 'stream'] as const;
const both = sdks.flatMap((sdk) => ways.map((way) => ({ name: `${way} of ${sdk.name}`, sdk, way })));

async function ask(sdk: Sdk, way: (typeof ways)[number], settings: Settings) {
  const result = way === 'generate' ? await sdk.generateText(settings) : sdk.streamText(settings);
  const [text, { messages }] = [await result.text, await result.response];
  return { text, messages };
}
const calls = ({ mock }: Stand): readonly Params[] => [...mock.doGenerateCalls, ...mock.doStreamCalls];
const partsOf = (params: Params | undefined, at: number) => params?.prompt.at(at)?.content as Settings[];
const toolCall = (toolName: string, input: string, rest: object = {}): StreamedPart => ({
  type: 'tool-call',
  toolCallId: `c-${toolName}`,
  toolName,
  input,
  ...rest,
});
const calling = (...content: readonly unknown[]): Reply => ({
  content,
  finishReason: { unified: 'tool-calls', raw: undefined },
});

describe.each(both)('$name', ({ sdk, way }) => {
  const go = (place: Stand, settings: Settings) => ask(sdk, way, place.of('a', settings));

  /** The conversation goes on for two more calls with all that came back; nothing forks. */
  async function goesOn(
    place: Stand,
    before: readonly unknown[],
    answered: { messages: unknown[] },
  ): Promise<void> {
    let messages = [...before, ...answered.messages];
    for (const question of ['And then?', 'And at last?']) {
      messages = [...messages, { role: 'user', content: question }];
      messages = [...messages, ...(await go(place, { messages })).messages];
    }
    expect(place.reports.map(({ branch }) => branch)).toEqual(place.reports.map(() => 'main'));
    expect(place.reports.map(({ failure }) => failure)).toEqual(place.reports.map(() => null));
    expect(await place.daybook.audit()).toMatchObject({ ok: true });
  }

  it('sends files by bytes and by URL as the very same bytes and URL', async () => {
    const data = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10]);
    const url = new URL('https://files.example.com/a.pdf');
    const place = await stand(sdk, ['Fine.']);
    const content = [
      { type: 'text', text: 'Look:' },
      { type: 'file', data, mediaType: 'image/png' },
      { type: 'file', data: url, mediaType: 'application/pdf' },
      {
        type: 'file',
        data: `data:image/png;base64,${Buffer.from(data).toString('base64')}`,
        mediaType: 'image/png',
      },
    ];
    const messages = [{ role: 'user', content }];
    await goesOn(place, messages, await go(place, { messages }));
    const held = partsOf(calls(place)[0], 0).map(
      ({ data: file }) => file as { data?: unknown; url?: unknown } | undefined,
    );
    expect([held[1]?.data ?? held[1], held[2]?.url ?? held[2]]).toEqual([data, url]);
  });

  it('gives back an answer with texts, reasoning and sources on one branch', async () => {
    const place = await stand(sdk, [
      {
        content: [
          { type: 'reasoning', text: 'I think ', providerMetadata: { anthropic: { signature: 's' } } },
          { type: 'text', text: 'One. ' },
          { type: 'source', sourceType: 'url', id: '1', url: 'https://example.com/' },
          { type: 'text', text: 'Two. ' },
        ],
      },
      'Fine.',
    ]);
    const messages = [{ role: 'user', content: 'Hi.' }];
    await goesOn(place, messages, await go(place, { messages }));
    const [reasoning] = partsOf(calls(place)[1], 1);
    expect(reasoning).toMatchObject({
      type: 'reasoning',
      providerOptions: { anthropic: { signature: 's' } },
    });
  });

  it.each([
    ['in front of a call', [{ type: 'text', text: '' }, toolCall('depth', '{}')]],
    ['alone', [{ type: 'text', text: '' }]],
    [
      'beside words',
      [
        { type: 'text', text: '' },
        { type: 'text', text: 'Fine.' },
      ],
    ],
    [
      'that is reasoning',
      [
        { type: 'reasoning', text: '' },
        { type: 'text', text: 'Fine.' },
      ],
    ],
  ])('an empty text %s forks nothing', async (_, content) => {
    const hasCall = content.length === 2 && content[1]?.type === 'tool-call';
    const place = await stand(sdk, [hasCall ? calling(...content) : { content }, 'Fine.']);
    const tools = { depth: sdk.tool({ inputSchema: z.object({}), execute: () => 'deep' }) };
    const messages = [{ role: 'user', content: 'Hi.' }];
    await goesOn(place, messages, await go(place, { messages, tools, stopWhen: sdk.steps(3) }));
  });

  it('provider-executed calls and their results stay in the assistant message', async () => {
    const executed = { providerExecuted: true };
    const content = [
      toolCall('search', '{"query":"tides"}', executed),
      {
        type: 'tool-result',
        toolCallId: 'c-search',
        toolName: 'search',
        result: { hits: ['a'] },
        ...executed,
      },
      { type: 'text', text: 'Found it. ' },
    ];
    const place = await stand(sdk, [{ content }, 'Fine.']);
    const messages = [{ role: 'user', content: 'Hi.' }];
    const tools = {
      search: {
        type: 'provider',
        id: 'a.search',
        name: 'search',
        args: {},
        inputSchema: z.object({ query: z.string() }),
      },
    };
    await goesOn(place, messages, await go(place, { messages, tools }));
    expect(partsOf(calls(place).at(-1), 1)).toMatchObject([
      { type: 'tool-call' },
      { type: 'tool-result' },
      { type: 'text' },
    ]);
    const record = await onRecord(place.daybook, 'a');
    expect(record.filter((line) => line.includes('search'))).toHaveLength(1);
  });

  it('previews of a result are no results', async () => {
    const result = (value: number, preliminary?: boolean) => ({
      type: 'tool-result',
      toolCallId: 'c-draw',
      toolName: 'draw',
      result: { value },
      providerExecuted: true,
      ...(preliminary && { preliminary }),
    });
    const content = [
      toolCall('draw', '{}', { providerExecuted: true }),
      result(1, true),
      result(2, true),
      result(3),
      { type: 'text', text: 'Drawn. ' },
    ];
    const place = await stand(sdk, [{ content }, 'Fine.']);
    const messages = [{ role: 'user', content: 'Hi.' }];
    const tools = {
      draw: { type: 'provider', id: 'a.draw', name: 'draw', args: {}, inputSchema: z.object({}) },
    };
    await goesOn(place, messages, await go(place, { messages, tools }));
    expect((await onRecord(place.daybook, 'a')).filter((line) => line.includes('returned'))).toEqual([
      expect.stringContaining('{"value":3}'),
    ]);
  });

  it.each([
    ['a tool that throws', toolCall('fails', '{}')],
    ['a tool that nobody has', toolCall('unknown', '{}')],
    ['an input that is no JSON', toolCall('depth', '{"at":')],
    ['an input that does not fit', toolCall('depth', '{"at":"deep"}')],
    ['an input that is empty', toolCall('fails', '')],
  ])('%s forks nothing', async (_, call) => {
    const place = await stand(sdk, [calling({ type: 'text', text: 'Looking. ' }, call), 'Fine.']);
    const tools = {
      depth: sdk.tool({ inputSchema: z.object({ at: z.number() }), execute: () => 'deep' }),
      fails: sdk.tool({
        inputSchema: z.object({}),
        execute: () => {
          throw new Error('no sounding');
        },
      }),
    };
    const messages = [{ role: 'user', content: 'How deep?' }];
    await goesOn(place, messages, await go(place, { messages, tools, stopWhen: sdk.steps(3) }));
  });

  it('many calls of one step and their results stand together, under folds too', async () => {
    const many = Array.from({ length: 6 }, (_, at) => ({
      ...toolCall('depth', `{"at":${at}}`),
      toolCallId: `c${at}`,
    }));
    let step = 0;
    const replies: Reply = () =>
      step++ < 12
        ? calling(...many.map((call) => ({ ...call, toolCallId: `s${step} ${call.toolCallId}` })))
        : 'Deep.';
    const place = await stand(sdk, [replies], { window: 3500 });
    const tools = {
      depth: sdk.tool({
        inputSchema: z.object({ at: z.number() }),
        execute: ({ at }: { at: number }) => words(40, `sounding ${at}`),
      }),
    };
    await go(place, { prompt: 'How deep?', tools, stopWhen: sdk.steps(20) });
    expect(place.reports.some(({ folds }) => folds.length > 0)).toBe(true);
    for (const { prompt } of calls(place)) {
      const parts = prompt.flatMap(({ content }) => (Array.isArray(content) ? (content as Settings[]) : []));
      const ids = (type: string) =>
        parts.filter((part) => part.type === type).map(({ toolCallId }) => toolCallId);
      expect(ids('tool-result')).toEqual(ids('tool-call'));
    }
  });

  it('a bulky result is sent as an excerpt that keeps its call, its name and its files', async () => {
    const image = Buffer.from([137, 80, 78, 71]).toString('base64');
    const place = await stand(sdk, [calling(toolCall('read', '{}')), 'Read.'], { window: 4000 });
    const file =
      sdk.name === 'ai 7'
        ? { type: 'file', mediaType: 'image/png', data: { type: 'data', data: image } }
        : { type: 'image-data', mediaType: 'image/png', data: image };
    const tools = {
      read: sdk.tool({
        inputSchema: z.object({}),
        execute: () => words(3000),
        toModelOutput: (given: { output: string } | string) => ({
          type: 'content',
          value: [{ type: 'text', text: typeof given === 'string' ? given : given.output }, file],
        }),
      }),
    };
    await go(place, { prompt: 'Read it.', tools, stopWhen: sdk.steps(3) });
    const [result] = partsOf(calls(place)[1], -1);
    expect(result).toMatchObject({
      type: 'tool-result',
      toolCallId: 'c-read',
      toolName: 'read',
      output: { type: 'content', value: [{ type: 'text' }, file] },
    });
    expect(JSON.stringify(result).length).toBeLessThan(16_000);
  });

  it("a provider's sealed item is sent as it is, and the view is the input", async () => {
    if (sdk.name !== 'ai 7') return;
    const custom = {
      type: 'custom',
      kind: 'openai.compaction',
      providerMetadata: { openai: { type: 'compaction', itemId: 'i', encryptedContent: 'e' } },
    };
    const place = await stand(sdk, [{ content: [custom, { type: 'text', text: 'Fine. ' }] }, 'Fine.'], {
      window: 4000,
    });
    const messages = [{ role: 'user', content: 'Hi.' }];
    await goesOn(place, messages, await go(place, { messages }));
    const { providerMetadata, ...rest } = custom;
    expect(partsOf(calls(place).at(-1), 1)[0]).toEqual({ ...rest, providerOptions: providerMetadata });
    expect(place.reports.at(-1)?.notices).toContain('opaque');
  });

  it('where the provider keeps the history, the prompt is sent as it came and journaled', async () => {
    const place = await stand(sdk, ['Fine.'], { window: 1200 });
    const providerOptions = {
      daybook: { session: 'a' },
      anthropic: { contextManagement: { edits: [{ type: 'compact_20260112' }] } },
    };
    await go(place, { messages: turns(12), providerOptions });
    const [params] = calls(place);
    expect(params?.prompt).toHaveLength(23);
    expect(params?.providerOptions).toEqual({ anthropic: providerOptions.anthropic });
    expect(place.reports).toMatchObject([
      { mode: 'journal', server: 'anthropic.contextManagement', view: null, tokens: null },
    ]);
    expect((await onRecord(place.daybook, 'a')).at(-1)).toBe('assistant: Fine.');
  });

  it('only what is new goes on record where the list is a delta', async () => {
    const place = await stand(sdk, ['First.', 'Second.']);
    await go(place, { prompt: 'One?' });
    const providerOptions = { daybook: { session: 'a' }, openai: { previousResponseId: 'r1' } };
    await go(place, { prompt: 'Two?', providerOptions });
    expect(await onRecord(place.daybook, 'a')).toEqual([
      'user: One?',
      'assistant: First.',
      'user: Two?',
      'assistant: Second.',
    ]);
  });

  it.each(['split', 'merged', 'system'] as const)(
    'the packet speaks with the voice %s, and roles alternate',
    async (voice) => {
      const place = await stand(sdk, ['Fine.'], { window: 1500, voice });
      await go(place, { system: 'Be brief.', messages: turns(14, 10, 60) });
      const [params] = calls(place);
      expect(place.reports[0]?.folds.length).toBeGreaterThan(0);
      const roles = params?.prompt.map(({ role }) => role) ?? [];
      expect(roles[0]).toBe('system');
      const talk = roles.filter((role) => role !== 'system');
      expect(talk.every((role, at) => role === (at % 2 === 0 ? 'user' : 'assistant'))).toBe(true);
      expect(roles.filter((role) => role === 'system')).toHaveLength(voice === 'system' ? 2 : 1);
      await go(place, {
        system: 'Be brief.',
        messages: [
          ...turns(14, 10, 60),
          { role: 'assistant', content: 'Fine.' },
          { role: 'user', content: 'And?' },
        ],
      });
      expect(place.reports[1]).toMatchObject({ branch: 'main', failure: null });
    },
  );

  it('hides secrets where it was asked to, and changes nothing else', async () => {
    const secret = ['sk', 'live', 'Zx81Qm47Lp09Tb53Wv26Yc'].join('_');
    const place = await stand(sdk, ['Fine.'], { redact: { view: true } });
    const messages = [
      {
        role: 'user',
        content: `My key is ${['AK', 'IA', 'J4QXPZ7RT2LMVN6K'].join('')} and password=${secret}`,
      },
      {
        role: 'assistant',
        content: [
          { type: 'tool-call', toolCallId: 'c1', toolName: 't', input: { at: 1 } },
          { type: 'tool-call', toolCallId: 'c2', toolName: 't', input: {} },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'c1',
            toolName: 't',
            output: { type: 'json', value: { metres: 7 } },
          },
          {
            type: 'tool-result',
            toolCallId: 'c2',
            toolName: 't',
            output: { type: 'execution-denied', reason: 'Not now.' },
          },
        ],
      },
      { role: 'user', content: 'Go on.' },
    ];
    await go(place, { messages });
    const [params] = calls(place);
    expect(JSON.stringify(params)).not.toContain('J4QXPZ7RT2LMVN6K');
    expect(partsOf(params, 2)).toMatchObject([
      { output: { type: 'json', value: { metres: 7 } } },
      { output: { type: 'execution-denied', reason: 'Not now.' } },
    ]);
  });

  it('a denial whose call the application has dropped is dropped too', async () => {
    const place = await stand(sdk, ['Fine.']);
    const denied = {
      type: 'tool-result',
      toolCallId: 'c1',
      toolName: 't',
      output: { type: 'execution-denied', reason: 'Not now.' },
    };
    await go(place, {
      messages: [
        { role: 'user', content: 'Hi.' },
        { role: 'tool', content: [denied] },
        { role: 'user', content: 'Go on.' },
      ],
    });
    expect(JSON.stringify(calls(place)[0]?.prompt)).not.toContain('tool-result');
  });

  it('half a character is mended without a word lost', async () => {
    const place = await stand(sdk, ['Fine.']);
    await go(place, { prompt: 'half: \ud83d, whole: \u{1f6a2}' });
    const text = partsOf(calls(place)[0], 0)[0]?.text as string;
    expect([text.isWellFormed(), text.includes('whole: \u{1f6a2}')]).toEqual([true, true]);
  });

  it('messages are not mutated and may be frozen', async () => {
    const place = await stand(sdk, ['Fine.'], { window: 1200 });
    const messages = frozen(turns(12));
    const before = structuredClone(messages);
    await go(place, { messages });
    await go(place, { messages });
    expect(messages).toEqual(before);
    expect(
      calls(place)
        .map(({ prompt }) => JSON.stringify(prompt))
        .every((one, _, [first]) => one === first),
    ).toBe(true);
  });
});

function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) frozen(member);
  return Object.freeze(value);
}
