/**
 * Covers: L6
 *
 * Replacing, doubting and renewing (rules 7 and 8, renew of rule 2, and rule 13's replacing by key).
 */
import { describe, expect, it } from 'vitest';
import {
  after,
  asserts,
  assistant,
  contentOf,
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
import type { Category } from './fact.ts';
import type { Actor, Basis, NewFact, Operation } from './operation.ts';

const BASIS: Basis = { identifiersKept: true, verdicts: UPHELD };
const supersede = (by: Actor, basis: Basis = BASIS): Operation => ({
  op: 'supersede',
  by,
  fact: 1,
  successor: 2,
  basis,
  citations: [user(20)],
});

/** f1 from e10, f2 from e20 about the same; what is given differs. */
const pair = (first: Partial<NewFact>, second: Partial<NewFact> = {}, ...more: Operation[]) =>
  ledgerOf(
    asserts(fact(1, { citations: [assistant(10)], ...first })),
    asserts(fact(2, { citations: [assistant(20)], ...second })),
    ...more,
  );

describe('a fact is superseded (rule 7)', () => {
  it('by one of the same subject with later evidence', () => {
    expect(outcome(pair({}), supersede('writer'))).toBe('superseded');
    expect(outcome(pair({}), supersede('application'))).toBe('superseded');
    expect(outcome(pair({}, { citations: [assistant(3), assistant(20)] }), supersede('writer'))).toBe(
      'superseded',
    );
    expect(
      outcome(pair({}, { confidence: 'demonstrated', citations: [result(20)] }), supersede('writer')),
    ).toBe('superseded');
  });

  it('by evidence later than its own, wherever it was doubted meanwhile', () => {
    const doubted = pair({}, {}, { op: 'contest', by: 'code', fact: 1, citations: [user(30)] });
    expect(outcome(doubted, supersede('writer'))).toBe('superseded');
  });

  it.each<readonly [string, Partial<NewFact>, Partial<NewFact>]>([
    ['another subject', {}, { subject: 'subject-2' }],
    ['evidence of the same entry', {}, { citations: [assistant(10)] }],
    ['earlier evidence', {}, { citations: [assistant(4)] }],
    [
      'later context and earlier evidence',
      {},
      { citations: [assistant(4), assistant(30, { role: 'context' })] },
    ],
    ['lower confidence', {}, { confidence: 'inferred' }],
    ['lower confidence than a result', { confidence: 'demonstrated', citations: [result(10)] }, {}],
  ])('not by one with %s', (_, first, second) => {
    for (const by of ['writer', 'application'] as const)
      expect(outcome(pair(first, second), supersede(by)), by).toBe('supersede-invalid');
  });

  it('not where an identifier or number got lost, a verdict is missing, or nothing is cited', () => {
    expect(outcome(pair({}), supersede('writer', { verdicts: UPHELD }))).toBe('supersede-invalid');
    expect(outcome(pair({}), supersede('application', {}))).toBe('supersede-invalid');
    expect(outcome(pair({}), supersede('writer', { identifiersKept: true }))).toBe('supersede-invalid');
    expect(outcome(pair({}), { ...supersede('writer'), citations: [] } as Operation)).toBe(
      'supersede-invalid',
    );
  });

  it('not by itself, by what is not there, or by what is not in force', () => {
    const self = {
      op: 'supersede',
      by: 'writer',
      fact: 1,
      successor: 1,
      basis: BASIS,
      citations: [user(30)],
    } as const;
    expect(outcome(pair({}), self)).toBe('supersede-invalid');
    expect(outcome(pair({}), { ...self, successor: 9 })).toBe('not-found');
    const gone: readonly Operation[] = [
      { op: 'mark-stale', by: 'code', fact: 2 },
      { op: 'erase', by: 'code', fact: 2 },
    ];
    for (const operation of gone)
      expect(outcome(pair({}, {}, operation), supersede('writer')), operation.op).toBe('supersede-invalid');
    expect(outcome(pair({}, {}, { op: 'omit', by: 'code', fact: 2 }), supersede('writer'))).toBe('not-found');
  });

  it.each(['outcome', 'measurement', 'contradiction'] as const)(
    'not by the writer when it is a %s',
    (category) => {
      const held = pair({ category }, { category });
      expect(outcome(held, supersede('writer', FOUND))).toBe('supersede-invalid');
      expect(outcome(held, supersede('application', FOUND))).toBe('superseded');
    },
  );

  it('not when it is a pin', () => {
    const held = ledgerOf(asserts(pin(1, 10)), asserts(fact(2, { citations: [user(20)] })));
    for (const by of ['writer', 'code', 'application'] as const)
      expect(outcome(held, supersede(by, FOUND)), by).toBe('state-not-allowed');
  });

  it('an obligation only by what is owed instead, and an effect by no reply', () => {
    const owed = (first: 'reply' | 'effect' | undefined, second: 'reply' | 'effect' | undefined): string => {
      const of = (deliverable: typeof first): Partial<NewFact> => ({
        category: 'obligation',
        ...(deliverable ? { deliverable } : {}),
      });
      return outcome(pair(of(first), of(second)), supersede('writer', FOUND));
    };
    expect([
      owed('effect', 'effect'),
      owed('reply', 'reply'),
      owed('reply', 'effect'),
      owed(undefined, 'effect'),
    ]).toEqual(Array.from({ length: 4 }, () => 'superseded'));
    expect([owed('effect', 'reply'), owed(undefined, 'reply')]).toEqual([
      'supersede-invalid',
      'supersede-invalid',
    ]);
    for (const category of ['verified-state', 'decision', 'outcome'] as Category[])
      for (const by of ['writer', 'application'] as const)
        expect(outcome(pair({ category: 'obligation' }, { category }), supersede(by, FOUND))).toBe(
          'supersede-invalid',
        );
  });
});

describe('code supersedes by key (rule 13)', () => {
  const failure: Partial<NewFact> = {
    category: 'attempt',
    key: 'd1',
    confidence: 'demonstrated',
    citations: [failing(10)],
  };
  const later = (more: Partial<NewFact>) => pair(failure, { key: 'd1', confidence: 'demonstrated', ...more });
  const byCode: Operation = { op: 'supersede', by: 'code', fact: 1, successor: 2 };

  it('a failure by a later result of the same key, whatever the subject', () => {
    expect(outcome(later({ citations: [result(20)], subject: 'subject-2' }), byCode)).toBe('superseded');
    expect(outcome(later({ ...failure, citations: [failing(20)] }), byCode)).toBe('superseded');
    expect(outcome(later({ ...failure, citations: [result(20, { status: 'error' })] }), byCode)).toBe(
      'superseded',
    );
  });

  it('not by another key, an earlier result, or none', () => {
    expect(outcome(later({ citations: [result(20)], key: 'd2' }), byCode)).toBe('supersede-invalid');
    expect(outcome(pair(failure, { citations: [result(20)] }), byCode)).toBe('supersede-invalid');
    expect(
      outcome(pair({ citations: [failing(10)], category: 'attempt' }, { citations: [result(20)] }), byCode),
    ).toBe('supersede-invalid');
    expect(outcome(later({ citations: [result(9)] }), byCode)).toBe('supersede-invalid');
    expect(outcome(pair(failure, { key: 'd1', citations: [assistant(20)] }), byCode)).toBe(
      'supersede-invalid',
    );
  });

  it.each(['denied', 'aborted'] as const)('not by a call that was %s: it shows nothing', (status) => {
    expect(outcome(later({ category: 'gap', citations: [result(20, { status })] }), byCode)).toBe(
      'supersede-invalid',
    );
  });
});

describe('a contest (rule 8)', () => {
  const contest: Operation = { op: 'contest', by: 'writer', fact: 1, against: 2, citations: [assistant(30)] };
  const settle = (loser: number | undefined, citations = [result(40)], by: Actor = 'writer'): Operation => ({
    op: 'settle',
    by,
    fact: 1,
    citations,
    ...(loser === undefined ? {} : { loser }),
  });

  it('makes both sides uncertain, each marked with the other and the entry that raised it', () => {
    const { facts } = after(pair({}), contest);
    expect(facts.get(1)).toMatchObject({ state: 'uncertain', contestedBy: [2], contestedIn: [30] });
    expect(facts.get(2)).toMatchObject({ state: 'uncertain', contestedBy: [1], contestedIn: [30] });
    const twice = after(pair({}), contest, contest);
    expect(twice.facts.get(1)).toMatchObject({ contestedBy: [2], contestedIn: [30] });
  });

  it('needs another side or an entry, unless the application asks', () => {
    const doubt = { op: 'contest', by: 'writer', fact: 1 } as const;
    expect(outcome(pair({}), doubt)).toBe('not-evidence');
    expect(outcome(pair({}), { ...doubt, citations: [assistant(30, { role: 'context' })] })).toBe(
      'not-evidence',
    );
    expect(outcome(pair({}), { ...doubt, citations: [assistant(30)] })).toBe('uncertain');
    expect(outcome(pair({}), { ...doubt, against: 2 })).toBe('uncertain');
    expect(outcome(pair({}), { ...doubt, by: 'application' })).toBe('uncertain');
  });

  it('is not with itself, with what has ended, or with what is not there', () => {
    expect(outcome(pair({}), { ...contest, against: 1 } as Operation)).toBe('state-not-allowed');
    expect(outcome(pair({}), { ...contest, against: 9 } as Operation)).toBe('not-found');
    expect(outcome(pair({}, {}, { op: 'erase', by: 'code', fact: 2 }), contest)).toBe('state-not-allowed');
  });

  it('is settled with evidence: one side is active, the other superseded', () => {
    const { facts } = after(pair({}), contest, settle(2));
    expect(facts.get(1)).toMatchObject({ state: 'active' });
    expect(facts.get(2)).toMatchObject({ state: 'superseded' });
    for (const handle of [1, 2]) {
      expect(facts.get(handle)).not.toHaveProperty('contestedBy');
      expect(facts.get(handle)).not.toHaveProperty('contestedIn');
    }
  });

  it('is not settled without evidence, by repetition, by halves, or against somebody else', () => {
    const held = after(pair({}, {}, asserts(fact(3, { citations: [assistant(25)] }))), contest);
    expect(outcome(held, settle(2, []))).toBe('not-evidence');
    expect(outcome(held, settle(2, [assistant(10)]))).toBe('not-evidence');
    expect(outcome(held, settle(2, [result(40, { role: 'context' })]))).toBe('not-evidence');
    expect(outcome(held, settle(undefined))).toBe('state-not-allowed');
    expect(outcome(held, settle(3))).toBe('state-not-allowed');
    expect(outcome(held, settle(1))).toBe('state-not-allowed');
    expect(outcome(held, { op: 'renew', by: 'writer', fact: 1, citations: [result(40)] })).toBe(
      'state-not-allowed',
    );
  });

  it('does not end by way of stale', () => {
    const stale = after(pair({}), contest, { op: 'mark-stale', by: 'code', fact: 1 });
    expect(outcome(stale, { op: 'renew', by: 'writer', fact: 1, citations: [result(40)] })).toBe(
      'state-not-allowed',
    );
  });

  it('ends by itself when the other side has ended, and still needs evidence', () => {
    const gone = after(pair({}), contest, { op: 'omit', by: 'code', fact: 2 });
    expect(outcome(gone, settle(2))).toBe('not-found');
    expect(outcome(gone, settle(undefined, []))).toBe('not-evidence');
    expect(outcome(gone, settle(undefined))).toBe('active');
    expect(outcome(gone, { op: 'renew', by: 'writer', fact: 1, citations: [result(40)] })).toBe('active');
    const replaced = after(pair({}, {}, asserts(fact(3, { citations: [assistant(35)] }))), contest, {
      ...supersede('writer'),
      fact: 2,
      successor: 3,
    } as Operation);
    expect(replaced.facts.get(2)?.state).toBe('superseded');
    expect(outcome(replaced, settle(2))).toBe('state-not-allowed');
    expect(outcome(replaced, settle(undefined))).toBe('active');
  });

  it('with two others goes on until both are settled', () => {
    const third = asserts(fact(3, { citations: [assistant(25)] }));
    const held = after(pair({}, {}, third), contest, { ...contest, against: 3 } as Operation, settle(2));
    expect(held.facts.get(1)).toMatchObject({ state: 'uncertain', contestedBy: [3], contestedIn: [30] });
    expect(held.facts.get(2)?.state).toBe('superseded');
    expect(outcome(held, settle(3, [result(41)]))).toBe('active');
  });

  it('takes from the writer what rule 7 keeps, and from nobody a pin or what is owed', () => {
    const against = (second: Partial<NewFact>, by: Actor): string =>
      outcome(pair({}, second), contest, settle(2, [result(40)], by));
    for (const category of ['outcome', 'measurement', 'contradiction'] as const) {
      expect(against({ category }, 'writer')).toBe('supersede-invalid');
      expect(against({ category }, 'application')).toBe('active');
    }
    expect(against({ category: 'obligation' }, 'writer')).toBe('supersede-invalid');
    expect(against({ category: 'obligation' }, 'application')).toBe('supersede-invalid');
    const rule = ledgerOf(asserts(fact(1, { citations: [assistant(10)] })), asserts(pin(2, 12)));
    const doubted = after(rule, { op: 'contest', by: 'application', fact: 1, against: 2 });
    expect(outcome(doubted, settle(2))).toBe('category-not-allowed');
  });
});

describe('renew (rule 2)', () => {
  const held = ledgerOf(asserts(fact(1, { citations: [result(10)] })));
  const stale = after(held, { op: 'mark-stale', by: 'code', fact: 1, citations: [result(20)] });
  const renew = (...citations: ReturnType<typeof result>[]): Operation => ({
    op: 'renew',
    by: 'code',
    fact: 1,
    citations,
  });

  it('takes evidence newer than the fact and than what made it stale', () => {
    expect(outcome(stale, renew(result(21)))).toBe('active');
    expect(outcome(stale, renew(result(4), result(21)))).toBe('active');
    const [first, trigger, fresh] = after(stale, renew(result(21))).facts.get(1)?.citations ?? [];
    expect([first, trigger, fresh]).toEqual([result(10), result(20, { role: 'context' }), result(21)]);
  });

  it('does not take what is known, older, context or nothing', () => {
    for (const operation of [
      renew(),
      renew(result(10)),
      renew(result(15)),
      renew(result(20)),
      renew(result(30, { role: 'context' })),
    ])
      expect(outcome(stale, operation)).toBe('renew-without-evidence');
  });

  it('lets an uncertain fact stand, and forgets the entries that raised the doubt', () => {
    const doubted = after(held, { op: 'contest', by: 'writer', fact: 1, citations: [assistant(12)] });
    const renewed = after(doubted, renew(result(21))).facts.get(1);
    expect(renewed).toMatchObject({ state: 'active', confidence: 'reported', text: contentOf('claim 1') });
    expect(renewed).not.toHaveProperty('contestedIn');
  });
});
