/**
 * A view as a prompt: what the view shows untouched is the very object that the application handed over, with everything
 * that only its provider understands; the rest is made of it.
 *
 * Invariant: nothing that was handed over is mutated, and parts keep their order.
 */
import type { Message, MessagePart, ToolResultPart } from '@daybook/core/adapter';
import { wordsAlone } from './cut-short.ts';
import { fromPrompt } from './messages/index.ts';
import { isRecord, type NativeMessage } from './model-types.ts';
import { type FileForm, nativeMessage, resultText, textPart, toolNames } from './native-message.ts';

export interface HandedPrompt {
  readonly native: readonly unknown[];
  /** The same in daybook's form, as it was handed to core. */
  readonly messages: readonly Message[];
  /** Indexes of answers that were cut short. */
  readonly cutShort?: readonly number[];
}

export interface ViewPrompt {
  readonly sent: readonly NativeMessage[];
  /** Which of them are daybook's own. */
  readonly own: readonly boolean[];
  /** Messages that were handed over and are not sent. */
  readonly dropped: readonly NativeMessage[];
}

/** @param view messages, and where in the handed-over list each comes from */
export function promptOf(
  view: { readonly messages: readonly Message[]; readonly from: readonly (number | null)[] },
  handed: HandedPrompt,
  fileForm: FileForm,
): ViewPrompt {
  const shown = new Set(view.from);
  const names = toolNames(view.messages.filter((_, at) => (view.from[at] ?? null) === null));
  const made = view.messages.flatMap((message, at) => {
    const source = view.from[at] ?? null;
    if (source === null) return [{ message: nativeMessage(message, fileForm, names), own: true }];
    const handedOver = handedMessage(message, handed, source);
    return isEmptied(handedOver) ? [] : [{ message: handedOver, own: false }];
  });
  return {
    sent: made.map(({ message }) => message),
    own: made.map(({ own }) => own),
    dropped: handed.native.filter((_, at) => !shown.has(at)) as NativeMessage[],
  };
}

/** Of an answer that was cut short in the middle of its reasoning nothing is left. */
function isEmptied({ content }: NativeMessage): boolean {
  return Array.isArray(content) && content.length === 0;
}

function handedMessage(message: Message, handed: HandedPrompt, at: number): NativeMessage {
  const original = handed.native[at] as NativeMessage;
  const before = handed.messages[at];
  const shown = message === before ? original : changedMessage(original, before?.parts ?? [], message.parts);
  return handed.cutShort?.includes(at) ? wordsAlone(shown) : shown;
}

function changedMessage(
  original: NativeMessage,
  before: readonly MessagePart[],
  after: readonly MessagePart[],
): NativeMessage {
  const content =
    typeof original.content === 'string'
      ? after.map((part) => (part.type === 'text' ? part.text : '')).join('')
      : changedParts(original, before, after);
  return { ...original, content };
}

/** Parts of the original that the view still shows, with what the view changed in them and put in front of them. */
function changedParts(
  original: NativeMessage,
  before: readonly MessagePart[],
  after: readonly MessagePart[],
): unknown[] {
  const natives = Array.isArray(original.content) ? original.content : [];
  const untouched = new Set<MessagePart>(before);
  const made: unknown[] = [];
  let [from, to] = [0, 0];
  const added = (): void => {
    for (
      let part = after[to];
      part?.type === 'text' && part.authority === 'none' && !untouched.has(part);
      part = after[to]
    ) {
      made.push(textPart(part.text));
      to++;
    }
  };
  for (const native of natives) {
    // Some parts of a prompt are none of daybook's, and some are two: a denial and its reason.
    const count = fromPrompt([{ ...original, content: [native] }])[0]?.parts.length ?? 0;
    const held = before.slice(from, from + count);
    from += count;
    if (count === 0) {
      made.push(native);
      continue;
    }
    added();
    const shown = held.flatMap((part) => {
      const next = after[to];
      if (!next || (next !== part && (untouched.has(next) || !isFormOf(next, part)))) return [];
      to++;
      return [[part, next] as const];
    });
    const [first] = shown;
    if (!first) continue;
    made.push(shown.every(([part, next]) => part === next) ? native : changedPart(native, first[1]));
  }
  added();
  return made;
}

function isFormOf(next: MessagePart, part: MessagePart): boolean {
  if (next.type !== part.type) return false;
  return !('callId' in next) || ('callId' in part && next.callId === part.callId);
}

function changedPart(native: unknown, part: MessagePart): unknown {
  const original = isRecord(native) ? native : {};
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { ...original, text: part.text };
    case 'tool-call':
      return { ...original, input: part.input };
    case 'tool-result':
      return { ...original, output: changedOutput(original.output, part) };
    default:
      return native;
  }
}

/** Text in place of what was returned; files that stood beside it stay. */
function changedOutput(original: unknown, result: ToolResultPart): unknown {
  const text = resultText(result);
  if (result.status === 'error') return { type: 'error-text', value: text };
  const items =
    isRecord(original) && original.type === 'content' && Array.isArray(original.value) ? original.value : [];
  const files = items.filter((item) => !isRecord(item) || item.type !== 'text');
  return files.length > 0
    ? { type: 'content', value: [textPart(text), ...files] }
    : { type: 'text', value: text };
}
