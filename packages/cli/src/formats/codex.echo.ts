/**
 * Codex rollouts say most words twice: as the response item the model saw, and as an event for display.
 *
 * The item is the message. An event is one only where no item repeats it, which a reader learns when the turn
 * goes on: an item with the person's words stands before the model's next item. Where a file has it behind
 * (words given in the middle of a turn), the event has become the message and the item is the copy.
 * All memory is of one turn, and nothing but lines already read decides.
 */
import type { Message } from '@daybook/core';
import type { LogItem } from './format.ts';

/** An event with words: the text it shows, and the message it is when no item repeats that. */
export interface Heard {
  readonly text: string;
  readonly line: number;
  readonly message: Message;
}

export interface Echo {
  /** A response item with words. False when an event said them already. */
  item(text: string): boolean;
  event(heard: Heard): void;
  /** The events that wait: no item repeats them before this place. */
  release(): readonly Heard[];
  /** The turn is over: what follows repeats nothing of it. */
  forget(): void;
  waiting(): readonly LogItem[];
}

export function echo(): Echo {
  let items: string[] = [];
  let heard: Heard[] = [];
  let released: string[] = [];
  return {
    item(text) {
      const key = keyOf(text);
      const waits = heard.findIndex((event) => keyOf(event.text) === key);
      if (waits >= 0) heard.splice(waits, 1);
      else if (take(released, key)) return false;
      else items.push(key);
      return true;
    },
    event(event) {
      if (!take(items, keyOf(event.text))) heard.push(event);
    },
    release() {
      const events = heard;
      released.push(...events.map((event) => keyOf(event.text)));
      heard = [];
      return events;
    },
    forget() {
      items = [];
      released = [];
    },
    waiting: () => heard.map(undecided),
  };
}

/** The same for reasoning: an item of several sections has an event for each. */
export interface ThoughtEcho {
  item(text: string): void;
  event(heard: Heard): void;
  /** The turn is over: the events that no item of it repeats. */
  release(): readonly Heard[];
  waiting(): readonly LogItem[];
}

export function thoughtEcho(): ThoughtEcho {
  let items: string[] = [];
  let heard: Heard[] = [];
  return {
    item(text) {
      const key = keyOf(text);
      items.push(key);
      heard = heard.filter((event) => !key.includes(keyOf(event.text)));
    },
    event(event) {
      const key = keyOf(event.text);
      if (key !== '' && !items.some((item) => item.includes(key))) heard.push(event);
    },
    release() {
      const events = heard;
      [items, heard] = [[], []];
      return events;
    },
    waiting: () => heard.map(undecided),
  };
}

/** Whether every line of a text stands in what was said: the program leaves out what it does not display. */
export function isRepeated(text: string, said: readonly string[]): boolean {
  const keys = said.map(keyOf).join('\n');
  return text.split('\n').every((line) => keys.includes(keyOf(line)));
}

function undecided({ line }: Heard): LogItem {
  const detail = 'shown for display; the log does not say yet whether it stands there once more';
  return { type: 'warning', line, code: 'waiting-words', detail };
}

/** Blank space differs between the two forms where a message has several texts. */
function keyOf(text: string): string {
  return text.replace(/\s+/g, '');
}

function take(list: string[], key: string): boolean {
  const index = list.indexOf(key);
  if (index >= 0) list.splice(index, 1);
  return index >= 0;
}
