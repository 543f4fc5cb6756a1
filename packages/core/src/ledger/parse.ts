/**
 * Reading a delta back from JSON. Every store is hostile until parsed: what is not a delta of format v1 is none at all.
 *
 * Invariant: total; `parseDelta` of what was written gives the same value.
 */
import { isDigest } from '../base/hash.ts';
import { isJsonObject, type Json } from '../base/json.ts';
import { isAuthority } from '../journal/authority.ts';
import { isKind } from '../journal/kinds.ts';
import { CATEGORIES, CONFIDENCES, type Fact, PRIORITIES, STATES } from './fact.ts';
import { MAX_HANDLE } from './fact-tree.ts';
import type { Delta, OperationName } from './operation.ts';

type Fields = { readonly [field: string]: Json };
type Shape = Readonly<Record<string, (value: Json) => boolean>>;

/** @returns undefined when the value is no delta */
export function parseDelta(value: Json): Delta | undefined {
  const sound =
    has(value, { step: isCount, required: listOf(isRequired), operations: listOf(isOperation) }) &&
    isJsonObject(value);
  return sound ? (value as unknown as Delta) : undefined;
}

/** Facts of a saved working set. @returns undefined when the value is no list of facts in handle order */
export function parseFacts(value: Json): Fact[] | undefined {
  if (!Array.isArray(value) || !value.every(isStoredFact)) return undefined;
  const facts = value as unknown as Fact[];
  return facts.every((fact, at) => at === 0 || fact.handle > (facts[at - 1]?.handle ?? 0))
    ? facts
    : undefined;
}

const isCount = (value: Json): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
const isHash = (value: Json): boolean => typeof value === 'string' && isDigest(value);
const isText = (value: Json): boolean => typeof value === 'string';
const isTrue = (value: Json): boolean => value === true;
const oneOf =
  (values: readonly string[]) =>
  (value: Json): boolean =>
    values.includes(value as string);
const listOf =
  (fits: (value: Json) => boolean) =>
  (value: Json): boolean =>
    Array.isArray(value) && value.every(fits);

/** Every field of the shape fits, those of `may` only where they are present, and no other field stands there. */
function has(value: Json, must: Shape, may: Shape = {}): boolean {
  if (!isJsonObject(value)) return false;
  const fields: Fields = value;
  const known = Object.keys(fields).every((name) => Object.hasOwn(must, name) || Object.hasOwn(may, name));
  const present = Object.entries(must).every(([name, fits]) => {
    const field = fields[name];
    return field !== undefined && fits(field);
  });
  return known && present && Object.entries(may).every(([name, fits]) => absentOr(fields[name], fits));
}

function absentOr(value: Json | undefined, fits: (value: Json) => boolean): boolean {
  return value === undefined || fits(value);
}

const isRequired = (value: Json): boolean => has(value, { entry: isCount, content: isHash });

function isCitation(value: Json): boolean {
  return has(
    value,
    {
      entry: isCount,
      role: oneOf(['support', 'context']),
      kind: isKind,
      authority: isAuthority,
    },
    {
      quote: (quote) => has(quote, { start: isCount, end: isCount }),
      status: oneOf(['returned', 'error', 'denied', 'aborted']),
      check: oneOf(['passed', 'failed', 'none']),
      operation: isText,
    },
  );
}

/** Codes, never a model's own words. */
const ENTAILMENTS = ['entailed', 'not-entailed', 'contradicted', 'insufficient'];
const TEMPORALS = ['valid', 'premature', 'stale', 'not-valid'];

function isBasis(value: Json): boolean {
  return has(
    value,
    {},
    {
      quote: isTrue,
      sharedTerm: isTrue,
      revocation: isTrue,
      verbatim: isTrue,
      identifiersKept: isTrue,
      verdicts: (verdicts) => has(verdicts, { entailment: oneOf(ENTAILMENTS), temporal: oneOf(TEMPORALS) }),
      tokens: isCount,
      data: listOf(isText),
    },
  );
}

const FACT: Shape = {
  handle: (handle) => isCount(handle) && handle !== 0 && (handle as number) <= MAX_HANDLE,
  category: oneOf(CATEGORIES),
  priority: oneOf(PRIORITIES),
  confidence: oneOf(CONFIDENCES),
  text: isHash,
  subject: isText,
  terms: listOf(isText),
  citations: listOf(isCitation),
  step: isCount,
};
const MARKS: Shape = { answered: isCount, asked: isCount };
const PIN_MAY: Shape = { ...MARKS, announced: isCount, replies: isCount };
const FACT_MAY: Shape = {
  ttlSteps: isCount,
  key: isText,
  deliverable: oneOf(['reply', 'effect']),
  pin: (pin) => has(pin, { class: oneOf(['standing', 'request']), content: isHash }, PIN_MAY),
};

/** An omitted fact is in no working set. */
const PRESENT = STATES.filter((state) => state !== 'omitted');

const isNewFact = (value: Json): boolean => has(value, FACT, { ...FACT_MAY, claimedDone: isTrue });

function isStoredFact(value: Json): boolean {
  const later = { contestedBy: listOf(isCount), contestedIn: listOf(isCount), retiredBy: isCount };
  return has(value, { ...FACT, state: oneOf(PRESENT) }, { ...FACT_MAY, ...later });
}

const MADE: Shape = { op: isText, by: oneOf(['code', 'writer', 'application']) };
const ON: Shape = { ...MADE, fact: isCount };
const ON_MAY: Shape = { basis: isBasis, citations: listOf(isCitation) };

const OPERATIONS: Readonly<Record<OperationName, (value: Json) => boolean>> = {
  assert: (value) => has(value, { ...MADE, fact: isNewFact }, { basis: isBasis }),
  contest: (value) => has(value, ON, { ...ON_MAY, against: isCount }),
  settle: (value) => has(value, ON, { ...ON_MAY, loser: isCount }),
  supersede: (value) => has(value, { ...ON, successor: isCount }, ON_MAY),
  renew: (value) => has(value, ON, ON_MAY),
  close: (value) => has(value, ON, ON_MAY),
  retire: (value) => has(value, ON, ON_MAY),
  'mark-stale': (value) => has(value, ON, ON_MAY),
  reclass: (value) => has(value, ON, { ...ON_MAY, priority: oneOf(PRIORITIES), ...MARKS }),
  omit: (value) => has(value, ON, ON_MAY),
  erase: (value) => has(value, ON, ON_MAY),
  repeat: (value) => has(value, { ...ON, count: isCount }, ON_MAY),
};

function isOperation(value: Json): boolean {
  if (!isJsonObject(value) || typeof value.op !== 'string') return false;
  return Object.hasOwn(OPERATIONS, value.op) && OPERATIONS[value.op as OperationName](value);
}
