/** A report about calls that a program makes which runs at the provider: they name it, and it stands in another message. */
// Covers: A4
import { createAnthropic } from '@ai-sdk/anthropic';
import { generateText, isStepCount, type ModelMessage, pruneMessages, tool } from 'ai';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Body, booked, filler, inSession, type Model, partsIn, type Stub, stub } from './support.ts';

const [TURNS, CALLS] = [3, 3];

interface Block {
  readonly type: string;
  readonly id?: string;
  readonly tool_use_id?: string;
  readonly caller?: { readonly tool_id?: string };
}

/** In each turn a program looks up one quay after the other, each in a request of its own, and ends with its finding. */
function script(): Block[][] {
  return Array.from({ length: TURNS }, (_, turn) => {
    const program = `srvtoolu_${turn}`;
    const call = (at: number) => ({
      type: 'tool_use',
      id: `toolu_${turn}_${at}`,
      name: 'depth',
      input: { quay: 10 * turn + at },
      caller: { type: 'code_execution_20250825', tool_id: program },
    });
    const code = `for quay in part(${turn}): print(depth(quay))`;
    return [
      [{ type: 'server_tool_use', id: program, name: 'code_execution', input: { code } }, call(0)],
      ...Array.from({ length: CALLS - 1 }, (_, at) => [call(at + 1)]),
      [
        {
          type: 'code_execution_tool_result',
          tool_use_id: program,
          content: { type: 'code_execution_result', stdout: '7 m', stderr: '', return_code: 0, content: [] },
        },
        { type: 'text', text: `Part ${turn} is seven metres deep.` },
      ],
    ];
  }).flat();
}

/** Refuses, as Anthropic does, what names a program that is not in the request. */
function harbour(): Stub {
  return stub((body, number) => {
    const [orphan] = orphansIn(body);
    if (orphan) {
      const error = { type: 'invalid_request_error', message: `source tool ${orphan} not found` };
      return Response.json({ type: 'error', error }, { status: 400 });
    }
    const content = script()[number] ?? [];
    return {
      id: `msg_${number}`,
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet-4-5',
      content,
      stop_reason: content.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn',
      stop_sequence: null,
      container: { id: 'container_1', expires_at: '2030-01-01T00:00:00Z' },
      usage: { input_tokens: Math.ceil(JSON.stringify(body).length / 4), output_tokens: 20 },
    };
  });
}

function blocksIn({ messages }: Body): Block[] {
  return (messages as { content: Block[] }[]).flatMap(({ content }) => content);
}

/** What names a program, or is its result, without it. */
function orphansIn(body: Body): string[] {
  const blocks = blocksIn(body);
  const programs = new Set(blocks.flatMap(({ type, id }) => (type === 'server_tool_use' ? [id] : [])));
  return blocks.flatMap((block) => {
    const named = block.type === 'code_execution_tool_result' ? block.tool_use_id : block.caller?.tool_id;
    return named === undefined || programs.has(named) ? [] : [named];
  });
}

/** The whole conversation; each turn hands over what the last ones gave back. */
async function talk(server: Stub, wrap: (model: Model) => Model = (model) => model) {
  const anthropic = createAnthropic({ apiKey: 'test', fetch: server.fetch });
  const warnings: unknown[] = [];
  const messages: ModelMessage[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    messages.push({ role: 'user', content: `How deep is the harbour in part ${turn}?` });
    const { responseMessages, steps } = await generateText({
      model: wrap(anthropic('claude-sonnet-4-5')),
      messages,
      tools: {
        code_execution: anthropic.tools.codeExecution_20250825(),
        depth: tool({
          inputSchema: z.object({ quay: z.number() }),
          execute: ({ quay }) => filler(`quay ${quay}`, 300),
          providerOptions: { anthropic: { allowedCallers: ['code_execution_20250825'] } },
        }),
      },
      stopWhen: isStepCount(CALLS + 1),
      maxRetries: 0,
      ...inSession('depths'),
    });
    messages.push(...responseMessages);
    warnings.push(...steps.flatMap((step) => step.warnings ?? []));
  }
  return { messages, warnings };
}

describe('#12504: calls of a program at Anthropic never lose the program that they name', () => {
  it('while nothing is folded', async () => {
    const { wrap, reports } = await booked({ window: 200_000 });
    const [with_, without] = [harbour(), harbour()];
    await talk(without);
    const { warnings } = await talk(with_, wrap);
    expect(warnings).toEqual([]);
    expect(reports.filter(({ adopted }) => adopted)).toEqual([]);
    expect(with_.bodies).toEqual(without.bodies);
  });

  it.each([
    ['when old turns are folded', { window: 4_000 }],
    ['with a fold wherever the model is asked', { window: 4_000, foldAt: 0.02, hardAt: 0.02, tail: 150 }],
  ])('%s', async (_, options) => {
    const { wrap, reports } = await booked(options);
    const server = harbour();
    const { warnings } = await talk(server, wrap);
    expect(reports.some(({ adopted }) => adopted)).toBe(true);
    expect(server.bodies.flatMap(orphansIn)).toEqual([]);
    expect(warnings).toEqual([]);
  });

  it('they lose it when the list is pruned', async () => {
    const server = harbour();
    const { messages } = await talk(server);
    // In mid-turn: the last call of the program has come back.
    const running = messages.slice(0, -1);
    const pruned = pruneMessages({ messages: running, toolCalls: 'before-last-2-messages' });
    const kept = partsIn(pruned).filter(({ type }) => type === 'tool-call');
    expect(kept).toHaveLength(1);
    expect(kept[0]?.providerOptions?.anthropic?.caller).toMatchObject({ toolId: `srvtoolu_${TURNS - 1}` });
  });
});
