/** Conversations at random, with what goes wrong in real ones: nothing comes back, too much, twice, or too late. */
import fc from 'fast-check';
import type { Json } from '../src/base/json.ts';
import type { Message, MessagePart, Status } from '../src/journal/message.ts';
import { assistant, call, image, reasoning, result, says, system, text, user } from './messages.ts';

/** A token that nobody gave out, in a form that a detector knows. */
export const TOKEN: string = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');

const WORDS: readonly string[] = [
  'Look at src/pool.ts.',
  'Yes.',
  'Yes.',
  'Never push without asking me.',
  'From now on answer in French.',
  `The token is ${TOKEN}.`,
  'Rename `userId` to `accountId` in src/a.ts.',
  'End of the record.',
  ' ',
];
const ANSWERS: readonly string[] = [
  'Done.',
  'Which of the two do you mean?',
  'I will write the tests next.',
  'The pool in `src/pool.ts` holds 12 connections. It was 10 before.',
  `I used ${TOKEN} for it.`,
  '',
  '```\ncode\n```',
];
const OUTPUTS: readonly string[] = [
  'done',
  '',
  'Tests: 1 failed, 3 passed, 4 total',
  'Tests: 4 passed, 4 total',
  `login with ${TOKEN} failed: error 401`,
  'row '.repeat(900),
  `${'ok\n'.repeat(900)}AssertionError: expected 12 to be 13\nTests: 1 failed, 900 passed`,
  'line one\nline two \ud800',
];
const TOOLS: readonly (readonly [name: string, input: Json])[] = [
  ['read_file', { path: 'src/a.ts' }],
  ['read_file', { path: 'src/b.ts' }],
  ['read_file', { path: 'docs/deep/er/c.md' }],
  ['bash', { command: 'npm test' }],
  ['bash', { command: `curl -H "Authorization: Bearer ${TOKEN}" https://example.com` }],
  // Cut for its line, it would be cut inside the token.
  ['bash', { command: `echo ${'wait '.repeat(27)}${TOKEN}` }],
  ['write_file', { path: 'src/a.ts', content: 'x'.repeat(300) }],
  ['odd\ntool', 'no JSON'],
];

interface Drawn {
  readonly tool: number;
  readonly output: number;
  readonly status: Status;
  /** It comes back in its step, never, or behind what was said next. */
  readonly comes: 'now' | 'never' | 'late';
}

const drawnCall: fc.Arbitrary<Drawn> = fc.record({
  tool: fc.nat(TOOLS.length - 1),
  output: fc.nat(OUTPUTS.length - 1),
  status: fc.oneof(
    { weight: 4, arbitrary: fc.constant<Status>('returned') },
    fc.constantFrom<Status>('error', 'denied', 'aborted'),
  ),
  comes: fc.oneof(
    { weight: 8, arbitrary: fc.constant('now' as const) },
    fc.constantFrom<'never' | 'late'>('never', 'late'),
  ),
});

type Turn = readonly Message[];

interface DrawnStep {
  readonly words: string | null;
  readonly thinks: boolean;
  readonly calls: readonly Drawn[];
  readonly aborted: boolean;
}

const drawnStep: fc.Arbitrary<DrawnStep> = fc.record({
  words: fc.option(fc.constantFrom(...ANSWERS)),
  thinks: fc.boolean(),
  calls: fc.array(drawnCall, { minLength: 1, maxLength: 3 }),
  aborted: fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0),
});

function stepOf({ words, thinks, calls, aborted }: DrawnStep, at: string): Message[] {
  const ids = calls.map((_, index) => `${at}-${index}`);
  const asked = calls.map(({ tool }, index) => {
    const [name, input] = TOOLS[tool] as (typeof TOOLS)[number];
    return call(ids[index] as string, input, name);
  });
  const parts: (MessagePart | string)[] = [
    ...(thinks ? [reasoning('hm')] : []),
    ...(words === null ? [] : [words]),
    ...asked,
  ];
  const given = (when: Drawn['comes']): Message[] =>
    calls.flatMap(({ comes, output, status }, index) =>
      comes === when ? [says('tool', [result(ids[index] as string, OUTPUTS[output] as string, status)])] : [],
    );
  const late = given('late');
  return [
    says('assistant', parts, aborted ? { aborted } : {}),
    ...given('now'),
    ...(late.length > 0 ? [assistant('Meanwhile.'), ...late] : []),
  ];
}

const opening: fc.Arbitrary<Message> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...WORDS).map((words) => user(words)) },
  { weight: 1, arbitrary: fc.constant(says('user', [text('<reminder>', { authority: 'none' })])) },
  { weight: 1, arbitrary: fc.constant(says('user', ['Look at this.', image('pixels')])) },
  { weight: 1, arbitrary: fc.constant(system('Prices are in euros.')) },
  { weight: 1, arbitrary: fc.constant(says('tool', [result('nobody', 'late news')])) },
);

const drawnTurn = fc.record({
  openings: fc.array(opening, { maxLength: 2 }),
  steps: fc.array(drawnStep, { maxLength: 3 }),
  answer: fc.option(fc.constantFrom(...ANSWERS)),
});

/** Turns of a conversation. Ids of calls are never used twice. */
export const conversation: fc.Arbitrary<readonly Turn[]> = fc
  .array(drawnTurn, { minLength: 1, maxLength: 6 })
  .map((turns) =>
    turns.map(({ openings, steps, answer }, turn) => [
      ...(turn === 0 ? [user('Begin.')] : []),
      ...openings,
      ...steps.flatMap((step, index) => stepOf(step, `c${turn}-${index}`)),
      ...(answer === null ? [] : [assistant(answer)]),
    ]),
  );
