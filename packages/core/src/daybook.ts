/**
 * The facade: the only file that knows all rooms. Wiring, no rules.
 */
import type { AuditOptions, AuditReport } from './audit/audit.ts';
import { SALT_BYTES } from './base/defaults.ts';
import { DaybookError } from './base/errors.ts';
import type { Json } from './base/json.ts';
import { type Clock, type Random, systemClock, systemRandom } from './base/ports.ts';
import type { SessionKey } from './journal/scope.ts';
import type { Redactor } from './redact/redactor.ts';
import { KnownLists } from './session/known-lists.ts';
import { type Restored, restore } from './session/restore.ts';
import { Session, type SessionOptions } from './session/session.ts';
import type { Ports } from './session/writer.ts';
import type { Store } from './store/port.ts';

export interface DaybookOptions {
  /** Where bytes are kept: `sqlite(path)`, `memoryStore()`, or any store that passes the conformance kit. */
  readonly store: Store | Promise<Store>;
  /** Time of entries whose message brought none along. `noClock` leaves them without. */
  readonly clock?: Clock;
  readonly random?: Random;
  /**
   * Salt of sessions that are created, 32 bytes; random when absent. A fixed salt makes heads reproducible and lets
   * anybody who knows it test guesses against content ids.
   */
  readonly salt?: Uint8Array;
  /** Finds secrets, so that nothing derived holds one. The built-in one knows common forms. */
  readonly redactor?: Redactor;
}

export interface Daybook {
  /** The session to work on. Nothing is read or written yet. @throws DaybookError `invalid-input` */
  session(options: SessionOptions): Session;
  /** Every session of the store, ordered by tenant and name. @throws DaybookError `store-unavailable` */
  sessions(): Promise<readonly SessionKey[]>;
  /**
   * Restores an exact export, given as parsed lines: the same entries, ids and heads. What is on record already is
   * compared, never replaced.
   *
   * @throws DaybookError `invalid-input`, `tampered` when the export does not verify, `conflict` when the store holds
   *   another record of the session
   */
  restore(lines: AsyncIterable<Json>): Promise<Restored>;
  /**
   * The value with each secret in its strings and member names as `[secret:kind:n]`, as the daybook's redactor finds
   * them: for what is shown or handed on.
   *
   * @throws DaybookError `invalid-input` for what is no JSON
   */
  hideSecrets(value: Json): Promise<Json>;
  /** Re-derives the record from its bytes and lists what does not fit. @throws DaybookError `store-unavailable` */
  audit(options?: AuditOptions): Promise<AuditReport>;
  close(): Promise<void>;
}

/**
 * Opens a daybook on a store.
 *
 * ```ts
 * const daybook = await openDaybook({ store: sqlite('agent.db') })
 * const call = await daybook.session({ session: chatId }).sync(messages)
 * ```
 *
 * @throws DaybookError `invalid-input` for a salt of another length, `store-unavailable`
 */
export async function openDaybook(options: DaybookOptions): Promise<Daybook> {
  const salt = options.salt === undefined ? undefined : saltOf(options.salt);
  const store = await options.store;
  const ports: Ports = {
    store,
    clock: options.clock ?? systemClock,
    random: options.random ?? systemRandom,
    salts: new Map(),
    lists: new KnownLists(),
    newSalt: salt,
    folding: { redactor: options.redactor ?? null, opened: new Map(), states: new Map() },
  };
  return {
    session: (key) => new Session(ports, key),
    sessions: async () => (await store.sessions()).map(({ tenant, session }) => ({ tenant, session })),
    restore: (lines) => restore(store, lines),
    hideSecrets: async (value) => (await import('./session/folding/folding.ts')).hideSecrets(ports, value),
    audit: async (how) => (await import('./audit/audit.ts')).audit(store, how),
    close: () => store.close(),
  };
}

/** A copy: the caller's buffer is the caller's. */
function saltOf(salt: Uint8Array): Uint8Array {
  if (!(salt instanceof Uint8Array) || salt.length !== SALT_BYTES)
    throw new DaybookError('invalid-input', `a salt is a Uint8Array of ${SALT_BYTES} bytes`);
  return new Uint8Array(salt);
}
