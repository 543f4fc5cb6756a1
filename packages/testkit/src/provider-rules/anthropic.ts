/**
 * What Anthropic Messages takes as `messages`, with extended thinking.
 *
 * Invariant: calls and results are held against each other message by message, although the provider joins
 * neighbours of one role: whether joining saves results that are spread over two messages is contested. Thinking is
 * looked at turn by turn.
 */
import { blocksOf, isResult, isThinkingOn, ofType } from './anthropic-blocks.ts';
import {
  callIdsAreUnique,
  callIdsMatch,
  callsHaveOneResult,
  callsHaveResults,
  resultsComeFirst,
  resultsHaveCalls,
  serverCallsHaveResults,
} from './anthropic-calls.ts';
import {
  inputsAreObjects,
  mediaIsFromUsers,
  resultsHoldBlocks,
  shapesAreKnown,
} from './anthropic-content.ts';
import {
  choiceLeavesThinking,
  loopBeginsWithThinking,
  messagesEndWithoutThinking,
  thinkingIsSigned,
  thinkingIsUnchanged,
} from './anthropic-thinking.ts';
import { breach, isAtLeast, isText, objectsIn, repeated, show, versionIn } from './reading.ts';
import type { Breach, Located, Rule, Wire } from './rule.ts';

export const anthropicRules: readonly Rule[] = [
  { rule: 'anthropic/0', meaning: 'contents and blocks have their shape', check: shapesAreKnown },
  { rule: 'anthropic/1', meaning: 'roles are user and assistant, from 4.8 on system', check: rolesAreKnown },
  { rule: 'anthropic/2', meaning: 'the list is not empty', check: listIsNotEmpty },
  { rule: 'anthropic/3', meaning: 'the user begins', check: userBegins },
  { rule: 'anthropic/5', meaning: 'a result stands right behind its call', check: resultsHaveCalls },
  { rule: 'anthropic/6', meaning: 'each call is answered in the next message', check: callsHaveResults },
  { rule: 'anthropic/7', meaning: 'results stand in front of anything else', check: resultsComeFirst },
  { rule: 'anthropic/8', meaning: 'ids of calls are unique in the list', check: callIdsAreUnique },
  { rule: 'anthropic/9', meaning: 'a call has one result', check: callsHaveOneResult },
  { rule: 'anthropic/10', meaning: 'ids of calls match the pattern', check: callIdsMatch },
  { rule: 'anthropic/11', meaning: 'tool names match the pattern, no two alike', check: toolNamesMatch },
  { rule: 'anthropic/12', meaning: 'calls and results need tools', check: toolBlocksHaveTools },
  { rule: 'anthropic/13', meaning: 'no text is blank', check: textsAreNotBlank },
  {
    rule: 'anthropic/14',
    meaning: 'no content is empty, but the last assistant one',
    check: contentsAreNotEmpty,
  },
  { rule: 'anthropic/15', meaning: 'a beginning does not end with white space', check: beginningsAreTrimmed },
  {
    rule: 'anthropic/16',
    meaning: 'from 4.6 on, and with thinking, no beginning',
    check: beginningsAreAllowed,
  },
  {
    rule: 'anthropic/17',
    meaning: 'a running tool loop begins with thinking',
    check: loopBeginsWithThinking,
  },
  { rule: 'anthropic/18', meaning: 'thinking is signed', check: thinkingIsSigned },
  { rule: 'anthropic/19', meaning: 'the latest thinking is unchanged', check: thinkingIsUnchanged },
  { rule: 'anthropic/20', meaning: 'no message ends with thinking', check: messagesEndWithoutThinking },
  { rule: 'anthropic/21', meaning: 'no forced call with thinking', check: choiceLeavesThinking },
  {
    rule: 'anthropic/22',
    meaning: 'server calls and results share a message',
    check: serverCallsHaveResults,
  },
  { rule: 'anthropic/23', meaning: 'pictures and documents are from users', check: mediaIsFromUsers },
  { rule: 'anthropic/24', meaning: 'a result is text or a few kinds of blocks', check: resultsHoldBlocks },
  { rule: 'anthropic/25', meaning: 'the input of a call is an object', check: inputsAreObjects },
];

