/**
 * Pins of a region (L2, L10): every authoritative text outside the header, with its class and whether the turn it
 * opened has been answered.
 *
 * A turn is answered when its last step has visible text and no call, and does not end in a question or by announcing
 * work; after a question the end of the next turn decides. What was announced stays in force with a note: code cannot
 * tell when it is done (L4). User messages in a row open one turn.
 */
import { isAuthoritative } from '../journal/authority.ts';
import { KINDS } from '../journal/kinds.ts';
import { endsInAnnouncement } from '../judge/language/announcement.ts';
import { endsInQuestion } from '../judge/language/question.ts';
import { holdsRuleLanguage } from '../judge/language/rule-language.ts';
import type { Fact } from '../ledger/fact.ts';
import type { DeltaDraft } from './draft.ts';
import type { Region, RegionEntry } from './region.ts';

interface PinDraft {
  readonly entry: RegionEntry;
  readonly class: 'standing' | 'request';
  answered?: number;
  asked?: number;
  announced?: number;
}

export function pinRegion(draft: DeltaDraft, region: Region): void {
  const pins = region.entries.filter(isPinned).map((entry): PinDraft => ({ entry, class: classOf(entry) }));
  const bySeq = new Map(pins.map((pin) => [pin.entry.seq, pin]));
  const earlier = [...draft.ledger.facts.values()].filter(waitsForAnswer);
  let opening: PinDraft[] = [];
  /** Pins whose turn ended in a question. */
  let asked: PinDraft[] = [];
  let decided = false;
  for (const end of turnEnds(region, bySeq)) {
    opening = end.opening;
    if (!end.answer) continue;
    const { seq, question, announces } = end.answer;
    if (announces) {
      for (const pin of opening) pin.announced = seq;
      continue;
    }
    if (question) {
      for (const pin of opening) pin.asked = seq;
      asked.push(...opening);
      continue;
    }
    for (const pin of [...opening, ...asked]) pin.answered = seq;
    asked = [];
    if (!decided)
      for (const fact of earlier) draft.add({ op: 'reclass', by: 'code', fact: fact.handle, answered: seq });
    decided = true;
  }
  for (const { entry, ...marks } of pins) draft.pin(entry, marks);
}

function isPinned({ seal }: RegionEntry): boolean {
  return KINDS[seal.kind].pinnable && isAuthoritative(seal.authority) && seal.links.header !== true;
}

function classOf({ seal, text }: RegionEntry): 'standing' | 'request' {
  const always = seal.authority === 'system' || seal.authority === 'developer';
  return always || holdsRuleLanguage(text) ? 'standing' : 'request';
}

/** Pins of earlier folds whose turn ended in a question. */
function waitsForAnswer({ pin, state }: Fact): boolean {
  return pin?.asked !== undefined && pin.answered === undefined && state !== 'retired' && state !== 'erased';
}

interface TurnEnd {
  readonly opening: PinDraft[];
  /** The final answer, if the turn has one. */
  readonly answer:
    | { readonly seq: number; readonly question: boolean; readonly announces: boolean }
    | undefined;
}

function turnEnds(region: Region, pins: ReadonlyMap<number, PinDraft>): TurnEnd[] {
  const ends: TurnEnd[] = [];
  let opening: PinDraft[] = [];
  let last: TurnEnd['answer'];
  let answering = false;
  for (const { entries } of region.units) {
    const held = entries.flatMap((seq) => region.bySeq.get(seq) ?? []);
    const words = entries.flatMap((seq) => pins.get(seq) ?? []);
    const opens = held[0]?.seal.role === 'user';
    if (answering && (opens || region.turnsAt.has(entries[0] ?? -1))) {
      ends.push({ opening, answer: last });
      [opening, last, answering] = [[], undefined, false];
    }
    if (opens) {
      opening.push(...words);
    } else if (held[0]?.seal.role === 'assistant') {
      // A person's words inside a step: the reason of an approval.
      opening.push(...words);
      answering = true;
      last = finalAnswer(held, region);
    }
  }
  if (answering && region.endsAtTurn) ends.push({ opening, answer: last });
  return ends;
}

function finalAnswer(held: readonly RegionEntry[], { aborted }: Region): TurnEnd['answer'] {
  const calls = held.some(({ seal }) => seal.kind === 'tool-call' || seal.kind === 'tool-result');
  const said = held.filter(({ seal, text }) => seal.kind === 'message' && text.trim() !== '');
  const last = said.at(-1);
  if (calls || !last || aborted.has(last.seal.links.group ?? last.seq)) return undefined;
  const question = endsInQuestion(last.text);
  return { seq: last.seq, question, announces: !question && endsInAnnouncement(last.text) };
}
