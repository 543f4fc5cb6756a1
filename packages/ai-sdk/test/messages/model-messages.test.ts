// Covers: J6
// Stored model messages go through the real SDK, both majors: what it sends to the model are the messages that we make.
import type { Message } from '@daybook/core';
import { describe, expect, it, test } from 'vitest';
import { fromModelMessages, fromPrompt } from '../../src/messages/index.ts';
import { majors } from './majors.ts';

const PNG_BYTES = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00]);
const PNG = 'iVBORw0KGgoA';
const BYTES = new Uint8Array([0, 255, 16]);
const PDF = new Uint8Array([0x25, 0x50, 0x44, 0x46]);

const user = (content: unknown) => ({ role: 'user', content });
const call = (toolCallId: string) => ({
  type: 'tool-call',
  toolCallId,
  toolName: 'ferry',
  input: { n: 1 },
});
const result = (toolCallId: string, output: unknown) => ({
  type: 'tool-result',
  toolCallId,
  toolName: 'ferry',
  output,
});
const turn = (output: unknown) => [
  user('When?'),
  { role: 'assistant', content: [call('c1')] },
  { role: 'tool', content: [result('c1', output)] },
  { role: 'assistant', content: [{ type: 'text', text: 'At ten.' }] },
  user('Thanks.'),
];

const conversations: readonly (readonly [string, readonly unknown[], only?: 'ai 7'])[] = [
  [
    'words as strings and as parts, and empty ones',
    [
      { role: 'system', content: 'Be brief.' },
      user('Hi.'),
      { role: 'assistant', content: 'Hello.' },
      user([
        { type: 'text', text: '' },
        { type: 'text', text: 'One.' },
      ]),
      {
        role: 'assistant',
        content: [
          { type: 'text', text: '' },
          { type: 'reasoning', text: 'Hm.' },
          { type: 'text', text: 'Two.' },
        ],
      },
      { role: 'system', content: 'Be kind.' },
      user('Three.'),
    ],
  ],
  [
    'images and files: bytes, base64, data URLs, URLs',
    [
      user([
        { type: 'text', text: 'Look.' },
        { type: 'image', image: PNG_BYTES },
        { type: 'image', image: PNG },
        { type: 'image', image: `data:image/gif;base64,${PNG}` },
        { type: 'image', image: new URL('https://a.example.com/a.png'), mediaType: 'image/png' },
        { type: 'image', image: 'https://a.example.com/a.png', mediaType: 'image/png' },
        { type: 'file', data: BYTES.buffer, mediaType: 'application/octet-stream' },
        { type: 'file', data: PDF, mediaType: 'application/pdf', filename: 'a.pdf' },
        { type: 'file', data: 'data:application/pdf;base64,JVBERg==', mediaType: 'text/plain' },
      ]),
      {
        role: 'assistant',
        content: [
          { type: 'file', data: new URL('https://a.example.com/b.pdf'), mediaType: 'application/pdf' },
        ],
      },
      user('Thanks.'),
    ],
  ],
  [
    'files with a tag, and names that providers gave',
    [
      user([
        { type: 'file', data: { type: 'data', data: PNG }, mediaType: 'image' },
        {
          type: 'file',
          data: { type: 'url', url: new URL('https://a.example.com/a.pdf') },
          mediaType: 'application/pdf',
        },
        { type: 'file', data: 'https://a.example.com/a b.pdf', mediaType: 'application/pdf' },
        { type: 'file', data: { type: 'text', text: 'a line' }, mediaType: 'text/plain' },
        { type: 'file', data: { openai: 'file-1' }, mediaType: 'application/pdf' },
        { type: 'file', data: { type: 'reference', reference: { openai: 'file-1' } }, mediaType: 'image' },
      ]),
    ],
    'ai 7',
  ],
  ['a result that is text', turn({ type: 'text', value: 'ten' })],
  ['a result that is JSON', turn({ type: 'json', value: { at: 10, notes: [] } })],
  ['a result that failed', turn({ type: 'error-text', value: 'no' })],
  ['a result that was denied', turn({ type: 'execution-denied', reason: 'Not now.' })],
  [
    'results of several parts as ai 5 and 6 write them',
    turn({
      type: 'content',
      value: [
        { type: 'text', text: 'page 1' },
        { type: 'file-data', data: PNG, mediaType: 'application/pdf', filename: 'a.pdf' },
        { type: 'image-data', data: PNG, mediaType: 'image/png' },
        { type: 'image-url', url: 'https://a.example.com/a.png' },
        { type: 'file-url', url: 'https://a.example.com/a', mediaType: 'text/plain' },
      ],
    }),
  ],
  [
    'a result of several parts as ai 7 writes them',
    turn({
      type: 'content',
      value: [
        { type: 'file', data: { type: 'data', data: PNG_BYTES }, mediaType: 'image' },
        {
          type: 'file',
          data: { type: 'url', url: new URL('https://a.example.com/a') },
          mediaType: 'text/plain',
        },
        { type: 'custom', providerOptions: { anthropic: { type: 'tool-reference' } } },
      ],
    }),
    'ai 7',
  ],
  [
    'results in a row, and approvals of the application’s own tools',
    [
      user('When?'),
      {
        role: 'assistant',
        content: [
          call('c1'),
          call('c2'),
          { type: 'tool-approval-request', approvalId: 'p1', toolCallId: 'c1' },
        ],
      },
      { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'p1', approved: true }] },
      { role: 'tool', content: [result('c1', { type: 'text', value: 'ten' })] },
      { role: 'tool', content: [result('c2', { type: 'text', value: 'eleven' })] },
      { role: 'assistant', content: 'At ten.' },
      user('Thanks.'),
    ],
  ],
  [
    'approvals of the provider’s own tools',
    [
      user('Search.'),
      {
        role: 'assistant',
        content: [
          { ...call('c1'), providerExecuted: true },
          { type: 'tool-approval-request', approvalId: 'p1', toolCallId: 'c1' },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-approval-response',
            approvalId: 'p1',
            approved: true,
            reason: 'Once.',
            providerExecuted: true,
          },
        ],
      },
    ],
    'ai 7',
  ],
];

