// Covers: J6, J7, O2 (import of Claude Code logs)
import type { Json, Message } from '@daybook/core';
import { describe, expect, test } from 'vitest';
import { claudeCode } from './claude-code.ts';
import type { LogItem } from './format.ts';

const time = '2026-01-01T00:00:00.000Z';
const at = Date.parse(time);
const own = (text: string) => ({ type: 'text', text });
const software = (text: string) => ({ type: 'text', text, authority: 'none' });
const result = (output: readonly unknown[], status = 'returned') => ({
  type: 'tool-result',
  callId: 'c1',
  output,
  status,
});

type Line = { readonly [key: string]: Json };

const line = (type: string, more: Line): Line => ({
  uuid: 'u1',
  parentUuid: null,
  timestamp: time,
  type,
  ...more,
});
const user = (content: Json, more: Line = {}): Line =>
  line('user', { message: { role: 'user', content }, ...more });
const assistant = (content: Json, message: Line = {}, more: Line = {}): Line =>
  line('assistant', { message: { id: 'm1', role: 'assistant', content, ...message }, ...more });

function read(lines: readonly unknown[]): readonly LogItem[] {
  const reader = claudeCode.reader();
  return lines.flatMap((value, index) => reader(value, index + 1));
}

function messages(lines: readonly unknown[]): readonly Message[] {
  return read(lines).flatMap((item) => (item.type === 'message' ? [item.message] : []));
}

