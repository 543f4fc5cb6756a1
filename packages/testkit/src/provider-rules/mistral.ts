/**
 * What Mistral chat completions takes as `messages`.
 *
 * Invariant: where the service and the published validator differ, the stricter one counts: a user message right
 * behind a result, and a picture in a result.
 */
import { callsIn, namedIn, stepsOf } from './chat-steps.ts';
import {
  breach,
  isFilled,
  isObject,
  isText,
  isTypedList,
  listIn,
  objectsIn,
  repeated,
  show,
} from './reading.ts';
import type { Breach, Located, Rule, Wire } from './rule.ts';

export const mistralRules: readonly Rule[] = [
  { rule: 'mistral/0', meaning: 'roles, contents and calls have their shape', check: shapesAreKnown },
  {
    rule: 'mistral/1',
    meaning: 'a message, and a lone one is of user or system',
    check: loneMessageIsSpoken,
  },
  { rule: 'mistral/2', meaning: 'user, tool or a prefix ends the list', check: listEndsForTheModel },
  { rule: 'mistral/3', meaning: 'roles follow each other as they may', check: rolesFollow },
  { rule: 'mistral/4', meaning: 'as many results as calls', check: resultsAreAsManyAsCalls },
  { rule: 'mistral/5', meaning: 'ids have nine letters or digits', check: idsMatch },
  { rule: 'mistral/6', meaning: 'each result names a call of its own', check: resultsNameCalls },
  { rule: 'mistral/7', meaning: 'function names match the pattern', check: functionNamesMatch },
  { rule: 'mistral/8', meaning: 'the assistant says or calls something', check: assistantHasContent },
  { rule: 'mistral/9', meaning: 'only the last message is a prefix', check: prefixIsLast },
  { rule: 'mistral/10', meaning: 'pictures are from users', check: picturesAreFromUsers },
  { rule: 'mistral/11', meaning: 'only results have a name', check: namesAreOfResults },
];

const NEXT: ReadonlyMap<unknown, readonly unknown[]> = new Map([
  ['system', ['system', 'user', 'assistant']],
  ['user', ['user', 'system', 'assistant']],
  ['assistant', ['assistant', 'user', 'tool']],
  ['tool', ['tool', 'assistant']],
]);
const ID = /^[a-zA-Z0-9]{9}$/;
const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

function* shapesAreKnown({ messages }: Wire): Iterable<Breach> {
  for (const message of messages) {
    const { role, content } = message.value;
    if (!NEXT.has(role)) yield breach(message, 'role', `is ${show(role)}`);
    // Rule 8 knows when the content of an assistant message may be absent.
    const isAbsent = (content ?? null) === null && role === 'assistant';
    if (!isAbsent && !isText(content) && !isTypedList(content))
      yield breach(message, 'content', 'is neither text nor a list of parts');
    for (const [index, call] of listIn(message, 'tool_calls').entries())
      if (!isObject(call) || !isObject(call.function))
        yield breach(message, `tool_calls[${index}]`, 'is no call');
  }
}

function* loneMessageIsSpoken({ messages }: Wire): Iterable<Breach> {
  const [only] = messages;
  if (!only) yield { at: 'messages', detail: 'holds no message' };
  else if (messages.length === 1 && only.value.role !== 'user' && only.value.role !== 'system')
    yield breach(only, 'role', `a lone message of ${show(only.value.role)}`);
}

function* listEndsForTheModel({ messages }: Wire): Iterable<Breach> {
  const last = messages.at(-1);
  if (!last || messages.length === 1) return; // Rule 1 knows what stands alone.
  const { role, prefix } = last.value;
  const isOpen = role === 'user' || role === 'tool' || (role === 'assistant' && prefix === true);
  if (!isOpen) yield breach(last, 'role', `${show(role)} ends the list`);
}

function* rolesFollow({ messages }: Wire): Iterable<Breach> {
  for (const [index, message] of messages.entries()) {
    const [before, { role }] = [messages[index - 1]?.value.role, message.value];
    const allowed = index === 0 ? ['system', 'user', 'assistant'] : NEXT.get(before);
    if (NEXT.has(role) && allowed && !allowed.includes(role))
      yield breach(message, 'role', `${show(role)} behind ${show(before)}`);
  }
}

function* resultsAreAsManyAsCalls({ messages }: Wire): Iterable<Breach> {
  for (const { leader, calls, results } of stepsOf(messages))
    if (leader?.value.role === 'assistant' && calls.length !== results.length)
      yield breach(leader, '', `${results.length} results for ${calls.length} calls`);
}

function* idsMatch({ messages }: Wire): Iterable<Breach> {
  for (const [node, name] of messages.flatMap(idsIn)) {
    const id = node.value[name];
    if (!(isText(id) && ID.test(id))) yield breach(node, name, `is ${show(id)}`);
  }
}

function idsIn(message: Located): (readonly [Located, string])[] {
  const result = message.value.role === 'tool' ? [[message, 'tool_call_id'] as const] : [];
  return [...callsIn(message).map((call) => [call, 'id'] as const), ...result];
}

function* resultsNameCalls({ messages }: Wire): Iterable<Breach> {
  for (const { leader, calls, results } of stepsOf(messages)) {
    if (leader?.value.role !== 'assistant') continue;
    for (const call of repeated(calls, ({ value }) => value.id))
      yield breach(call, 'id', `${show(call.value.id)} is the id of an earlier call`);
    for (const result of repeated(results, ({ value }) => value.tool_call_id))
      yield breach(result, 'tool_call_id', `${show(result.value.tool_call_id)} is answered twice`);
    for (const result of results)
      if (!calls.some((call) => call.value.id === result.value.tool_call_id))
        yield breach(result, 'tool_call_id', `${show(result.value.tool_call_id)} is no call in front of it`);
  }
}

function* functionNamesMatch({ messages, tools }: Wire): Iterable<Breach> {
  const named = [...messages.flatMap(callsIn), ...tools].flatMap((node) => namedIn(node) ?? []);
  const results = messages.filter(({ value }) => value.role === 'tool' && (value.name ?? null) !== null);
  for (const node of [...named, ...results]) {
    const { name } = node.value;
    if (!(isText(name) && NAME.test(name))) yield breach(node, 'name', `is ${show(name)}`);
  }
}

// Neither text nor calls was refused by older tokenizer versions and is not looked at by newer ones.
function* assistantHasContent({ messages }: Wire): Iterable<Breach> {
  for (const message of messages) {
    if (message.value.role !== 'assistant') continue;
    const speaks = isFilled(message.value.content) || listIn(message, 'content').length > 0;
    if (!speaks && callsIn(message).length === 0)
      yield breach(message, 'content', 'is empty, and there is no call');
  }
}

function* prefixIsLast({ messages }: Wire): Iterable<Breach> {
  for (const message of messages)
    if (message.value.prefix === true && message !== messages.at(-1))
      yield breach(message, 'prefix', 'is not the last message');
}

function* picturesAreFromUsers({ messages }: Wire): Iterable<Breach> {
  for (const message of messages)
    for (const part of objectsIn(message, 'content'))
      if (part.value.type === 'image_url' && message.value.role !== 'user')
        yield breach(part, 'type', `a picture in a message of ${show(message.value.role)}`);
}

function* namesAreOfResults({ messages }: Wire): Iterable<Breach> {
  for (const message of messages)
    if (message.value.role !== 'tool' && message.value.name !== undefined)
      yield breach(message, 'name', `in a message of ${show(message.value.role)}`);
}
