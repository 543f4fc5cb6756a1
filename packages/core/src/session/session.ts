/**
 * The session surface: what adapters, the command line and the inspector use, and nothing else.
 *
 * Invariant: a session object holds no state of a call, so two calls at once on one object do not meet.
 */

import { DaybookError } from '../base/errors.ts';
import { type PathStep, pathOf } from '../journal/branch.ts';
import { takenOver } from '../journal/known.ts';
import type { Message } from '../journal/message.ts';
import { portableText } from '../journal/portable.ts';
import type { BranchRow } from '../journal/rows.ts';
import { checkScope, type Scope, type SessionKey, scopeText } from '../journal/scope.ts';
import type { LogEntry, LogPlace } from '../journal/walk.ts';
import { exportLines } from './export.ts';
import type { ToldLedger, Why } from './folding/facts.ts';
import type { FoldOptions } from './folding/fold-now.ts';
import type { FoldReport } from './folding/fold-report.ts';
import type { Replayed } from './folding/history.ts';
import type { PacketOnly, PacketOptions } from './folding/packet-only.ts';
import { type ReadEntry, readEntry } from './reader.ts';
import { type Recorded, record } from './record.ts';
import { type SessionStatus, statusOf } from './status.ts';
import { sync } from './sync.ts';
import { SyncCall } from './sync-call.ts';
import type { View, ViewOptions } from './view.ts';
import { checkViewOptions } from './view-options.ts';
import { type Ports, saltOf } from './writer.ts';

/** Loaded when a view or a fold is first asked for. */
const folding = () => import('./folding/folding.ts');

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
    return new SyncCall(this.#ports, this.#key, await sync(this.#ports, target, messages), history);
  }

  /**
   * A view from messages alone, for when {@link sync} cannot reach the store: nothing is journaled, nothing read, and
   * nothing claimed to be on record. Shortened only when the list does not fit.
   *
   * @throws DaybookError `view-unreachable`, `invalid-input`
   */
  async degraded(messages: readonly Message[], options: ViewOptions = {}): Promise<Omit<View, 'report'>> {
    checkViewOptions(options);
    const list = takenOver(messages);
    const { degradedView, redactorIn } = await folding();
    return degradedView(list, options, 'store-unavailable', redactorIn(this.#ports));
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

  /**
   * The view of the branch as the journal holds it: what a model would be sent that goes on from here. Reasoning and
   * provider item ids are left out.
   *
   * @throws DaybookError `not-found`, `view-unreachable`, `tampered`, `store-unavailable`
   */
  async view(options: ViewOptions = {}): Promise<View> {
    checkViewOptions(options);
    const { viewOfJournal } = await folding();
    return viewOfJournal(this.#ports, this.#key, await this.#source(), options);
  }

  /**
   * The packet alone, within so many tokens: pins, record, and the recent turns that fit. Writes nothing.
   *
   * @throws DaybookError `not-found`, `invalid-input`, `tampered`, `store-unavailable`
   */
  async packet(options: PacketOptions): Promise<PacketOnly> {
    return (await folding()).packetOnly(this.#ports, await this.#source(), options);
  }

  /**
   * Folds now, whatever the size. `cover` (default): everything but the tail, mechanically. `consolidate`: leaves out
   * what the record needs least, down to its target.
   *
   * @throws DaybookError `not-found`, `conflict`, `tampered`, `store-unavailable`
   */
  async fold(options: FoldOptions = {}): Promise<FoldReport> {
    return (await folding()).foldNow(this.#ports, await this.#source(), options);
  }

  /**
   * Retires a pin by the application's authority (model §2, rule 3). An amendment: a delta without coverage.
   *
   * @param handle of the pin, `f12`
   * @param by the entry that retires it, `e41`, where there is one
   * @throws DaybookError `not-found`, `invalid-input` when it is no pin in force, `conflict`, `store-unavailable`
   */
  async retire(handle: string, by?: string): Promise<FoldReport> {
    return (await folding()).retirePin(this.#ports, await this.#source(), handle, by);
  }

  /** The facts in force, with what is counted. @throws DaybookError `not-found`, `tampered`, `store-unavailable` */
  async ledger(): Promise<ToldLedger> {
    return (await folding()).toldLedger({
      ...(await this.#source()),
      store: this.#ports.store,
      folding: this.#ports.folding,
    });
  }

  /**
   * Where a fact comes from: its cited entries, read now and checked, and the folds that speak of it.
   *
   * @param handle `f12` @throws DaybookError `not-found`, `invalid-input`, `tampered`, `store-unavailable`
   */
  async why(handle: string): Promise<Why> {
    const source = { ...(await this.#source()), store: this.#ports.store, folding: this.#ports.folding };
    return (await folding()).whyFact(source, handle);
  }

  /** Applies every delta from nothing and compares the recorded hashes (F4). @throws DaybookError as {@link ledger} */
  async replay(): Promise<Replayed> {
    return (await folding()).replayFolds(this.#ports.store, (await this.#source()).path);
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

  /** The branch that reads use, with its path. */
  async #source(): Promise<{ readonly path: readonly PathStep[]; readonly salt: Uint8Array }> {
    const branches = await this.#ports.store.branches(this.#key);
    return { path: pathOf(this.#chosen(branches), branches), salt: await saltOf(this.#ports, this.#key) };
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
