/** Plain chats with the caller's own list of model messages: turns, instructions, repeats. */
import { generateText, isStepCount, type ModelMessage, tool } from 'ai';
import { z } from 'zod';
import { assistant, call, header, intent, result, system, user } from '../intent.ts';
import { converse } from '../programs.ts';
import { answers, type Scenario, says, toolCall } from '../scenario.ts';

const cacheHere = { anthropic: { cacheControl: { type: 'ephemeral' } } };

export const conversations: readonly Scenario[] = [
  {
    name: 'single-turn',
    about: 'One question, one answer.',
    intent: intent([user('Name one river in Finland.'), assistant('The Kemijoki.')]),
    answers: [says('The Kemijoki.')],
    run: async (model) => {
      await generateText({ model, prompt: 'Name one river in Finland.' });
    },
  },
  {
    name: 'three-turns',
    about: 'Three turns; each answer goes back into the list as the SDK returned it.',
    intent: intent(
      [
        user('When do I sow beans?'),
        assistant('After the last frost, in May.'),
        user('And peas?'),
        assistant('Earlier, in April.'),
        user('Then remind me of peas first.'),
        assistant('Peas in April, then beans in May.'),
      ],
      { headers: header(['You plan garden work.']) },
    ),
    answers: [
      says('After the last frost, in May.'),
      says('Earlier, in April.'),
      says('Peas in April, then beans in May.'),
    ],
    run: (model) =>
      converse(model, ['When do I sow beans?', 'And peas?', 'Then remind me of peas first.'], {
        settings: () => ({ instructions: 'You plan garden work.' }),
      }),
  },
  {
    name: 'instructions-with-time-each-turn',
    about: 'The instructions name the time of day, so they differ in every call.',
    intent: intent(
      [
        user('Is the library open?'),
        assistant('It opens at ten.'),
        user('And the cafe?'),
        assistant('It is open now.'),
        user('I will wait there.'),
        assistant('Good.'),
      ],
      {
        headers: header([
          'You answer short. It is 09:00.',
          'You answer short. It is 09:05.',
          'You answer short. It is 09:11.',
        ]),
      },
    ),
    answers: [says('It opens at ten.'), says('It is open now.'), says('Good.')],
    run: (model) =>
      converse(model, ['Is the library open?', 'And the cafe?', 'I will wait there.'], {
        settings: (turn) => ({
          instructions: `You answer short. It is ${['09:00', '09:05', '09:11'][turn]}.`,
        }),
      }),
  },
  {
    name: 'instructions-with-time-each-step',
    about: 'The instructions differ in every step of one turn; only the first form of a turn is kept.',
    intent: intent(
      [
        user('Read gauge 1, then gauge 2.'),
        call('gauge-1'),
        result({ bar: 2.5 }),
        call('gauge-2'),
        result({ bar: 3 }),
        assistant('Gauge 1 shows 2.5 bar, gauge 2 shows 3 bar.'),
      ],
      {
        headers: header(
          ['You read gauges. It is 14:00.', 'You read gauges. It is 14:01.', 'You read gauges. It is 14:02.'],
          1,
        ),
      },
    ),
    answers: [
      answers(toolCall('gauge-1', 'readGauge', { gauge: 1 })),
      answers(toolCall('gauge-2', 'readGauge', { gauge: 2 })),
      says('Gauge 1 shows 2.5 bar, gauge 2 shows 3 bar.'),
    ],
    run: async (model) => {
      await generateText({
        model,
        tools: {
          readGauge: tool({
            inputSchema: z.object({ gauge: z.number() }),
            execute: ({ gauge }) => ({ bar: gauge === 1 ? 2.5 : 3 }),
          }),
        },
        stopWhen: isStepCount(5),
        prepareStep: ({ stepNumber }) => ({ instructions: `You read gauges. It is 14:0${stepNumber}.` }),
        prompt: 'Read gauge 1, then gauge 2.',
      });
    },
  },
  {
    name: 'system-message-in-the-middle',
    about: 'The application adds a system message between two turns.',
    intent: intent([
      user('Draft the notice.'),
      assistant('The pool is closed on Monday.'),
      system('From now on write in the plural.'),
      user('Draft it again.'),
      assistant('The pools are closed on Monday.'),
      user('Thanks.'),
      assistant('You are welcome.'),
    ]),
    answers: [
      says('The pool is closed on Monday.'),
      says('The pools are closed on Monday.'),
      says('You are welcome.'),
    ],
    run: (model) =>
      converse(model, ['Draft the notice.', 'Draft it again.', 'Thanks.'], {
        settings: () => ({ allowSystemInMessages: true }),
        shape: (messages) => [
          ...messages.slice(0, 2),
          ...(messages.length > 2
            ? [{ role: 'system' as const, content: 'From now on write in the plural.' }]
            : []),
          ...messages.slice(2),
        ],
      }),
  },
  {
    name: 'equal-user-messages',
    about: 'The user says the same word in three turns.',
    intent: intent([
      user('Count down from three, one number a turn.'),
      assistant('Three. Go on?'),
      user('yes'),
      assistant('Two. Go on?'),
      user('yes'),
      assistant('One. Go on?'),
      user('yes'),
      assistant('Zero.'),
    ]),
    answers: [says('Three. Go on?'), says('Two. Go on?'), says('One. Go on?'), says('Zero.')],
    run: (model) => converse(model, ['Count down from three, one number a turn.', 'yes', 'yes', 'yes']),
  },
  {
    name: 'equal-turns',
    about: 'The user says the same word twice and gets the same answer twice.',
    intent: intent([
      user('ping'),
      assistant('pong'),
      user('ping'),
      assistant('pong'),
      user('Enough.'),
      assistant('Good.'),
    ]),
    answers: [says('pong'), says('pong'), says('Good.')],
    run: (model) => converse(model, ['ping', 'ping', 'Enough.']),
  },
  {
    name: 'moving-cache-breakpoint',
    about: 'A cache breakpoint sits on the newest message and moves on with every call.',
    intent: intent([
      user('Spell "quay".'),
      assistant('Q, U, A, Y.'),
      user('Spell "wharf".'),
      assistant('W, H, A, R, F.'),
      user('Spell "pier".'),
      assistant('P, I, E, R.'),
    ]),
    answers: [says('Q, U, A, Y.'), says('W, H, A, R, F.'), says('P, I, E, R.')],
    run: async (model) => {
      const messages: ModelMessage[] = [];
      for (const content of ['Spell "quay".', 'Spell "wharf".', 'Spell "pier".']) {
        messages.push({ role: 'user', content });
        const marked = messages.with(-1, {
          role: 'user',
          content: [{ type: 'text', text: content, providerOptions: cacheHere }],
          providerOptions: cacheHere,
        });
        const { responseMessages } = await generateText({ model, messages: marked });
        messages.push(...responseMessages);
      }
    },
  },
];
