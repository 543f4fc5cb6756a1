/**
 * Covers: F4, F5, J8. The file after a fault at any operation of a fold, an adoption or an amendment: what the next
 * process finds is sound, and the call made again goes on to the record that an undisturbed run leaves. (A longer talk
 * is in testkit, over the store in memory.)
 */
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Daybook,
  DaybookError,
  isDaybookError,
  type Message,
  noClock,
  openDaybook,
  type Session,
  type View,
} from '@daybook/core';
import type { Store } from '@daybook/core/store';
import { everyFault } from '@daybook/testkit';
import { expect, it } from 'vitest';
import { sqlite } from '../src/index.ts';
import { newFolder } from './files.ts';
import { say } from './tamper-journal.ts';

const SALT = new Uint8Array(32).fill(9);
const WINDOW = 1200;
const TIMEOUT_MS = 60_000;

type Call = (session: Session) => Promise<unknown>;

const PAGE = 'a row with nothing out of the ordinary\n'.repeat(12);

function turn(page: number): readonly Message[] {
  const callId = `c${page}`;
  const input = { path: `pages/p${page}.md` };
  const output = [{ type: 'text' as const, text: `page ${page}\n${PAGE}` }];
  return [
    say('user', page === 1 ? 'Never touch the payment tables.' : `Look at page ${page}.`),
    say('assistant', { type: 'tool-call', callId, name: 'read_file', input }),
    say('tool', { type: 'tool-result', callId, status: 'returned', output }),
    say('assistant', `Page ${page} is in order.`),
  ];
}

/** A turn behind those before it, as two calls of the model. */
function talked(page: number): Call[] {
  const before = Array.from({ length: page - 1 }, (_, at) => turn(at + 1)).flat();
  return [1, 3].map((length) => async (session) => {
    const list = [...before, ...turn(page).slice(0, length)];
    const view = whole(await (await session.sync(list)).prepare({ window: WINDOW }));
    const answer = turn(page)[length] as Message;
    const input = Math.round(JSON.stringify(view.messages).length / 4);
    await view.report({ answer, usage: { input, output: 9, model: 'm' } });
    return view;
  });
}

/** A caller that takes no view that tells of a failure. */
function whole(view: View): View {
  if (view.account.failure === null) return view;
  throw new DaybookError('store-unavailable', 'the view tells of it');
}

async function retired(session: Session): Promise<void> {
  const { facts } = await session.ledger();
  if (facts.some(({ handle, state }) => handle === 'f2' && state === 'active')) await session.retire('f2');
}

const BEFORE: readonly Call[] = [1, 2, 3, 4].flatMap(talked);
const CALLS: readonly Call[] = [
  ...talked(5),
  ...talked(6),
  (session) => session.fold({ window: WINDOW }),
  (session) => session.fold({ window: WINDOW, mode: 'consolidate', target: 50 }),
  retired,
  async (session) => whole(await session.view({ window: WINDOW })),
  ...talked(7),
];

function opened(store: Store): Promise<Daybook> {
  return openDaybook({ store, salt: SALT, clock: noClock });
}

function quick(path: string): Store {
  return sqlite(path, { durability: 'normal' });
}

async function leftIn(daybook: Daybook) {
  const session = daybook.session({ session: 's' });
  return { head: (await session.status()).current.head, ledger: await session.ledger() };
}

it(
  'is completed from the call that failed, whatever operation was the last',
  async () => {
    const folder = newFolder();
    const [begun, ended] = [join(folder, 'begun.db'), join(folder, 'ended.db')];
    await made(begun, BEFORE);
    expect(existsSync(`${begun}-wal`)).toBe(false);
    copyFileSync(begun, ended);
    const expected = await made(ended, CALLS);
    expect(expected.ledger.folds).toBeGreaterThan(4);
    let path = '';
    let files = 0;
    const open = (): Store => {
      path = join(folder, `${++files}.db`);
      copyFileSync(begun, path);
      return quick(path);
    };
    const met = await everyFault(open, async (store, { kind }) => {
      if (kind === 'fail') return;
      const session = (await opened(store)).session({ session: 's' });
      let done = 0;
      try {
        for (const call of CALLS) {
          await call(session);
          done++;
        }
      } catch (error) {
        if (!isDaybookError(error, 'store-unavailable')) throw error;
      }
      // The process ends here: the next one has nothing but the file.
      await store.inner.close();
      const next = await opened(quick(path));
      expect((await next.audit()).findings).toEqual([]);
      const again = next.session({ session: 's' });
      expect((await again.replay()).differing).toEqual([]);
      for (const call of CALLS.slice(done)) await call(again);
      expect(await leftIn(next)).toEqual(expected);
      await next.close();
    });
    console.log(`sqlite: ${met} faults in folds`);
    expect(met).toBeGreaterThan(2 * 50);
  },
  TIMEOUT_MS,
);

/** @returns what is left */
async function made(path: string, calls: readonly Call[]): ReturnType<typeof leftIn> {
  const daybook = await opened(quick(path));
  for (const call of calls) await call(daybook.session({ session: 's' }));
  const left = await leftIn(daybook);
  await daybook.close();
  return left;
}
