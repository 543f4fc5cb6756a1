// Covers: J6, J7, O2 (import of OpenAI chat messages)
import type { Json, Message } from '@daybook/core';
import { describe, expect, test } from 'vitest';
import type { LogItem } from './format.ts';
import { openaiChat } from './openai-chat.ts';

const own = (text: string) => ({ type: 'text', text });
const result = (callId: string, output: readonly unknown[], name?: string) => ({
  type: 'tool-result',
  callId,
  ...(name === undefined ? {} : { name }),
  output,
  status: 'returned',
});

function read(list: readonly unknown[]): readonly LogItem[] {
  const reader = openaiChat.reader();
  return list.flatMap((value, index) => reader(value, index));
}

function messages(list: readonly unknown[]): readonly Message[] {
  return read(list).flatMap((item) => (item.type === 'message' ? [item.message] : []));
}

test.each<[string, { readonly [key: string]: Json }, Message['role'], readonly unknown[]]>([
  ['a system text', { role: 'system', content: 'be good' }, 'system', [own('be good')]],
  ['a developer text', { role: 'developer', content: 'be good' }, 'developer', [own('be good')]],
  ['words of the person', { role: 'user', content: 'use tabs', name: 'ann' }, 'user', [own('use tabs')]],
  [
    'parts',
    {
      role: 'user',
      content: [
        { type: 'text', text: 'see' },
        { type: 'image_url', image_url: { url: 'https://example.org/a.png' } },
        { type: 'input_audio', input_audio: { data: 'aGk=', format: 'wav' } },
        { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,aGk=' } },
        { type: 'file', file: { file_id: 'f1' } },
      ],
    },
    'user',
    [
      own('see'),
      { type: 'file', mediaType: 'image/*', url: 'https://example.org/a.png' },
      { type: 'file', mediaType: 'audio/wav', data: 'aGk=' },
      { type: 'file', mediaType: 'application/pdf', data: 'aGk=', name: 'a.pdf' },
      { type: 'data', value: { type: 'file', file: { file_id: 'f1' } } },
    ],
  ],
  [
    'an answer with reasoning and calls',
    {
      role: 'assistant',
      content: 'I will',
      reasoning_content: 'hm',
      tool_calls: [
        { id: 'c1', type: 'function', function: { name: 'read', arguments: '{"path":"a"}' } },
        { id: 'c1', type: 'custom', custom: { name: 'patch', input: '7' } },
      ],
    },
    'assistant',
    [
      { type: 'reasoning', text: 'hm' },
      own('I will'),
      { type: 'tool-call', callId: 'c1', name: 'read', input: { path: 'a' } },
      { type: 'tool-call', callId: 'c1', name: 'patch', input: '7' },
    ],
  ],
  [
    'calls without text',
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c1', function: { name: 'read', arguments: '' } }],
    },
    'assistant',
    [{ type: 'tool-call', callId: 'c1', name: 'read', input: '' }],
  ],
  ['a refusal', { role: 'assistant', content: null, refusal: 'no' }, 'assistant', [own('no')]],
  [
    'a call of the older form',
    { role: 'assistant', content: null, function_call: { name: 'read', arguments: '{}' } },
    'assistant',
    [{ type: 'tool-call', callId: 'read', name: 'read', input: {} }],
  ],
  [
    'a result of the older form',
    { role: 'function', name: 'read', content: 'x' },
    'tool',
    [result('read', [own('x')], 'read')],
  ],
  [
    'a result',
    { role: 'tool', tool_call_id: 'c1', name: 'read', content: 'x' },
    'tool',
    [result('c1', [own('x')], 'read')],
  ],
  [
    'a result with a list of ids',
    { role: 'tool', tool_call_ids: ['c1'], content: 'x' },
    'tool',
    [result('c1', [own('x')])],
  ],
  [
    'a result in parts',
    { role: 'tool', tool_call_id: 'c1', content: [{ type: 'text', text: 'x' }] },
    'tool',
    [result('c1', [own('x')])],
  ],
  ['an empty result', { role: 'tool', tool_call_id: 'c1', content: null }, 'tool', [result('c1', [])]],
])('%s', (_, native, role, parts) => {
  expect(messages([native])).toEqual([{ role, parts }]);
});

