/**
 * Random operations on a store, and what a model of it must remember to carry them out.
 *
 * An operation names things by small numbers and is made concrete by `World`, so that a shrunken counterexample
 * stays readable and the same operation reaches two stores with equal arguments.
 */
import type { Append, BranchRow, GroupQuery, GroupRow, Scope, SessionKey, Store } from '@daybook/core/store';
import fc from 'fast-check';
import { settled } from './reading.ts';
import { bodyOf, changeOf, groupOf, idOf, saltOf } from './rows.ts';

export type Operation = AppendOperation | ReadOperation;

interface AppendOperation {
  readonly kind: 'append';
  readonly scope: Scope;
  readonly expects: 'current' | 'stale' | 'nothing' | 'another head';
  readonly rightSalt: boolean;
  readonly touched: boolean;
  readonly bodies: readonly number[];
  /** One per entry: how far back its group lies, and what it is found by. */
  readonly forms: readonly FormSpec[];
}

interface FormSpec {
  readonly back: number;
  readonly key: number;
  readonly roll: number;
  readonly nativeId: number | null;
}

type ReadOperation = WholeRead | RangeRead | BodiesRead | FindRead;

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

interface BodiesRead {
  readonly kind: 'bodies';
  readonly scope: Scope;
  readonly bodies: readonly number[];
}

interface FindRead {
  readonly kind: 'find';
  readonly scope: Scope;
  readonly keys: readonly number[];
  readonly rolls: readonly number[];
  readonly nativeIds: readonly number[];
}

/** What shows whether an append did what it said. */
export const READ_AFTER_APPEND = ['branches', 'entries', 'groups', 'salt'] as const;

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
  forms: fc.array(fc.record({ back: fc.nat(4), key: small, roll: small, nativeId: fc.option(small) }), {
    minLength: 1,
    maxLength: 4,
  }),
});

const read: fc.Arbitrary<ReadOperation> = fc.oneof(
  fc.record({ kind: fc.constantFrom('sessions' as const, 'salt' as const, 'branches' as const), scope }),
  fc.record({
    kind: fc.constantFrom('entries' as const, 'groups' as const),
    scope,
    from: fc.nat(12),
    to: fc.nat(24),
  }),
  fc.record({ kind: fc.constant('bodies' as const), scope, bodies: few }),
  fc.record({ kind: fc.constant('find' as const), scope, keys: few, rolls: few, nativeIds: few }),
);

export const operationsArbitrary: fc.Arbitrary<Operation[]> = fc.array(fc.oneof(append, append, read), {
  minLength: 1,
  maxLength: 50,
  size: 'max',
});

/** Remembers what was acknowledged, and turns operations into calls. */
export class World {
  /** Set apart by its name, so that many worlds can live in one store. */
  readonly #name: string;
  readonly #past = new Map<string, BranchRow[]>();
  readonly #touched = new Set<string>();
  #changes = 0;

  constructor(name: string) {
    this.#name = name;
  }

  scope(scope: Scope): Scope {
    return { ...scope, tenant: `${scope.tenant} ${this.#name}` };
  }

  change(operation: AppendOperation): Append {
    const scope = this.scope(operation.scope);
    const past = this.#past.get(nameOf(scope)) ?? [];
    const current = past.at(-1) ?? null;
    const parent =
      scope.branch === 'main' ? undefined : this.#past.get(nameOf({ ...scope, branch: 'main' }))?.at(-1);
    const from = current ?? (parent && { ...parent, revision: Math.min(2, parent.revision), groups: 1 });
    const change = changeOf(scope, current, {
      label: `${this.#changes++}`,
      entries: operation.forms.length,
      salt: saltOf(`${operation.rightSalt ? 'right' : 'wrong'} ${scope.tenant} ${scope.session}`),
      touched: operation.touched,
      bodies: operation.bodies.map((at) => bodyOf(`${at}`)),
      groups: operation.forms.map((form, at) => groupNear(form, at, from ?? null)),
      ...(parent && { parent, forkRevision: Math.min(2, parent.revision) }),
    });
    return { ...change, expected: expectedOf(operation.expects, past, current) };
  }

  /** To be told of every append that the model accepted. */
  accepted({ next, touched }: Append): void {
    const name = nameOf(next.scope);
    this.#past.set(name, [...(this.#past.get(name) ?? []), next]);
    if (touched) this.#touched.add(name);
  }

  /** An answer without what the port leaves open. */
  async read(store: Store, operation: ReadOperation): Promise<unknown> {
    const scope = this.scope(operation.scope);
    switch (operation.kind) {
      case 'sessions':
        return (await store.sessions()).filter((session) => this.#owns(session));
      case 'salt':
        return store.salt(scope);
      case 'branches':
        return this.#settledBranches(await store.branches(scope));
      case 'entries':
        return store.entries(scope, operation.from, operation.to);
      case 'groups':
        return store.groups(scope, operation.from, operation.to);
      case 'bodies': {
        const bodies = await store.bodies(
          scope,
          operation.bodies.map((at) => idOf(`body ${at}`)),
        );
        return bodies.toSorted((a, b) => (a.contentId < b.contentId ? -1 : 1));
      }
      case 'find': {
        const found = await store.find(scope, queryOf(operation));
        return { branches: this.#settledBranches(found.branches), groups: settled(found.groups) };
      }
    }
  }

  #owns({ tenant }: SessionKey): boolean {
    return tenant.endsWith(` ${this.#name}`);
  }

  /** Branches that were never touched come last, in an order that the port leaves open. */
  #settledBranches(rows: readonly BranchRow[]): unknown {
    const firstSilent = rows.findIndex((row) => !this.#touched.has(nameOf(row.scope)));
    const end = firstSilent < 0 ? rows.length : firstSilent;
    const silent = rows.slice(end).toSorted((a, b) => (nameOf(a.scope) < nameOf(b.scope) ? -1 : 1));
    return [...rows.slice(0, end), ...silent];
  }
}

function expectedOf(
  expects: AppendOperation['expects'],
  past: readonly BranchRow[],
  current: BranchRow | null,
): BranchRow | null {
  if (expects === 'nothing') return null;
  if (expects === 'stale') return past.at(-2) ?? null;
  if (expects === 'another head' && current) return { ...current, headEntry: idOf('another head') };
  return current;
}

/** The sequence makes every form of a branch another one. */
function groupNear(form: FormSpec, at: number, from: BranchRow | null): GroupRow {
  const seq = (from?.revision ?? 0) + at;
  const ordinal = Math.max(1, (from?.groups ?? 0) + 1 + at - form.back);
  const nativeId = form.nativeId === null ? null : `id ${form.nativeId}`;
  const names = { key: idOf(`key ${form.key}`), roll: idOf(`roll ${form.roll}`), nativeId };
  return groupOf(`${seq}`, { ordinal, form: seq, seq, ...names });
}

function queryOf(operation: FindRead): GroupQuery {
  return {
    keys: operation.keys.map((at) => idOf(`key ${at}`)),
    rolls: operation.rolls.map((at) => idOf(`roll ${at}`)),
    nativeIds: operation.nativeIds.map((at) => `id ${at}`),
  };
}

const nameOf = (scope: Scope): string => Object.values(scope).join('\0');
