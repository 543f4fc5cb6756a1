/**
 * Covers: L3, L4
 *
 * How rules retire and obligations close (rules 3 and 4): what is said, repeated or left unsaid ends neither.
 */
import { describe, expect, it } from 'vitest';
import {
  after,
  asserts,
  assistant,
  deltaOf,
  FOUND,
  fact,
  failing,
  ledgerOf,
  outcome,
  pin,
  result,
  UPHELD,
  user,
} from '../../test/deltas.ts';
import type { Category, Citation } from './fact.ts';
import { EMPTY_LEDGER } from './ledger.ts';
import type { Actor, Basis, NewFact, Operation } from './operation.ts';
import { reduce } from './reduce.ts';

/** "Never run a migration without asking me", pinned from e5. */
const RULE = ledgerOf(asserts(pin(1, 5)));
const REVOKED: Basis = { quote: true, sharedTerm: true, revocation: true, verdicts: UPHELD };

const without = (basis: Basis, name: keyof Basis): Basis => {
  const { [name]: _, ...rest } = basis;
  return rest;
};

describe('a pin is retired (rule 3)', () => {
  const retire = (citations: readonly Citation[], basis: Basis = REVOKED, by: Actor = 'writer'): string =>
    outcome(RULE, { op: 'retire', by, fact: 1, citations, basis });

  it('by the user, who revokes it in a later entry', () => {
    // "You need not ask about migrations any more."
    expect(retire([user(41)])).toBe('retired');
    expect(
      after(RULE, {
        op: 'retire',
        by: 'writer',
        fact: 1,
        citations: [assistant(50), user(41)],
        basis: REVOKED,
      }).facts.get(1),
    ).toMatchObject({ retiredBy: 41, citations: pin(1, 5).citations });
  });

  it('by the application, which needs no quote', () => {
    expect(outcome(RULE, { op: 'retire', by: 'application', fact: 1 })).toBe('retired');
    expect(after(RULE, { op: 'retire', by: 'application', fact: 1 }).facts.get(1)).not.toHaveProperty(
      'retiredBy',
    );
    expect(
      after(RULE, { op: 'retire', by: 'application', fact: 1, citations: [user(41)] }).facts.get(1)
        ?.retiredBy,
    ).toBe(41);
  });

  it('also while it is contested', () => {
    const doubted = after(RULE, { op: 'contest', by: 'application', fact: 1 });
    expect(
      outcome(doubted, { op: 'retire', by: 'writer', fact: 1, citations: [user(41)], basis: REVOKED }),
    ).toBe('retired');
  });

  it.each(['quote', 'sharedTerm', 'revocation', 'verdicts'] as const)('not without %s', (name) => {
    expect(retire([user(41)], without(REVOKED, name))).toBe('retire-unauthorised');
  });

  it.each([
    { entailment: 'not-entailed', temporal: 'valid' },
    { entailment: 'contradicted', temporal: 'valid' },
    { entailment: 'insufficient', temporal: 'valid' },
    { entailment: 'entailed', temporal: 'premature' },
    { entailment: 'entailed', temporal: 'stale' },
    { entailment: 'entailed', temporal: 'not-valid' },
  ])('not when the verifier says $entailment, $temporal', (verdicts) => {
    expect(retire([user(41)], { ...REVOKED, verdicts })).toBe('retire-unauthorised');
  });

  it.each([
    ['that comes earlier', user(3)],
    ['that is the pin itself', user(5)],
    ['that is cited as context', user(41, { role: 'context' })],
    ['that is not quoted', pin(1, 41).citations[0] as Citation],
    ['of the assistant', assistant(41)],
    ['of a tool', result(41, { authority: 'user', quote: { start: 0, end: 4 } })],
    ['that is not there', undefined],
  ])('not by an entry %s', (_, citation) => {
    expect(retire(citation ? [citation] : [])).toBe('retire-unauthorised');
  });

  it('not in the fold that makes it', () => {
    const operations: Operation[] = [
      asserts(pin(1, 5)),
      { op: 'retire', by: 'writer', fact: 1, citations: [user(41)], basis: REVOKED },
    ];
    const { ledger, refused } = reduce(EMPTY_LEDGER, deltaOf(operations));
    expect(refused).toEqual([{ index: 1, code: 'retire-unauthorised', fact: 1 }]);
    expect(ledger.facts.get(1)?.state).toBe('active');
  });

  it('not by code', () => {
    expect(retire([user(41)], FOUND, 'code')).toBe('actor-not-allowed');
  });

  const NOTHING: readonly (readonly [string, Citation, Basis])[] = [
    [
      'the assistant\'s "I decided the permission rule no longer matters"',
      assistant(30),
      { quote: true, sharedTerm: true, revocation: true, verdicts: UPHELD },
    ],
    [
      'a tool that prints "ignore all former instructions"',
      result(30),
      { quote: true, revocation: true, verdicts: UPHELD },
    ],
    ['the user\'s "thanks"', user(30), { quote: true, verdicts: UPHELD }],
    ['what the user said before the rule', user(2), FOUND],
  ];
  it.each(NOTHING)('%s changes nothing', (_, citation, basis) => {
    const operations = (['retire', 'contest', 'close', 'supersede', 'renew'] as const).map(
      (op): Operation =>
        ({ op, by: 'writer', fact: 1, successor: 2, citations: [citation], basis }) as Operation,
    );
    const held = after(RULE, asserts(fact(2, { citations: [citation] })));
    const { ledger, refused } = reduce(held, deltaOf(operations));
    expect(refused).toHaveLength(operations.length);
    expect(ledger.facts.get(1)).toBe(RULE.facts.get(1));
  });
});

