/** Reports about OpenAI's reasoning and compaction items, which a request names by their ids. */
// Covers: A4, P5
import { createOpenAI } from '@ai-sdk/openai';
import { type ProviderServer, providerServer, type ServerAnswer, type ServerRequest } from '@daybook/testkit';
import { generateText, isStepCount, tool } from 'ai';
import * as lowest from 'ai-lowest';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { booked, filler, inSession, type Model, StoredChat } from './support.ts';

const TURNS = 5;
const WHEREVER = { window: 6_000, foldAt: 0.02, hardAt: 0.02, tail: 150 };
const tools = {
  look_up: tool({
    inputSchema: z.object({ row: z.number() }),
    execute: ({ row }) => filler(`row ${row}`, 450),
  }),
};

/** Two calls, each thought of before; then an answer, thought of too. */
function thinking(number: number): ServerAnswer {
  const reasoning = `Reply ${number} is thought through.`;
  if (number % 3 === 2) return { reasoning, text: `Row ${number} holds it.` };
  return { reasoning, calls: [{ name: 'look_up', input: { row: number } }] };
}

interface Talk {
  readonly server: ProviderServer;
  readonly chat: StoredChat;
  readonly errors: unknown[];
}

async function talk(
  wrap: (model: Model) => Model,
  refuse: (request: ServerRequest, number: number) => string | undefined = () => undefined,
): Promise<Talk> {
  let number = 0;
  const server = await providerServer({
    answer: (request) => {
      const refusal = refuse(request, number);
      if (refusal) throw new Error(refusal);
      return thinking(number++);
    },
  });
  const chat = new StoredChat();
  const errors: unknown[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    chat.say(`Which row holds the tide of day ${turn}?`);
    const session = inSession('rows').providerOptions;
    const answered = await chat.answer({
      model: wrap(responses(server)),
      tools,
      stopWhen: isStepCount(5),
      providerOptions: { ...session, openai: { reasoningSummary: 'auto' } },
    });
    errors.push(...answered.errors);
  }
  return { server, chat, errors };
}

function responses({ url }: ProviderServer): Model {
  return createOpenAI({ baseURL: `${url}/v1`, apiKey: 'test' }).responses('gpt-5.1');
}

const bare = (model: Model) => model;

function referencesIn({ body }: ServerRequest): string[] {
  const input = body.input as readonly { readonly type?: string; readonly id?: string }[];
  return input.flatMap(({ type, id }) => (type === 'item_reference' && id ? [id] : []));
}

describe('#7099: reasoning always comes with the item that it led to', () => {
  it.each([
    ['when old turns are folded', { window: 6_000 }],
    ['with a fold wherever the model is asked', WHEREVER],
  ])('%s', async (_, settings) => {
    const { wrap, reports } = await booked(settings);
    const { server, errors } = await talk(wrap);
    await using _server = server;
    expect(reports.some(({ adopted }) => adopted)).toBe(true);
    expect(server.requests).toHaveLength(3 * TURNS);
    expect(JSON.stringify(server.requests.at(-1)?.body)).toMatch(/rs_/);
    expect([server.violations, errors]).toEqual([[], []]);
  });

  it('it does not when the list is pruned (ai 6.0.0)', async () => {
    const { server, chat } = await talk(bare);
    await using _server = server;
    const messages = await lowest.convertToModelMessages(chat.messages as never);
    const pruned = lowest.pruneMessages({ messages, toolCalls: 'before-last-2-messages' });
    const asked = [...pruned, { role: 'user', content: 'And of the next day?' }] as never;
    await expect(
      generateText({ model: responses(server), messages: asked, maxRetries: 0 }),
    ).rejects.toThrow();
    expect(server.violations.map(({ rule }) => rule)).toContain('openai-responses/3');
  });
});

describe('#10290: a chat is not lost because OpenAI has forgotten items of its beginning', () => {
  /** Items of the last three turns are still there. */
  const forgotten = (request: ServerRequest, number: number) => {
    const gone = referencesIn(request).find((id) => Number(id.split('_')[1]) <= number - 9);
    return gone && `Item with id '${gone}' not found.`;
  };

  it('once its beginning is folded', async () => {
    const { wrap, reports } = await booked({ window: 4_500, tail: 400 });
    const { server, errors } = await talk(wrap, forgotten);
    await using _server = server;
    expect(reports.some(({ adopted }) => adopted)).toBe(true);
    expect(server.requests.some((request) => referencesIn(request).length > 0)).toBe(true);
    expect([server.violations, errors]).toEqual([[], []]);
  });

  it('it is without daybook', async () => {
    const { server, errors } = await talk(bare, forgotten);
    await using _server = server;
    expect(errors.map(String).join()).toMatch(/Item with id 'rs_\d+' not found/);
  });
});

describe('PR #11252: what OpenAI compacted is handed back as it came', () => {
  it.each([
    ['while the call asks for it', true],
    ['when later calls do not ask for it', false],
  ])('%s', async (_, asksAgain) => {
    const run = async (wrap: (model: Model) => Model) => {
      let number = 0;
      const server = await providerServer({
        answer: () => {
          const { reasoning: _unstored, ...answer } = thinking(number++);
          return { ...answer, ...(number === 3 && { compaction: 'All rows of the harbour.' }) };
        },
      });
      const chat = new StoredChat();
      const errors: unknown[] = [];
      for (let turn = 0; turn < TURNS; turn++) {
        chat.say(`Which row holds the tide of day ${turn}?`);
        const asks = turn === 0 || asksAgain;
        const answered = await chat.answer({
          model: wrap(responses(server)),
          tools,
          stopWhen: isStepCount(5),
          providerOptions: {
            ...inSession('compacted').providerOptions,
            openai: {
              store: false,
              ...(asks && { contextManagement: [{ type: 'compaction', compactThreshold: 1_000 }] }),
            },
          },
        });
        errors.push(...answered.errors);
      }
      return { server, chat, errors };
    };
    const { wrap, reports, daybook } = await booked({ window: 12_000, foldAt: 0.02, hardAt: 0.5, tail: 150 });
    const [with_, without] = [await run(wrap), await run(bare)];
    await using _with = with_.server;
    await using _without = without.server;
    expect([with_.server.violations, with_.errors]).toEqual([[], []]);
    // The item is in each request from then on, byte for byte, and nothing in front of it or behind it was touched.
    const items = with_.server.requests.map(
      ({ body }) => JSON.stringify(body).match(/"type":"compaction","id"/g)?.length,
    );
    expect(items.slice(3)).toEqual(Array(3 * TURNS - 3).fill(1));
    expect(with_.server.requests.map(({ body }) => body)).toEqual(
      without.server.requests.map(({ body }) => body),
    );
    expect(reports.flatMap(({ folds }) => folds)).toEqual([]);
    // Without the item a fold would be due: the view says why there is none.
    const notices = reports
      .slice(3)
      .map(({ mode, notices }) => (mode === 'view' ? notices.includes('opaque') : mode));
    expect(notices).toEqual(Array(3 * TURNS - 3).fill(asksAgain ? 'journal' : true));
    const { byKind } = await daybook.session({ session: 'compacted' }).status();
    expect(byKind.opaque).toBe(1);
  });
});
