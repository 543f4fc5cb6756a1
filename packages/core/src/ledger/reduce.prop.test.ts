/**
 * Covers: F4, L2, L6
 *
 * What holds for any deltas whatever: the reducer is pure and total, and no fact vanishes, rises or comes back.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyDeltas } from '../../test/deltas.ts';
import { frozen } from '../../test/frozen.ts';
import { canonicalText } from '../base/canonical.ts';
import { type Json, parseJson } from '../base/json.ts';
import { type Citation, type Fact, PRIORITIES } from './fact.ts';
import { EMPTY_LEDGER, type Ledger, workingSetHash } from './ledger.ts';
import type { Delta, Operation } from './operation.ts';
import { parseDelta, parseFacts } from './parse.ts';
import { reduce, replay } from './reduce.ts';

const RUNS = { numRuns: 400 };

/** Every delta of the list with the ledger that it meets and what comes of it. */
function* steps(
  deltas: readonly Delta[],
): Generator<{ before: Ledger; delta: Delta; after: Ledger; refused: Refused }> {
  let before = EMPTY_LEDGER;
  for (const delta of deltas) {
    const { ledger: after, refused } = reduce(before, delta);
    yield { before, delta, after, refused };
    before = after;
  }
}
type Refused = ReturnType<typeof reduce>['refused'];

/** The same, one operation at a time. */
function* single(
  deltas: readonly Delta[],
): Generator<{ before: Ledger; operation: Operation; after: Ledger }> {
  const alone = deltas.flatMap(({ step, operations }) =>
    operations.map((operation): Delta => ({ step, required: [], operations: [operation] })),
  );
  for (const { before, delta, after, refused } of steps(alone))
    if (refused.length === 0) yield { before, operation: delta.operations[0] as Operation, after };
}

const inForce = ({ state }: Fact): boolean => state === 'active' || state === 'uncertain';
const isJson = (value: unknown): Json => value as Json;

describe('the deltas of these tests', () => {
  it('hold every operation, accepted and refused, and deltas refused whole', () => {
    const seen = new Set<string>();
    for (const deltas of fc.sample(anyDeltas, { numRuns: 3000, seed: 7 }))
      for (const { delta, refused } of steps(deltas)) {
        const codes = new Map(refused.map(({ index, code }) => [index, code]));
        if (codes.has(-1)) seen.add('refused whole');
        for (const [at, { op }] of delta.operations.entries())
          seen.add(`${op} ${codes.has(at) ? 'refused' : 'accepted'}`);
        for (const { code } of refused) seen.add(code);
      }
    const operations = ['assert', 'contest', 'settle', 'supersede', 'renew', 'close', 'retire', 'mark-stale'];
    for (const op of [...operations, 'reclass', 'omit', 'erase', 'repeat'])
      expect([...seen]).toEqual(expect.arrayContaining([`${op} accepted`, `${op} refused`]));
    expect([...seen]).toEqual(
      expect.arrayContaining([
        'refused whole',
        'failed-support',
        'handle-taken',
        'pin-not-verbatim',
        'too-much-p1',
      ]),
    );
  });
});

