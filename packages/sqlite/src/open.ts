/**
 * From a path to an open database with our schema in it.
 *
 * Invariants: a file that we create can be read by its owner alone from its first moment; nothing is written
 * to a file that is not ours. Everything here is synchronous: it happens once, before the first call.
 */
import { closeSync, openSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DaybookError } from '@daybook/core/store';
import { fileError, isBusy, mediumError } from './errors.ts';
import { APPLICATION_ID, FROM_VERSION_1, SCHEMA, SCHEMA_VERSION } from './schema.ts';
import { readTransaction, writeTransaction } from './transaction.ts';

export interface OpenOptions {
  readonly durability: 'full' | 'normal';
  readonly busyTimeoutMs: number;
}

/** Calls wait this long inside SQLite, where nothing else of the process can run, and then outside of it. */
const BLOCKING_WAIT_MS = 50;

/** One page of the smallest size. SQLite takes some shorter files for empty ones and would write over them. */
const SMALLEST_DATABASE_BYTES = 512;

export function openDatabase(path: string, options: OpenOptions): DatabaseSync {
  if (path === ':memory:')
    throw new DaybookError(
      'invalid-input',
      'this store keeps a file; use memoryStore() of @daybook/core/memory',
    );
  // An absolute path is never taken for a URI.
  const file = resolve(path);
  createPrivately(file);
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file);
    database.exec(`PRAGMA busy_timeout = ${options.busyTimeoutMs}`);
    database.exec('PRAGMA foreign_keys = ON');
    const found = readTransaction(database, () => stateOf(database as DatabaseSync, path));
    useWriteAheadLog(database, path, options.busyTimeoutMs);
    database.exec(`PRAGMA synchronous = ${options.durability === 'full' ? 'FULL' : 'NORMAL'}`);
    if (found !== 'current') bringUpToDate(database, path);
    database.exec(`PRAGMA busy_timeout = ${Math.min(options.busyTimeoutMs, BLOCKING_WAIT_MS)}`);
    return database;
  } catch (error) {
    database?.close();
    throw mediumError(error, { path, operation: 'open' });
  }
}

/**
 * SQLite gives -wal and -shm the mode of the file itself, so its mode must be right before SQLite opens it.
 * Only a file that is not there yet may be opened here: closing any descriptor of a file drops all locks
 * that SQLite holds on it anywhere in this process.
 */
function createPrivately(file: string): void {
  try {
    closeSync(openSync(file, 'ax', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw fileError(error, file);
    refuseOtherThanDatabase(file);
  }
}

function refuseOtherThanDatabase(file: string): void {
  let size: number;
  try {
    const status = statSync(file);
    size = status.isFile() ? status.size : -1;
  } catch (error) {
    // A link to nowhere: SQLite would create its target for everybody to read.
    throw fileError(error, file);
  }
  if (size === 0 || size >= SMALLEST_DATABASE_BYTES) return;
  throw new DaybookError('invalid-input', `${file} is no SQLite file; name another one`, {
    details: { path: file, operation: 'open' },
  });
}

/** Called inside a transaction, so that another process's work on the schema is seen whole or not at all. */
function stateOf(database: DatabaseSync, path: string): 'empty' | 'version 1' | 'current' {
  const application = numberOf(database, 'PRAGMA application_id');
  const version = numberOf(database, 'PRAGMA user_version');
  const objects = numberOf(database, 'SELECT count(*) FROM sqlite_schema');
  if (application === 0 && version === 0 && objects === 0) return 'empty';
  if (application !== APPLICATION_ID)
    throw new DaybookError('invalid-input', `${path} is a database of another program; name another file`, {
      details: { path, applicationId: application },
    });
  if (version === SCHEMA_VERSION) return 'current';
  if (version !== 1)
    throw new DaybookError(
      'unsupported',
      `${path} has schema version ${version}, this package reads ${SCHEMA_VERSION}; install the daybook that wrote it, or a newer one`,
      { details: { path, version, supported: SCHEMA_VERSION } },
    );
  return 'version 1';
}

/** The change of mode wants the file alone, and SQLite may answer "busy" without waiting. */
function useWriteAheadLog(database: DatabaseSync, path: string, busyTimeoutMs: number): void {
  const deadline = performance.now() + busyTimeoutMs;
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    try {
      const mode = Object.values(database.prepare('PRAGMA journal_mode = WAL').get() ?? {})[0];
      if (mode === 'wal') return;
      throw new DaybookError(
        'unsupported',
        `${path} lies where SQLite cannot keep a write-ahead log (a network drive?); name a file on a local disk`,
        { details: { path, mode } },
      );
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw error;
      Atomics.wait(pause, 0, 0, 5);
    }
  }
}

function bringUpToDate(database: DatabaseSync, path: string): void {
  writeTransaction(database, () => {
    // Another process may have been first.
    const found = stateOf(database, path);
    if (found === 'empty') database.exec(SCHEMA);
    if (found === 'version 1') database.exec(FROM_VERSION_1);
  });
}

function numberOf(database: DatabaseSync, sql: string): number {
  return Number(Object.values(database.prepare(sql).get() ?? {})[0]);
}
