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