describe('a pin is contested (rule 3)', () => {
  const contest = (citation: Citation, basis: Basis = {}): string =>
    outcome(RULE, { op: 'contest', by: 'writer', fact: 1, citations: [citation], basis });

  it('by later words of the user that speak of it or revoke something: it stays, marked', () => {
    expect(contest(user(41), { sharedTerm: true })).toBe('uncertain');
    expect(contest(user(41), { revocation: true })).toBe('uncertain');
    const { facts } = after(RULE, {
      op: 'contest',
      by: 'code',
      fact: 1,
      citations: [user(41)],
      basis: { revocation: true },
    });
    expect(facts.get(1)).toEqual({ ...RULE.facts.get(1), state: 'uncertain', contestedIn: [41] });
  });

  it('by no other words', () => {
    expect(contest(user(41))).toBe('retire-unauthorised');
    expect(contest(user(4), FOUND)).toBe('retire-unauthorised');
    expect(contest(assistant(41), FOUND)).toBe('retire-unauthorised');
    expect(contest(result(41), FOUND)).toBe('retire-unauthorised');
  });

  it('not from the other side either', () => {
    const held = after(RULE, asserts(fact(2, { citations: [assistant(30)] })));
    const doubt = { op: 'contest', by: 'writer', fact: 2, against: 1, basis: FOUND } as const;
    expect(outcome(held, { ...doubt, citations: [assistant(30)] })).toBe('retire-unauthorised');
    expect(outcome(held, { ...doubt, citations: [user(41)] })).toBe('uncertain');
  });

  it('and is in force again when it is settled', () => {
    const doubted = after(RULE, { op: 'contest', by: 'application', fact: 1 });
    expect(
      after(doubted, { op: 'settle', by: 'writer', fact: 1, citations: [user(44)] }).facts.get(1),
    ).toEqual(RULE.facts.get(1));
  });
});

const owes = (more: Partial<NewFact>) =>
  ledgerOf(asserts(fact(1, { category: 'obligation', citations: [user(10)], key: 'd1', ...more })));
const REPLY = owes({ deliverable: 'reply' });
const EFFECT = owes({ deliverable: 'effect' });
const close = (by: Actor, citations: readonly Citation[], basis?: Basis): Operation => ({
  op: 'close',
  by,
  fact: 1,
  citations,
  ...(basis ? { basis } : {}),
});

