/**
 * A view as a prompt: what the view shows untouched is the very object that the application handed over, with everything
 * that only its provider understands; the rest is made of it.
 *
 * Invariant: nothing that was handed over is mutated, and parts keep their order.
 */
import type { Message } from '@daybook/core/adapter';
import type { NativeMessage } from '../model-types.ts';
import { changedMessage } from './changed-message.ts';
import { wordsAlone } from './cut-short.ts';
import { type FileForm, nativeMessage, toolNames } from './native-message.ts';

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
