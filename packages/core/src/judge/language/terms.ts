/**
 * The terms of a text, by which code tells whether two texts speak of the same thing.
 *
 * Invariant: what is in a term is decided by its form alone, so the same bytes give the same terms everywhere.
 */
import { fold, SPACELESS } from './sentences.ts';
import { STOP_WORDS } from './stop-words.data.ts';

export interface Terms {
  /** Identifiers, paths, addresses and quoted strings: one in common is enough. */
  readonly strong: ReadonlySet<string>;
  /** Words, versions, numbers with their unit; of scripts without spaces, pairs of signs. */
  readonly words: ReadonlySet<string>;
}

const LONGEST_TERM = 2048;
const SHORTEST_WORD = 4;

const QUOTED =
  /"([^"\n]{2,200})"|“([^“”\n]{2,200})”|„([^„“”\n]{2,200})[“”]|«([^«»\n]{2,200})»|「([^「」\n]{2,200})」|『([^『』\n]{2,200})』|`([^`\n]{2,200})`|(?<![\p{L}\p{N}])['‘]([^'’\n]{2,200})['’](?![\p{L}\p{N}])/gu;
const TOKEN = /[^\s"'`“”„«»「」『』‘’<>()[\]{},;|…。、，；：！？（）]+/gu;
const RUN: RegExp = new RegExp(
  `[\\p{Script=Han}]+|[\\p{Script=Katakana}ー]+|\\p{Script=Hangul}+|((?:(?![${SPACELESS}])[\\p{L}\\p{M}])+)`,
  'gu',
);

const IDENTIFIERS: readonly RegExp[] = [
  /^\p{L}[\p{L}\p{N}]*\p{Ll}\p{Lu}/u, // camelCase
  /[\p{L}\p{N}]_+[\p{L}\p{N}]|^__?\p{L}/u, // snake_case
  /^(?=[^-]*-)(?=\D*\d)\p{L}[\p{L}\p{N}_-]*$/u, // kebab with digits, ABC-12
  /^#\d{1,9}$/,
  /^--\p{L}/u,
  /^(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,64}$/i, // a commit
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  /^[^@]+@[^@]+\.\p{L}+$/u,
];
const DOTTED = /^[\p{L}_$][\p{L}\p{N}_$-]*(?:\.[\p{L}\p{N}_$-]+)*\.[\p{L}_$][\p{L}\p{N}_$-]*$/u;
const SCHEME = /^[a-z][a-z0-9+.-]{1,15}:\/\/|^www\./i;
const ROOTED = /^(?:~|\.{1,2}|@[\w.-]+|[A-Za-z]:)?[\\/]/;

/** Attached to its number or one space behind it. The longest come first. */
const UNITS =
  `milliseconds?|seconds?|minutes?|hours?|days?|weeks?|months?|years?|bytes?|percent|tokens?|euros?|dollars?|pixels?|
  sekunden?|minuten?|stunden?|tage?n?|wochen?|monate?n?|jahre?n?|prozent|secondes?|heures?|jours?|semaines?|mois|ans|
  segundos?|minutos?|horas?|d[ií]as?|semanas?|meses|mes|a[ñn]os?|secondi|minuti|ore|giorni|settimane|mesi|anni|
  sec|min|hrs?|ms|µs|ns|kib|mib|gib|kb|mb|gb|tb|px|rem|em|km|cm|mm|kg|mg|ml|kwh|kw|khz|mhz|ghz|hz|rpm|rps|eur|usd|gbp|chf|
  %|€|\\$|£|¥|°c|°f|s|h|d|m|g|l|b|k|x|v|w|秒|分|時間|小时|日|天|円|元|초|분|시간|원`.replaceAll(/\s/g, '');
const NUMBER: RegExp = new RegExp(
  `(?<![\\p{L}\\p{N}.,])(?:([€$£¥])\\s?)?(v?)(\\d{1,15}(?:[.,:]\\d{1,9}){0,4})(?:[\\s-]?(${UNITS})(?![\\p{L}\\p{N}])|(-[0-9A-Za-z.]{1,32})?)`,
  'giu',
);
const UNIT_WORD: RegExp = new RegExp(`^(?:${UNITS})$`, 'iu');
const STOP = new Set(Object.values(STOP_WORDS.words).flatMap((words) => words.split(/\s+/)));

export function termsOf(text: string): Terms {
  const strong = new Set<string>();
  const words = new Set<string>();
  for (const match of text.matchAll(QUOTED)) {
    const quoted = match.slice(1).find((group) => group !== undefined) ?? '';
    if (/[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(quoted)) strong.add(folded(quoted.trim()));
  }
  for (const match of text.matchAll(TOKEN)) {
    const called = text.startsWith('()', match.index + match[0].length);
    const token = match[0].length > LONGEST_TERM ? '' : strip(match[0]);
    if (isStrong(token) || (called && /^[\p{L}_$]/u.test(token))) strong.add(folded(token));
  }
  for (const match of text.matchAll(NUMBER)) addNumber(match, words);
  for (const match of text.matchAll(RUN)) {
    if (match[1] === undefined) addPairs(match[0], words);
    else if (isWord(match[0])) words.add(fold(match[0]));
  }
  return { strong, words };
}

/** Whether two texts have one strong term in common, or two words. */
export function shareTerm(a: Terms, b: Terms): boolean {
  return common(a.strong, b.strong, 1) || common(a.words, b.words, 2);
}

function common(a: ReadonlySet<string>, b: ReadonlySet<string>, wanted: number): boolean {
  const [few, many] = a.size <= b.size ? [a, b] : [b, a];
  let found = 0;
  for (const term of few) if (many.has(term) && ++found === wanted) return true;
  return false;
}

function isStrong(token: string): boolean {
  if (token.length < 2 || !/[\p{L}\p{N}]/u.test(token)) return false;
  if (SCHEME.test(token) || isPath(token)) return true;
  if (IDENTIFIERS.some((form) => form.test(token))) return true;
  // "e.g" and "p.m" have the form of a dotted name, but no part that is longer than a letter.
  return DOTTED.test(token) && token.split('.').some((part) => part.length > 1 && !/^\d+$/.test(part));
}

/** A single slash between plain words, as in "and/or", makes no path. */
function isPath(token: string): boolean {
  const parts = token.split(/[\\/]/);
  if (parts.length < 2 || !/\p{L}[^\\/]*\p{L}/u.test(token)) return false;
  return ROOTED.test(token) || parts.length > 2 || token.includes('\\') || /[._]|\d-|-\d/.test(token);
}

/** The marks of the sentence around a token; a slash or two dots at its front belong to a path. */
function strip(token: string): string {
  const end = token.length - (/[.:,\-–—=&?!*]{0,64}$/.exec(token)?.[0].length ?? 0);
  const front = /^(?:[:=&–—+*?!]|-(?!-\p{L})|\.(?![./\\]|\p{L})){0,64}/u.exec(token)?.[0].length ?? 0;
  return token.slice(Math.min(front, end), end);
}

function addNumber(match: RegExpMatchArray, words: Set<string>): void {
  const [, currency, v, number = '', unit, suffix] = match;
  if (currency !== undefined || unit !== undefined) words.add(folded(`${number}${unit ?? currency}`));
  else if (v !== '' || number.includes('.')) words.add(folded(number + (suffix ?? '').replace(/[.-]+$/, '')));
}

function isWord(run: string): boolean {
  if (run.length > LONGEST_TERM) return false;
  const word = fold(run);
  return word.length >= SHORTEST_WORD && !STOP.has(word) && !UNIT_WORD.test(word);
}

function addPairs(run: string, words: Set<string>): void {
  let before = '';
  for (const sign of run) {
    const pair = before + sign;
    if (before !== '' && !STOP.has(pair) && !isFiller(before) && !isFiller(sign)) words.add(pair);
    before = sign;
  }
}

function isFiller(sign: string): boolean {
  return STOP_WORDS.signs.includes(sign);
}

/** As {@link fold}, but whole: two long addresses may differ at their end only. */
function folded(term: string): string {
  return (term.length > 512 ? term : term.normalize('NFC')).toLowerCase();
}
