/**
 * Covers: V6
 *
 * Deltas and working sets as a hostile store may hand them over: what is not one is refused, and nothing throws.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyDeltas, asserts, contentOf, deltaOf, FOUND, fact, pin, result, user } from '../../test/deltas.ts';
import { changedAt, hostileBytes, placesIn } from '../../test/hostile.ts';
import { anyText, jsonOf } from '../../test/json.ts';
import { type Json, parseJson } from '../base/json.ts';
import type { Fact } from './fact.ts';
import { EMPTY_LEDGER } from './ledger.ts';
import type { Delta, Operation } from './operation.ts';
import { parseDelta, parseFacts } from './parse.ts';
import { reduce, replay } from './reduce.ts';

const json = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json;

const cited = { citations: [user(9), result(10, { operation: 'd1' })], basis: FOUND };
const on = { by: 'code', fact: 1, ...cited } as const;
const FULL = fact(2, { ttlSteps: 9, key: 'd1', deliverable: 'effect', claimedDone: true });
const OPERATIONS: readonly Operation[] = [
  asserts(pin(1, 4, { pin: { class: 'request', content: contentOf('entry 4'), answered: 8, asked: 6 } })),
  asserts(FULL, 'writer', { ...FOUND, data: ['rule-language 3'] }),
  { op: 'contest', against: 2, ...on },
  { op: 'settle', loser: 2, ...on },
  { op: 'supersede', successor: 2, ...on },
  { op: 'renew', ...on },
  { op: 'close', ...on, by: 'writer' },
  { op: 'retire', ...on, by: 'application' },
  { op: 'mark-stale', ...on },
  { op: 'reclass', priority: 'P3', ...on },
  { op: 'reclass', answered: 5, asked: 4, ...on },
  { op: 'omit', by: 'code', fact: 1 },
  { op: 'erase', by: 'code', fact: 1 },
  { op: 'repeat', count: 2, ...on },
];
const DELTA = deltaOf(OPERATIONS, [{ entry: 4, content: contentOf('entry 4') }]);
const STORED: Fact = {
  ...fact(3, { ttlSteps: 9, key: 'd1', deliverable: 'reply' }),
  state: 'uncertain',
  contestedBy: [4],
  contestedIn: [41],
  retiredBy: 44,
};

describe('a delta', () => {
  it('of every operation with every field is read', () => {
    expect(parseDelta(json(DELTA))).toEqual(DELTA);
    expect(parseDelta(json(deltaOf([])))).toEqual(deltaOf([]));
  });

  it('is none with a field missing, of another kind, or one too many', () => {
    const sound = json(DELTA);
    const accepted: string[] = [];
    for (const path of placesIn(sound))
      for (const other of [null, -1, 0.5, 'text', '\ud800', [null], { op: 'assert' }, 2 ** 53])
        if (parseDelta(changedAt(sound, path, other) as Json))
          accepted.push(`${path.join('.')} = ${JSON.stringify(other)}`);
    // Salted digests and versions are strings of the maker's; all else is refused.
    const strings = /\.(subject|terms\.\d+|key|operation|data\.\d+) = "/;
    expect(accepted.filter((line) => !strings.test(line))).toEqual([]);
    for (const path of placesIn(sound)) {
      const at = [...path, 'another'];
      const isList = Array.isArray(
        path.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], sound),
      );
      const value = path.reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], sound);
      if (isList || value === null || typeof value !== 'object') continue;
      expect(parseDelta(changedAt(sound, at, 1) as Json), at.join('.')).toBeUndefined();
    }
  });

  it.each<readonly [string, object]>([
    ['a name from the prototype', { op: 'constructor', by: 'code', fact: 1 }],
    ['a name of no operation', { op: 'promote', by: 'code', fact: 1 }],
    ['another actor', { op: 'omit', by: 'assistant', fact: 1 }],
    [
      'words of a model as a verdict',
      {
        op: 'omit',
        by: 'code',
        fact: 1,
        basis: { verdicts: { entailment: 'entailed, surely', temporal: 'valid' } },
      },
    ],
    ['a mark that is no mark', { op: 'omit', by: 'code', fact: 1, basis: { quote: false } }],
    ['a state', asserts({ ...fact(1), state: 'active' } as never)],
    ['a handle of nothing', asserts(fact(0))],
    ['a claim in the place of its id', asserts(fact(1, { text: 'All tests pass.' }))],
    ['a capital digest', asserts(fact(1, { text: contentOf('x').toUpperCase() }))],
  ])('is none with %s', (_, operation) => {
    expect(parseDelta(json({ step: 1, required: [], operations: [operation] }))).toBeUndefined();
  });

  it('is not fooled by members of the prototype', () => {
    const hidden = JSON.parse('{"step":1,"required":[],"operations":[],"__proto__":{"x":1}}') as Json;
    expect(parseDelta(hidden)).toBeUndefined();
    expect(
      parseDelta(JSON.parse('{"__proto__":{"step":1,"required":[],"operations":[]}}') as Json),
    ).toBeUndefined();
  });
});

describe('a working set', () => {
  it('is read, with every field that facts come to have', () => {
    expect(parseFacts(json([STORED]))).toEqual([STORED]);
    expect(parseFacts([])).toEqual([]);
  });

  it('is none out of handle order, with a handle twice, with omitted facts or what is no fact', () => {
    const at = (handle: number): Fact => ({ ...STORED, handle });
    expect(parseFacts(json([at(1), at(3), at(9)]))).toHaveLength(3);
    expect(parseFacts(json([at(3), at(1)]))).toBeUndefined();
    expect(parseFacts(json([at(3), at(3)]))).toBeUndefined();
    expect(parseFacts(json([{ ...STORED, state: 'omitted' }]))).toBeUndefined();
    expect(parseFacts(json([{ ...STORED, claimedDone: true }]))).toBeUndefined();
    for (const value of [null, {}, [null], [[]], 'facts', [FULL]])
      expect(parseFacts(json(value))).toBeUndefined();
  });
});

/** Whatever was read as a delta can be reduced, again and again, and the account holds. */
function reducesSoundly(delta: Delta): void {
  let ledger = EMPTY_LEDGER;
  for (let times = 0; times < 2; times++) {
    const reduced = reduce(ledger, delta);
    ledger = reduced.ledger;
    expect(ledger.asserted).toBe(ledger.facts.size + ledger.tombstones.omitted + ledger.tombstones.repeated);
    for (const { index } of reduced.refused) expect(index).toBeLessThan(delta.operations.length);
  }
  expect(replay([delta, delta])).toEqual(ledger);
}

