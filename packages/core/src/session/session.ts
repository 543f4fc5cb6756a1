/**
 * The session surface: what adapters, the command line and the inspector use, and nothing else.
 *
 * Invariant: a session object holds no state of a call, so two calls at once on one object do not meet.
 */

import { DaybookError } from '../base/errors.ts';
import { pathOf } from '../journal/branch.ts';
import type { Message } from '../journal/message.ts';
import { portableText } from '../journal/portable.ts';
import type { BranchRow } from '../journal/rows.ts';
import { checkScope, type Scope, type SessionKey, scopeText } from '../journal/scope.ts';
import type { LogEntry, LogPlace } from '../journal/walk.ts';
import { type Answer, type Reported, report } from './answer.ts';
import { exportLines } from './export.ts';
import { type ReadEntry, readEntry } from './reader.ts';
import { type Recorded, record } from './record.ts';
import { lineOf, type SessionStatus, statusOf } from './status.ts';
import { type Place, type Synced, sync } from './sync.ts';
import { type Ports, saltOf } from './writer.ts';

export interface SessionOptions {
  /** `default` when absent. */
  readonly tenant?: string;
  readonly session: string;
  /** The lane to write to and read from. `main` for writing; for reading the one that last received a group. */
  readonly lane?: string;
  /** Write to and read from this branch only. */
  readonly branch?: string;
  /** Another agent opened this lane: its user role is delegated, authority in this lane only. */
  readonly delegated?: boolean;
}

export interface SyncOptions {
  /** `full` (default): the whole conversation as the application knows it. `delta`: only what is new. */
  readonly history?: 'full' | 'delta';
}

export class Session {
  readonly tenant: string;
  readonly session: string;
  readonly #ports: Ports;
  readonly #options: SessionOptions;

  /** Use `daybook.session(…)`. @throws DaybookError `invalid-input` for a name that cannot be one */
  constructor(ports: Ports, options: SessionOptions) {
    const { tenant = 'default', session, lane = 'main', branch = 'main' } = options;
    checkScope({ tenant, session, lane, branch });
    this.tenant = tenant;
    this.session = session;
    this.#ports = ports;
    this.#options = options;
  }

