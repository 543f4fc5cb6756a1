/**
 * Is this value a secret, or an example, a word, a number or a piece of code in a secret's place?
 *
 * Invariant: linear in the value, and decided from the value alone. A value that is partly hidden already is judged no
 * more, so that hiding twice hides no more than hiding once.
 */
import { EXAMPLE_WORDS } from './detector.data.ts';
import { MASK } from './spans.ts';

/** A longer value is judged by its beginning. */
const MAX_JUDGED_LENGTH = 4096;
const FEWEST_DISTINCT = 5;

/** Template syntax, ellipses, `****`, `xxxx`, `<your-key>`, `$TOKEN`, `%s`, `:token`; references to where a secret lies. */
const EXAMPLE_SHAPE =
  /\$\{|\{\{|#\{|\$\(|<%|%\(|\.\.\.|…|\*{3}|•|x{4}|^[<[{].*[>\]}]$|^\$[A-Za-z_][\w:.]*$|^%\w*%?$|^[@:?]\w*$|^(?:arn|vault|op|env|file|ssm|sm|kms|https?|projects?):/i;

export function isExample(value: string): boolean {
  const judged = value.slice(0, MAX_JUDGED_LENGTH);
  if (judged.includes(MASK) || EXAMPLE_SHAPE.test(judged)) return true;
  if (new Set(judged).size < FEWEST_DISTINCT) return true;
  const words = judged.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g);
  return words?.every((word) => EXAMPLE_WORDS.has(word.toLowerCase())) ?? false;
}

/** Neither an example nor readable: what a generator of keys makes. */
export function isRandom(value: string): boolean {
  return !isExample(value) && !isReadable(value);
}

/**
 * What people choose: a digit or a sign among letters. `plainly`: its place leaves no doubt that it is data (JSON, a line
 * of an environment file), so a word in small letters is one too.
 */
export function isPassword(value: string, plainly = false): boolean {
  if (value.length < 6 || /\s/.test(value) || isExample(value) || isCode(value)) return false;
  return /\d|[^\p{L}\p{N}_./:-]/u.test(value) || (plainly && /^\p{Ll}+$/u.test(value));
}

/** `process.env.DB2`, `base64.b16encode(…)`, `Type::Of`: words joined the way code joins them. */
export function isCode(value: string): boolean {
  const bracket = value.search(/[([]/);
  if (bracket <= 0 && !/(?:\.|::|->)[\p{L}_$]/u.test(value)) return false;
  const path = value.slice(0, bracket > 0 ? bracket : MAX_JUDGED_LENGTH);
  return isReadable(path.replaceAll(/\d+/g, ''));
}

/** Words, camelCase, numbers, versions and paths of them: `us-east-1`, `sha256`, `getUserToken`. */
function isReadable(value: string): boolean {
  return value
    .slice(0, MAX_JUDGED_LENGTH)
    .split(/(?:%[0-9A-Fa-f]{2}|[^\p{L}\p{N}])+/u)
    .every((part) => /^\d*$/.test(part) || isWords(part));
}

function isWords(part: string): boolean {
  const letters = /^(\p{L}+)\d{0,3}$/u.exec(part)?.[1];
  if (letters === undefined) return false;
  const words = letters.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[^\p{Lu}]+/gu) ?? [];
  // Random letters change case at every second one, or are long, or hold rows of consonants that no language has.
  const longest = Math.max(...words.map((word) => word.length));
  return (
    (letters.length <= 3 || letters.length / words.length >= 3) &&
    longest <= 24 &&
    !/[bcdfghjklmnpqrstvwxz]{7}/.test(letters)
  );
}
