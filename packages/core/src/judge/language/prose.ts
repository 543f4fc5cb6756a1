/**
 * What a person says in a message, without what it only shows: code, logs, configurations, quoted words.
 *
 * Invariant: a message that is nothing but code or a quotation is itself what is said.
 */

/** Stands where something shown was: one word, so that the words around it keep their distance. */
export const SHOWN = ' q ';

/** Code or a quotation inside a line. What also serves as an apostrophe quotes only at the edges of words. */
const QUOTED: RegExp = new RegExp(
  [
    '`[^`]{0,240}`',
    '"[^"]{1,240}"',
    '“[^“”]{1,240}”',
    '„[^„“”]{1,240}[“”]',
    '«[^«»]{1,240}»',
    '»[^«»]{1,240}«',
    '「[^「」]{1,240}」',
    '『[^『』]{1,240}』',
    "(?<![\\p{L}\\p{N}])(?:'(?:[^']|(?<=\\p{L})'(?=\\p{L})){1,240}'|‘(?:[^‘’]|(?<=\\p{L})’(?=\\p{L})){1,240}’)(?![\\p{L}\\p{N}])",
  ].join('|'),
  'gu',
);

const LOG_LINE =
  /^\s{0,8}(?:\[?\d{4}-\d\d-\d\d[T ]|\[?\d\d:\d\d:\d\d|\[?(?:ERROR|WARN|WARNING|INFO|DEBUG|FATAL|TRACE)\b|at \S{1,80} ?\(|\$ \S)/;
const CODE_LINE =
  /^\s{0,16}(?:\/\/|#include|import |const |let |var |def |return\b|function )|[{}]\s{0,4}$|^\s{0,16}[{}]|===|!==|\)\s?\{|[)=][^ ]{0,40};\s{0,4}$/;
/** A key with a value of one word; two such lines in a row are a configuration. */
const CONFIG_LINE = /^\s{0,16}(?:- )?[a-z][\w.-]{0,60}:(?:\s\S{0,200})?$/;

export function proseOf(text: string): string {
  const said = withoutShown(text);
  return /[\p{L}\p{N}]/u.test(said.replaceAll(SHOWN, ' ')) ? said : text;
}

function withoutShown(text: string): string {
  const kept: string[] = [];
  let fenced: string[] | undefined;
  let fence = '';
  const lines = text.split(/\r?\n/);
  for (const [at, line] of lines.entries()) {
    const mark = /^\s{0,8}(```|~~~)/.exec(line)?.[1];
    if (fenced === undefined && mark !== undefined) {
      fence = mark;
      fenced = [];
    } else if (fenced !== undefined && mark === fence) fenced = undefined;
    else if (fenced !== undefined) fenced.push(line);
    else if (!isShown(line, lines[at - 1], lines[at + 1])) kept.push(line.replace(QUOTED, SHOWN));
  }
  // A fence that nobody closed hides nothing.
  return [...kept, ...(fenced ?? [])].join('\n');
}

function isShown(line: string, before = '', after = ''): boolean {
  if (/^\s{0,8}>/.test(line) || LOG_LINE.test(line) || CODE_LINE.test(line)) return true;
  return CONFIG_LINE.test(line) && (CONFIG_LINE.test(before) || CONFIG_LINE.test(after));
}
