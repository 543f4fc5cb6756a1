/** Lists of known messages come to the record that others come to; what an early list was shown spoils nothing. */
import { describe, expect, it } from 'vitest';
import { headsOf, inMemory } from '../../test/daybook.ts';
import { assistant, system, user } from '../../test/messages.ts';
import { turn } from '../../test/turns.ts';
import { knownMessage } from '../journal/known.ts';
import type { Message } from '../journal/message.ts';
import { memoryStore } from '../store/memory.ts';
import type { Answer } from './answer.ts';
import type { Session } from './session.ts';

const SMALL = { window: 8_000, model: 'm' };
const TALK: readonly Message[] = [
  system('Be brief.'),
  user('Good day.'),
  assistant('Good day.'),
  ...[1, 2, 3, 4, 5, 6, 7, 8].flatMap(turn),
  user('Next.'),
];

describe('a list that ends in front of folds', () => {
  it('leaves what this process knows of the folds as it is when its call is cut short', async () => {
    const store = memoryStore();
    const session = (await inMemory(store)).session({ session: 's' });
    const first = await (await session.sync(TALK)).prepare(SMALL);
    expect(first.account.adopted).toBe(true);
    const early = await (await session.sync(TALK.slice(0, 8))).prepare(SMALL);
    expect(early.account.notices).toEqual(['behind']);
    await early.report({
      answer: assistant('Page'),
      aborted: true,
      usage: { input: 900, output: 5, model: 'm' },
    });
    const warm = await (await session.sync(TALK)).prepare(SMALL);
    const cold = (await inMemory(store)).session({ session: 's' });
    const colds = await (await cold.sync(TALK)).prepare(SMALL);
    expect(warm.account.folds).toEqual([]);
    expect(warm.messages).toEqual(first.messages);
    expect(colds.messages).toEqual(warm.messages);
    expect((await session.replay()).differing).toEqual([]);
  });
});

interface Handing {
  readonly list: readonly Message[];
  readonly process?: number;
  readonly report?: Answer;
}

/** The same lists as known messages and as others, by processes on one store. */
async function bothWays(handings: readonly Handing[]) {
  const objects = new Map<Message, Message>();
  const known = (message: Message): Message => {
    const made = objects.get(message) ?? knownMessage(message);
    objects.set(message, made);
    return made;
  };
  const copied = (message: Message): Message => structuredClone(message);
  const told = [];
  for (const hand of [copied, known]) {
    const store = memoryStore();
    const sessions = await Promise.all(
      [0, 1].map(async () => (await inMemory(store)).session({ session: 's' })),
    );
    const calls = [];
    for (const { list, process = 0, report } of handings) {
      const call = await (sessions[process] as Session).sync(list.map(hand));
      if (report) await call.report(report);
      const { place, appended, events, cutShort } = call;
      calls.push({ place, appended, events, cutShort });
    }
    told.push({ calls, heads: await headsOf(sessions[0] as Session) });
  }
  return told as [(typeof told)[0], (typeof told)[0]];
}

describe('known messages', () => {
  const [u1, a1, u2, a2, u3] = [
    user('One?', { id: 'm1' }),
    assistant('One.', { id: 'm2' }),
    user('Two?', { id: 'm3' }),
    assistant('Two.', { id: 'm4' }),
    user('Three?', { id: 'm5' }),
  ] as const;
  const begin = [u1, a1, u2, a2] as const;
  const right = user('Right?');

  it('with an id that comes again are the same group, as others are', async () => {
    const [plain, known] = await bothWays([{ list: [...begin, u3] }, { list: [...begin, u3, a1] }]);
    expect(known).toEqual(plain);
  });

  it('that end in front of a fork stand where others do, and so does their answer', async () => {
    const half = { answer: assistant('Thr'), aborted: true };
    const [plain, known] = await bothWays([
      { list: [...begin, u3] },
      { list: [...begin, right] },
      { list: begin, report: half },
    ]);
    expect(known).toEqual(plain);
  });

  it('that leave a fork with another header are the same branch', async () => {
    const [a, b] = [system('A'), system('B')];
    const [plain, known] = await bothWays([
      { list: [a, ...begin, u3] },
      { list: [b, ...begin, right] },
      { list: [b, ...begin, user('Up?')] },
    ]);
    expect(known).toEqual(plain);
  });

  it('of a lane of their own go where others go', async () => {
    const side = [user('Side?'), assistant('Side.'), user('Summarise.'), assistant('Done.')];
    const [plain, known] = await bothWays([
      { list: [u1, a1, u2] },
      { list: side },
      { list: [...begin, user('Summarise.')], process: 1 },
      { list: [...side, user('More.')] },
    ]);
    expect(known).toEqual(plain);
  });
});
