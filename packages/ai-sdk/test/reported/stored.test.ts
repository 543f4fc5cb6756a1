/** Reports about stored chats in which one call never got its result, or failed. */
// Covers: A4
import { providerServer, type ServerAnswer } from '@daybook/testkit';
import {
  convertToModelMessages,
  generateText,
  isStepCount,
  type ModelMessage,
  type ToolUIPart,
  tool,
  type UIMessage,
} from 'ai';
import * as lowest from 'ai-lowest';
import { MockLanguageModelV3 } from 'ai-lowest/test';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { setups } from '../wire/providers.ts';
import {
  type Booked,
  booked,
  filler,
  idsIn,
  inSession,
  type Prompt,
  StoredChat,
  scripted,
} from './support.ts';

const inputSchema = z.object({ crate: z.number() });
const LATER = 8;

function said(id: string, role: 'user' | 'assistant', ...parts: UIMessage['parts']): UIMessage {
  return { id, role, parts };
}

function text(words: string): UIMessage['parts'][number] {
  return { type: 'text', text: words };
}

function call(state: string, more: object): UIMessage['parts'][number] {
  return {
    type: 'tool-remove',
    toolCallId: `call-${state}`,
    state,
    input: { crate: 7 },
    ...more,
  } as ToolUIPart;
}

/** Calls that nobody has answered. */
function danglingIn(prompt: Prompt): string[] {
  const results = idsIn(prompt, 'tool-result');
  return idsIn(prompt, 'tool-call').filter((id) => !results.includes(id));
}

/** The chat goes on for some turns, on `ai` 7 or 6, and the prompts of the model are given. */
async function goOn(
  major: string,
  stored: UIMessage[],
  book: Booked | undefined,
  ignore: boolean,
): Promise<Prompt[]> {
  const { model, prompts, doGenerate } = scripted((_, number) => [
    { type: 'text', text: filler(`answer ${number}`, 250) },
  ]);
  const older = new MockLanguageModelV3({ doGenerate: doGenerate as never });
  const middleware = book?.middleware as never;
  const messages = [...stored];
  const options = { ignoreIncompleteToolCalls: ignore };
  for (let turn = 0; turn < LATER; turn++) {
    messages.push(said(`later-${turn}`, 'user', text(`And what of day ${turn}?`)));
    const answer =
      major === 'ai 7'
        ? await generateText({
            model: book ? book.wrap(model) : model,
            messages: await convertToModelMessages(messages, options),
            ...inSession('crates'),
          })
        : await lowest.generateText({
            model: book ? lowest.wrapLanguageModel({ model: older, middleware }) : older,
            messages: await lowest.convertToModelMessages(messages as never, options),
            ...inSession('crates'),
          });
    messages.push(said(`answer-${turn}`, 'assistant', { type: 'step-start' }, text(answer.text)));
  }
  return prompts;
}

