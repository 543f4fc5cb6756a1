/**
 * A model of an application that talks to one session, and beside it the account of what was said.
 *
 * Each method does what an application or its user does; `call` hands the list over.
 * Invariant: forks, revisions and insertions are counted where the script makes them happen.
 */
import type { Message, MessagePart, Usage } from '@daybook/core';
import { message, text, wordingOf } from './parts.ts';
import { type CallOptions, type ConversationOptions, Recording, type Utterance } from './recording.ts';
import type { CallExpectation, Intent, Script } from './script.ts';

/** One conversation from its first message to its last. */
export interface Path {
  readonly list: Utterance[];
  opened: 'main' | 'new' | 'unknown';
  lastCall?: number;
  /** Length of the list when the application last rewrote or inserted something in it. */
  rewrittenAt: number;
}

type Parts = readonly (string | MessagePart)[];

export class Conversation {
  readonly options: ConversationOptions;
  readonly paths: Path[] = [{ list: [], opened: 'main', rewrittenAt: 0 }];
  readonly asides: Map<string, { readonly call: number; readonly wording: readonly string[] }> = new Map();
  readonly #recording: Recording;
  #current: Path = this.paths[0] as Path;
  #forks = 0;
  #revised = 0;
  #inserted = 0;
  #ids = 0;

  constructor(options: ConversationOptions = {}) {
    this.options = options;
    this.#recording = new Recording(options.header);
  }

  /** What the application holds now. */
  get path(): Path {
    return this.#current;
  }

  get callCount(): number {
    return this.#recording.calls.length;
  }

  user(words: string): this {
    return this.say(message('user', words));
  }

  /** An answer that reaches daybook only with the next list. */
  assistant(...parts: Parts): this {
    return this.say(message('assistant', ...parts));
  }

  tool(...results: readonly MessagePart[]): this {
    return this.say(message('tool', ...results));
  }

  say(said: Message, reported = false): this {
    const form = this.options.ids ? { ...said, id: `m${++this.#ids}` } : said;
    this.#current.list.push({ form, parts: [...said.parts], recorded: 0, reported });
    return this;
  }

  /** Hands the list over. */
  call(options: CallOptions = {}): this {
    const path = this.#current;
    path.lastCall = this.#recording.handOver(path.list, options, branchOf(path));
    return this;
  }

  /** The model's answer to the last call: reported at once, handed back with the next list. */
  answered(...parts: Parts): this {
    return this.#answer(this.#recording.lastCall, parts);
  }

  /** The last answer comes back in another form of the same content. */
  handedBackAs(...parts: Parts): this {
    const last = this.#at(this.#current.list.length - 1);
    last.form = { ...last.form, parts: message('assistant', ...parts).parts };
    return this;
  }

  used(usage: Usage): this {
    this.#recording.addUsage(usage);
    return this;
  }

  /** The answer was cut short: what had arrived is reported, and the application throws it away. */
  aborted(words: string): this {
    const answer = message('assistant', words);
    this.#recording.tally.count('assistant', answer.parts);
    this.#recording.report(this.#recording.lastCall, { answer, aborted: true });
    return this;
  }

  turn(question: string, answer: string, options: CallOptions = {}): this {
    return this.user(question).call(options).answered(answer);
  }

  /** The message at this place (the last one where absent) is handed over with more parts from now on. */
  grow(parts: readonly MessagePart[], place: number = this.#current.list.length - 1): this {
    const grown = this.#at(place);
    grown.parts.push(...parts);
    grown.form = { ...grown.form, parts: [...grown.form.parts, ...parts] };
    return this;
  }

  /** The user replaces a message of theirs; what stood behind it leaves the list. */
  edit(place: number, words: string): this {
    return this.#fork(this.#current.list.slice(0, place)).user(words);
  }

  /** The last answer is dropped and the model answers the same list again. */
  regenerate(...parts: Parts): this {
    const kept = this.#current.list.slice(0, -1);
    const index = this.#recording.handOver(kept, {}, {});
    return this.#fork(kept).#answer(index, parts);
  }

  /** The application shows another of its conversations, whole. */
  returnTo(path: Path | number): this {
    this.#current = typeof path === 'number' ? (this.paths[path] as Path) : path;
    return this;
  }

  /** From now on this message has other words, which nobody said. */
  rewrite(place: number, words: string): this {
    const rewritten = this.#at(place);
    rewritten.form = { ...rewritten.form, parts: [text(words)] };
    this.#revised++;
    return this.#rewrote();
  }

