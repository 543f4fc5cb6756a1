/**
 * The store over one open database file.
 *
 * Invariant: each call is one transaction, or one statement, without an await inside; a call that meets a
 * busy file waits outside of it and begins again. Nothing is cached but prepared statements, so the file is
 * the only truth and other processes may write to it at any time.
 */
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Append,
  type BodyRow,
  type BranchRow,
  DaybookError,
  type EntryRow,
  type Found,
  type GroupQuery,
  type GroupRow,
  type MarkedEntry,
  type MarkLimits,
  type Opened,
  type Scope,
  type SessionKey,
  type Store,
  type StrayRow,
} from '@daybook/core/store';
import { appendChange } from './append.ts';
import { isBusy, mediumError } from './errors.ts';
import { markedOn, openedSession } from './marks.ts';
import { plainText, toBodyRow, toBranchRow, toEntryRow, toGroupRow, toOwnedGroupRow } from './rows.ts';
import { prepareStatements, type Statements } from './statements.ts';
import { readTransaction, writeTransaction } from './transaction.ts';

/** Pause between two attempts at a busy file, in which the process does other things. */
const PAUSE_MS = 5;

export class SqliteStore implements Store {
  readonly #database: DatabaseSync;
  readonly #statements: Statements;
  readonly #path: string;
  readonly #busyTimeoutMs: number;
  #closed = false;

  /** Takes the database over: `close` closes it, and so does a failure here. */
  constructor(database: DatabaseSync, options: { readonly path: string; readonly busyTimeoutMs: number }) {
    this.#database = database;
    this.#path = options.path;
    this.#busyTimeoutMs = options.busyTimeoutMs;
    try {
      this.#statements = prepareStatements(database);
    } catch (error) {
      database.close();
      throw mediumError(error, { path: options.path, operation: 'open' });
    }
  }

  append(change: Append): Promise<'done' | 'conflict'> {
    return this.#attempt('append', () =>
      writeTransaction(this.#database, () => appendChange(this.#statements, change)),
    );
  }

  open(session: SessionKey, limits: MarkLimits): Promise<Opened> {
    return this.#attempt('open', () =>
      readTransaction(this.#database, () => openedSession(this.#statements, session, limits)),
    );
  }

  marked(
    scope: Scope,
    { above, below }: { readonly above: number; readonly below: number },
    limits: MarkLimits,
  ): Promise<readonly MarkedEntry[]> {
    const range = { above, below: upTo(below) };
    return this.#attempt('marked', () =>
      readTransaction(this.#database, () => markedOn(this.#statements, scope, range, limits)),
    );
  }

  find(session: SessionKey, query: GroupQuery): Promise<Found> {
    const wanted = {
      ...sessionNames(session),
      keys: jsonSet(query.keys),
      rolls: jsonSet(query.rolls),
      nativeIds: jsonSet(query.nativeIds.map(plainText)),
    };
    return this.#attempt('find', () =>
      readTransaction(this.#database, () => ({
        branches: this.#branches(session),
        groups: this.#statements.find.all(wanted).map(toOwnedGroupRow),
      })),
    );
  }

  sessions(): Promise<readonly (SessionKey & { readonly salt: Uint8Array })[]> {
    return this.#attempt('sessions', () =>
      this.#statements.sessions.all().map((raw) => ({
        tenant: raw.tenant as string,
        session: raw.session as string,
        salt: raw.salt as Uint8Array,
      })),
    );
  }

  salt({ tenant, session }: SessionKey): Promise<Uint8Array | undefined> {
    return this.#attempt(
      'salt',
      () => this.#statements.session.get(tenant, session)?.salt as Uint8Array | undefined,
    );
  }

  branches(session: SessionKey): Promise<readonly BranchRow[]> {
    return this.#attempt('branches', () => this.#branches(session));
  }

  entries(scope: Scope, from: number, to: number): Promise<readonly EntryRow[]> {
    return this.#attempt('entries', () =>
      this.#statements.entries.all({ ...scopeNames(scope), from, to: upTo(to) }).map(toEntryRow),
    );
  }

  groups(scope: Scope, from: number, to: number): Promise<readonly GroupRow[]> {
    return this.#attempt('groups', () =>
      this.#statements.groups.all({ ...scopeNames(scope), from, to: upTo(to) }).map(toGroupRow),
    );
  }

  bodies(session: SessionKey, contentIds: readonly string[]): Promise<readonly BodyRow[]> {
    return this.#attempt('bodies', () =>
      this.#statements.bodies
        .all({ ...sessionNames(session), contentIds: jsonSet(contentIds) })
        .map(toBodyRow),
    );
  }

  /** Also what SQLite itself finds wrong: a damaged index hides rows from every read. */
  strays(): Promise<readonly StrayRow[]> {
    return this.#attempt('strays', () => {
      const strays = this.#statements.strays.all();
      const damages = this.#statements.integrity.all().filter((raw) => raw.integrity_check !== 'ok');
      return [
        ...strays.map((raw) => ({ table: raw.table as string, key: raw.key as string })),
        ...damages.map((raw) => ({ table: 'sqlite', key: raw.integrity_check as string })),
      ];
    });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#database.close();
  }

  #branches(session: SessionKey): BranchRow[] {
    const rows = this.#statements.branches.all(sessionNames(session));
    return rows.map((raw) => toBranchRow(session, raw));
  }

  async #attempt<T>(operation: string, work: () => T): Promise<T> {
    const place = { path: this.#path, operation };
    const deadline = performance.now() + this.#busyTimeoutMs;
    for (;;) {
      if (this.#closed)
        throw new DaybookError('store-unavailable', `${place.path}: the store is closed; open it again`, {
          details: place,
        });
      try {
        return work();
      } catch (error) {
        if (!isBusy(error) || performance.now() >= deadline) throw mediumError(error, place);
      }
      await delay(PAUSE_MS);
    }
  }
}

/** Picked one by one: node:sqlite refuses a name that the statement does not have. */
function sessionNames({ tenant, session }: SessionKey): { tenant: string; session: string } {
  return { tenant, session };
}

function scopeNames({ tenant, session, lane, branch }: Scope): Record<keyof Scope, string> {
  return { tenant, session, lane, branch };
}

/** A list of any length as one parameter, each value once. */
function jsonSet(values: readonly string[]): string {
  return JSON.stringify([...new Set(values)]);
}

/** Rows beyond what a number can hold are nobody's: node:sqlite would throw at them. */
function upTo(to: number): number {
  return Math.min(to, Number.MAX_SAFE_INTEGER);
}
