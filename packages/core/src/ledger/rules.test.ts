/**
 * Covers: L2, L5, V5
 *
 * What a new fact must satisfy (rules 1, 5 and 6), each rule with what it lets through and what it refuses.
 */
import { describe, expect, it } from 'vitest';
import {
  after,
  asserts,
  assistant,
  contentOf,
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
import { CATEGORIES, type Category, type Citation } from './fact.ts';
import { EMPTY_LEDGER } from './ledger.ts';
import type { Basis, NewFact } from './operation.ts';
import { reduce } from './reduce.ts';

const comes = (made: NewFact, by: 'code' | 'writer' = 'code', basis?: Basis): string =>
  outcome(EMPTY_LEDGER, asserts(made, by, basis));

describe('pins (rule 1)', () => {
  it('are made by code from a whole authoritative entry', () => {
    expect(comes(pin(1, 5))).toBe('active');
    for (const authority of ['system', 'developer', 'user', 'delegated'] as const) {
      const citations = pin(1, 5).citations.map((one): Citation => ({ ...one, authority }));
      expect(comes(pin(1, 5, { citations })), authority).toBe('active');
    }
  });

  it('are never made by the writer, with or without the marks of a pin', () => {
    expect(comes(pin(1, 5), 'writer', FOUND)).toBe('pin-by-writer');
    const { pin: _, ...unmarked } = pin(1, 5);
    expect(comes(unmarked, 'writer', FOUND)).toBe('pin-by-writer');
    expect(comes(unmarked)).toBe('category-not-allowed');
    expect(comes(fact(1, { priority: 'P0' }), 'writer', FOUND)).toBe('pin-by-writer');
    expect(outcome(EMPTY_LEDGER, asserts(pin(1, 5), 'application'))).toBe('actor-not-allowed');
  });

  const [whole] = pin(1, 5).citations as [Citation];
  const NOT_VERBATIM: readonly (readonly [string, Partial<NewFact>])[] = [
    ['words of the assistant', { citations: [{ ...whole, authority: 'none' }] }],
    ['a tool result that claims authority', { citations: [result(5, { authority: 'user' })] }],
    ['text that software derived', { citations: [{ ...whole, kind: 'derived' }] }],
    ['a part of an entry', { citations: [user(5)] }],
    ['an entry as mere context', { citations: [{ ...whole, role: 'context' }] }],
    ['two entries', { citations: [whole, { ...whole, entry: 6 }] }],
    ['no entry', { citations: [] }],
    ['other bytes than the entry', { text: contentOf('entry 5, nearly') }],
    ['a lower priority', { priority: 'P1' }],
    ['another confidence', { confidence: 'reported' }],
  ];
  it.each(NOT_VERBATIM)('are not made of %s', (_, more) => {
    expect(comes(pin(1, 5, more))).toBe('pin-not-verbatim');
  });

  it('stand once for each entry', () => {
    const ledger = ledgerOf(asserts(pin(1, 5)));
    expect(outcome(ledger, asserts(pin(2, 5)))).toBe('handle-taken');
    expect(outcome(ledger, asserts(pin(2, 6)))).toBe('active');
    const erased = after(ledger, { op: 'erase', by: 'code', fact: 1 });
    expect(outcome(erased, asserts(pin(2, 5)))).toBe('handle-taken');
  });
});

describe('required pins (rule 1)', () => {
  const five = { entry: 5, content: contentOf('entry 5') };

  it('a delta that brings them, or finds them standing, is reduced', () => {
    const brought = reduce(EMPTY_LEDGER, deltaOf([asserts(pin(1, 5))], [five]));
    expect([brought.refused, brought.ledger.facts.size]).toEqual([[], 1]);
    expect(reduce(brought.ledger, deltaOf([], [five])).refused).toEqual([]);
    const retired = after(brought.ledger, { op: 'retire', by: 'application', fact: 1 });
    expect(reduce(retired, deltaOf([], [five])).refused).toEqual([]);
  });

  it.each([
    ['is missing', asserts(fact(1))],
    ['is of another entry', asserts(pin(1, 6))],
    [
      'differs by one byte',
      asserts(pin(1, 5, { text: five.content.replace(/^./, (first) => (first === '0' ? '1' : '0')) })),
    ],
    [
      'is pinned with other bytes',
      asserts(pin(1, 5, { text: contentOf('x'), pin: { class: 'standing', content: contentOf('x') } })),
    ],
    ['was proposed by the writer', asserts(pin(1, 5), 'writer')],
  ])('a delta is refused whole when one %s', (_, operation) => {
    const before = ledgerOf(asserts(fact(1)));
    const moved = { ...operation, fact: { ...operation.fact, handle: 2 } };
    const { ledger, refused } = reduce(before, deltaOf([moved], [five]));
    expect(ledger).toBe(before);
    expect(refused.at(-1)).toEqual({ index: -1, code: 'pin-missing' });
  });
});

describe('what a writer may bring (rule 1)', () => {
  const p1 = (handle: number, tokens?: number) =>
    asserts(fact(handle, { priority: 'P1' }), 'writer', tokens === undefined ? {} : { tokens });
  const codes = (...operations: readonly ReturnType<typeof p1>[]): (string | undefined)[] => {
    const { refused } = reduce(EMPTY_LEDGER, deltaOf(operations));
    return operations.map((_, at) => refused.find(({ index }) => index === at)?.code);
  };

  it('at most 2,000 tokens of new P1 in one fold', () => {
    expect(codes(p1(1, 2000))).toEqual([undefined]);
    expect(codes(p1(1, 2001))).toEqual(['too-much-p1']);
    expect(codes(p1(1, 1500), p1(2, 501), p1(3, 500), p1(4, 1))).toEqual([
      undefined,
      'too-much-p1',
      undefined,
      'too-much-p1',
    ]);
  });

  it('a claim of unknown size has no place in it', () => {
    expect(codes(p1(1))).toEqual(['too-much-p1']);
  });

  it('what was refused for another reason takes no room', () => {
    const derived = asserts(
      fact(1, { priority: 'P1', citations: [assistant(4, { kind: 'derived' })] }),
      'writer',
      { tokens: 2000 },
    );
    expect(codes(derived, p1(2, 2000))).toEqual(['not-evidence', undefined]);
  });

  it('the next fold has room again, and code and lower priorities need none', () => {
    const full = ledgerOf(p1(1, 2000));
    expect(outcome(full, p1(2, 2000))).toBe('active');
    expect(outcome(full, asserts(fact(2, { priority: 'P1' })))).toBe('active');
    expect(outcome(full, asserts(fact(2), 'writer'))).toBe('active');
  });

  it.each(['constraint', 'objective'] as const)(
    'a %s as an exact span of authoritative words alone',
    (category) => {
      const spans = { category, citations: [user(4), user(7)] };
      expect(comes(fact(1, spans), 'writer', { verbatim: true })).toBe('active');
      expect(comes(fact(1, spans), 'writer', FOUND)).toBe('active');
      const refused: readonly (readonly [Partial<NewFact>, Basis])[] = [
        [spans, { quote: true }],
        [{ ...spans, citations: [assistant(4)] }, FOUND],
        [{ ...spans, citations: [user(4), assistant(7)] }, FOUND],
        [{ ...spans, citations: [result(4, { authority: 'user', quote: { start: 0, end: 4 } })] }, FOUND],
        [{ ...spans, citations: pin(1, 4).citations }, FOUND],
        [{ ...spans, confidence: 'inferred' }, FOUND],
      ];
      for (const [more, basis] of refused)
        expect(comes(fact(1, more), 'writer', basis)).toBe('pin-by-writer');
      // The same words as a decision need no span.
      expect(comes(fact(1, { category: 'decision', citations: [assistant(4)] }), 'writer', {})).toBe(
        'active',
      );
    },
  );
});

describe('confidence (rule 5)', () => {
  it("of the assistant's words alone is reported, however sure they sound", () => {
    const said = { citations: [assistant(4)] };
    expect(comes(fact(1, { ...said, confidence: 'reported' }))).toBe('active');
    expect(comes(fact(1, { ...said, confidence: 'inferred' }))).toBe('uncertain');
    expect(comes(fact(1, { ...said, confidence: 'demonstrated' }))).toBe('confidence-too-high');
    expect(comes(fact(1, { ...said, confidence: 'authoritative' }))).toBe('confidence-too-high');
  });

  it.each([
    ['the user said', user(4)],
    ['a call asked for', user(4, { kind: 'tool-call', authority: 'none' })],
  ])('of what %s is not demonstrated either', (_, citation) => {
    expect(comes(fact(1, { citations: [citation], confidence: 'demonstrated' }))).toBe('confidence-too-high');
  });

  it('is demonstrated where a result supports it, not where one is beside it', () => {
    const demonstrated = (citations: readonly Citation[]): string =>
      comes(fact(1, { citations, confidence: 'demonstrated' }));
    expect(demonstrated([result(4)])).toBe('active');
    expect(demonstrated([assistant(3), result(4)])).toBe('active');
    expect(demonstrated([assistant(3), result(4, { role: 'context' })])).toBe('confidence-too-high');
  });

  it('is authoritative for pins only', () => {
    const { pin: _, ...unmarked } = pin(1, 5, { priority: 'P1' });
    expect(comes(unmarked)).toBe('confidence-too-high');
  });
});

describe('evidence', () => {
  it.each(['reasoning', 'opaque', 'derived', 'event'] as const)('is no entry of kind %s', (kind) => {
    const citation = assistant(4, { kind });
    expect(comes(fact(1, { citations: [citation] }))).toBe('not-evidence');
    expect(comes(fact(1, { citations: [result(3), { ...citation, role: 'context' }] }))).toBe('not-evidence');
  });

  it.each(['reasoning', 'opaque', 'derived', 'event'] as const)(
    'of a change is none of kind %s either',
    (kind) => {
      const held = ledgerOf(asserts(fact(1, { category: 'question', key: 'd1', citations: [assistant(4)] })));
      for (const op of ['contest', 'settle', 'renew', 'close', 'mark-stale', 'repeat'] as const) {
        const citations = [result(9, { operation: 'd1' }), assistant(8, { kind, role: 'context' })];
        const change = { op, by: 'code', fact: 1, count: 1 } as const;
        expect(outcome(held, { ...change, citations }), op).toBe('not-evidence');
        expect(outcome(held, { ...change, citations: citations.slice(0, 1) }), op).not.toBe('not-evidence');
      }
    },
  );

  it('is needed: nothing rests on context alone, or on nothing', () => {
    expect(comes(fact(1, { citations: [] }))).toBe('not-evidence');
    expect(comes(fact(1, { citations: [result(4, { role: 'context' })] }))).toBe('not-evidence');
    expect(comes(fact(1, { citations: [result(4, { role: 'context' }), assistant(5)] }))).toBe('active');
  });

  it('names the status of a result, and quotes something', () => {
    const { status: _, ...silent } = result(4);
    expect(comes(fact(1, { citations: [silent] }))).toBe('malformed');
    expect(comes(fact(1, { citations: [user(4, { quote: { start: 5, end: 5 } })] }))).toBe('malformed');
    const renewed = { op: 'renew', by: 'writer', fact: 1, citations: [{ ...silent, entry: 9 }] } as const;
    expect(outcome(ledgerOf(asserts(fact(1, { claimedDone: true }))), renewed)).toBe('malformed');
  });
});

describe('failures (rule 6)', () => {
  const TOLD_OF: readonly Category[] = [
    'attempt',
    'blocker',
    'gap',
    'risk',
    'hypothesis',
    'question',
    'contradiction',
    'outcome',
  ];
  const FAILURES: readonly (readonly [string, Citation])[] = [
    ['error', result(9, { status: 'error', operation: 'o' })],
    ['denied', result(9, { status: 'denied', operation: 'o' })],
    ['aborted', result(9, { status: 'aborted', operation: 'o' })],
    ['failed', failing(9, { operation: 'o' })],
  ];

  it.each(FAILURES)('a result that was %s is told of, and shows no success', (_, failure) => {
    for (const category of CATEGORIES.filter((one) => one !== 'constraint' && one !== 'objective'))
      for (const by of ['code', 'writer'] as const)
        for (const citations of [[failure], [result(3), failure], [assistant(12), failure]]) {
          const came = comes(fact(1, { category, citations, confidence: 'reported' }), by, FOUND);
          const due = TOLD_OF.includes(category)
            ? expect.stringMatching(/^(active|uncertain)$/)
            : 'failed-support';
          expect(came, `${category} by ${by}`).toEqual(due);
        }
  });

  it.each(FAILURES)('one that was %s may stand beside a success as context', (_, failure) => {
    expect(comes(fact(1, { citations: [result(12), { ...failure, role: 'context' }] }))).toBe('active');
  });

  it.each(FAILURES)('one that was %s is made good by a later pass of the same alone', (_, failure) => {
    const made = (...citations: Citation[]): string => comes(fact(1, { citations: [failure, ...citations] }));
    expect(made(result(12, { check: 'passed', operation: 'o' }))).toBe('active');
    expect(made(result(8, { check: 'passed', operation: 'o' }))).toBe('failed-support');
    expect(made(result(12, { check: 'passed', operation: 'another' }))).toBe('failed-support');
    expect(made(result(12, { check: 'passed' }))).toBe('failed-support');
    expect(made(result(12, { check: 'none', operation: 'o' }))).toBe('failed-support');
    expect(made(result(12, { check: 'passed', operation: 'o', role: 'context' }))).toBe('failed-support');
    expect(made(result(12, { check: 'passed', operation: 'o', status: 'aborted' }))).toBe('failed-support');
    expect(made(result(12, { check: 'passed', operation: 'o' }), failing(15, { operation: 'o' }))).toBe(
      'failed-support',
    );
  });

  it('without an operation no pass can be of the same', () => {
    expect(comes(fact(1, { citations: [failing(9), result(12, { check: 'passed' })] }))).toBe(
      'failed-support',
    );
  });

  it('in a later fold it is as failed as in its own', () => {
    const told = ledgerOf(
      asserts(fact(1, { category: 'attempt', confidence: 'demonstrated', citations: [failing(9)] })),
    );
    expect(outcome(told, asserts(fact(2, { citations: [assistant(40), failing(9)] }), 'writer', FOUND))).toBe(
      'failed-support',
    );
    const claimed = after(told, asserts(fact(2, { claimedDone: true, citations: [assistant(8)] })));
    for (const op of ['renew', 'settle'] as const)
      expect(
        outcome(claimed, { op, by: 'writer', fact: 2, basis: { verdicts: UPHELD }, citations: [failing(9)] }),
      ).toBe('failed-support');
    expect(outcome(claimed, { op: 'repeat', by: 'code', fact: 2, count: 1, citations: [failing(9)] })).toBe(
      'failed-support',
    );
  });

  it('a pass that the fact cites already makes good an older failure that is cited now', () => {
    const held = ledgerOf(
      asserts(fact(1, { claimedDone: true, citations: [result(12, { operation: 'o', check: 'passed' })] })),
    );
    const renew = { op: 'renew', by: 'writer', fact: 1 } as const;
    expect(outcome(held, { ...renew, citations: [failing(8, { operation: 'o' }), result(20)] })).toBe(
      'active',
    );
    expect(outcome(held, { ...renew, citations: [failing(13, { operation: 'o' }), result(20)] })).toBe(
      'failed-support',
    );
  });

  it('what speaks against a fact never turns into its support', () => {
    const held = ledgerOf(
      asserts(fact(1, { citations: [result(4)] })),
      asserts(fact(2, { citations: [result(12)] })),
    );
    for (const against of [
      { op: 'contest', by: 'code', fact: 1, citations: [failing(9)] },
      { op: 'mark-stale', by: 'code', fact: 1, citations: [failing(9)] },
      {
        op: 'supersede',
        by: 'writer',
        fact: 1,
        successor: 2,
        basis: FOUND,
        citations: [failing(9)],
      },
    ] as const) {
      const { citations } = after(held, against).facts.get(1) ?? {};
      expect(citations, against.op).toEqual([result(4), failing(9, { role: 'context' })]);
    }
  });
});
