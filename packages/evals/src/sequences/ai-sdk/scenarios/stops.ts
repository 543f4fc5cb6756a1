/** Answers that end early: stopped by the user in several places, refused by the provider and sent again. */
import { APICallError, tool } from 'ai';
import { z } from 'zod';
import { Chat } from '../chat.ts';
import { assistant, call, intent, result, user } from '../intent.ts';
import { answers, type Scenario, says, text, toolCall } from '../scenario.ts';

const weatherTools = {
  weather: tool({
    inputSchema: z.object({ town: z.string() }),
    execute: ({ town }) => `${town}: -4 degrees`,
  }),
};

export const stops: readonly Scenario[] = [
  {
    name: 'stopped-and-retried',
    about: 'The user stops an answer in the middle and has it generated again.',
    intent: intent(
      [
        user('Tell me about the lighthouse.'),
        assistant('It was built in 1871 of granite.'),
        user('Who built it?'),
        assistant('The harbour board.'),
      ],
      { cutShort: [assistant('It was built in')] },
    ),
    answers: [
      { content: [text('It was built in')], hangs: true },
      says('It was built in 1871 of granite.'),
      says('The harbour board.'),
    ],
    run: async (model) => {
      const chat = new Chat({ model });
      await chat.askAndStop('Tell me about the lighthouse.', 'It was built in');
      await chat.regenerate();
      await chat.ask(['Who built it?']);
    },
  },
  {
    name: 'stopped-and-kept',
    about: 'The user stops an answer in the middle; the part that had come stays in the list.',
    intent: intent([
      user('List the islands.'),
      assistant('Hailuoto, Kotka'),
      user('Stop, only the large ones.'),
      assistant('Hailuoto.'),
    ]),
    answers: [{ content: [text('Hailuoto, Kotka')], hangs: true }, says('Hailuoto.')],
    run: async (model) => {
      const chat = new Chat({ model });
      await chat.askAndStop('List the islands.', 'Hailuoto, Kotka');
      await chat.ask(['Stop, only the large ones.']);
    },
  },
  {
    name: 'stopped-before-first-token',
    about: 'The user stops before anything came, and asks again in other words.',
    intent: intent([
      user('Translate "bridge".'),
      user('Translate "bridge" into Finnish, please.'),
      assistant('silta'),
      user('Thanks.'),
      assistant('You are welcome.'),
    ]),
    answers: [{ content: [], hangs: true }, says('silta'), says('You are welcome.')],
    run: async (model, waiting) => {
      const chat = new Chat({ model });
      const first = chat.sendMessage({ text: 'Translate "bridge".' });
      await waiting();
      await chat.stop();
      await first;
      await chat.ask(['Translate "bridge" into Finnish, please.', 'Thanks.']);
    },
  },
  {
    name: 'stopped-in-a-tool-call',
    about: 'The user stops when a step has called a tool and the next step speaks; both stay in the list.',
    intent: intent([
      user('Weather in Oulu?'),
      call('k1'),
      result('Oulu: -4 degrees'),
      assistant('It is'),
      user('Only the number.'),
      assistant('-4.'),
    ]),
    answers: [
      answers(toolCall('k1', 'weather', { town: 'Oulu' })),
      { content: [text('It is')], hangs: true },
      says('-4.'),
    ],
    run: async (model) => {
      const chat = new Chat({ model, tools: weatherTools });
      await chat.askAndStop('Weather in Oulu?', 'It is');
      await chat.ask(['Only the number.']);
    },
  },
  {
    name: 'retry-by-the-sdk',
    about: 'The provider is overloaded once; the SDK sends the same prompt again.',
    intent: intent([
      user('Is the kiosk open?'),
      assistant('Until eight.'),
      user('And tomorrow?'),
      assistant('Closed.'),
    ]),
    answers: [
      { content: [], fails: overloaded() },
      says('Until eight.'),
      { content: [], fails: overloaded() },
      { content: [], fails: overloaded() },
      says('Closed.'),
    ],
    run: (model) => new Chat({ model }).ask(['Is the kiosk open?', 'And tomorrow?']),
  },
];

function overloaded(): APICallError {
  return new APICallError({
    message: 'overloaded',
    url: 'https://provider.example/v1/messages',
    requestBodyValues: {},
    statusCode: 529,
    responseHeaders: { 'retry-after-ms': '1' },
    isRetryable: true,
  });
}
