/**
 * What OpenAI Responses takes as `input`.
 *
 * Invariant: what an item was made with is known only from what was received; without that, no item is called
 * separated from its reasoning.
 */
import { breach, isFilled, isObject, isText, isTypedList, objectsIn, repeated, show } from './reading.ts';
import {
  callsWithoutOutput,
  followersReceived,
  idOf,
  isMadeByModel,
  isReasoning,
  outputsOf,
  reasoningReceived,
} from './responses-items.ts';
import type { Breach, Rule, Wire } from './rule.ts';

export const openaiResponsesRules: readonly Rule[] = [
  { rule: 'openai-responses/0', meaning: 'items have their shape', check: shapesAreKnown },
  { rule: 'openai-responses/1', meaning: 'an output has its call before it', check: outputsHaveCalls },
  { rule: 'openai-responses/2', meaning: 'each call has its output', check: callsHaveOutputs },
  { rule: 'openai-responses/3', meaning: 'reasoning leads to its item', check: reasoningIsFollowed },
  {
    rule: 'openai-responses/4',
    meaning: 'an item with its id keeps its reasoning',
    check: itemsKeepReasoning,
  },
  { rule: 'openai-responses/5', meaning: 'item ids are unique', check: itemIdsAreUnique },
  { rule: 'openai-responses/6', meaning: 'item ids have the prefix of their type', check: itemIdsMatch },
  { rule: 'openai-responses/7', meaning: 'ids have at most 64 characters', check: idsAreShort },
  { rule: 'openai-responses/8', meaning: 'a reference names a stored item', check: referencesAreStored },
  {
    rule: 'openai-responses/9',
    meaning: 'unstored reasoning is sealed and has no id',
    check: reasoningIsSealed,
  },
  { rule: 'openai-responses/10', meaning: 'parts fit the role', check: partsFitTheRole },
  { rule: 'openai-responses/11', meaning: 'a call has one output', check: callsHaveOneOutput },
  { rule: 'openai-responses/12', meaning: 'an output is text or input parts', check: outputsAreInput },
  { rule: 'openai-responses/15', meaning: 'a compaction item is unchanged', check: compactionIsUnchanged },
  { rule: 'openai-responses/16', meaning: 'a demanded call needs tools', check: demandedCallsHaveTools },
];

const ROLES: ReadonlySet<unknown> = new Set(['user', 'system', 'developer', 'assistant']);
const INPUT_PARTS: ReadonlySet<unknown> = new Set(['input_text', 'input_image', 'input_file']);
const OUTPUT_PARTS: ReadonlySet<unknown> = new Set(['output_text', 'refusal']);
const PREFIXES: ReadonlyMap<unknown, string> = new Map([
  ['message', 'msg'],
  ['function_call', 'fc'],
  ['reasoning', 'rs'],
  ['custom_tool_call', 'ctc'],
]);

function* shapesAreKnown({ messages, fields }: Wire): Iterable<Breach> {
  if (messages.length === 0 && !isFilled(fields.previous_response_id))
    yield { at: 'messages', detail: 'holds no item, and no earlier response is named' };
  for (const item of messages) {
    const { type, role, content, call_id, name } = item.value;
    if (type === undefined || type === 'message') {
      if (!ROLES.has(role)) yield breach(item, 'role', `is ${show(role)}`);
      if (!isText(content) && !isTypedList(content))
        yield breach(item, 'content', 'is neither text nor parts');
    } else if (!isText(type)) yield breach(item, 'type', `is ${show(type)}`);
    if ((type === 'function_call' || type === 'function_call_output') && !isFilled(call_id))
      yield breach(item, 'call_id', `is ${show(call_id)}`);
    if (type === 'function_call' && !isFilled(name)) yield breach(item, 'name', `is ${show(name)}`);
    if (type === 'function_call' && !isText(item.value.arguments))
      yield breach(item, 'arguments', 'is no text');
    if (type === 'item_reference' && !isFilled(item.value.id)) yield breach(item, 'id', 'is no id');
  }
}

function* outputsHaveCalls(wire: Wire): Iterable<Breach> {
  for (const output of outputsOf(wire).orphans)
    yield breach(output, 'call_id', `${show(output.value.call_id)} is no call before it`);
}

function* callsHaveOutputs({ messages }: Wire): Iterable<Breach> {
  for (const call of callsWithoutOutput(messages))
    yield breach(call, 'call_id', `${show(call.value.call_id)} has no output behind it`);
}

