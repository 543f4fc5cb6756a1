/** A report about answers that were stopped half-way, stored as they were, and handed over again. */
// Covers: A4
import { type ProviderServer, providerServer, type ServerAnswer, type ServerRequest } from '@daybook/testkit';
import { isStepCount, tool } from 'ai';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Setup, setups } from '../wire/providers.ts';
import { booked, inSession, type Model, StoredChat } from './support.ts';

const tools = { look_up: tool({ inputSchema: z.object({ row: z.number() }), execute: () => 'Row two.' }) };
const served = setups.filter((setup) => ['openai-responses', 'anthropic'].includes(setup.served));

const HALVES = {
  words: { reasoning: 'I think of the tide.', text: 'The tide is kept in row two.' },
  'a call': { reasoning: 'I think of the tide.', calls: [{ name: 'look_up', input: { row: 2 } }] },
} satisfies { [name: string]: ServerAnswer };

/** What OpenAI says when asked for an item of an answer that never came to its end. */
function unfinished({ body }: ServerRequest, broken: number): string | undefined {
  const items = Array.isArray(body.input) ? (body.input as { type?: string; id?: string }[]) : [];
  const gone = items.find(({ type, id }) => type === 'item_reference' && id?.split('_')[1] === `${broken}`);
  return gone && `Item with id '${gone.id}' not found.`;
}

interface Talk {
  readonly server: ProviderServer;
  readonly kept: string[];
  readonly errors: string[];
}

/** A question is answered, the next one is stopped after so many events, and the third is asked all the same. */
async function talk(
  setup: Setup,
  half: ServerAnswer,
  brokenAfter: number,
  wrap: (model: Model) => Model,
): Promise<Talk> {
  const BROKEN = 2;
  let number = 0;
  const server = await providerServer({
    answer: (request) => {
      const refusal = unfinished(request, BROKEN);
      if (refusal) throw new Error(refusal);
      number++;
      if (number === BROKEN) return { ...half, brokenAfter };
      return { reasoning: `Thought ${number}.`, text: `Answer ${number}.` };
    },
  });
  const chat = new StoredChat();
  const ask = async (text: string) => {
    chat.say(text);
    const { errors } = await chat.answer({
      model: wrap(setup.model(server.url)),
      tools,
      stopWhen: isStepCount(3),
      providerOptions: { ...setup.options, ...inSession('tides').providerOptions },
    });
    return errors.map(String);
  };
  await ask('What is kept here?');
  await ask('Which row holds the tide?');
  const kept = chat.messages[3]?.role === 'assistant' ? (chat.messages[3]?.parts ?? []) : [];
  const errors = [...(await ask('Are you there?')), ...(await ask('And now?'))];
  return { server, kept: kept.map(({ type }) => type), errors };
}

describe('#10638: an answer that was stopped half-way and stored breaks no later turn', () => {
  describe.each(served)('$name', (setup) => {
    it.each(Object.entries(HALVES))('in the middle of %s', async (_, half) => {
      const left = new Set<string>();
      const failed: unknown[] = [];
      for (let events = 1; events < 12; events++) {
        const { wrap, reports, daybook } = await booked({ window: 100_000 });
        const { server, kept, errors } = await talk(setup, half, events, wrap);
        await using _server = server;
        left.add(kept.filter((type) => type !== 'step-start').join());
        if (errors.length > 0 || server.violations.length > 0)
          failed.push([events, kept.join(), errors, server.violations.map(({ rule }) => rule)]);
        else {
          expect(reports.map(({ failure }) => failure)).toEqual(reports.map(() => null));
          const { branches } = await daybook.session({ session: 'tides' }).status();
          expect(branches).toHaveLength(1);
        }
      }
      expect([...left].some((types) => types.endsWith('reasoning'))).toBe(true);
      expect(failed).toEqual([]);
    });
  });

  it('it breaks them without daybook', async () => {
    const [openai] = served;
    if (!openai) throw new Error('there is no such provider');
    const { server, kept, errors } = await talk(openai, HALVES.words, 4, (model) => model);
    await using _server = server;
    expect(kept).toEqual(['step-start', 'reasoning']);
    expect(errors).not.toEqual([]);
  });
});
