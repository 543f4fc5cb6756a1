/**
 * Who spoke in a Codex rollout, in order: response items, and the events that are the only copy of something.
 *
 * Invariant: every text comes out once, and where it comes out is decided by lines already read.
 */
import type { Message } from '@daybook/core';
import { echo, type Heard } from './codex.echo.ts';
import { textOfMessage } from './codex.items.ts';
import type { LogItem, Placement } from './format.ts';
import { isOwn, software, words } from './text.ts';

export class CodexTalk {
  /** Where everything in this file stands; set by its first line. */
  at: Placement = {};
  readonly #person = echo();
  readonly #model = echo();
  /** What the first line says of the person's standing instructions; context items repeat it. */
  #instructions: Heard | undefined;
  #delivered: string | undefined;
  /** Whether the model said anything since the person did, for files that do not say where turns end. */
  #modelSpoke = false;
  #saysTurns = false;
  /** Messages on the line so far, and where on it the person's turns begin. */
  #count = 0;
  readonly #turns: number[] = [];

  speak(line: number, message: Message): readonly LogItem[] {
    if (message.parts.length === 0) return [];
    if (message.role === 'user' && message.parts.some(isOwn)) this.#turns.push(this.#count);
    this.#count++;
    return [{ type: 'message', line, message, at: this.at }];
  }

  holdInstructions(heard: Heard): void {
    if (heard.text.trim() !== '') this.#instructions = heard;
  }

  userItem(line: number, message: Message): readonly LogItem[] {
    const text = textOfMessage(message);
    const isWords = message.parts.some(isOwn);
    const only = this.#instructions?.text.trim();
    if (!isWords && only !== undefined && text.includes(only)) this.#instructions = undefined;
    const before = isWords ? [...this.#beforePerson(), ...this.#dropInstructions()] : [];
    return [...before, ...(this.#person.item(text) ? this.speak(line, message) : [])];
  }

  modelItem(line: number, message: Message, isMessage: boolean): readonly LogItem[] {
    const isCopy = isMessage && !this.#model.item(textOfMessage(message));
    return [...this.#beforeModel(), ...(isCopy ? [] : this.speak(line, message))];
  }

  userEvent(heard: Heard): readonly LogItem[] {
    const before = this.#beforePerson();
    this.#person.event(heard);
    return before;
  }

  modelEvent(heard: Heard): readonly LogItem[] {
    this.#model.event(heard);
    return this.#beforeModel();
  }

  /** What another worker sent: a task in a worker's own lane, elsewhere nothing of the person's. */
  deliver(text: string, line: number, message: Message): readonly LogItem[] {
    if (text === '' || text === this.#delivered) return [];
    this.#delivered = text;
    return this.speak(line, { ...message, parts: [this.at.openedByAgent ? words(text) : software(text)] });
  }

  turnBegins(): readonly LogItem[] {
    this.#saysTurns = true;
    return this.#forgetTurn();
  }

  turnEnds(): readonly LogItem[] {
    this.#saysTurns = true;
    return this.#settle();
  }

  /** The person took their last turns back: the line goes on before them. */
  takeBack(taken: number, line: number): readonly LogItem[] {
    const settled = this.#settle();
    const kept = Math.max(0, this.#turns.length - taken);
    const to = this.#turns[kept] ?? this.#count;
    this.#turns.length = kept;
    if (to === this.#count) return settled;
    this.#count = to;
    const { lane } = this.at;
    return [...settled, { type: 'rewind', line, to, ...(lane === undefined ? {} : { lane }) }];
  }

  waiting(): readonly LogItem[] {
    return [...this.#person.waiting(), ...this.#model.waiting()];
  }

  #settle(): readonly LogItem[] {
    return [...this.#speakAll(this.#person.release()), ...this.#forgetTurn()];
  }

  #forgetTurn(): readonly LogItem[] {
    this.#person.forget();
    const answers = this.#speakAll(this.#model.release());
    this.#model.forget();
    this.#modelSpoke = false;
    return answers;
  }

  #beforePerson(): readonly LogItem[] {
    return this.#modelSpoke && !this.#saysTurns ? this.#forgetTurn() : [];
  }

  #beforeModel(): readonly LogItem[] {
    this.#modelSpoke = true;
    return [...this.#dropInstructions(), ...this.#speakAll(this.#person.release())];
  }

  #dropInstructions(): readonly LogItem[] {
    const only = this.#instructions === undefined ? [] : [this.#instructions];
    this.#instructions = undefined;
    return this.#speakAll(only);
  }

  #speakAll(events: readonly Heard[]): readonly LogItem[] {
    return events.flatMap(({ line, message }) => this.speak(line, message));
  }
}
