/** Anthropic Messages: blocks, thinking that is signed, and a compaction block of the provider's own. */
import type { Json } from '@daybook/core';
import type { JsonObject } from '../provider-rules/rule.ts';
import { callsOf, type Dialect, frame, piecesOf, type Reply, sealOf } from './dialect.ts';

export const anthropic: Dialect = {
  provider: 'anthropic',
  asked: (path, { model, stream }) =>
    path.endsWith('/messages') ? { model: String(model), streams: stream === true } : undefined,
  rulesOf({ messages, tools, ...request }, _model, given) {
    // Two replies may hold the same text; a call or a signature tells which of them is meant.
    const sent = JSON.stringify(messages ?? null);
    const asReceived = given.filter((message) => namesIn(message).some((name) => sent.includes(name)));
    return { messages, tools, request, asReceived };
  },
  write(reply) {
    const content = blocksOf(reply);
    const { model, number, usage } = reply;
    const stop = { stop_reason: reply.calls?.length ? 'tool_use' : 'end_turn', stop_sequence: null };
    const head = { id: `msg_${number}`, type: 'message', role: 'assistant', model };
    const sizes = usageOf(reply);
    const start = { ...head, content: [], stop_reason: null, usage: { ...sizes, output_tokens: 1 } };
    const end = { output_tokens: usage.output, ...(sizes.iterations && { iterations: sizes.iterations }) };
    return {
      body: { ...head, content, ...stop, usage: sizes },
      frames: [
        { type: 'message_start', message: start },
        ...content.flatMap(eventsOf),
        { type: 'message_delta', delta: stop, usage: end },
        { type: 'message_stop' },
      ].map((event) => frame(event, event.type)),
      given: [{ role: 'assistant', content }],
    };
  },
  refuse({ kind, detail, size, window }) {
    const answer = (status: number, type: string, message: string) => ({
      status,
      body: { type: 'error', error: { type, message } },
    });
    switch (kind) {
      case 'overflow':
        return answer(400, 'invalid_request_error', `prompt is too long: ${size} tokens > ${window} maximum`);
      case 'rate-limit':
        return answer(429, 'rate_limit_error', detail);
      case 'broken':
        return answer(500, 'api_error', detail);
      case 'invalid':
        return answer(400, 'invalid_request_error', detail);
    }
  },
};

type Block = { readonly type: string } & JsonObject;

function blocksOf(reply: Reply): Block[] {
  const { compaction, reasoning, text, number } = reply;
  const blocks: Block[] = [];
  if (compaction !== undefined) blocks.push({ type: 'compaction', content: compaction });
  if (reasoning !== undefined)
    blocks.push({ type: 'thinking', thinking: reasoning, signature: sealOf(number, 'thinking') });
  if (text !== undefined) blocks.push({ type: 'text', text });
  for (const { id, name, input } of callsOf(reply, 'toolu_'))
    blocks.push({ type: 'tool_use', id, name, input });
  return blocks;
}

function eventsOf(block: Block, index: number): Block[] {
  const delta = (type: string, part: JsonObject): Block => ({
    type: 'content_block_delta',
    index,
    delta: { type, ...part },
  });
  const texts = (text: Json | undefined) => piecesOf(String(text));
  const around = (begin: JsonObject, deltas: readonly Block[]): Block[] => [
    { type: 'content_block_start', index, content_block: { ...block, ...begin } },
    ...deltas,
    { type: 'content_block_stop', index },
  ];
  switch (block.type) {
    case 'thinking':
      return around({ thinking: '', signature: '' }, [
        ...texts(block.thinking).map((thinking) => delta('thinking_delta', { thinking })),
        delta('signature_delta', { signature: block.signature ?? '' }),
      ]);
    case 'text':
      return around(
        { text: '' },
        texts(block.text).map((text) => delta('text_delta', { text })),
      );
    case 'compaction':
      return around({ content: '' }, [delta('compaction_delta', { content: block.content ?? '' })]);
    default: {
      const pieces = texts(JSON.stringify(block.input));
      return around(
        { input: {} },
        pieces.map((partial_json) => delta('input_json_delta', { partial_json })),
      );
    }
  }
}

/** A compaction is an inference of its own, over all that was sent. */
function usageOf({ compaction, size, usage: { input, output } }: Reply): JsonObject {
  const own = { input_tokens: input, output_tokens: output };
  if (compaction === undefined) return own;
  const folded = { type: 'compaction', input_tokens: size, output_tokens: Math.ceil(compaction.length / 4) };
  return { ...own, iterations: [folded, { type: 'message', ...own }] };
}

function namesIn({ content }: JsonObject): string[] {
  return (content as readonly JsonObject[]).flatMap(({ id, signature }) =>
    [id, signature].flatMap((name) => (typeof name === 'string' ? [JSON.stringify(name)] : [])),
  );
}