describe.each(majors)('with $name', ({ name, promptOf }) => {
  test.each(conversations.filter(([, , only]) => only === undefined || only === name))(
    '%s: stored messages are those of their prompt',
    async (_, messages) => {
      expect(fromModelMessages(messages)).toEqual(fromPrompt(await promptOf(messages)));
    },
  );
});

describe('stored messages', () => {
  it('keep the id and the time that the application wrote on them', () => {
    const message = { id: 'm1', role: 'user', content: 'Hi.', createdAt: new Date(5) };
    expect(fromModelMessages([message, message])).toEqual([
      { role: 'user', parts: [{ type: 'text', text: 'Hi.' }], id: 'm1', at: 5 },
      { role: 'user', parts: [{ type: 'text', text: 'Hi.' }], at: 5 },
    ]);
  });

  it('of ai 4 are read too', () => {
    const made = fromModelMessages([
      {
        role: 'assistant',
        content: [
          { ...call('c1'), input: undefined },
          { type: 'tool-call', toolCallId: 'c2', toolName: 'ferry', args: { n: 2 } },
        ],
      },
      {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: 'c2', toolName: 'ferry', result: { at: 10 } }],
      },
      user([{ type: 'file', data: PNG, mimeType: 'image/gif' }]),
    ]);
    expect(made.flatMap(({ parts }) => parts)).toEqual([
      { type: 'tool-call', callId: 'c1', name: 'ferry', input: null },
      { type: 'tool-call', callId: 'c2', name: 'ferry', input: { n: 2 } },
      {
        type: 'tool-result',
        callId: 'c2',
        name: 'ferry',
        status: 'returned',
        output: [{ type: 'data', value: { at: 10 } }],
      },
      { type: 'file', mediaType: 'image/png', data: PNG },
    ]);
  });
});

test.each<[string, unknown, Message[]]>([
  ['nothing', null, []],
  ['no list', 7, [stranger(7)]],
  ['no role', [{ content: 'x' }], [stranger({ content: 'x' })]],
  ['no content', [{ role: 'user' }], [{ role: 'user', parts: [] }]],
  ['results without content', [{ role: 'tool' }], []],
  [
    'bytes without end',
    [user([{ type: 'image', image: nested(5000) }])],
    [{ role: 'user', parts: [{ type: 'data', value: 'not representable as JSON' }] }],
  ],
  [
    'base64 that is none',
    [user([{ type: 'image', image: '=A==' }])],
    [{ role: 'user', parts: [{ type: 'file', mediaType: 'image', data: '=A==' }] }],
  ],
])('hostile shapes: %s', (_, messages, made) => {
  expect(fromModelMessages(messages)).toEqual(made);
});

function stranger(item: never | unknown): Message {
  return { role: 'assistant', parts: [{ type: 'data', value: item as never }] };
}

function nested(levels: number): unknown {
  return JSON.parse(`${'{"type":"data","data":'.repeat(levels)}1${'}'.repeat(levels)}`);
}
