/** Recording a conversation that its application holds as a list: aligned as a whole, like the list of a live call. */
import type { Daybook, LogEntry, Message, SessionKey } from '@daybook/core';
import type { Place } from '../formats/place.ts';

export class ListRecorder {
  readonly #daybook: Daybook;
  readonly #key: SessionKey;
  readonly #lane: string;
  readonly #messages: Message[] = [];
  appended = 0;
  current: { readonly lane: string; readonly branch: string } | undefined;
  /** Lane that the list got because the session holds another conversation, if so. */
  apart: string | undefined;

  constructor(daybook: Daybook, key: SessionKey, lane: string) {
    this.#daybook = daybook;
    this.#key = key;
    this.#lane = lane;
  }

  async add(_: Place, entry: LogEntry): Promise<void> {
    if ('message' in entry) this.#messages.push(entry.message);
  }

  async flush(): Promise<void> {
    if (this.#messages.length === 0) return;
    const session = this.#daybook.session({ ...this.#key, lane: this.#lane });
    const { appended, place } = await session.sync(this.#messages);
    this.appended += appended;
    this.current = place;
    this.apart = place.lane === this.#lane ? undefined : place.lane;
  }
}