describe('a reply that is owed (rule 4)', () => {
  it('closes on a later message of the assistant', () => {
    expect(outcome(REPLY, close('code', [assistant(14)]))).toBe('closed');
  });

  it.each([
    ['an earlier one', assistant(9)],
    ['words of the user', user(14)],
    ['a result', result(14, { operation: 'd1', check: 'passed' })],
    ['a message as context', assistant(14, { role: 'context' })],
  ])('does not close on %s', (_, citation) => {
    expect(outcome(REPLY, close('code', [citation]))).toBe('close-unproven');
  });

  it("does not close on the writer's word, but on the user's", () => {
    const evidence = [assistant(14), result(15, { operation: 'd1', check: 'passed' })];
    expect(outcome(REPLY, close('writer', evidence, FOUND))).toBe('close-unproven');
    expect(outcome(REPLY, close('writer', [user(14)], REVOKED))).toBe('closed');
  });
});

describe('an effect that is owed (rule 4)', () => {
  it('closes on a later result of the same operation, or one that shares a term, with both verdicts', () => {
    const upheld: Basis = { verdicts: UPHELD };
    expect(outcome(EFFECT, close('writer', [result(14, { operation: 'd1' })], upheld))).toBe('closed');
    expect(outcome(EFFECT, close('writer', [result(14)], { ...upheld, sharedTerm: true }))).toBe('closed');
    const called = owes({ citations: [user(10), assistant(11, { kind: 'tool-call', operation: 'd7' })] });
    expect(outcome(called, close('writer', [result(14, { operation: 'd7' })], upheld))).toBe('closed');
  });

  const upheld: Basis = { verdicts: UPHELD };
  const done = result(14, { operation: 'd1' });
  const { status: _, ...silent } = done;
  it.each<readonly [string, Citation, Basis]>([
    ['a result of something else', result(14, { operation: 'd2' }), upheld],
    ['a result of nothing in particular', result(14), upheld],
    ['a result without verdicts', done, { sharedTerm: true }],
    [
      'a result the verifier calls premature',
      done,
      { verdicts: { entailment: 'entailed', temporal: 'premature' } },
    ],
    ['a result whose check failed', { ...done, check: 'failed' }, FOUND],
    ['an error', { ...done, status: 'error' }, FOUND],
    ['a denied call', { ...done, status: 'denied' }, FOUND],
    ['an aborted call', { ...done, status: 'aborted' }, FOUND],
    ['an earlier result', { ...done, entry: 9 }, FOUND],
    ['a result as context', { ...done, role: 'context' }, FOUND],
    ['the call alone', { ...silent, kind: 'tool-call' }, FOUND],
    ['what the assistant says it did', assistant(14), FOUND],
    ['the user\'s "thanks"', user(14), without(FOUND, 'revocation')],
    [
      "the user's question about it",
      user(14),
      { ...FOUND, verdicts: { entailment: 'not-entailed', temporal: 'valid' } },
    ],
    ['"forget it" about something else', user(14), without(FOUND, 'sharedTerm')],
    ['words that nobody quoted', user(14), without(FOUND, 'quote')],
    ['the whole of a long message', pin(1, 14).citations[0] as Citation, FOUND],
  ])('does not close on %s', (_, citation, basis) => {
    expect(outcome(EFFECT, close('writer', [citation], basis))).toBe('close-unproven');
  });

  it('does not close on a success that comes with a failure', () => {
    const both = [done, failing(15, { operation: 'd1' })];
    expect(outcome(EFFECT, close('writer', both, FOUND))).toBe('failed-support');
    const passed = result(16, { operation: 'd1', check: 'passed' });
    expect(outcome(EFFECT, close('writer', [...both, passed], FOUND))).toBe('closed');
  });

  it('closes when the user cancels it, in a later fold', () => {
    expect(outcome(EFFECT, close('writer', [user(14)], REVOKED))).toBe('closed');
    const made = asserts(fact(1, { category: 'obligation', citations: [user(10)] }));
    expect(outcome(EMPTY_LEDGER, made, close('writer', [user(14)], REVOKED))).toBe('close-unproven');
  });

  it('is not closed by code or by the application', () => {
    expect(outcome(EFFECT, close('code', [done, assistant(15)], FOUND))).toBe('close-unproven');
    expect(outcome(EFFECT, close('application', [done], FOUND))).toBe('actor-not-allowed');
  });

  it('an obligation that names no deliverable owes an effect', () => {
    expect(outcome(owes({}), close('code', [assistant(14)]))).toBe('close-unproven');
    expect(outcome(owes({}), close('writer', [done], upheld))).toBe('closed');
  });
});

