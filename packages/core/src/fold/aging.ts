/**
 * What the passing of steps changes, by code alone: old failures matter less (rule 13), what had a time to live is
 * stale (L7), and a reply that was owed and given closes its obligation (rule 4).
 */
import type { Fact } from '../ledger/fact.ts';
import { isLive } from '../ledger/fact.ts';
import { cite, type DeltaDraft } from './draft.ts';
import type { Region } from './region.ts';

/** Steps for which the latest failure of its key stays P1. */
const FAILURE_STEPS = 50;

export function ageFacts(draft: DeltaDraft, region: Region): void {
  const given = finalAnswers(region);
  for (const fact of draft.ledger.facts.values()) {
    if (!isLive(fact)) continue;
    const age = draft.step - fact.step;
    const failure = fact.key !== undefined && fact.priority === 'P1';
    if (failure && age > FAILURE_STEPS)
      draft.add({ op: 'reclass', by: 'code', fact: fact.handle, priority: 'P2' });
    if (fact.ttlSteps !== undefined && age > fact.ttlSteps && !fact.pin)
      draft.add({ op: 'mark-stale', by: 'code', fact: fact.handle });
    const reply = owesReply(fact) ? given.find(({ seq }) => isBehind(seq, fact)) : undefined;
    if (reply) draft.add({ op: 'close', by: 'code', fact: fact.handle, citations: [cite(reply)] });
  }
}

function owesReply({ category, deliverable }: Fact): boolean {
  return category === 'obligation' && deliverable === 'reply';
}

function isBehind(seq: number, { citations }: Fact): boolean {
  return citations.every(({ entry }) => seq > entry);
}

/** Texts of the last step of each turn, when it has text and no call (model §2, Final answer). */
function finalAnswers({ units, bySeq, endsAtTurn, aborted, turnsAt }: Region) {
  return units.flatMap(({ entries }, at) => {
    const held = entries.flatMap((seq) => bySeq.get(seq) ?? []);
    const next = units[at + 1]?.entries[0];
    const opens = next !== undefined && (turnsAt.has(next) || bySeq.get(next)?.seal.role === 'user');
    const ends = next === undefined ? endsAtTurn : opens;
    const calls = held.some(({ seal }) => seal.kind === 'tool-call');
    const said = held.findLast(({ seal, text }) => seal.kind === 'message' && text.trim() !== '');
    if (!ends || calls || said?.seal.role !== 'assistant') return [];
    return aborted.has(said.seal.links.group ?? said.seq) ? [] : [said];
  });
}
