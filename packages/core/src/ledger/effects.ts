/**
 * What a change makes of the facts it touches, once no rule refuses it.
 *
 * Invariant: a fact keeps its handle, category, confidence, text and subject for ever; a change adds citations and
 * marks, and gives it another state or a lower priority.
 */
import { supporting } from './evidence.ts';
import type { Citation, Fact } from './fact.ts';
import { isOpen, LIFECYCLE } from './lifecycle.ts';
import type { Operation } from './operation.ts';
import { revokingEntry } from './rules.ts';

type Change = Exclude<Operation, { op: 'assert' }>;

/** @param sides the other sides of the fact's contests that still stand */
export function changedFacts(
  operation: Change,
  fact: Fact,
  other: Fact | undefined,
  sides: readonly number[],
): Fact[] {
  const state = LIFECYCLE[operation.op].to ?? fact.state;
  const changed: Fact = { ...fact, state, citations: withCitations(fact, operation) };
  switch (operation.op) {
    case 'reclass':
      return [reclassed(changed, operation)];
    case 'retire': {
      const retiredBy = revokingEntry(operation, fact) ?? operation.citations?.[0]?.entry;
      return [{ ...changed, ...(retiredBy === undefined ? {} : { retiredBy }) }];
    }
    case 'contest': {
      const raisedIn = supporting(operation.citations ?? []).map(({ entry }) => entry);
      const one = contested(changed, other?.handle, raisedIn);
      // Both sides are uncertain (rule 8).
      return other ? [one, { ...contested(other, fact.handle, raisedIn), state }] : [one];
    }
    case 'settle': {
      const left = sides.filter((handle) => handle !== other?.handle);
      const one: Fact =
        left.length > 0 ? { ...changed, state: 'uncertain', contestedBy: left } : settled(changed);
      return other ? [one, { ...settled(other), state: 'superseded' }] : [one];
    }
    case 'renew':
      return [settled(changed)];
    default:
      return [changed];
  }
}

/** The other sides of its contests that still stand. */
export function openSides(facts: ReadonlyMap<number, Fact>, { contestedBy = [] }: Fact): number[] {
  return contestedBy.filter((handle) => {
    const side = facts.get(handle);
    return side !== undefined && isOpen(side);
  });
}

/**
 * What speaks against a fact, or for what replaces it, does not support it (rule 6). A pin keeps its one citation: what
 * is said of it later is no part of it.
 */
function withCitations(fact: Fact, { op, citations = [] }: Change): Fact['citations'] {
  if (fact.pin || citations.length === 0) return fact.citations;
  const added = SUPPORTS.has(op)
    ? citations
    : citations.map((one): Citation => ({ ...one, role: 'context' }));
  return [...fact.citations, ...added];
}

const SUPPORTS: ReadonlySet<Change['op']> = new Set(['settle', 'renew', 'close', 'repeat']);

function reclassed(fact: Fact, operation: Extract<Change, { op: 'reclass' }>): Fact {
  const { priority = fact.priority, answered, asked } = operation;
  const marks = {
    ...(answered === undefined ? {} : { answered }),
    ...(asked === undefined ? {} : { asked }),
  };
  return { ...fact, priority, ...(fact.pin ? { pin: { ...fact.pin, ...marks } } : {}) };
}

function contested(fact: Fact, by: number | undefined, raisedIn: readonly number[]): Fact {
  const { contestedBy = [], contestedIn = [] } = fact;
  const sides = by === undefined || contestedBy.includes(by) ? contestedBy : [...contestedBy, by];
  const entries = [...contestedIn, ...raisedIn.filter((entry) => !contestedIn.includes(entry))];
  return {
    ...fact,
    ...(sides.length > 0 ? { contestedBy: sides } : {}),
    ...(entries.length > 0 ? { contestedIn: entries } : {}),
  };
}

function settled({ contestedBy: _, contestedIn: __, ...fact }: Fact): Fact {
  return fact;
}
