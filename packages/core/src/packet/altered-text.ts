/**
 * What the application changed or put in after it was recorded, behind the pins: fenced like them, and told for what it
 * is. The latest form of one message is shown; long ones are cut to their two ends.
 */
import { grouped } from './one-line.ts';
import { ends, FENCE_DIGITS } from './pin-text.ts';

export interface AlteredText {
  readonly entry: number;
  readonly about: number | null;
  readonly from: string;
  readonly text: string;
  readonly content: string;
}

const TITLE =
  'Changed or put in by the application after it was recorded; where it changes a message above, this form counts:';
const MOST_CHARACTERS = 2_000;

/** Empty where there is none. */
export function alteredText(all: readonly AlteredText[]): string {
  const latest = new Map(all.map((one) => [one.about ?? -one.entry, one]));
  return latest.size === 0 ? '' : [TITLE, ...[...latest.values()].map(fenced)].join('\n\n');
}

function fenced({ entry, about, from, text, content }: AlteredText): string {
  const id = content.slice(0, FENCE_DIGITS);
  const words = text.length > MOST_CHARACTERS ? ends(text, MOST_CHARACTERS / 2, `e${entry}`) : text;
  const what = about === null ? 'put in' : `changes e${about}`;
  return `[e${entry} · ${from} · ${what} · ${grouped(text.length)} characters · ${id}]\n${words}\n[end of e${entry} · ${id}]`;
}
