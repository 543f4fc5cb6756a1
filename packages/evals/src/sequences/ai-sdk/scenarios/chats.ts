/** The SDK's own chat object with a server route behind it: JSON round trips, regenerate, edit. */
import { tool, type UIMessage } from 'ai';
import { z } from 'zod';
import { Chat } from '../chat.ts';
import { assistant, call, intent, result, user } from '../intent.ts';
import { answers, type Scenario, says, text, toolCall } from '../scenario.ts';

const weatherTools = {
  weather: tool({
    inputSchema: z.object({ town: z.string() }),
    execute: ({ town }) => ({ town, degrees: town === 'Oulu' ? -4 : 2, wind: undefined }),
    toModelOutput: ({ output }) => ({ type: 'text', value: `${output.town}: ${output.degrees} degrees` }),
  }),
  alarm: tool({
    inputSchema: z.object({ at: z.string() }),
    execute: ({ at }): string => {
      throw new Error(`the clock refuses ${at}`);
    },
  }),
};

const weatherQuestions = ['Where is it colder, in Oulu or in Turku?', 'What do I wear?'];

const weatherTurns = [
  answers(
    { type: 'reasoning', text: 'Both towns.', providerMetadata: { anthropic: { signature: 'c2ln' } } },
    text('I look.'),
    toolCall('v1', 'weather', { town: 'Oulu' }),
    toolCall('v2', 'weather', { town: 'Turku' }),
  ),
  says('Oulu is colder.'),
  says('Wear a coat.'),
];

const weatherIntent = intent([
  user('Where is it colder, in Oulu or in Turku?'),
  assistant('I look.'),
  call('v1'),
  call('v2'),
  result('Oulu: -4 degrees'),
  result('Turku: 2 degrees'),
  assistant('Oulu is colder.'),
  user('What do I wear?'),
  assistant('Wear a coat.'),
]);

export const chats: readonly Scenario[] = [
  {
    name: 'chat-through-json',
    about: 'UI messages grow through JSON; the route converts them with its tools.',
    intent: weatherIntent,
    answers: weatherTurns,
    run: (model) => new Chat({ model, tools: weatherTools }).ask(weatherQuestions),
  },
  {
    name: 'chat-through-json-without-tools',
    about: 'The route forgets the tools in the conversion, so the second turn shows other tool outputs.',
    intent: weatherIntent,
    answers: weatherTurns,
    run: (model) => new Chat({ model, tools: weatherTools, convertsWithTools: false }).ask(weatherQuestions),
  },
  {
    name: 'chat-hides-tool-errors',
    about: 'The route hides what a tool threw from the browser, so the second turn shows another error text.',
    intent: intent([
      user('Wake me at six.'),
      call('a1'),
      result('Error: the clock refuses 6:00'),
      assistant('The clock refuses.'),
      user('Never mind.'),
      assistant('Sleep well.'),
    ]),
    answers: [
      answers(toolCall('a1', 'alarm', { at: '6:00' })),
      says('The clock refuses.'),
      says('Sleep well.'),
    ],
    run: (model) =>
      new Chat({ model, tools: weatherTools, hidesErrors: true }).ask(['Wake me at six.', 'Never mind.']),
  },
  {
    name: 'regenerate',
    about: 'The user has the last answer generated again and goes on from the new one.',
    intent: intent(
      [
        user('A name for the boat?'),
        assistant('Sea Breeze.'),
        user('Something shorter.'),
        assistant('Wave.'),
      ],
      { branches: [{ after: 3, goesOn: [assistant('Gull.'), user('Take it.'), assistant('Gull it is.')] }] },
    ),
    answers: [says('Sea Breeze.'), says('Wave.'), says('Gull.'), says('Gull it is.')],
    run: async (model) => {
      const chat = new Chat({ model });
      await chat.ask(['A name for the boat?', 'Something shorter.']);
      await chat.regenerate();
      await chat.ask(['Take it.']);
    },
  },
  {
    name: 'edit-and-return',
    about: 'The user edits the second of four questions, and later goes on with the old branch.',
    intent: intent(
      [
        user('Plan a walk.'),
        assistant('Along the river?'),
        user('Yes, the north bank.'),
        assistant('That is six kilometres.'),
        user('With a rest?'),
        assistant('At the mill.'),
        user('How long in all?'),
        assistant('Two hours.'),
        user('Back to the river, when do we start?'),
        assistant('At ten.'),
      ],
      {
        branches: [
          { after: 2, goesOn: [user('No, around the lake.'), assistant('That is nine kilometres.')] },
        ],
      },
    ),
    answers: [
      says('Along the river?'),
      says('That is six kilometres.'),
      says('At the mill.'),
      says('Two hours.'),
      says('That is nine kilometres.'),
      says('At ten.'),
    ],
    run: async (model) => {
      const chat = new Chat({ model });
      await chat.ask(['Plan a walk.', 'Yes, the north bank.', 'With a rest?', 'How long in all?']);
      const before = chat.messages;
      await chat.sendMessage({ text: 'No, around the lake.', messageId: at(before, 2).id });
      chat.messages = before;
      await chat.ask(['Back to the river, when do we start?']);
    },
  },
];

function at(messages: readonly UIMessage[], index: number): UIMessage {
  const message = messages[index];
  if (message === undefined) throw new Error(`the chat has no message ${index}`);
  return message;
}
