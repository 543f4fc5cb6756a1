/**
 * Spans of secrets, and the placeholders that stand for hidden ones.
 *
 * Invariant: whatever a redactor hands over leaves here ascending, apart, inside the text and never through the middle
 * of a character. What cannot be read is read as more text, never as less: too much hidden is no leak.
 */

export interface SecretSpan {
  /** Offsets are UTF-16 code units; `end` is the first one after the secret. */
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}

/** Stands for each code unit of a placeholder while a text is searched: no letter, digit, space, quote or bracket. */
export const MASK = '\uFFFC';

const MAX_KIND_LENGTH = 24;
const PLACEHOLDER = /\[secret:[a-z0-9-]{1,24}:([1-9]\d{0,8})\]/g;
/** Values shorter than this occur by chance; longer than the maximum, a search for them is not linear in V8. */
const ECHO_LENGTHS = { min: 8, max: 250 };
/** Most values of one text that are looked for elsewhere in it, so that the search stays linear. */
const MAX_ECHOES = 64;

export function placeholder(kind: string, number: number): string {
  return `[secret:${kind}:${number}]`;
}

/** The text at its full length, with the placeholders of an earlier run made unreadable. */
export function maskPlaceholders(text: string): string {
  return text.includes('[secret:') ? text.replace(PLACEHOLDER, (found) => MASK.repeat(found.length)) : text;
}

/** Numbers values in the order in which they are asked for; the numbers of placeholders in `text` are taken. */
export function numbering(text: string): (value: string) => number {
  const taken = new Set(Array.from(text.matchAll(PLACEHOLDER), ([, number]) => Number(number)));
  const numbers = new Map<string, number>();
  let last = 0;
  return (value) => {
    const known = numbers.get(value);
    if (known !== undefined) return known;
    do last++;
    while (taken.has(last));
    numbers.set(value, last);
    return last;
  };
}

/** Makes spans of what a redactor found in `text`: clamped, sorted, those that overlap made one. */
export function orderSpans(found: readonly SecretSpan[], text: string): SecretSpan[] {
  const spans = found.map((span) => readSpan(span, text)).filter(({ start, end }) => start < end);
  spans.sort((a, b) => a.start - b.start || b.end - a.end);
  const apart: SecretSpan[] = [];
  for (const span of spans) {
    const before = apart.at(-1);
    if (before === undefined || before.end <= span.start) apart.push(span);
    else if (before.end < span.end) apart[apart.length - 1] = { ...before, end: span.end };
  }
  return apart;
}

/** Where the found values stand: a password is as secret in the line after its assignment. */
export function echoesOf(spans: readonly SecretSpan[], text: string): SecretSpan[] {
  const kinds = new Map<string, string>();
  for (const { start, end, kind } of spans) {
    if (kinds.size >= MAX_ECHOES) break;
    if (end - start < ECHO_LENGTHS.min || end - start > ECHO_LENGTHS.max) continue;
    const value = text.slice(start, end);
    if (!value.includes(MASK) && !kinds.has(value)) kinds.set(value, kind);
  }
  const echoes: SecretSpan[] = [];
  for (const [value, kind] of kinds)
    for (let start = text.indexOf(value); start >= 0; start = text.indexOf(value, start + value.length))
      echoes.push({ start, end: start + value.length, kind });
  return echoes;
}

/** The text with something else in place of each span. Spans must be in order. */
export function replaceSpans(
  text: string,
  spans: readonly SecretSpan[],
  replacement: (span: SecretSpan) => string,
): string {
  const parts: string[] = [];
  let at = 0;
  for (const span of spans) {
    parts.push(text.slice(at, span.start), replacement(span));
    at = span.end;
  }
  return parts.join('') + text.slice(at);
}

/** The spans without the parts that are masked: those are hidden already. Spans must be in order. */
export function cutMasked(spans: readonly SecretSpan[], masked: string): SecretSpan[] {
  if (!masked.includes(MASK)) return [...spans];
  return spans.flatMap(({ start, end, kind }) => {
    const open = masked.slice(start, end).matchAll(/[^\uFFFC]+/g);
    return Array.from(open, ({ index, 0: part }) => ({
      start: start + index,
      end: start + index + part.length,
      kind,
    }));
  });
}

function readSpan(span: SecretSpan, text: string): SecretSpan {
  const [a, b] = [offset(span.start, 0, text), offset(span.end, text.length, text)];
  let [start, end] = [Math.floor(Math.min(a, b)), Math.ceil(Math.max(a, b))];
  if (start < end) {
    if (insidePair(text, start)) start--;
    if (insidePair(text, end)) end++;
  }
  return { start, end, kind: readKind(span.kind) };
}

function offset(value: unknown, otherwise: number, text: string): number {
  return typeof value === 'number' && !Number.isNaN(value)
    ? Math.min(Math.max(value, 0), text.length)
    : otherwise;
}

function insidePair(text: string, at: number): boolean {
  return /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(at - 1, at + 1));
}

function readKind(kind: unknown): string {
  if (typeof kind !== 'string') return 'secret';
  const plain = kind
    .slice(0, 4 * MAX_KIND_LENGTH)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  return plain.replace(/^-/, '').slice(0, MAX_KIND_LENGTH).replace(/-$/, '') || 'secret';
}
