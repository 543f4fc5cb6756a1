/**
 * Consolidation (C1, C2): omits and de-duplicates in a fixed order until the record fits its target, and never rewrites
 * a claim. What is P0 or P1 and in force stays, whatever it takes: then the target is reported unreachable.
 */
import type { Fact } from '../ledger/fact.ts';
import { isLive } from '../ledger/fact.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Delta, Operation } from '../ledger/operation.ts';
import { leavesBefore, rankOf } from '../packet/record.ts';

export interface ConsolidateInput {
  readonly ledger: Ledger;
  readonly step: number;
  /** Tokens of a fact as the record renders it; 0 for what it does not show. */
  readonly tokensOf: (fact: Fact) => number;
  /** Size of the record, and what it shall come to. */
  readonly size: number;
  readonly target: number;
}

export interface Consolidated {
  readonly delta: Delta;
  /** Size of the record behind it. */
  readonly size: number;
}

export function consolidate({ ledger, step, tokensOf, size, target }: ConsolidateInput): Consolidated {
  const operations: Operation[] = [];
  let left = size;
  const omit = (fact: Fact): void => {
    operations.push({ op: 'omit', by: 'code', fact: fact.handle });
    left -= tokensOf(fact);
  };
  const mayGo = [...ledger.facts.values()].filter(canLeave).sort(leavesBefore);
  const repeats = repeatedIn(mayGo.filter((fact) => !hasEnded(fact)));
  for (const fact of mayGo) if (hasEnded(fact) || repeats.has(fact)) omit(fact);
  for (const fact of mayGo) {
    if (left <= target) break;
    if (!hasEnded(fact) && !repeats.has(fact)) omit(fact);
  }
  return { delta: { step, required: [], operations }, size: Math.max(0, left) };
}

/** Everything but what was erased and what is in force as P0 or P1. A retired pin leaves here. */
function canLeave(fact: Fact): boolean {
  if (fact.state === 'erased') return false;
  return !(isLive(fact) && (fact.priority === 'P0' || fact.priority === 'P1'));
}

function hasEnded(fact: Fact): boolean {
  return rankOf(fact) <= 2;
}

/** Facts that say, word for word, what a newer one says. */
function repeatedIn(facts: readonly Fact[]): ReadonlySet<Fact> {
  const newest = new Map<string, Fact>();
  for (const fact of facts)
    if ((newest.get(fact.text)?.handle ?? 0) < fact.handle) newest.set(fact.text, fact);
  return new Set(facts.filter((fact) => !fact.pin && newest.get(fact.text) !== fact));
}