describe('lines of the user role', () => {
  test.each<[string, Json, Line, Message['role'], readonly unknown[]]>([
    ['a text', 'use tabs', {}, 'user', [own('use tabs')]],
    [
      'an editor’s blocks before a text',
      [
        { type: 'text', text: '<ide_opened_file>a.ts</ide_opened_file>' },
        { type: 'text', text: 'use tabs' },
      ],
      {},
      'user',
      [software('<ide_opened_file>a.ts</ide_opened_file>'), own('use tabs')],
    ],
    [
      'a reminder in a text',
      'use tabs\n<system-reminder>todo</system-reminder>',
      {},
      'user',
      [own('use tabs'), software('\n<system-reminder>todo</system-reminder>')],
    ],
    ['a line of the program', 'Base directory', { isMeta: true }, 'user', [software('Base directory')]],
    ['a notification', 'done', { origin: { kind: 'task-notification' } }, 'user', [software('done')]],
    [
      'an interrupt',
      [{ type: 'text', text: '[Request interrupted by user]' }],
      {},
      'user',
      [software('[Request interrupted by user]')],
    ],
    [
      'what a command printed',
      '<local-command-stdout>ok</local-command-stdout>',
      {},
      'user',
      [software('<local-command-stdout>ok</local-command-stdout>')],
    ],
    ['a shell command', '<bash-input>ls</bash-input>', {}, 'user', [software('<bash-input>ls</bash-input>')]],
    [
      'a command to the program',
      '<command-name>/compact</command-name>\n<command-args>keep the plan</command-args>',
      {},
      'user',
      [software('<command-name>/compact</command-name>\n<command-args>keep the plan</command-args>')],
    ],
    [
      'a command to the agent',
      '<command-message>fix</command-message>\n<command-name>/fix</command-name>\n<command-args> never push </command-args>',
      {},
      'user',
      [
        software(
          '<command-message>fix</command-message>\n<command-name>/fix</command-name>\n<command-args> ',
        ),
        own('never push'),
        software(' </command-args>'),
      ],
    ],
    [
      'a command without arguments',
      '<command-name>/init</command-name>\n<command-args></command-args>',
      {},
      'user',
      [software('<command-name>/init</command-name>\n<command-args></command-args>')],
    ],
    [
      'an image and a document',
      [
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } },
        { type: 'document', title: 'a.pdf', source: { type: 'url', url: 'https://example.org/a.pdf' } },
        { type: 'document', source: { type: 'text', data: 'plain' } },
      ],
      {},
      'user',
      [
        { type: 'file', mediaType: 'image/png', data: 'aGk=' },
        {
          type: 'file',
          mediaType: 'application/octet-stream',
          url: 'https://example.org/a.pdf',
          name: 'a.pdf',
        },
        { type: 'data', value: { type: 'document', source: { type: 'text', data: 'plain' } } },
      ],
    ],
    [
      'a result',
      [{ type: 'tool_result', tool_use_id: 'c1', content: 'out' }],
      { toolUseResult: 'out' },
      'tool',
      [result([own('out')])],
    ],
    [
      'a result in blocks, marked as failed',
      [
        {
          type: 'tool_result',
          tool_use_id: 'c1',
          is_error: true,
          content: [
            { type: 'text', text: 'out' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } },
            { type: 'tool_reference', tool_name: 't' },
          ],
        },
      ],
      {},
      'tool',
      [
        result(
          [
            own('out'),
            { type: 'file', mediaType: 'image/png', data: 'aGk=' },
            { type: 'data', value: { type: 'tool_reference', tool_name: 't' } },
          ],
          'error',
        ),
      ],
    ],
    ['a result without content', [{ type: 'tool_result', tool_use_id: 'c1' }], {}, 'tool', [result([])]],
    [
      'a result and words',
      [
        { type: 'tool_result', tool_use_id: 'c1', content: 'out' },
        { type: 'text', text: 'and use tabs' },
      ],
      {},
      'user',
      [result([own('out')]), own('and use tabs')],
    ],
    [
      'a marker inside a result is no interrupt',
      [{ type: 'tool_result', tool_use_id: 'c1', content: '[Request interrupted by user]' }],
      {},
      'tool',
      [result([own('[Request interrupted by user]')])],
    ],
    [
      'a result that was interrupted',
      [
        {
          type: 'tool_result',
          tool_use_id: 'c1',
          is_error: true,
          content: '[Request interrupted by user for tool use]',
        },
      ],
      {},
      'tool',
      [result([own('[Request interrupted by user for tool use]')], 'aborted')],
    ],
    [
      'a refused call',
      [
        {
          type: 'tool_result',
          tool_use_id: 'c1',
          is_error: true,
          content: "The user doesn't want to proceed with this tool use. STOP",
        },
      ],
      {},
      'tool',
      [result([own("The user doesn't want to proceed with this tool use. STOP")], 'denied')],
    ],
    [
      'a refused call with the person’s reason',
      [
        {
          type: 'tool_result',
          tool_use_id: 'c1',
          is_error: true,
          content:
            "The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\nask me\nfirst\n\nNote: The user's next message may contain a correction or preference. Mind it.",
        },
      ],
      {},
      'user',
      [
        result(
          [
            own(
              "The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\nask me\nfirst\n\nNote: The user's next message may contain a correction or preference. Mind it.",
            ),
          ],
          'denied',
        ),
        own('ask me\nfirst'),
      ],
    ],
  ])('%s', (_, content, more, role, parts) => {
    expect(messages([user(content, more)])).toEqual([{ id: 'u1', at, role, parts }]);
  });

  test('a summary of the program is derived, flagged or not', () => {
    const text =
      'This session is being continued from a previous conversation. <system-reminder>x</system-reminder>';
    const summary = { id: 'u1', at, role: 'user', derived: true };
    expect(messages([user('old', { isCompactSummary: true })])).toEqual([
      { ...summary, parts: [software('old')] },
    ]);
    expect(messages([user(text)])).toEqual([{ ...summary, parts: [software(text)] }]);
  });
});

