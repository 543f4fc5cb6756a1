/**
 * From `ModelMessage[]`, as applications hold and store them, to neutral messages.
 *
 * Invariant: the messages of a list equal those of the prompt that the SDK makes of it. So its steps are repeated here:
 * short forms written out, what is not sent left out, results in a row joined.
 */
import type { Message } from '@daybook/core/adapter';
import { sniffed } from './files.ts';
import { fromPrompt } from './from-prompt.ts';
import { identityOf, withUniqueIds } from './identity.ts';
import { outputOf } from './results.ts';
import { type Item, isRecord, isRole, listOf } from './values.ts';

/**
 * A stored list of model messages, as the model is sent it. Ids and times are kept where the application wrote them on
 * the messages (`id`, `createdAt`).
 *
 * Left out: what the SDK does not send (empty texts, approval requests, responses to approvals of the application's own
 * tools) and provider options. Files that the SDK would fetch stay URLs. A message of unknown role or a part of unknown
 * type becomes opaque. Nothing is thrown, whatever the value is.
 */
export function fromModelMessages(messages: unknown): Message[] {
  const made: Message[] = [];
  for (const native of listOf(messages)) {
    const message = fromModelMessage(native);
    const before = made.at(-1);
    if (message?.role === 'tool' && before?.role === 'tool')
      made[made.length - 1] = { ...before, parts: [...before.parts, ...message.parts] };
    else if (message) made.push(message);
  }
  return withUniqueIds(made);
}

/** Undefined for a message of results that holds none: it is not sent. */
function fromModelMessage(native: unknown): Message | undefined {
  if (!isRecord(native) || !isRole(native.role)) return fromPrompt([native])[0];
  const { role, content } = native;
  const sent =
    typeof content === 'string' ? content : listOf(content).flatMap((part) => sentPart(part, role));
  const [message] = fromPrompt([{ ...native, content: sent }]);
  if (message === undefined || (role === 'tool' && message.parts.length === 0)) return undefined;
  return { ...message, ...identityOf(native) };
}

function sentPart(part: unknown, role: unknown): unknown[] {
  if (!isRecord(part)) return [part];
  switch (part.type) {
    case 'text': {
      const isEmpty = part.text === '' && (role === 'user' || part.providerOptions == null);
      return isEmpty ? [] : [part];
    }
    case 'image': {
      const { image: data, mediaType = part.mimeType ?? 'image', type: _, ...rest } = part;
      return [sniffed({ ...rest, type: 'file', mediaType, data })];
    }
    case 'file': {
      const file = { mediaType: part.mimeType, ...part, data: taggedReference(part.data) };
      return [role === 'user' ? sniffed(file) : file];
    }
    case 'tool-call':
      return [{ input: part.args, ...part }];
    case 'tool-result':
      return [{ ...part, output: sentOutput(part) }];
    case 'tool-approval-response': {
      const { providerExecuted, ...response } = part;
      return providerExecuted === true ? [response] : [];
    }
  }
  return [part];
}

function sentOutput(part: Item): unknown {
  const { output } = part;
  // Up to ai 4 a result was a bare value.
  if (output === undefined && 'result' in part) return outputOf(part.result, part.isError === true);
  if (!isRecord(output) || output.type !== 'content' || !Array.isArray(output.value)) return output;
  const value = output.value.map((item: unknown) =>
    isRecord(item) && item.type === 'file' ? sniffed({ ...item, data: taggedReference(item.data) }) : item,
  );
  return { ...output, value };
}

/** A provider's own name of a file, written without its tag. */
function taggedReference(data: unknown): unknown {
  const isBare = isRecord(data) && !('type' in data) && Object.getPrototypeOf(data) === Object.prototype;
  return isBare ? { type: 'reference', reference: data } : data;
}
