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
import { turnsIn } from './turns.ts';

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
  /** Pins whose turn ended in a question. */
  let asked: PinDraft[] = [];
  let decided = false;
  for (const { entries, answer } of turnsIn(region)) {
    if (!answer) continue;
    const { seq, text } = answer;
    const opening = entries.flatMap((entry) => bySeq.get(entry.seq) ?? []);
    if (endsInQuestion(text)) {
      for (const pin of opening) pin.asked = seq;
      asked.push(...opening);
      continue;
    }
    if (endsInAnnouncement(text)) {
      for (const pin of opening) pin.announced = seq;
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
