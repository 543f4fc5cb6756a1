/**
 * A handed-over message of which the view shows something else: parts left out, excerpted, mended, hidden, or daybook's
 * own in front of them. What is the same stays the very object, and what is changed keeps its options.
 *
 * Invariant: parts keep their order, and nothing that was handed over is mutated.
 */
import type { MessagePart, ToolResultPart } from '@daybook/core/adapter';
import { fromPrompt } from '../messages/index.ts';
import { isRecord, type NativeMessage } from '../model-types.ts';
import { resultText, textPart } from './native-message.ts';
import { isSame } from './own-copy.ts';

/** @param before the message's parts as they were handed to core @param after as the view shows them */
export function changedMessage(
  original: NativeMessage,
  before: readonly MessagePart[],
  after: readonly MessagePart[],
): NativeMessage {
  if (typeof original.content === 'string')
    return { ...original, content: after.map((part) => (part.type === 'text' ? part.text : '')).join('') };
  return { ...original, content: changedParts(original, before, after) };
}

function changedParts(
  original: NativeMessage,
  before: readonly MessagePart[],
  after: readonly MessagePart[],
): unknown[] {
  const natives = Array.isArray(original.content) ? original.content : [];
  const handed = new Set<MessagePart>(before);
  const made: unknown[] = [];
  let [from, to] = [0, 0];
  const addOwn = (): void => {
    for (let part = after[to]; isOwn(part) && !handed.has(part); part = after[to]) {
      made.push(textPart(part.text));
      to++;
    }
  };
  for (const native of natives) {
    // Some parts of a prompt are none of daybook's, and some are two: a denial and its reason.
    const count = fromPrompt([{ ...original, content: [native] }])[0]?.parts.length ?? 0;
    const held = before.slice(from, from + count);
    from += count;
    if (count > 0) addOwn();
    const shown = held.map((part) => {
      const next = after[to];
      if (!next || !isFormOf(next, part, handed)) return undefined;
      to++;
      return next;
    });
    const [first, reason] = shown;
    const isWhole = shown.every((next, at) => !next || isSame(held[at], next));
    if (count === 0 || first) made.push(isWhole || !first ? native : changedPart(native, first, reason));
  }
  addOwn();
  return made;
}

/** Daybook's own words in a message of the application's. */
function isOwn(part: MessagePart | undefined): part is Extract<MessagePart, { type: 'text' }> {
  return part?.type === 'text' && part.authority === 'none';
}

/** Whether a part of the view is what became of this one. Empty words are never shown. */
function isFormOf(next: MessagePart, part: MessagePart, handed: ReadonlySet<MessagePart>): boolean {
  if (next === part) return true;
  if (handed.has(next) || next.type !== part.type) return false;
  if (part.type === 'text' && part.text.trim() === '') return false;
  return !('callId' in next) || ('callId' in part && next.callId === part.callId);
}

/** @param reason of a denial */
function changedPart(native: unknown, part: MessagePart, reason: MessagePart | undefined): unknown {
  const original = isRecord(native) ? native : {};
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { ...original, text: part.text };
    case 'tool-call':
      return { ...original, input: part.input };
    case 'tool-result':
      return { ...original, output: changedOutput(original.output, part, reason) };
    default:
      return native;
  }
}

/** The same form with other words where it can be kept; else text, with the files beside it. */
function changedOutput(native: unknown, result: ToolResultPart, reason: MessagePart | undefined): unknown {
  const original = isRecord(native) ? native : {};
  const { output, status } = result;
  if (status === 'denied') return { ...original, ...(reason?.type === 'text' && { reason: reason.text }) };
  const [only] = output;
  const isError = status === 'error';
  if (output.length === 1 && only?.type === 'data' && /json$/.test(String(original.type)))
    return { ...original, value: only.value };
  const items = original.type === 'content' && Array.isArray(original.value) ? original.value : [];
  if (items.length === output.length && items.length > 0)
    return { ...original, value: items.map((item, at) => changedItem(item, output[at])) };
  const text = resultText(result);
  const files = items.filter((item) => !isRecord(item) || item.type !== 'text');
  if (files.length > 0) return { ...original, value: [textPart(text), ...files] };
  return { ...original, type: isError ? 'error-text' : 'text', value: text };
}

function changedItem(item: unknown, shown: ToolResultPart['output'][number] | undefined): unknown {
  return isRecord(item) && item.type === 'text' && shown?.type === 'text'
    ? { ...item, text: shown.text }
    : item;
}
