/**
 * Messages that are known by their object: checked once, copied, frozen, and therefore the same for ever. What follows
 * from such a message alone is computed once and kept with it.
 */
import { checkMessage, checkMessages, snapshotOf } from './check.ts';
import type { Message } from './message.ts';

/** What has been computed of a known message. Only here can it be seen; a copy of the message does not have it. */
const COMPUTED = Symbol('computed');

type Maybe = Message & { readonly [COMPUTED]?: unknown[] };

/**
 * A frozen copy that daybook knows again: handing the same object over in later calls costs no check, no copy and no
 * hash. For adapters, whose messages are handed over call after call.
 *
 * @throws DaybookError `invalid-input`
 */
export function knownMessage(message: Message): Message {
  if (isKnown(message)) return message;
  checkMessage(message, 'message');
  return frozen(Object.defineProperty(snapshotOf(message), COMPUTED, { value: [] }));
}

export function isKnown(message: Message): boolean {
  return (message as Maybe | null)?.[COMPUTED] !== undefined;
}

/**
 * A list as it was handed over, which the application cannot change any more: checked and copied, apart from what is known.
 *
 * @throws DaybookError `invalid-input` naming message and part
 */
export function takenOver(messages: readonly Message[]): readonly Message[] {
  checkMessages(messages, isKnown);
  const fresh = messages.filter((message) => !isKnown(message));
  if (fresh.length === messages.length) return snapshotOf(messages);
  const copies = snapshotOf(fresh);
  let next = 0;
  return messages.map((message) => (isKnown(message) ? message : (copies[next++] as Message)));
}

let functions = 0;

/** A function of a message whose value, which is never undefined, is kept for messages that are known. */
export function perMessage<Value>(compute: (message: Message) => Value): (message: Message) => Value {
  const index = functions++;
  return (message: Maybe) => {
    const kept = message[COMPUTED];
    if (!kept) return compute(message);
    if (kept[index] === undefined) kept[index] = compute(message);
    return kept[index] as Value;
  };
}

/** Without recursion: inputs of tools may be nested as deep as a journal takes. */
function frozen<Value extends object>(value: Value): Value {
  const open: object[] = [value];
  for (let one = open.pop(); one; one = open.pop()) {
    if (!ArrayBuffer.isView(one)) Object.freeze(one);
    for (const member of Object.values(one))
      if (typeof member === 'object' && member !== null) open.push(member);
  }
  return value;
}
