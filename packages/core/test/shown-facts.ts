/** Pins and facts with their texts, as the packet is given them. */
import { taggedHash } from '../src/base/hash.ts';
import type { Fact, PinMarks } from '../src/ledger/fact.ts';
import type { FactText } from '../src/ledger/fact-text.ts';
import type { RecordFact } from '../src/packet/fact-line.ts';
import type { PinText } from '../src/packet/show-pins.ts';
import { fact, pin } from './deltas.ts';

/** Content id of a text: nobody who writes the text can put it into the text. */
function idOf(text: string): string {
  return taggedHash('body', new TextEncoder().encode(text));
}

export type Marks = Partial<Omit<PinMarks, 'content'>>;

/** The pin of an entry, with its handle ten times the entry's sequence. */
export function pinText(entry: number, text: string, marks: Marks = {}, more: Partial<Fact> = {}): PinText {
  const content = idOf(text);
  const made: Fact = {
    ...pin(entry * 10, entry),
    state: 'active',
    text: content,
    pin: { class: 'request', ...marks, content },
    ...more,
  };
  return { fact: made, entry, text, from: 'user' };
}

export function recordFact(
  handle: number,
  claim: string,
  more: Partial<Fact> = {},
  lines?: string[],
): RecordFact {
  const text: FactText = { claim, subject: `s${handle}`, terms: [], ...(lines ? { lines } : {}) };
  return { fact: { ...fact(handle), state: 'active', ...more }, text };
}
