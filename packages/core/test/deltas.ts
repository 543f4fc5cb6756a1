/**
 * Short ways to write facts, citations and deltas in tests, and deltas at random.
 *
 * Entries are numbers: what a user said, what the assistant said, what a tool gave back. Nothing here holds text.
 */
import fc from 'fast-check';
import { taggedHash } from '../src/base/hash.ts';
import { CATEGORIES, type Citation, CONFIDENCES, type Fact, PRIORITIES } from '../src/ledger/fact.ts';
import { EMPTY_LEDGER, type Ledger } from '../src/ledger/ledger.ts';
import type { Actor, Basis, Delta, NewFact, Operation, RequiredPin } from '../src/ledger/operation.ts';
import { type Reduced, reduce } from '../src/ledger/reduce.ts';

type Assert = Extract<Operation, { op: 'assert' }>;

/** Content id of an entry or of a claim. */
export const contentOf = (name: string): string => taggedHash('body', new TextEncoder().encode(name));

/** What the user said in an entry: a quote of it, unless it is cited whole. */
export function user(entry: number, more: Partial<Citation> = {}): Citation {
  return {
    entry,
    role: 'support',
    kind: 'message',
    authority: 'user',
    quote: { start: 0, end: 9 },
    ...more,
  };
}

export function assistant(entry: number, more: Partial<Citation> = {}): Citation {
  return { ...user(entry), authority: 'none', ...more };
}

export function result(entry: number, more: Partial<Citation> = {}): Citation {
  return {
    entry,
    role: 'support',
    kind: 'tool-result',
    authority: 'none',
    status: 'returned',
    check: 'none',
    ...more,
  };
}

export function failing(entry: number, more: Partial<Citation> = {}): Citation {
  return result(entry, { check: 'failed', ...more });
}

/** A fact that the code asserts of a tool result, unless said otherwise. */
export function fact(handle: number, more: Partial<NewFact> = {}): NewFact {
  return {
    handle,
    category: 'verified-state',
    priority: 'P2',
    confidence: 'reported',
    text: contentOf(`claim ${handle}`),
    subject: 'subject-1',
    terms: ['term-1'],
    citations: [result(handle)],
    step: 1,
    ...more,
  };
}

export function pin(handle: number, entry: number, more: Partial<NewFact> = {}): NewFact {
  const content = contentOf(`entry ${entry}`);
  const { quote: _, ...whole } = user(entry);
  return fact(handle, {
    category: 'constraint',
    priority: 'P0',
    confidence: 'authoritative',
    text: content,
    citations: [whole],
    pin: { class: 'standing', content },
    ...more,
  });
}

export function asserts(made: NewFact, by: Actor = 'code', basis?: Basis): Assert {
  return { op: 'assert', by, fact: made, ...(basis ? { basis } : {}) };
}

export function deltaOf(operations: readonly Operation[], required: readonly RequiredPin[] = []): Delta {
  return { step: 1, required, operations };
}

/** The ledger behind these operations, none of which may be refused. */
export function ledgerOf(...operations: readonly Operation[]): Ledger {
  return after(EMPTY_LEDGER, ...operations);
}

export function after(ledger: Ledger, ...operations: readonly Operation[]): Ledger {
  const { ledger: next, refused } = reduce(ledger, deltaOf(operations));
  if (refused.length > 0) throw new Error(`refused: ${JSON.stringify(refused)}`);
  return next;
}

/** What comes of the operations on a ledger: the code of the first refusal, or the state that the fact comes to. */
export function outcome(ledger: Ledger, ...operations: readonly Operation[]): string {
  const reduced: Reduced = reduce(ledger, deltaOf(operations));
  const last = operations.at(-1) as Operation;
  const handle = last.op === 'assert' ? last.fact.handle : last.fact;
  return reduced.refused[0]?.code ?? reduced.ledger.facts.get(handle)?.state ?? 'omitted';
}

export const UPHELD = { entailment: 'entailed', temporal: 'valid' } as const;

/** Everything that gates can find. */
export const FOUND: Basis = {
  quote: true,
  sharedTerm: true,
  revocation: true,
  verbatim: true,
  identifiersKept: true,
  verdicts: UPHELD,
  tokens: 10,
};

const ENTRIES = 60;
const HANDLES = 10;
const entry = fc.nat(ENTRIES);
const mark = fc.constant(true as const);
const salted = fc.constantFrom('d1', 'd2');
const actor = fc.constantFrom<Actor>('code', 'writer', 'application');

const anyCitation: fc.Arbitrary<Citation> = fc.oneof(
  fc.record({ at: entry, whole: fc.boolean() }).map(({ at, whole }) => {
    const { quote: _, ...cited } = user(at);
    return whole ? cited : user(at);
  }),
  entry.map((at) => assistant(at)),
  fc.record({ at: entry, operation: salted }).map(({ at, operation }) => result(at, { operation })),
  fc.record({ at: entry, operation: salted }).map(({ at, operation }) => failing(at, { operation })),
  fc
    .record({ at: entry, operation: salted })
    .map(({ at, operation }) => result(at, { check: 'passed', operation })),
  fc
    .record({ at: entry, status: fc.constantFrom('error', 'denied', 'aborted' as const) })
    .map(({ at, status }) => result(at, { status: status as 'error' })),
  entry.map((at) => failing(at, { role: 'context' })),
  entry.map((at) => assistant(at, { kind: 'derived' })),
  entry.map((at): Citation => ({ entry: at, role: 'support', kind: 'tool-result', authority: 'none' })),
);

