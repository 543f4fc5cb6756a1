import { describe, expect, it } from 'vitest';
import { inMemory } from '../../../test/daybook.ts';
import { assistant, call, result, says, system, user } from '../../../test/messages.ts';
import { turn } from '../../../test/turns.ts';
import { knownMessage } from '../../journal/known.ts';
import type { Message } from '../../journal/message.ts';
import { memoryStore } from '../../store/memory.ts';
import type { Session } from '../session.ts';
import type { View, ViewOptions } from '../view.ts';

const RULE = 'Never touch the payment tables without asking me.';
const SMALL: ViewOptions = { window: 8_000 };

const TALK: readonly Message[] = [
  system('Be brief.'),
  user(RULE),
  assistant('Noted.'),
  ...[1, 2, 3, 4, 5, 6, 7, 8].flatMap(turn),
  user('Next.'),
];

async function folded(options: ViewOptions): Promise<{ session: Session; view: View }> {
  const session = (await inMemory(memoryStore())).session({ session: 's' });
  const view = await (await session.sync(TALK)).prepare(options);
  expect(view.account.adopted).toBe(true);
  return { session, view };
}

describe('a view that the application hands back as its list', () => {
  // Covers: J6, C4, L2
  for (const voice of ['split', 'merged', 'system'] as const)
    it(`has daybook's own text taken out, appends what is new and gives the same view (${voice})`, async () => {
      const { session, view } = await folded({ ...SMALL, voice });
      const before = (await session.status()).byKind;
      const back = [...view.messages, assistant('Next it is.'), user('And then?')];
      const call = await session.sync(back);
      expect([call.appended, call.scope.branch, call.scope.lane]).toEqual([2, 'main', 'main']);
      expect(call.events.find(({ type }) => type === 'own-text-removed')?.count).toBe(
        voice === 'merged' ? 1 : 2,
      );
      const next = await call.prepare({ ...SMALL, voice });
      expect(next.messages.slice(0, view.messages.length)).toEqual(view.messages);
      const after = (await session.status()).byKind;
      expect([after.message, after.derived]).toEqual([(before.message ?? 0) + 2, before.derived]);
    });
});

describe('a list that the application trims itself', () => {
  // Covers: A4, L2
  it('is folded before what it dropped is lost, and the rule comes back', async () => {
    const session = (await inMemory(memoryStore())).session({ session: 's' });
    const list = [
      system('Be brief.'),
      user(RULE),
      assistant('Noted.'),
      ...[1, 2, 3].flatMap(turn),
      user('Next.'),
    ];
    await (await session.sync(list)).prepare({ window: 100_000 });
    const trimmed = [list[0] as Message, ...list.slice(-5)];
    const call = await session.sync(trimmed);
    expect(call.appended).toBe(0);
    const view = await call.prepare({ window: 100_000 });
    expect([view.account.plan.reason, view.account.adopted]).toEqual(['dropped-uncovered', true]);
    expect(JSON.stringify(view.messages)).toContain(RULE);
    expect(view.messages.slice(-5)).toEqual(list.slice(-5));
    expect((await (await session.sync(trimmed)).prepare({ window: 100_000 })).messages).toEqual(
      view.messages,
    );
  });
});

describe('a list with a provider’s own compaction item', () => {
  // Covers: P5, P3
  it('is journaled, folded by nobody and sent as it came', async () => {
    const session = (await inMemory(memoryStore())).session({ session: 's' });
    const sealed = says('assistant', [{ type: 'opaque', provider: 'example', item: { sealed: 'b3Bh' } }]);
    const list = [TALK[0] as Message, sealed, ...TALK.slice(1), user('')];
    const view = await (await session.sync(list)).prepare(SMALL);
    expect(view.messages).toEqual(list);
    expect([view.account.notices, view.account.folds]).toEqual([['opaque'], []]);
    await expect((await session.sync(list)).prepare({ window: 4_000 })).rejects.toMatchObject({
      code: 'view-unreachable',
      details: { reason: 'opaque' },
    });
  });
});

describe('only what is new', () => {
  it('gives the same view as the whole list', async () => {
    // Covers: A4
    const { session, view } = await folded(SMALL);
    const delta = await session.sync([user('Next.')], { history: 'delta' });
    expect(delta.appended).toBe(0);
    expect((await delta.prepare(SMALL)).messages).toEqual(view.messages);
    expect((await session.view(SMALL)).messages).toEqual(view.messages);
  });
});

describe('secrets', () => {
  // Covers: S1
  it('are hidden in what is derived; in pins and tail where the application asks for it', async () => {
    const session = (await inMemory(memoryStore())).session({ session: 's' });
    const token = ['ghp', '_', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('');
    const list = [
      user(`Use ${token} for the mirror, always.`),
      says('assistant', [
        call('c1', { command: `curl -H "Authorization: Bearer ${token}" https://mirror.example` }, 'shell'),
      ]),
      says('tool', [result('c1', `token ${token} accepted`)]),
      assistant(`I used ${token}.`),
      user(`Is ${token} still good?`),
    ];
    const call1 = await session.sync(list);
    const view = await call1.prepare({ ...SMALL, tail: 0, overflow: true });
    const [opener, record, last] = view.messages.map((message) => JSON.stringify(message));
    expect([opener, record, last].map((text) => text?.includes(token))).toEqual([true, false, true]);
    const hidden = await call1.prepare({ ...SMALL, redact: { view: true } });
    expect(JSON.stringify(hidden.messages)).not.toContain(token);
    expect(hidden.account.hidden).toBeGreaterThan(1);
    expect(hidden.viewId).not.toBe(view.viewId);
  });
});

describe('a list of what is new only', () => {
  // Covers: A4, F1
  it('stands behind what the journal gives, as it was handed over', async () => {
    const session = (await inMemory(memoryStore())).session({ session: 's' });
    await session.sync(TALK);
    const asked = [system('Be brief.'), user('What now?')];
    const first = await (await session.sync(asked, { history: 'delta' })).prepare({ window: 100_000 });
    expect(first.messages).toEqual([...TALK, user('What now?')]);
    expect(first.from.filter((at) => at !== null)).toEqual([0, 1]);
    const step = [says('assistant', [call('c')]), says('tool', [result('c')])];
    const second = await (await session.sync([...asked, ...step], { history: 'delta' })).prepare({
      window: 100_000,
    });
    expect(second.messages).toEqual([...first.messages, ...step]);
    expect(second.from.filter((at) => at !== null)).toEqual([0, 1, 2, 3]);
  });
});

describe('an answer that was cut short and comes back', () => {
  // Covers: A4
  it('is named, also when only the end of the list is looked at', async () => {
    const session = (await inMemory(memoryStore())).session({ session: 's' });
    const [question, half, next] = [user('Why?'), assistant('Because'), user('Go on.')].map(knownMessage) as [
      Message,
      Message,
      Message,
    ];
    const call = await session.sync([question]);
    await call.report({ answer: half, aborted: true });
    expect(call.cutShort).toEqual([]);
    expect((await session.sync([question, half, next])).cutShort).toEqual([1]);
    const more = [assistant('It is so.'), user('Oh.'), assistant('Yes.')].map(knownMessage);
    expect((await session.sync([question, half, next, ...more])).cutShort).toEqual([1]);
  });
});
