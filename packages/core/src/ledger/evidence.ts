/**
 * What a cited entry can stand for: success, an order, an answer; and whether it came later than what a fact rests on.
 *
 * Invariant: asked of the recorded citation alone. Only supporting citations count; context shows and proves nothing.
 */
import { isAuthoritative } from '../journal/authority.ts';
import { KINDS } from '../journal/kinds.ts';
import type { Citation, Fact } from './fact.ts';
import { isFailed } from './fact.ts';

export function supporting(citations: readonly Citation[]): readonly Citation[] {
  return citations.filter(({ role }) => role === 'support');
}

/** A citation without its status could hide a failure, and an empty quote says nothing. */
export function isSound({ kind, status, quote }: Citation): boolean {
  return (kind !== 'tool-result' || status !== undefined) && (quote === undefined || quote.start < quote.end);
}

export function isEvidence({ kind }: Citation): boolean {
  return KINDS[kind].evidence;
}

/** What the confidence `demonstrated` rests on (rule 5). */
export function demonstrates({ kind }: Citation): boolean {
  return kind === 'tool-result' || kind === 'artifact';
}

/** Somebody said it who may command. */
export function commands({ kind, authority }: Citation): boolean {
  return KINDS[kind].pinnable && isAuthoritative(authority);
}

/** It came back and did not fail: what an effect may rest on (rule 4). */
export function succeeded({ kind, status, check }: Citation): boolean {
  return kind === 'tool-result' && status === 'returned' && check !== 'failed';
}

/** It was done and came to an end, well or badly. What was denied or aborted shows nothing. */
export function ran({ kind, status }: Citation): boolean {
  return kind === 'tool-result' && (status === 'returned' || status === 'error');
}

/** What the assistant said. */
export function isAnswer({ kind, authority }: Citation): boolean {
  return kind === 'message' && !isAuthoritative(authority);
}

/** Of the same operation as one that the fact cites, or of its key. */
export function sharesOperation({ operation }: Citation, fact: Fact): boolean {
  if (operation === undefined) return false;
  return operation === fact.key || fact.citations.some((known) => known.operation === operation);
}

/** The supporting citations that came after everything the fact rests on. */
export function laterSupport(citations: readonly Citation[], fact: Fact): readonly Citation[] {
  const newest = newestOf(supporting(fact.citations));
  return supporting(citations).filter(({ entry }) => entry > newest);
}

/** -1 where there is none. */
export function newestOf(citations: readonly Citation[]): number {
  return citations.reduce((newest, { entry }) => Math.max(newest, entry), -1);
}

/** Failed citations for which no later pass of the same check or operation is cited (rule 6). */
export function unexcused(support: readonly Citation[]): readonly Citation[] {
  const passed = new Map<string, number>();
  for (const one of support)
    if (one.operation !== undefined && one.check === 'passed' && !isFailed(one))
      passed.set(one.operation, Math.max(one.entry, passed.get(one.operation) ?? -1));
  const isExcused = ({ operation, entry }: Citation): boolean =>
    operation !== undefined && (passed.get(operation) ?? -1) > entry;
  return support.filter((one) => isFailed(one) && !isExcused(one));
}
