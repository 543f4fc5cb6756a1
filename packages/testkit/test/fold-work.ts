/**
 * A conversation that is folded, adopted, consolidated and amended, as calls that an application makes again when one
 * of them fails.
 *
 * Invariant: a call that was made, made again at once, changes nothing.
 */
import { isDaybookError, type Message, type Session, type View, type ViewOptions } from '@daybook/core';
import { say } from './fault-work.ts';

/** What a caller was told of. */
export interface Told {
  /** Head ids. */
  readonly heads: string[];
  /** Entry ids by sequence. */
  readonly entries: Map<number, string>;
  /** Sequences of folds. */
  readonly folds: number[];
  /** Handles of pins. */
  readonly retired: string[];
}

/** A view that a model could have been called with, and the list that it is of; none where the journal gave it. */
export interface Prepared {
  readonly list: readonly Message[];
  readonly view: View;
}

export interface CallOptions extends ViewOptions {
  /** The model is called with a view that tells of a failure, too. */
  readonly always?: boolean;
}

/** One call. @returns the view of its turn, if it is one */
export type FoldCall = (session: Session, told: Told, options?: CallOptions) => Promise<Prepared | undefined>;

export function nothingTold(): Told {
  return { heads: [], entries: new Map(), folds: [], retired: [] };
}

/** Small enough for the talk to be folded several times, and for a view to be adopted with a fold and after one. */
export const WINDOW = 1300;

const HEADER = say('system', 'Be brief.');
const RULE = 'Never touch the payment tables without asking me.';

export const foldCalls: readonly FoldCall[] = [
  ...talk(1, 6),
  folded({ mode: 'cover' }),
  ...talk(7, 7),
  folded({ mode: 'consolidate', target: 50 }),
  retired('f2'),
  viewed(),
  ...talk(8, 8),
];

function requestOf(page: number): string {
  return page === 1 ? RULE : `Look at page ${page}.`;
}

function turn(page: number): readonly [Message, Message, Message, Message] {
  const rows = Array.from(
    { length: 12 },
    (_, row) => `page ${page}, row ${row}: nothing out of the ordinary`,
  );
  return [
    say('user', requestOf(page)),
    say('assistant', {
      type: 'tool-call',
      callId: `c${page}`,
      name: 'read_file',
      input: { path: `pages/p${page}.md` },
    }),
    say('tool', {
      type: 'tool-result',
      callId: `c${page}`,
      status: page % 3 === 0 ? 'error' : 'returned',
      output: [{ type: 'text', text: rows.join('\n') }],
    }),
    say('assistant', `Page ${page} is in order.`),
  ];
}

/** Two calls of the model for each turn: at its start, and behind the result. */
function talk(from: number, to: number): FoldCall[] {
  const before = [HEADER, ...Array.from({ length: from - 1 }, (_, at) => turn(at + 1)).flat()];
  return Array.from({ length: to - from + 1 }, (_, at) => turn(from + at)).flatMap((messages) => {
    const [request, call, result, answer] = messages;
    const start = [...before, request];
    before.push(...messages);
    return [modelCall(start, call), modelCall([...start, call, result], answer)];
  });
}

function modelCall(list: readonly Message[], answer: Message): FoldCall {
  return async (session, told, options = {}) => {
    const call = await session.sync(list);
    if (call.head !== null) told.heads.push(call.head);
    const { always = false, ...others } = options;
    const view = await call.prepare({ window: WINDOW, ...others });
    told.folds.push(...view.account.folds.map(seqOf));
    if (view.account.failure !== null && !always) return { list, view };
    const input = Math.round(JSON.stringify(view.messages).length / 4);
    const { branch } = await view.report({ answer, usage: { input, output: 9, model: 'm' } });
    told.entries.set(branch.revision - 1, branch.headEntry);
    return { list, view };
  };
}

function folded(options: Parameters<Session['fold']>[0]): FoldCall {
  return async (session, told) => {
    const { folds } = await session.fold({ window: WINDOW, ...options });
    told.folds.push(...folds.map(({ id }) => seqOf(id)));
    return undefined;
  };
}

function retired(handle: string): FoldCall {
  return async (session, told) => {
    await session.retire(handle).catch(async (error) => {
      // It is retired already: the call before this one was told that it failed, and had not.
      const { facts } = await session.ledger();
      const isRetired = facts.some((fact) => fact.handle === handle && fact.state === 'retired');
      if (!isDaybookError(error, 'invalid-input') || !isRetired) throw error;
    });
    told.retired.push(handle);
    return undefined;
  };
}

function viewed(): FoldCall {
  return async (session, told, { always: _, ...options } = {}) => {
    const view = await session.view({ window: WINDOW, ...options });
    told.folds.push(...view.account.folds.map(seqOf));
    return { list: [], view };
  };
}

function seqOf(handle: string): number {
  return Number(handle.slice(1));
}
