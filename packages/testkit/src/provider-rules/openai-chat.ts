/**
 * What OpenAI Chat Completions takes as `messages`.
 *
 * Invariant: calls and results are held against each other step by step; an id may return in a later step.
 */
import { callsIn, namedIn, stepsOf } from './chat-steps.ts';
import {
  breach,
  isFilled,
  isList,
  isObject,
  isText,
  isTypedList,
  listIn,
  objectsIn,
  repeated,
  show,
} from './reading.ts';
import type { Breach, Rule, Wire } from './rule.ts';

export const openaiChatRules: readonly Rule[] = [
  { rule: 'openai-chat/0', meaning: 'contents and calls have their shape', check: shapesAreKnown },
  { rule: 'openai-chat/1', meaning: 'roles are those of this format', check: rolesAreKnown },
  { rule: 'openai-chat/2', meaning: 'the list is not empty', check: listIsNotEmpty },
  { rule: 'openai-chat/3', meaning: 'a result stands right behind its call', check: resultsHaveCalls },
  { rule: 'openai-chat/4', meaning: 'each call is answered before anything else', check: callsHaveResults },
  { rule: 'openai-chat/5', meaning: 'a call is answered once', check: callsHaveOneResult },
  { rule: 'openai-chat/6', meaning: 'ids differ within a message', check: callIdsDiffer },
  { rule: 'openai-chat/7', meaning: 'a list of calls is not empty', check: callListsAreNotEmpty },
  { rule: 'openai-chat/8', meaning: 'the assistant says or calls something', check: assistantHasContent },
  { rule: 'openai-chat/9', meaning: 'a result is text', check: resultsAreText },
  { rule: 'openai-chat/10', meaning: 'pictures, sounds and files are for users', check: mediaIsFromUsers },
  { rule: 'openai-chat/11', meaning: 'ids of calls have at most 40 characters', check: callIdsAreShort },
  { rule: 'openai-chat/12', meaning: 'function names match the pattern', check: functionNamesMatch },
  { rule: 'openai-chat/13', meaning: 'author names match the pattern', check: authorNamesMatch },
  { rule: 'openai-chat/14', meaning: 'arguments are a string', check: argumentsAreText },
  { rule: 'openai-chat/17', meaning: 'a refusal is alone in an assistant message', check: refusalsAreAlone },
  { rule: 'openai-chat/18', meaning: 'a tool choice needs tools', check: choiceHasTools },
  { rule: 'openai-chat/21', meaning: 'at most 128 tools', check: toolsAreFew },
];

const ROLES: ReadonlySet<unknown> = new Set(['developer', 'system', 'user', 'assistant', 'tool', 'function']);
const MEDIA: ReadonlySet<unknown> = new Set(['image_url', 'input_audio', 'file']);
const PARTS: ReadonlySet<unknown> = new Set(['text', 'refusal', ...MEDIA]);
const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

function* shapesAreKnown({ messages }: Wire): Iterable<Breach> {
  for (const message of messages) {
    const { role, content } = message.value;
    // Rules 8 and 9 know when the content of these may be absent.
    const isAbsent =
      (content ?? null) === null && (role === 'assistant' || role === 'tool' || role === 'function');
    if (!isAbsent && !isText(content) && !(isTypedList(content) && listIn(message, 'content').length > 0))
      yield breach(message, 'content', 'is neither text nor a list of parts');
    for (const part of objectsIn(message, 'content'))
      if (!PARTS.has(part.value.type) || (part.value.type === 'text' && !isText(part.value.text)))
        yield breach(part, '', `is no part: ${show(part.value.type)}`);
    for (const [index, call] of listIn(message, 'tool_calls').entries())
      if (!isObject(call) || !isFilled(call.id) || !isText(call.type) || !isObject(call[call.type]))
        yield breach(message, `tool_calls[${index}]`, 'is no call with an id and a type');
  }
}

function* rolesAreKnown({ messages }: Wire): Iterable<Breach> {
  for (const message of messages)
    if (!ROLES.has(message.value.role)) yield breach(message, 'role', `is ${show(message.value.role)}`);
}

function* listIsNotEmpty({ messages }: Wire): Iterable<Breach> {
  if (messages.length === 0) yield { at: 'messages', detail: 'holds no message' };
}

function* resultsHaveCalls({ messages }: Wire): Iterable<Breach> {
  for (const { calls, results } of stepsOf(messages))
    for (const result of results) {
      const id = result.value.tool_call_id;
      if (!calls.some((call) => call.value.id === id))
        yield breach(result, 'tool_call_id', `${show(id)} is no call of the assistant message before`);
    }
}

