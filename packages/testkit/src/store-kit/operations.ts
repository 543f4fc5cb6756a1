/**
 * Random operations on a store.
 *
 * An operation names things by small numbers and is made concrete by `World` (world.ts), so that a shrunken counterexample
 * stays readable and the same operation reaches two stores with equal arguments.
 */
import type { Mark, MarkLimits, Scope } from '@daybook/core/store';
import fc from 'fast-check';

export type Operation = AppendOperation | ReadOperation;

export interface AppendOperation {
  readonly kind: 'append';
  readonly scope: Scope;
  readonly expects: 'current' | 'stale' | 'nothing' | 'another head';
  readonly rightSalt: boolean;
  readonly touched: boolean;
  readonly bodies: readonly number[];
  /** One per entry: how far back its group lies, what it is found by, and its mark. */
  readonly forms: readonly FormSpec[];
}

export interface FormSpec {
  readonly back: number;
  readonly key: number;
  readonly roll: number;
  readonly nativeId: number | null;
  /** Its content is the body with the number of its key, which may be there or not. */
  readonly mark: Mark | null;
}

export type ReadOperation = WholeRead | RangeRead | MarkedRead | BodiesRead | FindRead;

interface WholeRead {
  readonly kind: 'sessions' | 'salt' | 'branches';
  readonly scope: Scope;
}

interface RangeRead {
  readonly kind: 'entries' | 'groups';
  readonly scope: Scope;
  readonly from: number;
  readonly to: number;
}

interface MarkedRead {
  readonly kind: 'open' | 'marked';
  readonly scope: Scope;
  readonly above: number;
  readonly below: number;
  readonly limits: MarkLimits;
}

interface BodiesRead {
  readonly kind: 'bodies';
  readonly scope: Scope;
  readonly bodies: readonly number[];
}

export interface FindRead {
  readonly kind: 'find';
  readonly scope: Scope;
  readonly keys: readonly number[];
  readonly rolls: readonly number[];
  readonly nativeIds: readonly number[];
}

/** What shows whether an append did what it said. */
export const READ_AFTER_APPEND = ['branches', 'entries', 'groups', 'salt', 'open', 'marked'] as const;

const MARKS = ['usage', 'fold', 'adopted', 'packet', 'ledger'] as const;

const small = fc.nat(7);
const few = fc.array(small, { maxLength: 3 });
const scope: fc.Arbitrary<Scope> = fc.record({
  tenant: fc.constantFrom('a', 'b'),
  session: fc.constantFrom('s', "s'"),
  lane: fc.constantFrom('main', 'helper'),
  branch: fc.constantFrom('main', '100%'),
});

const append: fc.Arbitrary<AppendOperation> = fc.record({
  kind: fc.constant('append' as const),
  scope,
  expects: fc.constantFrom('current', 'current', 'current', 'current', 'stale', 'nothing', 'another head'),
  rightSalt: fc.constantFrom(true, true, true, true, true, true, false),
  touched: fc.boolean(),
  bodies: few,
  forms: fc.array(
    fc.record({
      back: fc.nat(4),
      key: small,
      roll: small,
      nativeId: fc.option(small),
      mark: fc.option(fc.constantFrom(...MARKS)),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});

const read: fc.Arbitrary<ReadOperation> = fc.oneof(
  fc.record({ kind: fc.constantFrom('sessions' as const, 'salt' as const, 'branches' as const), scope }),
  fc.record({
    kind: fc.constantFrom('entries' as const, 'groups' as const),
    scope,
    from: fc.nat(12),
    to: fc.nat(24),
  }),
  fc.record({
    kind: fc.constantFrom('open' as const, 'marked' as const),
    scope,
    above: fc.integer({ min: -1, max: 12 }),
    below: fc.nat(24),
    limits: fc.dictionary(fc.constantFrom(...MARKS), fc.nat(3)),
  }),
  fc.record({ kind: fc.constant('bodies' as const), scope, bodies: few }),
  fc.record({ kind: fc.constant('find' as const), scope, keys: few, rolls: few, nativeIds: few }),
);

export const operationsArbitrary: fc.Arbitrary<Operation[]> = fc.array(fc.oneof(append, append, read), {
  minLength: 1,
  maxLength: 50,
  size: 'max',
});
