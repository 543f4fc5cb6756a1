/**
 * A process of its own for the tests: `fold-worker.ts PATH NAME ROUNDS GATE` talks on a lane of its own, and with all
 * others on the lane `common`, where it folds, prepares and retires too. It waits for the file GATE to appear.
 *
 * It prints `ready`, and a line for each thing that it was told: `said LANE SEQ TEXT`, `fold LANE SEQ`, `adopted LANE`,
 * `retired LANE HANDLE`, `refused LANE HANDLE` for a pin that somebody else retired, `race LANE` for an append that
 * somebody was faster with, `lost LANE` for a fold that was given up, and `unseen LANE` for a view without its request.
 */
import { existsSync, writeSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { isDaybookError, type Message, openDaybook, type Session, type View } from '@daybook/core';
import type { Store } from '@daybook/core/store';
import { sqlite } from '../src/index.ts';
import { say } from './tamper-journal.ts';

const WINDOW = 6000;
const OWN_WINDOW = 1300;
const EVERY_MS = 2;

const [path = '', name = '', rounds = '0', gate = ''] = process.argv.slice(2);

/** Synchronous: what was printed was acknowledged. */
function tell(...words: readonly unknown[]): void {
  writeSync(1, `${words.join(' ')}\n`);
}

const daybook = await openDaybook({ store: watched(sqlite(path, { busyTimeoutMs: 60_000 })) });
const own = daybook.session({ session: 'shared', lane: name });
const common = daybook.session({ session: 'shared', lane: 'common' });
const list: Message[] = [];
tell('ready');
while (!existsSync(gate)) await setTimeout(EVERY_MS);
for (let round = 0; round < Number(rounds); round++) {
  await ownTurn(round);
  await commonTurn(round);
  await [covers, consolidates, retires, looks][round % 4]?.();
}
await daybook.close();

async function ownTurn(round: number): Promise<void> {
  const callId = `c${round}`;
  const input = { path: `p${round}.md` };
  const output = [{ type: 'text' as const, text: `row of page ${round} of ${name}\n`.repeat(20) }];
  const call = say('assistant', { type: 'tool-call', callId, name: 'read_file', input });
  const result = say('tool', { type: 'tool-result', callId, status: 'returned', output });
  const request = `Never mix up page ${round} of ${name}.`;
  for (const [before, answer] of [
    [say('user', request), call],
    [result, say('assistant', `Page ${round} is in order.`)],
  ] as const) {
    list.push(before);
    const synced = await own.sync(list);
    if (before !== result) tell('said', name, synced.revision - 1, request);
    const view = told(name, request, await synced.prepare({ window: OWN_WINDOW }));
    await view.report({ answer, usage: usageOf(view) });
    list.push(answer);
  }
}

/** Others speak in between: each message is all that is new, and usage is reported without an answer. */
async function commonTurn(round: number): Promise<void> {
  const request = `${round % 3 ? 'Please' : 'Always'} look at shelf ${round} of ${name}.`;
  const asked = await common.sync([say('user', request)], { history: 'delta' });
  tell('said', 'common', asked.revision - 1, request);
  const view = told('common', request, await asked.prepare({ window: WINDOW }));
  await view.report({ usage: usageOf(view) });
  const answer = `Shelf ${round} of ${name} holds ${'jars and boxes, '.repeat(40)}nothing else.`;
  const answered = await common.sync([say('assistant', answer)], { history: 'delta' });
  tell('said', 'common', answered.revision - 1, answer);
}

function usageOf({ account }: View) {
  return { input: account.tokens.view, output: 9, model: 'm' };
}

/** @param request that the view must show, as it was written */
function told(lane: string, request: string, view: View): View {
  const { folds, adopted, failure } = view.account;
  for (const id of folds) tell('fold', lane, id.slice(1));
  if (adopted) tell('adopted', lane);
  if (failure !== null) tell(failure === 'conflict' ? 'lost' : failure, lane);
  if (!JSON.stringify(view.messages).includes(request)) tell('unseen', lane);
  return view;
}

async function covers(): Promise<void> {
  await folds({ window: WINDOW });
}

async function consolidates(): Promise<void> {
  await folds({ window: WINDOW, mode: 'consolidate', target: 100 });
}

async function folds(options: Parameters<Session['fold']>[0]): Promise<void> {
  const report = await orLost(common.fold(options));
  for (const { id } of report?.folds ?? []) tell('fold', 'common', id.slice(1));
}

/** The oldest pin in force: the same for all. */
async function retires(): Promise<void> {
  const { facts } = await common.ledger();
  const handle = facts.find(({ pin, state }) => pin && state === 'active')?.handle;
  if (handle === undefined) return;
  try {
    const report = await orLost(common.retire(handle));
    for (const { id } of report?.folds ?? []) tell('fold', 'common', id.slice(1));
    if (report) tell('retired', 'common', handle);
  } catch (error) {
    // It is retired, or a consolidation left it out since.
    if (!isDaybookError(error, 'invalid-input') && !isDaybookError(error, 'not-found')) throw error;
    tell('refused', 'common', handle);
  }
}

async function looks(): Promise<void> {
  const view = await orLost(common.view({ window: WINDOW }));
  if (view) told('common', '', view);
}

async function orLost<Done>(done: Promise<Done>): Promise<Done | undefined> {
  try {
    return await done;
  } catch (error) {
    if (!isDaybookError(error, 'conflict')) throw error;
    tell('lost', 'common');
    return undefined;
  }
}

function watched(store: Store): Store {
  return new Proxy(store, {
    get(target, operation: keyof Store) {
      if (operation !== 'append') return (target[operation] as (() => unknown) | undefined)?.bind(target);
      return async (change: Parameters<Store['append']>[0]) => {
        const outcome = await target.append(change);
        if (outcome === 'conflict') tell('race', change.next.scope.lane);
        return outcome;
      };
    },
  });
}
