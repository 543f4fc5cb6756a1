// Covers: J6
// Stored conversations go through the real SDK, both majors: what it sends to the model are the messages that we make.
import type { Message } from '@daybook/core';
import { describe, expect, it, test } from 'vitest';
import { fromPrompt, fromUIMessages } from '../../src/messages/index.ts';
import { answer, conversations, PNG, said, step, tool, user } from './conversations.ts';
import { majors } from './majors.ts';

describe.each(majors)('with $name', ({ name, promptOfUI }) => {
  test.each(conversations.filter(([, , only]) => only === undefined || only === name))(
    '%s: the messages of a stored conversation are those of its prompt',
    async (_, messages) => {
      const made = fromUIMessages(throughJson(messages));
      expect(made.map(bare)).toEqual(fromPrompt(await promptOfUI(messages)));
    },
  );
});

describe('ids', () => {
  it('of a message with several steps stands on the first; times stand on all', () => {
    const time = '2026-04-01T08:00:00.000Z';
    const made = fromUIMessages([
      { ...user('Hi.', 'u1'), createdAt: time },
      {
        ...answer(step, tool('output-available', { output: 1 }), step, said('Hello.')),
        metadata: { createdAt: time },
      },
    ]);
    expect(made.map(({ role, id, at }) => [role, id, at])).toEqual([
      ['user', 'u1', Date.parse(time)],
      ['assistant', 'a1', Date.parse(time)],
      ['tool', undefined, Date.parse(time)],
      ['assistant', undefined, Date.parse(time)],
    ]);
  });

  it('are none where they are empty, and the first message’s where they are given twice', () => {
    const made = fromUIMessages([user('One.', ''), user('Two.', 'u'), user('Three.', 'u')]);
    expect(made.map(({ id }) => id)).toEqual([undefined, 'u', undefined]);
    expect(fromUIMessages([{ ...user('One.', ''), metadata: { createdAt: 5 } }])[0]?.at).toBe(5);
    expect(fromUIMessages([{ ...user('One.', ''), createdAt: 'some day' }])[0]).not.toHaveProperty('at');
  });
});

describe('calls without a final result', () => {
  it('that wait for an approval stay, because the model made them', () => {
    const waiting = answer(step, tool('approval-requested', { approval: { id: 'p1' } }));
    expect(fromUIMessages([waiting, user('Well?')]).map(({ parts }) => parts[0]?.type)).toEqual([
      'tool-call',
      'text',
    ]);
  });

  it('that were cut short have a call and no preview of a result', () => {
    const cut = [tool('input-available'), tool('output-available', { output: 'half', preliminary: true })];
    const made = fromUIMessages([answer(step, ...cut)]);
    expect(made).toHaveLength(1);
    expect(made[0]?.parts.map(({ type }) => type)).toEqual(['tool-call', 'tool-call']);
  });
});

describe('messages of ai 4', () => {
  const invocation = {
    toolCallId: 'c1',
    toolName: 'ferry',
    state: 'result',
    args: { from: 'Skerrow' },
    result: '10:40',
  };
  const call = { type: 'tool-call', callId: 'c1', name: 'ferry', input: { from: 'Skerrow' } };
  const result = {
    type: 'tool-result',
    callId: 'c1',
    name: 'ferry',
    status: 'returned',
    output: [{ type: 'text', text: '10:40' }],
  };

  it('without parts: calls step by step, then the words', () => {
    const message = {
      id: 'a1',
      role: 'assistant',
      content: 'At 10:40.',
      reasoning: 'Hm.',
      toolInvocations: [invocation, { ...invocation, toolCallId: 'c2', step: 1, state: 'call' }],
    };
    expect(fromUIMessages([message]).map(bare)).toEqual([
      { role: 'assistant', parts: [{ type: 'reasoning', text: 'Hm.' }, call] },
      { role: 'tool', parts: [result] },
      { role: 'assistant', parts: [{ ...call, callId: 'c2' }] },
      { role: 'assistant', parts: [{ type: 'text', text: 'At 10:40.' }] },
    ]);
  });

  it('with parts', () => {
    const parts = [
      { type: 'reasoning', reasoning: 'Hm.', details: [] },
      { type: 'tool-invocation', toolInvocation: invocation },
      step,
      { type: 'source', source: { id: 's' } },
      { type: 'file', mimeType: 'image/png', data: PNG },
    ];
    expect(fromUIMessages([{ role: 'assistant', content: 'x', parts }])).toEqual([
      { role: 'assistant', parts: [{ type: 'reasoning', text: 'Hm.' }, call] },
      { role: 'tool', parts: [result] },
      { role: 'assistant', parts: [{ type: 'file', mediaType: 'image/png', data: PNG }] },
    ]);
  });

  it('attachments stand behind the words', () => {
    const attachments = [{ name: 'a.txt', contentType: 'text/plain', url: 'https://a.example.com/a.txt' }];
    expect(
      fromUIMessages([{ role: 'user', content: 'Look.', experimental_attachments: attachments }]),
    ).toEqual([
      {
        role: 'user',
        parts: [
          { type: 'text', text: 'Look.' },
          { type: 'file', mediaType: 'text/plain', name: 'a.txt', url: 'https://a.example.com/a.txt' },
        ],
      },
    ]);
  });
});

test.each([
  ['nothing', undefined, []],
  ['no list', 'Hi.', [opaque('Hi.')]],
  ['a stranger', [{ role: 'root', parts: [] }], [opaque({ role: 'root', parts: [] })]],
  ['parts that are no parts', [{ role: 'user', parts: [1, null, {}] }], [{ role: 'user', parts: [] }]],
  [
    'a tool without ids',
    [{ role: 'assistant', parts: [{ type: 'tool-', state: 'output-available' }] }],
    [
      { role: 'assistant', parts: [unknownPart({ type: 'tool-call', toolName: '' })] },
      {
        role: 'tool',
        parts: [unknownPart({ type: 'tool-result', toolName: '', output: { type: 'json' } })],
      },
    ],
  ],
  [
    'a file without URL',
    [{ role: 'user', parts: [{ type: 'file' }] }],
    [{ role: 'user', parts: [{ type: 'data', value: { type: 'file', data: { type: 'url' } } }] }],
  ],
])('hostile shapes: %s', (_, messages, made) => {
  expect(fromUIMessages(messages)).toEqual(made);
});

function opaque(item: unknown): unknown {
  return { role: 'assistant', parts: [unknownPart(item)] };
}

function unknownPart(item: unknown): unknown {
  return { type: 'data', value: item };
}

/** As a store holds it. */
function throughJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function bare({ id: _id, at: _at, ...message }: Message): Message {
  return message;
}
