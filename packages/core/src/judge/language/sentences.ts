/**
 * Prose cut into sentences, clauses and folded words, for looking up phrases.
 *
 * Invariant: every letter of the text is in exactly one word; a sign of a script without spaces is a word of its own.
 */

export interface Word {
  readonly word: string;
  /** Which clause of its sentence it stands in. */
  readonly clause: number;
}

export interface Sentence {
  readonly words: readonly Word[];
  /** It closes with a question mark. */
  readonly asks: boolean;
  /** So many words stand before a colon that ends its first clause; 0 when none does. */
  readonly label: number;
}

/** Scripts whose words are not set apart by spaces, or, Korean, whose endings are not. */
export const SPACELESS = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}ー';

const PIECE: RegExp = new RegExp(
  `([${SPACELESS}])|((?:(?![${SPACELESS}])[\\p{L}\\p{M}\\p{N}_])+)|([.!?…。！？؟;；\\n])|[,:，、：،–—()（）|]| - `,
  'gu',
);
/** Longer ones are no words; cut off, they match nothing and cost nothing. */
const LONGEST_WORD = 64;

export function* sentencesOf(text: string): Generator<Sentence, void> {
  let words: Word[] = [];
  let clause = 0;
  let label = 0;
  for (const match of text.matchAll(PIECE)) {
    const word = match[1] ?? match[2];
    if (word !== undefined) words.push({ word: fold(word), clause });
    else if (match[3] === undefined) {
      if (clause === 0 && ':：'.includes(match[0])) label = words.length;
      clause += 1;
    } else if (ends(text, match.index)) {
      if (words.length > 0) yield { words, asks: '?？؟'.includes(match[3]), label };
      words = [];
      clause = 0;
      label = 0;
    }
  }
  if (words.length > 0) yield { words, asks: false, label };
}

export function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const match of text.matchAll(PIECE)) {
    const word = match[1] ?? match[2];
    if (word !== undefined) words.push(fold(word));
  }
  return words;
}

/** Lower case and composed. Only the front of a very long word: composing such is not linear. */
export function fold(word: string): string {
  return word.slice(0, LONGEST_WORD).normalize('NFC').toLowerCase();
}

/** A full stop inside a name, a number or an address ends nothing, nor does a line end inside a sentence. */
function ends(text: string, at: number): boolean {
  const next = text[at + 1] ?? '\n';
  if (text[at] === '\n') return !/\p{Ll}/u.test(next);
  return !'.?!'.includes(text[at] ?? '') || !/[\p{L}\p{N}_/=&%-]/u.test(next) || wide.test(next);
}

const wide: RegExp = new RegExp(`[${SPACELESS}]`, 'u');
