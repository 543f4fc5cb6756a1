// Covers: J6
import { knownMessage } from '@daybook/core/adapter';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromAnswer, fromModelMessages, fromPrompt, fromUIMessages } from './index.ts';

/** Values that nothing but JSON is known of, among them what cannot be made a string. */
const strange = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(
    { toString: 1, valueOf: 1 },
    { type: 'data', data: { type: 'url', url: 'data:,' } },
    'data:',
    '',
  ),
);

function some<Value>(...values: readonly Value[]): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...values) }, strange);
}

const type = some(
  ...[
    'text',
    'reasoning',
    'reasoning-file',
    'file',
    'image',
    'custom',
    'source',
    'step-start',
    'steering-message',
  ],
  ...[
    'tool-call',
    'tool-result',
    'tool-approval-request',
    'tool-approval-response',
    'tool-invocation',
    'tool-x',
  ],
  ...[
    'dynamic-tool',
    'file-url',
    'image-data',
    'media',
    'content',
    'execution-denied',
    'error-text',
    'data',
    'url',
  ],
);

const members = {
  state: some('output-available', 'output-error', 'output-denied', 'approval-responded', 'result'),
  text: some('words'),
  toolCallId: some('c1'),
  toolName: some('ferry'),
  mediaType: some('image/png'),
  mimeType: some('image/png'),
  providerExecuted: some(true),
};

const NESTED = ['output', 'value', 'data', 'url', 'image', 'approval', 'toolInvocation', 'result', 'input'];

function itemWith(inner: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const nested = Object.fromEntries(NESTED.map((name) => [name, inner]));
  return fc.record({ type, ...members, ...nested }, { requiredKeys: ['type'] });
}

const inside = itemWith(strange);
const item = itemWith(fc.oneof(strange, inside, fc.array(inside, { maxLength: 2 })));

const list = fc.oneof(strange, fc.array(fc.oneof(item, strange), { maxLength: 4 }));

const messages = fc.array(
  fc.record(
    {
      role: some('system', 'user', 'assistant', 'tool'),
      id: some('m1'),
      content: list,
      parts: list,
      toolInvocations: list,
      experimental_attachments: list,
      createdAt: strange,
      metadata: strange,
    },
    { requiredKeys: ['role'] },
  ),
  { maxLength: 3 },
);

it.each([
  ['prompts', fromPrompt],
  ['model messages', fromModelMessages],
  ['UI messages', fromUIMessages],
])('%s of whatever shape give messages that a journal takes, and stay as they are', (_, from) => {
  fc.assert(
    fc.property(messages, (natives) => {
      const before = structuredClone(natives);
      for (const message of from(natives)) knownMessage(message);
      expect(natives).toEqual(before);
    }),
  );
});

it('answers of whatever shape give a message that a journal takes', () => {
  fc.assert(fc.property(list, (content) => void knownMessage(fromAnswer(content))));
});
