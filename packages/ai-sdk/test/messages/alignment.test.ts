// Covers: J5, J6
// A stored conversation is on record; then the same one is handed over live, as a prompt of the real SDK: nothing is new.
import { openDaybook, type Session } from '@daybook/core';
import { memoryStore } from '@daybook/core/memory';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { fromPrompt, fromUIMessages } from '../../src/messages/index.ts';
import { answer, conversations, said, step, tool, user } from './conversations.ts';
import { majors } from './majors.ts';

describe.each(majors)('with $name', ({ name, promptOfUI }) => {
  test.each(conversations.filter(([, , only]) => only === undefined || only === name))(
    '%s: what is stored and what is sent are one record',
    async (_, messages) => {
      const session = await newSession();
      await session.sync(fromUIMessages(messages));
      expect(told(await session.sync(fromPrompt(await promptOfUI(messages))))).toEqual(NOTHING_NEW);
      expect(told(await session.sync(fromUIMessages(messages)))).toEqual(NOTHING_NEW);
    },
  );

  it('results that a tool shortens for the model are no new results', async () => {
    const output = { at: ['10:40', '11:40'], source: 'harbour' };
    const messages = [
      user('When?'),
      answer(step, tool('output-available', { output }), step, said('At 10:40.')),
      user('Thanks.'),
    ];
    const toModelOutput = () => ({ type: 'text', value: '10:40, 11:40' });
    const tools = { ferry: { inputSchema: z.object({}), toModelOutput } };
    const session = await newSession();
    await session.sync(fromUIMessages(messages));
    const prompt = fromPrompt(await promptOfUI(messages, tools));
    expect(JSON.stringify(prompt)).not.toContain('harbour');
    expect(told(await session.sync(prompt))).toEqual(NOTHING_NEW);
  });

  it('the next turn appends what it adds, and so does importing the longer conversation', async () => {
    const messages = [
      user('When?'),
      answer(step, said('I look.'), tool('output-available', { output: 'ten' }), step, said('At ten.')),
    ];
    const next = [...messages, user('Thanks.')];
    const session = await newSession();
    await session.sync(fromUIMessages(messages));
    expect(told(await session.sync(fromPrompt(await promptOfUI(next))))).toEqual({
      ...NOTHING_NEW,
      appended: 1,
    });
    expect(told(await session.sync(fromUIMessages(next)))).toEqual(NOTHING_NEW);
    const longer = [...next, { ...answer(step, said('You are welcome.')), id: 'a2' }];
    expect(told(await session.sync(fromUIMessages(longer)))).toEqual({ ...NOTHING_NEW, appended: 1 });
  });
});

it('a call that waits for an approval is on record once, whether or not it is sent', async () => {
  const waiting = tool('approval-requested', { approval: { id: 'p1' } });
  const messages = [user('Sail.'), answer(step, said('May I?'), waiting), user('Well?')];
  const session = await newSession();
  await session.sync(fromUIMessages(messages));
  // The SDK leaves the call out as soon as the person has said something else.
  const prompt = fromPrompt((await majors[0]?.promptOfUI(messages)) ?? []);
  expect(prompt.flatMap(({ parts }) => parts).map(({ type }) => type)).toEqual(['text', 'text', 'text']);
  expect(told(await session.sync(prompt))).toEqual(NOTHING_NEW);
});

it('an answer that is stored while it grows is appended part by part', async () => {
  const session = await newSession();
  const parts = [step, said('I look.'), tool('input-streaming'), step, said('At ten.')];
  const appended = [];
  for (const stored of [
    [user('When?')],
    [user('When?'), answer(...parts.slice(0, 3))],
    [user('When?'), answer(...parts.slice(0, 2), tool('input-available'))],
    [
      user('When?'),
      answer(...parts.slice(0, 2), tool('output-available', { output: 'half', preliminary: true })),
    ],
    [user('When?'), answer(...parts.slice(0, 2), tool('output-available', { output: 'ten' }))],
    [
      user('When?'),
      answer(...parts.slice(0, 2), tool('output-available', { output: 'ten' }), ...parts.slice(3)),
    ],
  ])
    appended.push((await session.sync(fromUIMessages(stored))).appended);
  // The first call opens the record, which is an entry too.
  expect(appended).toEqual([2, 1, 1, 0, 1, 1]);
});

const NOTHING_NEW = { appended: 0, branch: 'main', events: [] };

function told(call: Awaited<ReturnType<Session['sync']>>): unknown {
  return { appended: call.appended, branch: call.scope.branch, events: call.events };
}

async function newSession(): Promise<Session> {
  const daybook = await openDaybook({ store: memoryStore() });
  onTestFinished(() => daybook.close());
  return daybook.session({ session: 'chat' });
}
