// Covers: J6, J7, O2 (import of Codex rollouts)
import type { Json, Message } from '@daybook/core';
import { describe, expect, test } from 'vitest';
import { codex } from './codex.ts';
import type { LogItem } from './format.ts';
import { placeItems } from './place.ts';

const timestamp = '2026-01-01T00:00:00.000Z';
const at = Date.parse(timestamp);
const own = (text: string) => ({ type: 'text', text });
const software = (text: string) => ({ type: 'text', text, authority: 'none' });

type Line = { readonly [key: string]: Json };

const line = (type: string, payload: Line): Line => ({ timestamp, type, payload });
const item = (type: string, more: Line): Line => line('response_item', { type, ...more });
const event = (type: string, more: Line = {}): Line => line('event_msg', { type, ...more });
const talk = (role: string, text: string): Line =>
  item('message', { role, content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }] });
const typed = (message: string): Line => event('user_message', { message });

function read(lines: readonly unknown[]): readonly LogItem[] {
  const reader = codex.reader();
  return lines.flatMap((value, index) => reader(value, index + 1));
}

function messages(lines: readonly unknown[]): readonly Message[] {
  return read(lines).flatMap((found) => (found.type === 'message' ? [found.message] : []));
}

function said(lines: readonly unknown[]): readonly string[] {
  return messages(lines).flatMap(({ role, parts }) =>
    parts.map((part) => `${role}: ${part.type === 'text' ? part.text : part.type}`),
  );
}

