/** One call of an application: the list it handed over, where it stands, the view of it, and its answer. */
import { type ErrorCode, isDaybookError } from '../base/errors.ts';
import type { Scope, SessionKey } from '../journal/scope.ts';
import { type Answer, type Reported, report } from './answer.ts';
import { lineOf } from './status.ts';
import type { Place, Synced } from './synced.ts';
import type { View, ViewOptions } from './view.ts';
import { checkViewOptions } from './view-options.ts';
import type { Ports } from './writer.ts';

/** One list handed over, and where it stands. */
export class SyncCall {
  readonly #ports: Ports;
  readonly #key: SessionKey;
  readonly #synced: Synced;
  readonly #history: 'full' | 'delta';

  constructor(ports: Ports, key: SessionKey, synced: Synced, history: 'full' | 'delta') {
    this.#ports = ports;
    this.#key = key;
    this.#synced = synced;
    this.#history = history;
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

  /**
   * Indexes of handed-over messages that are on record as answers cut short. What a provider keeps of such an answer
   * (item ids, reasoning) is not to be relied on.
   */
  get cutShort(): readonly number[] {
    const { cutShort, from } = this.#synced.list;
    return cutShort.flatMap((at) => from[at] ?? []);
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
   * The view of this list for one model call: the list itself below the first trigger, else header, packet and tail.
   * Covers when it must. Nothing of it is mutated that was handed over.
   *
   * @throws DaybookError `view-unreachable` when what must be shown does not fit, `invalid-input`, `conflict`,
   *   `store-unavailable`
   */
  async prepare(options: ViewOptions = {}): Promise<View> {
    checkViewOptions(options);
    const { list } = this.#synced;
    const { viewOfList, degradedView, redactorIn } = await import('./folding/folding.ts');
    const call = { place: this.place, history: this.#history };
    try {
      return await viewOfList(this.#ports, this.#key, list, call, options);
    } catch (error) {
      // Nobody's turn is lost to a store that is away: what fits or can be shortened is sent, and the account says so.
      if (!isDaybookError(error) || !AWAY.includes(error.code) || options.recover === 'fail') throw error;
      const view = degradedView(list.messages, options, error.code, redactorIn(this.#ports));
      return {
        ...view,
        from: view.from.map((at) => (at === null ? null : (list.from[at] ?? null))),
        report: (answer) => this.report(answer),
      };
    }
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

const AWAY: readonly ErrorCode[] = ['store-unavailable', 'conflict', 'tampered'];
