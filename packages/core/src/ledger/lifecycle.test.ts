/**
 * Covers: L1
 *
 * Rule 2: every actor, in every state, for every category, on every operation. What is expected is read from the table
 * of the model as it stands there, not from the code's own.
 */
import { describe, expect, it } from 'vitest';
import { assistant, contentOf, deltaOf, FOUND, fact, pin, result, user } from '../../test/deltas.ts';
import { CATEGORIES, type Category, type Fact, PRIORITIES, STATES } from './fact.ts';
import { EMPTY_LEDGER, type Ledger } from './ledger.ts';
import { firstState } from './lifecycle.ts';
import type { Actor, Operation } from './operation.ts';
import { reduce } from './reduce.ts';

const EVERY = 'active, uncertain, stale, superseded, closed, retired, erased';

/** Operation | who | from which states | what it may touch | state it comes to (— for none of its own). */
const TABLE = `
contest    | writer, code, application | active, uncertain, stale | pins, facts | uncertain
settle     | writer, code, application | uncertain | pins, facts | active
supersede  | writer, code, application | active, uncertain, stale | facts | superseded
renew      | writer, code, application | stale, uncertain | pins, facts | active
close      | writer, code | active, uncertain, stale | facts | closed
retire     | writer, application | active, uncertain | pins | retired
mark-stale | code, application | active, uncertain | facts | stale
reclass    | code | active, uncertain, stale | pins, facts | —
omit       | code | ${EVERY.replace(', erased', '')} | pins, facts | omitted
erase      | code | ${EVERY} | pins, facts | erased
repeat     | code | active, uncertain, stale | pins, facts | —
`;

const CLOSED = ['obligation', 'blocker', 'question', 'risk', 'gap', 'attempt', 'investigation'];
const NOT_STALE = ['gap', 'outcome', 'measurement'];
const NOT_SUPERSEDED_BY_WRITER = ['outcome', 'measurement', 'contradiction'];

interface Line {
  readonly op: string;
  readonly who: readonly string[];
  readonly from: readonly string[];
  readonly on: readonly string[];
  readonly to: string;
}

const LINES: readonly Line[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [op, who, from, on, to] = line.split('|').map((cell) => cell.trim()) as [
      string,
      string,
      string,
      string,
      string,
    ];
    return { op, who: who.split(', '), from: from.split(', '), on: on.split(', '), to };
  });

/** What the model says comes of it: a state, or the code of the refusal. */
function expected({ op, who, from, on, to }: Line, by: Actor, subject: Fact): string {
  const { category, state, priority } = subject;
  if (state === 'omitted') return 'not-found';
  if (!who.includes(by)) return 'actor-not-allowed';
  if (op === 'close' && !CLOSED.includes(category)) return 'category-not-allowed';
  if (op === 'mark-stale' && NOT_STALE.includes(category)) return 'category-not-allowed';
  if (!on.includes(subject.pin ? 'pins' : 'facts') || !from.includes(state)) return 'state-not-allowed';
  const inForce = state === 'active' || state === 'uncertain';
  if (op === 'omit' && inForce && (priority === 'P0' || priority === 'P1')) return 'state-not-allowed';
  if (op === 'supersede' && by === 'writer' && NOT_SUPERSEDED_BY_WRITER.includes(category))
    return 'supersede-invalid';
  return to === '—' ? state : to;
}

/** An operation with everything that any rule could ask, so that the table alone decides. */
function generous(op: string, by: Actor, subject: Fact): Operation {
  const citations = [
    user(90),
    result(91, { operation: 'd1', check: 'passed' }),
    ...(by === 'code' ? [assistant(92)] : []),
  ];
  const more: Readonly<Record<string, object>> = {
    supersede: { successor: 2 },
    reclass: subject.pin ? { answered: 92 } : { priority: 'P3' },
    repeat: { count: 1 },
  };
  return { op, by, fact: 1, basis: FOUND, citations, ...more[op] } as unknown as Operation;
}

