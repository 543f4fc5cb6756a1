/** Reports about calls, approvals and reasoning that lose what belongs to them when a history is shortened. */
// Covers: A4
import { generateText, isStepCount, type ModelMessage, pruneMessages, tool } from 'ai';
import * as lowest from 'ai-lowest';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { booked, type Content, filler, idsIn, inSession, type Prompt, partsIn, scripted } from './support.ts';

/** A fold is due with the first words, and is used as soon as it is there. */
const EVERYWHERE = { window: 4_000, foldAt: 0.02, hardAt: 0.02, tail: 150 };
const TURNS = 5;
const inputSchema = z.object({ quay: z.number() });

describe('#16385: no answer to an approval is left without its request', () => {
  /** A tool of the application's, and one that the provider runs; the person is asked about both. */
  function port() {
    return scripted((prompt, number): Content => {
      const last = prompt.at(-1);
      if (last?.role === 'tool') {
        const approved = partsIn([last]).flatMap((part) =>
          part.type === 'tool-approval-response' ? [part.approvalId] : [],
        );
        return [
          // The provider tells the call again, with its result.
          ...approved.flatMap((id): Content => {
            const call = { toolCallId: id.replace('approval', 'server'), toolName: 'tow' };
            return [
              { type: 'tool-call', ...call, input: '{}', providerExecuted: true, dynamic: true },
              { type: 'tool-result', ...call, result: { note: filler(`tow of ${id}`, 300) }, dynamic: true },
            ];
          }),
          { type: 'text', text: `Done in reply ${number}.` },
        ];
      }
      const input = `{"quay":${number}}`;
      return [
        { type: 'text', text: `May I, in reply ${number}?` },
        { type: 'tool-call', toolCallId: `own-${number}`, toolName: 'clear', input },
        {
          type: 'tool-call',
          toolCallId: `server-${number}`,
          toolName: 'tow',
          input,
          providerExecuted: true,
          dynamic: true,
        },
        { type: 'tool-approval-request', approvalId: `approval-${number}`, toolCallId: `server-${number}` },
      ];
    });
  }

  /** Results and answers to approvals without their call in front of them. */
  function orphansIn(prompt: Prompt): string[] {
    return prompt.flatMap((message, at) => {
      const calls = idsIn(prompt.slice(0, at + 1), 'tool-call');
      const needed = [
        ...idsIn([message], 'tool-result'),
        ...idsIn([message], 'tool-approval-response').map((id) => id.replace('approval', 'server')),
      ];
      return needed.filter((id) => !calls.includes(id));
    });
  }

  async function talk(wrapped: ReturnType<typeof port>['model'], wrap: (model: never) => never) {
    const messages: ModelMessage[] = [];
    const ask = async () => {
      const { responseMessages } = await generateText({
        model: wrap(wrapped as never),
        messages,
        tools: {
          clear: tool({ inputSchema, execute: ({ quay }) => filler(`cleared quay ${quay}`, 300) }),
        },
        toolApproval: { clear: 'user-approval' },
        stopWhen: isStepCount(5),
        ...inSession('port'),
      });
      messages.push(...responseMessages);
      return partsIn(responseMessages as Prompt) as readonly { type: string }[];
    };
    for (let turn = 0; turn < TURNS; turn++) {
      messages.push({ role: 'user', content: `Clear the quays of part ${turn}.` });
      const requests = (await ask()).filter(({ type }) => type === 'tool-approval-request');
      expect(requests).toHaveLength(2);
      messages.push({
        role: 'tool',
        content: requests.map((request) => {
          const { approvalId, toolCallId } = request as never as { approvalId: string; toolCallId: string };
          const providerExecuted = toolCallId.startsWith('server');
          return {
            type: 'tool-approval-response',
            approvalId,
            approved: turn % 2 === 0 || providerExecuted,
            providerExecuted,
          };
        }),
      });
      expect((await ask()).filter(({ type }) => type === 'text')).toHaveLength(1);
    }
    return messages;
  }

  it('while nothing is folded', async () => {
    const { wrap } = await booked({ window: 200_000 });
    const { model, prompts } = port();
    await talk(model, wrap as never);
    expect(prompts.flatMap(orphansIn)).toEqual([]);
  });

  it.each([150, 700, 1_400])(
    'with a fold wherever the model is asked, and a tail of %d tokens',
    async (tail) => {
      const { wrap, reports } = await booked({ ...EVERYWHERE, tail });
      const { model, prompts } = port();
      await talk(model, wrap as never);
      expect(reports.filter(({ adopted }) => adopted).length).toBeGreaterThan(1);
      expect(prompts.flatMap(orphansIn)).toEqual([]);
      // The answer to what was just asked is never folded away.
      expect(
        prompts.filter((prompt) => idsIn(prompt.slice(-1), 'tool-approval-response').length === 1),
      ).toHaveLength(TURNS);
    },
  );

  it('one is when the list is pruned (ai 6.0.0)', async () => {
    const messages = await talk(port().model, ((model: never) => model) as never);
    const pruned = lowest.pruneMessages({
      messages: messages as never,
      toolCalls: [{ type: 'before-last-message', tools: ['tow'] }],
    });
    const parts = pruned.flatMap(({ content }) =>
      typeof content === 'string' ? [] : [...content],
    ) as never as {
      type: string;
      approvalId: string;
    }[];
    const requested = parts.flatMap(({ type, approvalId }) =>
      type === 'tool-approval-request' ? [approvalId] : [],
    );
    const orphans = parts.filter(
      ({ type, approvalId }) => type === 'tool-approval-response' && !requested.includes(approvalId),
    );
    expect(orphans.length).toBeGreaterThan(0);
  });
});

