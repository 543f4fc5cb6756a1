// Covers: J7, O2 (words typed while the agent worked)
import type { Json } from '@daybook/core';
import { describe, expect, test } from 'vitest';
import { claudeCode } from './claude-code.ts';
import type { LogItem } from './format.ts';

let uuid = 0;
const row = (value: { readonly [key: string]: Json }) => ({ uuid: `u${++uuid}`, ...value });
const queue = (operation: string, content?: string) => ({
  type: 'queue-operation',
  operation,
  ...(content === undefined ? {} : { content }),
});
const user = (content: Json) => row({ type: 'user', message: { content } });
const answer = (id: string) =>
  row({ type: 'assistant', message: { id, content: [{ type: 'text', text: id }] } });
const result = () => user([{ type: 'tool_result', tool_use_id: 'c1', content: 'out' }]);
const attached = (prompt: string) =>
  row({ type: 'attachment', attachment: { type: 'queued_command', prompt } });

function read(lines: readonly unknown[]): {
  readonly items: readonly LogItem[];
  readonly waiting: readonly number[];
} {
  const reader = claudeCode.reader();
  const items = lines.flatMap((line, index) => reader(line, index + 1));
  return { items, waiting: (reader.waiting?.() ?? []).map((item) => item.line) };
}

/** Texts of the messages in order; words without authority in brackets. */
function texts(lines: readonly unknown[]): readonly string[] {
  return read(lines).items.flatMap((item) => {
    if (item.type !== 'message') return [];
    return item.message.parts.map((part) => {
      if (part.type !== 'text') return 'result';
      return part.authority === 'none' ? `[${part.text}]` : part.text;
    });
  });
}

const cases: [string, readonly unknown[], readonly string[], readonly number[]][] = [
  [
    'given between two steps, the only copy: before the answer that saw it',
    [answer('m1'), queue('enqueue', 'use tabs'), answer('m1'), queue('remove'), result(), answer('m2')],
    ['m1', 'm1', 'result', 'use tabs', 'm2'],
    [],
  ],
  [
    'given between two steps, with a copy behind or before the operation',
    [
      queue('enqueue', 'a'),
      queue('enqueue', 'b'),
      queue('remove', 'a'),
      attached('a'),
      attached('b'),
      queue('remove', 'b'),
      answer('m2'),
    ],
    ['a', 'b', 'm2'],
    [],
  ],
  [
    'sent as a prompt',
    [queue('enqueue', 'use tabs '), answer('m1'), queue('dequeue'), user('use tabs'), answer('m2')],
    ['m1', 'use tabs', 'm2'],
    [],
  ],
  [
    'two sent as one prompt',
    [
      queue('enqueue', 'a'),
      queue('enqueue', 'b'),
      queue('dequeue'),
      queue('dequeue'),
      user('a\nb'),
      answer('m1'),
    ],
    ['a\nb', 'm1'],
    [],
  ],
  [
    'sent with what an editor adds',
    [
      queue('enqueue', 'a'),
      queue('dequeue'),
      user([
        { type: 'text', text: '<ide_selection>s</ide_selection>' },
        { type: 'text', text: 'a' },
      ]),
      answer('m1'),
    ],
    ['[<ide_selection>s</ide_selection>]', 'a', 'm1'],
    [],
  ],
  [
    'a command that became its echo',
    [
      queue('enqueue', '/model opus'),
      queue('dequeue'),
      user('<command-name>/model</command-name>\n<command-args>opus</command-args>'),
      answer('m1'),
    ],
    ['[<command-name>/model</command-name>\n<command-args>opus</command-args>]', 'm1'],
    [],
  ],
  [
    'sent as a prompt that stands nowhere',
    [queue('enqueue', 'a'), queue('dequeue'), answer('m1')],
    ['a', 'm1'],
    [],
  ],
  [
    'given, and the turn ends without an answer: before the next prompt',
    [queue('enqueue', 'a'), queue('remove'), user('b'), answer('m1')],
    ['a', 'b', 'm1'],
    [],
  ],
  [
    'taken back: never said',
    [
      queue('enqueue', 'a'),
      queue('enqueue', 'b'),
      queue('popAll', 'a'),
      queue('popAll', 'b'),
      user('a, and b'),
      answer('m1'),
    ],
    ['a, and b', '[a]', '[b]', 'm1'],
    [],
  ],
  [
    'taken back and typed again',
    [queue('enqueue', 'a'), queue('popAll'), queue('enqueue', 'a'), queue('remove'), answer('m1')],
    ['a', 'm1'],
    [],
  ],
  [
    'a notification rides the queue and is nobody’s words',
    [
      queue('enqueue', '<task-notification>x</task-notification>'),
      queue('enqueue', 'a'),
      queue('remove'),
      queue('dequeue'),
      user('a'),
      answer('m1'),
    ],
    ['a', '[<task-notification>x</task-notification>]', 'm1'],
    [],
  ],
  [
    'blank texts keep their place in the queue',
    [queue('enqueue'), queue('enqueue', 'a'), queue('dequeue'), answer('m1'), queue('remove'), answer('m2')],
    ['m1', 'a', 'm2'],
    [],
  ],
  [
    'the same text twice',
    [
      queue('enqueue', 'go'),
      queue('enqueue', 'go'),
      queue('dequeue'),
      user('go'),
      answer('m1'),
      queue('remove'),
      answer('m2'),
    ],
    ['go', 'm1', 'go', 'm2'],
    [],
  ],
  ['still in the queue where the log ends', [queue('enqueue', 'a'), answer('m1')], ['m1'], [1]],
  ['out of the queue where the log ends', [queue('enqueue', 'a'), queue('remove')], [], [1]],
];

describe('what is typed while the agent works is said once', () => {
  test.each(cases)('%s', (_, lines, said, waiting) => {
    expect(texts(lines)).toEqual(said);
    expect(read(lines).waiting).toEqual(waiting);
  });

  test.each(cases)('half a file gives the first items of the whole: %s', (_, lines) => {
    const whole = read(lines).items;
    for (let count = 0; count < lines.length; count++) {
      const { items } = read(lines.slice(0, count));
      expect(items).toEqual(whole.slice(0, items.length));
    }
  });
});

test('the message has the line and the time at which it was typed, and no id', () => {
  const time = '2026-01-01T00:00:00.000Z';
  const { items } = read([{ ...queue('enqueue', 'a'), timestamp: time }, queue('remove'), answer('m1')]);
  expect(items[0]).toEqual({
    type: 'message',
    line: 1,
    message: { role: 'user', parts: [{ type: 'text', text: 'a' }], at: Date.parse(time) },
    at: {},
  });
});
