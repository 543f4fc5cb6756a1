/**
 * Prompts in daybook's form. A message that stood at the same place in the last prompt of its session is known again by
 * what it holds, and costs neither translation nor hash.
 */
import { knownMessage, type Message } from '@daybook/core/adapter';
import { fromPrompt } from '../messages/index.ts';
import { isSame, ownCopy } from './own-copy.ts';

interface KnownPlace {
  readonly copy: unknown;
  readonly message: Message;
}

/** Conversations whose last prompt is remembered. */
const MAX_CONVERSATIONS = 64;

export class KnownPrompts {
  readonly #byName = new Map<string, readonly KnownPlace[]>();

  /**
   * One message for each of the prompt, in order.
   *
   * @param name of the conversation @throws DaybookError `invalid-input` for what no journal can hold exactly
   */
  translate(name: string, prompt: readonly unknown[]): Message[] {
    const before = this.#byName.get(name) ?? [];
    const places = prompt.map((native, at): KnownPlace => {
      const known = before[at];
      if (known && isSame(known.copy, native)) return known;
      const [message] = fromPrompt([native]) as [Message];
      // Cache breakpoints move from call to call and are no content.
      const same = known && isSame(known.message, message);
      return { copy: ownCopy(native), message: same ? known.message : knownMessage(message) };
    });
    this.#byName.delete(name);
    this.#byName.set(name, places);
    const [oldest] = this.#byName.keys();
    if (this.#byName.size > MAX_CONVERSATIONS && oldest !== undefined) this.#byName.delete(oldest);
    return places.map(({ message }) => message);
  }
}