describe('response items', () => {
  test.each<[string, Line, Message['role'], readonly unknown[]]>([
    ['a developer message', talk('developer', 'be brief'), 'developer', [own('be brief')]],
    ['words of the person', talk('user', 'use tabs'), 'user', [own('use tabs')]],
    [
      'standing instructions',
      talk('user', '# AGENTS.md instructions for /repo\n\n<INSTRUCTIONS>\nx\n</INSTRUCTIONS>'),
      'user',
      [software('# AGENTS.md instructions for /repo\n\n<INSTRUCTIONS>\nx\n</INSTRUCTIONS>')],
    ],
    [
      'the environment',
      talk('user', '<environment_context>\n<cwd>/repo</cwd>\n</environment_context>'),
      'user',
      [software('<environment_context>\n<cwd>/repo</cwd>\n</environment_context>')],
    ],
    [
      'an interrupt',
      talk('user', '<turn_aborted>\nstopped\n</turn_aborted>'),
      'user',
      [software('<turn_aborted>\nstopped\n</turn_aborted>')],
    ],
    [
      'words behind the state of an editor',
      talk(
        'user',
        '# Context from my IDE setup:\n\n## Open tabs:\n- a.ts\n\n## My request for Codex:\nuse tabs',
      ),
      'user',
      [
        software('# Context from my IDE setup:\n\n## Open tabs:\n- a.ts\n\n## My request for Codex:\n'),
        own('use tabs'),
      ],
    ],
    [
      'an image between its marks',
      item('message', {
        role: 'user',
        content: [
          { type: 'input_text', text: '<image name=[Image #1]>' },
          { type: 'input_image', image_url: 'data:image/png;base64,aGk=' },
          { type: 'input_text', text: '</image>' },
          { type: 'input_text', text: 'see' },
        ],
      }),
      'user',
      [
        software('<image name=[Image #1]>'),
        { type: 'file', mediaType: 'image/png', data: 'aGk=' },
        software('</image>'),
        own('see'),
      ],
    ],
    ['an answer', talk('assistant', 'done'), 'assistant', [own('done')]],
    [
      'reasoning: what is readable of it',
      item('reasoning', {
        summary: [{ type: 'summary_text', text: 'hm' }],
        content: null,
        encrypted_content: 'x',
      }),
      'assistant',
      [{ type: 'reasoning', text: 'hm' }],
    ],
    [
      'sealed reasoning',
      item('reasoning', { summary: [], encrypted_content: 'x' }),
      'assistant',
      [{ type: 'reasoning', text: '' }],
    ],
    [
      'a call',
      item('function_call', { name: 'shell', call_id: 'c1', arguments: '{"cmd":"ls"}' }),
      'assistant',
      [{ type: 'tool-call', callId: 'c1', name: 'shell', input: { cmd: 'ls' } }],
    ],
    [
      'a call whose arguments are no JSON',
      item('function_call', { name: 'shell', call_id: 'c1', arguments: '{"cmd":' }),
      'assistant',
      [{ type: 'tool-call', callId: 'c1', name: 'shell', input: '{"cmd":' }],
    ],
    [
      'a call with free text',
      item('custom_tool_call', { name: 'apply_patch', call_id: 'c1', input: '7' }),
      'assistant',
      [{ type: 'tool-call', callId: 'c1', name: 'apply_patch', input: '7' }],
    ],
    [
      'a shell call',
      item('local_shell_call', {
        call_id: 'c1',
        status: 'completed',
        action: { type: 'exec', command: ['ls'] },
      }),
      'assistant',
      [{ type: 'tool-call', callId: 'c1', name: 'local_shell', input: { type: 'exec', command: ['ls'] } }],
    ],
    [
      'a search by the provider has no id and no result',
      item('web_search_call', { status: 'completed', action: { type: 'search', query: 'q' } }),
      'assistant',
      [
        {
          type: 'tool-call',
          callId: 'web_search_call-1',
          name: 'web_search',
          input: { type: 'search', query: 'q' },
        },
      ],
    ],
    [
      'a sealed window',
      item('compaction', { encrypted_content: 'x' }),
      'assistant',
      [{ type: 'opaque', provider: 'openai', item: { type: 'compaction', encrypted_content: 'x' } }],
    ],
  ])('%s', (_, value, role, parts) => {
    expect(messages([value])).toEqual([{ role, at, parts }]);
  });

  test.each<[string, Json, string, readonly unknown[]]>([
    [
      'a text',
      'Process exited with code 1\nOutput:\n',
      'returned',
      [own('Process exited with code 1\nOutput:\n')],
    ],
    ['items', [{ type: 'input_text', text: 'a' }], 'returned', [own('a')]],
    ['a wrapped failure', { content: 'no', success: false }, 'error', [own('no')]],
    [
      'a call Codex could not make',
      'failed to parse function arguments: x',
      'error',
      [own('failed to parse function arguments: x')],
    ],
    [
      'a call the person refused',
      'exec command rejected by user',
      'denied',
      [own('exec command rejected by user')],
    ],
    ['a call cut short', 'aborted by user after 3.1s', 'aborted', [own('aborted by user after 3.1s')]],
    ['output that begins like that', 'aborted the merge', 'returned', [own('aborted the merge')]],
  ])('results: %s', (_, output, status, parts) => {
    expect(messages([item('function_call_output', { call_id: 'c1', output })])).toEqual([
      { role: 'tool', at, parts: [{ type: 'tool-result', callId: 'c1', output: parts, status }] },
    ]);
  });

  test('an answer that says nothing is a message without parts; nothing else without parts is one', () => {
    const empty = item('message', { id: 'msg_1', role: 'assistant', content: [] });
    expect(messages([empty])).toEqual([{ role: 'assistant', id: 'msg_1', at, parts: [] }]);
    const nothing = [item('compaction', {}), line('compacted', { message: '' })];
    expect(messages(nothing)).toEqual([]);
  });

  test('an item keeps its own id; items that nobody said are nothing', () => {
    expect(messages([item('message', { id: 'msg_1', role: 'assistant', content: [own('x')] })])[0]?.id).toBe(
      'msg_1',
    );
    expect(read([item('ghost_snapshot', {}), line('world_state', {}), event('exec_command_end')])).toEqual(
      [],
    );
  });
});

describe('the first line', () => {
  test('base instructions are a system message, once', () => {
    const meta = line('session_meta', { id: 's1', base_instructions: { text: 'be good' } });
    expect(messages([meta, meta])).toEqual([{ role: 'system', at, parts: [own('be good')] }]);
  });

  test('instructions of older files: a context item repeats them, or they stand there alone', () => {
    const meta = { id: 's1', timestamp, instructions: 'use tabs', git: {} };
    const context = {
      type: 'message',
      role: 'user',
      content: [own('<user_instructions>\n\nuse tabs\n\n</user_instructions>')],
    };
    const prompt = { type: 'message', role: 'user', content: [own('hi')] };
    expect(said([meta, context, { record_type: 'state' }, prompt])).toEqual([
      'user: <user_instructions>\n\nuse tabs\n\n</user_instructions>',
      'user: hi',
    ]);
    expect(messages([meta, prompt])[0]).toEqual({ role: 'user', at, parts: [software('use tabs')] });
    expect(codex.detect([meta])).toBe(true);
  });

  test('a worker’s rollout is a lane of the session that started it', () => {
    const source = { subagent: { thread_spawn: { parent_thread_id: 'p1', depth: 1 } } };
    const lines = [
      line('session_meta', { id: 'w1', source }),
      item('agent_message', { content: [own('look')] }),
    ];
    expect(codex.sessionOf(lines)).toBe('p1');
    expect(read(lines)).toMatchObject([
      { at: { lane: 'w1', openedByAgent: true }, message: { role: 'user', parts: [own('look')] } },
    ]);
    expect(codex.sessionOf([line('session_meta', { id: 's1', source: 'cli' })])).toBe('s1');
  });

  test('what a worker sends is nobody’s word elsewhere, and stands once', () => {
    const message = item('agent_message', { content: [own('found it')] });
    const older = line('inter_agent_communication', { content: 'found it' });
    expect(messages([older, message])).toEqual([{ role: 'user', at, parts: [software('found it')] }]);
  });
});