describe('any deltas', () => {
  it('give the same ledger in every run, and are left as they were', () => {
    fc.assert(
      fc.property(anyDeltas, (deltas) => {
        frozen(deltas);
        for (const { before, delta, after, refused } of steps(deltas)) {
          for (const fact of before.facts.values()) frozen(fact);
          const kept = structuredClone(before);
          expect(reduce(before, delta)).toEqual({ ledger: after, refused });
          expect(before).toEqual(kept);
        }
      }),
      RUNS,
    );
  });

  it('replayed at once give what they give one by one, hash for hash', () => {
    fc.assert(
      fc.property(anyDeltas, (deltas) => {
        const hashes = [...steps(deltas)].map(({ after }) => after.hash);
        for (const [at, hash] of hashes.entries()) expect(replay(deltas.slice(0, at + 1)).hash).toBe(hash);
        expect(replay(deltas)).toEqual([...steps(deltas)].at(-1)?.after);
      }),
      RUNS,
    );
  });

  it('move the hash, unless they are refused whole, and then nothing moves', () => {
    fc.assert(
      fc.property(anyDeltas, (deltas) => {
        const hashes = new Set([EMPTY_LEDGER.hash]);
        let moved = 0;
        for (const { before, after, refused } of steps(deltas)) {
          if (refused.some(({ index }) => index === -1)) expect(after).toBe(before);
          else moved++;
          hashes.add(after.hash);
        }
        expect(hashes.size).toBe(moved + 1);
      }),
      RUNS,
    );
  });

  it('keep the account: asserted = present + tombstones (rule 12)', () => {
    fc.assert(
      fc.property(anyDeltas, (deltas) => {
        for (const { before, delta, after, refused } of steps(deltas)) {
          const { omitted, repeated } = after.tombstones;
          expect(after.asserted).toBe(after.facts.size + omitted + repeated);
          if (refused.some(({ index }) => index === -1)) continue;
          const accepted = delta.operations.filter((_, at) => refused.every(({ index }) => index !== at));
          const count = (op: string): number => accepted.filter((one) => one.op === op).length;
          const again = accepted.reduce((sum, one) => sum + (one.op === 'repeat' ? one.count : 0), 0);
          expect(after.asserted - before.asserted).toBe(count('assert') + again);
          expect(omitted - before.tombstones.omitted).toBe(count('omit'));
        }
      }),
      RUNS,
    );
  });

  it('come to the same facts without the operations that were refused', () => {
    fc.assert(
      fc.property(anyDeltas, (deltas) => {
        for (const { before, delta, after, refused } of steps(deltas)) {
          if (refused.some(({ index }) => index === -1)) continue;
          const operations = delta.operations.filter((_, at) => refused.every(({ index }) => index !== at));
          const { hash: _, ...ledger } = after;
          const { ledger: lean, refused: none } = reduce(before, { ...delta, operations });
          expect(none).toEqual([]);
          expect(lean).toEqual({ ...ledger, hash: lean.hash });
        }
      }),
      RUNS,
    );
  });

  it('keep the facts in handle order, under handles that were never used before', () => {
    fc.assert(
      fc.property(anyDeltas, (deltas) => {
        for (const { before, after } of steps(deltas)) {
          const handles = [...after.facts.keys()];
          expect(handles).toEqual(handles.toSorted((a, b) => a - b));
          expect(after.next).toBeGreaterThan(handles.at(-1) ?? 0);
          expect(after.next).toBeGreaterThanOrEqual(before.next);
          for (const [handle, fact] of after.facts) {
            expect(fact.handle).toBe(handle);
            if (!before.facts.has(handle)) expect(handle).toBeGreaterThanOrEqual(before.next);
          }
        }
      }),
      RUNS,
    );
  });
});