function* callsHaveResults({ messages }: Wire): Iterable<Breach> {
  for (const { calls, results } of stepsOf(messages)) {
    const answered = new Set(results.map((result) => result.value.tool_call_id));
    for (const call of calls)
      if (!answered.has(call.value.id)) yield breach(call, 'id', `${show(call.value.id)} has no result`);
  }
}

function* callsHaveOneResult({ messages }: Wire): Iterable<Breach> {
  for (const { calls, results } of stepsOf(messages))
    for (const result of repeated(results, ({ value }) => value.tool_call_id)) {
      const id = result.value.tool_call_id;
      // Where two calls share the id, that is the fault, and rule 6 names it.
      if (calls.filter((call) => call.value.id === id).length === 1)
        yield breach(result, 'tool_call_id', `${show(id)} is answered twice`);
    }
}

function* callIdsDiffer({ messages }: Wire): Iterable<Breach> {
  for (const message of messages)
    for (const call of repeated(callsIn(message), ({ value }) => value.id))
      yield breach(call, 'id', `${show(call.value.id)} is the id of an earlier call`);
}

function* callListsAreNotEmpty({ messages }: Wire): Iterable<Breach> {
  for (const message of messages)
    if (message.value.tool_calls !== undefined && listIn(message, 'tool_calls').length === 0)
      yield breach(message, 'tool_calls', 'holds no call');
}

function* assistantHasContent({ messages }: Wire): Iterable<Breach> {
  for (const message of messages) {
    const { role, content, function_call, refusal, audio } = message.value;
    const speaksOtherwise = isObject(function_call) || isText(refusal) || isObject(audio);
    if (
      role === 'assistant' &&
      (content ?? null) === null &&
      !speaksOtherwise &&
      callsIn(message).length === 0
    )
      yield breach(message, 'content', 'is absent, and there is no call');
  }
}

function* resultsAreText({ messages }: Wire): Iterable<Breach> {
  for (const message of messages) {
    if (message.value.role !== 'tool') continue;
    if (!isText(message.value.content) && !isList(message.value.content))
      yield breach(message, 'content', 'is no text');
    for (const part of objectsIn(message, 'content'))
      if (part.value.type === 'refusal') yield breach(part, 'type', 'is no text');
  }
}

// A picture in a result is refused by older models and not seen by newer ones.
function* mediaIsFromUsers({ messages }: Wire): Iterable<Breach> {
  for (const message of messages)
    for (const part of objectsIn(message, 'content'))
      if (MEDIA.has(part.value.type) && message.value.role !== 'user')
        yield breach(part, 'type', `${show(part.value.type)} in a message of ${show(message.value.role)}`);
}

// Longer ids were refused in 2025 and passed in 2026; 40 characters pass everywhere.
function* callIdsAreShort({ messages }: Wire): Iterable<Breach> {
  for (const call of messages.flatMap(callsIn))
    if (isText(call.value.id) && call.value.id.length > 40)
      yield breach(call, 'id', `has ${call.value.id.length} characters`);
}

function* functionNamesMatch({ messages, tools }: Wire): Iterable<Breach> {
  for (const node of [...messages.flatMap(callsIn), ...tools]) {
    const named = namedIn(node);
    if (named && !(isText(named.value.name) && NAME.test(named.value.name)))
      yield breach(named, 'name', `is ${show(named.value.name)}`);
  }
}

function* authorNamesMatch({ messages }: Wire): Iterable<Breach> {
  for (const message of messages) {
    const { name } = message.value;
    if (name !== undefined && !(isText(name) && NAME.test(name)))
      yield breach(message, 'name', `is ${show(name)}`);
  }
}

function* argumentsAreText({ messages }: Wire): Iterable<Breach> {
  for (const call of messages.flatMap(callsIn)) {
    const [named, field] = [namedIn(call), call.value.type === 'custom' ? 'input' : 'arguments'];
    if (named && !isText(named.value[field])) yield breach(named, field, 'is no text');
  }
}

function* refusalsAreAlone({ messages }: Wire): Iterable<Breach> {
  for (const message of messages) {
    const parts = objectsIn(message, 'content');
    for (const part of parts)
      if (part.value.type === 'refusal' && (message.value.role !== 'assistant' || parts.length > 1))
        yield breach(part, 'type', 'a refusal that is not alone in an assistant message');
  }
}

function* choiceHasTools({ fields, tools }: Wire): Iterable<Breach> {
  if ((fields.tool_choice ?? null) !== null && tools.length === 0)
    yield { at: 'request.tool_choice', detail: 'there are no tools' };
}

function* toolsAreFew({ tools }: Wire): Iterable<Breach> {
  if (tools.length > 128) yield { at: 'tools', detail: `holds ${tools.length} tools` };
}
