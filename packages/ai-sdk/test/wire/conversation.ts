/**
 * Conversations as scripts: what users write and what the model answers, the tools' part following from the calls.
 *
 * Invariant: a script is legal at every provider. No two texts of the model are alike, so that each is recognised
 * when it comes back.
 */
import type { ServerAnswer, ServerCall } from '@daybook/testkit';
import { type ToolSet, tool, type UserModelMessage } from 'ai';
import fc from 'fast-check';
import { z } from 'zod';

export interface Turn {
  readonly users: readonly UserModelMessage[];
  /** All but the last one call tools. */
  readonly replies: readonly ServerAnswer[];
}

/** @param words texts are made of this many words at most */
export function conversationArbitrary(turns: number, words = 60): fc.Arbitrary<Turn[]> {
  return fc.array(turnArbitrary(words), { minLength: turns, maxLength: turns }).map(numbered);
}

export function toolsOf(): ToolSet {
  const inputSchema = z.object({ topic: z.string(), size: z.number() });
  return {
    look_up: tool({
      inputSchema,
      execute: async ({ topic, size }) => ({
        topic,
        found: `${topic} is kept in row ${size}. `.repeat(size),
      }),
    }),
    run_check: tool({
      inputSchema,
      execute: async ({ topic }): Promise<string> => {
        throw new Error(`the check of ${topic} failed: 3 of 7 rows differ`);
      },
    }),
    draw: tool({
      inputSchema,
      execute: async ({ topic }) => `a chart of ${topic}`,
      toModelOutput: ({ output }) => ({
        type: 'content',
        value: [
          { type: 'text', text: output },
          { type: 'file', mediaType: 'image/png', data: { type: 'data', data: PIXEL } },
        ],
      }),
    }),
    /** Asks a person first. */
    remove: tool({ inputSchema, execute: async ({ topic }) => `${topic} is removed` }),
  };
}

/** What the person says to a call of `remove`. */
export function isAllowed(input: unknown): boolean {
  return (input as { size: number }).size % 2 === 0;
}

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const WORDS = [
  'ledger',
  'harbour',
  'tide',
  'crate',
  'row',
  'north',
  'count',
  'signed',
  'late',
  'seven',
  'grain',
];
const TOOLS = ['look_up', 'look_up', 'run_check', 'draw', 'remove'] as const;

function textArbitrary(words: number): fc.Arbitrary<string> {
  return fc
    .array(fc.constantFrom(...WORDS), { minLength: Math.ceil(words / 4), maxLength: words })
    .map((list) => `${list.join(' ')}.`);
}

/** A step draws one picture at most, and a turn shows one: pictures are large, and what is current must fit. */
const calls: fc.Arbitrary<ServerCall[]> = fc
  .array(
    fc.record({
      name: fc.constantFrom(...TOOLS),
      input: fc.record({ topic: fc.constantFrom(...WORDS), size: fc.integer({ min: 1, max: 30 }) }),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((list) =>
    list.map((call, at) => (at > 0 && call.name === 'draw' ? { ...call, name: 'look_up' } : call)),
  );

function turnArbitrary(words: number): fc.Arbitrary<Turn> {
  const text = textArbitrary(words);
  const users = fc
    .tuple(fc.array(text, { minLength: 1, maxLength: 3 }), fc.integer({ min: 0, max: 3 }))
    .map(([texts, shown]) => texts.map((said, at) => userOf(said, at === shown)));
  const calling = fc.record({ reasoning: text, text, calls }, { requiredKeys: ['calls'] });
  const last = fc.record({ reasoning: text, text }, { requiredKeys: ['text'] });
  // With thinking on, a turn begins with it.
  const replies = fc
    .tuple(fc.array(calling, { maxLength: 4 }), last, text)
    .map(([loop, end, thought]) =>
      [...loop, end].map((reply, at) => (at === 0 ? { reasoning: thought, ...reply } : reply)),
    );
  return fc.record({ users, replies });
}

function userOf(text: string, shows: boolean): UserModelMessage {
  if (!shows) return { role: 'user', content: text };
  return {
    role: 'user',
    content: [
      { type: 'text', text },
      { type: 'file', mediaType: 'image/png', data: PIXEL },
    ],
  };
}

function numbered(turns: readonly Turn[]): Turn[] {
  let number = 0;
  const mark = (text: string | undefined) => text && `${text} (${number++})`;
  return turns.map(({ users, replies }) => ({
    users,
    replies: replies.map((reply) => ({
      ...reply,
      ...(reply.reasoning && { reasoning: `${mark(reply.reasoning)}` }),
      ...(reply.text && { text: `${mark(reply.text)}` }),
    })),
  }));
}
