/**
 * The calls of a script as they are made, and what each of them puts on record.
 *
 * Invariant: nothing here compares messages; an utterance is itself, whatever its text and its form.
 */
import type { Message, MessagePart, Usage } from '@daybook/core';
import { message } from './parts.ts';
import type { CallExpectation, ScriptCall, ScriptReport } from './script.ts';
import { Tally } from './tally.ts';

export interface ConversationOptions {
  /** System text in front of each list: always the same, or another one at each call. */
  readonly header?: 'constant' | 'time-of-day';
  /** Every message has a native id of its own. */
  readonly ids?: boolean;
}

export interface Utterance {
  /** As the application hands it over now. */
  form: Message;
  /** As it was said; nothing where only the application put it in. */
  readonly parts: MessagePart[];
  /** How many of the parts are on record. */
  recorded: number;
  /** The form in which it was last in a list. */
  handed?: Message;
  readonly reported: boolean;
}

export interface CallOptions {
  readonly process?: number;
  readonly history?: 'delta';
  /** How a message that was said before is handed over this time; undefined leaves it out. */
  readonly as?: (utterance: Utterance, place: number) => Message | undefined;
  /** The last message stands twice in the list. */
  readonly lastTwice?: boolean;
}

export class Recording {
  readonly calls: ScriptCall[] = [];
  readonly tally: Tally = new Tally();
  /** Some list left messages out, so that its beginning alone does not say where it belongs. */
  hasGaps = false;
  readonly #header: ConversationOptions['header'];
  #minutes = 0;

  constructor(header: ConversationOptions['header']) {
    this.#header = header;
  }

  get lastCall(): number {
    return this.calls.length - 1;
  }

  /** Adds a call and returns its index. `racing`: nothing about the call alone is certain. */
  handOver(
    list: readonly Utterance[],
    { process, history, as, lastTwice }: CallOptions,
    placed: CallExpectation | 'racing',
  ): number {
    const messages: Message[] = [];
    let hasNews = false;
    let isKnown = this.#header !== 'time-of-day';
    for (const [place, utterance] of list.entries()) {
      const isNew = utterance.recorded < utterance.parts.length;
      const form = isNew || !as ? utterance.form : as(utterance, place);
      this.hasGaps ||= form === undefined;
      if (form === undefined) continue;
      hasNews = this.record(utterance) || hasNews;
      isKnown &&= utterance.handed === form;
      utterance.handed = form;
      messages.push(form);
    }
    if (lastTwice) messages.push(messages.at(-1) as Message);
    const appended = hasNews ? ({ appended: 'some' } as const) : isKnown ? ({ appended: 0 } as const) : {};
    return this.add({
      messages: history === 'delta' ? messages : [...this.#headerNow(), ...messages],
      ...(process === undefined ? {} : { process }),
      ...(history === undefined ? {} : { history }),
      ...(placed === 'racing' ? {} : { expect: { lane: 'main', ...placed, ...appended } }),
    });
  }

  add(call: ScriptCall): number {
    return this.calls.push(call) - 1;
  }

  amend(index: number, change: Partial<ScriptCall>): void {
    this.calls[index] = { ...(this.calls[index] as ScriptCall), ...change };
  }

  report(index: number, report: ScriptReport): void {
    this.amend(index, { report });
  }

  addUsage(usage: Usage): void {
    const report = this.calls[this.lastCall]?.report;
    if (report) this.report(this.lastCall, { ...report, usage });
  }

  /** Whether anything of the utterance was not on record before. */
  record(utterance: Utterance): boolean {
    const hasNews = this.tally.count(utterance.form.role, utterance.parts.slice(utterance.recorded));
    utterance.recorded = utterance.parts.length;
    return hasNews;
  }

  #headerNow(): Message[] {
    if (!this.#header) return [];
    const words = this.#header === 'constant' ? 'Be brief.' : `Be brief. It is minute ${++this.#minutes}.`;
    const header = [message('system', words)];
    this.tally.countHeader(header);
    return header;
  }
}
