import { createAnthropic } from '@ai-sdk/anthropic';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NativeMessage } from '../model-types.ts';
import { breakpointsIn, type MarkedPrompt, placeBreakpoints } from './breakpoints.ts';

const short = { type: 'ephemeral' };
const long = { type: 'ephemeral', ttl: '1h' };
const on = (mark: unknown = short, namespace = 'anthropic', name = 'cacheControl') => ({
  providerOptions: { [namespace]: { [name]: mark } },
});

const said = (role: string, text: string, marked: object = {}): NativeMessage => ({
  role,
  content: [{ type: 'text', text }],
  ...marked,
});
const user = (text: string, marked: object = {}): NativeMessage => said('user', text, marked);
const system = (marked: object = {}): NativeMessage => ({ role: 'system', content: 'Be brief.', ...marked });
const opener = user('What the user said that governs:');
const record = said('assistant', 'Facts of earlier work.');

/** Header, packet, tail; and what the packet stands for. */
function folded(
  header: NativeMessage,
  tail: NativeMessage[],
  dropped: NativeMessage[] = [],
  more: object = {},
): MarkedPrompt {
  const sent = [header, opener, record, ...tail];
  return { sent, own: sent.map((message) => message === opener || message === record), dropped, ...more };
}

/** For each message that is sent, the indexes of its marked parts, or that it is marked itself. */
const places = (prompt: MarkedPrompt) => placeBreakpoints(prompt).map(breakpointsIn);
const packetOf = (prompt: MarkedPrompt) => placeBreakpoints(prompt)[2]?.providerOptions;

describe('the packet', () => {
  test.each([
    ['a message that was folded away', [user('a', on())], [user('b')], on()],
    [
      'a part of one',
      [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'a', ...on() },
            { type: 'text', text: 'b' },
          ],
        },
      ],
      [user('b')],
      on(),
    ],
    [
      'the output of a tool',
      [{ role: 'tool', content: [{ type: 'tool-result', output: { type: 'text', value: 'a', ...on() } }] }],
      [user('b')],
      on(),
    ],
    [
      'a part of such an output',
      [
        {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              output: { type: 'content', value: [{ type: 'text', text: 'a', ...on() }] },
            },
          ],
        },
      ],
      [user('b')],
      on(),
    ],
    ['the last message that is sent', [user('a')], [user('b'), user('c', on())], on()],
    [
      'the spelling of the interface',
      [user('a', on(short, 'anthropic', 'cache_control'))],
      [user('b')],
      on(short, 'anthropic', 'cache_control'),
    ],
    ['another namespace', [user('a', on(short, 'openrouter'))], [user('b')], on(short, 'openrouter')],
    [
      'Amazon Bedrock',
      [user('a', on({ type: 'default' }, 'bedrock', 'cachePoint'))],
      [user('b')],
      on({ type: 'default' }, 'bedrock', 'cachePoint'),
    ],
    ['the last of several that were folded away', [user('a', on(long)), user('b', on())], [user('c')], on()],
    ['the longest that follows', [user('a', on())], [user('b', on()), user('c', on(long))], on(long)],
    [
      'the longest of mid-conversation system text that follows',
      [],
      [said('system', 'x', on(long)), user('c', on())],
      on(long),
    ],
  ])('is marked like %s', (_, dropped, tail, expected) => {
    const prompt = folded(system(), tail as NativeMessage[], dropped as NativeMessage[]);
    expect(packetOf(prompt)).toEqual(expected.providerOptions);
    expect(places(prompt)[1]).toBe(0);
  });

  test('carries nothing else of what it is marked like', () => {
    const marked = user('a', {
      providerOptions: { anthropic: { cacheControl: short, citations: { enabled: true } }, other: { x: 1 } },
    });
    expect(packetOf(folded(system(), [user('b')], [marked]))).toEqual(on().providerOptions);
  });

  test.each([
    ['nothing is marked', folded(system(), [user('b')], [user('a')])],
    ['only fixed system text is', folded(system(on()), [user('b')], [user('a')])],
    ['marks are empty', folded(system(), [user('b', on(null))], [user('a', on(false))])],
    ['nothing is folded', { sent: [system(), user('a', on())], own: [false, false], dropped: [] }],
  ])('is left alone when %s', (_, prompt) => {
    expect(placeBreakpoints(prompt)).toEqual(prompt.sent);
  });

  test('stays marked while the application moves its mark along', () => {
    const turns = ['b', 'c', 'd', 'e'].map((text) => user(text));
    const packets = turns.map((_, at) => {
      const tail = turns.slice(0, at + 1);
      tail[at] = { ...(tail[at] as NativeMessage), ...on() };
      return placeBreakpoints(folded(system(on()), tail, [user('a')])).slice(0, 3);
    });
    expect(new Set(packets.map((packet) => JSON.stringify(packet))).size).toBe(1);
    expect(packets[0]?.map(breakpointsIn)).toEqual([1, 0, 1]);
  });
});

