/**
 * An excerpt in the place of a bulk result (C8): how large it is, its beginning and end, the lines that failed, and the
 * handle of the whole. Bounded, and the same for the same result in every call.
 */
import { failingLines } from '../judge/check/failing-lines.ts';
import { grouped, head, lastPart, oneLine } from './one-line.ts';

const FAILING_LINES = 12;
const END_SHARE = 0.3;
const FAILED = '[lines that say what failed, or how it ended]';
/** Characters of the lines between. */
const FRAME = 110;
/** A bulk result stands in the list call after call: so many excerpts are kept, of texts no longer than this. */
const KEPT = 8;
const KEPT_CHARACTERS = 4_000_000;

interface Kept {
  readonly text: string;
  readonly handle: string;
  readonly characters: number;
  readonly excerpt: string;
}

const kept: Kept[] = [];

/** @param characters most code units it may take, from about 400 */
export function excerptOf(text: string, handle: string, characters: number): string {
  const known = kept.find(
    (one) => one.handle === handle && one.characters === characters && one.text === text,
  );
  if (known) return known.excerpt;
  const excerpt = made(text, handle, characters);
  if (text.length <= KEPT_CHARACTERS) kept.unshift({ text, handle, characters, excerpt });
  kept.length = Math.min(kept.length, KEPT);
  return excerpt;
}

function made(text: string, handle: string, characters: number): string {
  const begins = `[${handle}: ${grouped(text.length)} characters, shown in part; the whole is kept and can be read by its handle]`;
  const left = Math.max(0, characters - begins.length - FRAME);
  const end = Math.floor(left * END_SHARE);
  const width = Math.floor((left - 2 * end) / FAILING_LINES) - 3;
  const lines = width > 0 ? failingLines(text, FAILING_LINES).map((line) => head(oneLine(line), width)) : [];
  return [
    begins,
    head(text, end),
    `[… ${grouped(Math.max(0, text.length - 2 * end))} characters are not shown here …]`,
    ...(lines.length > 0 ? [FAILED, ...lines.map((line) => `| ${line}`)] : []),
    lastPart(text, end),
  ].join('\n');
}
