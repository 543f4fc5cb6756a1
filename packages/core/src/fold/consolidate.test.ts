import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { after, anyDeltas, asserts, fact, pin, result, user } from '../../test/deltas.ts';
import { frozen } from '../../test/frozen.ts';
import { type Fact, isLive } from '../ledger/fact.ts';
import { EMPTY_LEDGER, type Ledger } from '../ledger/ledger.ts';
import type { NewFact } from '../ledger/operation.ts';
import { reduce, replay } from '../ledger/reduce.ts';
import { consolidate } from './consolidate.ts';

const TOKENS = 100;
const tokensOf = ({ state, pin: marks }: Fact): number =>
  marks || state === 'superseded' || state === 'closed' || state === 'retired' ? 0 : TOKENS;

function sizeOf({ facts }: Ledger): number {
  return [...facts.values()].reduce((sum, one) => sum + tokensOf(one), 0);
}

function omittedFrom(ledger: Ledger, target: number): number[] {
  const { delta } = consolidate(frozen({ ledger, step: 9, tokensOf, size: sizeOf(ledger), target }));
  return delta.operations.map(({ op, ...more }) =>
    op === 'omit' && 'fact' in more ? (more.fact as number) : -1,
  );
}

/** A ledger of facts in these states, handles from 1. */
function ledgerIn(made: readonly Partial<Fact & NewFact>[]): Ledger {
  const asserted = made.map(({ state: _, ...more }, at) =>
    asserts(fact(at + 1, { text: hashOf(at), ...more })),
  );
  const { facts, ...ledger } = after(EMPTY_LEDGER, ...asserted);
  const changed = [...facts.values()].map(
    (one, at): Fact => ({ ...one, state: made[at]?.state ?? one.state }),
  );
  return { ...ledger, facts: new Map(changed.map((one) => [one.handle, one])) };
}

const hashOf = (at: number): string => at.toString(16).padStart(64, '0');

describe('consolidation', () => {
  // Covers: C1, C2
  it('omits in one order, and stops at the target', () => {
    const ledger = ledgerIn([
      { priority: 'P1' },
      { priority: 'P2', citations: [result(7)] },
      { priority: 'P2', citations: [result(6)] },
      { priority: 'P2', state: 'stale' },
      { priority: 'P3', citations: [result(9)] },
      { priority: 'P3', citations: [result(8)] },
      { priority: 'P3', state: 'stale' },
      { priority: 'P1', state: 'closed' },
      { priority: 'P1', state: 'stale' },
    ]);
    const order = [8, 7, 6, 5, 4, 3, 2, 9];
    for (let facts = 0; facts <= 8; facts++) {
      const gone = Math.min(8, 1 + Math.max(0, 8 - facts));
      expect(omittedFrom(ledger, facts * TOKENS)).toEqual(order.slice(0, gone));
    }
  });

  it('leaves out what has ended, retired pins too, and older facts that say the same, whatever the size', () => {
    const ledger = ledgerIn([
      { text: hashOf(77) },
      { text: hashOf(77) },
      { text: hashOf(77), state: 'superseded' },
      { text: hashOf(78), state: 'superseded' },
      { text: hashOf(78) },
    ]);
    expect(omittedFrom(ledger, 1e9)).toEqual([3, 4, 1]);
    const retired = after(EMPTY_LEDGER, asserts(pin(1, 1)), asserts(pin(2, 2)), {
      op: 'retire',
      by: 'application',
      fact: 1,
      citations: [],
    });
    expect(omittedFrom(retired, 1e9)).toEqual([1]);
  });

  // Covers: C2
  it('tells a target that it cannot reach, with the size that is left', () => {
    const ledger = ledgerIn([
      { priority: 'P1' },
      { priority: 'P1', citations: [user(3)] },
      { priority: 'P3' },
    ]);
    const { delta, size } = consolidate({ ledger, step: 9, tokensOf, size: sizeOf(ledger), target: 50 });
    expect([delta.operations.length, size]).toEqual([1, 2 * TOKENS]);
  });

  // Covers: C2, L6, F4
  it('never touches what is in force as P0 or P1, is refused nothing, and loses no count', () => {
    fc.assert(
      fc.property(anyDeltas, fc.nat(12), (deltas, facts) => {
        const ledger = replay(deltas);
        const target = facts * TOKENS;
        const { delta, size } = consolidate({ ledger, step: 9, tokensOf, size: sizeOf(ledger), target });
        const { ledger: next, refused } = reduce(ledger, delta);
        expect(refused).toEqual([]);
        for (const one of ledger.facts.values())
          if (one.state === 'erased' || (isLive(one) && (one.priority === 'P0' || one.priority === 'P1')))
            expect(next.facts.get(one.handle)).toEqual(one);
        expect(size).toBe(sizeOf(next));
        // Above the target only what may not go is left.
        if (size > target)
          for (const one of next.facts.values()) expect(one.state === 'erased' || isLive(one)).toBe(true);
        expect(next.asserted).toBe(next.facts.size + next.tombstones.omitted + next.tombstones.repeated);
        // The second time there is nothing to do.
        const again = consolidate({ ledger: next, step: 9, tokensOf, size, target });
        expect(again.delta.operations).toEqual([]);
      }),
    );
  });
});