describe('hostile input', () => {
  it('any JSON at all is a delta or is none, and nothing throws', () => {
    fc.assert(
      fc.property(jsonOf(anyText), (value) => {
        const delta = parseDelta(value);
        if (delta) reducesSoundly(delta);
        parseFacts(value);
      }),
      { numRuns: 1000 },
    );
  });

  it('damaged deltas and facts never throw', () => {
    const sound = [json(DELTA), json([STORED, { ...STORED, handle: 4 }])];
    let read = 0;
    fc.assert(
      fc.property(hostileBytes(sound), (bytes) => {
        let value: Json;
        try {
          value = parseJson(new TextDecoder().decode(bytes));
        } catch {
          return;
        }
        parseFacts(value);
        const delta = parseDelta(value);
        if (!delta) return;
        read++;
        reducesSoundly(delta);
      }),
      { numRuns: 3000 },
    );
    expect(read).toBeGreaterThan(0);
  });

  it('one thing changed in deltas of any operations never throws', () => {
    const values = fc.constantFrom(
      null,
      0,
      1,
      7,
      -1,
      2 ** 53 - 1,
      'P0',
      'writer',
      [],
      {},
      'retire',
      undefined,
    );
    fc.assert(
      fc.property(anyDeltas, fc.nat(), values, (deltas, at, other) => {
        const value = json(deltas[0]);
        const places = placesIn(value);
        const changed = changedAt(value, places[at % places.length] as string[], other) ?? null;
        const delta = parseDelta(json(changed));
        if (delta) reducesSoundly(delta);
      }),
      { numRuns: 1000 },
    );
  });
});
