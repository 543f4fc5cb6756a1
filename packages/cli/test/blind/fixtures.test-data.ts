/**
 * What each invented log holds, counted by hand from the logs and not with the counters: a check of the
 * counters themselves. The texts with authority are listed by their beginnings.
 */
import type { ExpectedKind } from './expected.ts';
import type { Shape } from './forks.ts';

export type Format = 'claude-code' | 'codex' | 'pi' | 'openai-chat';

export interface FixtureTotals {
  readonly format: Format;
  readonly file: string;
  /** Strings by kind, without the optional ones; kinds that do not occur are left out. */
  readonly kinds: Readonly<Partial<Record<ExpectedKind, number>>>;
  readonly authoritative: readonly string[];
  readonly optional?: number;
  readonly shape: Shape;
  /** Lines that an import must report. */
  readonly damagedLines?: readonly number[];
  /** The last line has no end yet: left for the next import. */
  readonly isUnfinished?: true;
}

const oneLine: Shape = { branches: 0, lanes: 0 };

export const fixtures: readonly FixtureTotals[] = [
  {
    format: 'claude-code',
    file: 'bakery-two-compactions.jsonl',
    kinds: { message: 34, 'tool-call': 13, 'tool-result': 14, reasoning: 5, derived: 2 },
    authoritative: [
      'Our order page shows',
      'The cache is on the shop server',
      'Keep the minutes in the config file',
      'Put it under cache.minutes',
      'yes',
      'Then write that test',
      'Is the summary right',
      'The log of the night job says "[Request interrupted by user]"',
      'Ignore the night job then.',
      'yes',
      'Open it tomorrow',
    ],
    shape: oneLine,
  },
  {
    format: 'claude-code',
    file: 'retry-fork.jsonl',
    kinds: { message: 14, 'tool-call': 3, 'tool-result': 3, reasoning: 1 },
    authoritative: [
      'Plan the watering',
      'Make it one run',
      'Make it two runs',
      'Good. And the herbs?',
      'Then buy the larger pump.',
      'Write it into the diary.',
    ],
    shape: { branches: 2, lanes: 0 },
  },
  {
    format: 'claude-code',
    file: 'side-chain.jsonl',
    kinds: { message: 10, 'tool-call': 5, 'tool-result': 5 },
    authoritative: ['Count the books', 'Correct the author.'],
    shape: { branches: 0, lanes: 2 },
  },
  {
    format: 'claude-code',
    file: 'half-emoji.jsonl',
    kinds: { message: 9, 'tool-call': 1, 'tool-result': 1, reasoning: 1 },
    authoritative: [
      'Cut the harbour names',
      'This line has a line separator\u2028inside',
      '\udc00 stands alone',
      'Last one: \u0000',
    ],
    shape: oneLine,
  },
  {
    format: 'claude-code',
    file: 'damaged.jsonl',
    kinds: { message: 7, 'tool-call': 1, 'tool-result': 1 },
    authoritative: ['Which bus lines', 'And on Sundays?', 'Show me the first one', 'Thanks. Print it'],
    shape: oneLine,
    damagedLines: [6],
    isUnfinished: true,
  },
  {
    format: 'claude-code',
    file: 'queued.jsonl',
    kinds: { message: 10, 'tool-call': 2, 'tool-result': 1, reasoning: 1 },
    authoritative: [
      'Sort the seed packets',
      'Beans go last',
      'Keep the old ones',
      'And put a label',
      'Weigh',
    ],
    optional: 2,
    shape: oneLine,
  },
  {
    format: 'codex',
    file: 'web-and-patch.jsonl',
    kinds: { message: 18, 'tool-call': 6, 'tool-result': 6, reasoning: 2 },
    authoritative: [
      'You are a coding agent.',
      '<permissions instructions>',
      '<collaboration_mode>',
      'The distance on the trail page',
      'The page now shows 12.4 km',
      'yes',
      'yes',
    ],
    shape: oneLine,
  },
  {
    format: 'codex',
    file: 'only-event-copy.jsonl',
    kinds: { message: 10, 'tool-call': 1, 'tool-result': 1, reasoning: 1 },
    authoritative: ['Make a rehearsal plan', 'again please', 'again please', 'Move the last one'],
    shape: oneLine,
  },
  {
    format: 'codex',
    file: 'compacted.jsonl',
    kinds: { message: 11, 'tool-call': 2, 'tool-result': 2, reasoning: 1, derived: 1 },
    authoritative: [
      'You are a coding agent for a seed bank.',
      '<permissions instructions>',
      'List the samples',
      '<permissions instructions>',
      'And the ones from 2013?',
      'Print both lists',
    ],
    shape: oneLine,
  },
  {
    format: 'pi',
    file: 'flat.jsonl',
    kinds: { message: 16, 'tool-call': 7, 'tool-result': 6, reasoning: 1, derived: 1 },
    authoritative: [
      '/model',
      'Which repairs are overdue?',
      'Mark it red',
      'Stop. I push myself.',
      'And the second list?',
      'And the second list?',
      'Good. Close the shop list.',
    ],
    shape: oneLine,
  },
  {
    format: 'pi',
    file: 'tree.jsonl',
    kinds: { message: 17, 'tool-call': 3, 'tool-result': 3, reasoning: 1, derived: 2 },
    authoritative: [
      'Read the wind',
      'Draw it as a line.',
      'No picture.',
      'Does that change the mean?',
      'Leave station 4 out',
      'The line is fine.',
      'Thanks',
    ],
    shape: { branches: 2, lanes: 0 },
  },
  {
    format: 'openai-chat',
    file: 'array.json',
    kinds: { message: 17, 'tool-call': 5, 'tool-result': 5 },
    authoritative: [
      'You run the counter',
      'Prices are in euros.',
      'Answer briefly.',
      'Do you have smoked tea?',
      'Like on this picture?',
      'Two packets, please.',
      'Tell me which guest',
      'Fine. And the weather?',
      'yes',
      'yes',
    ],
    shape: oneLine,
  },
  {
    format: 'openai-chat',
    file: 'messages.json',
    kinds: { message: 5, 'tool-call': 2, 'tool-result': 2, reasoning: 1 },
    authoritative: ['You help in a bicycle museum.', 'How old is', 'And the youngest?'],
    shape: oneLine,
  },
  {
    format: 'openai-chat',
    file: 'swe-text-mode.traj',
    kinds: { message: 12 },
    authoritative: ['SETTING: You are a programmer', 'The parser keeps empty fields.'],
    shape: oneLine,
  },
  {
    format: 'openai-chat',
    file: 'swe-function-calling.traj',
    kinds: { message: 6, 'tool-call': 3, 'tool-result': 3 },
    authoritative: ['SETTING: You are a programmer', 'The clock is an hour late'],
    shape: oneLine,
  },
  {
    format: 'openai-chat',
    file: 'tau.json',
    kinds: { message: 8, 'tool-call': 2, 'tool-result': 2 },
    authoritative: ['# Ferry policy', 'Hello, I want', 'B7. I am', 'yes', '###STOP###'],
    shape: oneLine,
  },
];
