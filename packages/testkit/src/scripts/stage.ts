/**
 * What an operation of a random script is given, and where in the conversation it may take place.
 *
 * Invariant: a place is offered only where the rules leave one outcome; operations.ts lists what is left out.
 */
import type { Conversation, Path } from './builder.ts';
import { wordingOf } from './parts.ts';
import type { CallOptions, Utterance } from './recording.ts';

/** A number from 0 to below `below`. */
export type Draw = (below: number) => number;

export interface Stage {
  readonly conversation: Conversation;
  readonly draw: Draw;
  /** A text that was never said before, odd characters included. */
  readonly fresh: (prefix: string) => string;
  readonly freshCallId: () => string;
  readonly hasReusedCallIds: boolean;
}

export function anyProcess({ draw }: Stage): CallOptions {
  return { process: draw(2) };
}

export function oneOf<T>({ draw }: Stage, choices: readonly T[]): T {
  return choices[draw(choices.length)] as T;
}

/** Places of user messages that may be edited. */
export function editable({ conversation: { path } }: Stage): number[] {
  return turnStartsOf(path).filter((place) => place > 0 && mayForkAt(path, place - 1));
}

/** Whether what a rewriting left on record is certain to stand before this place. */
export function mayForkAt({ rewrittenAt }: Path, place: number): boolean {
  return rewrittenAt === 0 || place > rewrittenAt;
}

export function turnStarts({ conversation: { path } }: Stage): number[] {
  return turnStartsOf(path);
}

/** The newest message is on record, so that a list with gaps ends where its path ends. */
export function mayHaveGaps({ conversation: { path }, hasReusedCallIds }: Stage): boolean {
  const last = path.list.at(-1);
  return last !== undefined && isOnRecord(last) && path.rewrittenAt === 0 && !hasReusedCallIds;
}

/** Texts of the user all of whose messages stand on the current path. */
export function repeatable({ conversation: { path, paths } }: Stage): string[] {
  const questions = (list: readonly Utterance[]): Utterance[] =>
    list.filter(({ form, parts }) => form.role === 'user' && parts.length > 0);
  const elsewhere = new Set(
    paths.flatMap(({ list }) => questions(list).filter((said) => !path.list.includes(said))).flatMap(wording),
  );
  return [...new Set(questions(path.list).flatMap(wording))].filter((words) => !elsewhere.has(words));
}

/** Places of settled answers without calls that stand between others and on the current path only. */
export function revisable({ conversation: { path, paths } }: Stage): number[] {
  const isShared = (said: Utterance): boolean =>
    paths.some((other) => other !== path && other.list.includes(said));
  return places(path.list, (said, place) => {
    const isPlain = said.parts.length > 0 && said.parts.every(({ type }) => type === 'text');
    const isAsSaid = wordingOf(said.form.parts).join('\n') === wording(said).join('\n');
    const isBetween = place < path.list.length - 1;
    return (
      said.form.role === 'assistant' && isPlain && isAsSaid && isBetween && isMatched(said) && !isShared(said)
    );
  });
}

/** Places where a user message follows another message, both said and handed over before. */
export function insertable({ conversation: { path } }: Stage): number[] {
  return turnStartsOf(path).filter((place) => {
    const before = path.list[place - 1];
    return before !== undefined && isMatched(before) && isMatched(path.list[place] as Utterance);
  });
}

function turnStartsOf({ list }: Path): number[] {
  return places(list, (said) => said.form.role === 'user' && said.parts.length > 0 && isOnRecord(said));
}

function places(list: readonly Utterance[], suits: (said: Utterance, place: number) => boolean): number[] {
  return list.flatMap((said, place) => (suits(said, place) ? [place] : []));
}

function wording({ parts }: Utterance): string[] {
  return wordingOf(parts);
}

function isOnRecord({ recorded, parts }: Utterance): boolean {
  return recorded === parts.length;
}

/** It was handed over before and holds something. */
function isMatched(said: Utterance): boolean {
  return said.handed !== undefined && said.parts.some((part) => part.type !== 'text' || part.text !== '');
}