describe('no fact', () => {
  it('changes in what it says, in its priority but downwards, or in its confidence', () => {
    fc.assert(
      fc.property(anyDeltas, (deltas) => {
        for (const { before, after, operation } of single(deltas))
          for (const [handle, was] of before.facts) {
            const is = after.facts.get(handle);
            if (!is) continue;
            const {
              priority,
              state: _,
              citations,
              contestedBy: __,
              contestedIn: ___,
              pin: ____,
              ...said
            } = was;
            expect(is).toMatchObject(said);
            expect(PRIORITIES.indexOf(is.priority)).toBeGreaterThanOrEqual(PRIORITIES.indexOf(priority));
            if (operation.op !== 'reclass') expect(is.priority).toBe(priority);
            expect(is.citations.slice(0, citations.length)).toEqual(citations);
          }
      }),
      RUNS,
    );
  });

  it('leaves the ledger but by an omission, and none that is P0 or P1 and in force', () => {
    fc.assert(
      fc.property(anyDeltas, (deltas) => {
        for (const { before, after, operation } of single(deltas))
          for (const [handle, fact] of before.facts) {
            if (after.facts.has(handle)) continue;
            expect(operation).toMatchObject({ op: 'omit', by: 'code', fact: handle });
            expect(inForce(fact) && (fact.priority === 'P0' || fact.priority === 'P1')).toBe(false);
          }
      }),
      RUNS,
    );
  });

  it('that was pinned is lost or changed, but by retire or erase', () => {
    fc.assert(
      fc.property(anyDeltas, (deltas) => {
        for (const { before, after, operation } of single(deltas))
          for (const [handle, was] of before.facts) {
            if (!was.pin) continue;
            const is = after.facts.get(handle);
            if (inForce(was) && !(is && inForce(is)))
              expect(operation).toMatchObject({
                op: is?.state === 'erased' ? 'erase' : 'retire',
                fact: handle,
              });
            if (!is) continue;
            const { text, priority, citations, confidence, category } = was;
            expect(is).toMatchObject({ text, priority: 'P0', citations, confidence, category });
            expect([priority, is.citations.length, is.pin?.content]).toEqual(['P0', 1, was.pin.content]);
            const changed = canonicalText(isJson({ ...was })) !== canonicalText(isJson({ ...is }));
            if (changed) expect(operation.op).toMatch(/^(retire|erase|contest|settle|renew|reclass)$/);
          }
      }),
      RUNS,
    );
  });

  it('comes back once it is superseded, closed, retired or erased', () => {
    fc.assert(
      fc.property(anyDeltas, (deltas) => {
        for (const { before, after, operation } of single(deltas))
          for (const [handle, was] of before.facts) {
            if (inForce(was) || was.state === 'stale' || after.facts.get(handle) === was) continue;
            expect(operation.op).toMatch(/^(omit|erase)$/);
          }
      }),
      RUNS,
    );
  });

  it('tells of success and rests on a failure (rule 6)', () => {
    const told = ['attempt', 'blocker', 'gap', 'risk', 'hypothesis', 'question', 'contradiction', 'outcome'];
    const isFailure = ({ status, check }: Citation): boolean =>
      check === 'failed' || ['error', 'denied', 'aborted'].includes(status ?? 'returned');
    fc.assert(
      fc.property(anyDeltas, (deltas) => {
        for (const { after } of steps(deltas))
          for (const { category, citations } of after.facts.values()) {
            if (told.includes(category)) continue;
            const support = citations.filter(({ role }) => role === 'support');
            for (const failure of support.filter(isFailure))
              expect(
                support.some(
                  (one) =>
                    one.operation !== undefined &&
                    one.operation === failure.operation &&
                    one.check === 'passed' &&
                    !isFailure(one) &&
                    one.entry > failure.entry,
                ),
              ).toBe(true);
          }
      }),
      RUNS,
    );
  });

  it('is active while the other side of its contest still stands (rule 8)', () => {
    fc.assert(
      fc.property(anyDeltas, (deltas) => {
        for (const { after } of steps(deltas))
          for (const fact of after.facts.values())
            for (const side of fact.contestedBy ?? []) {
              const other = after.facts.get(side);
              if (fact.state !== 'active' || !other) continue;
              expect(other.state).toMatch(/^(superseded|closed|retired|erased)$/);
            }
      }),
      RUNS,
    );
  });
});

describe('what is written and read back', () => {
  it('is the same: deltas, facts, and the hash of the ledger', () => {
    fc.assert(
      fc.property(anyDeltas, (deltas) => {
        const back = deltas.map((delta) => parseDelta(parseJson(canonicalText(isJson(delta)))));
        expect(back).toEqual(deltas);
        expect(replay(back as Delta[])).toEqual(replay(deltas));
        const facts = [...replay(deltas).facts.values()];
        const read = parseFacts(parseJson(canonicalText(isJson(facts))));
        expect(read).toEqual(facts);
        expect(workingSetHash(read as Fact[])).toBe(workingSetHash(facts));
      }),
      RUNS,
    );
  });
});
