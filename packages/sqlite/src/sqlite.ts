/**
 * The front door: from a path to a store.
 *
 * The file is opened at once, so a wrong path or a file of something else is told here and not by the first
 * append. A missing file is created; a missing folder is not.
 */
import { DaybookError, type Store } from '@daybook/core/store';
import { openDatabase } from './open.ts';
import { SqliteStore } from './sqlite-store.ts';

export interface SqliteOptions {
  /**
   * `full` (default): an append survives a power cut. `normal`: it survives the end of the process, and a
   * power cut may take the last appends; the chain stays whole, and an append costs about a third.
   */
  readonly durability?: 'full' | 'normal';
  /** How long a call waits for another process that holds the file, in milliseconds. */
  readonly busyTimeoutMs?: number;
}

/**
 * A store in the file at `path`. Several processes, and several stores of one process, may open one file.
 *
 * @example
 * const daybook = await openDaybook({ store: sqlite('agent.db') });
 *
 * @throws DaybookError `invalid-input` for a missing folder, a folder as path, or a file of something else;
 * `unsupported` for a file of a newer daybook; `store-unavailable` when the medium fails
 */
export function sqlite(path: string, options: SqliteOptions = {}): Store {
  const { durability = 'full', busyTimeoutMs = 5000 } = options;
  if (durability !== 'full' && durability !== 'normal')
    throw new DaybookError('invalid-input', "durability is 'full' or 'normal'", { details: { durability } });
  if (!Number.isSafeInteger(busyTimeoutMs) || busyTimeoutMs < 0)
    throw new DaybookError('invalid-input', 'busyTimeoutMs is a whole number of milliseconds, 0 or more', {
      details: { busyTimeoutMs },
    });
  const database = openDatabase(path, { durability, busyTimeoutMs });
  return new SqliteStore(database, { path, busyTimeoutMs });
}
