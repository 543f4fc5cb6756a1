/** A report about what tool loops cost when their results are not cached. */
// Covers: C4
import { createAnthropic } from '@ai-sdk/anthropic';
import { isStepCount, type ModelMessage, type PrepareStepFunction, ToolLoopAgent, tool } from 'ai';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Body, booked, filler, inSession, type Model, type Stub, stub, tokensIn } from './support.ts';

const STEPS = 24;
const marked = { anthropic: { cacheControl: { type: 'ephemeral' as const } } };
const inputSchema = z.object({ crate: z.number() });
const tools = { weigh: tool({ inputSchema, execute: ({ crate }) => filler(`crate ${crate}`, 250) }) };

/** The application marks the last message of each request, which in a loop is a tool's, and no longer the one before. */
const markLast: PrepareStepFunction<typeof tools> = ({ messages }) => ({
  messages: messages.map((message, at): ModelMessage => {
    const { providerOptions: _, ...bare } = message;
    return at === messages.length - 1 ? { ...bare, providerOptions: marked } : bare;
  }),
});

function scales(): Stub {
  return stub((body, number) => ({
    id: `msg_${number}`,
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-4-5',
    content:
      number === STEPS
        ? [{ type: 'text', text: 'All crates are weighed.' }]
        : [{ type: 'tool_use', id: `toolu_${number}`, name: 'weigh', input: { crate: number } }],
    stop_reason: number === STEPS ? 'end_turn' : 'tool_use',
    stop_sequence: null,
    usage: { input_tokens: tokensIn(body), output_tokens: 20 },
  }));
}

async function loop(
  wrap: (model: Model) => Model,
  prepareStep?: PrepareStepFunction<typeof tools>,
): Promise<Stub> {
  const server = scales();
  const agent = new ToolLoopAgent({
    model: wrap(createAnthropic({ apiKey: 'test', fetch: server.fetch })('claude-sonnet-4-5')),
    instructions: { role: 'system', content: 'You weigh crates.', providerOptions: marked },
    tools,
    ...(prepareStep && { prepareStep }),
    stopWhen: isStepCount(STEPS + 1),
    ...inSession('crates'),
  });
  await agent.generate({ messages: [{ role: 'user', content: 'Weigh them all.', providerOptions: marked }] });
  expect(server.bodies).toHaveLength(STEPS + 1);
  return server;
}

const bare = (model: Model) => model;

describe('#5497: results of tools are cached in a long loop, and it does not cost more with each step', () => {
  it('with marks that move along, folds or not', async () => {
    const { wrap, reports, daybook } = await booked({ window: 6_000 });
    const { bodies } = await loop(wrap, markLast);
    const adopted = reports.map((report) => report.adopted);
    expect(adopted.filter(Boolean).length).toBeGreaterThan(1);
    expect(adopted.filter(Boolean).length).toBeLessThan(STEPS / 3);
    const read = readFromCache(bodies);
    for (const [at, body] of bodies.entries()) {
      expect(marksIn(body)).toBeLessThanOrEqual(4);
      // What is new is written to the cache, so that the next step reads it.
      expect(blocksOf(body).at(-1)?.mark).toBe(true);
      if (at > 0) expect(read[at]).toBeGreaterThan(0);
      // All that the last request held is read, but where the view has just changed.
      if (at > 0 && !adopted[at]) expect(read[at]).toBe(sizeOf(bodies[at - 1]));
    }
    // Marks that move are no new messages.
    const { branches, byKind } = await daybook.session({ session: 'crates' }).status();
    expect(branches).toHaveLength(1);
    expect([byKind['tool-call'], byKind['tool-result']]).toEqual([STEPS, STEPS]);
  });

  it('with daybook, what is not read from the cache is a small part of what it is without marks', async () => {
    const { wrap } = await booked({ window: 6_000 });
    const [cached, uncached] = [await loop(wrap, markLast), await loop(bare)];
    expect(freshOf(cached)).toBeLessThan(freshOf(uncached) / 4);
  });

  function freshOf({ bodies }: Stub): number {
    const read = readFromCache(bodies);
    return bodies.reduce((sum, body, at) => sum + sizeOf(body) - (read[at] ?? 0), 0);
  }
});

interface CacheBlock {
  readonly text: string;
  readonly mark: boolean;
}

/** What a request holds in the order in which a provider caches it, its marks apart. */
function blocksOf({ system, messages, tools: definitions }: Body): CacheBlock[] {
  const listed = (value: unknown) => (Array.isArray(value) ? value : []);
  const said = listed(messages).flatMap(({ role, content }) =>
    listed(content).map((block) => ({ role, ...block })),
  );
  return [...listed(definitions), ...listed(system), ...said].map(({ cache_control: mark, ...block }) => ({
    text: JSON.stringify(block),
    mark: mark !== undefined,
  }));
}

function marksIn(body: Body): number {
  return blocksOf(body).filter(({ mark }) => mark).length;
}

function sizeOf(body: Body | undefined): number {
  return body ? blocksOf(body).reduce((sum, { text }) => sum + text.length, 0) : 0;
}

/** Of each request, how much a cache holds that remembers each beginning that ended at a mark. */
function readFromCache(bodies: readonly Body[]): number[] {
  const kept = new Set<string>();
  return bodies.map((body) => {
    const blocks = blocksOf(body);
    const lastMark = blocks.findLastIndex(({ mark }) => mark);
    let [beginning, read] = ['', 0];
    for (const [at, { text, mark }] of blocks.entries()) {
      beginning += `${text}\n`;
      if (at <= lastMark && kept.has(beginning)) read = beginning.length - at - 1;
      if (mark) kept.add(beginning);
    }
    return read;
  });
}
