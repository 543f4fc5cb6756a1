/**
 * Who spoke in a Codex rollout, in order: response items, and the events that are the only copy of something.
 *
 * Invariant: every text comes out once, and where it comes out is decided by lines already read.
 */
import type { Message } from '@daybook/core';
import { echo, type Heard, isRepeated, thoughtEcho } from './codex.echo.ts';
import { textOfMessage } from './codex.items.ts';
import type { LogItem, Placement } from './format.ts';
import { isOwn, software, words } from './text.ts';

export class CodexTalk {
  /** Where everything in this file stands; set by its first line. */
  at: Placement = {};
  readonly #person = echo();
  readonly #model = echo();
  readonly #thoughts = thoughtEcho();
  /** What the model said in this turn. */
  #answers: string[] = [];
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
    const text = textOfMessage(message);
    const isCopy = isMessage && !this.#model.item(text);
    if (isMessage) this.#answers.push(text);
    for (const part of message.parts) if (part.type === 'reasoning') this.#thoughts.item(part.text);
    return [...this.#beforeModel(), ...(isCopy ? [] : this.speak(line, message))];
  }

  userEvent(heard: Heard): readonly LogItem[] {
    const before = this.#beforePerson();
    this.#person.event(heard);
    return before;
  }

  modelEvent(heard: Heard): readonly LogItem[] {
    this.#model.event(heard);
    this.#answers.push(heard.text);
    return this.#beforeModel();
  }

  thought(heard: Heard): void {
    this.#thoughts.event(heard);
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

  /** @param last the last answer once more, which in some files is its only copy */
  turnEnds(last?: Heard): readonly LogItem[] {
    this.#saysTurns = true;
    const isNew = last !== undefined && !isRepeated(last.text, this.#answers);
    return [...this.#settle(), ...this.#speakAll(isNew ? [last] : [])];
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
    return [this.#person, this.#thoughts, this.#model].flatMap((echo) => echo.waiting());
  }

  #settle(): readonly LogItem[] {
    return [...this.#speakAll(this.#person.release()), ...this.#forgetTurn()];
  }

  #forgetTurn(): readonly LogItem[] {
    this.#person.forget();
    const alone = [...this.#thoughts.release(), ...this.#model.release()];
    const answers = this.#speakAll(alone.sort((a, b) => a.line - b.line));
    this.#model.forget();
    this.#answers = [];
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
