/** The two ways to views of a log: folding what was imported until it fits, and one call after the other. */
import type { Daybook, Session } from '@daybook/core';
import { memoryStore } from '@daybook/core/memory';
import { daybookOn, importFile } from '../journal.ts';
import { cutsOf, type Line, sampled } from './lines.ts';
import { Run, type Seen, type Watched } from './run.ts';

/** Calls of a conversation, evenly; and those of them whose views are read whole. All with DAYBOOK_ALL=1. */
export const MOST_CALLS: number = process.env.DAYBOOK_ALL === '1' ? Number.POSITIVE_INFINITY : 300;
export const MOST_READ: number = process.env.DAYBOOK_ALL === '1' ? Number.POSITIVE_INFINITY : 60;

/** Hands the growing list over as an application does that never reports usage. */
export async function replay(line: Line, watched: Watched): Promise<Seen> {
  return opened(async (daybook) => {
    const session = daybook.session({ session: 's', delegated: line.delegated });
    const run = new Run(session, watched);
    const { window } = watched;
    const cuts = sampled(cutsOf(line.messages), MOST_CALLS);
    const read = sampled(cuts, MOST_READ);
    for (const [at, cut] of cuts.entries()) {
      const list = line.messages.slice(0, cut);
      const call = await session.sync(list);
      // Of one call twice, and of two calls with one list: the first is planned on what the other wrote meanwhile.
      const same = at % 2 === 0 ? () => call : () => session.sync(list);
      await run.look({
        list,
        revision: call.revision,
        prepare: () => call.prepare({ window }),
        ...(read.includes(cut) ? { again: async () => (await same()).prepare({ window }) } : {}),
      });
    }
    return run.seen();
  });
}

/** As `daybook import` and `daybook fold --until-fits`, and then the view of what is on record. */
export async function foldUntilFits(file: string, line: Line, watched: Watched): Promise<Seen> {
  return opened(async (daybook) => {
    const { scope } = await importFile(daybook, file);
    const session = daybook.session(scope);
    const { window } = watched;
    await untilItFits(session, window);
    const run = new Run(session, watched);
    const view = () => session.view({ window });
    const { revision } = await session.ledger();
    await run.look({ list: line.messages, revision, prepare: view, again: view });
    return run.seen();
  });
}

async function untilItFits(session: Session, window: number): Promise<void> {
  for (let freed = true; freed; ) {
    freed = false;
    for (const mode of ['cover', 'consolidate'] as const) {
      const { status, tokens } = await session.fold({ window, mode, whenDue: true });
      if (status === 'below-threshold') return;
      freed ||= tokens.after < tokens.before;
    }
  }
}

/** Words that lay down a rule, as the ledger tells them when everything is folded. */
export function standingIn(line: Line): Promise<ReadonlySet<string>> {
  const known = rules.get(line) ?? rulesOf(line);
  rules.set(line, known);
  return known;
}

const rules = new WeakMap<Line, Promise<ReadonlySet<string>>>();

function rulesOf(line: Line): Promise<ReadonlySet<string>> {
  return opened(async (daybook) => {
    const session = daybook.session({ session: 's', delegated: line.delegated });
    await session.sync(line.messages);
    await session.fold({ window: 4_000_000, tail: 0 });
    const { facts } = await session.ledger();
    const standing = facts.filter(({ pin }) => pin?.class === 'standing');
    return new Set(standing.flatMap(({ claim }) => claim?.toWellFormed() ?? []));
  });
}

async function opened<Value>(use: (daybook: Daybook) => Promise<Value>): Promise<Value> {
  const daybook = await daybookOn(memoryStore());
  try {
    return await use(daybook);
  } finally {
    await daybook.close();
  }
}