function ledgerWith(subject: Fact): Ledger {
  const successor: Fact = {
    ...fact(2, {
      category: subject.category,
      confidence: 'demonstrated',
      key: 'd1',
      citations: [result(80)],
    }),
    state: 'active',
    ...(subject.category === 'obligation' ? { deliverable: 'reply' } : {}),
  };
  const facts = subject.state === 'omitted' ? [successor] : [subject, successor];
  return { ...EMPTY_LEDGER, facts: new Map(facts.map((one) => [one.handle, one])), next: 3, asserted: 2 };
}

const KINDS_OF_FACT: readonly Omit<Fact, 'state'>[] = [
  ...CATEGORIES.flatMap((category: Category) =>
    (['P1', 'P2'] as const).map((priority) =>
      fact(1, {
        category,
        priority,
        confidence: 'demonstrated',
        key: 'd1',
        citations: [result(10)],
        ...(category === 'obligation' ? { deliverable: 'reply' } : {}),
      }),
    ),
  ),
  pin(1, 10),
  pin(1, 10, { category: 'obligation' }),
];

describe('who may do what to which facts', () => {
  it.each(LINES)('$op: as the table says, and nothing else', (line) => {
    const wrong: string[] = [];
    let accepted = 0;
    for (const kind of KINDS_OF_FACT)
      for (const state of STATES)
        for (const by of ['writer', 'code', 'application'] as const) {
          const subject: Fact = { ...kind, state };
          const before = ledgerWith(subject);
          const { ledger, refused } = reduce(before, deltaOf([generous(line.op, by, subject)]));
          const came = refused[0]?.code ?? ledger.facts.get(1)?.state ?? 'omitted';
          const due = expected(line, by, subject);
          const what = `${by} on ${state} ${subject.category} ${subject.priority}${subject.pin ? ' pin' : ''}`;
          // P3 is never lower than P3: facts of the table are P1 and P2.
          if (came !== due) wrong.push(`${what}: ${came} instead of ${due}`);
          if (refused.length > 0 && ledger.facts.get(1) !== before.facts.get(1))
            wrong.push(`${what}: changed though refused`);
          accepted += refused.length === 0 ? 1 : 0;
        }
    expect(wrong).toEqual([]);
    expect(accepted).toBeGreaterThan(0);
  });

  it('assert: by the writer and by code', () => {
    const by = (actor: Actor): string | undefined =>
      reduce(EMPTY_LEDGER, deltaOf([{ op: 'assert', by: actor, fact: fact(1) }])).refused[0]?.code;
    expect([by('writer'), by('code'), by('application')]).toEqual([
      undefined,
      undefined,
      'actor-not-allowed',
    ]);
  });
});

describe('the state in which a fact begins', () => {
  const UNCERTAIN = ['hypothesis', 'question'];

  it.each(CATEGORIES)('%s', (category) => {
    const plain = UNCERTAIN.includes(category) ? 'uncertain' : 'active';
    expect(firstState({ category, confidence: 'demonstrated' })).toBe(plain);
    expect(firstState({ category, confidence: 'reported' })).toBe(plain);
    expect(firstState({ category, confidence: 'inferred' })).toBe('uncertain');
    expect(firstState({ category, confidence: 'reported', claimedDone: true })).toBe('uncertain');
  });

  it('a pin is in force from the beginning, whatever it is called', () => {
    const content = contentOf('a rule');
    const marks = { pin: { class: 'standing', content } } as const;
    expect(firstState({ category: 'question', confidence: 'authoritative', ...marks })).toBe('active');
  });
});

describe('priorities', () => {
  it('only fall', () => {
    const priorities = PRIORITIES.filter((one) => one !== 'P0');
    for (const from of priorities)
      for (const priority of PRIORITIES) {
        const { ledger } = reduce(
          EMPTY_LEDGER,
          deltaOf([{ op: 'assert', by: 'code', fact: fact(1, { priority: from }) }]),
        );
        const { refused, ledger: next } = reduce(
          ledger,
          deltaOf([{ op: 'reclass', by: 'code', fact: 1, priority }]),
        );
        const falls = Number(priority.slice(1)) > Number(from.slice(1));
        expect(refused[0]?.code, `${from} to ${priority}`).toBe(falls ? undefined : 'priority-raised');
        expect(next.facts.get(1)?.priority).toBe(falls ? priority : from);
      }
  });
});