describe('no more than the provider takes', () => {
  const tail = [user('b', on()), said('assistant', 'c', on()), user('d', on())];
  const tools = [{ type: 'function', name: 'look', ...on() }];

  test.each([
    ['room for all', folded(system(), tail), [0, 0, 1, 1, 1, 1]],
    ['system text counts', folded(system(on()), tail), [1, 0, 1, 0, 1, 1]],
    ['tools count', folded(system(on()), tail, [], { tools }), [1, 0, 1, 0, 0, 1]],
    ['the call itself counts', folded(system(on()), tail, [], on()), [1, 0, 1, 0, 0, 1]],
    ['no room but for the last', folded(system(on()), tail, [], { tools, ...on() }), [1, 0, 0, 0, 0, 1]],
    [
      'system text behind the packet stays',
      folded(system(on()), [said('system', 'x', on()), ...tail]),
      [1, 0, 1, 1, 0, 0, 1],
    ],
    [
      'never fewer than the last',
      folded(system(on()), tail, [], { tools: [...tools, ...tools, ...tools, ...tools] }),
      [1, 0, 0, 0, 0, 1],
    ],
  ])('%s', (_, prompt, expected) => {
    expect(places(prompt)).toEqual(expected);
  });

  test('of a message with several, the earliest go', () => {
    const part = (text: string) => ({
      type: 'text',
      text,
      providerOptions: { anthropic: { cacheControl: short, keep: 1 } },
    });
    const many = { role: 'user', content: ['1', '2', '3', '4'].map(part), ...on() };
    expect(breakpointsIn(many)).toBe(4);
    const [, , , last] = placeBreakpoints(folded(system(on()), [many]));
    const bare = (text: string) => ({ type: 'text', text, providerOptions: { anthropic: { keep: 1 } } });
    expect(last).toEqual({ ...many, content: [bare('1'), bare('2'), part('3'), part('4')] });
  });

  test('outputs of tools lose theirs too, and nothing else', () => {
    const output = { type: 'content', value: [{ type: 'text', text: 'x', ...on() }], ...on() };
    const result = {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId: 'c', output, ...on() }],
      ...on(),
    };
    const [, , , bare] = placeBreakpoints(folded(system(on()), [result, ...tail]));
    expect(bare).toEqual({
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'c',
          output: { type: 'content', value: [{ type: 'text', text: 'x' }] },
        },
      ],
    });
  });
});

describe('breakpoints in a message', () => {
  test.each([
    ['text', { role: 'system', content: 'a', ...on() }, 1],
    ['a tool definition', { type: 'function', name: 'x', ...on() }, 1],
    ['the message and its last part', { content: [{ type: 'text' }, { type: 'text', ...on() }], ...on() }, 1],
    ['the message and another part', { content: [{ type: 'text', ...on() }, { type: 'text' }], ...on() }, 2],
    [
      'one place in two namespaces',
      {
        content: [
          { providerOptions: { anthropic: { cacheControl: short }, bedrock: { cachePoint: short } } },
        ],
      },
      1,
    ],
    ['no parts', { content: [], ...on() }, 0],
    ['other options', { content: 'a', providerOptions: { anthropic: { citations: {} } } }, 0],
    [
      'strange options',
      { content: [null, 1, { providerOptions: [1] }], providerOptions: { anthropic: 'x' } },
      0,
    ],
    ['no message', null, 0],
    ['a list', [on()], 0],
  ])('%s', (_, message, count) => {
    expect(breakpointsIn(message)).toBe(count);
  });
});

const marks = fc.constantFrom({}, {}, on(), on(long), on(short, 'openrouter', 'cache_control'), {
  providerOptions: { anthropic: { other: 1 } },
});
const texts = fc.array(
  fc.tuple(fc.string(), marks).map(([text, marked]) => ({ type: 'text', text, ...marked })),
  { maxLength: 4 },
);
const messages = fc.array(
  fc
    .tuple(fc.constantFrom('user', 'assistant', 'tool', 'system'), texts, marks)
    .map(([role, content, marked]) => ({
      role,
      content: role === 'system' ? 'x' : content,
      ...marked,
    })),
  { maxLength: 8 },
);
const tooled = fc.array(marks, { maxLength: 2 });

function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(Object.freeze(value))) frozen(inner);
  return value;
}

