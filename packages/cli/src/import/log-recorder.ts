/**
 * Recording items as they are read: consecutive items of one line of conversation go to the journal together.
 *
 * Invariant: how items are batched leaves no trace in the journal.
 */
import {
  type Daybook,
  LOG_START,
  type LogEntry,
  type LogPlace,
  type Session,
  type SessionKey,
} from '@daybook/core';
import type { Place } from '../formats/place.ts';

const BATCH_ENTRIES = 256;
const BATCH_BYTES = 1024 * 1024;

interface Line {
  readonly lane: string;
  readonly session: Session;
  /** Number of messages on the line in front of its own: those it shares with the line that it leaves. */
  readonly shared: number;
  readonly parent: Line | undefined;
  /** Where the next item goes; the line has to leave its parent there first when `fork` is set. */
  at: LogPlace;
  fork: boolean;
  /** Places behind its own messages. */
  readonly behind: LogPlace[];
  /** Somebody's words are on the line: from here on a difference is an edit, in front of it another conversation. */
  spoken: boolean;
}

export class LogRecorder {
  readonly #daybook: Daybook;
  readonly #key: SessionKey;
  readonly #mainLane: string;
  readonly #lines = new Map<string, Line>();
  #writing: Line | undefined;
  #batch: LogEntry[] = [];
  #batchBytes = 0;
  #last: Line | undefined;
  appended = 0;
  /** Branch that the log got because the session holds another conversation, if so. */
  apart: string | undefined;

  /** @param mainLane the lane that the log's own main line goes to */
  constructor(daybook: Daybook, key: SessionKey, mainLane: string) {
    this.#daybook = daybook;
    this.#key = key;
    this.#mainLane = mainLane;
  }

  async add(place: Place, entry: LogEntry, lengthBytes: number): Promise<void> {
    const line = this.#lines.get(lineName(place)) ?? (await this.#begin(place));
    if (line !== this.#writing || this.#batch.length >= BATCH_ENTRIES || this.#batchBytes >= BATCH_BYTES)
      await this.flush();
    this.#writing = line;
    this.#batch.push(entry);
    this.#batchBytes += lengthBytes;
    if (place.lane === 'main' || !this.#last) this.#last = line;
  }

  async flush(): Promise<void> {
    const line = this.#writing;
    const batch = this.#batch;
    [this.#writing, this.#batch, this.#batchBytes] = [undefined, [], 0];
    if (!line || batch.length === 0) return;
    const { places, appended } = await line.session.record(batch, line.at, line.fork);
    this.appended += appended;
    this.#watch(line, batch, places);
    line.at = places.at(-1) ?? line.at;
    line.fork = false;
    places.forEach((place, index) => {
      if ('message' in (batch[index] as LogEntry)) line.behind.push(place);
    });
  }

  /** Lane and branch of the log's main line; undefined when the log held nothing. */
  get current(): { readonly lane: string; readonly branch: string } | undefined {
    return this.#last && { lane: this.#last.lane, branch: this.#last.at.branch };
  }

  /** Notices when the log has left the line on record before anybody's words were the same. */
  #watch(line: Line, batch: readonly LogEntry[], places: readonly LogPlace[]): void {
    for (const [index, place] of places.entries()) {
      const entry = batch[index] as LogEntry;
      if (!line.fork && !line.spoken && place.branch !== line.at.branch) this.apart = place.branch;
      line.spoken ||= 'message' in entry && entry.message.role === 'user';
    }
  }

  async #begin(place: Place): Promise<Line> {
    // What the line leaves has to be journaled first.
    if (place.fork) await this.flush();
    const parent = place.fork && this.#lines.get(lineName({ lane: place.lane, branch: place.fork.from }));
    const shared = place.fork?.after ?? 0;
    const lane = place.lane === 'main' ? this.#mainLane : place.lane;
    const line: Line = {
      lane,
      session: this.#daybook.session({ ...this.#key, lane, delegated: place.openedByAgent }),
      shared,
      parent,
      at: parent ? placeBehind(parent, shared) : LOG_START,
      fork: parent !== undefined,
      behind: [],
      spoken: false,
    };
    this.#lines.set(lineName(place), line);
    return line;
  }
}

/** The place behind so many messages of a line, its shared ones included. */
function placeBehind(line: Line, messages: number): LogPlace {
  if (messages === 0) return LOG_START;
  if (line.parent && messages <= line.shared) return placeBehind(line.parent, messages);
  return line.behind[messages - line.shared - 1] ?? line.at;
}

function lineName({ lane, branch }: { readonly lane: string; readonly branch: number }): string {
  return `${branch} ${lane}`;
}
