/**
 * Covers: F4, L6
 *
 * What the reducer does besides the rules: handles, the account, the order of refusals, the hash, and its effort.
 */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  after,
  asserts,
  contentOf,
  deltaOf,
  fact,
  failing,
  ledgerOf,
  outcome,
  pin,
  result,
  user,
} from '../../test/deltas.ts';
import { canonicalText } from '../base/canonical.ts';
import type { Json } from '../base/json.ts';
import type { Citation, Fact } from './fact.ts';
import { deltaHash, EMPTY_LEDGER, workingSetHash } from './ledger.ts';
import type { Operation } from './operation.ts';
import { reduce } from './reduce.ts';

describe('handles', () => {
  it('are given by the maker, ascending, and never given again', () => {
    const ledger = ledgerOf(asserts(fact(3)), asserts(fact(7)));
    expect([[...ledger.facts.keys()], ledger.next]).toEqual([[3, 7], 8]);
    for (const taken of [1, 3, 5, 7]) expect(outcome(ledger, asserts(fact(taken)))).toBe('handle-taken');
    const emptied = after(
      ledger,
      ...[3, 7].map((handle): Operation => ({ op: 'omit', by: 'code', fact: handle })),
    );
    expect(outcome(emptied, asserts(fact(7)))).toBe('handle-taken');
    expect(outcome(emptied, asserts(fact(8)))).toBe('active');
  });

  it('of a fact that was refused may be given to the next', () => {
    const refused = asserts(fact(1, { citations: [] }));
    const { ledger } = reduce(EMPTY_LEDGER, deltaOf([refused, asserts(fact(1))]));
    expect([ledger.facts.size, ledger.next, ledger.asserted]).toEqual([1, 2, 1]);
  });
});

describe('refusals', () => {
  it('name the operation, the code and the fact, in order, and stop nothing else', () => {
    const operations: Operation[] = [
      asserts(fact(1)),
      { op: 'omit', by: 'writer', fact: 1 },
      asserts(fact(1)),
      { op: 'erase', by: 'code', fact: 9 },
      asserts(fact(2)),
    ];
    const { ledger, refused } = reduce(EMPTY_LEDGER, deltaOf(operations));
    expect(refused).toEqual([
      { index: 1, code: 'actor-not-allowed', fact: 1 },
      { index: 2, code: 'handle-taken', fact: 1 },
      { index: 3, code: 'not-found', fact: 9 },
    ]);
    expect([...ledger.facts.keys()]).toEqual([1, 2]);
  });

  it('an operation on an omitted fact finds nothing', () => {
    const ledger = ledgerOf(asserts(fact(1)), { op: 'omit', by: 'code', fact: 1 });
    for (const op of [
      'contest',
      'settle',
      'renew',
      'close',
      'retire',
      'mark-stale',
      'omit',
      'erase',
    ] as const)
      expect(outcome(ledger, { op, by: 'code', fact: 1 })).toBe('not-found');
  });
});

describe('the account (rule 12)', () => {
  it('counts what was left out and what was said again', () => {
    const ledger = ledgerOf(
      asserts(fact(1)),
      asserts(fact(2)),
      { op: 'repeat', by: 'code', fact: 1, count: 4, citations: [result(30, { role: 'context' })] },
      { op: 'omit', by: 'code', fact: 2 },
    );
    expect(ledger).toMatchObject({ asserted: 6, tombstones: { omitted: 1, repeated: 4 } });
    expect(ledger.facts.get(1)?.citations).toHaveLength(2);
  });

  it.each([0, -1, 0.5, 2 ** 40])('refuses a count of %s', (count) => {
    expect(outcome(ledgerOf(asserts(fact(1))), { op: 'repeat', by: 'code', fact: 1, count })).toBe(
      'malformed',
    );
  });

  it('what was superseded, closed, retired or erased is still there', () => {
    const ledger = ledgerOf(asserts(pin(1, 4)), { op: 'erase', by: 'code', fact: 1 });
    expect(ledger.facts.get(1)).toEqual({ ...pin(1, 4), state: 'erased' });
    expect(ledger).toMatchObject({ asserted: 1, tombstones: { omitted: 0, repeated: 0 } });
  });
});

