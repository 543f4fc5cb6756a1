// Covers: J6, J7, O2 (import of stored AI SDK messages)
import { describe, expect, it, test } from 'vitest';
import { aiSdk, aiSdkLines, isAiSdkMessage } from './ai-sdk.ts';
import type { LogItem } from './format.ts';

const text = (said: string) => ({ type: 'text', text: said });
const user = { id: 'u1', role: 'user', parts: [text('When?')], metadata: { createdAt: 5 } };
const ferry = { type: 'tool-ferry', toolCallId: 'c1', input: {}, state: 'output-available', output: 'ten' };
const answer = {
  id: 'a1',
  role: 'assistant',
  parts: [{ type: 'step-start' }, ferry, { type: 'step-start' }, text('At ten.')],
};

function read(list: readonly unknown[]): readonly LogItem[] {
  const reader = aiSdk.reader();
  return list.flatMap((value, index) => reader(value, index + 1));
}

function told(list: readonly unknown[]): readonly unknown[] {
  return read(list).map((item) =>
    item.type === 'message' ? [item.line, item.message.role, item.message.id] : item,
  );
}

describe('stored messages', () => {
  it('of the UI are a message for each step, with the line they stand on', () => {
    expect(told([user, answer])).toEqual([
      [1, 'user', 'u1'],
      [2, 'assistant', 'a1'],
      [2, 'tool', undefined],
      [2, 'assistant', undefined],
    ]);
    expect(read([user])).toMatchObject([{ message: { at: 5, parts: [text('When?')] } }]);
  });

  it('of the model are read as they are', () => {
    const list = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: [text('When?')] },
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'ferry', input: {} }] },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'c1',
            toolName: 'ferry',
            output: { type: 'text', value: 'ten' },
          },
        ],
      },
    ];
    expect(read(list)).toMatchObject([
      { message: { role: 'system', parts: [text('Be brief.')] } },
      { message: { role: 'user', parts: [text('When?')] } },
      { message: { role: 'assistant', parts: [{ type: 'tool-call', callId: 'c1' }] } },
      { message: { role: 'tool', parts: [{ type: 'tool-result', output: [text('ten')] }] } },
    ]);
  });

  it('keep an id where it stands first', () => {
    expect(told([user, user])).toEqual([
      [1, 'user', 'u1'],
      [2, 'user', undefined],
    ]);
  });

  it('of the first half of a list are the beginning of the whole', () => {
    const list = [user, answer, { ...user, id: 'u2' }];
    expect(read(list.slice(0, 2))).toEqual(read(list).slice(0, 4));
  });
});

test.each<[string, unknown, string[]]>([
  ['a part of unknown kind', { ...answer, parts: [{ type: 'hologram' }, text('x')] }, ['part hologram']],
  [
    'a model part of unknown kind',
    { role: 'user', content: [{ type: 'hologram' }, text('x')] },
    ['part hologram'],
  ],
  ['a role that is not known', { role: 'data', content: 'x' }, ['role data']],
  ['no message', 7, ['role ']],
  ['what is known and not sent', { ...answer, parts: [{ type: 'source-url' }, { type: 'data-x' }] }, []],
])('warns once of %s', (_, line, details) => {
  const warnings = read([line, line]).flatMap((item) => (item.type === 'warning' ? [item.detail] : []));
  expect(warnings).toEqual(details);
});

test.each<[boolean, string, unknown]>([
  [true, 'a UI message', user],
  [true, 'a UI message that holds nothing yet', { id: 'a1', role: 'assistant', parts: [] }],
  [true, 'a UI message with a tool of the application', { role: 'assistant', parts: [ferry] }],
  [true, 'a UI message of ai 4', { role: 'assistant', content: '', toolInvocations: [] }],
  [
    true,
    'a call',
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'x', input: {} }] },
  ],
  [true, 'a message with options', { role: 'user', content: 'x', providerOptions: { anthropic: {} } }],
  [true, 'a file', { role: 'user', content: [{ type: 'file', data: 'eA==', mediaType: 'image/png' }] }],
  [false, 'words', { role: 'user', content: 'x' }],
  [false, 'words of OpenAI in parts', { role: 'user', content: [text('x')] }],
  [false, 'a file of OpenAI', { role: 'user', content: [{ type: 'file', file: { file_id: 'f1' } }] }],
  [false, 'a call of OpenAI', { role: 'assistant', content: null, tool_calls: [] }],
  [false, 'an image of Anthropic', { role: 'user', content: [{ type: 'image', source: {} }] }],
  [false, 'parts of Gemini', { role: 'user', parts: [{ text: 'x' }] }],
  [false, 'a line of another tool', { type: 'message', role: 'user', parts: [text('x')] }],
  [false, 'a list', [user]],
  [false, 'nothing', null],
])('%s: it is a message of this format: %s', (is, _, value) => {
  expect(isAiSdkMessage(value)).toBe(is);
});

test('a document names its session, lines do not', () => {
  expect(aiSdk.sessionOf([{ id: 'chat-7', messages: [user] }])).toBe('chat-7');
  expect(aiSdk.sessionOf([[user]])).toBeUndefined();
  expect(aiSdkLines.sessionOf([user])).toBeUndefined();
});