test('a compaction is derived; of the history it keeps only a sealed window is new', () => {
  const kept = { type: 'message', role: 'user', content: [own('kept')] };
  const sealed = { type: 'compaction', encrypted_content: 'x' };
  const lines = [
    line('compacted', { message: 'so far', replacement_history: [kept] }),
    line('compacted', { message: '', replacement_history: [kept, sealed] }),
    item('compaction', { encrypted_content: 'x' }),
  ];
  expect(messages(lines)).toEqual([
    { role: 'user', at, derived: true, parts: [software('so far')] },
    { role: 'assistant', at, parts: [{ type: 'opaque', provider: 'openai', item: sealed }] },
  ]);
});

describe('usage', () => {
  const count = (input: number, total: number, window: number | null = 1000): Line =>
    event('token_count', {
      info: {
        total_token_usage: { input_tokens: total },
        last_token_usage: { input_tokens: input, cached_input_tokens: 3, output_tokens: 2 },
        model_context_window: window,
      },
    });
  const record = (input: number): Line =>
    line('token_usage_record', { usage: { input_tokens: input, output_tokens: 2 } });
  const reports = (lines: readonly Line[]) =>
    read(lines).flatMap((found) => (found.type === 'usage' ? [found.usage] : []));

  test('one report for each call, with model and window', () => {
    const model = line('turn_context', { model: 'm' });
    expect(
      reports([
        model,
        count(10, 10),
        count(10, 10),
        event('token_count', { info: null }),
        count(10, 20),
        count(0, 20, null),
      ]),
    ).toEqual([
      { input: 10, output: 2, model: 'm', window: 1000 },
      { input: 10, output: 2, model: 'm', window: 1000 },
      { input: 0, output: 2, model: 'm', window: 1000 },
    ]);
  });

  test('a record and the count behind it report one call', () => {
    expect(
      reports([
        event('task_started', { model_context_window: 9 }),
        record(10),
        count(10, 10, null),
        record(11),
      ]),
    ).toEqual([
      { input: 10, output: 2, window: 9 },
      { input: 11, output: 2, window: 9 },
    ]);
  });
});

test('turns that the person took back are left by a branch', () => {
  const lines = [
    line('session_meta', { id: 's1', base_instructions: { text: 'be good' } }),
    ...['a', 'c', 'e'].flatMap((text) => [
      talk('user', text),
      typed(text),
      talk('assistant', `${text} done`),
    ]),
    event('thread_rolled_back', { num_turns: 2 }),
    talk('user', 'f'),
  ];
  const place = placeItems();
  const items = read(lines);
  expect(items.at(-2)).toEqual({ type: 'rewind', line: 11, to: 3 });
  expect(items.map((found) => place(found)).at(-1)).toMatchObject({ branch: 1, fork: { from: 0, after: 3 } });
  expect(read([talk('user', 'a'), event('thread_rolled_back', { num_turns: 9 })]).at(-1)).toMatchObject({
    to: 0,
  });
  expect(read([event('thread_rolled_back', { num_turns: 1 })])).toEqual([]);
});

test('unknown lines are warned of once for each kind', () => {
  const details = read([line('new', {}), line('new', {}), item('new_item', {}), event('new_event'), 7]);
  expect(details.map((found) => found.type === 'warning' && [found.line, found.code, found.detail])).toEqual([
    [1, 'unknown-line', 'new'],
    [3, 'unknown-line', 'response_item new_item'],
    [4, 'unknown-line', 'event_msg new_event'],
    [5, 'unknown-line', 'a value that is no line'],
  ]);
});
