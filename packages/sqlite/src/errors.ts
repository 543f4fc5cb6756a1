/**
 * From what SQLite and the file system say to a DaybookError with what to do.
 *
 * Every error that leaves this package because of the medium or the file passes through here; the SQLite
 * code stands in `details.sqlite`. Values from the file never enter a message.
 */
import { DaybookError } from '@daybook/core/store';

/** What node:sqlite throws. `errcode` is SQLite's extended result code. */
export interface SqliteError extends Error {
  readonly code: 'ERR_SQLITE_ERROR';
  readonly errcode: number;
}

export interface Place {
  readonly path: string;
  readonly operation: string;
}

interface Meaning {
  readonly name: string;
  readonly code: 'store-unavailable' | 'invalid-input' | 'tampered';
  readonly advice: string;
}

/** SQLite's primary result codes, https://www.sqlite.org/rescode.html */
const MEANINGS: ReadonlyMap<number, Meaning> = new Map([
  [1, tampered('ERROR', 'tables are missing or changed; restore the file from a backup')],
  [3, unavailable('PERM', 'check who may use the file')],
  [5, unavailable('BUSY', 'another process holds the file; try again')],
  [6, unavailable('LOCKED', 'another process holds the file; try again')],
  [7, unavailable('NOMEM', 'memory ran out; try again')],
  [8, unavailable('READONLY', 'the file or its folder cannot be written; check their permissions')],
  [10, unavailable('IOERR', 'the disk failed; check it, then try again')],
  [11, unavailable('CORRUPT', 'the file is damaged; restore it from a backup')],
  [13, unavailable('FULL', 'the disk is full; make room, then try again')],
  [
    14,
    unavailable('CANTOPEN', 'the file or one beside it cannot be opened; check permissions and the folder'),
  ],
  [15, unavailable('PROTOCOL', 'the locks of the file are contended; try again')],
  [18, wrong('TOOBIG', 'a value is longer than SQLite keeps')],
  [19, wrong('CONSTRAINT', 'a row does not fit the schema')],
  [20, wrong('MISMATCH', 'a row does not fit the schema')],
  [26, wrong('NOTADB', 'this is no SQLite file; name another one')],
]);
const UNKNOWN = unavailable('UNKNOWN', 'see the cause');

/** A second row where there may be one: the branch row stands behind the entries that lie there. */
const DOUBLED: ReadonlySet<number> = new Set([1555, 2067]);

/** The error to throw for `error`; what is not about the medium or the file comes back as it is. */
export function mediumError(error: unknown, place: Place): unknown {
  if (isSqliteError(error)) return sqliteError(error, place);
  // This package writes no integer beyond 2^53, which node:sqlite refuses to read, and nothing but JSON where
  // it reads JSON: somebody else has changed the row.
  if (error instanceof SyntaxError || (isErrno(error) && error.code === 'ERR_OUT_OF_RANGE'))
    return changedRow(place, error);
  return error;
}

/** For a failure of the file system before SQLite is asked. */
export function fileError(error: unknown, path: string): DaybookError {
  const system = isErrno(error) ? error.code : undefined;
  const wrongPath = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP', 'ERR_INVALID_ARG_VALUE'].includes(
    system ?? '',
  );
  return new DaybookError(
    wrongPath ? 'invalid-input' : 'store-unavailable',
    wrongPath
      ? `${path} cannot be created: its folder must exist; create the folder or name another file`
      : `${path} cannot be created: check the permissions of its folder and the room on the disk`,
    { details: { path, operation: 'open', system }, cause: error },
  );
}

export function isSqliteError(error: unknown): error is SqliteError {
  return isErrno(error) && error.code === 'ERR_SQLITE_ERROR' && 'errcode' in error;
}

export function isBusy(error: unknown): boolean {
  return isSqliteError(error) && (primaryCode(error) === 5 || primaryCode(error) === 6);
}

/** The extended code without its extension. */
export function primaryCode(error: SqliteError): number {
  return error.errcode & 0xff;
}

function sqliteError(error: SqliteError, { path, operation }: Place): DaybookError {
  const meaning = DOUBLED.has(error.errcode)
    ? tampered(
        'CONSTRAINT',
        'rows lie where the branch has none yet; audit the file, or restore it from a backup',
      )
    : (MEANINGS.get(primaryCode(error)) ?? UNKNOWN);
  return new DaybookError(meaning.code, `${operation} on ${path}: ${meaning.advice}`, {
    details: { path, operation, sqlite: meaning.name, sqliteCode: error.errcode },
    cause: error,
  });
}

function changedRow({ path, operation }: Place, cause: unknown): DaybookError {
  const message = `${operation} on ${path}: a row holds what daybook did not write; audit the file, or restore it from a backup`;
  return new DaybookError('tampered', message, { details: { path, operation }, cause });
}

function isErrno(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}

function unavailable(name: string, advice: string): Meaning {
  return { name: `SQLITE_${name}`, code: 'store-unavailable', advice };
}

function wrong(name: string, advice: string): Meaning {
  return { name: `SQLITE_${name}`, code: 'invalid-input', advice };
}

function tampered(name: string, advice: string): Meaning {
  return { name: `SQLITE_${name}`, code: 'tampered', advice };
}