const anyBasis: fc.Arbitrary<Basis> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(FOUND) },
  fc.record(
    {
      quote: mark,
      sharedTerm: mark,
      revocation: mark,
      verbatim: mark,
      identifiersKept: mark,
      verdicts: fc.record({
        entailment: fc.constantFrom('entailed', 'not-entailed', 'contradicted', 'insufficient'),
        temporal: fc.constantFrom('valid', 'premature', 'stale', 'not-valid'),
      }),
      tokens: fc.nat(3000),
      data: fc.array(fc.constantFrom('rule-language 1', 'revocation 2'), { maxLength: 2 }),
    },
    { requiredKeys: [] },
  ),
);

const anyFact: fc.Arbitrary<NewFact> = fc
  .record(
    {
      handle: fc.constant(0),
      category: fc.constantFrom(...CATEGORIES),
      priority: fc.constantFrom(...PRIORITIES.slice(1), 'P1', 'P0'),
      confidence: fc.constantFrom(...CONFIDENCES.slice(1), 'authoritative'),
      text: fc.constantFrom(contentOf('a claim'), contentOf('another')),
      subject: fc.constantFrom('subject-1', 'subject-1', 'subject-2'),
      terms: fc.array(salted, { maxLength: 2 }),
      citations: fc.array(anyCitation, { minLength: 1, maxLength: 3 }),
      step: fc.nat(90),
      ttlSteps: fc.nat(50),
      key: salted,
      deliverable: fc.constantFrom('reply', 'effect'),
      claimedDone: mark,
    },
    {
      requiredKeys: [
        'handle',
        'category',
        'priority',
        'confidence',
        'text',
        'subject',
        'terms',
        'citations',
        'step',
      ],
    },
  )
  .map((made) => made as NewFact);

const anyPin: fc.Arbitrary<NewFact> = fc
  .record({ at: entry, category: fc.constantFrom('constraint', 'objective', 'obligation'), odd: fc.nat(20) })
  .map(({ at, category, odd }) => {
    const made = pin(0, at, { category: category as Fact['category'] });
    if (odd === 0) return { ...made, text: contentOf('other bytes') };
    return odd === 1 ? { ...made, citations: [assistant(at)] } : made;
  });

/** Handle of a fact that may stand. */
const some = fc.integer({ min: 1, max: HANDLES });

const anyChange: fc.Arbitrary<Operation> = fc
  .record(
    {
      op: fc.constantFrom(
        'contest',
        'settle',
        'supersede',
        'renew',
        'close',
        'retire',
        'mark-stale',
        'reclass',
        'omit',
        'erase',
        'repeat',
      ),
      by: actor,
      fact: some,
      basis: anyBasis,
      citations: fc.array(anyCitation, { maxLength: 3 }),
      more: fc.record({
        other: fc.option(some, { nil: undefined }),
        count: fc.integer({ min: 1, max: 5 }),
        priority: fc.constantFrom(...PRIORITIES),
        marks: fc.constantFrom({ answered: 12 }, { asked: 9 }, {}),
      }),
    },
    { requiredKeys: ['op', 'by', 'fact', 'more'] },
  )
  .map(({ more: { other, count, priority, marks }, ...made }) => {
    const named = (name: string): object => (other === undefined ? {} : { [name]: other });
    const more: Readonly<Record<string, object>> = {
      contest: named('against'),
      settle: named('loser'),
      supersede: { successor: other ?? 1 },
      reclass: other === undefined ? { priority } : marks,
      repeat: { count },
    };
    return { ...made, ...more[made.op] } as unknown as Operation;
  });

const anyAssert: fc.Arbitrary<Operation> = fc
  .record(
    {
      op: fc.constant('assert' as const),
      by: fc.constantFrom<Actor>('code', 'code', 'writer', 'application'),
      basis: anyBasis,
      fact: fc.oneof({ weight: 3, arbitrary: anyFact }, anyPin),
    },
    { requiredKeys: ['op', 'by', 'fact'] },
  )
  .map((made) => made as Operation);

/** Some deltas one after the other: most handles as they should be, most pins that are required brought along. */
export const anyDeltas: fc.Arbitrary<Delta[]> = fc
  .record({
    deltas: fc.array(
      fc.record({
        operations: fc.array(fc.oneof(anyAssert, { weight: 2, arbitrary: anyChange }), { maxLength: 12 }),
        step: fc.nat(90),
        demands: fc.integer({ min: -1, max: 8 }),
      }),
      { minLength: 1, maxLength: 5 },
    ),
    gaps: fc.array(fc.integer({ min: -1, max: 2 }), { minLength: 8, maxLength: 8 }),
  })
  .map(({ deltas, gaps }) => {
    let made = 0;
    let handle = 0;
    const numbered = (operation: Operation): Operation => {
      if (operation.op !== 'assert') return operation;
      // Mostly the next one; now and then one that is taken, or one further on.
      const gap = made % 3 === 0 ? (gaps[made % gaps.length] ?? 1) : 1;
      made++;
      handle = Math.max(1, handle + gap);
      return { ...operation, fact: { ...operation.fact, handle } };
    };
    return deltas.map(({ operations, step, demands }) => ({
      step,
      required: requiredBy(operations, demands),
      operations: operations.map(numbered),
    }));
  });

/** Pins that the operations bring, and now and then one that they may lack. */
function requiredBy(operations: readonly Operation[], demands: number): RequiredPin[] {
  if (demands === 0) return [{ entry: 3, content: contentOf('entry 3') }];
  const pins = operations.flatMap((operation) =>
    operation.op === 'assert' && operation.fact.pin && operation.by === 'code' ? [operation.fact] : [],
  );
  return pins
    .filter(({ text, citations }) => text !== contentOf('other bytes') && citations[0]?.authority === 'user')
    .slice(0, Math.max(0, demands - 5))
    .map(({ text, citations }) => ({ entry: citations[0]?.entry ?? 0, content: text }));
}
