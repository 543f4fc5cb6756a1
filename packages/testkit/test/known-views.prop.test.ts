/**
 * Covers: A4, C4, L2. Views are the same whether messages are known by their object or not, and in a process that knows
 * the conversation or one that reads it for the first time.
 */
import { type Daybook, type Message, type MessagePart, openDaybook } from '@daybook/core';
import { knownMessage } from '@daybook/core/adapter';
import { type MemoryState, memoryStore } from '@daybook/core/memory';
import fc from 'fast-check';
import { expect, it } from 'vitest';

const SALT = new Uint8Array(32).fill(7);
const VIEW = { window: 4_000, model: 'm' };

interface Step {
  readonly thinks: boolean;
  readonly says: boolean;
  readonly results: readonly number[];
}

const step: fc.Arbitrary<Step> = fc.record({
  thinks: fc.boolean(),
  says: fc.boolean(),
  results: fc.array(fc.nat(1_500), { minLength: 1, maxLength: 3 }),
});
const turns = fc.array(fc.tuple(fc.nat(400), fc.array(step, { maxLength: 4 })), {
  minLength: 3,
  maxLength: 8,
});

/** The list of each call of the model, and what it answers. */
function callsOf(conversation: readonly (readonly [number, readonly Step[]])[]) {
  const list: Message[] = [{ role: 'system', parts: [text('Be brief.')] }];
  const calls: { readonly list: readonly Message[]; readonly answer: Message }[] = [];
  const add = (answer: Message): void => {
    calls.push({ list: [...list], answer });
    list.push(answer);
  };
  for (const [turn, [words, steps]] of conversation.entries()) {
    list.push({
      role: 'user',
      parts: [text(`Request ${turn}. ${'Please look again. '.repeat(words / 20)}`)],
    });
    for (const [at, { thinks, says, results }] of steps.entries()) {
      const ids = results.map((_, call) => `c${turn}-${at}-${call}`);
      const thought: MessagePart[] = thinks ? [{ type: 'reasoning', text: 'I think. '.repeat(20) }] : [];
      const said: MessagePart[] = says ? [text(`Looking ${turn}-${at}.`)] : [];
      const asked = ids.map(
        (callId): MessagePart => ({ type: 'tool-call', callId, name: 'look', input: { callId } }),
      );
      add({ role: 'assistant', parts: [...thought, ...said, ...asked] });
      const given = ids.map((callId, call): MessagePart => {
        const output = [text(`${callId}: ${'all in order. '.repeat((results[call] ?? 0) / 14)}`)];
        return { type: 'tool-result', callId, name: 'look', status: 'returned', output };
      });
      list.push({ role: 'tool', parts: given });
    }
    add({ role: 'assistant', parts: [text(`Answer ${turn}.`)] });
  }
  return calls;
}

function text(words: string) {
  return { type: 'text' as const, text: words };
}

const open = (state: MemoryState): Promise<Daybook> =>
  openDaybook({ store: memoryStore(state), salt: SALT, clock: () => undefined });

it('gives the same views for known messages, for others, and in a process that knows nothing', async () => {
  let folds = 0;
  await fc.assert(
    fc.asyncProperty(turns, async (conversation) => {
      const [known, fresh, cold]: MemoryState[] = [new Map(), new Map(), new Map()];
      const [warm, plain] = [await open(known as MemoryState), await open(fresh as MemoryState)];
      const objects = new Map<Message, Message>();
      const knownOf = (message: Message): Message => {
        const made = objects.get(message) ?? knownMessage(message);
        objects.set(message, made);
        return made;
      };
      for (const { list, answer } of callsOf(conversation)) {
        const processes = [
          [warm, list.map(knownOf)],
          [plain, structuredClone(list)],
          [await open(cold as MemoryState), list],
        ] as const;
        const views = [];
        for (const [daybook, handed] of processes) {
          const view = await (await daybook.session({ session: 's' }).sync(handed)).prepare(VIEW);
          views.push({
            id: view.viewId,
            messages: view.messages,
            from: view.from,
            notices: view.account.notices,
          });
          const input = Math.ceil(JSON.stringify(view.messages).length / 4);
          await view.report({ answer, usage: { input, output: 5, model: 'm' } });
          folds += view.account.folds.length;
        }
        expect(views[1]).toEqual(views[0]);
        expect(views[2]).toEqual(views[0]);
      }
      const heads = await Promise.all(
        [warm, plain].map(async (daybook) => (await daybook.session({ session: 's' }).status()).current.head),
      );
      expect(heads[1]).toBe(heads[0]);
    }),
    { numRuns: 25 },
  );
  expect(folds).toBeGreaterThan(20);
}, 120_000);

