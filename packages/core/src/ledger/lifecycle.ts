/**
 * The lifecycle of a fact (rule 2): who may do what to which facts, and what comes of it. Every state change that is
 * not a line of this table is refused.
 */
import type { Category, Fact, FactState, Priority } from './fact.ts';
import { isLive, isTerminal } from './fact.ts';
import type { Actor, OperationName } from './operation.ts';

type Change = Exclude<OperationName, 'assert'>;

interface Line {
  readonly by: readonly Actor[];
  readonly from: (fact: Fact) => boolean;
  readonly categories?: (category: Category) => boolean;
  /** The state it comes to; undefined where it keeps its state. */
  readonly to?: FactState;
}

const ANYBODY: readonly Actor[] = ['writer', 'code', 'application'];
const CLOSABLE: ReadonlySet<Category> = new Set([
  'obligation',
  'blocker',
  'question',
  'risk',
  'gap',
  'attempt',
  'investigation',
]);
const NEVER_STALE: ReadonlySet<Category> = new Set(['gap', 'outcome', 'measurement']);

const isPin = (fact: Fact): boolean => fact.pin !== undefined;
const governs = ({ priority }: Fact): boolean => priority === 'P0' || priority === 'P1';

export const LIFECYCLE: Readonly<Record<Change, Line>> = {
  contest: { by: ANYBODY, from: isOpen, to: 'uncertain' },
  settle: { by: ANYBODY, from: ({ state }) => state === 'uncertain', to: 'active' },
  supersede: { by: ANYBODY, from: (fact) => isOpen(fact) && !isPin(fact), to: 'superseded' },
  renew: { by: ANYBODY, from: ({ state }) => state === 'stale' || state === 'uncertain', to: 'active' },
  close: {
    by: ['writer', 'code'],
    from: (fact) => !isTerminal(fact.state) && fact.state !== 'erased' && !isPin(fact),
    categories: (category) => CLOSABLE.has(category),
    to: 'closed',
  },
  retire: { by: ['writer', 'application'], from: (fact) => isLive(fact) && isPin(fact), to: 'retired' },
  'mark-stale': {
    by: ['code', 'application'],
    from: (fact) => isLive(fact) && !isPin(fact),
    categories: (category) => !NEVER_STALE.has(category),
    to: 'stale',
  },
  reclass: { by: ['code'], from: isOpen },
  omit: {
    by: ['code'],
    from: (fact) => fact.state !== 'erased' && !(isLive(fact) && governs(fact)),
    to: 'omitted',
  },
  erase: { by: ['code'], from: () => true, to: 'erased' },
  repeat: { by: ['code'], from: isOpen },
};

const BEGIN_UNCERTAIN: ReadonlySet<Category> = new Set(['hypothesis', 'question']);

/** The state in which a fact begins. */
export function firstState(fact: {
  readonly category: Category;
  readonly confidence: Fact['confidence'];
  readonly claimedDone?: true;
  readonly pin?: Fact['pin'];
}): FactState {
  const uncertain =
    BEGIN_UNCERTAIN.has(fact.category) || fact.confidence === 'inferred' || fact.claimedDone === true;
  return uncertain && !fact.pin ? 'uncertain' : 'active';
}

/** Neither ended nor erased: it may still be changed. */
export function isOpen(fact: Fact): boolean {
  return isLive(fact) || fact.state === 'stale';
}

/** Priorities only fall. */
export function isLower(next: Priority, now: Priority): boolean {
  return next > now;
}