describe('of any prompt', () => {
  test('words stay, nothing is mutated, and to place twice is to place once', () => {
    fc.assert(
      fc.property(messages, messages, marks, tooled, (tail, dropped, header, tools) => {
        const prompt = frozen(folded(system(header), tail, dropped, { tools }));
        const placed = placeBreakpoints(prompt);
        const bare = (list: readonly NativeMessage[]) =>
          JSON.stringify(list, (name, value) => (name === 'providerOptions' ? undefined : value));
        expect(bare(placed)).toBe(bare(prompt.sent));
        expect(placeBreakpoints({ ...prompt, sent: placed })).toEqual(placed);
        for (const [at, message] of placed.entries())
          if (breakpointsIn(message) === breakpointsIn(prompt.sent[at]))
            expect(message).toBe(prompt.sent[at]);
      }),
    );
  });

  test('never more than four, unless those that must stay are more', () => {
    fc.assert(
      fc.property(messages, messages, marks, tooled, (tail, dropped, header, tools) => {
        const prompt = folded(system(header), tail, dropped, { tools });
        const placed = placeBreakpoints(prompt);
        const fixed = [...placed.filter(({ role }) => role === 'system'), ...tools];
        const count = (list: readonly unknown[]) =>
          list.reduce<number>((sum, one) => sum + breakpointsIn(one), 0);
        const conversation = count(tail.filter(({ role }) => role !== 'system'));
        const asked = conversation + count(dropped.filter(({ role }) => role !== 'system')) > 0;
        const must = count(fixed) + Math.min(conversation, 1);
        if (asked) expect(count(placed) + count(tools)).toBeLessThanOrEqual(Math.max(4, must));
        expect(breakpointsIn(placed[2])).toBe(asked && must < 4 ? 1 : 0);
        const last = tail.findLastIndex((one) => one.role !== 'system' && breakpointsIn(one) > 0);
        if (last >= 0) expect(breakpointsIn(placed[3 + last])).toBeGreaterThan(0);
      }),
    );
  });

  test('marks that last longer never stand behind marks that last shorter, if they did not before', () => {
    const flags = fc.array(fc.boolean(), { maxLength: 6 });
    fc.assert(
      fc.property(fc.boolean(), flags, flags, fc.nat(12), (header, dropped, tail, longUpTo) => {
        const list = [header, ...dropped, ...tail].map((marked, at) => {
          const mark = marked ? on(at < longUpTo ? long : short) : {};
          return at === 0 ? system(mark) : said(at % 3 === 0 ? 'system' : 'user', 'x', mark);
        });
        const [first = system(), ...rest] = list;
        const prompt = folded(first, rest.slice(dropped.length), rest.slice(0, dropped.length));
        const lasting = placeBreakpoints(prompt)
          .filter((message) => breakpointsIn(message) > 0)
          .map((message) => JSON.stringify(message).includes('1h'));
        expect(lasting.toSorted((one, other) => Number(other) - Number(one))).toEqual(lasting);
      }),
    );
  });

  test('no value throws', () => {
    fc.assert(
      fc.property(fc.array(fc.anything()), fc.array(fc.anything()), fc.anything(), (sent, dropped, value) => {
        const strange = {
          providerOptions: value,
          content: [{ providerOptions: value, output: value }, value],
        };
        const list = [opener, ...sent, strange] as NativeMessage[];
        const own = list.map((_, at) => at === 0);
        placeBreakpoints({
          sent: list,
          own,
          dropped: [...dropped, user('a', on())] as NativeMessage[],
          tools: value,
          providerOptions: value,
        });
        breakpointsIn(value);
      }),
    );
  });
});

test('the provider package sends the marks, and has nothing to warn of', async () => {
  const bodies: string[] = [];
  const fetch = async (_: unknown, init?: RequestInit) => {
    bodies.push(String(init?.body));
    const usage = { input_tokens: 1, output_tokens: 1 };
    return Response.json({
      type: 'message',
      id: 'm',
      model: 'm',
      role: 'assistant',
      content: [],
      stop_reason: 'end_turn',
      usage,
    });
  };
  const model = createAnthropic({ apiKey: 'test', fetch })('claude-sonnet-4-5');
  const tail = [
    user('b', on()),
    said('assistant', 'c', on()),
    user('d', on()),
    said('assistant', 'e', on()),
    user('f', on()),
  ];
  const prompt = placeBreakpoints(folded(system(on()), tail, [user('a', on())])) as Parameters<
    typeof model.doGenerate
  >[0]['prompt'];
  const { warnings } = await model.doGenerate({ prompt });
  const { system: header, messages: sent } = JSON.parse(bodies[0] ?? '') as {
    system: object[];
    messages: { content: object[] }[];
  };
  const marked = [...header, ...sent.flatMap(({ content }) => content)].map(
    (block) => 'cache_control' in block,
  );
  expect(warnings).toEqual([]);
  expect(marked).toEqual([true, false, true, false, false, false, true, true]);
});
