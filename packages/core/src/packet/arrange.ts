/**
 * The arrangement of a view (architecture §5): header · opener and pins in the user role · record in the assistant's
 * role · tail, which begins with a user message.
 *
 * Invariants: roles alternate between the packet and the tail; derived text never speaks as user or system, unless the
 * application chose an arrangement for templates that refuse that, and then it stands fenced and labelled.
 */
import type { Message } from '../journal/message.ts';

/** `split`: two messages. `merged`: all in front of the tail's first user message. `system`: the record as system text. */
export type Voice = 'split' | 'merged' | 'system';

const LABEL = 'Not the words of anybody in this conversation: a record made by software.';
const [RECORD_BEGINS, RECORD_ENDS] = ['[record begins]', '[record ends]'];

/** The voice that keeps roles alternating: the record may not stand next to an answer. */
export function voiceFor(wanted: Voice, first: Message | undefined): Voice {
  return wanted === 'split' && first?.role !== 'user' ? 'merged' : wanted;
}

/** The texts as they are sent, in order. They are what is recorded, and recognised when it comes back. */
export function packetTexts([opener, record]: readonly [string, string], voice: Voice): string[] {
  const fenced = `${LABEL}\n${RECORD_BEGINS}\n${record}\n${RECORD_ENDS}`;
  if (voice === 'split') return [opener, record];
  return voice === 'system' ? [fenced, opener] : [`${opener}\n\n${fenced}`];
}

/** @param texts as {@link packetTexts} gave them for this voice */
export function arrange(
  header: readonly Message[],
  texts: readonly string[],
  tail: readonly Message[],
  voice: Voice,
): Message[] {
  const [first = '', second = ''] = texts;
  if (voice === 'split') return [...header, said('user', first), said('assistant', second), ...tail];
  if (voice === 'system') return [...header, said('system', first), ...joined(second, tail)];
  return [...header, ...joined(first, tail)];
}

/** Into the tail's first message when that is the user's, so that two of the user do not meet. */
function joined(text: string, [first, ...rest]: readonly Message[]): Message[] {
  const part = { type: 'text', text, authority: 'none' } as const;
  if (first?.role === 'user') return [{ ...first, parts: [part, ...first.parts] }, ...rest];
  return [{ role: 'user', parts: [part] }, ...(first ? [first] : []), ...rest];
}

function said(role: Message['role'], text: string): Message {
  return { role, parts: [{ type: 'text', text }] };
}