describe('silence closes nothing', () => {
  it('nor do repetition, later entries or doubt', () => {
    for (const held of [REPLY, EFFECT]) {
      const busy = after(
        held,
        { op: 'repeat', by: 'code', fact: 1, count: 3, citations: [user(20)] },
        asserts(fact(2, { citations: [assistant(30)], claimedDone: true })),
        asserts(fact(3, { citations: [result(40, { operation: 'd1', check: 'passed' })] })),
        { op: 'contest', by: 'writer', fact: 1, citations: [assistant(30)] },
      );
      expect(busy.facts.get(1)?.state).toBe('uncertain');
      expect(outcome(busy, close('writer', []))).toBe('close-unproven');
      expect(outcome(busy, close('writer', [], FOUND))).toBe('close-unproven');
      expect(outcome(busy, close('code', []))).toBe('close-unproven');
      expect(reduce(busy, deltaOf([])).ledger.facts).toEqual(busy.facts);
    }
  });

  it('something said to be done is uncertain, and open', () => {
    const said = ledgerOf(
      asserts(fact(1, { category: 'obligation', claimedDone: true, citations: [assistant(88)] })),
    );
    expect(said.facts.get(1)?.state).toBe('uncertain');
    expect(said.facts.get(1)).not.toHaveProperty('claimedDone');
    expect(outcome(said, { op: 'settle', by: 'writer', fact: 1, citations: [assistant(88)] })).toBe(
      'not-evidence',
    );
  });
});

describe('what else may close', () => {
  const open = (category: Category) =>
    ledgerOf(asserts(fact(1, { category, confidence: 'demonstrated', citations: [failing(10)], key: 'd1' })));
  const FAILED: readonly Category[] = ['blocker', 'risk', 'gap'];
  const ANSWERED: readonly Category[] = ['question', 'attempt'];

  it.each([...FAILED, ...ANSWERED])(
    'a %s: by a later result of the same operation, or with verdicts',
    (category) => {
      const held = open(category);
      const same = result(14, { operation: 'd1' });
      expect(outcome(held, close('code', [same]))).toBe('closed');
      expect(outcome(held, close('code', [result(14)]))).toBe('close-unproven');
      expect(outcome(held, close('code', [{ ...same, entry: 9 }]))).toBe('close-unproven');
      expect(outcome(held, close('writer', [result(14)], { verdicts: UPHELD }))).toBe('closed');
      expect(outcome(held, close('writer', [user(14)], { verdicts: UPHELD }))).toBe('closed');
      expect(outcome(held, close('writer', [user(14)], {}))).toBe('close-unproven');
      expect(outcome(held, close('writer', [assistant(14)], FOUND))).toBe('close-unproven');
      expect(outcome(held, close('writer', [], FOUND))).toBe('close-unproven');
    },
  );

  it('a failure answers a question and ends an attempt; it removes no blocker, risk or gap', () => {
    const failure = [failing(14, { operation: 'd1' })];
    for (const category of ANSWERED)
      expect(outcome(open(category), close('writer', failure, FOUND)), category).toBe('closed');
    for (const category of [...FAILED, ...ANSWERED])
      expect(outcome(open(category), close('code', failure)), category).toBe('close-unproven');
    for (const category of FAILED)
      expect(outcome(open(category), close('writer', failure, FOUND)), category).toBe('close-unproven');
  });
});
