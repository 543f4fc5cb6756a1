/** Tools that ask a person first: approved, denied, denied with a reason, by list and by chat. */
import { generateText, isStepCount, type ModelMessage, tool } from 'ai';
import { z } from 'zod';
import { Chat } from '../chat.ts';
import { assistant, call, intent, result, user } from '../intent.ts';
import type { Model } from '../model.ts';
import { answers, type Scenario, says, text, toolCall } from '../scenario.ts';

const doorTools = {
  openDoor: tool({
    inputSchema: z.object({ door: z.string() }),
    execute: ({ door }) => `${door} door is open`,
  }),
  readSign: tool({
    inputSchema: z.object({ door: z.string() }),
    execute: ({ door }) => `${door}: staff only`,
  }),
};

export const approvals: readonly Scenario[] = [
  {
    name: 'approval-granted',
    about: 'A call waits for a person, is approved, and runs before the next model call.',
    intent: intent([
      user('Open the north door.'),
      assistant('I need your word for that.'),
      call('d1'),
      result('north door is open'),
      assistant('It is open.'),
      user('Thanks.'),
      assistant('You are welcome.'),
    ]),
    answers: [
      answers(text('I need your word for that.'), toolCall('d1', 'openDoor', { door: 'north' })),
      says('It is open.'),
      says('You are welcome.'),
    ],
    run: (model) => decideByList(model, 'Open the north door.', { approved: true }),
  },
  {
    name: 'approval-denied',
    about: 'A call waits for a person and is denied without a reason.',
    intent: intent([
      user('Open the south door.'),
      call('d2'),
      assistant('Then it stays shut.'),
      user('Thanks.'),
      assistant('You are welcome.'),
    ]),
    answers: [
      answers(toolCall('d2', 'openDoor', { door: 'south' })),
      says('Then it stays shut.'),
      says('You are welcome.'),
    ],
    run: (model) => decideByList(model, 'Open the south door.', { approved: false }),
  },
  {
    name: 'approval-denied-with-reason',
    about: 'A call waits for a person and is denied; the reason is the person’s own words.',
    intent: intent([
      user('Open the west door.'),
      call('d3'),
      user('Never open the west door at night.'),
      assistant('Understood.'),
      user('Thanks.'),
      assistant('You are welcome.'),
    ]),
    answers: [
      answers(toolCall('d3', 'openDoor', { door: 'west' })),
      says('Understood.'),
      says('You are welcome.'),
    ],
    run: (model) =>
      decideByList(model, 'Open the west door.', {
        approved: false,
        reason: 'Never open the west door at night.',
      }),
  },
  {
    name: 'approval-beside-a-free-call',
    about: 'Of two parallel calls one runs at once and one waits for a person.',
    intent: intent([
      user('Read the sign and open the east door.'),
      call('d4'),
      call('d5'),
      result('east: staff only'),
      result('east door is open'),
      assistant('Both are done.'),
      user('Thanks.'),
      assistant('You are welcome.'),
    ]),
    answers: [
      answers(toolCall('d4', 'readSign', { door: 'east' }), toolCall('d5', 'openDoor', { door: 'east' })),
      says('Both are done.'),
      says('You are welcome.'),
    ],
    run: (model) => decideByList(model, 'Read the sign and open the east door.', { approved: true }),
  },
  {
    name: 'chat-approvals',
    about:
      'In a chat one call is approved and one denied with a reason; the denial changes its form in the next turn.',
    intent: intent([
      user('Open the north door.'),
      call('e1'),
      result('north door is open'),
      assistant('It is open.'),
      user('Open the west door too.'),
      call('e2'),
      user('Only in daylight.'),
      assistant('I wait for daylight.'),
      user('Good.'),
      assistant('Good night.'),
    ]),
    answers: [
      answers(toolCall('e1', 'openDoor', { door: 'north' })),
      says('It is open.'),
      answers(toolCall('e2', 'openDoor', { door: 'west' })),
      says('I wait for daylight.'),
      says('Good night.'),
    ],
    run: async (model) => {
      const chat = new Chat({ model, tools: doorTools, toolApproval: { openDoor: 'user-approval' } });
      await chat.sendMessage({ text: 'Open the north door.' });
      await chat.decide(true);
      await chat.sendMessage({ text: 'Open the west door too.' });
      await chat.decide(false, 'Only in daylight.');
      await chat.sendMessage({ text: 'Good.' });
    },
  },
];

/** One question, one decision on the open request, one more turn; the list is the caller's own. */
async function decideByList(
  model: Model,
  content: string,
  decision: { approved: boolean; reason?: string },
): Promise<void> {
  const settings = {
    model,
    tools: doorTools,
    stopWhen: isStepCount(5),
    toolApproval: { openDoor: 'user-approval' as const },
  };
  const messages: ModelMessage[] = [{ role: 'user', content }];
  const asked = await generateText({ ...settings, messages });
  messages.push(...asked.responseMessages);
  const requests = asked.content.filter((part) => part.type === 'tool-approval-request');
  messages.push({
    role: 'tool',
    content: requests.map(({ approvalId }) => ({ type: 'tool-approval-response', approvalId, ...decision })),
  });
  messages.push(...(await generateText({ ...settings, messages })).responseMessages);
  messages.push({ role: 'user', content: 'Thanks.' });
  await generateText({ ...settings, messages });
}
