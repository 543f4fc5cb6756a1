/** Reading what a model was sent, and what an application's user got to see. Pure. */
import { AssertionError } from 'node:assert/strict';
import type { KitMessage, KitRequest } from './harness.ts';

/** All text of a message, as a model reads it: of parts and of results. */
export function textIn({ parts }: KitMessage): string {
  return parts
    .flatMap((part) => {
      if (part.type === 'text') return [part.text];
      if (part.type === 'data') return [JSON.stringify(part.value)];
      if (part.type !== 'tool-result') return [];
      return part.output.map((item) => (item.type === 'text' ? item.text : JSON.stringify(item)));
    })
    .join('\n');
}

export function textOfAll(messages: readonly KitMessage[]): string {
  return messages.map(textIn).join('\n');
}

export function isHeader({ role }: KitMessage): boolean {
  return role === 'system' || role === 'developer';
}

/** The list behind system and developer text that stands in front of it. */
export function behindHeader(messages: readonly KitMessage[]): readonly KitMessage[] {
  const first = messages.findIndex((message) => !isHeader(message));
  return first < 0 ? [] : messages.slice(first);
}

/** The last message in the user's role. */
export function lastOfUser({ messages }: Pick<KitRequest, 'messages'>): KitMessage | undefined {
  return messages.findLast(({ role }) => role === 'user');
}

/** Whether one text part of the message is these words, to the byte. */
export function says(message: KitMessage | undefined, words: string): boolean {
  return message?.parts.some((part) => part.type === 'text' && part.text === words) ?? false;
}

/** A message without what names and times it: frameworks give these anew. */
function content({ role, parts }: KitMessage): string {
  return JSON.stringify([role, parts]);
}

/** What a list of messages is, byte for byte. */
export function contents(messages: readonly KitMessage[]): string[] {
  return messages.map(content);
}

export function beginsWith(list: readonly KitMessage[], beginning: readonly KitMessage[]): boolean {
  const [whole, begin] = [contents(list), contents(beginning)];
  return begin.every((message, at) => message === whole[at]);
}

/** The error and whatever it was made from, at any depth. */
export function causesOf(error: unknown): unknown[] {
  const found = new Set<unknown>();
  const open = [error];
  for (const one of open) {
    if (typeof one !== 'object' || one === null || found.has(one)) continue;
    found.add(one);
    const { cause, errors, lastError } = one as { cause?: unknown; errors?: unknown; lastError?: unknown };
    open.push(cause, lastError, ...(Array.isArray(errors) ? errors : []));
  }
  return [...found];
}

/** Whether the error, or what it was made from, says this. */
export function tells(error: unknown, words: string): boolean {
  return causesOf(error).some((one) => one instanceof Error && one.message.includes(words));
}

/** @param cause what stands behind it, shown by runners @throws AssertionError */
export function fail(message: string, cause?: unknown): never {
  const error = new AssertionError({ message });
  throw cause === undefined ? error : Object.assign(error, { cause });
}

/** What a promise is rejected with. @throws AssertionError when it is not */
export async function rejection(promise: Promise<unknown>, why: string): Promise<unknown> {
  const [outcome] = await Promise.allSettled([promise]);
  return outcome.status === 'rejected' ? outcome.reason : fail(why, outcome.value);
}
