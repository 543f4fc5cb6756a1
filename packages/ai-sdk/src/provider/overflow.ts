/**
 * Tells a provider's refusal of a request as too large from every other error. No framework and no provider has a type
 * for it, so the wording decides; the list of wordings is data.
 *
 * Invariant: whatever an error is made of, the answer comes in bounded time, nothing is thrown and nothing changed. What
 * an error quotes of the request is not read.
 */
import { parseJson } from '@daybook/core';
import { fieldOf, itemsOf, namesOf } from './field-of.ts';
import { OTHER_REFUSALS, OVERFLOW_WORDINGS, type OverflowWording } from './overflow.data.ts';

export interface Overflow {
  /** The provider's maximum in tokens, where its refusal names it. */
  readonly window?: number;
}

/**
 * @param error what a model call rejected with, or the value of a stream's error part
 * @param more further wordings; they also count in errors that are otherwise known to be of another kind
 */
export function overflowOf(error: unknown, more: readonly OverflowWording[] = []): Overflow | null {
  let found = false;
  for (const text of refusalsIn(error)) {
    const isOther = OTHER_REFUSALS.some((wording) => wording.test(text));
    for (const { wording, limit } of isOther ? more : [...more, ...OVERFLOW_WORDINGS]) {
      const match = stateless(wording).exec(text);
      if (!match) continue;
      found = true;
      const window = limit === undefined ? undefined : windowIn(match[limit]);
      if (window !== undefined) return { window };
    }
  }
  return found ? {} : null;
}

/** Anthropic's way to say that the window was full before the answer ended; versions before 3 do not hand it on. */
export function isTruncatedByWindow(finishReason: unknown): boolean {
  return [finishReason, fieldOf(finishReason, 'raw')].includes('model_context_window_exceeded');
}

const MOST_ERRORS = 16;
const DEEPEST = 8;
/** Characters of one text that are read; wordings stand at its beginning. */
const LONGEST_TEXT = 8_000;
const MOST_LINES = 60;
/** Characters of one error with its body. */
const LONGEST_ERROR = 16_000;
/** Nobody serves a smaller window, and nobody a larger one: the number is something else. */
const [LEAST_WINDOW, MOST_WINDOW] = [1_000, 100_000_000];

/** One text for each error of the tree, outer ones first: status, codes, message and body in lines. */
function refusalsIn(error: unknown): string[] {
  const seen = new Set<unknown>();
  const texts: string[] = [];
  let level = [error];
  for (let depth = 0; depth < DEEPEST && level.length > 0; depth++) {
    const next: unknown[] = [];
    for (const one of level) {
      if (seen.has(one) || seen.size >= MOST_ERRORS) continue;
      seen.add(one);
      if (typeof one === 'string') texts.push(one.slice(0, LONGEST_TEXT));
      if (typeof one !== 'object' || one === null) continue;
      if (isAnswer(one)) {
        // Not a refusal by status, but some gateways put their error into a body that looks like an answer.
        next.push(fieldOf(parsed(fieldOf(one, 'responseBody')), 'error'));
        continue;
      }
      texts.push(linesOf(one).join('\n').slice(0, LONGEST_ERROR));
      next.push(...['lastError', 'cause', 'error'].map((name) => fieldOf(one, name)));
      next.push(...itemsOf(fieldOf(one, 'errors'), MOST_ERRORS));
    }
    level = next;
  }
  return texts;
}

/** The request was answered; the SDK could not read the answer, and the words in it are the model's. */
function isAnswer(error: unknown): boolean {
  const status = fieldOf(error, 'statusCode');
  return (
    typeof status === 'number' &&
    status >= 200 &&
    status < 300 &&
    fieldOf(error, 'responseBody') !== undefined
  );
}

function linesOf(error: unknown): string[] {
  const lines: string[] = [];
  const status = fieldOf(error, 'statusCode') ?? fieldOf(error, 'status');
  if (typeof status === 'number') lines.push(`status ${status}`);
  for (const name of ['code', 'type', 'message']) {
    const text = fieldOf(error, name);
    if (typeof text === 'string') lines.push(text.slice(0, LONGEST_TEXT));
  }
  const body = fieldOf(error, 'responseBody');
  const read = parsed(body);
  if (read !== undefined) addLeaves(read, lines);
  else if (typeof body === 'string') lines.push(body.slice(0, LONGEST_TEXT));
  addLeaves(fieldOf(error, 'data'), lines);
  return lines;
}

/** Fields in which a service hands the request back. */
const ECHOES: ReadonlySet<string> = new Set(['input', 'messages', 'prompt', 'contents', 'request']);

/** Texts and figures of a plain value, level by level, without what it quotes of the request. */
function addLeaves(value: unknown, lines: string[]): void {
  const seen = new Set<unknown>();
  let level: [name: string, value: unknown][] = [['', value]];
  for (let depth = 0; depth < DEEPEST && level.length > 0; depth++) {
    const next: [string, unknown][] = [];
    for (const [name, one] of level) {
      if (lines.length >= MOST_LINES) return;
      if (typeof one === 'string') lines.push(one.slice(0, LONGEST_TEXT));
      if (typeof one === 'number') lines.push(`${name} ${one}`);
      if (typeof one !== 'object' || one === null || seen.has(one)) continue;
      seen.add(one);
      next.push(...itemsOf(one, MOST_LINES).map((item): [string, unknown] => [name, item]));
      for (const field of namesOf(one, MOST_LINES))
        if (!ECHOES.has(field)) next.push([field, fieldOf(one, field)]);
    }
    level = next.slice(0, MOST_LINES);
  }
}

/** A body larger than this is no error that a service wrote. */
const LONGEST_BODY = 200_000;

function parsed(body: unknown): unknown {
  if (typeof body !== 'string' || body.length > LONGEST_BODY) return undefined;
  try {
    return parseJson(body);
  } catch {
    return undefined;
  }
}

/** An expression with a memory answers differently when asked twice. */
function stateless(wording: RegExp): RegExp {
  return wording.global || wording.sticky
    ? new RegExp(wording.source, wording.flags.replace(/[gy]/g, ''))
    : wording;
}

function windowIn(figure: string | undefined): number | undefined {
  const window = Number(figure?.replaceAll(',', ''));
  return Number.isInteger(window) && window >= LEAST_WINDOW && window <= MOST_WINDOW ? window : undefined;
}
