/**
 * The reducer: a ledger and a delta give the next ledger and what was refused (F4).
 *
 * Pure, total and linear; it reads no text. An operation that breaks a rule is refused with a code and changes nothing;
 * a delta that lacks a required pin is refused whole (rule 1), because a fold without its pins must never stand.
 */
import { changedFacts, openSides } from './effects.ts';
import type { Fact } from './fact.ts';
import type { FactChange } from './fact-tree.ts';
import { EMPTY_LEDGER, type Ledger, ledgerHash, nextWorkingSetHash } from './ledger.ts';
import { firstState, isLower, isOpen, LIFECYCLE } from './lifecycle.ts';
import type { Delta, Operation, Refusal, RefusalCode } from './operation.ts';
import { refusesAssert, refusesChange } from './rules.ts';

/** New P1 a writer may bring in one fold, in tokens (rule 1). */
const MAX_WRITER_P1_TOKENS = 2000;
/** Counts stay exact: rule 12 adds them up. */
const MAX_REPEATS = 2 ** 32;

export interface Reduced {
  readonly ledger: Ledger;
  readonly refused: readonly Refusal[];
}

export function reduce(ledger: Ledger, delta: Delta): Reduced {
  const draft = draftOf(ledger);
  const refused: Refusal[] = [];
  for (const [index, operation] of delta.operations.entries()) {
    const code = apply(draft, operation);
    if (code) refused.push({ index, code, fact: handleIn(operation) });
  }
  const missing = delta.required.find(({ entry, content }) => draft.pinned.get(entry) !== content);
  if (missing) return { ledger, refused: [...refused, { index: -1, code: 'pin-missing' }] };
  const { facts, next, asserted, omitted, repeated } = draft;
  const changes = [...draft.touched].map((handle): FactChange => [handle, facts.get(handle)]);
  const hash = ledgerHash(ledger.hash, delta, nextWorkingSetHash(ledger.facts, facts, changes));
  return { ledger: { facts, next, asserted, tombstones: { omitted, repeated }, hash }, refused };
}

/** Replays deltas from nothing. */
export function replay(deltas: Iterable<Delta>): Ledger {
  let ledger = EMPTY_LEDGER;
  for (const delta of deltas) ({ ledger } = reduce(ledger, delta));
  return ledger;
}

interface Draft {
  readonly facts: Map<number, Fact>;
  /** Handles of facts that are not as they were. */
  readonly touched: Set<number>;
  /** Content id of each pinned entry, by sequence: of pins that stand and of those this delta brings. */
  readonly pinned: Map<number, string>;
  /** Facts from this handle on are asserted by this delta. */
  readonly first: number;
  next: number;
  asserted: number;
  omitted: number;
  repeated: number;
  p1Tokens: number;
}

function draftOf({ facts, next, asserted, tombstones }: Ledger): Draft {
  const pinned = new Map<number, string>();
  for (const { pin, citations } of facts.values())
    for (const { entry } of pin ? citations : []) pinned.set(entry, pin?.content ?? '');
  return {
    facts: new Map(facts),
    touched: new Set(),
    pinned,
    first: next,
    next,
    asserted,
    ...tombstones,
    p1Tokens: 0,
  };
}

function apply(draft: Draft, operation: Operation): RefusalCode | undefined {
  return operation.op === 'assert' ? assert(draft, operation) : change(draft, operation);
}

function assert(draft: Draft, operation: Extract<Operation, { op: 'assert' }>): RefusalCode | undefined {
  const { fact, by, basis } = operation;
  if (fact.handle < draft.next) return 'handle-taken';
  const code = refusesAssert(operation);
  if (code) return code;
  const [cited] = fact.citations;
  if (fact.pin && cited && draft.pinned.has(cited.entry)) return 'handle-taken';
  if (by === 'writer' && fact.priority === 'P1') {
    // A claim of unknown size could be any size.
    const tokens = draft.p1Tokens + (basis?.tokens ?? Number.POSITIVE_INFINITY);
    if (tokens > MAX_WRITER_P1_TOKENS) return 'too-much-p1';
    draft.p1Tokens = tokens;
  }
  const { claimedDone, ...kept } = fact;
  put(draft, { ...kept, state: firstState(fact) });
  draft.next = fact.handle + 1;
  draft.asserted++;
  if (fact.pin && cited) draft.pinned.set(cited.entry, fact.pin.content);
  return undefined;
}

type Change = Exclude<Operation, { op: 'assert' }>;

function change(draft: Draft, operation: Change): RefusalCode | undefined {
  const fact = draft.facts.get(operation.fact);
  if (!fact) return 'not-found';
  const line = LIFECYCLE[operation.op];
  if (!line.by.includes(operation.by)) return 'actor-not-allowed';
  if (line.categories?.(fact.category) === false) return 'category-not-allowed';
  if (!line.from(fact)) return 'state-not-allowed';
  const otherHandle = otherOf(operation);
  const other = otherHandle === undefined ? undefined : draft.facts.get(otherHandle);
  if (otherHandle !== undefined && !other) return 'not-found';
  const sameFold = fact.handle >= draft.first;
  const code = refusesChange(operation, fact, other, sameFold) ?? refusesMark(draft, operation, fact, other);
  if (code) return code;
  make(draft, operation, fact, other);
  return undefined;
}

/** Rules that belong to one operation alone. */
function refusesMark(
  draft: Draft,
  operation: Change,
  fact: Fact,
  other: Fact | undefined,
): RefusalCode | undefined {
  switch (operation.op) {
    case 'reclass':
      if ((operation.answered ?? operation.asked) !== undefined && !fact.pin) return 'category-not-allowed';
      if (operation.priority === undefined) return undefined;
      return !fact.pin && isLower(operation.priority, fact.priority) ? undefined : 'priority-raised';
    case 'contest':
      return other && (other.handle === fact.handle || !isOpen(other)) ? 'state-not-allowed' : undefined;
    case 'settle': {
      const sides = openSides(draft.facts, fact);
      const fits = other ? sides.includes(other.handle) : sides.length === 0;
      if (!fits) return 'state-not-allowed';
      return other?.pin ? 'category-not-allowed' : undefined;
    }
    case 'renew':
      return openSides(draft.facts, fact).length === 0 ? undefined : 'state-not-allowed';
    case 'repeat': {
      const { count } = operation;
      return Number.isSafeInteger(count) && count > 0 && count <= MAX_REPEATS ? undefined : 'malformed';
    }
    default:
      return undefined;
  }
}

/** What comes of a change that no rule refuses. */
function make(draft: Draft, operation: Change, fact: Fact, other: Fact | undefined): void {
  if (operation.op === 'omit') {
    draft.facts.delete(fact.handle);
    draft.touched.add(fact.handle);
    draft.omitted++;
    return;
  }
  if (operation.op === 'repeat') {
    draft.asserted += operation.count;
    draft.repeated += operation.count;
  }
  for (const changed of changedFacts(operation, fact, other, openSides(draft.facts, fact)))
    put(draft, changed);
}

function put({ facts, touched }: Draft, fact: Fact): void {
  facts.set(fact.handle, fact);
  touched.add(fact.handle);
}

function otherOf(operation: Change): number | undefined {
  if (operation.op === 'supersede') return operation.successor;
  if (operation.op === 'contest') return operation.against;
  return operation.op === 'settle' ? operation.loser : undefined;
}

function handleIn(operation: Operation): number {
  return operation.op === 'assert' ? operation.fact.handle : operation.fact;
}