describe('#13430: no message is left with nothing but reasoning in it', () => {
  async function talk(wrap: (model: never) => never) {
    const { model, prompts } = scripted((prompt, number): Content => {
      const step = prompt.length - prompt.findLastIndex(({ role }) => role === 'user');
      const reasoning = { type: 'reasoning' as const, text: `I think of it in reply ${number}.` };
      if (step > 6) return [reasoning, { type: 'text', text: `All is well (${number}).` }];
      return [
        reasoning,
        { type: 'tool-call', toolCallId: `c${number}`, toolName: 'look', input: '{"quay":1}' },
      ];
    });
    const messages: ModelMessage[] = [];
    for (let turn = 0; turn < TURNS; turn++) {
      messages.push({ role: 'user', content: `How is it now, for the ${turn}th time?` });
      const { responseMessages } = await generateText({
        model: wrap(model as never),
        messages,
        tools: { look: tool({ inputSchema, execute: () => filler(`look ${prompts.length}`, 150) }) },
        stopWhen: isStepCount(10),
        ...inSession('thoughts'),
      });
      messages.push(...responseMessages);
    }
    return { messages, prompts };
  }

  it.each([
    ['when old turns are folded', { window: 4_000 }],
    ['with a fold wherever the model is asked', EVERYWHERE],
  ])('%s', async (_, options) => {
    const { wrap, reports } = await booked(options);
    const { prompts } = await talk(wrap as never);
    expect(reports.some(({ adopted }) => adopted)).toBe(true);
    expect(prompts.flatMap(aloneIn)).toEqual([]);
    // Reasoning that is sent is sent with its own call.
    for (const prompt of prompts)
      for (const message of prompt)
        if (message.role === 'assistant' && partsIn([message]).some(({ type }) => type === 'reasoning'))
          expect(partsIn([message]).map(({ type }) => type)).toEqual([
            'reasoning',
            expect.stringMatching(/^(tool-call|text)$/),
          ]);
  });

  it('one is when the list is pruned (ai 6.0.0)', async () => {
    const { messages } = await talk(((model: never) => model) as never);
    const pruned = lowest.pruneMessages({ messages: messages as never, toolCalls: 'before-last-2-messages' });
    expect(aloneIn(pruned as never)).not.toEqual([]);
    expect(aloneIn(pruneMessages({ messages, toolCalls: 'before-last-2-messages' }) as never)).toEqual([]);
  });

  function aloneIn(prompt: Prompt): Prompt {
    return prompt.filter(
      (message) =>
        message.role === 'assistant' && partsIn([message]).every(({ type }) => type === 'reasoning'),
    );
  }
});
