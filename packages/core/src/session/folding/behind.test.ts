/** Lists that end in front of what folds cover: an early answer is made again, or a program runs again from its beginning. */
import { describe, expect, it } from 'vitest';
import { inMemory } from '../../../test/daybook.ts';
import { assistant, system, user } from '../../../test/messages.ts';
import { turn } from '../../../test/turns.ts';
import type { Message } from '../../journal/message.ts';
import { memoryStore } from '../../store/memory.ts';
import type { Session } from '../session.ts';

const TURNS = [1, 2, 3, 4, 5, 6, 7, 8].map(turn);
const TALK: readonly Message[] = [
  system('Be brief.'),
  user('Good day.'),
  assistant('Good day.'),
  ...TURNS.flat(),
  user('Next.'),
];
const SMALL = { window: 8_000 };
/** Up to the question of the second turn. */
const EARLY = [...TALK.slice(0, 3), ...(TURNS[0] as Message[]), (TURNS[1] as Message[])[0] as Message];

async function folded(): Promise<Session> {
  const session = (await inMemory(memoryStore())).session({ session: 's' });
  const view = await (await session.sync(TALK)).prepare(SMALL);
  expect(view.account.adopted).toBe(true);
  return session;
}

describe('a list that ends in front of what folds cover', () => {
  // Covers: J5, J10, A4
  it('is sent as it is: nothing of what came later is in its view, and nothing is folded', async () => {
    const session = await folded();
    const before = await session.status();
    const call = await session.sync(EARLY);
    const view = await call.prepare(SMALL);
    expect(view.messages).toEqual(EARLY);
    expect([view.account.notices, view.account.covered, view.account.folds]).toEqual([['behind'], 0, []]);
    expect((await session.status()).current).toEqual(before.current);
  });

  it('goes on as a branch when another answer comes, and stays where it is when the same one does', async () => {
    const session = await folded();
    const same = await (await (await session.sync(EARLY)).prepare(SMALL)).report({
      answer: TURNS[1]?.[1] as Message,
    });
    expect([same.place.branch, same.appended]).toEqual(['main', 0]);
    const other = assistant('It is another answer altogether.');
    const reported = await (await (await session.sync(EARLY)).prepare(SMALL)).report({ answer: other });
    expect(reported.opened).toBe('branch');
    const next = await (await session.sync([...EARLY, other, user('And now?')])).prepare(SMALL);
    expect(next.messages).toEqual([...EARLY, other, user('And now?')]);
    expect(next.account.notices).toEqual([]);
  });

  it('is shortened without a fold when it does not fit', async () => {
    const session = (await inMemory(memoryStore())).session({ session: 's' });
    const talk = Array.from({ length: 60 }, (_, at) => [
      user(`And what of day ${at}?`),
      assistant(`On day ${at} nothing happened. `.repeat(20)),
    ]).flat();
    await (await session.sync([...talk, user('Next.')])).prepare(SMALL);
    const { current } = await session.status();
    const view = await (await session.sync(talk.slice(0, 41))).prepare({ window: 2_000 });
    expect([view.account.notices, view.account.failure]).toEqual([['degraded'], 'behind']);
    expect(view.messages.at(-1)).toEqual(talk[40]);
    expect((await session.status()).current).toEqual(current);
    const { opened } = await view.report({ answer: assistant('So be it.') });
    expect(opened).toBe('branch');
    expect((await session.replay()).differing).toEqual([]);
  });
});
