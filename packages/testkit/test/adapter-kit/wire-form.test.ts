/** What the adapter kit calls a request that a provider would refuse. Covers: F2 */
import { describe, expect, it } from 'vitest';
import { problemsOf } from '../../src/adapter-kit/wire-form.ts';
import type { KitMessage } from '../../src/index.ts';

const HEADER = said('system', 'Be brief.');
const QUESTION = said('user', 'Is the door shut?');
const ANSWER = said('assistant', 'It is.');
const CALL: KitMessage = {
  role: 'assistant',
  parts: [
    { type: 'reasoning', text: 'Both doors.', signature: 'seal' },
    { type: 'tool-call', callId: 'c1', name: 'look', input: { at: 'door' } },
    { type: 'tool-call', callId: 'c2', name: 'look', input: { at: 'gate' } },
  ],
};
const RESULTS: KitMessage = { role: 'tool', parts: [resultOf('c1'), resultOf('c2')] };
const STEP = [HEADER, QUESTION, CALL, RESULTS];

describe('a request that a provider takes', () => {
  it.each<[string, KitMessage[]]>([
    ['a question', [HEADER, QUESTION]],
    ['a turn and a question', [HEADER, QUESTION, ANSWER, QUESTION]],
    ['calls with their results', STEP],
    ['results in messages of their own', [...STEP.slice(0, 3), ...oneByOne(RESULTS)]],
    [
      "a person's words beside a result",
      [...STEP.slice(0, 3), { ...RESULTS, parts: [...RESULTS.parts, ...QUESTION.parts] }],
    ],
  ])('%s', (_, messages) => {
    expect(problemsOf(messages)).toEqual([]);
  });
});

describe('a request that a provider refuses', () => {
  it.each<[string, KitMessage[]]>([
    ['none at all', []],
    ['an answer in front', [HEADER, ANSWER, QUESTION]],
    ['results without their call', [HEADER, QUESTION, RESULTS]],
    ['a call without its result', [...STEP.slice(0, 3), { ...RESULTS, parts: RESULTS.parts.slice(1) }]],
    ['a result that comes later', [...STEP.slice(0, 3), QUESTION, RESULTS]],
    ['a result twice', [...STEP, RESULTS]],
    ['a call twice', [...STEP, CALL, RESULTS]],
    ['two of the user in a row', [HEADER, QUESTION, QUESTION]],
    ['two answers in a row', [HEADER, QUESTION, ANSWER, ANSWER, QUESTION]],
    ['an empty message', [HEADER, QUESTION, { role: 'assistant', parts: [] }, QUESTION]],
    ['a blank one', [HEADER, said('user', ' ')]],
    ['half a character', [HEADER, said('user', 'half \ud83d')]],
    ['system text behind the header', [HEADER, QUESTION, ANSWER, said('system', 'Be kind.'), QUESTION]],
  ])('%s', (_, messages) => {
    expect(problemsOf(messages)).not.toEqual([]);
  });
});

function said(role: KitMessage['role'], text: string): KitMessage {
  return { role, parts: [{ type: 'text', text }] };
}

function resultOf(callId: string): KitMessage['parts'][number] {
  return { type: 'tool-result', callId, output: [{ type: 'text', text: 'shut' }], status: 'returned' };
}

function oneByOne({ role, parts }: KitMessage): KitMessage[] {
  return parts.map((part) => ({ role, parts: [part] }));
}
