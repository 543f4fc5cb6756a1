/** Adapters that lose their way where something is missing or fails. */
import type { BrokenAdapter } from './broken-adapter.ts';
import { honest, prepared } from './reference-adapter.ts';

export const failingMistakes: readonly BrokenAdapter[] = [
  {
    name: 'has a session for everybody who names none',
    suite: 'missing session',
    lie: () => ({
      session: (daybook, names) => honest.session(daybook, { session: 'default', ...names }),
    }),
  },
  {
    name: 'refuses a missing session without a type',
    suite: 'missing session',
    lie: () => ({
      session(daybook, names) {
        if (names.session === undefined) throw new Error('no session');
        return honest.session(daybook, names);
      },
    }),
  },
  {
    name: 'keeps the session of its first call',
    suite: 'two sessions',
    lie: () => {
      let first: Parameters<typeof honest.session>[1] | undefined;
      return {
        session(daybook, names) {
          first ??= names;
          return honest.session(daybook, first);
        },
      };
    },
  },
  {
    name: 'forgets the tenant',
    suite: 'two sessions',
    lie: () => ({ session: (daybook, { tenant: _, ...names }) => honest.session(daybook, names) }),
  },
  {
    name: 'forgets the lane',
    suite: 'two sessions',
    lie: () => ({ session: (daybook, { lane: _, ...names }) => honest.session(daybook, names) }),
  },
  {
    name: 'keeps the call that is running in itself',
    suite: 'two sessions',
    lie: () => {
      let running: Parameters<typeof honest.answered>[0] | undefined;
      return {
        async prepare(session, messages, options) {
          running = await honest.prepare(session, messages, options);
          return running;
        },
        answered: (call, answer, stream) => honest.answered(running ?? call, answer, stream),
      };
    },
  },
  {
    name: 'tells another failure than the one that was',
    suite: 'retry',
    lie: () => ({
      failed() {
        throw new Error('something went wrong');
      },
    }),
  },
  {
    name: 'answers for a provider that failed',
    suite: 'retry',
    lie: () => ({
      failed: () => ({ role: 'assistant', parts: [{ type: 'text', text: 'Sorry, not now.' }] }),
    }),
  },
  {
    name: 'gives up at the first refusal',
    suite: 'overflow',
    lie: () => ({ again: async () => undefined }),
  },
  {
    name: 'tries a refused request three times',
    suite: 'overflow',
    lie: () => ({
      again: (call, options, refusals) => honest.again(call, options, Math.max(1, refusals - 1)),
    }),
  },
  {
    name: 'sends a refused request again as it was',
    suite: 'overflow',
    lie: () => ({ again: async (call, _, refusals) => (refusals > 1 ? undefined : call) }),
  },
  {
    name: 'takes every failure for a refusal',
    suite: 'overflow',
    lie: () => ({ isTooLarge: () => true }),
  },
  {
    name: 'says that it is busy instead of what the provider said',
    suite: 'overflow',
    lie: () => ({
      failed() {
        throw new Error('too much to do');
      },
    }),
  },
  {
    name: 'fails when the store is away',
    suite: 'store away',
    lie: () => ({
      async prepare(session, messages, options) {
        const call = await session.sync(messages);
        return prepared(call, await call.prepare(options));
      },
    }),
  },
  {
    name: 'loses an answer that it cannot journal',
    suite: 'store away',
    lie: () => ({
      async answered({ view, report }, answer) {
        await report?.(answer);
        return view.account.failure;
      },
    }),
  },
  {
    name: 'says that all went well when the store is away',
    suite: 'store away',
    lie: () => ({
      async prepare(session, messages, options) {
        const made = await honest.prepare(session, messages, options);
        const account = { ...made.view.account, notices: [], failure: null };
        return { ...made, view: { ...made.view, account } };
      },
      async answered(call, answer, stream) {
        await honest.answered(call, answer, stream);
        return null;
      },
    }),
  },
];