describe('SWE-agent', () => {
  const texts = (list: readonly unknown[]) =>
    messages(list).flatMap(({ role, parts }) =>
      parts.map((part) =>
        part.type === 'text' ? `${role}${part.authority === 'none' ? ' [' : ' '}${part.text}` : part.type,
      ),
    );

  test('the text protocol sends output in the user role; the first such message sets the task', () => {
    expect(
      texts([
        { role: 'system', content: 's', agent: 'main' },
        { role: 'user', content: 'example', is_demo: true },
        { role: 'user', content: 'task' },
        { role: 'assistant', content: 'ls', action: 'ls', thought: 't' },
        { role: 'user', content: 'a.ts' },
        { role: 'assistant', content: 'done', action: 'submit' },
        { role: 'user', content: 'diff' },
      ]),
    ).toEqual([
      'system s',
      'user [example',
      'user task',
      'assistant ls',
      'user [a.ts',
      'assistant done',
      'user [diff',
    ]);
  });

  test('kinds of messages say the same', () => {
    expect(
      texts([
        { role: 'user', content: 'example', message_type: 'demonstration' },
        { role: 'user', content: 'task', message_type: 'observation' },
        { role: 'assistant', content: 'ls', message_type: 'action' },
        { role: 'user', content: 'a.ts', message_type: 'observation' },
      ]),
    ).toEqual(['user [example', 'user task', 'assistant ls', 'user [a.ts']);
  });

  test('without actions every user message is the person’s', () => {
    expect(
      texts([
        { role: 'user', content: 'a' },
        { role: 'assistant', content: 'b' },
        { role: 'user', content: 'c' },
      ]),
    ).toEqual(['user a', 'assistant b', 'user c']);
  });
});

test.each([[''], [null], [[]]])('an answer that says nothing is a message without parts: %j', (content) => {
  expect(messages([{ role: 'assistant', content }])).toEqual([{ role: 'assistant', parts: [] }]);
});

test('unknown roles are warned of once', () => {
  const items = read([{ role: 'critic', content: 'x' }, { role: 'critic' }, 7]);
  expect(items.map((item) => item.type === 'warning' && [item.line, item.code, item.detail])).toEqual([
    [0, 'unknown-line', 'role critic'],
    [2, 'unknown-line', 'role '],
  ]);
});

test('a message keeps its own id', () => {
  expect(messages([{ id: 'm1', role: 'user', content: 'x' }])[0]?.id).toBe('m1');
});

test.each([
  ['a list', [[{ role: 'user', content: 'x' }]], true],
  ['messages', [{ messages: [{ role: 'user', content: 'x' }] }], true],
  ['SWE-agent', [{ trajectory: [], history: [{ role: 'system', content: 'x' }] }], true],
  ['tau-bench', [{ traj: [{ role: 'assistant', tool_calls: [] }] }], true],
  ['its first elements', [{ role: 'user', content: 'x' }], true],
  ['items with types', [[{ type: 'message', role: 'user', content: 'x' }]], false],
  ['something else', [{ rows: [{ role: 'user', content: 'x' }] }, 7, null], false],
])('recognised: %s', (_, head, isChat) => {
  expect(openaiChat.detect(head)).toBe(isChat);
});

test('a list in the shape of another provider is not taken for one', () => {
  const calls = { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'read', input: {} }] };
  expect(openaiChat.detect([[{ role: 'user', content: 'read it' }, calls]])).toBe(false);
  expect(openaiChat.detect([[{ role: 'user', content: 'read it' }]])).toBe(true);
  // Met later, when the log is being read already, it is kept as data and told once.
  const items = read([calls, calls]);
  expect(items.map((item) => item.type)).toEqual(['warning', 'message', 'message']);
  expect(items[1]).toMatchObject({ message: { parts: [{ type: 'data' }] } });
});
