/**
 * Calls and results in Anthropic messages.
 *
 * Invariant: the message right behind a call is the only place for its result.
 */
import { blocksOf, isResult, isServerCall, isServerResult, ofType } from './anthropic-blocks.ts';
import { breach, isText, repeated, show } from './reading.ts';
import type { Breach, Located, Wire } from './rule.ts';

// The length is contested; 64 characters pass everywhere.
const CALL_ID = /^[a-zA-Z0-9_-]{1,64}$/;

export function* resultsHaveCalls({ messages }: Wire): Iterable<Breach> {
  for (const [index, message] of messages.entries()) {
    const isUser = message.value.role === 'user';
    const calls = isUser ? idsOf(callsIn(messages[index - 1]), 'id') : new Set();
    for (const result of ofType(message, 'tool_result'))
      if (!calls.has(result.value.tool_use_id))
        yield breach(
          result,
          'tool_use_id',
          `${show(result.value.tool_use_id)} is no call of the message before`,
        );
  }
}

export function* callsHaveResults({ messages }: Wire): Iterable<Breach> {
  for (const [index, message] of messages.entries()) {
    const next = messages[index + 1];
    const answered =
      next?.value.role === 'user' ? idsOf(ofType(next, 'tool_result'), 'tool_use_id') : new Set();
    for (const call of callsIn(message))
      if (!answered.has(call.value.id))
        yield breach(call, 'id', `${show(call.value.id)} has no result in the next message`);
  }
}

export function* resultsComeFirst({ messages }: Wire): Iterable<Breach> {
  for (const message of messages) {
    const blocks = blocksOf(message);
    const other = blocks.findIndex((block) => !isResult(block));
    const late = other < 0 ? undefined : blocks.slice(other).find(isResult);
    if (late) yield breach(late, '', 'stands behind another block');
  }
}

export function* callIdsAreUnique({ messages }: Wire): Iterable<Breach> {
  for (const call of repeated(messages.flatMap(callsIn), ({ value }) => value.id))
    yield breach(call, 'id', `${show(call.value.id)} is the id of an earlier call`);
}

export function* callsHaveOneResult({ messages }: Wire): Iterable<Breach> {
  for (const message of messages)
    for (const result of repeated(ofType(message, 'tool_result'), ({ value }) => value.tool_use_id))
      yield breach(result, 'tool_use_id', `${show(result.value.tool_use_id)} has a result already`);
}

export function* callIdsMatch({ messages }: Wire): Iterable<Breach> {
  for (const call of messages.flatMap(callsIn)) {
    const { id } = call.value;
    if (isText(id) && !CALL_ID.test(id)) yield breach(call, 'id', `is ${show(id)}`);
  }
}

export function* serverCallsHaveResults({ messages }: Wire): Iterable<Breach> {
  for (const message of messages) {
    const isAssistant = message.value.role === 'assistant';
    const blocks = blocksOf(message);
    for (const [index, block] of blocks.entries()) {
      const { id, tool_use_id } = block.value;
      if (isServerCall(block)) {
        const results = idsOf(blocks.slice(index + 1).filter(isServerResult), 'tool_use_id');
        if (!isAssistant || !results.has(id))
          yield breach(block, 'id', `${show(id)} has no result behind it`);
      } else if (isServerResult(block)) {
        const calls = idsOf(blocks.slice(0, index).filter(isServerCall), 'id');
        if (!isAssistant || !calls.has(tool_use_id))
          yield breach(block, 'tool_use_id', `${show(tool_use_id)} is no call in front of it`);
      }
    }
  }
}

function callsIn(message: Located | undefined): Located[] {
  return message?.value.role === 'assistant' ? ofType(message, 'tool_use') : [];
}

function idsOf(blocks: readonly Located[], name: string): ReadonlySet<unknown> {
  return new Set(blocks.map((block) => block.value[name]));
}