describe('#18451: a chat goes on in which a question for approval was never answered', () => {
  const asked = [
    said('u1', 'user', text('Remove crate 7.')),
    said(
      'a1',
      'assistant',
      { type: 'step-start' },
      text('May I?'),
      call('approval-requested', { approval: { id: 'p1' } }),
    ),
  ];

  it.each(['ai 7', 'ai 6'])('%s, and is folded', async (major) => {
    const book = await booked({ window: 3_000 });
    const prompts = await goOn(major, asked, book, true);
    expect(prompts).toHaveLength(LATER);
    expect(prompts.flatMap(danglingIn)).toEqual([]);
    expect(book.reports.filter(({ adopted }) => adopted).length).toBeGreaterThan(0);
    expect(book.reports.map(({ failure }) => failure)).toEqual(Array(LATER).fill(null));
    expect((await book.daybook.session({ session: 'crates' }).status()).branches).toHaveLength(1);
  });

  it('as it was asked in front of daybook: the call is on record as one that nobody answered', async () => {
    const book = await booked({ window: 2_000 });
    const { model, prompts } = scripted((_, number) =>
      number === 0
        ? [
            { type: 'text', text: 'May I?' },
            { type: 'tool-call', toolCallId: 'c7', toolName: 'remove', input: '{"crate":7}' },
          ]
        : [{ type: 'text', text: filler(`answer ${number}`, 250) }],
    );
    const chat = new StoredChat();
    const tools = { remove: tool({ inputSchema, execute: () => 'It is removed.' }) };
    const errors: unknown[] = [];
    for (let turn = 0; turn < LATER; turn++) {
      chat.say(turn === 0 ? 'Remove crate 7.' : `And what of day ${turn}?`);
      const approval = { toolApproval: { remove: 'user-approval' as const } };
      const told = await chat.answer({ model: book.wrap(model), tools, ...approval, ...inSession('crates') });
      errors.push(...told.errors);
    }
    expect(errors).toEqual([]);
    expect(chat.messages[1]?.parts.map((part) => ('state' in part ? part.state : part.type))).toContain(
      'approval-requested',
    );
    expect(prompts.flatMap(danglingIn)).toEqual([]);
    expect(book.reports.some(({ adopted }) => adopted)).toBe(true);
    const { branches, calls } = await book.daybook.session({ session: 'crates' }).status();
    expect(branches).toHaveLength(1);
    expect([calls.waiting.length, calls.abandoned.length]).toEqual([0, 1]);
  });

  it('without daybook its call is sent (ai 6.0.0)', async () => {
    expect((await goOn('ai 6', asked, undefined, true)).map(danglingIn)).toEqual(
      Array(LATER).fill(['call-approval-requested']),
    );
  });
});

describe('#7097: one call that failed or never ended does not break a stored chat', () => {
  const broken = [
    said('u1', 'user', text('Remove crate 7.')),
    said(
      'a1',
      'assistant',
      { type: 'step-start' },
      text('I try.'),
      call('output-error', { input: undefined, rawInput: '{"crate":', errorText: 'No JSON.' }),
      { type: 'step-start' },
      text('Again.'),
      call('input-available', {}),
      call('input-streaming', { input: { cra: '' } }),
    ),
  ];

  it.each([
    ['ai 7', true],
    ['ai 6', false],
  ])('%s, and is folded', async (major, ignore) => {
    const book = await booked({ window: 3_000 });
    const prompts = await goOn(major, broken, book, ignore);
    expect(prompts).toHaveLength(LATER);
    expect(prompts.flatMap(danglingIn)).toEqual([]);
    expect(idsIn(prompts[0] ?? [], 'tool-result')).toEqual(['call-output-error']);
    expect(book.reports.some(({ adopted }) => adopted)).toBe(true);
    expect(book.reports.map(({ failure }) => failure)).toEqual(Array(LATER).fill(null));
  });

  // Google's package hands on an input that is no JSON as it is, and Google refuses it with daybook or without.
  it.each(setups.filter(({ served }) => served !== 'gemini'))(
    '$name takes it, whether or not it is folded',
    async (setup) => {
      for (const settings of [
        { window: 100_000 },
        { window: 5_000, foldAt: 0.02, hardAt: 0.02, tail: 150 },
      ]) {
        const { wrap, reports } = await booked(settings);
        await using server = await providerServer({
          answer: (): ServerAnswer => ({
            reasoning: 'So.',
            text: filler(`answer ${server.requests.length}`, 300),
          }),
        });
        const messages: ModelMessage[] = await convertToModelMessages(broken, {
          ignoreIncompleteToolCalls: true,
        });
        for (let turn = 0; turn < 4; turn++) {
          messages.push({ role: 'user', content: `And what of day ${turn}?` });
          const { responseMessages } = await generateText({
            model: wrap(setup.model(server.url)),
            messages,
            tools: { remove: tool({ inputSchema }) },
            stopWhen: isStepCount(2),
            maxRetries: 0,
            providerOptions: { ...setup.options, ...inSession('crates').providerOptions },
          });
          messages.push(...responseMessages);
        }
        expect(server.violations).toEqual([]);
        expect(reports.some(({ adopted }) => adopted)).toBe('foldAt' in settings);
      }
    },
  );

  it('without daybook calls without a result are sent (ai 6.0.0)', async () => {
    const prompts = await goOn('ai 6', broken, undefined, false);
    expect(danglingIn(prompts.at(-1) ?? [])).toContain('call-input-available');
  });
});
