/**
 * Secrets that only their name gives away: `password=…`, `"api_key": "…"`, `--token …`, `<password>…</password>`, and
 * the pairs of cookie headers.
 *
 * Invariant: time is linear in the text. A value that is no secret is read again by the names inside it, so what is read
 * for an unquoted one is bounded.
 */
import { HARMLESS_NAME, NAME_ENDING, PASSWORD_NAME, SECRET_NAME } from './detector.data.ts';
import type { SecretSpan } from './spans.ts';
import { isCode, isExample, isPassword, isRandom } from './values.ts';

const ASSIGNMENT = new RegExp(
  `(?<word>${PASSWORD_NAME}|${SECRET_NAME})${NAME_ENDING}(?<close>\\\\{0,4}["'\`]?\\]?)[ \\t]{0,4}(?<sep>=>|:=|[:=](?![:=])|>|[ \\t])[ \\t]{0,4}`,
  'gi',
);
const IS_PASSWORD_NAME = new RegExp(PASSWORD_NAME, 'i');
const COOKIES =
  /(?<![A-Za-z0-9])(?<set>set-)?cookie["'`\]\\]{0,6}[ \t]{0,4}[:=,][ \t]{0,4}["'`\\[]{0,6}(?=[\w.$-]{1,128}=)/gi;
const MAX_NAME_LENGTH = 64;
/** Most of an unquoted value that is judged. */
const MAX_BARE_LENGTH = 256;
/** Most names tried inside one run of characters without a space or a quote. */
const MAX_NAMES_IN_RUN = 16;

interface Named {
  readonly word: string;
  /** The word with what stands before it: `DB_PASSWORD`, `--access-token`. */
  readonly name: string;
  readonly sep: string;
  /** The character before the name. */
  readonly before: string;
  /** The name is one of JSON: the value is data when it is quoted too. */
  readonly inJson: boolean;
  /** A line of an environment file, a field of a query or an element of XML. */
  readonly inData: boolean;
}

interface Value {
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
}

export function findAssignments(text: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  const bareEnd = bareEnds(text);
  let [runEnd, tries] = [-1, 0];
  const names = new RegExp(ASSIGNMENT);
  for (let match = names.exec(text); match !== null; match = names.exec(text)) {
    const named = nameOf(match);
    if (!separates(named) || HARMLESS_NAME.test(named.name)) continue;
    const value = valueAt(text, names.lastIndex, bareEnd);
    if ((named.sep === '=>' && !value.quoted) || (named.sep === '>' && text[value.end] !== '<')) continue;
    const end = value.quoted ? value.end : bareEnd(value.start, Number.POSITIVE_INFINITY);
    if (isSecret(text.slice(value.start, value.end), named, value.quoted)) {
      spans.push({ start: value.start, end, kind: kindOf(named.word) });
      names.lastIndex = end;
    } else if (!value.quoted) {
      tries = end === runEnd ? tries + 1 : 1;
      runEnd = end;
      if (tries === MAX_NAMES_IN_RUN) names.lastIndex = end;
    }
  }
  return spans;
}

/** The values of `Cookie:` (every pair) and `Set-Cookie:` (the first), names left readable. */
export function findCookies(text: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  const headers = new RegExp(COOKIES);
  for (let header = headers.exec(text); header !== null; header = headers.exec(text)) {
    const pair = /[\w.$-]{1,128}=([^;,\s"'`\\]*);?[ \t]*/dy;
    pair.lastIndex = headers.lastIndex;
    for (let found = pair.exec(text); found !== null; found = pair.exec(text)) {
      const [start, end] = found.indices?.[1] ?? [0, 0];
      headers.lastIndex = pair.lastIndex;
      if (isRandom(text.slice(start, end))) spans.push({ start, end, kind: 'cookie' });
      if (header.groups?.set !== undefined) break;
    }
  }
  return spans;
}

function nameOf({ input, index, groups, 0: whole }: RegExpExecArray): Named {
  const { word = '', close = '', sep = '' } = groups ?? {};
  let start = index;
  while (start > 0 && index - start < MAX_NAME_LENGTH && /[\w$.-]/.test(input[start - 1] ?? '')) start--;
  const name = input.slice(start, index + word.length);
  const before = input[start - 1] ?? '';
  const isJson = /["']$/.test(close) && before === close.at(-1) && sep === ':';
  const isEnvironment = word === word.toUpperCase() && whole.endsWith('=');
  const isField = /[?&<]/.test(before) && sep !== ':';
  return { word, name, sep, before, inJson: isJson, inData: isEnvironment || isField };
}

/** A space separates only a flag from its value, `>` only an opening tag. */
function separates({ sep, name, before }: Named): boolean {
  if (sep === '>') return before === '<';
  return /[:=]/.test(sep) || name.includes('--');
}

function isSecret(value: string, { word, inJson, inData }: Named, quoted: boolean): boolean {
  const plainly = inData || (inJson && quoted);
  if (IS_PASSWORD_NAME.test(word)) {
    // The name of the working directory in every shell.
    if (/^pwd$/i.test(word) && /^[/~.]/.test(value)) return false;
    return isPassword(value, plainly) || (quoted && isPhrase(word, value));
  }
  if (/\s/.test(value) || value.length < (quoted || plainly ? 8 : 16)) return false;
  return isRandom(value) && (quoted || !isCode(value));
}

function isPhrase(word: string, value: string): boolean {
  return /^passphrase$/i.test(word) && /^\p{Ll}+(?:[ -]\p{Ll}+){3,}$/u.test(value) && !isExample(value);
}

function kindOf(word: string): string {
  if (IS_PASSWORD_NAME.test(word)) return 'password';
  return /key$/i.test(word) ? 'api-key' : word.toLowerCase();
}

function valueAt(text: string, at: number, bareEnd: (from: number, most: number) => number): Value {
  const open = /\\{0,4}["'`]/y;
  open.lastIndex = at;
  const quote = open.exec(text)?.[0];
  if (quote === undefined) return { start: at, end: bareEnd(at, MAX_BARE_LENGTH), quoted: false };
  const start = at + quote.length;
  const end = closing(text, start, quote);
  return end === undefined
    ? { start, end: bareEnd(start, MAX_BARE_LENGTH), quoted: false }
    : { start, end, quoted: true };
}

/** Where the quote that opened before `start` closes on the same line: behind as many backslashes as it opened with. */
function closing(text: string, start: number, open: string): number | undefined {
  const [escapes, ends] = [open.length - 1, new RegExp(`[\\n${open.at(-1)}]`, 'g')];
  ends.lastIndex = start;
  for (let found = ends.exec(text); found !== null && found[0] !== '\n'; found = ends.exec(text)) {
    let first = found.index;
    while (first > start && text[first - 1] === '\\') first--;
    const slashes = found.index - first;
    if (escapes === 0 ? slashes % 2 === 0 : slashes === escapes) return found.index - escapes;
  }
  return undefined;
}

/** Ends of unquoted values. Names inside one run of characters share its end, so it is looked for once. */
function bareEnds(text: string): (from: number, most: number) => number {
  let [runStart, runEnd] = [0, -1];
  return (from, most) => {
    if (from < runStart || from > runEnd) {
      const ends = /[\s"'`,;&<>|\\]/g;
      ends.lastIndex = from;
      [runStart, runEnd] = [from, ends.exec(text)?.index ?? text.length];
    }
    return Math.min(runEnd, from + most);
  };
}
