/**
 * Pieces of work on a daybook, each a list of calls that an application could repeat after a failure.
 *
 * Invariant: the calls of a piece of work, made again from the first one, ask for nothing new.
 */
import {
  type Daybook,
  LOG_START,
  type LogEntry,
  type Message,
  type MessagePart,
  type Scope,
  type Session,
} from '@daybook/core';

/** Head ids by branch. */
export type Heads = Readonly<Record<string, string>>;

/** One call. @returns what the caller is told of */
export type Call = (daybook: Daybook) => Promise<Heads>;

export interface Work {
  readonly name: string;
  readonly calls: readonly Call[];
}

export function say(role: Message['role'], ...parts: readonly (string | MessagePart)[]): Message {
  return {
    role,
    parts: parts.map((part) => (typeof part === 'string' ? { type: 'text', text: part } : part)),
  };
}

const HEADER = say('system', 'Be brief.');
const STEP: readonly Message[] = [
  say('assistant', 'Looking.', { type: 'tool-call', callId: 'c1', name: 'look', input: { at: 'door' } }),
  say('tool', {
    type: 'tool-result',
    callId: 'c1',
    output: [{ type: 'text', text: 'shut' }],
    status: 'returned',
  }),
];
const FIRST = [HEADER, say('user', 'Is it shut?')];
const SECOND = [...FIRST, ...STEP, say('assistant', 'It is shut.'), say('user', 'And the window?')];
const EDITED = [...SECOND.slice(0, -1), say('user', 'And the gate?'), say('assistant', 'Open.')];

/** The lists of a conversation that grows, is trimmed, edited, gone back in, and continued elsewhere. */
const talking: Work = {
  name: 'a conversation',
  calls: [
    sync({ session: 's' }, FIRST),
    sync({ session: 's' }, [...FIRST, ...STEP.slice(0, 1)]),
    sync({ session: 's' }, SECOND),
    sync({ session: 's' }, SECOND),
    sync({ session: 's' }, [HEADER, ...SECOND.slice(3), say('assistant', 'Open.')]),
    sync({ session: 's' }, EDITED),
    sync({ session: 's' }, [...EDITED, say('user', 'Why?')]),
    sync({ session: 's' }, [...EDITED.slice(0, -1), say('assistant', 'Open, I think.'), say('user', 'Why?')]),
    sync({ session: 's' }, [...SECOND, say('assistant', 'Open.'), say('user', 'Close it.')]),
    sync({ session: 's', lane: 'helper', delegated: true }, [say('user', 'Close the window.')]),
    sync({ session: 's' }, [say('system', 'Name it.'), say('user', 'A title?')]),
    sync({ tenant: 'other', session: 's' }, FIRST),
  ],
};

const ANSWERED = [...FIRST, say('assistant', 'It is.'), say('user', 'Sure?')];

/** Answers as they are reported: cut short, whole, and given again. */
const answering: Work = {
  name: 'reported answers',
  calls: [
    reported(FIRST, [{ answer: say('assistant', 'It'), aborted: true }, answerOf('It is.')]),
    reported(ANSWERED, [answerOf('Yes.'), answerOf('No.')]),
    reported([...ANSWERED, say('assistant', 'No.'), say('user', 'Ah.')], [answerOf('Oh.')]),
  ],
};

/** A reported answer that lists hand back in other words. */
const settling: Work = {
  name: 'answers that come back revised',
  calls: [
    reported(FIRST, [answerOf('It is.')]),
    reported([...FIRST, say('assistant', 'It is!'), say('user', 'Sure?')], [answerOf('Yes.')]),
    sync({ session: 's' }, [...ANSWERED, say('assistant', 'Yes!'), say('user', 'Ah.')]),
  ],
};

const LOG: readonly LogEntry[] = [
  ...SECOND.map((message, at) => ({ message: { ...message, id: `m${at}`, at: 1000 * at } })),
  { usage: { input: 120, output: 4 } },
  { message: { ...say('assistant', 'Open.'), usage: { input: 130, output: 2 } } },
];

/** A log that is read in parts, again, with a last message that grew, and along a second line. */
const recording: Work = {
  name: 'a recorded log',
  calls: [
    recorded(LOG.slice(0, 3)),
    recorded(LOG),
    recorded(LOG),
    recorded([...LOG, { message: say('user', 'Thanks.') }]),
    recorded([...LOG, { message: say('user', 'Thanks.', { type: 'data', value: 1 }) }]),
    async (daybook) => {
      const session = daybook.session({ session: 's' });
      const { places } = await session.record(LOG, LOG_START);
      await session.record([{ message: say('user', 'And the gate?') }], places[4] ?? LOG_START, true);
      return headsOf(session);
    },
  ],
};

export const works: readonly Work[] = [talking, answering, settling, recording];

/** Restores these exports one after the other. */
export function restoring(name: string, exports: readonly (readonly string[])[]): Work {
  const calls = exports.map(
    (lines): Call =>
      async (daybook) => {
        const { key } = await daybook.restore(parsed(lines));
        return headsOf(daybook.session(key));
      },
  );
  return { name, calls };
}

/** What a store holds, so that two can be compared. */
export async function headsIn(daybook: Daybook): Promise<Heads> {
  const heads: Record<string, string> = {};
  for (const key of await daybook.sessions()) Object.assign(heads, await headsOf(daybook.session(key)));
  return heads;
}

/** The same for stores whose salts and times differ: the texts of every branch. */
export async function textsIn(daybook: Daybook): Promise<string[]> {
  const texts: string[] = [];
  for (const key of await daybook.sessions())
    for (const { scope, revision } of (await daybook.session(key).status()).branches) {
      const { tenant, session, lane, branch } = scope;
      const reader = daybook.session({ tenant, session, lane, branch });
      // The genesis holds the salt.
      const seqs = Array.from({ length: revision - 1 }, (_, at) => at + 1);
      const read = await Promise.all(seqs.map((seq) => reader.read(seq)));
      texts.push(
        JSON.stringify([tenant, session, read.map(({ seal, text }) => [seal.kind, seal.role, text])]),
      );
    }
  return texts.sort();
}

type Names = Parameters<Daybook['session']>[0];
type Answer = Parameters<Awaited<ReturnType<Session['sync']>>['report']>[0];

function sync(names: Names, messages: readonly Message[]): Call {
  return async (daybook) => {
    const call = await daybook.session(names).sync(messages);
    return call.head === null ? {} : { [nameOf(call.scope)]: call.head };
  };
}

function reported(messages: readonly Message[], answers: readonly Answer[]): Call {
  return async (daybook) => {
    const session = daybook.session({ session: 's' });
    const call = await session.sync(messages);
    for (const answer of answers) await call.report(answer);
    return headsOf(session);
  };
}

function answerOf(words: string): Answer {
  return { answer: say('assistant', words), usage: { input: 50, output: 1 } };
}

function recorded(entries: readonly LogEntry[]): Call {
  return async (daybook) => {
    const session = daybook.session({ session: 's' });
    await session.record(entries, LOG_START);
    return headsOf(session);
  };
}

async function headsOf(session: Session): Promise<Heads> {
  const { branches } = await session.status();
  return Object.fromEntries(branches.map(({ scope, head }) => [nameOf(scope), head]));
}

function nameOf({ tenant, session, lane, branch }: Scope): string {
  return [tenant, session, lane, branch].join('/');
}

async function* parsed(lines: readonly string[]) {
  for (const line of lines) yield JSON.parse(line);
}
