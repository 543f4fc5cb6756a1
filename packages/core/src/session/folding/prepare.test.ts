import { describe, expect, it } from 'vitest';
import { countingStore } from '../../../test/counting-store.ts';
import { inMemory } from '../../../test/daybook.ts';
import { assistant, system, user } from '../../../test/messages.ts';
import { turn } from '../../../test/turns.ts';
import { DaybookError } from '../../base/errors.ts';
import type { Message } from '../../journal/message.ts';
import { type MemoryState, memoryStore } from '../../store/memory.ts';
import type { Store } from '../../store/port.ts';
import type { Session } from '../session.ts';
import type { View, ViewOptions } from '../view.ts';

const KEY = { session: 's' };
const RULE = 'Never touch the payment tables without asking me.';
const SMALL: ViewOptions = { window: 8_000 };

async function opened(state: MemoryState = new Map()): Promise<Session> {
  return (await inMemory(memoryStore(state))).session(KEY);
}

/** Talks turn by turn; a view in front of each answer. @returns the view of the last call */
async function talk(session: Session, list: Message[], turns: number, options = SMALL): Promise<View> {
  let view: View | undefined;
  for (let at = 0; at < turns; at++) {
    for (const message of turn(list.length)) {
      if (message.role === 'assistant') view = await (await session.sync(list)).prepare(options);
      list.push(message);
    }
  }
  return view as View;
}

function textOf({ messages }: View): string {
  return messages
    .flatMap(({ parts }) => parts.map((part) => (part.type === 'text' ? part.text : '')))
    .join('\n');
}

describe('below the first trigger', () => {
  // Covers: C4, F7
  it('the view is the list, and every message says which one it is', async () => {
    const session = await opened();
    const list = [system('Be brief.'), ...turn(1), user('Thanks.')];
    const view = await (await session.sync(list)).prepare({ window: 100_000 });
    expect(view.messages).toEqual(list);
    expect(view.from).toEqual(list.map((_, at) => at));
    expect([view.account.plan.reason, view.account.adopted]).toEqual(['below-threshold', false]);
  });
});

describe('round trips', () => {
  it('are none for a view without a fold, and one more for the first call of a process', async () => {
    const state: MemoryState = new Map();
    const list = [system('Be brief.'), user(RULE), assistant('Noted.')];
    const first = countingStore(memoryStore(state));
    const session = (await inMemory(first.store)).session(KEY);
    await talk(session, list, 8);
    expect((await session.ledger()).folds).toBeGreaterThan(0);
    list.push(user('And now?'));
    await (await session.sync(list)).prepare(SMALL);
    first.calls();
    const known = await (await session.sync(list)).prepare(SMALL);
    expect(first.calls()).toEqual(['find']);
    const cold = countingStore(memoryStore(state));
    const view = await (await (await inMemory(cold.store)).session(KEY).sync(list)).prepare(SMALL);
    expect(cold.calls()).toEqual(['open', 'find']);
    expect([view.viewId, view.messages]).toEqual([known.viewId, known.messages]);
    await view.report({ answer: assistant('Now this.'), usage: { input: 900, output: 5, model: 'm' } });
    expect(cold.calls()).toEqual(['append']);
  });
});

describe('fifty folds', () => {
  // Covers: L2, L6, F4, C2, Q2
  it('leave the rule word for word, count what is gone, and replay to the same ledger', async () => {
    const state: MemoryState = new Map();
    const session = await opened(state);
    const list = [system('Be brief.'), user(RULE), assistant('Noted.')];
    let [view, turns] = [await talk(session, list, 1), 0];
    while ((await session.ledger()).folds < 50 && turns++ < 300) view = await talk(session, list, 1);
    const { folds, hash, facts, asserted, tombstones } = await session.ledger();
    expect(folds).toBeGreaterThanOrEqual(50);
    expect(textOf(view)).toContain(RULE);
    expect(view.account.pins.intact).toBe(view.account.pins.total);
    expect(asserted).toBe(facts.length + tombstones.omitted + tombstones.repeated);
    expect(await session.replay()).toEqual({ folds, hash, facts: facts.length, differing: [] });
    const later = await opened(state);
    expect((await later.ledger()).hash).toBe(hash);
    expect((await (await later.sync(list)).prepare(SMALL)).messages).toEqual(
      (await (await session.sync(list)).prepare(SMALL)).messages,
    );
  }, 60_000);
});

describe('two workers that fold one scope at once', () => {
  // Covers: F5
  it('commit one fold, and both send its view', async () => {
    const state: MemoryState = new Map();
    const list = [
      system('Be brief.'),
      user(RULE),
      assistant('Noted.'),
      ...[1, 2, 3, 4, 5, 6, 7, 8].flatMap(turn),
      user('Next.'),
    ];
    await (await opened(state)).sync(list);
    const workers = await Promise.all([opened(state), opened(state), opened(state)]);
    const calls = await Promise.all(workers.map((session) => session.sync(list)));
    const views = await Promise.all(calls.map((one) => one.prepare(SMALL)));
    expect(new Set(views.map(({ viewId }) => viewId)).size).toBe(1);
    expect(views.flatMap(({ account }) => account.folds)).toHaveLength(1);
    expect((await workers[0]?.ledger())?.folds).toBe(1);
  });
});

