// Covers: J6, J7, O2 (import of pi sessions)
import type { Json, Message } from '@daybook/core';
import { describe, expect, test } from 'vitest';
import type { LogItem } from './format.ts';
import { pi } from './pi.ts';

const timestamp = '2026-01-01T00:00:00.000Z';
const at = Date.parse(timestamp);
const own = (text: string) => ({ type: 'text', text });
const software = (text: string) => ({ type: 'text', text, authority: 'none' });

type Line = { readonly [key: string]: Json };

const native = (role: string, more: Line): Line => ({
  type: 'message',
  timestamp,
  message: { role, ...more },
});

function read(lines: readonly unknown[]): readonly LogItem[] {
  const reader = pi.reader();
  return lines.flatMap((value, index) => reader(value, index + 1));
}

function messages(lines: readonly unknown[]): readonly Message[] {
  return read(lines).flatMap((item) => (item.type === 'message' ? [item.message] : []));
}

describe('messages', () => {
  test.each<[string, Line, Omit<Message, 'at'>]>([
    [
      'a text',
      native('user', { content: 'use tabs' }),
      { role: 'user', parts: [own('use tabs')] } as Message,
    ],
    [
      'words behind a file and a skill',
      native('user', { content: [own('<file name="a">x</file>\n<skill name="s">y</skill>\n\nuse tabs')] }),
      {
        role: 'user',
        parts: [
          software('<file name="a">x</file>\n'),
          software('<skill name="s">y</skill>\n\n'),
          own('use tabs'),
        ],
      } as Message,
    ],
    [
      'an answer',
      native('assistant', {
        content: [
          { type: 'thinking', thinking: 'hm' },
          own('I will'),
          { type: 'toolCall', id: 'c1', name: 'read', arguments: { path: 'a' } },
        ],
        model: 'm',
        usage: { input: 1, output: 2, cacheRead: 30, cacheWrite: 400 },
        stopReason: 'toolUse',
      }),
      {
        role: 'assistant',
        parts: [
          { type: 'reasoning', text: 'hm' },
          own('I will'),
          { type: 'tool-call', callId: 'c1', name: 'read', input: { path: 'a' } },
        ],
        usage: { input: 431, output: 2, model: 'm' },
      } as Message,
    ],
    [
      'an answer that was stopped',
      native('assistant', {
        content: [own('I w')],
        usage: { input: 0, output: 0 },
        stopReason: 'aborted',
        errorMessage: 'stopped',
      }),
      { role: 'assistant', parts: [own('I w')], aborted: true } as Message,
    ],
    [
      'an answer that was stopped before its first word',
      native('assistant', { content: [], stopReason: 'aborted' }),
      { role: 'assistant', parts: [], aborted: true } as Message,
    ],
    [
      'an answer that says nothing',
      native('assistant', { content: [], stopReason: 'stop' }),
      { role: 'assistant', parts: [] } as Message,
    ],
    [
      'an answer that failed',
      native('assistant', { content: [own('I w')], stopReason: 'error' }),
      { role: 'assistant', parts: [own('I w')], aborted: true } as Message,
    ],
    [
      'a result',
      native('toolResult', {
        toolCallId: 'c1',
        toolName: 'read',
        content: [own('x'), { type: 'image', data: 'aGk=', mimeType: 'image/png' }],
        details: { copy: 'x' },
        isError: false,
      }),
      {
        role: 'tool',
        parts: [
          {
            type: 'tool-result',
            callId: 'c1',
            name: 'read',
            output: [own('x'), { type: 'file', mediaType: 'image/png', data: 'aGk=' }],
            status: 'returned',
          },
        ],
      } as Message,
    ],
    [
      'a failed result',
      native('toolResult', { toolCallId: 'c1', content: [own('no')], isError: true }),
      {
        role: 'tool',
        parts: [{ type: 'tool-result', callId: 'c1', output: [own('no')], status: 'error' }],
      } as Message,
    ],
    [
      'a command the person ran in the program',
      native('bashExecution', { command: 'ls', output: 'a.ts', exitCode: 0 }),
      { role: 'user', parts: [software('ls'), software('a.ts')] } as Message,
    ],
    [
      'a message of an extension',
      native('custom', { content: 'note' }),
      { role: 'user', parts: [software('note')] } as Message,
    ],
    [
      'an entry of an extension',
      { type: 'custom_message', timestamp, content: [own('note')] },
      { role: 'user', parts: [software('note')] } as Message,
    ],
    [
      'a compaction',
      { type: 'compaction', timestamp, summary: 'so far', firstKeptEntryIndex: 3, tokensBefore: 9 },
      { role: 'user', parts: [software('so far')], derived: true } as Message,
    ],
    [
      'a summary of a branch',
      { type: 'branch_summary', timestamp, fromId: 'e1', summary: 'there' },
      { role: 'user', parts: [software('there')], derived: true } as Message,
    ],
  ])('%s', (_, line, message) => {
    expect(messages([line])).toEqual([{ ...message, at }]);
  });

  test('time is the entry’s, else the message’s', () => {
    expect(
      messages([{ type: 'message', message: { role: 'user', content: 'x', timestamp: 5 } }])[0]?.at,
    ).toBe(5);
  });
});

test('a tree: entries keep their ids, entries without a message stay as nodes', () => {
  const lines = [
    { type: 'session', version: 3, id: 's1' },
    { ...native('user', { content: 'a' }), id: 'e1', parentId: null },
    { type: 'model_change', id: 'e2', parentId: 'e1' },
    { ...native('assistant', { content: [], stopReason: 'aborted' }), id: 'e3', parentId: 'e2' },
    { ...native('user', { content: 'b' }), id: 'e4', parentId: 'e3' },
  ];
  expect(read(lines)).toMatchObject([
    { type: 'message', message: { id: 'e1' }, at: { id: 'e1', parent: null } },
    { type: 'node', at: { id: 'e2', parent: 'e1' } },
    { type: 'message', message: { id: 'e3', parts: [], aborted: true }, at: { id: 'e3', parent: 'e2' } },
    { type: 'message', message: { id: 'e4' }, at: { id: 'e4', parent: 'e3' } },
  ]);
});

test('a flat log: messages without ids, nothing for what nobody said', () => {
  const lines = [
    { type: 'session', id: 's1' },
    { type: 'thinking_level_change', thinkingLevel: 'off' },
    { type: 'compaction', summary: '' },
    native('user', { content: 'a' }),
  ];
  expect(read(lines)).toEqual([
    { type: 'message', line: 4, message: { role: 'user', parts: [own('a')], at }, at: {} },
  ]);
});

test('unknown entries are warned of once for each kind', () => {
  const items = read([{ type: 'new' }, { type: 'new' }, native('new', {}), 7]);
  expect(items.map((item) => item.type === 'warning' && [item.line, item.code, item.detail])).toEqual([
    [1, 'unknown-line', 'new'],
    [3, 'unknown-line', 'message new'],
    [4, 'unknown-line', 'a value that is no object'],
  ]);
});

test('a log is recognised, and names its session', () => {
  expect(pi.detect([{ type: 'session', id: 's1' }])).toBe(true);
  expect(pi.detect([native('user', { content: 'x' })])).toBe(true);
  expect(pi.detect([{ type: 'user', uuid: 'u', message: { role: 'user' } }])).toBe(false);
  expect(pi.sessionOf([{ type: 'session', id: 's1' }])).toBe('s1');
});
