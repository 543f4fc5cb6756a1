/**
 * JSON whose member names hold escapes, read without the engine's object parser.
 *
 * Why: V8 13.6 (Node 24) takes a name for one it has seen in an object of the same shape when the two agree in their
 * undecoded beginnings. Having parsed {"a":1,"\\u0041":2}, it reads the name "\u0041bcdef" of {"a":1,"\u0041bcdef":2} as
 * the six characters of a backslash, u0041. Whoever writes a tool's output could rename members that way. Strings and
 * numbers by themselves are parsed correctly, so only objects and lists are put together here.
 */
import { DaybookError } from './errors.ts';

/** True when some member name of this JSON text holds an escape. Linear; texts without a backslash cost one search. */
export function hasEscapedName(text: string): boolean {
  let slash = text.indexOf('\\');
  for (let start = text.indexOf('"'); start >= 0 && slash >= 0; ) {
    const end = endOfString(text, start);
    if (slash < start) slash = text.indexOf('\\', start);
    if (slash > start && slash < end && text[afterSpace(text, end + 1)] === ':') return true;
    start = text.indexOf('"', end + 1);
  }
  return false;
}

/**
 * Parses JSON text that the engine has found well formed.
 *
 * @throws DaybookError `invalid-input` when it is nested deeper than `maxDepth`
 */
export function readEscapedNames(text: string, maxDepth: number): unknown {
  let at = 0;
  return value(0);

  function value(depth: number): unknown {
    at = afterSpace(text, at);
    if (text[at] !== '{' && text[at] !== '[') return scalar();
    if (depth >= maxDepth)
      throw new DaybookError('invalid-input', `JSON nested deeper than ${maxDepth} levels`);
    return text[at] === '{' ? object(depth) : list(depth);
  }

  function object(depth: number): unknown {
    const members: { [key: string]: unknown } = {};
    for (at = afterSpace(text, at + 1); text[at] !== '}'; at = afterSpace(text, at)) {
      if (text[at] === ',') at = afterSpace(text, at + 1);
      const name = scalar() as string;
      at = afterSpace(text, at) + 1;
      // Defined, not assigned: a member named __proto__ is a member.
      const property = { value: value(depth + 1), enumerable: true, configurable: true, writable: true };
      Object.defineProperty(members, name, property);
    }
    at++;
    return members;
  }

  function list(depth: number): unknown {
    const items: unknown[] = [];
    for (at = afterSpace(text, at + 1); text[at] !== ']'; at = afterSpace(text, at)) {
      if (text[at] === ',') at++;
      items.push(value(depth + 1));
    }
    at++;
    return items;
  }

  function scalar(): unknown {
    const start = at;
    if (text[at] === '"') at = endOfString(text, at) + 1;
    else while (at < text.length && !',]} \t\n\r'.includes(text[at] as string)) at++;
    return JSON.parse(text.slice(start, at));
  }
}

/** Index of the quote that closes the string which opens at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let slash = end;
    while (text[slash - 1] === '\\') slash--;
    if ((end - slash) % 2 === 0) return end;
  }
}

function afterSpace(text: string, start: number): number {
  let at = start;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\t' || text[at] === '\r') at++;
  return at;
}
