/**
 * What a new or changed fact must satisfy (model §2, rules 1 and 3 to 8), from the recorded citations and basis alone.
 * Each rule gives the code of its refusal, or undefined.
 */
import {
  commands,
  demonstrates,
  isAnswer,
  isEvidence,
  isSound,
  laterSupport,
  newestOf,
  ran,
  sharesOperation,
  succeeded,
  supporting,
  unexcused,
} from './evidence.ts';
import type { Category, Citation, Fact } from './fact.ts';
import { isLive } from './fact.ts';
import type { Operation, RefusalCode } from './operation.ts';

type Assert = Extract<Operation, { op: 'assert' }>;
type Change = Exclude<Operation, Assert>;
type Verdict = RefusalCode | undefined;

/** Rules of a new fact, in the order in which they are told. */
export function refusesAssert({ by, fact, basis }: Assert): Verdict {
  if (by === 'application') return 'actor-not-allowed';
  if (!fact.citations.every(isSound)) return 'malformed';
  const support = supporting(fact.citations);
  if (fact.pin) return refusesPin(by, fact);
  if (fact.priority === 'P0') return by === 'writer' ? 'pin-by-writer' : 'category-not-allowed';
  if (support.length === 0 || !fact.citations.every(isEvidence)) return 'not-evidence';
  if (fact.confidence === 'authoritative') return 'confidence-too-high';
  if (fact.confidence === 'demonstrated' && !support.some(demonstrates)) return 'confidence-too-high';
  if (by === 'writer' && SPANS_ONLY.has(fact.category) && !isExactSpan(fact.confidence, support, basis))
    return 'pin-by-writer';
  return refusesFailed(fact.category, support);
}

/** Rule 6: a failure is no evidence of success, unless the same check or operation passed later. */
function refusesFailed(category: Category, support: readonly Citation[]): Verdict {
  return MAY_FAIL.has(category) || unexcused(support).length === 0 ? undefined : 'failed-support';
}

/** Rules of a change. `sameFold`: the fact was asserted by the delta that holds the change. */
export function refusesChange(
  change: Change,
  fact: Fact,
  other: Fact | undefined,
  sameFold: boolean = false,
): Verdict {
  const cited = change.citations ?? [];
  if (!cited.every(isSound)) return 'malformed';
  if (!cited.every(isEvidence)) return 'not-evidence';
  const failed = (): Verdict => refusesFailed(fact.category, supporting([...fact.citations, ...cited]));
  switch (change.op) {
    case 'contest':
      return refusesContest(change, fact, other);
    case 'retire':
      return change.by === 'application' || revokes(change, fact, sameFold)
        ? undefined
        : 'retire-unauthorised';
    case 'close':
      return closes(change, fact, sameFold) ? failed() : 'close-unproven';
    case 'supersede':
      return supersedes(change, fact, other) ? undefined : 'supersede-invalid';
    case 'settle':
      if (!supporting(cited).some(({ entry }) => isUncited(entry, fact))) return 'not-evidence';
      return other && !mayLose(change, other, fact) ? 'supersede-invalid' : failed();
    case 'renew':
      // Newer than what made it stale, too.
      return newestOf(supporting(cited)) > newestOf(fact.citations) ? failed() : 'renew-without-evidence';
    case 'repeat':
      return failed();
    default:
      return undefined;
  }
}

/** The entry that revokes a fact: authoritative, quoted, and later than what the fact rests on (rule 3). */
export function revokingEntry({ citations = [] }: Change, fact: Fact): number | undefined {
  return laterSupport(citations, fact).find((one) => commands(one) && one.quote !== undefined)?.entry;
}

/** Failed results may be told of; nothing else may rest on them. */
const MAY_FAIL: ReadonlySet<Category> = new Set([
  'attempt',
  'blocker',
  'gap',
  'risk',
  'hypothesis',
  'question',
  'contradiction',
  'outcome',
]);
/** What a writer may say of these is an authoritative entry's own words. */
const SPANS_ONLY: ReadonlySet<Category> = new Set(['constraint', 'objective']);
/** A failure ends these as well as a success: it is an answer, and what came of the attempt. */
const ENDED_BY_FAILURE: ReadonlySet<Category> = new Set(['question', 'attempt']);
const KEPT_FROM_WRITER: ReadonlySet<Category> = new Set(['outcome', 'measurement', 'contradiction']);
const RANK: readonly Fact['confidence'][] = ['authoritative', 'demonstrated', 'reported', 'inferred'];

