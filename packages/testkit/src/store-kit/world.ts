/** What a model of a store must remember to carry operations out: it makes each concrete. */
import type { Append, BranchRow, GroupQuery, GroupRow, Scope, SessionKey, Store } from '@daybook/core/store';
import type { AppendOperation, FindRead, FormSpec, ReadOperation } from './operations.ts';
import { settled } from './reading.ts';
import { bodyOf, changeOf, groupOf, idOf, saltOf } from './rows.ts';

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
      marks: operation.forms.map(({ mark }) => mark),
      ...(parent && { parent, forkRevision: Math.min(2, parent.revision) }),
    });
    const entries = change.entries.map((entry, at) => ({
      ...entry,
      content: entry.mark && bodyOf(`${operation.forms[at]?.key}`).contentId,
    }));
    return { ...change, entries, expected: expectedOf(operation.expects, past, current) };
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
      case 'marked':
        return store.marked(scope, operation, operation.limits);
      case 'open': {
        const { salt, marked } = await store.open(scope, operation.limits);
        return { salt, marked: this.#hasCurrent(scope) ? marked : 'of any branch' };
      }
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

  /** Where no branch was ever touched, the port leaves open which is the current one. */
  #hasCurrent({ tenant, session }: SessionKey): boolean {
    return [...this.#touched].some((name) => name.startsWith(`${tenant}\0${session}\0`));
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