describe('a request that was finished', () => {
  // Covers: L10
  it('is shown as answered, not as an order; a question keeps it open', async () => {
    const session = await opened();
    const list = [
      user('Delete the file old.txt.'),
      assistant('It is deleted.'),
      user('Rename b.txt.'),
      assistant('To what?'),
      user('Thanks.'),
    ];
    const view = await (await session.sync(list)).prepare({ ...SMALL, tail: 0, overflow: true });
    const [open = '', answered = ''] = textOf(view).split('Answered earlier');
    expect(answered).toContain('Delete the file old.txt.');
    expect(open).toContain('Rename b.txt.');
  });
});

describe('large windows', () => {
  // Covers: C1, C2
  it('keep a message of 280,000 characters; the target of 20,000 is told to be out of reach', async () => {
    const session = await opened();
    const huge = `Keep every clause.\n${'x'.repeat(279_981)}`;
    await session.sync([user(huge), assistant('Noted.'), user('Next.'), assistant('Yes.'), user('Go on.')]);
    const options = { window: 270_000 };
    await session.fold(options);
    const report = await session.fold({ ...options, mode: 'consolidate' });
    expect([report.status, report.tokens.target]).toEqual(['target-unreachable', 20_000]);
    const pin = (await session.ledger()).facts.find(({ claim }) => claim === huge);
    expect([pin?.priority, pin?.state]).toEqual(['P0', 'active']);
  });
});

describe('a store that is away', () => {
  // Covers: F6
  const away = (store: Store, operation: keyof Store): Store =>
    new Proxy(store, {
      get: (target, name: keyof Store) =>
        name === operation
          ? () => Promise.reject(new DaybookError('store-unavailable', 'away'))
          : (target[name] as (...values: unknown[]) => unknown)?.bind(target),
    });

  it('costs nobody a turn: below the room the list is sent, above it a view that claims nothing', async () => {
    const state: MemoryState = new Map();
    const list = [
      system('Be brief.'),
      user(RULE),
      assistant('Noted.'),
      ...[1, 2, 3, 4, 5, 6, 7, 8].flatMap(turn),
      user('Next.'),
    ];
    await (await opened(state)).sync(list);
    const session = (await inMemory(away(memoryStore(state), 'append'))).session(KEY);
    const call = await session.sync(list);
    const near = await call.prepare({ window: 8_000 });
    expect([near.messages.length, near.account.notices, near.account.failure]).toEqual([
      list.length,
      ['degraded'],
      'store-unavailable',
    ]);
    const far = await call.prepare({ window: 4_000 });
    expect(far.messages.length).toBeLessThan(list.length);
    expect([far.account.notices, far.messages.at(-1)]).toEqual([['degraded'], user('Next.')]);
    expect(textOf(far)).toContain(RULE);
    await expect(call.prepare({ window: 4_000, recover: 'fail' })).rejects.toMatchObject({
      code: 'store-unavailable',
    });
    expect((await session.degraded(list, { window: 4_000 })).messages).toEqual(far.messages);
  });
});

describe('what does not fit', () => {
  it('is a typed error with the figures, and nothing is folded again and again', async () => {
    // Covers: C2
    const session = await opened();
    const list = [user('x'.repeat(60_000))];
    const call = await session.sync(list);
    for (let again = 0; again < 3; again++)
      await expect(call.prepare(SMALL)).rejects.toMatchObject({
        code: 'view-unreachable',
        details: { room: 7_360 },
      });
    expect((await session.ledger()).folds).toBe(0);
  });
});

describe('a pin that the application retires', () => {
  // Covers: L3
  it('is a line with its retiring entry until consolidation, then counted', async () => {
    const session = await opened();
    const list = [
      user(RULE),
      assistant('Noted.'),
      user('You may touch them from now on.'),
      assistant('Good.'),
      user('Go on.'),
    ];
    await session.sync(list);
    await session.fold({ ...SMALL, tail: 0 });
    const pin = (await session.ledger()).facts.find(({ claim }) => claim === RULE);
    expect((await session.retire(pin?.handle ?? '', 'e3')).folds.map(({ kind }) => kind)).toEqual(['amend']);
    const view = await (await session.sync(list)).prepare(SMALL);
    expect(textOf(view)).toMatch(/e1 · user · 49 characters · Never touch .* · retired by e3/);
    await session.fold({ mode: 'consolidate' });
    expect((await session.why(pin?.handle ?? '')).fact.state).toBe('omitted');
    await expect(session.retire(pin?.handle ?? '')).rejects.toMatchObject({ code: 'not-found' });
    await expect(session.retire('x1')).rejects.toMatchObject({ code: 'invalid-input' });
  });
});

