/**
 * What the chat template of Gemma renders, as a local server applies it to `messages`.
 *
 * Invariant: what a template would leave out or write as a turn that the model does not know counts as refused.
 */
import { breach, isAtLeast, isText, listIn, objectsIn, show, versionIn } from './reading.ts';
import type { Breach, Located, Rule, Wire } from './rule.ts';

export const gemmaTemplateRules: readonly Rule[] = [
  { rule: 'gemma-template/1', meaning: 'no system role, from 3 on one at the front', check: systemIsInFront },
  { rule: 'gemma-template/2', meaning: 'user and assistant take turns', check: rolesTakeTurns },
  { rule: 'gemma-template/3', meaning: 'the user begins', check: userBegins },
  { rule: 'gemma-template/4', meaning: 'no tool role and no calls', check: toolsAreUnknown },
  { rule: 'gemma-template/5', meaning: 'content is text, from 3 on also parts', check: contentsAreText },
  { rule: 'gemma-template/6', meaning: 'the list is not empty', check: listIsNotEmpty },
];

/** A generation, and not the number of parameters that names of the first generation begin with. */
const GENERATION = /gemma-?(\d{1,2})(?!\d*b)/;
const PARTS: ReadonlySet<unknown> = new Set(['image', 'text']);

function* systemIsInFront({ messages, fields }: Wire): Iterable<Breach> {
  for (const [index, message] of messages.entries())
    if (message.value.role === 'system' && !(index === 0 && isThirdOrLater(fields.model)))
      yield breach(message, 'role', `${show(fields.model)} has no system role here`);
}

function* rolesTakeTurns({ messages }: Wire): Iterable<Breach> {
  // One misplaced message moves all behind it; the first tells enough.
  const misplaced = turnsOf(messages).find(
    ({ value }, index) => (value.role === 'user') !== (index % 2 === 0),
  );
  if (misplaced) yield breach(misplaced, 'role', `${show(misplaced.value.role)} is out of turn`);
}

function* userBegins({ messages }: Wire): Iterable<Breach> {
  const [first] = turnsOf(messages);
  if (first && first.value.role !== 'user') yield breach(first, 'role', `is ${show(first.value.role)}`);
  else if (!first && messages.length > 0) yield { at: 'messages', detail: 'holds no message of the user' };
}

function* toolsAreUnknown({ messages }: Wire): Iterable<Breach> {
  for (const message of messages) {
    if (message.value.role === 'tool') yield breach(message, 'role', 'is unknown to the template');
    if (listIn(message, 'tool_calls').length > 0) yield breach(message, 'tool_calls', 'is not written');
  }
}

function* contentsAreText({ messages, fields }: Wire): Iterable<Breach> {
  for (const message of messages) {
    const { content } = message.value;
    const takesParts = Array.isArray(content) && isThirdOrLater(fields.model);
    if (!isText(content) && !takesParts) yield breach(message, 'content', 'is no text');
    if (takesParts && objectsIn(message, 'content').length < listIn(message, 'content').length)
      yield breach(message, 'content', 'holds what is no part');
    for (const part of takesParts ? objectsIn(message, 'content') : [])
      if (!PARTS.has(part.value.type) || (part.value.type === 'text' && !isText(part.value.text)))
        yield breach(part, '', `is no part: ${show(part.value.type)}`);
  }
}

function* listIsNotEmpty({ messages }: Wire): Iterable<Breach> {
  if (messages.length === 0) yield { at: 'messages', detail: 'holds no message' };
}

/** The messages that are written as turns: all but a leading system message. */
function turnsOf(messages: readonly Located[]): readonly Located[] {
  return messages[0]?.value.role === 'system' ? messages.slice(1) : messages;
}

function isThirdOrLater(model: Wire['fields'][string] | undefined): boolean {
  return isAtLeast(versionIn(model, GENERATION), 3);
}
