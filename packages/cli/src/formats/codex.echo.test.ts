// Covers: O2 (Codex rollouts: what items and events say is said once)
import type { Json, Message } from '@daybook/core';
import { describe, expect, test } from 'vitest';
import { codex } from './codex.ts';
import type { LogItem } from './format.ts';

const timestamp = '2026-01-01T00:00:00.000Z';
const at = Date.parse(timestamp);
const own = (text: string) => ({ type: 'text', text });

type Line = { readonly [key: string]: Json };

const line = (type: string, payload: Line): Line => ({ timestamp, type, payload });
const item = (type: string, more: Line): Line => line('response_item', { type, ...more });
const event = (type: string, more: Line = {}): Line => line('event_msg', { type, ...more });
const talk = (role: string, text: string): Line =>
  item('message', { role, content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }] });
const typed = (message: string): Line => event('user_message', { message });
const thought = (text: string): Line => event('agent_reasoning', { text });
const shown = (message: string): Line => event('agent_message', { message });

function read(lines: readonly unknown[]): {
  readonly items: readonly LogItem[];
  readonly waiting: readonly number[];
} {
  const reader = codex.reader();
  const items = lines.flatMap((value, index) => reader(value, index + 1));
  return { items, waiting: (reader.waiting?.() ?? []).map((warning) => warning.line) };
}

function messages(lines: readonly unknown[]): readonly Message[] {
  return read(lines).items.flatMap((found) => (found.type === 'message' ? [found.message] : []));
}

function said(lines: readonly unknown[]): readonly string[] {
  return messages(lines).flatMap(({ role, parts }) =>
    parts.map((part) => `${role}: ${part.type === 'text' ? part.text : part.type}`),
  );
}

const echoes: [string, readonly Line[], readonly string[], readonly number[]][] = [
  [
    'an event behind its item',
    [talk('user', 'a'), typed('a'), talk('assistant', 'b')],
    ['user: a', 'assistant: b'],
    [],
  ],
  [
    'an event before its item',
    [typed('a'), talk('user', 'a'), shown('b'), talk('assistant', 'b')],
    ['user: a', 'assistant: b'],
    [],
  ],
  [
    'the only copy of the person’s words',
    [typed('a'), talk('assistant', 'b')],
    ['user: a', 'assistant: b'],
    [],
  ],
  [
    'the only copy in a turn that was stopped',
    [typed('a'), event('turn_aborted'), talk('user', 'b'), typed('b')],
    ['user: a', 'user: b'],
    [],
  ],
  [
    'words given in the middle of a turn, their item behind',
    [
      event('task_started'),
      talk('user', 'a'),
      typed('a'),
      talk('assistant', 'b'),
      typed('c'),
      item('reasoning', {}),
      talk('user', 'c'),
    ],
    ['user: a', 'assistant: b', 'user: c', 'assistant: reasoning'],
    [],
  ],
  [
    'the same words in two turns',
    [talk('user', 'yes'), typed('yes'), talk('assistant', 'b'), typed('yes'), talk('assistant', 'd')],
    ['user: yes', 'assistant: b', 'user: yes', 'assistant: d'],
    [],
  ],
  [
    'the same words in a turn that only has the item and one that only has the event',
    [
      event('task_started'),
      talk('user', 'yes'),
      talk('assistant', 'b'),
      event('task_complete'),
      event('task_started'),
      typed('yes'),
      talk('assistant', 'd'),
    ],
    ['user: yes', 'assistant: b', 'user: yes', 'assistant: d'],
    [],
  ],
  [
    'events alone',
    [typed('a'), shown('b'), typed('c'), shown('d'), event('task_complete')],
    ['user: a', 'assistant: b', 'user: c', 'assistant: d'],
    [],
  ],
  [
    'events of an answer before its items',
    [
      talk('user', 'a'),
      typed('a'),
      event('agent_reasoning'),
      shown('b'),
      event('token_count'),
      item('reasoning', {}),
      talk('assistant', 'b'),
      event('task_complete'),
    ],
    ['user: a', 'assistant: reasoning', 'assistant: b'],
    [],
  ],
  [
    'a message of several texts and an image',
    [
      typed('ab'),
      item('message', {
        role: 'user',
        content: [
          own('a'),
          own('<image>'),
          { type: 'input_image', image_url: 'https://example.org/i' },
          own('</image>'),
          own('b'),
        ],
      }),
      talk('assistant', 'c'),
    ],
    ['user: a', 'user: <image>', 'user: file', 'user: </image>', 'user: b', 'assistant: c'],
    [],
  ],
  [
    'words of a review',
    [
      event('entered_review_mode', { target: { type: 'custom', instructions: 'look' } }),
      talk('assistant', 'b'),
    ],
    ['user: look', 'assistant: b'],
    [],
  ],
  [
    'reasoning of two sections, events around its item',
    [
      thought('one'),
      item('reasoning', { summary: [own('one'), own('two')] }),
      thought('two'),
      talk('assistant', 'b'),
      event('task_complete'),
    ],
    ['assistant: reasoning', 'assistant: b'],
    [],
  ],
  [
    'reasoning that only events hold',
    [typed('a'), thought('one'), shown('b'), item('reasoning', {}), thought(''), event('task_complete')],
    ['user: a', 'assistant: reasoning', 'assistant: reasoning', 'assistant: b'],
    [],
  ],
  [
    'the last answer again where the turn ends, without what is not displayed',
    [
      talk('assistant', 'b\n<plan>\nc\n</plan>\nd'),
      shown('e'),
      event('task_complete', { last_agent_message: 'b\n\nd' }),
      event('task_complete', { last_agent_message: null }),
    ],
    ['assistant: b\n<plan>\nc\n</plan>\nd', 'assistant: e'],
    [],
  ],
  [
    'the last answer that stands only where the turn ends',
    [
      talk('assistant', 'b'),
      event('task_complete', { last_agent_message: 'b' }),
      typed('a'),
      event('task_complete', { last_agent_message: 'b' }),
    ],
    ['assistant: b', 'user: a', 'assistant: b'],
    [],
  ],
  ['undecided where the log ends', [talk('user', 'a'), typed('a'), typed('b')], ['user: a'], [3]],
  ['reasoning undecided where the log ends', [thought('one'), talk('assistant', 'b')], ['assistant: b'], [1]],
];

describe('what items and events say is said once', () => {
  test.each(echoes)('%s', (_, lines, texts, waiting) => {
    expect(said(lines)).toEqual(texts);
    expect(read(lines).waiting).toEqual(waiting);
  });

  test.each(echoes)('half a file gives the first items of the whole: %s', (_, lines) => {
    const whole = read(lines).items;
    for (let count = 0; count < lines.length; count++) {
      const { items } = read(lines.slice(0, count));
      expect(items).toEqual(whole.slice(0, items.length));
    }
  });

  test('an event that is the message brings its image', () => {
    const [message] = messages([
      event('user_message', { message: 'a', images: ['data:image/png;base64,aGk='] }),
      talk('assistant', 'b'),
    ]);
    expect(message).toEqual({
      role: 'user',
      at,
      parts: [own('a'), { type: 'file', mediaType: 'image/png', data: 'aGk=' }],
    });
  });
});
