/**
 * A tool loop of 300 steps on the real `ToolLoopAgent`, with folds in mid-turn. Covers: A1, C4, F1
 *
 * The figures are printed: how often the view changed, and how much of each request the last one had already sent.
 */
import { type Daybook, openDaybook } from '@daybook/core';
import { memoryStore } from '@daybook/core/memory';
import { isStepCount, ToolLoopAgent, tool } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type CallReport, wrap } from '../src/index.ts';

const STEPS = 300;
const WINDOW = 16_000;
const ROOM = WINDOW - 0.08 * WINDOW;
const MINIMUM_GAIN = 0.1 * ROOM;
const RULE = 'Never edit generated.ts by hand, and tell me the number of the failing module.';

type Prompt = Parameters<MockLanguageModelV4['doGenerate']>[0]['prompt'];

let daybook: Daybook;
const prompts: Prompt[] = [];
const reports: CallReport[] = [];

beforeAll(async () => {
  daybook = await openDaybook({ store: memoryStore() });
  const model = new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const step = prompts.push(structuredClone(prompt)) - 1;
      const done = step === STEPS;
      const input = Math.ceil(JSON.stringify(prompt).length / 4);
      return {
        content: done
          ? [{ type: 'text', text: 'Module 217 fails.' }]
          : [
              { type: 'text', text: `Reading module ${step}.` },
              { type: 'tool-call', toolCallId: `c${step}`, toolName: 'read', input: `{"module":${step}}` },
            ],
        finishReason: { unified: done ? 'stop' : 'tool-calls', raw: undefined },
        usage: {
          inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 20, text: 20, reasoning: 0 },
        },
        warnings: [],
      };
    },
  });
  const session = daybook.session({ session: 'loop' });
  const agent = new ToolLoopAgent({
    model: wrap(model, session, { window: WINDOW, onCall: (report) => reports.push(report) }),
    instructions: 'You look after a project.',
    tools: {
      read: tool({
        inputSchema: z.object({ module: z.number() }),
        execute: ({ module }) => `module ${module}\n${`line of module ${module}: all in order\n`.repeat(30)}`,
      }),
    },
    stopWhen: isStepCount(STEPS + 1),
  });
  await agent.generate({ prompt: RULE });
}, 120_000);

describe('a tool loop of 300 steps', () => {
  it('has the current question in every call, word for word', () => {
    expect(prompts).toHaveLength(STEPS + 1);
    for (const prompt of prompts)
      expect(
        prompt.filter(({ role, content }) => role === 'user' && textIn(content).endsWith(RULE)),
      ).toHaveLength(1);
  });

  it('keeps each call with its result', () => {
    for (const prompt of prompts) {
      const ids = prompt.flatMap(({ content }) =>
        typeof content === 'string'
          ? []
          : content.flatMap((part) => ('toolCallId' in part ? [[part.type, part.toolCallId]] : [])),
      );
      const calls = ids.flatMap(([type, id]) => (type === 'tool-call' ? [id] : []));
      expect(ids.flatMap(([type, id]) => (type === 'tool-result' ? [id] : []))).toEqual(calls);
    }
  });

  it('never sends more than the room, changes the view seldom, and keeps the prefix in between', () => {
    const adoptions = reports.filter(({ adopted }) => adopted).length;
    const sent = reports.map(({ tokens }) => tokens?.sent ?? 0);
    expect(Math.max(...sent)).toBeLessThanOrEqual(ROOM);
    const fresh = reports.at(-1)?.tokens?.before ?? 0;
    const kept = prompts.slice(1).flatMap((prompt, at) => {
      if (reports[at + 1]?.adopted) return [];
      const before = texts(prompts[at] as Prompt);
      const common = texts(prompt).findIndex((text, index) => text !== before[index]);
      return [lengthOf(before.slice(0, common < 0 ? undefined : common)) / lengthOf(before)];
    });
    const least = Math.min(...kept);
    console.info(
      `${STEPS} steps, ${Math.round(fresh)} tokens in all, largest request ${Math.max(...sent)} of ${ROOM}: ${adoptions} adoptions (at most ${Math.floor(fresh / MINIMUM_GAIN)}), least kept prefix between them ${(100 * least).toFixed(1)} %`,
    );
    expect(adoptions).toBeGreaterThan(5);
    expect(adoptions).toBeLessThanOrEqual(fresh / MINIMUM_GAIN);
    expect(least).toBeGreaterThanOrEqual(0.9);
  });

  it('has exactly the parts that happened on record', async () => {
    const { branches } = await daybook.session({ session: 'loop' }).status();
    expect(branches).toHaveLength(1);
    const revision = branches[0]?.revision ?? 0;
    const kinds = new Map<string, number>();
    const ids: string[] = [];
    for (let seq = 0; seq < revision; seq++) {
      const { body, seal } = await daybook.session({ session: 'loop' }).read(seq);
      const kind = `${seal.role ?? 'none'} ${body.kind}`;
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      if (body.kind === 'tool-result') ids.push(body.callId);
    }
    expect(ids).toEqual(Array.from({ length: STEPS }, (_, step) => `c${step}`));
    expect(
      Object.fromEntries(
        [...kinds].filter(([kind]) => !kind.startsWith('none') && !kind.includes('derived')),
      ),
    ).toEqual({
      'system message': 1,
      'user message': 1,
      'assistant message': STEPS + 1,
      'assistant tool-call': STEPS,
      'tool tool-result': STEPS,
    });
    expect((await daybook.audit()).findings).toEqual([]);
  });
});

function texts(prompt: Prompt): string[] {
  return prompt.map((message) => JSON.stringify(message));
}

function lengthOf(list: readonly string[]): number {
  return list.reduce((sum, { length }) => sum + length, 0);
}

function textIn(content: Prompt[number]['content']): string {
  if (typeof content === 'string') return content;
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}
