/**
 * The conversation behind test-fixtures/vectors/v1/journal.jsonl: small, and with one of everything that format v1 knows.
 *
 * Invariant: it gives the same bytes in every run. The salt is fixed and the clock counts.
 */
import { type Daybook, openDaybook } from '../../src/daybook.ts';
import type { Message } from '../../src/journal/message.ts';
import type { Session } from '../../src/session/session.ts';
import { memoryStore } from '../../src/store/memory.ts';
import {
  assistant,
  call,
  image,
  reasoning,
  result,
  SALT,
  says,
  step,
  system,
  text,
  user,
} from '../messages.ts';

export const KEY = { tenant: 'examples', session: 'garden/2026' } as const;

const START = 1_760_000_000_000;

/** Strings that careless code loses: NUL, a lone surrogate, separators, a character beyond the first plane. */
const HOSTILE = 'NUL \0, lone \ud800 and \udfff, line \u2028, tab \t, "quote", \\, \u{1f331}, e\u0301';

const ASKED: readonly Message[] = [
  system('You help in the garden. Answer briefly.'),
  says('developer', ['Never water at noon.']),
  user('When should I plant the beans?', { id: 'm1', at: START - 60_000 }),
];

const LOOKED_UP: readonly Message[] = [
  says(
    'assistant',
    [
      reasoning('Beans need warm soil; look it up.'),
      'I will look that up.',
      call('call-1', { plant: 'beans', depth: 5e-7, rows: [1, 2, { spaced: true }] }, 'look_up'),
      call('call-2', '{"not": json', 'soil_temperature'),
    ],
    { id: 'm2', at: START - 50_000, usage: { input: 120, output: 30, model: 'a-model', window: 200_000 } },
  ),
  says(
    'tool',
    [
      result('call-1', [
        text('After the last frost.'),
        { type: 'data', value: { from: 'May', to: 'June', '\u{1f331}': null, 10: 1, 9: -0 } },
        image('not really pixels', { name: 'beans.png' }),
      ]),
      result('call-2', 'the sensor does not answer', 'error'),
    ],
    { id: 'm3' },
  ),
  assistant('In May, after the last frost.', { id: 'm4' }),
];

/** Hands over one list after the other, each for what it leaves in the journal. */
export async function gardenSession(): Promise<{ daybook: Daybook; session: Session }> {
  let calls = 0;
  const clock = (): number => START + 1000 * calls++;
  const daybook = await openDaybook({ store: memoryStore(), salt: SALT, clock });
  const session = daybook.session({ ...KEY, lane: 'main' });

  // Header, groups of several entries, a result with a file, usage; the same again appends nothing.
  const talk = [...ASKED, ...LOOKED_UP];
  await session.sync(talk);
  await session.sync(talk);

  // A user message of mixed authority: own words, a note that software put in, data, files by bytes and by URL.
  const photo = says('user', [
    HOSTILE,
    text('<note>opened notes.md</note>', { authority: 'none' }),
    { type: 'data', value: [true, null, 1e21, 'text'] },
    image('pixels of a leaf'),
    { type: 'file', mediaType: 'text/html', url: 'https://example.com/leaf', name: 'leaf' },
    { type: 'file', mediaType: 'text/plain', data: 'not base64' },
  ]);
  const view = await session.sync([...talk, photo]);

  // An answer that was cut short, and the retry's, provisional until it is handed back.
  await view.report({ answer: assistant('That le'), aborted: true });
  await view.report({ answer: assistant('That leaf has rust.'), usage: { input: 300, output: 9 } });

  // It comes back as it was; then a long question (more than one chunk) with a header that changed.
  const long = user(`Here is my diary: ${'sunny, watered the beans. '.repeat(2700)}`);
  const later = [system('You help in the garden. It is June.'), ...talk.slice(2), photo];
  await session.sync([...later, assistant('That leaf has rust.'), long]);

  // Approval and refusal: the reason is the person's own words. An opaque item, and an empty answer.
  const removal: readonly Message[] = [
    says('assistant', [
      { type: 'opaque', provider: 'a-provider', item: { type: 'compaction', data: 'AAEC' } },
      call('call-3', { path: 'diary.md' }, 'remove_file'),
    ]),
    says('tool', [
      result('call-3', 'refused', 'denied'),
      text('I want to keep the diary.', { speaker: 'user' }),
    ]),
    says('assistant', []),
  ];
  const whole = [...later, assistant('That leaf has rust.'), long, ...removal];
  await session.sync(whole);

  // A message that grew, one that came back in other words, one that was put in between, and derived text.
  const grown = whole.map((message) =>
    message.id === 'm4' ? says('assistant', [...message.parts, call('call-4')], { id: 'm4' }) : message,
  );
  await session.sync(grown);
  const revised = grown.map((message) => (message === photo ? says('user', ['[photo removed]']) : message));
  await session.sync(revised);
  const between = whole.toSpliced(8, 0, user('By the way, it rained.'));
  await session.sync(between);
  await session.sync([
    ...whole,
    says('user', ['Summary: beans in May.'], { derived: true }),
    user('Thanks.'),
  ]);

  // Equal turns, and a list that fits several of them.
  const again = [user('More.'), assistant('Beans like sun.')];
  await session.sync([...whole, user('Thanks.'), ...again, ...again, ...again]);
  await session.sync([...again, user('And tomatoes?')]);

  // An edit forks; so does an edit on that branch; a title call opens a lane whose user is delegated.
  const edited = await session.sync([
    ...talk,
    user('And where should I plant them?'),
    ...step('call-5', 'south'),
  ]);
  await session.sync([
    ...talk,
    user('And where should I plant them?'),
    ...step('call-5', 'south'),
    user('Sure?'),
  ]);
  await daybook
    .session({ ...KEY, branch: edited.scope.branch })
    .sync([...talk, user('And where exactly should I plant them?'), assistant('By the south wall.')]);
  await session.sync([user('Give this conversation a title.')]);

  // A lane that another agent opened.
  const helper = daybook.session({ ...KEY, lane: 'helper', delegated: true });
  await helper.sync([system('You water.'), user('Water the beans.'), assistant('Done.')]);
  return { daybook, session };
}
