/** Small conversations: that the judges of views see a fault, and faults of views that whole logs brought up. */
import type { Message, Session, ViewOptions } from '@daybook/core';
import { memoryStore } from '@daybook/core/memory';
import { describe, expect, it, onTestFinished } from 'vitest';
import { daybookOn } from '../journal.ts';
import { headerLength, isFound, Journaled, saidIn } from './said.ts';
import { openerIn, type Way, waysOf } from './shown.ts';
import { leastOf } from './sums.ts';

const RULE = 'Never touch the payment tables without asking me.';
const SMALL: ViewOptions = { window: 8_000 };

function say(role: 'system' | 'user' | 'assistant', text: string): Message {
  return { role, parts: [{ type: 'text', text }] };
}

/** A request, a read of so many characters, an answer. */
function turn(name: string, characters = 3_000, request = `Look at page ${name}.`): Message[] {
  const output = [{ type: 'text' as const, text: `page ${name} `.repeat(characters / 8) }];
  return [
    say('user', request),
    {
      role: 'assistant',
      parts: [{ type: 'tool-call', callId: name, name: 'read_file', input: { path: name } }],
    },
    { role: 'tool', parts: [{ type: 'tool-result', callId: name, output, status: 'returned' }] },
    say('assistant', `Page ${name} is in order.`),
  ];
}

function turns(from: number, to: number): Message[] {
  return Array.from({ length: to - from }, (_, at) => turn(`p${from + at}`)).flat();
}

async function opened(): Promise<Session> {
  const daybook = await daybookOn(memoryStore());
  onTestFinished(() => daybook.close());
  return daybook.session({ session: 's' });
}

async function waysIn(
  session: Session,
  list: readonly Message[],
  shown: readonly Message[],
): Promise<readonly Way[]> {
  const journaled = new Journaled(session);
  await journaled.readTo((await session.ledger()).revision);
  return waysOf(shown, headerLength(list), journaled.find(saidIn(list)).filter(isFound));
}

/** Rule, folded turns with one request said three times, and an open request. */
const LIST: readonly Message[] = [
  say('system', 'Be brief.'),
  say('user', RULE),
  say('assistant', 'Noted.'),
  ...turn(
    'a',
    900,
    'Build it once more, with the long list of pages that I gave you before, please, and take your time.',
  ),
  ...turns(0, 9),
  ...turn(
    'b',
    900,
    'Build it once more, with the long list of pages that I gave you before, please, and take your time.',
  ),
  ...turn(
    'c',
    900,
    'Build it once more, with the long list of pages that I gave you before, please, and take your time.',
  ),
  say('user', 'And now?'),
];

describe('the judge of what is shown', () => {
  it('tells pins, repeats, the tail and the header apart', async () => {
    const session = await opened();
    const { messages } = await (await session.sync(LIST)).prepare({ ...SMALL, tail: 0 });
    const ways = await waysIn(session, LIST, messages);
    expect([ways[0], ways[1], ways[2], ways.at(-2), ways.at(-1)]).toEqual([
      'header',
      'pin',
      'repeat',
      'pin',
      'tail',
    ]);
  });

  it('misses what differs by one character, and what is gone', async () => {
    const session = await opened();
    const { messages } = await (await session.sync(LIST)).prepare({ ...SMALL, tail: 0 });
    const opener = openerIn(messages) ?? '';
    const changed = (text: string): Message[] =>
      messages.map((one) => (openerIn([one]) === undefined ? one : say('user', text)));
    const missing = async (shown: readonly Message[]): Promise<number> =>
      (await waysIn(session, LIST, shown)).filter((way) => way === 'missing').length;
    expect(await missing(messages)).toBe(0);
    expect(await missing(changed(opener.replace('without asking me.', 'without asking me!')))).toBe(1);
    expect(await missing(changed(opener.replace('also said in', 'not said in')))).toBe(2);
    expect(await missing(messages.slice(0, -1))).toBe(1);
    expect(await missing(messages.slice(1))).toBeGreaterThan(0);
  });

  it('sums up what a view cannot do without', () => {
    const rules = new Set([RULE]);
    const words = ['Be brief.', RULE, 'And now?'].join('').length + 2 * 12;
    expect(leastOf(LIST, saidIn(LIST), rules, 8_000)).toBeCloseTo((words / 3.3) * 1.1);
    const more = leastOf(LIST.slice(0, -2), saidIn(LIST.slice(0, -2)), rules, 8_000);
    expect(more).toBeGreaterThan(900 / 3);
  });
});

describe('a fold that waits', () => {
  it('hides nothing from a view of what is on record', async () => {
    const session = await opened();
    const list = [say('user', RULE), say('assistant', 'Noted.'), ...turns(0, 3)].slice(0, -1);
    await session.sync(list);
    expect((await session.fold({ window: 32_000, tail: 0 })).status).toBe('folded');
    const view = await session.view({ window: 32_000 });
    expect([view.account.adopted, view.messages]).toEqual([false, list]);
  });

  it('is adopted at once, inside a turn too, when the application no longer hands over what it covers', async () => {
    const session = await opened();
    const list = [say('user', RULE), say('assistant', 'Noted.'), ...turns(0, 6)].slice(0, -1);
    await session.sync(list);
    await session.fold({ window: 32_000, tail: 0 });
    const kept = list.slice(-7);
    const view = await (await session.sync(kept)).prepare({ window: 32_000 });
    expect(view.messages.at(-1)?.role).toBe('tool');
    expect(await waysIn(session, list, view.messages)).not.toContain('missing');
  });
});

describe('pins that do not fit their budget', () => {
  it('are named with the handles of those that said the same', async () => {
    const session = await opened();
    const { messages, account } = await (await session.sync(LIST)).prepare({
      ...SMALL,
      tail: 0,
      pinBudget: 100,
    });
    expect(account.pins.indexed).toBeGreaterThan(0);
    const ways = await waysIn(session, LIST, messages);
    expect(ways).not.toContain('missing');
    expect([ways[2], ways.at(-3), ways.at(-2)]).toEqual(['index', 'index', 'index']);
  });

  it('are named by their handles alone, where even an index line each would not fit', async () => {
    const session = await opened();
    const many = Array.from({ length: 90 }, (_, at) => [
      say('user', `Read page ${at} of the long report about the harbour and the old mill at the river.`),
      say('assistant', 'It is read.'),
    ]);
    const list = [...many.flat(), say('user', 'And now?')];
    const view = await (await session.sync(list)).prepare({ window: 4_000 });
    expect(view.account.tokens.view).toBeLessThanOrEqual(view.account.tokens.room);
    expect(await waysIn(session, list, view.messages)).not.toContain('missing');
  });
});

describe('reports of usage', () => {
  it('change nothing of what was sent before', async () => {
    const session = await opened();
    const list = [...turn('bulk', 40_000), ...turn('next', 300)];
    let before: readonly string[] = [];
    for (const [at, { role }] of list.entries()) {
      if (role !== 'assistant') continue;
      const view = await (await session.sync(list.slice(0, at))).prepare(SMALL);
      const bytes = view.messages.map((message) => JSON.stringify(message));
      expect(bytes.slice(0, before.length)).toEqual(before);
      before = bytes;
      const input = Math.round(bytes.join('').length / (2.5 + at / 4) + 300);
      await view.report({ answer: list[at] as Message, usage: { input, output: 9, model: 'm' } });
    }
  });
});
