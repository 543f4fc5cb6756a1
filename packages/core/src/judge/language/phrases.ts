/**
 * Phrases of the data files, and where they stand in a sentence.
 *
 * A phrase is words in a row inside one clause; `word*` is any word that begins so, `*word` one that
 * ends so, `+` one word, `…` none to six.
 * Invariant: the time is linear in the sentence, since a gap is bounded and a phrase has one at most.
 */
import { type Sentence, wordsOf } from './sentences.ts';

export interface Hit {
  readonly kind: string;
  readonly language: string;
  readonly from: number;
  /** The place behind the last word. */
  readonly to: number;
}

/** Per language, per kind: phrases separated by commas or line ends. */
export type PhraseData = Readonly<Record<string, Readonly<Record<string, string>>>>;

interface Phrase {
  readonly kind: string;
  readonly language: string;
  readonly parts: readonly string[];
}

export interface PhraseBook {
  readonly byWord: ReadonlyMap<string, readonly Phrase[]>;
  readonly byStem: ReadonlyMap<string, readonly Phrase[]>;
}

const GAP = 6;
/** So many letters of a phrase's first word must be given before a star. */
const STEM = 3;

export function phraseBook(data: PhraseData): PhraseBook {
  const byWord = new Map<string, Phrase[]>();
  const byStem = new Map<string, Phrase[]>();
  for (const [language, kinds] of Object.entries(data))
    for (const [kind, text] of Object.entries(kinds))
      for (const phrase of text.split(/[,\n]/)) {
        const parts = phrase.split(/\s+/).flatMap(partsOf);
        const first = parts[0];
        if (first === undefined) continue;
        const [map, key] = first.endsWith('*') ? [byStem, first.slice(0, STEM)] : [byWord, first];
        const list = map.get(key);
        if (list === undefined) map.set(key, [{ kind, language, parts }]);
        else list.push({ kind, language, parts });
      }
  return { byWord, byStem };
}

/**
 * The phrases of a sentence from left to right. One of the kind `not` that reaches as far as every other phrase at its
 * word covers them, and what begins inside it; only a report shows through.
 */
export function hitsIn(sentence: Sentence, book: PhraseBook): Hit[] {
  const hits: Hit[] = [];
  let covered = 0;
  for (const [from, { word }] of sentence.words.entries()) {
    const here: Hit[] = [];
    for (const list of [book.byWord.get(word), book.byStem.get(word.slice(0, STEM))])
      for (const { kind, language, parts } of list ?? []) {
        const to = endOf(parts, sentence, from);
        if (to !== undefined) here.push({ kind, language, from, to });
      }
    const reach = here.reduce((furthest, { to }) => Math.max(furthest, to), 0);
    if (from >= covered && here.some(({ kind, to }) => kind === 'not' && to === reach)) covered = reach;
    hits.push(...(from < covered ? here.filter(({ kind }) => kind === 'report') : here));
  }
  return hits;
}

/** The place behind the phrase when it begins at `from`. */
function endOf(parts: readonly string[], { words }: Sentence, from: number): number | undefined {
  const clause = words[from]?.clause;
  const run = (part: number, at: number): number | undefined => {
    let place = at;
    for (let index = part; index < parts.length; index += 1, place += 1) {
      const wanted = parts[index] ?? '';
      if (wanted === '…') {
        for (let skip = 0; skip <= GAP; skip += 1) {
          const end = run(index + 1, place + skip);
          if (end !== undefined) return end;
        }
        return undefined;
      }
      const found = words[place];
      if (found === undefined || found.clause !== clause || !fits(found.word, wanted)) return undefined;
    }
    return place;
  };
  return run(0, from);
}

function fits(word: string, wanted: string): boolean {
  if (wanted === '+') return true;
  if (wanted.startsWith('*')) return word.endsWith(wanted.slice(1));
  return wanted.endsWith('*') ? word.startsWith(wanted.slice(0, -1)) : word === wanted;
}

/** A phrase is cut into words as a text is, so that "don't" or 不要 mean the same in both. */
function partsOf(part: string): string[] {
  if (part === '+' || part === '…') return [part];
  const words = wordsOf(part);
  const last = words.pop();
  if (last === undefined) return [];
  if (part.startsWith('*')) return [`*${last}`];
  return [...words, part.endsWith('*') ? `${last}*` : last];
}
