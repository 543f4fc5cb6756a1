/**
 * The opener and the pins: the first message behind the header, in the user role, because it holds what people wrote.
 *
 * Invariants: the opener is constant and holds nothing derived; a pin stands between fences that carry its id and
 * length, which its author cannot know, so its text is never escaped (C7).
 */
import { grouped, head, lastPart, oneLine, shortened } from './one-line.ts';
import { isAnswered, SHORTENED_END, type ShownPin } from './show-pins.ts';

export const OPENER: string = [
  'The beginning of this conversation is not repeated here. What people and the application wrote in it stands below,',
  'word for word, each message between two lines in square brackets that name its entry. It stays in force as it was',
  'written. A record of the work done meanwhile follows; it was made from the entries it names and was not written by',
  'anybody here.',
].join(' ');

const ANSWERED =
  'Answered earlier; do not act on these again. They stand here because they were said, not because they are open:';
const INDEXED = 'Not shown in full here. Read the entry before relying on it:';
const INDEX_CHARACTERS = 80;
const FENCE_DIGITS = 16;

export interface PinLayout {
  /** Characters that are worth one token, to cut what is shortened. */
  readonly charactersPerToken: number;
  /** What an entry is called: `e12`. */
  readonly nameOf: (entry: number) => string;
}

export function openerText(pins: readonly ShownPin[], layout: PinLayout): string {
  const inForce = pins.filter((pin) => isWhole(pin) && !isDone(pin));
  const done = pins.filter((pin) => isWhole(pin) && isDone(pin));
  const lines = pins.filter(({ shown }) => shown === 'indexed' || shown === 'retired' || shown === 'erased');
  const repeats = repeatsOf(pins);
  return [
    OPENER,
    ...inForce.map((pin) => fenced(pin, repeats, layout)),
    ...(done.length > 0 ? [ANSWERED, ...done.map((pin) => fenced(pin, repeats, layout))] : []),
    ...(lines.length > 0 ? [[INDEXED, ...lines.map((pin) => indexLine(pin, layout))].join('\n')] : []),
  ].join('\n\n');
}

function isWhole({ shown }: ShownPin): boolean {
  return shown === 'full' || shown === 'shortened';
}

/** An answered request; a rule stands on, answered or not. */
function isDone(pin: ShownPin): boolean {
  return pin.fact.pin?.class === 'request' && isAnswered(pin);
}

function repeatsOf(pins: readonly ShownPin[]): ReadonlyMap<string, readonly number[]> {
  const repeats = new Map<string, number[]>();
  for (const { shown, fact, from, entry } of pins) {
    const key = `${from} ${fact.pin?.content}`;
    if (shown === 'repeated') repeats.set(key, [...(repeats.get(key) ?? []), entry]);
  }
  return repeats;
}

function fenced(
  pin: ShownPin,
  repeats: ReadonlyMap<string, readonly number[]>,
  { charactersPerToken, nameOf }: PinLayout,
): string {
  const { fact, entry, text, from, shown } = pin;
  const id = (fact.pin?.content ?? '').slice(0, FENCE_DIGITS);
  const also = repeats.get(`${from} ${fact.pin?.content}`) ?? [];
  const marks = [
    nameOf(entry),
    from,
    `${grouped(text.length)} characters`,
    ...(also.length > 0 ? [`said too as ${also.map(nameOf).join(', ')}`] : []),
    ...noteOf(pin),
    id,
  ];
  const body =
    shown === 'shortened' ? ends(text, Math.floor(SHORTENED_END * charactersPerToken), nameOf(entry)) : text;
  return `[${marks.join(' · ')}]\n${body}\n[end of ${nameOf(entry)} · ${id}]`;
}

function noteOf({ fact }: ShownPin): string[] {
  const { pin, contestedBy = [], contestedIn = [] } = fact;
  const rules = pin?.class === 'standing' && pin.answered !== undefined;
  const doubts = [...contestedIn.map((seq) => `e${seq}`), ...contestedBy.map((handle) => `f${handle}`)];
  return [
    ...(rules ? [`its task was answered in e${pin.answered}; its rules stand`] : []),
    ...(doubts.length > 0 ? [`maybe changed by ${doubts.join(', ')}`] : []),
  ];
}

function ends(text: string, length: number, name: string): string {
  const left = text.length - 2 * length;
  return `${head(text, length)}\n[${grouped(left)} characters of ${name} are not shown here]\n${lastPart(text, length)}`;
}

function indexLine({ fact, entry, text, from, shown }: ShownPin, { nameOf }: PinLayout): string {
  const name = nameOf(entry);
  if (shown === 'erased') return `- ${name} · ${from} · erased`;
  const by = fact.retiredBy === undefined ? 'by the application' : `by e${fact.retiredBy}`;
  const what = shown === 'retired' ? `retired ${by}` : 'read before relying on it';
  return `- ${name} · ${from} · ${grouped(text.length)} characters · ${shortened(oneLine(text), INDEX_CHARACTERS)} · ${what}`;
}