describe('lines of the assistant role', () => {
  test('one line is one message with the line’s id; reasoning without its signature', () => {
    const lines = [
      assistant([{ type: 'thinking', thinking: 'hm', signature: 's' }]),
      assistant([{ type: 'redacted_thinking', data: 'x' }], {}, { uuid: 'u2' }),
      assistant([{ type: 'text', text: 'I will' }], {}, { uuid: 'u3' }),
      assistant([{ type: 'tool_use', id: 'c1', name: 'Read', input: { path: 'a' } }], {}, { uuid: 'u4' }),
    ];
    const call = { type: 'tool-call', callId: 'c1', name: 'Read', input: { path: 'a' } };
    expect(messages(lines)).toEqual([
      { id: 'u1', at, role: 'assistant', parts: [{ type: 'reasoning', text: 'hm' }] },
      { id: 'u2', at, role: 'assistant', parts: [{ type: 'reasoning', text: '' }] },
      { id: 'u3', at, role: 'assistant', parts: [own('I will')] },
      { id: 'u4', at, role: 'assistant', parts: [call] },
    ]);
    expect(read(lines)[3]).toMatchObject({ line: 4, at: { id: 'u4', parent: null, step: 'm1' } });
  });

  test('calls that the provider ran carry their results', () => {
    const [message] = messages([
      assistant([
        { type: 'server_tool_use', id: 'c1', name: 'web_search', input: { query: 'q' } },
        {
          type: 'web_search_tool_result',
          tool_use_id: 'c1',
          content: [{ type: 'web_search_result', url: 'u' }],
        },
      ]),
    ]);
    expect(message?.parts).toEqual([
      { type: 'tool-call', callId: 'c1', name: 'web_search', input: { query: 'q' } },
      result([{ type: 'data', value: { type: 'web_search_result', url: 'u' } }]),
    ]);
  });

  test('a failed call’s report is no answer, and its text nobody’s', () => {
    const failed = assistant([{ type: 'text', text: 'API Error' }], {
      model: '<synthetic>',
      usage: { input_tokens: 0 },
    });
    expect(messages([{ ...failed, isApiErrorMessage: true }])).toEqual([
      { id: 'u1', at, role: 'assistant', aborted: true, parts: [software('API Error')] },
    ]);
  });
});

describe('usage', () => {
  const usage = (output: number) => ({
    input_tokens: 1,
    cache_creation_input_tokens: 20,
    cache_read_input_tokens: 300,
    output_tokens: output,
  });
  const answer = (step: string, output: number, stop: string | null) =>
    assistant([own('x')], { id: step, model: 'm', usage: usage(output), stop_reason: stop });
  const reports = (lines: readonly unknown[]) =>
    read(lines).flatMap((item) => {
      if (item.type === 'usage') return [[item.line, item.usage.output]];
      return item.type === 'message' && item.message.usage ? [[item.line, item.message.usage.output]] : [];
    });

  test('is input with everything cached, once for each answer', () => {
    const lines = [answer('m1', 5, null), answer('m1', 5, null), answer('m2', 6, null)];
    expect(reports(lines)).toEqual([
      [1, 5],
      [3, 6],
    ]);
    expect(messages(lines)[0]?.usage).toEqual({ input: 321, output: 5, model: 'm' });
  });

  test('waits for the marked last line once answers are marked', () => {
    const lines = [
      answer('m1', 1, null),
      answer('m1', 9, 'tool_use'),
      answer('m2', 1, null),
      answer('m2', 8, 'end_turn'),
    ];
    expect(reports(lines)).toEqual([
      [1, 1],
      [4, 8],
    ]);
    expect(reports(lines.slice(0, 3))).toEqual([[1, 1]]);
  });

  test('of an answer that ends without its mark is reported where the next thing begins', () => {
    const start = [answer('m1', 9, 'end_turn'), answer('m2', 1, null)];
    expect(reports([...start, answer('m3', 7, 'end_turn')])).toEqual([
      [1, 9],
      [2, 1],
      [3, 7],
    ]);
    expect(reports([...start, user('go on')])).toEqual([
      [1, 9],
      [2, 1],
    ]);
    expect(reports([...start, line('system', { subtype: 'turn_duration' })])).toEqual([
      [1, 9],
      [2, 1],
    ]);
    expect(reports([...start, user([{ type: 'tool_result', tool_use_id: 'c1', content: '' }])])).toEqual([
      [1, 9],
    ]);
  });
});

