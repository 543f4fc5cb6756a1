/**
 * What the chapters are built from: turns, their steps, and the calls and results of a step.
 *
 * Invariant: a call's id comes from its chapter and its place in it, so the conversation is the same every time.
 */
import type { Json, Message, MessagePart, Status, TextPart, ToolResultPart } from '@daybook/core';

export interface Turn {
  readonly say: Message;
  readonly steps: readonly Step[];
}

/** One answer of the model, with the results of its calls, one message each. */
export interface Step {
  readonly answer: Message;
  readonly results: readonly Message[];
}

/** One tool call and what came back. */
export interface Use {
  readonly name: string;
  readonly input: Json;
  readonly text?: string;
  readonly data?: Json;
  /** `returned` when absent. */
  readonly status?: Status;
  /** What the user typed when refusing the call. */
  readonly reason?: string;
}

export type MakeStep = (text: string, ...uses: readonly Use[]) => Step;

/** What makes the steps of one chapter, in reading order. */
export function stepsOf(chapter: string): MakeStep {
  let made = 0;
  return (text, ...uses) => {
    const called = uses.map((use) => ({ use, callId: `${chapter}-${String(++made).padStart(3, '0')}` }));
    const calls = called.map(({ use, callId }): MessagePart => {
      return { type: 'tool-call', callId, name: use.name, input: use.input };
    });
    const words: readonly TextPart[] = text === '' ? [] : [{ type: 'text', text }];
    return {
      answer: { role: 'assistant', parts: [...words, ...calls] },
      results: called.map(({ use, callId }) => resultOf(use, callId)),
    };
  };
}

export function turn(text: string, ...steps: readonly Step[]): Turn {
  return { say: say('user', text), steps };
}

export function say(role: Message['role'], text: string): Message {
  return { role, parts: [{ type: 'text', text }] };
}

function resultOf({ name, text, data, status = 'returned', reason }: Use, callId: string): Message {
  const output: ToolResultPart['output'] = [
    ...(text === undefined ? [] : [{ type: 'text', text } as const]),
    ...(data === undefined ? [] : [{ type: 'data', value: data } as const]),
  ];
  const result: ToolResultPart = { type: 'tool-result', callId, name, output, status };
  const typed: readonly TextPart[] =
    reason === undefined ? [] : [{ type: 'text', text: reason, speaker: 'user' }];
  return { role: 'tool', parts: [result, ...typed] };
}
