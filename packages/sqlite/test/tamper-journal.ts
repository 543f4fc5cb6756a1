/**
 * A journal with some of everything, in a file: two tenants, several sessions and lanes, forks of forks, several
 * forks at one place, a body of several chunks, files, events, built through the session surface; and folds.
 *
 * Invariant: the same bytes of the same entries each time (fixed salts, no clock).
 */

import { DatabaseSync } from 'node:sqlite';
import { LOG_START, type Message, type MessagePart, noClock, openDaybook, type Session } from '@daybook/core';
import { sqlite } from '../src/index.ts';
import { appendFold } from './tamper-fold.ts';

type Parts = readonly (string | MessagePart)[];

export function say(role: Message['role'], ...parts: Parts): Message {
  return {
    role,
    parts: parts.map((part) => (typeof part === 'string' ? { type: 'text', text: part } : part)),
  };
}

const BIG = 'a line of a long result\n'.repeat(2900);
const PIXEL = btoa('not really a picture');

const HEADER = say('system', 'You keep the garden.');
export const WORK: readonly Message[] = [
  HEADER,
  { ...say('user', 'What grows?', { type: 'file', mediaType: 'image/png', data: PIXEL }), id: 'm1' },
  say(
    'assistant',
    { type: 'reasoning', text: 'look first' },
    { type: 'tool-call', callId: 'c1', name: 'look', input: { bed: 1 } },
  ),
  say('tool', {
    type: 'tool-result',
    callId: 'c1',
    status: 'returned',
    output: [{ type: 'text', text: BIG }],
  }),
  { ...say('assistant', 'Beans and peas.'), id: 'm4' },
  say('user', 'Water them.', { type: 'data', value: { litres: 2 } }),
  say('assistant', 'Watered.', { type: 'opaque', provider: 'nobody', item: { sealed: true } }),
  say('user', 'And tomorrow?'),
  say('assistant', 'Again.'),
];

/** Fills an empty file. Each session has a salt of its own. */
export async function fillJournal(path: string): Promise<void> {
  let salts = 0;
  const random = (length: number) => new Uint8Array(length).fill(++salts);
  const daybook = await openDaybook({
    store: sqlite(path, { durability: 'normal' }),
    clock: noClock,
    random,
  });
  await garden(daybook.session({ session: 'garden' }));
  await daybook.session({ session: 'garden', lane: 'helper', delegated: true }).sync(talk('Dig.', 'Dug.'));
  await daybook
    .session({ session: 'garden', lane: 'helper', delegated: true })
    .sync(talk('Dig.', 'Deeper.', 'Stop.'));
  await log(daybook.session({ session: 'log' }));
  await neighbour(daybook.session({ tenant: 'neighbour', session: 'garden' }));
  await daybook.session({ tenant: 'neighbour', session: 'one' }).sync([say('user', 'Hello?')]);
  await daybook.close();
  addFolds(path);
}

/** Two folds of one branch that share a text, one of a fork, and one in another tenant, of the same texts. */
function addFolds(path: string): void {
  const database = new DatabaseSync(path);
  const find = `
    SELECT b.id FROM branches AS b JOIN sessions AS s ON s.id = b.session_id
    WHERE s.tenant = ? AND s.session = 'garden' AND b.lane = 'main' AND (b.parent IS NULL) = ? ORDER BY b.id`;
  const idOf = (tenant: string, isRoot: number): number =>
    database.prepare(find).get(tenant, isRoot)?.id as number;
  appendFold(database, idOf('default', 1), ['The beds are watered.', 'Beans grow.']);
  appendFold(database, idOf('default', 1), ['Beans grow.', 'Peas too.']);
  appendFold(database, idOf('default', 0), ['On Sunday the garden rests.']);
  appendFold(database, idOf('neighbour', 1), ['Beans grow.', 'Peas too.']);
  database.close();
}

async function garden(session: Session): Promise<void> {
  for (const length of [2, 4, 6, 8]) {
    const call = await session.sync(WORK.slice(0, length));
    const answer = WORK[length];
    if (answer?.role !== 'assistant') continue;
    await call.report({
      answer: { role: 'assistant', parts: [{ type: 'text', text: 'Aga' }] },
      aborted: true,
    });
    await call.report({ answer, usage: { input: 900, output: 12 } });
  }
  await session.sync(WORK);
  const edited = [...WORK.slice(0, 7), say('user', 'And on Sunday?'), say('assistant', 'Rest.')];
  await session.sync(edited);
  await session.sync([...edited.slice(0, 8), say('assistant', 'Sing.'), say('user', 'What?')]);
  // Two more branches that leave the first one where that one does, and branches of one of them.
  await session.sync([...WORK.slice(0, 7), say('user', 'And at night?'), say('assistant', 'Sleep.')]);
  const other = [
    ...WORK.slice(0, 7),
    say('user', 'And at noon?'),
    say('assistant', 'Shade.'),
    say('user', 'Why?'),
  ];
  await session.sync([...other, say('assistant', 'Heat.')]);
  await session.sync([...other.slice(0, 9), say('user', 'How?'), say('assistant', 'A tree.')]);
  await session.sync([...other.slice(0, 9), say('user', 'How?'), say('assistant', 'A tree.')]);
  await session.sync([say('system', 'Name this chat.'), say('user', 'A title, please.')]);
}

/** The same words under the same name, of somebody else. */
async function neighbour(session: Session): Promise<void> {
  const call = await session.sync(WORK.slice(0, 2));
  await call.report({ answer: say('assistant', 'Beans and peas.') });
  const asked = [...WORK.slice(0, 2), say('assistant', 'Beans and peas.')];
  await session.sync([...asked, say('user', 'Water them.'), say('assistant', 'Watered.')]);
  await session.sync([...asked, say('user', 'Pick them.'), say('assistant', 'Picked.')]);
}

async function log(session: Session): Promise<void> {
  const messages = [HEADER, ...talk('One', 'First', 'Two', 'Second', 'Three', 'Third')];
  const { places } = await session.record(
    messages.map((message, at) => ({ message: { ...message, id: `native ${at}` } })),
    LOG_START,
  );
  const [, , , from] = places;
  if (from)
    await session.record(
      talk('Zwei', 'Zweitens').map((message) => ({ message })),
      from,
      true,
    );
}

function talk(...words: readonly string[]): Message[] {
  return words.map((text, at) => say(at % 2 ? 'assistant' : 'user', text));
}