describe('what stands for the folded region', () => {
  // Covers: P3
  const LIST = [user(RULE), assistant('Noted.'), ...[1, 2, 3, 4, 5, 6, 7, 8].flatMap(turn), user('Next.')];

  it('is text to read where the application asks for that: the same claims and entries, no handles', async () => {
    const record = async (replace: 'record' | 'text'): Promise<string> => {
      const view = await (await (await opened()).sync(LIST)).prepare({ ...SMALL, replace });
      return view.messages[1]?.parts.map((part) => (part.type === 'text' ? part.text : '')).join('') ?? '';
    };
    const [withHandles, text] = [await record('record'), await record('text')];
    expect(withHandles).toMatch(/^- f\d+ P2: the assistant said: “Noted.” \[e2\]$/m);
    expect(text).toMatch(/^- the assistant said: “Noted.” \[e2\]$/m);
    expect(text).not.toMatch(/^- f\d+ P/m);
  });

  it('is a fresh context where the application asks for that: nothing but the newest turn follows', async () => {
    const view = await (await (await opened()).sync(LIST)).prepare({ ...SMALL, replace: 'fresh' });
    expect(view.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect([view.messages.at(-1), textOf(view).includes(RULE)]).toEqual([user('Next.'), true]);
  });
});

describe('a report that cannot be true', () => {
  it('of more than the window changes nothing: the next view is made as before', async () => {
    const session = await opened();
    const list = [user('Hello.')];
    const view = await (await session.sync(list)).prepare({ window: 32_000 });
    const answer = assistant('Hello.');
    await view.report({ answer, usage: { input: 40_000, output: 3, model: 'm' } });
    const next = await (await session.sync([...list, answer, user('Again?')])).prepare({ window: 32_000 });
    expect(next.account.tokens.floor).toBe(0);
  });
});

describe('windows that change', () => {
  // Covers: C2, C6
  it('a view that cannot be sent writes nothing', async () => {
    const session = await opened();
    const list = [user(RULE), assistant('Noted.'), ...[1, 2, 3, 4].flatMap(turn), user('Next.')];
    const call = await session.sync(list);
    await expect(call.prepare({ window: 300 })).rejects.toMatchObject({ code: 'view-unreachable' });
    expect((await session.status()).current.revision).toBe(call.revision);
  });

  it('what a small window had no room for comes back in a larger one', async () => {
    const session = await opened();
    const asked = Array.from({ length: 12 }, (_, at) => [
      user(`Tell me about garden ${at}: ${`I saw tulips and mint there in week ${at}. `.repeat(8)}`),
      assistant(`Garden ${at} is fine.`),
    ]);
    const list = [user(RULE), assistant('Noted.'), ...asked.flat(), ...[1, 2].flatMap(turn), user('Next.')];
    const small = await (await session.sync(list)).prepare({ window: 3_000 });
    expect(small.account.pins.indexed).toBeGreaterThan(0);
    const large = await (await session.sync(list)).prepare({ window: 100_000 });
    expect([large.account.pins.indexed, large.account.facts.leftOut]).toEqual([0, 0]);
    expect((await (await session.sync(list)).prepare({ window: 100_000 })).messages).toEqual(large.messages);
  });
});

describe('a short reply', () => {
  // Covers: L2
  it('names the question that it replies to, and is not taken for the same words elsewhere', async () => {
    const session = await opened();
    const list = [
      user('Prepare the move.'),
      assistant('It is ready. Shall I move the payment tables too?'),
      user('yes'),
      assistant('Moved. Shall I delete the old ones?'),
      user('yes'),
      assistant('Deleted.'),
      user('Go on.'),
    ];
    const view = await (await session.sync(list)).prepare({ ...SMALL, tail: 0, overflow: true });
    const text = textOf(view);
    expect(text).toMatch(/\[e3 · user · 3 characters · replies to e2 · .*\]\nyes/);
    expect(text).toMatch(/\[e5 · user · 3 characters · replies to e4 · .*\]\nyes/);
    expect(text).toContain('the assistant asked: “Shall I move the payment tables too?” [e2]');
  });
});

describe('a rule that is retired while a view uses it', () => {
  it('is gone from the next turn on', async () => {
    // Covers: L3
    const session = await opened();
    const list = [system('Be brief.'), user(RULE), assistant('Noted.')];
    await talk(session, list, 8);
    list.push(user('And now?'));
    const before = await (await session.sync(list)).prepare(SMALL);
    expect(textOf(before)).toContain(`${RULE}\n[end of`);
    const pin = (await session.ledger()).facts.find(({ claim }) => claim === RULE);
    await session.retire(pin?.handle ?? '');
    const after = await (await session.sync(list)).prepare(SMALL);
    expect([after.account.adopted, textOf(after).includes(`${RULE}\n[end of`)]).toEqual([true, false]);
  });
});