describe('marks', () => {
  it('of a pin say what answered it; its text is untouched', () => {
    const ledger = ledgerOf(asserts(pin(1, 4)), asserts(fact(2)));
    const asked = after(ledger, { op: 'reclass', by: 'code', fact: 1, asked: 6 });
    const answered = after(asked, { op: 'reclass', by: 'code', fact: 1, answered: 8 });
    expect(answered.facts.get(1)?.pin).toEqual({ ...pin(1, 4).pin, asked: 6, answered: 8 });
    expect({ ...answered.facts.get(1), pin: pin(1, 4).pin }).toEqual(ledger.facts.get(1));
    expect(outcome(ledger, { op: 'reclass', by: 'code', fact: 2, answered: 8 })).toBe('category-not-allowed');
    expect(outcome(ledger, { op: 'reclass', by: 'code', fact: 2, asked: 8 })).toBe('category-not-allowed');
  });

  it('never lower a pin', () => {
    const reclass = { op: 'reclass', by: 'code', fact: 1, priority: 'P3' } as const;
    expect(outcome(ledgerOf(asserts(pin(1, 4))), reclass)).toBe('priority-raised');
    expect(outcome(ledgerOf(asserts(pin(1, 4))), { ...reclass, answered: 5 })).toBe('priority-raised');
  });
});

describe('the hash of the ledger', () => {
  const sha256 = (...parts: (string | Uint8Array)[]): Buffer =>
    parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
  const tagged = (tag: string, ...parts: (string | Uint8Array)[]): Buffer =>
    sha256(`daybook/v1/${tag}\0`, ...parts);
  /** Leaves by handle, as eight hexadecimal digits; sixteen children to a node, null where nothing stands. */
  const treeOf = (leaves: ReadonlyMap<string, Buffer>, digits = ''): Buffer | null => {
    if (digits.length === 8) return leaves.get(digits) ?? null;
    if (![...leaves.keys()].some((handle) => handle.startsWith(digits))) return null;
    const children = [...'0123456789abcdef'].map(
      (digit) => treeOf(leaves, digits + digit)?.toString('hex') ?? null,
    );
    return tagged('facts', JSON.stringify(children));
  };
  const rootOf = (facts: Iterable<Fact>): Buffer => {
    const leaves = [...facts].map((one): [string, Buffer] => [
      one.handle.toString(16).padStart(8, '0'),
      tagged('fact', textOf(one)),
    ]);
    return treeOf(new Map(leaves)) ?? tagged('facts');
  };
  const textOf = (value: Delta | Fact): string => canonicalText(value as unknown as Json);
  type Delta = ReturnType<typeof deltaOf>;

  it('is that of the one before, of the delta and of the facts in handle order', () => {
    let ledger = EMPTY_LEDGER;
    let expected = tagged('ledger');
    expect(ledger.hash).toBe(expected.toString('hex'));
    const deltas = [
      deltaOf([]),
      deltaOf(
        [asserts(pin(1, 4)), asserts(fact(2)), asserts(fact(5))],
        [{ entry: 4, content: contentOf('entry 4') }],
      ),
      deltaOf([{ op: 'omit', by: 'code', fact: 2 }, asserts(fact(6)), asserts(fact(7)), asserts(fact(8))]),
      deltaOf([{ op: 'omit', by: 'writer', fact: 5 }]),
    ];
    for (const delta of deltas) {
      ledger = reduce(ledger, delta).ledger;
      const root = rootOf(ledger.facts.values());
      expected = tagged('ledger', expected, tagged('delta', textOf(delta)), root);
      expect(workingSetHash(ledger.facts.values())).toBe(root.toString('hex'));
      expect(deltaHash(delta)).toBe(tagged('delta', textOf(delta)).toString('hex'));
      expect(ledger.hash).toBe(expected.toString('hex'));
    }
  });

  it('tells apart ledgers that differ in one mark', () => {
    const made = (made: Fact): string => workingSetHash([made]);
    const one: Fact = { ...fact(1), state: 'active' };
    const others: Fact[] = [
      { ...one, state: 'uncertain' },
      { ...one, priority: 'P3' },
      { ...one, contestedBy: [2] },
      { ...one, contestedIn: [2] },
      { ...one, terms: [] },
    ];
    expect(new Set([one, ...others].map(made)).size).toBe(6);
  });
});

