/**
 * Whether a message lays down a rule: the difference between a standing pin and a request.
 *
 * Invariant: when in doubt, standing. A rule taken for a request can disappear from view once its turn is answered;
 * a request taken for a rule costs a little space.
 */
import { type Hit, hitsIn, type PhraseBook, phraseBook } from './phrases.ts';
import { proseOf, SHOWN } from './prose.ts';
import { holdsRevocation } from './revocation-language.ts';
import { RULE_LANGUAGE } from './rule-language.data.ts';
import { type Sentence, sentencesOf } from './sentences.ts';

const BOOK: PhraseBook = phraseBook(RULE_LANGUAGE.phrases);
const LONGEST_LABEL = 4;
const LONGEST_VALUE = 8;

export function holdsRuleLanguage(text: string): boolean {
  for (const sentence of sentencesOf(proseOf(text))) if (isRule(sentence)) return true;
  return false;
}

function isRule(sentence: Sentence): boolean {
  const all = hitsIn(sentence, BOOK);
  const last = sentence.words.length;
  const asks = all.filter(({ kind }) => kind === 'ask');
  const question = isQuestion(sentence, all);
  if (question && asks.length === 0) return false;

  // In "can you …?" the same words that would permit something only ask.
  const hits = question ? all.filter((hit) => !asks.some((ask) => overlap(ask, hit))) : all;
  const leads = clauseStarts(sentence, all);
  const reports = new Set(all.filter(({ kind }) => kind === 'report').map((hit) => clauseOf(hit, sentence)));
  const counts = (hit: Hit): boolean => {
    if (hit.kind === 'rule') return true;
    if (hit.kind === 'lead') return leads.has(wordOf(hit));
    if (hit.kind === 'open') return hit.from === 0;
    if (reports.has(clauseOf(hit, sentence))) return false;
    if (hit.kind === 'soft') return leads.has(wordOf(hit));
    return hit.kind === 'weak' || (hit.kind === 'end' && hit.to === last);
  };
  return hits.some(counts) || (!question && isSetting(sentence, all)) || holdsRevocation(sentence);
}

function isQuestion({ asks, words }: Sentence, hits: readonly Hit[]): boolean {
  const last = words.length;
  if (asks) return !hits.some(({ kind, to }) => kind === 'tag' && to === last);
  return hits.some(
    ({ kind, from, to }) => (kind === 'query' && from === 0) || (kind === 'tail' && to === last),
  );
}

function overlap(one: Hit, other: Hit): boolean {
  return one.from < other.to && other.from < one.to;
}

/** A short line "dates: day first" settles how a thing is to be. */
function isSetting({ label, words }: Sentence, hits: readonly Hit[]): boolean {
  if (label === 0 || label > LONGEST_LABEL || words.length > label + LONGEST_VALUE) return false;
  const value = words.slice(label);
  if (value.length === 0 || value.some(({ word }) => word === SHOWN.trim())) return false;
  return !hits.some(({ kind, from }) => kind === 'report' || (kind === 'label' && from === 0));
}

/**
 * The words with which a clause begins, those behind "and", "but", "please" included. Like a report, such a word has
 * to do with its own language only.
 */
function clauseStarts({ words }: Sentence, hits: readonly Hit[]): ReadonlySet<string> {
  const starts = new Set<string>();
  for (const hit of hits) {
    if (hit.kind === 'join' || hit.kind === 'ask') starts.add(`${hit.language} ${hit.to}`);
    if (words[hit.from]?.clause !== words[hit.from - 1]?.clause) starts.add(wordOf(hit));
  }
  return starts;
}

function wordOf({ language, from }: Hit): string {
  return `${language} ${from}`;
}

function clauseOf({ language, from }: Hit, { words }: Sentence): string {
  return `${language} ${words[from]?.clause}`;
}
