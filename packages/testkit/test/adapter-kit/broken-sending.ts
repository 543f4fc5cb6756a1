/** Adapters that send the model something else than the view. */
import { type BrokenAdapter, partByPart, without } from './broken-adapter.ts';
import { honest, prepared } from './reference-adapter.ts';

export const sendingMistakes: readonly BrokenAdapter[] = [
  {
    name: 'keeps the newest messages by their number',
    suite: 'valid at every cut',
    lie: () => ({
      sent: ({ messages }) => [...messages.slice(0, 1), ...messages.slice(1).slice(-6)],
    }),
  },
  {
    name: 'sends the record as system text behind the packet',
    suite: 'valid at every cut',
    lie: () => ({
      sent: ({ messages, from }) =>
        messages.map((message, at) =>
          from[at] === null && message.role === 'assistant' ? { ...message, role: 'system' } : message,
        ),
    }),
  },
  {
    name: 'loses the question while its tools run',
    suite: 'current question',
    lie: () => ({
      sent({ messages }) {
        const last = messages.findLastIndex(({ role }) => role === 'user');
        return messages.length - last > 6 ? messages.filter((_, at) => at !== last) : messages;
      },
    }),
  },
  {
    name: 'shortens long questions',
    suite: 'current question',
    lie: () => ({
      sent: ({ messages, from }) =>
        partByPart(messages, (part, message) => {
          const own = from[messages.indexOf(message)] === null;
          if (own || message.role !== 'user' || part.type !== 'text') return [part];
          return [{ ...part, text: part.text.slice(0, 60) }];
        }),
    }),
  },
  {
    name: 'sends a folded list without its packet',
    suite: 'pins',
    lie: () => ({ sent: ({ messages, from }) => messages.filter((_, at) => from[at] !== null) }),
  },
  {
    name: 'writes the packet anew for every call',
    suite: 'prefix stability',
    lie: () => {
      let number = 0;
      return {
        sent({ messages, from }) {
          number++;
          return partByPart(messages, (part, message) => {
            const own = from[messages.indexOf(message)] === null && part.type === 'text';
            return own ? [{ ...part, text: `${part.text} (call ${number})` }] : [part];
          });
        },
      };
    },
  },
  {
    name: 'folds at every call',
    suite: 'prefix stability',
    lie: () => ({
      prepare: (session, messages, options) =>
        honest.prepare(session, messages, { ...options, overflow: true }),
    }),
  },
  {
    name: 'sends one result of each step',
    suite: 'parallel calls',
    lie: () => ({
      sent: ({ messages }) =>
        messages.map((message) =>
          message.role === 'tool' ? { ...message, parts: message.parts.slice(0, 1) } : message,
        ),
    }),
  },
  {
    name: 'takes a failed call for one that returned',
    suite: 'parallel calls',
    lie: () => ({
      sent: ({ messages }) =>
        partByPart(messages, (part) =>
          part.type === 'tool-result' ? [{ ...part, status: 'returned' }] : [part],
        ),
    }),
  },
  {
    name: 'drops the seals of reasoning',
    suite: 'reasoning',
    lie: () => ({
      sent: ({ messages }) =>
        partByPart(messages, (part) =>
          part.type === 'reasoning' ? [{ type: 'reasoning', text: part.text }] : [part],
        ),
    }),
  },
  {
    name: 'drops reasoning',
    suite: 'reasoning',
    lie: () => ({ sent: ({ messages }) => without(messages, 'reasoning') }),
  },
  {
    name: 'drops opaque items',
    suite: 'opaque items',
    lie: () => ({ sent: ({ messages }) => without(messages, 'opaque') }),
  },
  {
    name: 'mends what the application holds',
    suite: 'input untouched',
    lie: () => ({
      sent(view, handed) {
        for (const { parts } of handed)
          for (const part of parts)
            if (part.type === 'text') Object.assign(part, { text: part.text.toWellFormed() });
        return view.messages;
      },
    }),
  },
  {
    name: 'marks what it has sent in the messages of the application',
    suite: 'input untouched',
    lie: () => ({
      sent(view, handed) {
        for (const message of handed) Object.assign(message, { sent: true });
        return view.messages;
      },
    }),
  },
  {
    name: 'sends what is on record, whatever was asked',
    suite: 'side calls',
    lie: () => ({
      async prepare(session, messages, options) {
        const call = await session.sync(messages);
        const own = await call.prepare(options);
        return call.place.lane === 'main'
          ? prepared(call, own)
          : {
              ...prepared(call, own),
              view: { ...own, messages: [...(await session.view()).messages, ...messages] },
            };
      },
    }),
  },
  {
    name: 'folds when its process begins',
    suite: 'cold process',
    lie: () => {
      let isFirst = true;
      return {
        prepare(session, messages, options) {
          const given =
            isFirst && messages.length > 8
              ? { ...options, window: options.window ?? 0, foldAt: 0.2 }
              : options;
          isFirst = false;
          return honest.prepare(session, messages, given);
        },
      };
    },
  },
];
