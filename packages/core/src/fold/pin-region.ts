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
  replies?: number;
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
  markReplies(draft, pins);
  for (const { entry, ...marks } of pins) draft.pin(entry, marks);
}

/** The first words behind a question are a reply to it. */
function markReplies({ ledger }: DeltaDraft, pins: readonly PinDraft[]): void {
  const earlier = [...ledger.facts.values()].filter(({ pin }) => pin !== undefined);
  const questions = [...earlier.map(({ pin }) => pin?.asked), ...pins.map(({ asked }) => asked)];
  const entries = [
    ...earlier.flatMap(({ citations }) => citations),
    ...pins.map(({ entry: { seq } }) => ({ entry: seq })),
  ];
  const inOrder = entries.map(({ entry }) => entry).sort((a, b) => a - b);
  const bySeq = new Map(pins.map((pin) => [pin.entry.seq, pin]));
  for (const question of new Set(questions.flatMap((seq) => seq ?? []))) {
    const next = bySeq.get(inOrder.find((seq) => seq > question) ?? -1);
    if (next) next.replies = question;
  }
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
