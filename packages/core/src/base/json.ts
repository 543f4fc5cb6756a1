/**
 * Values that JSON can carry exactly.
 *
 * Invariant: what arrives as a string from a model, a tool, a file or the network is parsed here, with
 * bounds, and nowhere else.
 */
import { DaybookError } from './errors.ts';
import { hasEscapedName, readEscapedNames } from './escaped-names.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Nesting deeper than this is refused: it exhausts the stack of every reader that recurses. */
export const MAX_JSON_DEPTH = 1000;

/** Most nesting of a body of what was handed over: events and lines of an export hold such bodies inside their own. */
export const MAX_BODY_DEPTH = 990;

/**
 * Parses text that came from outside.
 *
 * @param maxLength most UTF-16 code units accepted; absent means the text's own length is no reason to refuse
 * @throws DaybookError `invalid-input` when it is not JSON, too long, or not one that {@link checkJson} accepts
 */
export function parseJson(text: string, maxLength: number = Number.POSITIVE_INFINITY): Json {
  if (text.length > maxLength)
    throw new DaybookError(
      'invalid-input',
      `JSON text of ${text.length} characters is over the limit of ${maxLength}`,
    );
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch (cause) {
    throw new DaybookError('invalid-input', 'the text is not JSON', { cause });
  }
  return checkJson(hasEscapedName(text) ? (readEscapedNames(text, MAX_JSON_DEPTH + 1) as Json) : value);
}

/**
 * Accepts a value that a parser made, when it can be carried exactly: no number overflowed, and nested no deeper than
 * {@link MAX_JSON_DEPTH}. Walks level by level, so that hostile nesting cannot overflow the stack.
 *
 * @throws DaybookError `invalid-input`
 */
export function checkJson(value: Json): Json {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    const next: unknown[] = [];
    for (const item of level) {
      if (typeof item === 'number' && !Number.isFinite(item))
        throw new DaybookError('invalid-input', 'a number of the JSON text is too large for a double');
      if (item === null || typeof item !== 'object') continue;
      if (depth >= MAX_JSON_DEPTH)
        throw new DaybookError('invalid-input', `JSON nested deeper than ${MAX_JSON_DEPTH} levels`);
      for (const child of Object.values(item)) next.push(child);
    }
    level = next;
  }
  return value;
}

export function isJsonObject(value: unknown): value is { readonly [key: string]: Json } {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