function refusesPin(by: Operation['by'], fact: Assert['fact']): Verdict {
  if (by !== 'code') return 'pin-by-writer';
  const [cited, ...more] = fact.citations;
  const whole = cited !== undefined && more.length === 0 && cited.role === 'support' && !cited.quote;
  const verbatim = whole && fact.text === fact.pin?.content;
  if (!verbatim || fact.priority !== 'P0' || fact.confidence !== 'authoritative') return 'pin-not-verbatim';
  return commands(cited) ? undefined : 'pin-not-verbatim';
}

function isExactSpan(
  confidence: Fact['confidence'],
  support: readonly Citation[],
  basis: Operation['basis'],
) {
  const spans = support.every((one) => one.quote !== undefined && commands(one));
  return confidence === 'reported' && basis?.verbatim === true && spans;
}

/** Who doubts says why. A pin is doubted by the application, or in somebody's words that may speak of it (L3). */
function refusesContest(change: Change, fact: Fact, other: Fact | undefined): Verdict {
  if (change.by === 'application') return undefined;
  if (!other && supporting(change.citations ?? []).length === 0) return 'not-evidence';
  const speaks = change.basis?.sharedTerm === true || change.basis?.revocation === true;
  const mayDoubt = (side: Fact): boolean => speaks && revokingEntry(change, side) !== undefined;
  return [fact, other].every((side) => !side?.pin || mayDoubt(side)) ? undefined : 'retire-unauthorised';
}

/** Rule 3: in a later fold, with a shared term, revocation language and both verdicts. */
function revokes(change: Change, fact: Fact, sameFold: boolean): boolean {
  const { basis } = change;
  const cancels = basis?.quote === true && basis.sharedTerm === true && basis.revocation === true;
  return !sameFold && cancels && isUpheld(basis) && revokingEntry(change, fact) !== undefined;
}

function isUpheld(basis: Operation['basis']): boolean {
  return basis?.verdicts?.entailment === 'entailed' && basis.verdicts.temporal === 'valid';
}

/** Rule 4. What the assistant says closes nothing but the reply it owed. */
function closes(change: Change, fact: Fact, sameFold: boolean): boolean {
  const { by, basis, citations = [] } = change;
  const later = laterSupport(citations, fact);
  const ofOperation = later.some((one) => succeeded(one) && sharesOperation(one, fact));
  if (by === 'code')
    return fact.category === 'obligation' ? isReply(fact) && later.some(isAnswer) : ofOperation;
  if (revokes(change, fact, sameFold)) return true;
  if (!isUpheld(basis) || isReply(fact)) return false;
  if (fact.category === 'obligation')
    return ofOperation || (basis?.sharedTerm === true && later.some(succeeded));
  const ends = (one: Citation): boolean =>
    succeeded(one) || commands(one) || (ENDED_BY_FAILURE.has(fact.category) && ran(one));
  return later.some(ends);
}

function isReply({ category, deliverable }: Fact): boolean {
  return category === 'obligation' && deliverable === 'reply';
}

/** Rule 7. Code supersedes by the key of a call alone: a later result of the same (rule 13). */
function supersedes(change: Change, fact: Fact, other: Fact | undefined): boolean {
  const { by, citations = [], basis } = change;
  if (!other || other.handle === fact.handle || !isLive(other) || !mayLose(change, fact, other)) return false;
  const later = laterSupport(other.citations, fact);
  if (later.length === 0 || RANK.indexOf(other.confidence) > RANK.indexOf(fact.confidence)) return false;
  if (by === 'code') return fact.key !== undefined && fact.key === other.key && later.some(ran);
  if (other.subject !== fact.subject || basis?.identifiersKept !== true) return false;
  return by === 'application' || (isUpheld(basis) && citations.length > 0);
}

/** An obligation ends by being replaced with nothing but what is now owed, and no effect with a mere reply (rule 4). */
function mayLose({ by }: Change, loser: Fact, winner: Fact): boolean {
  const owed = winner.category === 'obligation' && (isReply(loser) || !isReply(winner));
  if (loser.category === 'obligation' && !owed) return false;
  return by !== 'writer' || !KEPT_FROM_WRITER.has(loser.category);
}

function isUncited(entry: number, fact: Fact): boolean {
  return fact.citations.every((known) => known.entry !== entry);
}