const VERSION = /claude-(?:[a-z]+-)?(\d{1,2})(?:[-.](\d{1,2}))?(?!\d)/;
// Up to 128 characters are named too; 64 pass everywhere.
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

function* rolesAreKnown({ messages, fields }: Wire): Iterable<Breach> {
  const takesSystem = isAtLeast(versionIn(fields.model, VERSION), 4, 8);
  for (const [index, message] of messages.entries()) {
    const { role } = message.value;
    if (role === 'user' || role === 'assistant') continue;
    if (role !== 'system' || !takesSystem) yield breach(message, 'role', `is ${show(role)}`);
    else if (messages[index - 1]?.value.role !== 'user')
      yield breach(message, 'role', 'a system message that is not right behind a user message');
  }
}

function* listIsNotEmpty({ messages }: Wire): Iterable<Breach> {
  if (messages.length === 0) yield { at: 'messages', detail: 'holds no message' };
}

function* userBegins({ messages: [first] }: Wire): Iterable<Breach> {
  if (first && first.value.role !== 'user') yield breach(first, 'role', `is ${show(first.value.role)}`);
}

function* toolNamesMatch({ messages, tools }: Wire): Iterable<Breach> {
  const calls = messages.flatMap((message) => ofType(message, 'tool_use'));
  for (const node of [...calls, ...tools]) {
    const { name } = node.value;
    if (!(isText(name) && TOOL_NAME.test(name))) yield breach(node, 'name', `is ${show(name)}`);
  }
  for (const tool of repeated(tools, ({ value }) => value.name))
    yield breach(tool, 'name', `${show(tool.value.name)} is the name of an earlier tool`);
}

function* toolBlocksHaveTools({ messages, tools }: Wire): Iterable<Breach> {
  if (tools.length > 0) return;
  const block = messages
    .flatMap(blocksOf)
    .find((other) => other.value.type === 'tool_use' || isResult(other));
  if (block) yield breach(block, '', 'there are no tools');
}

function* textsAreNotBlank({ messages }: Wire): Iterable<Breach> {
  for (const message of messages) {
    const { content } = message.value;
    if (isText(content) && content !== '' && content.trim() === '')
      yield breach(message, 'content', 'is blank');
    const blocks = blocksOf(message);
    for (const block of [
      ...blocks,
      ...blocks.filter(isResult).flatMap((result) => objectsIn(result, 'content')),
    ])
      if (block.value.type === 'text' && isText(block.value.text) && block.value.text.trim() === '')
        yield breach(block, 'text', 'is blank');
  }
}

function* contentsAreNotEmpty({ messages }: Wire): Iterable<Breach> {
  for (const message of messages) {
    const { content, role } = message.value;
    const mayBeEmpty = role === 'assistant' && message === messages.at(-1);
    if (!mayBeEmpty && (content === '' || (Array.isArray(content) && content.length === 0)))
      yield breach(message, 'content', 'is empty');
  }
}

function* beginningsAreTrimmed(wire: Wire): Iterable<Breach> {
  const beginning = beginningOf(wire);
  if (!beginning) return;
  const last = blocksOf(beginning).at(-1);
  const [node, name] = last ? [last, 'text'] : [beginning, 'content'];
  const text = node.value[name];
  if (isText(text) && /\s$/.test(text)) yield breach(node, name, 'ends with white space');
}

function* beginningsAreAllowed(wire: Wire): Iterable<Breach> {
  const beginning = beginningOf(wire);
  if (!beginning) return;
  const version = versionIn(wire.fields.model, VERSION);
  if (version === undefined || isAtLeast(version, 4, 6))
    yield breach(beginning, '', `${show(wire.fields.model)} continues no message of the assistant`);
  else if (isThinkingOn(wire)) yield breach(beginning, '', 'thinking is on');
}

/** The final assistant message. A paused turn, which ends with what the provider ran, is no beginning. */
function beginningOf({ messages }: Wire): Located | undefined {
  const last = messages.at(-1);
  if (last?.value.role !== 'assistant') return undefined;
  const type = blocksOf(last).at(-1)?.value.type;
  return isText(type) && type !== 'tool_result' && type.endsWith('_tool_result') ? undefined : last;
}
