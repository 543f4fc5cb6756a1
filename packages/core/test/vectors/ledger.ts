/**
 * The deltas behind test-fixtures/vectors/v1/ledger.json: few, and with every operation and every field of format v1.
 *
 * Invariant: constants only, so they give the same bytes in every run.
 */
import { deltaHash, EMPTY_LEDGER, workingSetHash } from '../../src/ledger/ledger.ts';
import type { Delta } from '../../src/ledger/operation.ts';
import { reduce } from '../../src/ledger/reduce.ts';
import { asserts, assistant, contentOf, FOUND, fact, failing, pin, result, UPHELD, user } from '../deltas.ts';

const DIGEST = 'a3'.repeat(16);
const OTHER = '5c'.repeat(16);
const TERM = '0f'.repeat(16);

/** The garden again: rules, a pump that failed, a promise, and what became of them. */
const COVER: Delta = {
  step: 4,
  required: [
    { entry: 2, content: contentOf('entry 2') },
    { entry: 3, content: contentOf('entry 3') },
  ],
  operations: [
    asserts(pin(1, 2, { subject: DIGEST, terms: [] })),
    asserts(
      pin(2, 3, {
        category: 'objective',
        pin: { class: 'request', content: contentOf('entry 3'), asked: 6, answered: 11 },
      }),
    ),
    asserts(
      fact(3, {
        category: 'attempt',
        priority: 'P1',
        confidence: 'demonstrated',
        subject: DIGEST,
        terms: [TERM],
        citations: [failing(8, { operation: DIGEST })],
        step: 3,
        key: DIGEST,
      }),
    ),
    asserts(fact(4, { priority: 'P3', citations: [result(9), result(10)], step: 4 })),
    { op: 'repeat', by: 'code', fact: 4, count: 2, citations: [result(7, { role: 'context' })] },
  ],
};

const ENRICH: Delta = {
  step: 9,
  required: [],
  operations: [
    asserts(
      fact(5, {
        category: 'obligation',
        priority: 'P1',
        subject: OTHER,
        citations: [assistant(12)],
        deliverable: 'effect',
        claimedDone: true,
      }),
      'writer',
      { ...FOUND, tokens: 41, data: ['rule-language 1', 'r\u00e8gles \u{1f331}'] },
    ),
    asserts(fact(6, { category: 'decision', citations: [assistant(13)], ttlSteps: 40 }), 'writer', {
      tokens: 20,
    }),
    asserts(fact(7, { category: 'decision', citations: [user(14)] }), 'writer', { tokens: 20 }),
    { op: 'contest', by: 'writer', fact: 6, against: 7, citations: [user(15)] },
    {
      op: 'contest',
      by: 'code',
      fact: 1,
      citations: [user(15)],
      basis: { sharedTerm: true, verdicts: { entailment: 'insufficient', temporal: 'premature' } },
    },
    { op: 'retire', by: 'writer', fact: 1, citations: [assistant(16)], basis: FOUND },
    { op: 'close', by: 'writer', fact: 5, citations: [assistant(17)], basis: FOUND },
  ],
};

const WITHOUT_ITS_PIN: Delta = {
  step: 10,
  required: [{ entry: 18, content: contentOf('entry 18') }],
  operations: [asserts(pin(8, 18, { pin: { class: 'standing', content: contentOf('entry 19') } }))],
};

const LATER: Delta = {
  step: 60,
  required: [],
  operations: [
    asserts(
      fact(8, {
        confidence: 'demonstrated',
        subject: DIGEST,
        citations: [result(30, { operation: DIGEST, check: 'passed' })],
        step: 58,
        key: DIGEST,
      }),
    ),
    { op: 'supersede', by: 'code', fact: 3, successor: 8 },
    { op: 'settle', by: 'writer', fact: 7, loser: 6, citations: [result(31)] },
    {
      op: 'close',
      by: 'writer',
      fact: 5,
      citations: [result(32, { status: 'returned', operation: OTHER })],
      basis: { sharedTerm: true, verdicts: UPHELD },
    },
    {
      op: 'retire',
      by: 'writer',
      fact: 1,
      citations: [user(33)],
      basis: { quote: true, sharedTerm: true, revocation: true, verdicts: UPHELD },
    },
    { op: 'mark-stale', by: 'code', fact: 8, citations: [result(34, { status: 'error', role: 'context' })] },
    { op: 'reclass', by: 'code', fact: 7, priority: 'P3' },
  ],
};

const LAST: Delta = {
  step: 61,
  required: [{ entry: 3, content: contentOf('entry 3') }],
  operations: [
    { op: 'renew', by: 'application', fact: 8, citations: [result(40)] },
    { op: 'reclass', by: 'code', fact: 2, asked: 41, answered: 44 },
    { op: 'omit', by: 'code', fact: 6 },
    { op: 'omit', by: 'code', fact: 2 },
    { op: 'erase', by: 'code', fact: 4 },
  ],
};

/** Each delta with its hash, what was refused, and the facts and hashes of the ledger behind it. */
export function ledgerVectors(): object {
  let ledger = EMPTY_LEDGER;
  const steps = [COVER, ENRICH, WITHOUT_ITS_PIN, LATER, LAST].map((delta) => {
    const reduced = reduce(ledger, delta);
    ledger = reduced.ledger;
    const facts = [...ledger.facts.values()];
    return {
      delta,
      deltaHash: deltaHash(delta),
      refused: reduced.refused,
      facts,
      workingSetHash: workingSetHash(facts),
      next: ledger.next,
      asserted: ledger.asserted,
      tombstones: ledger.tombstones,
      hash: ledger.hash,
    };
  });
  return { emptyHash: EMPTY_LEDGER.hash, steps };
}
