/**
 * The lines of an output that say what failed, for an excerpt of a result that is too long to show.
 *
 * Invariant: each is an exact piece of the text (so it can be found and quoted), in order, none twice; linear, also on
 * one line of many megabytes.
 */
import { Closing } from './closing-lines.ts';
import { codeIn } from './exit-codes.ts';
import { FAILURE_NEAR, FAILURE_WORD, HARMLESS } from './failing-lines.data.ts';
import { type Line, linesOf, withoutEscapes } from './lines.ts';

/** Longest line of an excerpt, in UTF-16 code units. */
export const MAX_FAILING_LINE = 300;

/** Closing lines kept beside the failures. */
const CLOSING = 3;
/** A line longer than this is looked at around what says failure, not from its beginning. */
const LONG = 400;
const BEFORE = 80;

interface Found {
  readonly place: number;
  readonly text: string;
}

export function failingLines(text: string, limit: number): readonly string[] {
  const most = Number.isFinite(limit) ? Math.max(0, Math.floor(limit)) : 0;
  const failures: Found[] = [];
  const closings = { failed: [] as Found[], passed: [] as Found[] };
  const seen = new Set<string>();
  const closing = new Closing(true);
  let place = 0;
  for (const line of linesOf(text))
    for (const piece of piecesOf(line)) {
      place++;
      const says = closing.read(piece);
      if (says) {
        closings[says].push({ place, text: excerpt(piece.raw, 0) });
        if (closings[says].length > CLOSING) closings[says].shift();
      } else if (failures.length < most) {
        const at = failureIn(piece.text);
        const found = at < 0 ? '' : excerpt(piece.raw, at);
        if (found === '' || seen.has(found)) continue;
        seen.add(found);
        failures.push({ place, text: found });
      }
    }
  // Where the run passed after all its pass is shown, beside what says that something else failed.
  const says = closing.says();
  const shown = says ? closings[says].slice(0, most) : [];
  const lines = [...failures.slice(0, most - shown.length), ...shown].sort(
    (one, other) => one.place - other.place,
  );
  return [...new Set(lines.map((line) => line.text))];
}

/** JSON on one line holds the lines of an output behind `\n`; anything else is one piece. */
function piecesOf(line: Line): readonly Line[] {
  if (line.raw.length <= LONG || !line.raw.includes('\\n')) return [line];
  return line.raw
    .split('\\n')
    .map((raw, index) => ({ raw, text: withoutEscapes(raw).trim(), begins: index > 0 || line.begins }));
}

/** Where a line says that something failed; -1 when it does not. */
function failureIn(text: string): number {
  const at = text.search(FAILURE_WORD);
  if (at >= 0) return HARMLESS.test(text) ? -1 : at;
  return FAILURE_NEAR.test(text) || (codeIn(text) ?? 0) > 0 ? 0 : -1;
}

/** A bounded piece of a line, from its beginning or around `at`. */
function excerpt(line: string, at: number): string {
  const text = line.trim();
  const start = text.length > LONG && at > MAX_FAILING_LINE / 2 ? at - BEFORE : 0;
  let from = start;
  let end = Math.min(text.length, start + MAX_FAILING_LINE);
  if (isLow(text, from)) from++;
  if (end < text.length && isLow(text, end)) end--;
  return text.slice(from, end).trim();
}

/** Second half of a pair: no cut may stand before it. */
function isLow(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  const before = at > 0 ? text.charCodeAt(at - 1) : 0;
  return unit >= 0xdc00 && unit <= 0xdfff && before >= 0xd800 && before <= 0xdbff;
}
