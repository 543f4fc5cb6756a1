/**
 * How a user's message is answered in scripts made at random, and how its tool traffic is pruned later.
 *
 * Invariant: a reply ends with an answer that has wording of its own, so that the next list can be placed.
 */
import type { Message, MessagePart } from '@daybook/core';
import { reasoning, toolCall, toolResult, wordingOf } from './parts.ts';
import type { CallOptions } from './recording.ts';
import type { Stage } from './stage.ts';

export function converse(stage: Stage, question: string, options: CallOptions): void {
  stage.conversation.user(question);
  reply(stage, options);
}

/** Answers the last user message in one of several shapes; the same options hold for each call of the turn. */
export function reply(stage: Stage, options: CallOptions): void {
  const { conversation, fresh, draw } = stage;
  const shape = draw(6);
  if (shape === 0) conversation.call(options).assistant(fresh('a'));
  else if (shape === 1) promptForm(stage, options);
  else if (shape === 2) providerExecuted(stage, options);
  else if (shape === 3) toolLoop(stage, options, true);
  else if (shape === 4) toolLoop(stage, options, false);
  else conversation.call(options).answered(fresh('a')).used({ input: 100, output: 10 });
}

export function withoutToolTraffic(form: Message): Message | undefined {
  if (form.role === 'tool') return undefined;
  const parts = form.parts.filter(({ type }) => type === 'text' || type === 'reasoning');
  if (parts.length === form.parts.length) return form;
  return wordingOf(parts).length > 0 ? { ...form, parts } : undefined;
}

export function withShortResults(form: Message): Message {
  const shorten = (part: MessagePart): MessagePart =>
    part.type === 'tool-result' ? { ...part, output: [{ type: 'text', text: '[cleared]' }] } : part;
  return { ...form, parts: form.parts.map(shorten) };
}

export function withoutReasoning(form: Message): Message {
  return { ...form, parts: form.parts.filter(({ type }) => type !== 'reasoning') };
}

/** The same answer with its parts in another order, other reasoning, and the input's keys turned round. */
function promptForm({ conversation, fresh, freshCallId }: Stage, options: CallOptions): void {
  const [first, second, id] = [fresh('a'), fresh('a'), freshCallId()];
  conversation.call(options);
  conversation.answered(reasoning('one'), first, toolCall(id, { from: 1, to: 2 }), second);
  conversation.handedBackAs(first, second, toolCall(id, { to: 2, from: 1 }), reasoning('other'));
  conversation
    .tool(toolResult(id, fresh('r')))
    .call(options)
    .answered(fresh('a'));
}

function providerExecuted({ conversation, fresh, freshCallId }: Stage, options: CallOptions): void {
  const id = freshCallId();
  conversation.call(options);
  conversation.answered(fresh('a'), toolCall(id), toolResult(id, fresh('r')), fresh('a'));
}

function toolLoop(stage: Stage, options: CallOptions, isReported: boolean): void {
  const { conversation, fresh, freshCallId, draw, hasReusedCallIds } = stage;
  for (let step = draw(3); step >= 0; step--) {
    const count = 1 + draw(3);
    const ids = Array.from({ length: count }, (_, n) => (hasReusedCallIds ? `call_${n}` : freshCallId()));
    const parts = [...(draw(2) ? [fresh('a')] : []), ...ids.map((id) => toolCall(id))];
    conversation.call(options);
    if (isReported) conversation.answered(...parts);
    else conversation.assistant(...parts);
    const results = ids.map((id) => toolResult(id, fresh('r'), draw(4) ? 'returned' : 'error'));
    if (draw(2)) conversation.tool(...results);
    else for (const result of results) conversation.tool(result);
  }
  conversation.call(options);
  if (isReported) conversation.answered(fresh('a'));
  else conversation.assistant(fresh('a'));
}
