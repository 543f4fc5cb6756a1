/**
 * Whether a message takes something back that was laid down before; one of the conditions for retiring a pin.
 *
 * Invariant: a question takes nothing back, nor does what is only quoted.
 */
import { hitsIn, type PhraseBook, phraseBook } from './phrases.ts';
import { proseOf } from './prose.ts';
import { REVOCATION_LANGUAGE } from './revocation-language.data.ts';
import { type Sentence, sentencesOf } from './sentences.ts';

const BOOK: PhraseBook = phraseBook(REVOCATION_LANGUAGE.phrases);

export function holdsRevocationLanguage(text: string): boolean {
  for (const sentence of sentencesOf(proseOf(text)))
    if (!sentence.asks && holdsRevocation(sentence)) return true;
  return false;
}

/** The same of one sentence, whether it asks or not. */
export function holdsRevocation(sentence: Sentence): boolean {
  return hitsIn(sentence, BOOK).some(({ kind }) => kind === 'revoke');
}
