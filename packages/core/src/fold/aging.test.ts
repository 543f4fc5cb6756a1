import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conversation } from '../../test/conversations.ts';
import {
  after,
  anyDeltas,
  asserts,
  assistant as citeAnswer,
  user as citeUser,
  fact,
  failing,
} from '../../test/deltas.ts';
import { assistant, step, user } from '../../test/messages.ts';
import { coveredIn, journaled } from '../../test/regions.ts';
import type { Message } from '../journal/message.ts';
import type { Fact } from '../ledger/fact.ts';
import { EMPTY_LEDGER, type Ledger } from '../ledger/ledger.ts';
import type { NewFact } from '../ledger/operation.ts';
import { replay } from '../ledger/reduce.ts';
import { regionOf } from './region.ts';

const TURN = [user('Go.'), ...step('c1'), assistant('Done.')];

/** What becomes of one fact when the messages are covered, so many steps on. */
function aged(made: NewFact, messages: readonly Message[] = TURN, steps = 0): Fact | undefined {
  const { ledger, refused } = coveredIn(
    regionOf(journaled(messages).entries, true),
    after(EMPTY_LEDGER, asserts(made)),
    steps,
  );
  expect(refused).toEqual([]);
  return ledger.facts.get(made.handle);
}

describe('failures', () => {
  const failure = fact(1, { category: 'attempt', priority: 'P1', key: 'k', citations: [failing(0)] });

  // Covers: L9
  it('matter less after 50 steps without a later return', () => {
    expect(aged(failure, TURN, 49)?.priority).toBe('P1');
    expect(aged(failure, TURN, 50)?.priority).toBe('P2');
    expect(aged({ ...failure, step: 40 }, TURN, 60)?.priority).toBe('P1');
  });

  it('of nothing that could come back, and what is owed, stay what they are', () => {
    const { key: _, ...unkeyed } = failure;
    expect(aged(unkeyed, TURN, 500)?.priority).toBe('P1');
    expect(
      aged(fact(1, { category: 'obligation', priority: 'P1', citations: [citeUser(0)] }), TURN, 500)
        ?.priority,
    ).toBe('P1');
  });
});

describe('what has a time to live', () => {
  // Covers: L7
  it('is stale when it is over', () => {
    const decision = fact(1, { category: 'decision', ttlSteps: 20, citations: [citeAnswer(0)] });
    expect(aged(decision, TURN, 18)?.state).toBe('active');
    expect(aged(decision, TURN, 20)?.state).toBe('stale');
    expect(aged({ ...decision, ttlSteps: 0 })?.state).toBe('stale');
  });

  it('but for gaps, outcomes and measurements, which never grow stale', () => {
    for (const category of ['gap', 'outcome', 'measurement'] as const)
      expect(aged(fact(1, { category, ttlSteps: 1 }), TURN, 50)?.state).toBe('active');
  });
});

describe('a reply that is owed', () => {
  const owed = fact(1, { category: 'obligation', deliverable: 'reply', citations: [citeUser(1)] });

  // Covers: L4
  it('is given by the final answer of a turn', () => {
    const closed = aged(owed);
    expect([closed?.state, closed?.citations.at(-1)?.entry]).toEqual(['closed', 4]);
    expect(aged(owed, [user('Go.'), assistant('Which one?')])?.state).toBe('closed');
  });

  // Covers: L4
  it('is not given by a step, by silence, by an answer cut short, or by what was said before', () => {
    const cut = assistant('Do', { aborted: true });
    for (const list of [
      [user('Go.'), ...step('c1')],
      [user('Go.'), assistant('')],
      [user('Go.'), cut],
    ])
      expect(aged(owed, list)?.state).toBe('active');
    expect(
      aged(fact(1, { category: 'obligation', deliverable: 'reply', citations: [citeUser(9)] }))?.state,
    ).toBe('active');
  });

  // Covers: L4
  it('is no effect: what shall be done is not done by saying so', () => {
    expect(
      aged(fact(1, { category: 'obligation', deliverable: 'effect', citations: [citeUser(0)] }))?.state,
    ).toBe('active');
  });
});

describe('on any ledger', () => {
  // Covers: F4, V7
  it('a cover is refused nothing', () => {
    // Entries of ledgers at random go up to 60.
    const before = Array.from({ length: 60 }, () => assistant(''));
    fc.assert(
      fc.property(anyDeltas, conversation, fc.nat(100), (deltas, turns, steps) => {
        const ledger: Ledger = replay(deltas);
        const { entries, seqs } = journaled([...before, ...turns.flat()]);
        const own = entries.filter(({ seq }) => seq >= (seqs[60] ?? 0));
        const { refused, ledger: next } = coveredIn(regionOf(own, true), ledger, steps);
        expect(refused).toEqual([]);
        const { asserted, facts, tombstones } = next;
        expect(asserted).toBe(facts.size + tombstones.omitted + tombstones.repeated);
      }),
      { numRuns: 60 },
    );
  });
});
