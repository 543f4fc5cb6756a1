/**
 * Whether an answer ends by announcing work that is still to be done ("I will write it next"): what it answers is then
 * not finished.
 *
 * Invariant: only the end of the text is read. When in doubt it announces: the request then stays in view.
 */
import { ANNOUNCEMENT } from './announcement.data.ts';
import { hitsIn, type PhraseBook, phraseBook } from './phrases.ts';
import { proseOf } from './prose.ts';
import { sentencesOf } from './sentences.ts';

const BOOK: PhraseBook = phraseBook(ANNOUNCEMENT.phrases);
/** So much of the end is read, and so many sentences of it. */
const TAIL = 2048;
const SENTENCES = 2;

export function endsInAnnouncement(text: string): boolean {
  const sentences = [...sentencesOf(proseOf(text.slice(-TAIL)))].slice(-SENTENCES);
  return sentences.some(
    (sentence) => !sentence.asks && hitsIn(sentence, BOOK).some(({ kind }) => kind === 'announce'),
  );
}
