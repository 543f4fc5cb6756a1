/**
 * From stored `UIMessage[]` to neutral messages.
 *
 * Invariant: the messages of a conversation equal those of the prompt that the SDK makes of it, so that a stored one that
 * is imported and the live one are the same record. So its conversion is repeated here, without the application's tools.
 */
import type { Message } from '@daybook/core/adapter';
import { fromModelMessages } from './from-model-messages.ts';
import { identityOf, withUniqueIds } from './identity.ts';
import { contentOf, textOf } from './ui-content.ts';
import { callOf, isToolPart, responsesOf } from './ui-tools.ts';
import { uiPartsOf } from './ui-versions.ts';
import { type Item, isRecord, isRole, listOf } from './values.ts';

/**
 * A stored conversation as the model is sent it: one message for each user or system message, and for each step of an
 * answer one, followed by one of its results. The id of a UI message becomes the native id of the first of them, its time
 * (`createdAt`, on the message or in its metadata) that of all.
 *
 * Left out: what the SDK does not send (sources, `data-*` parts, parts of unknown type, inputs that are still coming in,
 * previews of results, responses to approvals). An application's `convertDataPart` and `toModelOutput` are not known here:
 * what they make is no part of a stored conversation. A call that still waits for an approval stays, because the model made
 * it. A message of unknown role becomes opaque. Nothing is thrown, whatever the value is.
 */
export function fromUIMessages(messages: unknown): Message[] {
  return withUniqueIds(listOf(messages).flatMap(fromUIMessage));
}

function fromUIMessage(native: unknown): Message[] {
  if (!isRecord(native) || !isRole(native.role)) return fromModelMessages([native]);
  const { id, ...said } = identityOf(native);
  return fromModelMessages(modelMessagesOf(native)).map((message, index) => ({
    ...message,
    // Only the first: an id handed over twice would be the same message in two forms.
    ...(index === 0 && id !== undefined && { id }),
    ...said,
  }));
}

interface ModelMessage {
  readonly role: unknown;
  readonly content: unknown;
}

function modelMessagesOf(native: Item): ModelMessage[] {
  const { role } = native;
  const parts = uiPartsOf(native);
  if (role === 'assistant') return stepsOf(parts);
  if (role === 'system') return [{ role, content: parts.map(textOf).join('') }];
  return [{ role, content: parts.flatMap((part) => contentOf(part)) }];
}

/** Each `step-start` begins a message; so does what the person said in the middle of an answer. */
function stepsOf(parts: readonly Item[]): ModelMessage[] {
  const made: ModelMessage[] = [];
  let step: Item[] = [];
  const end = (): void => {
    const content = step.flatMap((part) => (isToolPart(part) ? callOf(part) : contentOf(part)));
    if (content.length > 0) made.push({ role: 'assistant', content });
    const results = step.flatMap((part) => (isToolPart(part) ? responsesOf(part) : []));
    if (results.length > 0) made.push({ role: 'tool', content: results });
    step = [];
  };
  for (const part of parts)
    if (part.type === 'step-start') end();
    else if (part.type === 'steering-message') {
      end();
      const content = listOf(part.parts).flatMap((inner) => (isRecord(inner) ? contentOf(inner) : []));
      made.push({ role: 'user', content });
    } else step.push(part);
  end();
  return made;
}
