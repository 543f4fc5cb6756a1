/** Lists that go on from one that is known are aligned from their end; the testkit's scripts show that it is the same. */
import { describe, expect, it } from 'vitest';
import { inMemory } from '../../test/daybook.ts';
import { assistant, user } from '../../test/messages.ts';
import { knownMessage } from '../journal/known.ts';
import type { Message } from '../journal/message.ts';
import { memoryStore } from '../store/memory.ts';
import type { GroupQuery, Store } from '../store/port.ts';
import type { Session } from './session.ts';

const LONG = Array.from({ length: 100 }, (_, at) => [user(`Question ${at}.`), assistant(`Answer ${at}.`)])
  .flat()
  .map(knownMessage);

/** A session, and how many keys each look at the store asked for. */
async function watched(): Promise<{ session: Session; asked: number[] }> {
  const asked: number[] = [];
  const store: Store = new Proxy(memoryStore(), {
    get(target, name) {
      const member = Reflect.get(target, name, target);
      if (name !== 'find') return typeof member === 'function' ? member.bind(target) : member;
      return (key: Parameters<Store['find']>[0], query: GroupQuery) => {
        asked.push(query.keys.length);
        return target.find(key, query);
      };
    },
  });
  return { session: (await inMemory(store)).session({ session: 's' }), asked };
}

const next = (...said: readonly Message[]): Message[] => [...LONG, ...said.map(knownMessage)];

describe('a list that goes on', () => {
  it('asks the store for its end only', async () => {
    const { session, asked } = await watched();
    await session.sync(LONG);
    const call = await session.sync(next(user('And now?')));
    expect([call.appended, call.scope.branch]).toEqual([1, 'main']);
    expect(asked[0]).toBeGreaterThanOrEqual(LONG.length);
    expect(asked.slice(1)).toEqual([2]);
  });

  it('asks for all of it when its messages are other objects', async () => {
    const { session, asked } = await watched();
    await session.sync(LONG);
    await session.sync(structuredClone([...LONG]));
    expect(asked[1]).toBe(asked[0]);
  });

  it('is looked at as a whole when its new words stand on another branch', async () => {
    const { session, asked } = await watched();
    await session.sync(next(user('Left?'), assistant('Left.')));
    const right = await session.sync(next(user('Right?'), assistant('Right.')));
    expect(right.scope.branch).not.toBe('main');
    const back = await session.sync(next(user('Left?'), assistant('Left.'), user('Good.')));
    expect([back.scope.branch, back.appended]).toEqual(['main', 1]);
    expect(asked.at(-1)).toBeGreaterThan(LONG.length);
  });

  it('settles the answer that was reported in between', async () => {
    const { session, asked } = await watched();
    const asks = next(user('And now?'));
    await (await session.sync(asks)).report({ answer: assistant('Now this.') });
    const call = await session.sync([
      ...asks,
      knownMessage(assistant('Now this.')),
      knownMessage(user('Fine.')),
    ]);
    expect([call.appended, call.events]).toEqual([1, []]);
    expect(asked.at(-1)).toBeLessThan(10);
  });
});
