/** Calls on the same model beside the conversation: a title, structured output, a sub-agent. */
import { generateText, isStepCount, type ModelMessage, Output, streamText, tool } from 'ai';
import { z } from 'zod';
import { assistant, call, header, intent, result, user } from '../intent.ts';
import { converse } from '../programs.ts';
import { answers, type Scenario, says, toolCall } from '../scenario.ts';

const partySize = Output.object({ schema: z.object({ adults: z.number(), children: z.number() }) });

export const sideCalls: readonly Scenario[] = [
  {
    name: 'title-call',
    about: 'Between two turns the same model is asked for a title of the chat.',
    intent: intent(
      [
        user('My bicycle chain slips.'),
        assistant('Is the chain worn?'),
        user('It is two years old.'),
        assistant('Then measure it with a gauge.'),
      ],
      {
        lanes: [[user('My bicycle chain slips. / Is the chain worn?'), assistant('Slipping bicycle chain')]],
        headers: header(['Give a title of at most four words.']),
      },
    ),
    answers: [
      says('Is the chain worn?'),
      says('Slipping bicycle chain'),
      says('Then measure it with a gauge.'),
    ],
    run: async (model) => {
      const messages: ModelMessage[] = [{ role: 'user', content: 'My bicycle chain slips.' }];
      const first = await generateText({ model, messages });
      await generateText({
        model,
        instructions: 'Give a title of at most four words.',
        prompt: `My bicycle chain slips. / ${first.text}`,
      });
      messages.push(...first.responseMessages, { role: 'user', content: 'It is two years old.' });
      await generateText({ model, messages });
    },
  },
  {
    name: 'structured-output-in-the-chat',
    about: 'A turn of the chat asks for structured output; its answer stays in the list.',
    intent: intent([
      user('Two adults and one child.'),
      assistant('Noted.'),
      user('Give me that as JSON.'),
      assistant('{"adults":2,"children":1}'),
      user('Add a child.'),
      assistant('Two adults, two children.'),
    ]),
    answers: [says('Noted.'), says('{"adults":2,"children":1}'), says('Two adults, two children.')],
    run: (model) =>
      converse(model, ['Two adults and one child.', 'Give me that as JSON.', 'Add a child.'], {
        settings: (turn) => (turn === 1 ? { output: partySize } : {}),
      }),
  },
  {
    name: 'structured-output-aside',
    about:
      'The application asks a question of its own behind the chat and drops it. The next turn has the same history and another new message: a fork by design.',
    intent: intent(
      [
        user('We are two adults and one child.'),
        assistant('Welcome.'),
        user('Extract the size of the party.'),
        assistant('{"adults":2,"children":1}'),
      ],
      {
        branches: [{ after: 2, goesOn: [user('A table by the window, please.'), assistant('Table nine.')] }],
      },
    ),
    answers: [says('Welcome.'), says('{"adults":2,"children":1}'), says('Table nine.')],
    run: async (model) => {
      const messages: ModelMessage[] = [{ role: 'user', content: 'We are two adults and one child.' }];
      messages.push(...(await generateText({ model, messages })).responseMessages);
      await generateText({
        model,
        output: partySize,
        messages: [...messages, { role: 'user', content: 'Extract the size of the party.' }],
      });
      messages.push({ role: 'user', content: 'A table by the window, please.' });
      await streamText({ model, messages }).consumeStream();
    },
  },
  {
    name: 'sub-agent',
    about: 'A tool asks the same model with a conversation of its own, between two steps of the main one.',
    intent: intent(
      [
        user('Have the report checked.'),
        call('s1'),
        result('All sums are right.'),
        assistant('The report is in order.'),
      ],
      { lanes: [[user('Check the sums of the report.'), assistant('All sums are right.')]] },
    ),
    answers: [
      answers(toolCall('s1', 'delegate', { task: 'Check the sums of the report.' })),
      says('All sums are right.'),
      says('The report is in order.'),
    ],
    run: async (model) => {
      const delegate = tool({
        inputSchema: z.object({ task: z.string() }),
        execute: async ({ task }) => (await generateText({ model, prompt: task })).text,
      });
      await generateText({
        model,
        prompt: 'Have the report checked.',
        tools: { delegate },
        stopWhen: isStepCount(3),
      });
    },
  },
];