it('shows an early list that comes back nothing of what came later, and goes on from it as a branch', async () => {
  let behind = 0;
  await fc.assert(
    fc.asyncProperty(turns, fc.nat(), async (conversation, seed) => {
      const state: MemoryState = new Map();
      const session = (await open(state)).session({ session: 's' });
      const calls = callsOf(conversation);
      for (const { list, answer } of calls) {
        const view = await (await session.sync(list)).prepare(VIEW);
        const input = Math.ceil(JSON.stringify(view.messages).length / 4);
        await view.report({ answer, usage: { input, output: 5, model: 'm' } });
      }
      const early = calls[seed % calls.length] as (typeof calls)[number];
      const last = calls.at(-1)?.list ?? [];
      const view = await (await session.sync(early.list)).prepare(VIEW);
      if (view.account.notices.includes('behind')) behind++;
      const shown = JSON.stringify(view.messages);
      for (const word of marksIn(last.slice(early.list.length))) expect(shown).not.toContain(word);
      for (const word of marksIn(early.list.slice(-1))) expect(shown).toContain(word);
      const other: Message = { role: 'assistant', parts: [text('Quite another answer.')] };
      const { opened } = await view.report({ answer: other });
      if (early.list.length < last.length) expect(opened).toBe('branch');
      const next = [...early.list, other, { role: 'user' as const, parts: [text('And then?')] }];
      const then = JSON.stringify((await (await session.sync(next)).prepare(VIEW)).messages);
      for (const word of marksIn(last.slice(early.list.length))) expect(then).not.toContain(word);
      expect((await session.replay()).differing).toEqual([]);
    }),
    { numRuns: 30 },
  );
  expect(behind).toBeGreaterThan(0);
}, 120_000);

it('puts what the journal holds in front of a list of what is new only', async () => {
  let folds = 0;
  await fc.assert(
    fc.asyncProperty(turns, async (conversation) => {
      const session = (await open(new Map())).session({ session: 's' });
      for (const { list, answer } of callsOf(conversation)) {
        const turn = list.slice(list.findLastIndex(({ role }) => role === 'user'));
        const handed = [list[0] as Message, ...turn];
        const call = await session.sync(handed, { history: 'delta' });
        const view = await call.prepare(VIEW);
        folds += view.account.folds.length;
        const shown = view.from.flatMap((at, index) =>
          at === null ? [] : [[at, view.messages[index]] as const],
        );
        for (const [at, message] of shown) expect(message?.role).toBe(handed[at]?.role);
        expect(shown.at(-1)?.[0]).toBe(handed.length - 1);
        const words = JSON.stringify(view.messages);
        const requests = list.filter(({ role }) => role === 'user').flatMap((one) => marksIn([one]));
        for (const word of requests) expect(words.split(word)).toHaveLength(2);
        const ids = view.messages.flatMap(({ parts }) =>
          parts.flatMap((part) => (part.type === 'tool-call' || part.type === 'tool-result' ? [part] : [])),
        );
        const [calls, results] = (['tool-call', 'tool-result'] as const).map((type) =>
          ids.filter((part) => part.type === type).map(({ callId }) => callId),
        );
        expect(results).toEqual(calls);
        const input = Math.ceil(words.length / 4);
        await view.report({ answer, usage: { input, output: 5, model: 'm' } });
      }
      expect((await session.status()).branches).toHaveLength(1);
    }),
    { numRuns: 30 },
  );
  expect(folds).toBeGreaterThan(10);
}, 120_000);

/** What tells a message from all others: numbered requests and answers, ids of calls. */
function marksIn(list: readonly Message[]): string[] {
  return list.flatMap(({ parts }) =>
    parts.flatMap((part) => {
      if (part.type === 'tool-call' || part.type === 'tool-result') return [part.callId];
      return part.type === 'text' ? (/^(?:Request|Answer|Looking) [\d-]+\./.exec(part.text) ?? []) : [];
    }),
  );
}
