/** Programs that hand over less than the whole history: pruned traffic, a trimmed front. */
import { generateText, isStepCount, type ModelMessage, pruneMessages, streamText, tool } from 'ai';
import { z } from 'zod';
import { assistant, call, intent, result, user } from '../intent.ts';
import { converse } from '../programs.ts';
import { answers, type Scenario, says, text, toolCall } from '../scenario.ts';

const stock: Readonly<Record<string, number>> = { nails: 400, screws: 250, hinges: 12 };

const stockTools = {
  count: tool({
    inputSchema: z.object({ item: z.string() }),
    execute: ({ item }) => ({ item, count: stock[item] ?? 0 }),
  }),
};

export const histories: readonly Scenario[] = [
  {
    name: 'pruned-between-turns',
    about: 'Between turns the application prunes all tool traffic and all reasoning.',
    intent: intent([
      user('How many nails and screws are left?'),
      assistant('I count both.'),
      call('p1'),
      call('p2'),
      result({ item: 'nails', count: 400 }),
      result({ item: 'screws', count: 250 }),
      assistant('400 nails, 250 screws.'),
      user('And hinges?'),
      call('p3'),
      result({ item: 'hinges', count: 12 }),
      assistant('12 hinges.'),
      user('Order more hinges.'),
      assistant('Ordered.'),
    ]),
    answers: [
      answers(
        { type: 'reasoning', text: 'Two things to count.' },
        text('I count both.'),
        toolCall('p1', 'count', { item: 'nails' }),
        toolCall('p2', 'count', { item: 'screws' }),
      ),
      answers({ type: 'reasoning', text: 'Add nothing.' }, text('400 nails, 250 screws.')),
      answers({ type: 'reasoning', text: 'One more count.' }, toolCall('p3', 'count', { item: 'hinges' })),
      says('12 hinges.'),
      says('Ordered.'),
    ],
    run: async (model) => {
      let messages: ModelMessage[] = [];
      for (const content of ['How many nails and screws are left?', 'And hinges?', 'Order more hinges.']) {
        messages = pruneMessages({
          messages: [...messages, { role: 'user', content }],
          reasoning: 'all',
          toolCalls: 'all',
        });
        const turn = streamText({ model, messages, tools: stockTools, stopWhen: isStepCount(5) });
        messages.push(...(await turn.responseMessages));
      }
    },
  },
  {
    name: 'pruned-in-the-loop',
    about: 'Inside one turn every step prunes the tool traffic before the last three messages.',
    intent: intent([
      user('Count everything.'),
      call('q1'),
      result({ item: 'nails', count: 400 }),
      assistant('Nails are done.'),
      call('q2'),
      result({ item: 'screws', count: 250 }),
      call('q3'),
      result({ item: 'hinges', count: 12 }),
      assistant('400 nails, 250 screws, 12 hinges.'),
    ]),
    answers: [
      answers(toolCall('q1', 'count', { item: 'nails' })),
      answers(text('Nails are done.'), toolCall('q2', 'count', { item: 'screws' })),
      answers(toolCall('q3', 'count', { item: 'hinges' })),
      says('400 nails, 250 screws, 12 hinges.'),
    ],
    run: async (model) => {
      await generateText({
        model,
        prompt: 'Count everything.',
        tools: stockTools,
        stopWhen: isStepCount(6),
        prepareStep: ({ messages }) => ({
          messages: pruneMessages({ messages, toolCalls: 'before-last-3-messages' }),
        }),
      });
    },
  },
  {
    name: 'front-trimmed-each-step',
    about: 'Inside one turn every step keeps the last four messages only; the list begins inside the turn.',
    intent: intent([
      user('Count nails, then screws, then hinges.'),
      call('f1'),
      result({ item: 'nails', count: 400 }),
      call('f2'),
      result({ item: 'screws', count: 250 }),
      call('f3'),
      result({ item: 'hinges', count: 12 }),
      assistant('400, 250 and 12.'),
    ]),
    answers: [
      answers(toolCall('f1', 'count', { item: 'nails' })),
      answers(toolCall('f2', 'count', { item: 'screws' })),
      answers(toolCall('f3', 'count', { item: 'hinges' })),
      says('400, 250 and 12.'),
    ],
    run: async (model) => {
      await generateText({
        model,
        prompt: 'Count nails, then screws, then hinges.',
        tools: stockTools,
        stopWhen: isStepCount(6),
        prepareStep: ({ messages }) => ({ messages: messages.slice(-4) }),
      });
    },
  },
  {
    name: 'front-trimmed-each-turn',
    about: 'The application sends the last three messages only.',
    intent: intent([
      user('Name a colour.'),
      assistant('Red.'),
      user('Another.'),
      assistant('Blue.'),
      user('One more.'),
      assistant('Green.'),
      user('The last one.'),
      assistant('Yellow.'),
    ]),
    answers: [says('Red.'), says('Blue.'), says('Green.'), says('Yellow.')],
    run: (model) =>
      converse(model, ['Name a colour.', 'Another.', 'One more.', 'The last one.'], { shape: lastThree }),
  },
  {
    name: 'front-trimmed-equal-turns',
    about: 'The application sends the last three messages only, and the last list fits in two places.',
    intent: intent(
      [
        user('Begin a poem.'),
        assistant('A title.'),
        user('more'),
        assistant('A line.'),
        user('more'),
        assistant('A line.'),
        user('End it.'),
        assistant('The end.'),
      ],
      { ambiguous: 'any' },
    ),
    answers: [says('A title.'), says('A line.'), says('A line.'), says('The end.')],
    run: (model) => converse(model, ['Begin a poem.', 'more', 'more', 'End it.'], { shape: lastThree }),
  },
  {
    name: 'earlier-message-masked',
    about: 'The application masks a number in an earlier message of the stored history.',
    intent: intent(
      [
        user('My number is 040 555 0100.'),
        assistant('Noted.'),
        user('When do you call?'),
        assistant('At noon.'),
        user('Good.'),
        assistant('Until then.'),
      ],
      { revised: 1 },
    ),
    answers: [says('Noted.'), says('At noon.'), says('Until then.')],
    run: (model) =>
      converse(model, ['My number is 040 555 0100.', 'When do you call?', 'Good.'], {
        shape: (messages, turn) =>
          turn === 0 ? messages : messages.with(0, { role: 'user', content: 'My number is ***.' }),
      }),
  },
  {
    name: 'context-put-in-front',
    about: 'From the second turn on the application puts what it knows about the user in front of the list.',
    intent: intent(
      [
        user('Suggest a lunch.'),
        assistant('Soup?'),
        user('Something else.'),
        assistant('Rice and beans.'),
        user('Fine.'),
        assistant('Enjoy.'),
      ],
      { inserted: 1 },
    ),
    answers: [says('Soup?'), says('Rice and beans.'), says('Enjoy.')],
    run: (model) =>
      converse(model, ['Suggest a lunch.', 'Something else.', 'Fine.'], {
        shape: (messages, turn) =>
          turn === 0 ? messages : [{ role: 'user', content: 'Known about the user: no meat.' }, ...messages],
      }),
  },
];

function lastThree(messages: readonly ModelMessage[]): ModelMessage[] {
  return messages.slice(-3);
}