describe('other lines', () => {
  test('workers have lanes: named by the log, else by the first line of their tree', () => {
    const side = { isSidechain: true };
    const items = read([
      user('look', { ...side, uuid: 'aaaaaaaa-1', parentUuid: null }),
      user('more', { ...side, uuid: 'bbbbbbbb-1', parentUuid: 'aaaaaaaa-1' }),
      user('else', { ...side, uuid: 'cccccccc-1', parentUuid: null }),
      user('named', { ...side, uuid: 'dddddddd-1', agentId: 'a77' }),
    ]);
    expect(items.map((item) => item.type === 'message' && item.at)).toEqual([
      { lane: 'side-aaaaaaaa', openedByAgent: true, id: 'aaaaaaaa-1', parent: null },
      { lane: 'side-aaaaaaaa', openedByAgent: true, id: 'bbbbbbbb-1', parent: 'aaaaaaaa-1' },
      { lane: 'side-cccccccc', openedByAgent: true, id: 'cccccccc-1', parent: null },
      { lane: 'a77', openedByAgent: true, id: 'dddddddd-1', parent: null },
    ]);
  });

  test('a compaction boundary continues the line, at the parent it names', () => {
    const boundary = line('system', {
      subtype: 'compact_boundary',
      logicalParentUuid: 'u0',
      content: 'Compacted',
    });
    expect(read([boundary])).toEqual([
      { type: 'node', line: 1, at: { id: 'u1', parent: 'u0', continues: true } },
    ]);
    expect(read([user('sum', { isCompactSummary: true })])).toMatchObject([{ at: { continues: true } }]);
  });

  test('what a command printed may stand in a system line', () => {
    const printed = line('system', {
      subtype: 'local_command',
      content: '<local-command-stdout>x</local-command-stdout>',
    });
    expect(messages([printed])).toEqual([
      { id: 'u1', at, role: 'user', parts: [software('<local-command-stdout>x</local-command-stdout>')] },
    ]);
  });

  test('attachments: queued words are the person’s, context is data, the rest says nothing', () => {
    const attached = (attachment: Line) => line('attachment', { attachment });
    expect(
      messages([attached({ type: 'queued_command', prompt: 'use tabs', commandMode: 'prompt' })]),
    ).toEqual([{ id: 'u1', at, role: 'user', parts: [own('use tabs')] }]);
    const notice = attached({ type: 'queued_command', prompt: 'done', commandMode: 'task-notification' });
    expect(messages([notice])[0]?.parts).toEqual([software('done')]);
    const file = { type: 'file', filename: 'a', content: { text: 'x' } };
    expect(messages([attached(file)])[0]?.parts).toEqual([{ type: 'data', value: file }]);
    expect(read([attached({ type: 'todo_reminder' })])).toEqual([
      { type: 'node', line: 1, at: { id: 'u1', parent: null } },
    ]);
  });

  test('a title is derived and in nobody’s voice', () => {
    expect(messages([{ type: 'summary', summary: 'Tabs', leafUuid: 'u1' }])).toEqual([
      { role: 'user', derived: true, parts: [software('Tabs')] },
    ]);
  });

  test('unknown lines are warned of once for each type, and stay as nodes', () => {
    expect(read([line('new-thing', {}), { type: 'new-thing' }, 7, line('progress', {})])).toEqual([
      { type: 'warning', line: 1, code: 'unknown-line', detail: 'new-thing' },
      { type: 'node', line: 1, at: { id: 'u1', parent: null } },
      { type: 'warning', line: 3, code: 'unknown-line', detail: 'a value that is no object' },
      { type: 'node', line: 4, at: { id: 'u1', parent: null } },
    ]);
  });

  test('an answer that says nothing is a message without parts; a line without a message is a node', () => {
    expect(messages([assistant([])])).toEqual([{ role: 'assistant', id: 'u1', at, parts: [] }]);
    expect(read([line('assistant', {})])).toEqual([
      { type: 'node', line: 1, at: { id: 'u1', parent: null } },
    ]);
  });

  test('a line without an id is placed where the line stands', () => {
    expect(read([{ type: 'user', message: { content: 'x' }, sessionId: 's' }])).toMatchObject([{ at: {} }]);
  });
});

test('a log is recognised, and names its session', () => {
  expect(claudeCode.detect([{ type: 'file-history-snapshot', messageId: 'm' }])).toBe(true);
  expect(claudeCode.detect([{ type: 'summary', summary: 's', leafUuid: 'u' }])).toBe(true);
  expect(claudeCode.detect([user('x')])).toBe(true);
  expect(
    claudeCode.detect([
      { type: 'message', message: { role: 'user' } },
      { role: 'user', content: 'x' },
    ]),
  ).toBe(false);
  expect(claudeCode.sessionOf([{ type: 'summary' }, { sessionId: 's1' }])).toBe('s1');
  expect(claudeCode.sessionOf([{ type: 'summary' }])).toBeUndefined();
});
