/**
 * OpenAI Responses: an answer is a list of items with ids, and a request may name an item instead of repeating it.
 *
 * Invariant: references are looked up before the rules see them, as the provider does, so that a call behind a
 * reference needs its output too.
 */
import type { Json } from '@daybook/core';
import type { JsonObject } from '../provider-rules/rule.ts';
import { callsOf, type Dialect, frame, piecesOf, type Reply, sealOf } from './dialect.ts';
import { openaiRefusal } from './openai-chat.ts';

const refuse = openaiRefusal(() => ({
  message: 'Your input exceeds the context window of this model. Please adjust your input and try again.',
  param: 'input',
}));

export const openaiResponses: Dialect = {
  provider: 'openai-responses',
  asked: (path, { model, stream }) =>
    path.endsWith('/responses') ? { model: String(model), streams: stream === true } : undefined,
  rulesOf({ input, tools, ...request }, _model, given) {
    const items = new Map(given.map((item) => [item.id, item]));
    const known = (item: Json) =>
      isReference(item) && request.store !== false ? (items.get(item.id) ?? item) : item;
    const messages = Array.isArray(input) ? input.map(known) : [{ role: 'user', content: input ?? '' }];
    const stored = [...items.keys()].filter((id) => typeof id === 'string');
    return { messages, tools, request, asReceived: given, stored };
  },
  write(reply) {
    const output = itemsOf(reply);
    const { number, model } = reply;
    const head = { id: `resp_${number}`, object: 'response', created_at: 1_700_000_000, model };
    const body = { ...head, status: 'completed', output, usage: usageOf(reply) };
    const events: Event[] = [
      { type: 'response.created', response: { ...head, status: 'in_progress', output: [] } },
      ...output.flatMap(eventsOf),
      { type: 'response.completed', response: body },
    ];
    // Whatever stands between two replies ends what belongs together.
    return { body, frames: framesOf(events), given: [...output, { role: 'user', content: '' }] };
  },
  refuse(refusal) {
    const refused = refuse(refusal);
    if (refusal.kind !== 'overflow') return refused;
    const { error } = refused.body;
    return { ...refused, frames: framesOf([{ type: 'error', error: error ?? null }]) };
  },
};

type Event = { readonly type: string } & JsonObject;
type Item = { readonly type: string; readonly id: string } & JsonObject;

function framesOf(events: readonly Event[]): string[] {
  return events.map((event, sequence_number) => frame({ ...event, sequence_number }, event.type));
}

function itemsOf(reply: Reply): Item[] {
  const { number, compaction, reasoning, text } = reply;
  const items: Item[] = [];
  if (compaction !== undefined)
    items.push({ type: 'compaction', id: `cmp_${number}`, encrypted_content: sealOf(number, compaction) });
  if (reasoning !== undefined)
    items.push({
      type: 'reasoning',
      id: `rs_${number}`,
      summary: [{ type: 'summary_text', text: reasoning }],
      encrypted_content: sealOf(number, 'reasoning'),
    });
  if (text !== undefined)
    items.push({
      type: 'message',
      id: `msg_${number}`,
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text, annotations: [] }],
    });
  for (const [index, { id, name, input }] of callsOf(reply, 'call_').entries())
    items.push({
      type: 'function_call',
      id: `fc_${number}_${index}`,
      call_id: id,
      name,
      arguments: JSON.stringify(input),
      status: 'completed',
    });
  return items;
}

function eventsOf(item: Item, output_index: number): Event[] {
  const at = { item_id: item.id, output_index };
  const added = (begin: JsonObject): Event => ({
    type: 'response.output_item.added',
    output_index,
    item: { ...item, status: 'in_progress', ...begin },
  });
  const done: Event = { type: 'response.output_item.done', output_index, item };
  const deltas = (type: string, text: Json | undefined, rest: JsonObject = {}): Event[] =>
    piecesOf(String(text)).map((delta) => ({ type, ...at, ...rest, delta }));
  switch (item.type) {
    case 'reasoning': {
      const part = { ...at, summary_index: 0 };
      return [
        added({ summary: [] }),
        { type: 'response.reasoning_summary_part.added', ...part },
        ...deltas('response.reasoning_summary_text.delta', textIn(item.summary), { summary_index: 0 }),
        { type: 'response.reasoning_summary_part.done', ...part },
        done,
      ];
    }
    case 'message': {
      const rest = { content_index: 0 };
      return [
        added({ content: [] }),
        ...deltas('response.output_text.delta', textIn(item.content), rest),
        done,
      ];
    }
    case 'function_call':
      return [
        added({ arguments: '' }),
        ...deltas('response.function_call_arguments.delta', item.arguments),
        { type: 'response.function_call_arguments.done', ...at, arguments: item.arguments ?? '' },
        done,
      ];
    default:
      return [added({}), done];
  }
}

function usageOf({ usage: { input, output } }: Reply): JsonObject {
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input + output,
  };
}

function textIn(parts: Json | undefined): Json | undefined {
  const [part] = Array.isArray(parts) ? (parts as readonly JsonObject[]) : [];
  return part?.text;
}

function isReference(item: Json): item is JsonObject {
  return (
    typeof item === 'object' &&
    item !== null &&
    !Array.isArray(item) &&
    (item as JsonObject).type === 'item_reference'
  );
}
