/** Reports about tool loops whose messages somebody shortens on the way. */
// Covers: A1, A4, C4, F7
import { isStepCount, type ModelMessage, ToolLoopAgent, tool } from 'ai';
import * as lowest from 'ai-lowest';
import { MockLanguageModelV3 } from 'ai-lowest/test';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { booked, filler, idsIn, inSession, type Prompt, type Scripted, scripted } from './support.ts';

const WINDOW = 5_000;
const STEPS = 14;
const GOAL = 'Check all fourteen quays.';

/** Calls the tool once a step; then a turn of words. */
function quays(): Scripted {
  return scripted((prompt) => {
    const done = idsIn(prompt, 'tool-call').length;
    const number = Math.max(done, ...idsIn(prompt, 'tool-call').map((id) => Number(id.slice(1)) + 1));
    const asked = prompt.some(
      ({ role, content }) => role === 'user' && JSON.stringify(content).includes('Thanks'),
    );
    if (asked || number >= STEPS) return [{ type: 'text', text: 'All quays are checked.' }];
    return [
      { type: 'text', text: `I check quay ${number}.` },
      { type: 'tool-call', toolCallId: `q${number}`, toolName: 'check', input: `{"quay":${number}}` },
    ];
  });
}

const inputSchema = z.object({ quay: z.number() });
const execute = ({ quay }: { quay: number }) => filler(`quay ${quay}`, 350);

describe('#9631: what was shortened in one step of a loop is not back in the next', () => {
  it.each(['ai 7', 'ai 6'] as const)('%s', async (major) => {
    const { wrap, middleware, reports } = await booked({ window: WINDOW });
    const { model, prompts, doGenerate } = quays();
    const first: ModelMessage[] = [{ role: 'user', content: GOAL }];
    const turn = async (messages: ModelMessage[]): Promise<ModelMessage[]> => {
      if (major === 'ai 7') {
        const agent = new ToolLoopAgent({
          model: wrap(model),
          tools: { check: tool({ inputSchema, execute }) },
          stopWhen: isStepCount(STEPS + 1),
          ...inSession('quays'),
        });
        return (await agent.generate({ messages })).responseMessages;
      }
      const agent = new lowest.ToolLoopAgent({
        model: lowest.wrapLanguageModel({
          model: new MockLanguageModelV3({ doGenerate: doGenerate as never }),
          middleware: middleware as never,
        }),
        tools: { check: lowest.tool({ inputSchema, execute }) },
        stopWhen: lowest.stepCountIs(STEPS + 1),
        ...inSession('quays'),
      });
      const { response } = await agent.generate({ messages: messages as never });
      return response.messages as ModelMessage[];
    };
    const answered = await turn(first);
    await turn([...first, ...answered, { role: 'user', content: 'Thanks. Which is the next?' }]);
    expect(prompts).toHaveLength(STEPS + 2);
    const folded = reports.findIndex(({ adopted }) => adopted);
    expect(folded).toBeGreaterThan(0);
    expect(folded).toBeLessThan(STEPS);
    let gone = new Set<string>();
    for (const [at, prompt] of prompts.entries()) {
      const shown = idsIn(prompt, 'tool-call');
      expect(shown.filter((id) => gone.has(id))).toEqual([]);
      expect(idsIn(prompt, 'tool-result')).toEqual(shown);
      const before = prompts[at - 1] ?? [];
      if (!reports[at]?.adopted) expect(prompt.slice(0, before.length)).toEqual(before);
      gone = new Set(
        Array.from({ length: Math.min(at, STEPS) }, (_, made) => `q${made}`).filter(
          (id) => !shown.includes(id),
        ),
      );
    }
    expect(gone.size).toBeGreaterThan(STEPS / 2);
    expect(answered.flatMap((message) => idsIn([message], 'tool-call'))).toHaveLength(STEPS);
  });

  it('it is back when prepareStep does it: in the next step (ai 6), and in the next turn (ai 7)', async () => {
    const lower = quays();
    const shorten = ({ stepNumber, messages }: { stepNumber: number; messages: Prompt | ModelMessage[] }) =>
      stepNumber === 8 ? { messages: [...messages.slice(0, 1), ...messages.slice(-2)] as never } : undefined;
    const old = new lowest.ToolLoopAgent({
      model: new MockLanguageModelV3({ doGenerate: lower.doGenerate as never }),
      tools: { check: lowest.tool({ inputSchema, execute }) },
      prepareStep: shorten as never,
      stopWhen: lowest.stepCountIs(STEPS + 1),
    });
    await old.generate({ prompt: GOAL });
    expect(lower.prompts.map(({ length }) => length).slice(7, 10)).toEqual([15, 3, 19]);

    const newer = quays();
    const agent = new ToolLoopAgent({
      model: newer.model,
      tools: { check: tool({ inputSchema, execute }) },
      prepareStep: shorten as never,
      stopWhen: isStepCount(STEPS + 1),
    });
    const first: ModelMessage[] = [{ role: 'user', content: GOAL }];
    const { responseMessages } = await agent.generate({ messages: first });
    await agent.generate({ messages: [...first, ...responseMessages, { role: 'user', content: 'Thanks.' }] });
    const lengths = newer.prompts.map(({ length }) => length);
    expect(lengths.slice(7, 10)).toEqual([15, 3, 5]);
    expect(lengths.at(-1)).toBe(2 * STEPS + 3);
  });
});
