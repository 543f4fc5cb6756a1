/** Neutral messages in the wire shapes of providers, and what the rules of six providers say of them. */
import { createHash } from 'node:crypto';
import type { FilePart, Json, Message, MessagePart, Role, Status, TextPart } from '@daybook/core';
import { conversationArbitrary, messageArbitrary } from '@daybook/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toWire, wireProviders } from '../src/wire/index.ts';
import { checkedProviders, listOf, violationsOf, wireOf } from './wire-check.ts';

const PNG: FilePart = { type: 'file', mediaType: 'image/png', data: 'AAEC' };
const REPORT: FilePart = { type: 'file', mediaType: 'application/pdf', data: 'AwQF', name: 'report.pdf' };
const TABLE: FilePart = { type: 'file', mediaType: 'text/csv', data: 'YSxi' };
const LINK: FilePart = { type: 'file', mediaType: 'image/png', url: 'https://example.com/plan.png' };
const TABLE_TEXT = `[file text/csv ${createHash('sha256').update('a,b').digest('hex')}]`;
const LINK_TEXT = '[file image/png https://example.com/plan.png]';

const system = say('system');
const user = say('user');
const assistant = say('assistant');

function say(role: Role): (...parts: (string | MessagePart)[]) => Message {
  return (...parts) => ({
    role,
    parts: parts.map((part) => (typeof part === 'string' ? { type: 'text', text: part } : part)),
  });
}

function call(callId: string, input: Json = { path: callId }, name = 'read_file'): MessagePart {
  return { type: 'tool-call', callId, name, input };
}

function result(callId: string, output: (string | FilePart)[], status: Status = 'returned'): MessagePart {
  const parts = output.map((part): TextPart | FilePart =>
    typeof part === 'string' ? { type: 'text', text: part } : part,
  );
  return { type: 'tool-result', callId, name: 'read_file', output: parts, status };
}

const tool = say('tool');

function wordsOf({ parts }: Message): string[] {
  return parts.flatMap((part) => {
    if (part.type === 'tool-result') return wordsOf({ role: 'tool', parts: part.output });
    return part.type === 'text' ? [part.text] : [];
  });
}

