/**
 * Text of others inside our own lines: one line each, control characters shown, so that nothing can imitate the
 * packet's structure (C7).
 */

/** Line ends become `⏎`, whatever else is not to be seen its code, lone surrogates U+FFFD. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n|[\n\r\u2028\u2029]/g, ' ⏎ ')
    .replace(/\t/g, ' ')
    .replace(UNSEEN, (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);
}

/** Control characters, and what is drawn as nothing or turns the writing round: bidirectional marks, joiners, tags. */
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** At most that many code units, cut at no half of a character, with an ellipsis where something is missing. */
export function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${head(text, length - 1)}…`;
}

export function head(text: string, length: number): string {
  return isHighSurrogate(text.charCodeAt(length - 1)) ? text.slice(0, length - 1) : text.slice(0, length);
}

export function lastPart(text: string, length: number): string {
  const from = text.length - length;
  return from > 0 && isLowSurrogate(text.charCodeAt(from))
    ? text.slice(from + 1)
    : text.slice(Math.max(0, from));
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

/** 12345 as 12,345. */
export function grouped(count: number): string {
  const digits = String(count);
  return count < 1_000 ? digits : digits.replace(/\B(?=(\d{3})+$)/g, ',');
}