function* reasoningIsFollowed({ messages, received }: Wire): Iterable<Breach> {
  const followers = followersReceived(received);
  for (const [index, item] of messages.entries()) {
    const id = idOf(item);
    if (id === undefined || !isReasoning(item)) continue;
    const next = messages.slice(index + 1).find((other) => !isReasoning(other));
    const [nextId, expected] = [next && idOf(next), followers.get(id)];
    if (!next || !isMadeByModel(next)) yield breach(item, '', `${show(id)} leads to nothing`);
    else if (nextId !== undefined && expected !== undefined && nextId !== expected)
      yield breach(item, '', `${show(id)} was received in front of ${show(expected)}`);
  }
}

function* itemsKeepReasoning({ messages, received }: Wire): Iterable<Breach> {
  const reasoning = reasoningReceived(received);
  const seen = new Set<string>();
  for (const item of messages) {
    const id = idOf(item);
    if (id === undefined) continue;
    const needed = reasoning.get(id);
    if (needed !== undefined && !seen.has(needed))
      yield breach(item, 'id', `${show(id)} was made with ${show(needed)}`);
    seen.add(id);
  }
}

function* itemIdsAreUnique({ messages }: Wire): Iterable<Breach> {
  for (const item of repeated(messages, ({ value }) => value.id))
    yield breach(item, 'id', `${show(item.value.id)} is the id of an earlier item`);
}

function* itemIdsMatch({ messages }: Wire): Iterable<Breach> {
  for (const item of messages) {
    const { id, type = 'message' } = item.value;
    const prefix = PREFIXES.get(type) ?? '';
    if (isText(id) && !(id.startsWith(prefix) && /^[a-zA-Z0-9_-]+$/.test(id)))
      yield breach(item, 'id', `${show(id)} is no id of ${show(type)}`);
  }
}

function* idsAreShort({ messages }: Wire): Iterable<Breach> {
  for (const item of messages)
    for (const name of ['id', 'call_id'] as const) {
      const id = item.value[name];
      if (isText(id) && id.length > 64) yield breach(item, name, `has ${id.length} characters`);
    }
}

function* referencesAreStored({ messages, fields, stored }: Wire): Iterable<Breach> {
  for (const item of messages) {
    const { type, id } = item.value;
    if (type === 'item_reference' && isText(id) && (fields.store === false || stored?.has(id) === false))
      yield breach(item, 'id', `${show(id)} is not stored`);
  }
}

// Whether an id does harm beside sealed content is contested; without it the item passes everywhere.
function* reasoningIsSealed({ messages, fields }: Wire): Iterable<Breach> {
  for (const item of messages) {
    if (fields.store !== false || item.value.type !== 'reasoning') continue;
    if (!isFilled(item.value.encrypted_content)) yield breach(item, 'encrypted_content', 'is absent');
    if (idOf(item) !== undefined) yield breach(item, 'id', 'nothing is stored under it');
  }
}

function* partsFitTheRole({ messages }: Wire): Iterable<Breach> {
  for (const item of messages) {
    const { type = 'message', role } = item.value;
    if (type !== 'message') continue;
    const fitting = role === 'assistant' ? OUTPUT_PARTS : INPUT_PARTS;
    for (const part of objectsIn(item, 'content'))
      if (!fitting.has(part.value.type))
        yield breach(part, 'type', `${show(part.value.type)} in a message of ${show(role)}`);
  }
}

function* callsHaveOneOutput(wire: Wire): Iterable<Breach> {
  for (const output of outputsOf(wire).extras)
    yield breach(output, 'call_id', `${show(output.value.call_id)} has its output already`);
}

function* outputsAreInput({ messages }: Wire): Iterable<Breach> {
  for (const item of messages) {
    const { type, output } = item.value;
    if (type !== 'function_call_output' && type !== 'custom_tool_call_output') continue;
    if (!isText(output) && !isTypedList(output)) yield breach(item, 'output', 'is neither text nor parts');
    for (const part of objectsIn(item, 'output'))
      if (!INPUT_PARTS.has(part.value.type)) yield breach(part, 'type', `is ${show(part.value.type)}`);
  }
}

function* compactionIsUnchanged({ messages, received }: Wire): Iterable<Breach> {
  for (const item of messages) {
    const { type, id, encrypted_content } = item.value;
    if (type !== 'compaction') continue;
    const original = received.find(({ value }) => value.type === type && value.id === id);
    if (!isFilled(encrypted_content)) yield breach(item, 'encrypted_content', 'is absent');
    else if (original && original.value.encrypted_content !== encrypted_content)
      yield breach(item, 'encrypted_content', 'differs from what was received');
  }
}

function* demandedCallsHaveTools({ fields, tools }: Wire): Iterable<Breach> {
  const choice = fields.tool_choice;
  if ((choice === 'required' || isObject(choice)) && tools.length === 0)
    yield { at: 'request.tool_choice', detail: 'there are no tools' };
}
