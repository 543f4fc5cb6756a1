/**
 * What a view cannot do without, summed up from the list alone: header, user messages of the current turn, rules that
 * people laid down before it, and the newest unit. No planner of core is asked.
 */
import type { Message, MessagePart } from '@daybook/core';
import { headerLength, type Said, wordsOf } from './said.ts';

const IMAGE_TOKENS = 1_300;
const EXCERPT_CHARACTERS = 6_000;
/** What a message costs besides its words. */
const MESSAGE_CHARACTERS = 12;
/** The two lines around a pin, at the most. */
const FENCE_CHARACTERS = 140;

export function roomOf(window: number): number {
  return Math.floor(window - Math.min(0.08 * window, 16_000));
}

/** @param standing words that lay down a rule */
export function leastOf(
  messages: readonly Message[],
  said: readonly Said[],
  standing: ReadonlySet<string>,
  window: number,
): number {
  const turn = turnOf(messages);
  const unit = newestUnit(messages).filter((index) => !turn.includes(index));
  const shown = new Set([...turn, ...unit]);
  const rules = new Set(
    said
      .filter(({ at, header }) => !header && !shown.has(at))
      .map(wordsOf)
      .filter((words) => standing.has(words)),
  );
  const header = sizeOf(messages.slice(0, headerLength(messages)), window);
  const pinned = [...rules].reduce((sum, words) => sum + tokens(words.length), 0);
  return header + pinned + sizeOf(pick(messages, turn), window) + sizeOf(pick(messages, unit), window);
}

/** User messages in a row, the last of the list. Text that software wrote between them is none of theirs. */
function turnOf(messages: readonly Message[]): number[] {
  const turn: number[] = [];
  let at = messages.findLastIndex(isUser);
  for (; at >= 0; at--) {
    const message = messages[at] as Message;
    if (isUser(message)) turn.unshift(at);
    else if (message.derived !== true) break;
  }
  return turn;
}

function isUser({ role, derived }: Message): boolean {
  return role === 'user' && derived !== true;
}

/** The last message, or the step whose results stand there: from the calls that they answer. */
function newestUnit(messages: readonly Message[]): number[] {
  const last = messages.length - 1;
  const open = new Set<string>();
  let at = last;
  for (; at >= 0; at--) {
    const { role, parts } = messages[at] as Message;
    const calls = parts.flatMap((part) => (part.type === 'tool-call' ? [part.callId] : []));
    for (const part of parts) if (part.type === 'tool-result') open.add(part.callId);
    for (const id of calls) open.delete(id);
    if (role === 'user' || (role !== 'tool' && open.size === 0)) break;
  }
  return Array.from({ length: last - at + 1 }, (_, index) => Math.max(0, at) + index).filter(
    (index) => index <= last,
  );
}

function pick(messages: readonly Message[], indexes: readonly number[]): Message[] {
  return indexes.flatMap((index) => messages[index] ?? []);
}

/** Tokens of pins with the lines around them. */
export function sizeOfPins(words: Iterable<string>): number {
  return [...words].reduce((sum, { length }) => sum + tokens(length + FENCE_CHARACTERS), 0);
}

/** Tokens of messages as they are sent: bulk results as excerpts, reasoning where its turn goes on. */
export function sizeOf(messages: readonly Message[], window: number): number {
  const most = charactersOf(0.25 * window);
  let [characters, results, images] = [messages.length * MESSAGE_CHARACTERS, 0, 0];
  const opens = messages.findLastIndex(({ role }) => role === 'user');
  for (const { parts } of messages.slice(opens + 1))
    for (const part of parts) if (part.type === 'reasoning') characters += part.text.length;
  for (const part of messages.flatMap(({ parts }) => parts)) {
    const length = lengthOf(part);
    images += imagesIn(part);
    if (part.type !== 'tool-result') characters += length;
    else results += length > most ? Math.min(EXCERPT_CHARACTERS, most / 2) : length;
  }
  return tokens(characters + Math.min(results, charactersOf(0.5 * window))) + images * IMAGE_TOKENS;
}

function tokens(characters: number): number {
  return (characters / 3.3) * 1.1;
}

function charactersOf(wanted: number): number {
  return (wanted / 1.1) * 3.3;
}

function lengthOf(part: MessagePart): number {
  switch (part.type) {
    case 'text':
      return part.text.length;
    case 'data':
      return JSON.stringify(part.value).length;
    case 'tool-call':
      return part.name.length + part.callId.length + JSON.stringify(part.input).length;
    case 'tool-result':
      return part.output.reduce((sum, item) => sum + lengthOf(item), part.callId.length);
    default:
      return 0;
  }
}

function imagesIn(part: MessagePart): number {
  if (part.type === 'tool-result') return part.output.reduce((sum, item) => sum + imagesIn(item), 0);
  return part.type === 'file' ? 1 : 0;
}
