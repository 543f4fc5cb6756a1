/**
 * What was said without authority: of each text one exact first sentence, reported (P3; the last before a user message
 * P2). Pictures and files by type and digest. No paraphrase: the claim is the entry's own words, cited by range.
 */
import { isAuthoritative } from '../journal/authority.ts';
import { firstSentence } from '../judge/language/first-sentence.ts';
import { lastQuestion } from '../judge/language/last-question.ts';
import { endsInQuestion } from '../judge/language/question.ts';
import { termsOf } from '../judge/language/terms.ts';
import { oneLine, shortened } from '../packet/one-line.ts';
import { cite, type DeltaDraft } from './draft.ts';
import type { Region, RegionEntry } from './region.ts';

const DIGEST_SHOWN = 12;
/** Of a file's name and of its address. */
const MAX_SHOWN = 160;

export function saidFacts(draft: DeltaDraft, region: Region): void {
  const last = lastAnswers(region);
  for (const entry of region.entries) {
    if (entry.seal.kind === 'artifact') artifact(draft, entry);
    if (!isSaid(entry, region)) continue;
    sentence(draft, entry, last.has(entry.seq));
    if (last.has(entry.seq) && endsInQuestion(entry.text)) question(draft, entry);
  }
}

function isSaid({ seal, seq }: RegionEntry, { aborted }: Region): boolean {
  return seal.kind === 'message' && !isAuthoritative(seal.authority) && !aborted.has(seal.links.group ?? seq);
}

/** The last text of the assistant in front of each user message, and at the end. */
function lastAnswers(region: Region): ReadonlySet<number> {
  const last = new Set<number>();
  let answer: number | undefined;
  for (const entry of region.entries) {
    const { role, kind } = entry.seal;
    const opens = (kind === 'message' && role === 'user') || region.turnsAt.has(entry.seq);
    if (opens && answer !== undefined) last.add(answer);
    if (opens) answer = undefined;
    if (kind === 'message' && role === 'assistant' && entry.text.trim() !== '') answer = entry.seq;
  }
  if (answer !== undefined && region.endsAtTurn) last.add(answer);
  return last;
}

function sentence(draft: DeltaDraft, entry: RegionEntry, last: boolean): void {
  const quote = firstSentence(entry.text);
  if (!quote) return;
  const claim = draft.hide(entry.text.slice(quote.start, quote.end));
  draft.assert({
    category: 'session-fact',
    priority: last ? 'P2' : 'P3',
    confidence: 'reported',
    citations: [cite(entry, { quote })],
    text: {
      claim: `${whoOf(entry)}: “${oneLine(claim)}”`,
      subject: `said e${entry.seq}`,
      terms: [...termsOf(claim).strong],
    },
  });
}

/** What was asked at the end: what the next words of the user reply to. */
function question(draft: DeltaDraft, entry: RegionEntry): void {
  const quote = lastQuestion(entry.text);
  if (!quote || firstSentence(entry.text)?.end === quote.end) return;
  const claim = draft.hide(entry.text.slice(quote.start, quote.end));
  draft.assert({
    category: 'session-fact',
    priority: 'P2',
    confidence: 'reported',
    citations: [cite(entry, { quote })],
    text: { claim: `the assistant asked: “${oneLine(claim)}”`, subject: `asked e${entry.seq}`, terms: [] },
  });
}

function whoOf({ seal }: RegionEntry): string {
  return seal.role === 'assistant' ? 'the assistant said' : `text in the ${seal.role} role said`;
}

function artifact(draft: DeltaDraft, entry: RegionEntry): void {
  if (entry.body.kind !== 'artifact') return;
  const { mediaType, digest, name, url } = entry.body;
  const shown = [name, url].flatMap((part) => (part === undefined ? [] : [draft.hide(part)]));
  const what = [...shown, `sha256 ${digest.slice(0, DIGEST_SHOWN)}`].map(oneLine);
  draft.assert({
    category: 'artifact',
    priority: 'P3',
    confidence: 'demonstrated',
    citations: [cite(entry)],
    text: {
      claim: `file ${mediaType} (${what.map((part) => shortened(part, MAX_SHOWN)).join(', ')})`,
      subject: `file ${digest}`,
      terms: [],
    },
  });
}
