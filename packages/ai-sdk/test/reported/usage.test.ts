/** A report about answers that are stopped: the provider never says how large the request was. */
// Covers: F1, A4
import { type ModelMessage, streamText } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { describe, expect, it } from 'vitest';
import { booked, filler, inSession, type Model, type Prompt, partsIn } from './support.ts';

const WINDOW = 12_000;
const [FINISHED, STOPPED] = [5, 20];
/** This model's tokens are shorter than most. */
const CHARACTERS = 2.5;
const HALF = (turn: number) => filler(`half answer ${turn}`, turn < FINISHED ? 600 : 300);

/** Answers; from the sixth turn on it is stopped in the middle. */
function slow() {
  const sizes: number[] = [];
  const size = (prompt: Prompt) =>
    Math.ceil(
      partsIn(prompt).reduce((sum, part) => sum + ('text' in part ? part.text.length : 0), 0) / CHARACTERS,
    );
  const model = new MockLanguageModelV4({
    doStream: async ({ prompt, abortSignal }) => {
      const turn = sizes.push(size(prompt)) - 1;
      const total = sizes[turn] ?? 0;
      return {
        stream: new ReadableStream({
          start(controller) {
            controller.enqueue({ type: 'stream-start', warnings: [] });
            controller.enqueue({ type: 'text-start', id: 't' });
            controller.enqueue({ type: 'text-delta', id: 't', delta: HALF(turn) });
            if (turn >= FINISHED) {
              abortSignal?.addEventListener('abort', () => controller.error(abortSignal.reason));
              return;
            }
            controller.enqueue({ type: 'text-end', id: 't' });
            controller.enqueue({
              type: 'finish',
              finishReason: { unified: 'stop', raw: undefined },
              usage: {
                inputTokens: { total, noCache: total, cacheRead: 0, cacheWrite: 0 },
                outputTokens: { total: Math.ceil(HALF(turn).length / CHARACTERS), text: 0, reasoning: 0 },
              },
            });
            controller.close();
          },
        }),
      };
    },
  });
  return { model: model as Model, sizes };
}

/** The person reads half of an answer, stops it, and asks on; the half answers are stored. */
async function talk(wrap: (model: Model) => Model) {
  const { model, sizes } = slow();
  const messages: ModelMessage[] = [];
  let [aborts, ends] = [0, 0];
  for (let turn = 0; turn < FINISHED + STOPPED; turn++) {
    messages.push({ role: 'user', content: `Tell me of day ${turn}, please.` });
    const stop = new AbortController();
    const result = streamText({
      model: wrap(model),
      messages,
      abortSignal: stop.signal,
      onAbort: () => void aborts++,
      onEnd: () => void ends++,
      ...inSession('days'),
    });
    let said = '';
    for await (const part of result.fullStream)
      if (part.type === 'text-delta') {
        said += part.text;
        if (turn >= FINISHED) stop.abort();
      }
    messages.push({ role: 'assistant', content: said });
  }
  return { sizes, aborts, ends };
}

describe('#7628: the size of a conversation is known although answers were stopped', () => {
  it('it is folded in time, and the halves of answers are on record', async () => {
    const { wrap, reports, daybook } = await booked({ window: WINDOW });
    const { sizes, aborts, ends } = await talk(wrap);
    expect([aborts, ends]).toEqual([STOPPED, FINISHED]);
    expect(reports.map(({ aborted }) => aborted)).toEqual(
      Array.from({ length: FINISHED + STOPPED }, (_, turn) => turn >= FINISHED),
    );
    const stopped = reports.slice(FINISHED);
    expect(stopped.some(({ adopted }) => adopted)).toBe(true);
    // What the provider would count.
    expect(Math.max(...sizes)).toBeLessThanOrEqual(WINDOW);
    for (const [at, report] of stopped.entries()) {
      const counted = sizes[FINISHED + at] ?? 0;
      expect(report.tokens?.sent).toBeGreaterThan(0.9 * counted);
      expect(report.tokens?.sent).toBeLessThan(1.1 * counted);
    }
    const session = daybook.session({ session: 'days' });
    const { byKind } = await session.status();
    expect(byKind.message).toBe(2 * (FINISHED + STOPPED));
    expect((await daybook.audit()).findings).toEqual([]);
  });

  it('without daybook it grows over the window, and nobody is told', async () => {
    const { sizes, ends } = await talk((model) => model);
    expect(ends).toBe(FINISHED);
    expect(sizes.at(-1)).toBeGreaterThan(WINDOW);
  });
});