function jsonInside(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

const CONVERSATIONS: readonly (readonly [string, readonly Message[]])[] = [
  ['one question', [user('Where is the plan?')]],
  ['system and developer text in front', [system('Be brief.'), say('developer')('No jokes.'), user('Hi')]],
  [
    'parallel calls with their results in two messages, the second first',
    [user('Compare'), assistant(call('a'), call('b')), tool(result('b', ['2'])), tool(result('a', ['1']))],
  ],
  [
    'calls that a log holds message by message',
    [
      user('Go'),
      assistant('Both.'),
      assistant(call('a')),
      assistant(call('b')),
      tool(result('a', ['1']), result('b', ['2'])),
    ],
  ],
  [
    'results that failed, one of them with a picture, one without a word',
    [
      user('Try'),
      assistant(call('a'), call('b'), call('c')),
      tool(result('a', [PNG], 'error'), result('b', [], 'denied'), result('c', [' '], 'aborted')),
      assistant('It failed.'),
      user('Again'),
    ],
  ],
  ['a result with nothing in it', [user('Touch it'), assistant(call('a')), tool(result('a', []))]],
  ['files of the user', [user('See', PNG, REPORT, TABLE, LINK)]],
  [
    'files in results',
    [user('Show'), assistant(call('a')), tool(result('a', ['ok', PNG, REPORT, TABLE, LINK]))],
  ],
  ['a picture that the assistant made', [user('Draw'), assistant(PNG), user('Bluer')]],
  [
    'bytes that are none, and media types that are none',
    [user({ ...PNG, data: '?' }, { ...PNG, data: '' }, { ...PNG, mediaType: 'image/*' })],
  ],
  ['system text in the middle', [user('Hi'), assistant('Yes?'), system('It is late.'), user('Bye')]],
  ['system text at the end', [user('Hi'), assistant('Yes?'), system('It is late.')]],
  [
    'system and user text between a call and its result',
    [
      user('Go'),
      assistant(call('a')),
      system('Late.'),
      user('Hurry'),
      tool(result('a', ['1'])),
      assistant('Done'),
      user('Thanks'),
    ],
  ],
  ['several users in a row', [user('One'), user('Two'), assistant('Yes'), user('Three'), user('Four')]],
  ['several assistants in a row', [user('One'), assistant('Two'), assistant('Three'), user('Four')]],
  ['a user behind a result', [user('Go'), assistant(call('a')), tool(result('a', ['1'])), user('Stop')]],
  [
    'a reason that a person gave with a denial',
    [
      user('Go'),
      assistant(call('a'), call('b')),
      tool(result('a', [], 'denied'), { type: 'text', text: 'Not now', speaker: 'user' }, result('b', ['2'])),
    ],
  ],
  [
    'ids that no provider takes, and one id for two calls',
    [
      user('Go'),
      assistant(call(''), call('x'.repeat(100)), call('call|é')),
      tool(result('', ['1']), result('x'.repeat(100), ['2']), result('call|é', ['3'])),
      assistant(call('call|é'), call('call|é')),
      tool(result('call|é', ['4']), result('call|é', ['5'])),
    ],
  ],
  [
    'tool names that no provider takes',
    [
      user('Go'),
      assistant(call('a', {}, ''), call('b', {}, '3d.render'), call('c', {}, 'näm e'.repeat(30))),
      tool(result('a', ['1']), result('b', ['2']), result('c', ['3'])),
    ],
  ],
  [
    'inputs that are no objects',
    [
      user('Go'),
      assistant(call('a', null), call('b', ''), call('c', [1]), call('d', '{"half')),
      tool(result('a', ['1']), result('b', ['2']), result('c', ['3']), result('d', ['4'])),
    ],
  ],
  ['unicode', [user('Größe \u{1f469}\u200d\u{1f52c} \u202e\0\u2028'), assistant('שלום'), user('\u00a0ok')]],
  ['blank words', [user(' \n'), assistant(' '), user('\t', 'x', ' '), assistant('\n'), user(' ')]],
  [
    'reasoning and opaque items alone in a message',
    [
      user('Go'),
      assistant({ type: 'reasoning', text: 'Hm' }),
      assistant({ type: 'opaque', provider: 'a-provider', item: { sealed: true } }),
      user('Well?'),
    ],
  ],
  ['an answer at the end', [user('Hi'), assistant('Hello ')]],
  ['calls that wait for the client', [user('Go'), assistant('Wait.', call('a'), call('b'))]],
  ['calls of which one is answered', [user('Go'), assistant(call('a'), call('b')), tool(result('b', ['2']))]],
];

describe('six providers', () => {
  it.each(CONVERSATIONS)('take %s', (_, messages) => {
    expect(violationsOf(messages)).toEqual([]);
  });

  it('take what the generator of conversations makes, cut behind any message of the talk', () => {
    fc.assert(
      fc.property(conversationArbitrary, fc.nat(), (messages, length) => {
        const begin = messages.findIndex(({ role }) => role === 'user') + 1;
        const cut = begin + (length % (messages.length - begin + 1));
        expect(violationsOf(messages.slice(0, cut))).toEqual([]);
      }),
    );
  });

  it('are sent a finished turn in the same bytes whatever comes later', () => {
    fc.assert(
      fc.property(conversationArbitrary, (messages) => {
        const next = messages.findLastIndex(({ role }) => role === 'user');
        fc.pre(next > 0 && messages[next - 1]?.role === 'assistant');
        for (const provider of checkedProviders) {
          // Its last entry may yet grow: what is said next is joined where nothing is left in between.
          const before = listOf(provider, messages.slice(0, next)).slice(0, -1);
          expect(listOf(provider, messages).slice(0, before.length)).toEqual(before);
        }
      }),
    );
  });

  it('refuse what no translation may mend', () => {
    const rules = (messages: readonly Message[]) =>
      Object.groupBy(violationsOf(messages), ({ provider }) => provider);
    const [go, late, lost] = [user('Go'), assistant(call('a')), tool(result('a', ['1']))];
    const strict = ['openai-chat', 'anthropic', 'gemini', 'mistral'];
    // A result without its call, a call without its result, and a result behind a later turn of the assistant.
    expect(Object.keys(rules([go, lost]))).toEqual(expect.arrayContaining(strict));
    expect(Object.keys(rules([go, late, user('Stop')]))).toEqual(expect.arrayContaining(strict));
    const apart = rules([go, late, user('Pins'), assistant('Record'), lost]);
    expect(Object.keys(apart)).toEqual(expect.arrayContaining(strict));
    expect(Object.keys(rules([assistant('First')]))).toEqual(
      expect.arrayContaining(['anthropic', 'gemini', 'gemma-template']),
    );
  });
});

describe('a translation', () => {
  it('loses no words, whatever the list', () => {
    fc.assert(
      fc.property(fc.array(messageArbitrary, { maxLength: 6 }), (messages) => {
        for (const provider of checkedProviders) {
          const json = JSON.stringify(wireOf(provider, messages));
          const lost = messages.flatMap(wordsOf).filter((text) => !json.includes(jsonInside(text)));
          // One provider refuses blank text.
          expect(lost.filter((text) => provider !== 'anthropic' || text.trim() !== '')).toEqual([]);
        }
      }),
    );
  });

  it('does not look at marks of authority and origin', () => {
    const marked: Message[] = [
      {
        role: 'user',
        parts: [{ type: 'text', text: 'Hi', authority: 'none' }],
        id: 'm1',
        at: 5,
        derived: true,
      },
    ];
    for (const provider of wireProviders)
      expect(toWire(provider, marked)).toEqual(toWire(provider, [user('Hi')]));
  });

  const talk = [
    system('Be brief.'),
    user('Read a and b', PNG),
    assistant('Both.', call('a'), call('b|1', 'raw')),
    tool(result('b|1', [], 'denied'), result('a', ['1', TABLE])),
    system('It is late.'),
    user('Well?'),
  ];
  // What stands for an id that does not fit is the same everywhere.
  const renamed = createHash('sha256').update('0 b|1').digest('hex').slice(0, 9);

  it('to OpenAI keeps system text in its place and pictures with the user', () => {
    expect(toWire('openai-chat', talk)).toEqual({
      messages: [
        { role: 'system', content: 'Be brief.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Read a and b' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AAEC' } },
          ],
        },
        {
          role: 'assistant',
          content: 'Both.',
          tool_calls: [
            { id: 'a', type: 'function', function: { name: 'read_file', arguments: '{"path":"a"}' } },
            { id: renamed, type: 'function', function: { name: 'read_file', arguments: 'raw' } },
          ],
        },
        { role: 'tool', tool_call_id: 'a', content: `1\n${TABLE_TEXT}` },
        { role: 'tool', tool_call_id: renamed, content: '[denied]' },
        { role: 'system', content: 'It is late.' },
        { role: 'user', content: 'Well?' },
      ],
    });
  });

  it('to Anthropic lifts system text out, or marks it in the turn of the user behind results', () => {
    expect(toWire('anthropic', talk)).toEqual({
      system: [{ type: 'text', text: 'Be brief.' }],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Read a and b' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAEC' } },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'Both.' },
            { type: 'tool_use', id: 'a', name: 'read_file', input: { path: 'a' } },
            { type: 'tool_use', id: renamed, name: 'read_file', input: { input: 'raw' } },
          ],
        },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: 'a',
              content: [
                { type: 'text', text: '1' },
                { type: 'text', text: TABLE_TEXT },
              ],
            },
            {
              type: 'tool_result',
              tool_use_id: renamed,
              content: [{ type: 'text', text: '[denied]' }],
              is_error: true,
            },
            { type: 'text', text: '[system]\nIt is late.' },
            { type: 'text', text: 'Well?' },
          ],
        },
      ],
    });
  });

  it('to Gemini signs the first call with the word for calls from elsewhere', () => {
    expect(toWire('gemini', talk)).toEqual({
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      contents: [
        {
          role: 'user',
          parts: [{ text: 'Read a and b' }, { inlineData: { mimeType: 'image/png', data: 'AAEC' } }],
        },
        {
          role: 'model',
          parts: [
            { text: 'Both.' },
            {
              functionCall: { id: 'a', name: 'read_file', args: { path: 'a' } },
              thoughtSignature: 'skip_thought_signature_validator',
            },
            { functionCall: { id: renamed, name: 'read_file', args: { input: 'raw' } } },
          ],
        },
        {
          role: 'user',
          parts: [
            { functionResponse: { id: 'a', name: 'read_file', response: { output: `1\n${TABLE_TEXT}` } } },
            { functionResponse: { id: renamed, name: 'read_file', response: { error: '[denied]' } } },
            { text: '[system]\nIt is late.' },
            { text: 'Well?' },
          ],
        },
      ],
    });
  });

  it('names files it cannot hand over by their address or digest', () => {
    const [message] = listOf('openai-chat', [user('See', REPORT, TABLE, LINK)]);
    expect(message?.content).toEqual([
      { type: 'text', text: 'See' },
      {
        type: 'file',
        file: { filename: 'report.pdf', file_data: 'data:application/pdf;base64,AwQF' },
      },
      { type: 'text', text: TABLE_TEXT },
      { type: 'text', text: LINK_TEXT },
    ]);
  });

  it('stays quick for thousands of calls with one id', () => {
    const step = [assistant(call('shell', {})), tool(result('shell', ['1']))];
    const many = [user('Go'), ...Array.from({ length: 5000 }, () => step).flat()];
    expect(listOf('anthropic', many)).toHaveLength(many.length);
  });
});
