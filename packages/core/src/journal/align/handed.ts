/**
 * A handed-over list made ready for alignment: the header apart, derived text apart, daybook's own text taken out,
 * repeats of one native id joined.
 */

import { type Group, groupOf, shortHash } from '../group.ts';
import { perMessage } from '../known.ts';
import type { Message, Role } from '../message.ts';
import type { HandedGroup } from './change.ts';

export interface Handed {
  /** System and developer text before the first other message; never aligned. */
  readonly header: readonly Group[];
  readonly groups: readonly HandedGroup[];
  /** Software's text about the conversation, journaled once and outside alignment. */
  readonly derived: readonly Group[];
  /** The group of each message, in the order of the list; the header's too. */
  readonly byMessage: readonly Group[];
}

export function handedOf(messages: readonly Message[], salt: Uint8Array): Handed {
  const seen = new Set<Group>();
  const byMessage = messages.map((message) => {
    const group = knownGroup(message).under(salt);
    // One object handed over twice is two groups.
    const own = seen.has(group) ? { ...group } : group;
    seen.add(own);
    return own;
  });
  return handedFrom(byMessage, headerLength(messages));
}

/** @param header how many of the groups are the header */
export function handedFrom(byMessage: readonly Group[], header: number): Handed {
  const groups = byMessage.slice(header);
  return {
    header: byMessage.slice(0, header),
    byMessage,
    groups: joinRepeats(groups.filter((group) => !group.derived)),
    derived: groups.filter((group) => group.derived),
  };
}

/** How many messages of the list are its header. */
export function headerLength(messages: readonly Message[]): number {
  const first = messages.findIndex(({ role }) => !isHeaderRole(role));
  return first < 0 ? messages.length : first;
}

/** Groups of known messages are made once for each session's salt; the last one is at hand. */
const knownGroup = perMessage((message) => {
  let made: { readonly salt: Uint8Array; readonly group: Group } | undefined;
  return {
    under(salt: Uint8Array): Group {
      if (made?.salt !== salt) made = { salt, group: groupOf(message, salt) };
      return made.group;
    },
  };
});

export function isHeaderRole(role: Role): boolean {
  return role === 'system' || role === 'developer';
}

export function headerKeyOf(header: readonly Group[]): string {
  return shortHash('group', 'header', ...header.map(({ key }) => key));
}

/** What a branch row says of the header journaled last: where, and its key. */
export function headerMark(seq: number, key: string): string {
  return `${seq}:${key}`;
}

/** Key of the header that a branch holds. */
export function headerKeyIn(mark: string | null): string | null {
  return mark === null ? null : mark.slice(mark.indexOf(':') + 1);
}

/** The mark as a branch inherits it that leaves in front of `seq`: a header journaled later is not its own (J5). */
export function headerBefore(mark: string | null, seq: number): string | null {
  return mark && Number.parseInt(mark, 10) < seq ? mark : null;
}

/** What a recorded text of daybook's own is found by, wherever it comes back. */
export function ownTextKey(text: string): string {
  return shortHash('group', 'derived', text);
}

/** How many messages behind the header may hold our own text: opener and record, or both in the first of the tail. */
const OWN_TEXT_MESSAGES = 3;

/** Keys of the texts that could be our own. */
export function ownTextKeys(messages: readonly Message[]): string[] {
  return front(messages).flatMap((message) =>
    message.derived
      ? []
      : message.parts.flatMap((part) => (part.type === 'text' ? [ownTextKey(part.text)] : [])),
  );
}

/** The list without the parts that are recorded as our own text; a message that held nothing else goes too. */
export function withoutOwnText(
  messages: readonly Message[],
  recorded: ReadonlySet<string>,
): { readonly messages: readonly Message[]; readonly from: readonly number[]; readonly removed: number } {
  let removed = 0;
  const near = new Set(front(messages));
  const from: number[] = [];
  const kept = messages.flatMap((message, index) => {
    const rest = withoutOwn(message);
    if (rest) from.push(index);
    return rest ?? [];
  });
  return { messages: removed > 0 ? kept : messages, from, removed };

  function withoutOwn(message: Message): Message | undefined {
    if (!near.has(message) || message.derived) return message;
    const parts = message.parts.filter(
      (part) => part.type !== 'text' || !recorded.has(ownTextKey(part.text)),
    );
    removed += message.parts.length - parts.length;
    if (parts.length === message.parts.length) return message;
    return parts.length > 0 ? { ...message, parts } : undefined;
  }
}

/** System text too: the record may have been sent as such. */
export function front(messages: readonly Message[]): readonly Message[] {
  const others = messages.filter((message) => !isHeaderRole(message.role)).slice(0, OWN_TEXT_MESSAGES);
  return [...messages.filter((message) => isHeaderRole(message.role)), ...others];
}

/** A native id handed over again is the same group: equal content once, other content as a variant of it. */
function joinRepeats(groups: readonly Group[]): HandedGroup[] {
  const byId = new Map<string, { group: Group; variants: Group[] }>();
  return groups.flatMap((group) => {
    const known = group.nativeId === null ? undefined : byId.get(group.nativeId);
    if (!known) {
      const item = { group, variants: [] };
      if (group.nativeId !== null) byId.set(group.nativeId, item);
      return [item];
    }
    const forms = [known.group, ...known.variants].map(tokensOf);
    if (!forms.includes(tokensOf(group))) known.variants.push(group);
    return [];
  });
}

function tokensOf(group: Group): string {
  return group.pieces.map(({ token }) => token).join(' ');
}
