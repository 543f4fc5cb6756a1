/** The last list of each lane that this process has aligned, as far as its messages are known by their objects. */
import { isKnown } from '../journal/known.ts';
import { sessionName } from './opened.ts';
import type { HandedList, Synced, SyncTarget } from './synced.ts';

/** Lists that are remembered. */
const MAX_LISTS = 64;

export class KnownLists {
  readonly #byLane = new Map<string, HandedList>();

  remember(target: SyncTarget, { list, ownText, branch }: Synced): void {
    const name = nameOf(target);
    this.#byLane.delete(name);
    if (target.history === 'delta' || ownText > 0 || !branch || !list.messages.every(isKnown)) return;
    this.#byLane.set(name, list);
    const [oldest] = this.#byLane.keys();
    if (this.#byLane.size > MAX_LISTS && oldest !== undefined) this.#byLane.delete(oldest);
  }

  last(target: SyncTarget): HandedList | undefined {
    return target.history === 'full' ? this.#byLane.get(nameOf(target)) : undefined;
  }
}

function nameOf({ key, lane, branch }: SyncTarget): string {
  return [sessionName(key), lane, branch ?? ''].join('\0');
}
