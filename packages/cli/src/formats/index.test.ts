// Covers: O2 (which format a file is, and real logs where they are at hand)
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { LogItem } from './format.ts';
import { detectFormat, formats } from './index.ts';
import { placeItems } from './place.ts';

const toolCall = {
  role: 'assistant',
  content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 't', input: {} }],
};

test.each([
  ['claude-code', [{ type: 'user', uuid: 'u', message: { role: 'user', content: 'x' } }]],
  ['codex', [{ type: 'session_meta', payload: { id: 's' } }]],
  [
    'codex',
    [
      { id: 's', timestamp: 't', instructions: null },
      { type: 'message', role: 'user', content: [] },
    ],
  ],
  ['pi', [{ type: 'session', id: 's', version: 3 }]],
  ['openai-chat', [{ messages: [{ role: 'user', content: 'x' }] }]],
  ['openai-chat', [[{ role: 'user', content: [{ type: 'text', text: 'x' }] }]]],
  ['openai-chat', [[{ role: 'user', content: 'x', id: 'm1' }]]],
  [
    'openai-chat',
    [
      [
        { role: 'assistant', content: null, tool_calls: [] },
        { role: 'tool', tool_call_id: 'c1', content: 'x' },
      ],
    ],
  ],
  ['ai-sdk', [[{ id: 'm1', role: 'user', parts: [{ type: 'text', text: 'x' }] }]]],
  ['ai-sdk', [{ messages: [{ id: 'm1', role: 'user', parts: [] }] }]],
  [
    'ai-sdk',
    [{ id: 'c', messages: [{ id: 'm1', role: 'user', content: 'x', parts: [{ type: 'text', text: 'x' }] }] }],
  ],
  // One message a line.
  ['ai-sdk', [{ id: 'm1', role: 'user', parts: [{ type: 'text', text: 'x' }] }]],
  ['ai-sdk', [{ role: 'user', content: 'x' }, toolCall]],
  ['ai-sdk', [[{ role: 'user', content: 'x' }, toolCall]]],
  ['ai-sdk', [{ messages: [toolCall] }]],
])('detects %s', (name, head) => {
  expect(detectFormat(head)?.name).toBe(name);
  expect(formats.filter((format) => format.detect(head)).map((format) => format.name)).toEqual([name]);
});

test('detects nothing in other values', () => {
  expect(detectFormat([])).toBeUndefined();
  expect(detectFormat([{ level: 'info', message: 'x' }, [], 'x', null])).toBeUndefined();
  // Neither of the two: half of it is of either.
  const answer = { role: 'assistant', content: null, tool_calls: [] };
  expect(detectFormat([[toolCall, answer]])).toBeUndefined();
});

const samples = new URL('../../../../../shared/transcripts/', import.meta.url);

interface Counts {
  readonly messages: number;
  readonly calls: number;
  readonly results: number;
  readonly errors: number;
  readonly reasoning: number;
  readonly derived: number;
  readonly usages: number;
}

// Message counts are the published ones, plus what the person typed into the queue (3), a title (1), and base
// instructions (1).
const known: [string, Partial<Counts>][] = [
  [
    'claude-code/branch-review.jsonl',
    { messages: 87, calls: 28, results: 28, errors: 0, reasoning: 19, usages: 19 },
  ],
  [
    'claude-code/design-brainstorm-no-tests.jsonl',
    { messages: 257, calls: 98, errors: 4, reasoning: 12, usages: 71 },
  ],
  ['claude-code/init-then-thanks.jsonl', { messages: 58 + 1, calls: 25, errors: 0, derived: 1, usages: 15 }],
  [
    'claude-code/two-compactions.jsonl',
    { messages: 520 + 3, calls: 127, errors: 3, reasoning: 139, derived: 2 },
  ],
  [
    'codex/web-search-and-patches.jsonl',
    { messages: 249 + 1, calls: 105, results: 102, reasoning: 25, usages: 66 },
  ],
  ['pi/large-no-compaction.jsonl', { messages: 914, calls: 391, results: 373, errors: 19, reasoning: 1 }],
  ['swe-agent/ctf-forensics-flash.traj', { messages: 9, calls: 0 }],
  ['swe-agent/marshmallow-1867-function-calling.traj', { messages: 28, calls: 13, results: 13 }],
  ['tau-bench/airline-task2-trial1.json', { messages: 62, calls: 27 }],
  ['tau-bench/airline-task3-trial0.json', { messages: 62, calls: 20 }],
  ['tau-bench/airline-task46-trial3.json', { messages: 62, calls: 18 }],
];

if (!existsSync(samples))
  console.warn('skipped: no real transcripts beside this checkout (shared/transcripts)');

test.skipIf(!existsSync(samples)).each(known)('reads %s', (file, counts) => {
  const values = valuesOf(readFileSync(new URL(file, samples), 'utf8'), file.endsWith('.jsonl'));
  const items = read(values, file);
  expect(countsOf(items)).toMatchObject(counts);
  expect(items.filter((item) => item.type === 'warning')).toEqual([]);
  const place = placeItems();
  expect(items.map((item) => place(item)).filter((found) => found?.fork || found?.repeated)).toEqual([]);
  for (const count of [0.1, 0.5, 0.9].map((share) => Math.floor(values.length * share))) {
    const half = read(values.slice(0, count), file);
    expect(half).toEqual(items.slice(0, half.length));
  }
});

function valuesOf(text: string, isLines: boolean): readonly unknown[] {
  if (isLines)
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as unknown);
  const document = JSON.parse(text) as { history?: unknown[]; traj?: unknown[] };
  return document.history ?? document.traj ?? [];
}

function read(values: readonly unknown[], file: string): readonly LogItem[] {
  const format = formats.find(
    ({ name }) => name === (/^(?:swe|tau)/.test(file) ? 'openai-chat' : file.split('/')[0]),
  );
  const reader = format?.reader();
  return values.flatMap((value, index) => reader?.(value, index + 1) ?? []);
}

function countsOf(items: readonly LogItem[]): Counts {
  const messages = items.flatMap((item) => (item.type === 'message' ? [item.message] : []));
  const parts = messages.flatMap((message) => message.parts);
  return {
    messages: messages.length,
    calls: parts.filter((part) => part.type === 'tool-call').length,
    results: parts.filter((part) => part.type === 'tool-result').length,
    errors: parts.filter((part) => part.type === 'tool-result' && part.status === 'error').length,
    reasoning: parts.filter((part) => part.type === 'reasoning').length,
    derived: messages.filter((message) => message.derived).length,
    usages:
      items.filter((item) => item.type === 'usage').length +
      messages.filter((message) => message.usage).length,
  };
}
