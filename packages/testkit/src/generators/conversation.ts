/**
 * Valid conversations: what a framework hands over from the beginning.
 *
 * Invariants: header first; a user message opens each turn; every result stands behind the call with its id and
 * in front of the next step; every call is answered; call ids and message ids are unique; times do not go back.
 */
import type { FilePart, Message, MessagePart, ToolCallPart, ToolResultPart, Usage } from '@daybook/core';
import fc from 'fast-check';
import {
  filePart,
  opaquePart,
  reasoningPart,
  textPart,
  toolCallPart,
  toolResultPart,
  usageArbitrary,
} from './message.ts';
import { hostileWords } from './text.ts';

/** Choices from which a conversation is laid out; ids and times are given in order afterwards. */
interface Layout {
  readonly system: string | null;
  readonly developer: string | null;
  readonly turns: readonly TurnLayout[];
  readonly hasIds: boolean;
  readonly hasTimes: boolean;
}

interface TurnLayout {
  readonly words: string;
  readonly more: readonly MessagePart[];
  readonly steps: readonly StepLayout[];
  readonly answer: readonly MessagePart[];
  readonly usage: Usage | null;
}

interface StepLayout {
  readonly before: readonly MessagePart[];
  readonly calls: readonly { readonly call: ToolCallPart; readonly result: ToolResultPart }[];
  /** One tool message for all results, or one for each. */
  readonly together: boolean;
}

/** Stands for an id until the order of calls is known. */
const LATER = fc.constant('');

const step: fc.Arbitrary<StepLayout> = fc.record({
  before: fc.array(fc.oneof(reasoningPart, textPart), { maxLength: 2 }),
  calls: fc.array(fc.record({ call: toolCallPart(LATER), result: toolResultPart(LATER) }), {
    minLength: 1,
    maxLength: 3,
  }),
  together: fc.boolean(),
});

const turn: fc.Arbitrary<TurnLayout> = fc.record({
  words: hostileWords,
  more: fc.array(fc.oneof(textPart as fc.Arbitrary<MessagePart>, filePart as fc.Arbitrary<FilePart>), {
    maxLength: 2,
  }),
  steps: fc.array(step, { maxLength: 3 }),
  answer: fc
    .tuple(fc.option(reasoningPart), hostileWords, fc.option(opaquePart, { freq: 9 }))
    .map(([reasoning, text, opaque]) => [
      ...(opaque ? [opaque] : []),
      ...(reasoning ? [reasoning] : []),
      { type: 'text' as const, text },
    ]),
  usage: fc.option(usageArbitrary),
});

export const conversationArbitrary: fc.Arbitrary<Message[]> = fc
  .record({
    system: fc.option(hostileWords),
    developer: fc.option(hostileWords, { freq: 1 }),
    turns: fc.array(turn, { minLength: 1, maxLength: 5 }),
    hasIds: fc.boolean(),
    hasTimes: fc.boolean(),
  })
  .map(laidOut);

function laidOut(layout: Layout): Message[] {
  const header = (['system', 'developer'] as const).flatMap((role): Message[] => {
    const text = layout[role];
    return text === null ? [] : [{ role, parts: [{ type: 'text', text }] }];
  });
  const messages = [...header, ...layout.turns.flatMap(turnOf)];
  return messages.map((message, at) => ({
    ...message,
    ...(layout.hasIds && { id: `message ${at}` }),
    ...(layout.hasTimes && { at: 1_700_000_000_000 + 1000 * at }),
  }));
}

function turnOf({ words, more, steps, answer, usage }: TurnLayout, turn: number): Message[] {
  return [
    { role: 'user', parts: [{ type: 'text', text: words }, ...more] },
    ...steps.flatMap((step, at) => stepOf(step, `call ${turn}.${at}`)),
    { role: 'assistant', parts: answer, ...(usage && { usage }) },
  ];
}

function stepOf({ before, calls, together }: StepLayout, name: string): Message[] {
  const pairs = calls.map(({ call, result }, at) => {
    const callId = `${name}.${at}`;
    return { call: { ...call, callId }, result: { ...result, callId, name: call.name } };
  });
  const results = pairs.map(({ result }) => result);
  return [
    { role: 'assistant', parts: [...before, ...pairs.map(({ call }) => call)] },
    ...(together ? [results] : results.map((result) => [result])).map(
      (parts): Message => ({ role: 'tool', parts }),
    ),
  ];
}