  /**
   * Journals what is new of the handed-over messages and says where the list stands. Handing the same list over again
   * appends nothing; an edited one forks.
   *
   * @throws DaybookError `invalid-input` when a message cannot be represented exactly, `conflict` when too many other
   *   writers were faster, `store-unavailable`
   */
  async sync(messages: readonly Message[], { history = 'full' }: SyncOptions = {}): Promise<SyncCall> {
    if (history !== 'full' && history !== 'delta')
      throw new DaybookError('invalid-input', "history is 'full' or 'delta'", { details: { history } });
    const { lane = 'main', branch, delegated } = this.#options;
    const target = { key: this.#key, lane, branch, delegated, history };
    return new SyncCall(this.#ports, this.#key, await sync(this.#ports, target, messages));
  }

  /**
   * Journals entries of a complete log in their own order, from a place on. `fork`: they leave the branch there.
   *
   * @throws DaybookError as {@link sync}
   */
  record(entries: readonly LogEntry[], from: LogPlace, fork = false): Promise<Recorded> {
    const { lane = 'main', delegated = false } = this.#options;
    return record(this.#ports, { lane: { ...this.#key, lane }, from, fork, delegated }, entries);
  }

  /**
   * One entry of the branch, re-hashed as it is read.
   *
   * @param asOf read the branch as it stood at this revision; as it stands now when absent
   * @throws DaybookError `invalid-input`, `not-found` for an entry or a revision that the branch does not hold,
   *   `tampered`, `store-unavailable`
   */
  async read(seq: number, asOf?: number): Promise<ReadEntry> {
    for (const number of [seq, asOf ?? 0])
      if (!Number.isSafeInteger(number) || number < 0)
        throw new DaybookError('invalid-input', 'a sequence and a revision are whole numbers from 0');
    const branches = await this.#ports.store.branches(this.#key);
    const branch = this.#chosen(branches);
    if (asOf !== undefined && asOf > branch.revision)
      throw new DaybookError(
        'not-found',
        `${scopeText(branch.scope)} holds revision ${branch.revision}, not ${asOf}`,
        {
          details: { revision: branch.revision },
        },
      );
    const frozen = { ...branch, revision: asOf ?? branch.revision };
    return readEntry(this.#ports.store, pathOf(frozen, branches), seq, await saltOf(this.#ports, this.#key));
  }

  /** The branch that reads use. @throws DaybookError `not-found` */
  async scope(): Promise<Scope> {
    return this.#chosen(await this.#ports.store.branches(this.#key)).scope;
  }

  /** What the session holds, counted from the seals. @throws DaybookError `not-found`, `tampered` */
  async status(): Promise<SessionStatus> {
    const branches = await this.#ports.store.branches(this.#key);
    return statusOf(this.#ports.store, branches, this.#chosen(branches));
  }

  /**
   * The exact export of the session, line by line: everything it holds, in clear. Restoring it gives the same heads.
   *
   * @throws DaybookError `not-found`, `tampered`, `store-unavailable`
   */
  async *export(): AsyncGenerator<string> {
    for await (const line of exportLines(this.#ports.store, this.#key)) yield portableText(line);
  }

  get #key(): SessionKey {
    return { tenant: this.tenant, session: this.session };
  }

  /** The named lane and branch; what is not named, as it last received a group. */
  #chosen(branches: readonly BranchRow[]): BranchRow {
    const { lane, branch } = this.#options;
    const fits = branches.find(
      ({ scope }) => (lane ?? scope.lane) === scope.lane && (branch ?? scope.branch) === scope.branch,
    );
    if (fits) return fits;
    const where = [lane && `lane ${lane}`, branch && `branch ${branch}`].filter(Boolean).join(', ');
    throw new DaybookError(
      'not-found',
      `nothing is journaled for session ${this.session}${where && `, ${where}`}`,
      {
        details: { ...this.#options },
      },
    );
  }
}

/** One list handed over, and where it stands. */
export class SyncCall {
  readonly #ports: Ports;
  readonly #key: SessionKey;
  readonly #synced: Synced;

  constructor(ports: Ports, key: SessionKey, synced: Synced) {
    this.#ports = ports;
    this.#key = key;
    this.#synced = synced;
  }

  get scope(): Scope {
    return { ...this.#key, lane: this.place.lane, branch: this.place.branch };
  }

  /** Where the list ends. */
  get place(): Place {
    return this.#synced.place;
  }

  /** Revision of the branch; 0 when nothing has been handed over yet. */
  get revision(): number {
    return this.#synced.branch?.revision ?? 0;
  }

  /** Head id of the branch; null when nothing has been handed over yet. */
  get head(): string | null {
    return this.#synced.branch && lineOf(this.#synced.branch).head;
  }

  /** Entries appended by this call. */
  get appended(): number {
    return this.#synced.appended;
  }

  /** What happened besides appending; events with count 0 are left out. */
  get events(): readonly SyncEvent[] {
    const { tally, opened, ambiguous, ownText } = this.#synced;
    const all: SyncEvent[] = [
      { type: 'branch-opened', count: opened === 'branch' ? 1 : 0 },
      { type: 'lane-opened', count: opened === 'lane' ? 1 : 0 },
      { type: 'group-grown', count: tally.grow },
      { type: 'group-revised', count: tally.revise },
      { type: 'group-inserted', count: tally.insert },
      { type: 'ambiguous-alignment', count: ambiguous },
      { type: 'own-text-removed', count: ownText },
    ];
    return all.filter(({ count }) => count > 0);
  }

  /**
   * Journals what the model answered to this list, provisionally: the next list that hands it back settles it.
   *
   * @throws DaybookError `not-found` when this call journaled nothing to answer to, `conflict`, `store-unavailable`
   */
  report(answer: Answer): Promise<Reported> {
    return report(this.#ports, this.#key, this.place, answer, this.#synced.branch);
  }
}

export interface SyncEvent {
  readonly type:
    | 'branch-opened'
    | 'lane-opened'
    | 'group-grown'
    | 'group-revised'
    | 'group-inserted'
    | 'ambiguous-alignment'
    | 'own-text-removed';
  readonly count: number;
}
