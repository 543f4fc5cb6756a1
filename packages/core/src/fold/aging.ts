/**
 * What the passing of steps changes, by code alone: old failures matter less (rule 13), what had a time to live is
 * stale (L7), and a reply that was owed and given closes its obligation (rule 4).
 */
import type { Fact } from '../ledger/fact.ts';
import { isLive } from '../ledger/fact.ts';
import { LIFECYCLE } from '../ledger/lifecycle.ts';
import { cite, type DeltaDraft } from './draft.ts';
import type { Region } from './region.ts';
import { turnsIn } from './turns.ts';

/** Steps for which the latest failure of its key stays P1. */
const FAILURE_STEPS = 50;

export function ageFacts(draft: DeltaDraft, region: Region): void {
  const given = turnsIn(region).flatMap(({ answer }) => answer ?? []);
  for (const fact of draft.ledger.facts.values()) {
    if (!isLive(fact)) continue;
    const age = draft.step - fact.step;
    const failure = fact.key !== undefined && fact.priority === 'P1';
    if (failure && age > FAILURE_STEPS)
      draft.add({ op: 'reclass', by: 'code', fact: fact.handle, priority: 'P2' });
    if (fact.ttlSteps !== undefined && age > fact.ttlSteps && growsStale(fact))
      draft.add({ op: 'mark-stale', by: 'code', fact: fact.handle });
    const reply = owesReply(fact) ? given.find(({ seq }) => isBehind(seq, fact)) : undefined;
    if (reply) draft.add({ op: 'close', by: 'code', fact: fact.handle, citations: [cite(reply)] });
  }
}

function growsStale({ category, pin }: Fact): boolean {
  return pin === undefined && LIFECYCLE['mark-stale'].categories?.(category) !== false;
}

function owesReply({ category, deliverable }: Fact): boolean {
  return category === 'obligation' && deliverable === 'reply';
}

function isBehind(seq: number, { citations }: Fact): boolean {
  return citations.every(({ entry }) => seq > entry);
}
