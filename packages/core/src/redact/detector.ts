/**
 * The built-in detector of secrets: small, precise, and linear in the text. S1.
 *
 * Invariant: a hit needs a known prefix, a known shape or a telling name. A hash, a UUID or a git id alone is no secret.
 */
import { findAssignments, findCookies } from './assignments.ts';
import {
  DETECTOR_ID,
  EDGE,
  SECRET_SHAPES,
  type SecretShape,
  TOKEN_FAMILIES,
  type TokenFamily,
} from './detector.data.ts';
import type { Redactor } from './redactor.ts';
import { orderSpans, type SecretSpan } from './spans.ts';
import { isExample, isPassword, isRandom } from './values.ts';

export const builtInRedactor: Redactor = {
  id: DETECTOR_ID,
  find(text) {
    const found = [
      ...findPrivateKeys(text),
      ...FAMILIES.flatMap((family) => findTokens(text, family)),
      ...SECRET_SHAPES.flatMap((shape) => findShapes(text, shape)),
      ...findCookies(text),
      ...findAssignments(text),
    ];
    return orderSpans(found, text);
  },
};

const FAMILIES = TOKEN_FAMILIES.map((family) => {
  const prefixes = family.prefixes.map((prefix) => prefix.replace('.', '\\.')).join('|');
  return { ...family, source: `${EDGE}(?:${prefixes})(?<rest>[A-Za-z0-9_-]{${family.min},})` };
});

const judges: Readonly<Record<NonNullable<SecretShape['judge']>, (value: string) => boolean>> = {
  'not-example': (value) => !isExample(value),
  random: isRandom,
  password: (value) => isPassword(value, true),
};

function findTokens(text: string, family: TokenFamily & { source: string }): SecretSpan[] {
  if (!family.prefixes.some((prefix) => text.includes(prefix))) return [];
  const isToken = family.loose ? isRandom : (rest: string) => !isExample(rest);
  return Array.from(text.matchAll(new RegExp(family.source, 'g')))
    .filter((match) => isToken(match.groups?.rest ?? ''))
    .map(({ index, 0: token }) => ({ start: index, end: index + token.length, kind: family.kind }));
}

function findShapes(
  text: string,
  { kind, literal, pattern, judge = 'not-example' }: SecretShape,
): SecretSpan[] {
  if (literal !== undefined && !text.includes(literal)) return [];
  const spans: SecretSpan[] = [];
  for (const { groups, indices } of text.matchAll(pattern)) {
    const [secret = '', place] = [groups?.secret, indices?.groups?.secret];
    if (place !== undefined && judges[judge](secret)) spans.push({ start: place[0], end: place[1], kind });
  }
  return spans;
}

const KEY_END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y;
/** A line of a key's body or header, in a file or in a string with `\n`. */
const KEY_LINE = /(?:\\[nr]|\s){1,8}(?:[A-Za-z0-9+/=]{16,}|[A-Z][A-Za-z-]{2,20}: ?[^\n\\]{1,100})/y;

/** PEM and PGP private keys whole; of one that was cut off, the lines that are there. */
function findPrivateKeys(text: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  const begins = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
  for (let begin = begins.exec(text); begin !== null; begin = begins.exec(text)) {
    const body = begins.lastIndex;
    const end = new RegExp(KEY_END);
    end.lastIndex = Math.max(text.indexOf('-----', body), body);
    begins.lastIndex = end.test(text) ? end.lastIndex : endOfKeyLines(text, body);
    // Code that reads keys holds their first and last line alone.
    if (/[A-Za-z0-9+/=]{16}/.test(text.slice(body, begins.lastIndex)))
      spans.push({ start: begin.index, end: begins.lastIndex, kind: 'private-key' });
  }
  return spans;
}

function endOfKeyLines(text: string, from: number): number {
  let end = from;
  const line = new RegExp(KEY_LINE);
  for (line.lastIndex = from; line.test(text); ) end = line.lastIndex;
  return end;
}
