/**
 * Transactions: the work between begin and commit is one synchronous function, so nothing else of this
 * process can run inside.
 */
import type { DatabaseSync } from 'node:sqlite';
import { isSqliteError, primaryCode } from './errors.ts';

/** Takes the write lock first: what the work reads is still so when it writes. */
export function writeTransaction<T>(database: DatabaseSync, work: () => T): T {
  return transaction(database, 'BEGIN IMMEDIATE', work);
}

/** All reads of the work see one state of the file. */
export function readTransaction<T>(database: DatabaseSync, work: () => T): T {
  return transaction(database, 'BEGIN', work);
}

function transaction<T>(database: DatabaseSync, begin: string, work: () => T): T {
  database.exec(begin);
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

function rollBack(database: DatabaseSync): void {
  try {
    database.exec('ROLLBACK');
  } catch (error) {
    // SQLITE_ERROR (1) here has one meaning: no transaction, because SQLite has rolled back on its own, as it
    // does when the disk is full.
    if (!isSqliteError(error) || primaryCode(error) !== 1) throw error;
  }
}