  /** From now on the application's own message stands at this place. */
  insert(place: number, form: Message): this {
    this.#current.list.splice(place, 0, { form, parts: [], recorded: 0, reported: false });
    this.#inserted++;
    return this.#rewrote();
  }

  /** Two processes continue the same list at once: with the same message, or with one each. */
  race(words: readonly [string, string], answers: readonly [string?, string?] = []): this {
    const base = this.#current;
    const before = [...base.list];
    const isSame = words[0] === words[1];
    this.user(words[0]);
    const question = [...base.list];
    const index = this.#recording.handOver(question, { process: 0 }, 'racing');
    if (!isSame) this.#fork(before, 'unknown').user(words[1]);
    const other = this.#current;
    this.#recording.handOver(other.list, { process: 1 }, 'racing');
    this.#recording.amend(index, { concurrentWith: 'next' });
    base.opened = 'unknown';
    base.lastCall = index;
    other.lastCall = isSame ? index : index + 1;
    if (answers[0]) this.returnTo(base).#answer(index, [answers[0]]);
    if (!answers[1]) return this.returnTo(base);
    if (isSame && answers[0]) {
      // Which of the two answers stays on the branch of the question is open.
      delete base.lastCall;
      this.#fork(question, 'unknown');
    } else this.returnTo(other);
    return this.#answer(index + 1, [answers[1]]).returnTo(base);
  }

  /** The same session is asked for something else, with another system text and its own short list. */
  aside(header: string, question: string, answer: string): this {
    const earlier = this.asides.get(question);
    const messages = [message('system', header), message('user', question)];
    const place = earlier
      ? ({ branch: { as: earlier.call }, appended: 0 } as const)
      : ({ branch: 'new', appended: 'some' } as const);
    const call = this.#recording.add({ messages, expect: { lane: 'aux', ...place } });
    if (earlier) return this;
    const reply = message('assistant', answer);
    this.#recording.tally.countHeader(messages.slice(0, 1));
    this.#recording.tally.count(
      'user',
      messages.slice(1).flatMap(({ parts }) => parts),
    );
    this.#recording.tally.count('assistant', reply.parts);
    this.#recording.report(call, { answer: reply });
    this.asides.set(question, { call, wording: [question, answer] });
    return this;
  }

  script(name: string): Script {
    return { name, calls: this.#recording.calls, intent: this.intent() };
  }

  intent(): Intent {
    const { tally, hasGaps } = this.#recording;
    const { header } = this.options;
    const lanes = this.asides.size;
    // A header that changes is journaled once per turn. One more may stand before the first turn, and one
    // more behind each fork, because the rest of a turn behind a fork does not see what followed on its parent.
    const changing = header === 'time-of-day' ? tally.userMessages() : 0;
    const mostOfMain = header ? 1 + this.#forks + changing : 0;
    return {
      said: tally.said(),
      paths: [
        ...this.paths.map(({ list }) =>
          list.flatMap((said) => wordingOf(said.parts.slice(0, said.recorded))),
        ),
        ...[...this.asides.values()].map(({ wording }) => wording),
      ],
      headers: tally.headers((header ? 1 : 0) + lanes, mostOfMain + lanes),
      forks: this.#forks,
      auxiliaryLanes: lanes,
      revised: this.#revised,
      inserted: this.#inserted,
      ambiguous: hasGaps && tally.repeats() ? 'any' : 0,
    };
  }

  #answer(call: number, parts: Parts): this {
    this.say(message('assistant', ...parts), true);
    const answer = this.#at(this.#current.list.length - 1);
    this.#recording.record(answer);
    this.#recording.report(call, { answer: answer.form });
    return this;
  }

  #fork(list: Utterance[], opened: 'new' | 'unknown' = 'new'): this {
    this.#current = { list, opened, rewrittenAt: this.#current.rewrittenAt };
    this.paths.push(this.#current);
    this.#forks++;
    return this;
  }

  #rewrote(): this {
    this.#recording.hasGaps = true;
    this.#current.rewrittenAt = this.#current.list.length;
    return this;
  }

  #at(place: number): Utterance {
    const utterance = this.#current.list[place];
    if (!utterance) throw new RangeError(`nothing stands at place ${place}`);
    return utterance;
  }
}

function branchOf({ lastCall, opened }: Path): CallExpectation {
  if (lastCall !== undefined) return { branch: { as: lastCall } };
  return opened === 'unknown' ? {} : { branch: opened };
}
