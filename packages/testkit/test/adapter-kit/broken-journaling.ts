/** Adapters that put something else on record than what happened. */
import type { Message } from '@daybook/core';
import { type BrokenAdapter, partByPart, without } from './broken-adapter.ts';
import { honest, prepared } from './reference-adapter.ts';

export const journalingMistakes: readonly BrokenAdapter[] = [
  {
    name: 'does not report answers',
    suite: 'journal',
    lie: () => ({ answered: async () => null }),
  },
  {
    name: 'reports no usage',
    suite: 'journal',
    lie: () => ({
      answered: (call, { usage: _, ...answer }, stream) => honest.answered(call, answer, stream),
    }),
  },
  {
    name: 'reports an answer twice, in two forms',
    suite: 'journal',
    lie: () => ({
      async answered(call, given, stream) {
        await honest.answered(call, given, stream);
        const { answer } = given;
        const again = answer && {
          ...answer,
          parts: [...answer.parts, { type: 'text', text: '(end)' } as const],
        };
        return honest.answered(call, { ...given, ...(again ? { answer: again } : {}) }, stream);
      },
    }),
  },
  {
    name: 'journals results as words of the user',
    suite: 'journal',
    lie: () => ({
      handedOver: (messages) =>
        messages.flatMap((message): Message[] =>
          message.role === 'tool' ? [message, { role: 'user', parts: textsOf(message) }] : [message],
        ),
    }),
  },
  {
    name: 'reports what was streamed piece by piece',
    suite: 'stream equals generate',
    lie: () => ({
      answered(call, given, stream) {
        const { answer } = given;
        if (!stream || !answer) return honest.answered(call, given, stream);
        const [pieces] = partByPart([answer], (part) =>
          part.type === 'text'
            ? [part.text.slice(0, 5), part.text.slice(5)].map((text) => ({ type: 'text', text }))
            : [part],
        );
        return honest.answered(call, { ...given, ...(pieces ? { answer: pieces } : {}) }, stream);
      },
    }),
  },
  {
    name: 'forgets answers that were cut short',
    suite: 'abort',
    lie: () => ({
      answered: async (call, given, stream) => (given.aborted ? null : honest.answered(call, given, stream)),
    }),
  },
  {
    name: 'takes an answer that was cut short for a whole one',
    suite: 'abort',
    lie: () => ({
      answered: (call, { aborted: _, ...given }, stream) => honest.answered(call, given, stream),
    }),
  },
  {
    name: 'writes reasoning down as text',
    suite: 'reasoning',
    lie: () => ({
      answered(call, given, stream) {
        const { answer } = given;
        if (!answer) return honest.answered(call, given, stream);
        const [told] = partByPart([answer], (part) =>
          part.type === 'reasoning' ? [{ type: 'text', text: part.text }] : [part],
        );
        return honest.answered(call, { ...given, ...(told ? { answer: told } : {}) }, stream);
      },
    }),
  },
  {
    name: 'goes on with the list it has seen, whatever is handed over',
    suite: 'edit',
    lie: () => ({ handedOver: remembering() }),
  },
  {
    name: 'reports one answer to each question',
    suite: 'regenerate',
    lie: () => {
      const answered = new Set<string>();
      return {
        async answered(call, given, stream) {
          const place = `${call.call?.place.ordinal}`;
          if (answered.has(place)) return null;
          answered.add(place);
          return honest.answered(call, given, stream);
        },
      };
    },
  },
  {
    name: 'takes a trimmed list for another conversation',
    suite: 'trimmed front',
    lie: () => ({
      prepare: async (session, messages, options) => {
        const first = messages.find(({ role }) => role === 'user');
        const isTrimmed = JSON.stringify(first).includes('Please look');
        if (!isTrimmed) return honest.prepare(session, messages, options);
        const call = await session.sync(messages, { history: 'delta' });
        return {
          ...prepared(call, await call.prepare(options)),
          view: await session.degraded(messages, options),
        };
      },
    }),
  },
  {
    name: 'adds the time to the question',
    suite: 'retry',
    lie: () => {
      let minute = 0;
      return {
        handedOver(messages) {
          minute++;
          const last = messages.findLast(({ role }) => role === 'user');
          return messages.map((message) =>
            message === last
              ? { ...message, parts: [...message.parts, { type: 'text', text: `It is minute ${minute}.` }] }
              : message,
          );
        },
      };
    },
  },
  {
    name: 'hides opaque items from the journal',
    suite: 'opaque items',
    lie: () => ({ handedOver: (messages) => without(messages, 'opaque') }),
  },
  {
    name: 'waits for the end of a message before it hands it over',
    suite: 'growing messages',
    lie: () => ({
      handedOver: (messages) => (messages.at(-1)?.role === 'assistant' ? messages.slice(0, -1) : messages),
    }),
  },
  {
    name: 'does not report answers that wait for somebody',
    suite: 'approvals',
    lie: () => ({
      answered: async (call, given, stream) =>
        given.answer?.parts.some((part) => part.type === 'tool-call' && part.name === 'ship_page')
          ? null
          : honest.answered(call, given, stream),
    }),
  },
  {
    name: 'takes a denial for a failure of the tool',
    suite: 'approvals',
    lie: () => ({
      handedOver: (messages) =>
        partByPart(messages, (part) =>
          part.type === 'tool-result' && part.status === 'denied' ? [{ ...part, status: 'error' }] : [part],
        ),
    }),
  },
  {
    name: "takes a person's reason for the tool's words",
    suite: 'approvals',
    lie: () => ({
      handedOver: (messages) =>
        partByPart(messages, (part) =>
          part.type === 'text' && part.speaker === 'user' ? [{ type: 'text', text: part.text }] : [part],
        ),
    }),
  },
  {
    name: 'journals side calls in the main lane',
    suite: 'side calls',
    lie: () => ({
      async prepare(session, messages, options) {
        const call = await session.sync(messages, { history: messages.length <= 2 ? 'delta' : 'full' });
        return prepared(call, await call.prepare(options));
      },
    }),
  },
];

/** The longest list so far, with the last message of each later one behind it. */
function remembering(): (messages: readonly Message[]) => readonly Message[] {
  let known: readonly Message[] = [];
  return (messages) => {
    const last = messages.at(-1);
    known = messages.length > known.length || !last ? messages : [...known, last];
    return known;
  };
}

function textsOf({ parts }: Message): Message['parts'] {
  return parts.flatMap((part) =>
    part.type === 'tool-result' ? part.output.filter((item) => item.type === 'text') : [],
  );
}