describe('effort', () => {
  /** The citations of that many facts, with a count of how often anybody read of them. */
  function counted(reads: { count: number }, citations: readonly Citation[]): readonly Citation[] {
    return new Proxy(citations, {
      get: (target, name, receiver) => {
        reads.count++;
        return Reflect.get(target, name, receiver);
      },
    });
  }

  function readsFor(facts: number): number {
    const reads = { count: 0 };
    const handles = Array.from({ length: facts }, (_, at) => at + 1);
    const operations: Operation[] = [
      ...handles.map((handle) => asserts(fact(handle, { citations: counted(reads, [result(handle)]) }))),
      ...handles.map(
        (handle): Operation => ({
          op: 'contest',
          by: 'writer',
          fact: handle,
          citations: counted(reads, [user(facts + handle)]),
        }),
      ),
      ...handles.map(
        (handle): Operation => ({
          op: 'settle',
          by: 'writer',
          fact: handle,
          citations: counted(reads, [result(3 * facts + handle)]),
        }),
      ),
    ];
    const { ledger, refused } = reduce(EMPTY_LEDGER, deltaOf(operations));
    expect([refused, ledger.facts.size, ledger.facts.get(facts)?.state]).toEqual([[], facts, 'active']);
    return reads.count;
  }

  it('grows with the number of facts and no faster', () => {
    const once = readsFor(300);
    expect(once).toBeGreaterThan(300);
    expect(readsFor(600)).toBeLessThanOrEqual(2 * once);
    expect(readsFor(1200)).toBeLessThanOrEqual(4 * once);
  });

  it('10,000 facts and 10,000 changes are reduced in one delta', () => {
    const handles = Array.from({ length: 10_000 }, (_, at) => at + 1);
    const operations: Operation[] = [
      ...handles.map((handle) => asserts(handle % 2 === 0 ? pin(handle, handle) : fact(handle))),
      ...handles.map(
        (handle): Operation =>
          handle % 2 === 0
            ? { op: 'reclass', by: 'code', fact: handle, answered: 20_000 }
            : { op: 'omit', by: 'code', fact: handle },
      ),
    ];
    const required = handles
      .filter((handle) => handle % 2 === 0)
      .map((entry) => ({ entry, content: contentOf(`entry ${entry}`) }));
    const { ledger, refused } = reduce(EMPTY_LEDGER, deltaOf(operations, required));
    expect([refused, ledger.facts.size, ledger.tombstones.omitted]).toEqual([[], 5000, 5000]);
  });

  it('200,000 citations of one fact fit on the stack, and failures among them are looked up', () => {
    const many = Array.from({ length: 100_000 }, (_, at): Citation[] => [
      failing(10 + at, { operation: `o${at}` }),
      result(200_000 + at, { operation: `o${at}`, check: 'passed' }),
    ]).flat();
    const held = ledgerOf(asserts(fact(1, { key: 'd1' })), asserts(fact(2, { key: 'd1', citations: many })));
    expect(outcome(held, { op: 'supersede', by: 'code', fact: 1, successor: 2 })).toBe('superseded');
  });
});
