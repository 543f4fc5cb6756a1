/**
 * An excerpt in the place of a bulk result (C8): how large it is, its beginning and end, the lines that failed, and the
 * handle of the whole. Bounded, and the same for the same result in every call.
 */
import { failingLines } from '../judge/check/failing-lines.ts';
import { grouped, head, lastPart, oneLine } from './one-line.ts';

const FAILING_LINES = 12;
const END_SHARE = 0.3;

/** @param characters most code units it may take, about */
export function excerptOf(text: string, handle: string, characters: number): string {
  const end = Math.floor(characters * END_SHARE);
  const lines = failingLines(text, FAILING_LINES).map(
    (line) => `| ${oneLine(head(line, Math.ceil(end / 4)))}`,
  );
  return [
    `[${handle}: ${grouped(text.length)} characters, shown in part; the whole is kept and can be read by its handle]`,
    head(text, end),
    `[… ${grouped(Math.max(0, text.length - 2 * end))} characters are not shown here …]`,
    ...(lines.length > 0 ? ['[lines that say what failed, or how it ended]', ...lines] : []),
    lastPart(text, end),
  ].join('\n');
}
