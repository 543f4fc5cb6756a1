/**
 * One pin as text: fenced and whole, fenced and shortened, or a line of the index.
 *
 * Invariant: a fence carries the pin's id and length, which its author cannot know, so its text is never escaped (C7).
 */
import type { Fact } from '../ledger/fact.ts';
import { grouped, head, lastPart, oneLine, shortened } from './one-line.ts';

/** A pin with what is needed to show it. */
export interface PinText {
  readonly fact: Fact;
  readonly entry: number;
  readonly text: string;
  /** Who said it: the authority of the entry. */
  readonly from: string;
  /** Sequence of the event by which the application changed it later. */
  readonly changedIn?: number;
}

export type Shown = 'full' | 'shortened' | 'indexed' | 'repeated' | 'retired' | 'erased';

export interface ShownPin extends PinText {
  readonly shown: Shown;
}

export interface PinLayout {
  /** Characters that are worth one token, to cut what is shortened. */
  readonly charactersPerToken: number;
  /** What an entry is called: `e12`. */
  readonly nameOf: (entry: number) => string;
}

/** Tokens kept at each end of a shortened rule. */
export const SHORTENED_END = 500;
export const INDEX_CHARACTERS = 80;
export const FENCE_DIGITS = 16;
/** Other places of the same words that are named. */
const MAX_REPEATS = 8;

export function isAnswered({ fact }: PinText): boolean {
  return fact.pin?.answered !== undefined;
}

/** @param also entries that say the same */
export function fenced(pin: ShownPin, also: readonly number[], layout: PinLayout): string {
  const { fact, entry, text, from, shown } = pin;
  const { charactersPerToken, nameOf } = layout;
  const id = (fact.pin?.content ?? '').slice(0, FENCE_DIGITS);
  const marks = [
    nameOf(entry),
    from,
    `${grouped(text.length)} characters`,
    ...repeatNote(also, layout),
    ...noteOf(pin),
    id,
  ];
  const body =
    shown === 'shortened' ? ends(text, Math.floor(SHORTENED_END * charactersPerToken), nameOf(entry)) : text;
  return `[${marks.join(' · ')}]\n${body}\n[end of ${nameOf(entry)} · ${id}]`;
}

/** @param also entries that say the same */
export function indexLine(pin: ShownPin, also: readonly number[], layout: PinLayout): string {
  const { fact, entry, text, from, shown } = pin;
  const name = layout.nameOf(entry);
  if (shown === 'erased') return `- ${name} · ${from} · erased`;
  const by = fact.retiredBy === undefined ? 'by the application' : `by e${fact.retiredBy}`;
  const what = shown === 'retired' ? `retired ${by}` : 'read before relying on it';
  const beginning = shortened(oneLine(text), INDEX_CHARACTERS);
  const size = `${grouped(text.length)} characters`;
  return `- ${[name, from, size, ...repeatNote(also, layout), beginning, what].join(' · ')}`;
}

function repeatNote(also: readonly number[], { nameOf }: PinLayout): string[] {
  if (also.length === 0) return [];
  const more = also.length - MAX_REPEATS;
  const names = also.slice(0, MAX_REPEATS).map(nameOf).join(', ');
  return [`also said in ${names}${more > 0 ? ` and ${grouped(more)} more` : ''}`];
}

function noteOf({ fact, changedIn }: ShownPin): string[] {
  const { pin, contestedBy = [], contestedIn = [] } = fact;
  const rules = pin?.class === 'standing' && pin.answered !== undefined;
  const asked = pin?.asked !== undefined && pin.answered === undefined;
  const open = pin?.announced !== undefined && pin.answered === undefined;
  const doubts = [...contestedIn.map((seq) => `e${seq}`), ...contestedBy.map((handle) => `f${handle}`)];
  return [
    ...(rules ? [`its task was answered in e${pin.answered}; its rules stand`] : []),
    ...(open ? [`e${pin?.announced} announced it; nothing here shows that it was done`] : []),
    ...(pin?.replies === undefined ? [] : [`replies to e${pin.replies}`]),
    ...(changedIn === undefined ? [] : [`changed by the application in e${changedIn}`]),
    ...(asked ? [`e${pin?.asked} answered with a question`] : []),
    ...(doubts.length > 0 ? [`maybe changed by ${doubts.join(', ')}`] : []),
  ];
}

/** Its beginning and its end, and how much of it stands between them. */
export function ends(text: string, length: number, name: string): string {
  const left = text.length - 2 * length;
  return `${head(text, length)}\n[${grouped(left)} characters of ${name} are not shown here]\n${lastPart(text, length)}`;
}
