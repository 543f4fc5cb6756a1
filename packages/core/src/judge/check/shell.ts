/**
 * The simple commands of a shell's command line, in order, with what joins each to the one before.
 *
 * It reads as much of the grammar as tells commands apart: quotes, here-documents, substitutions, subshells and the
 * words of compound commands. Invariant: one pass, whatever the text; it never runs or expands anything.
 */

/** `&&`, `||` and `|` join to the command before; `;` stands for everything that begins anew. */
export type Join = ';' | '&&' | '||' | '|';

export interface SimpleCommand {
  readonly join: Join;
  /** Without quotes and redirections. */
  readonly words: readonly string[];
  /** Its output goes to a file. */
  readonly writes: boolean;
}

/** Words of one command that are kept: what it does is said by the first few. */
const MAX_WORDS = 100;

/** Words of compound commands that stand in front of a command, and those that stand for none. */
const LEADING = new Set([
  'if',
  'then',
  'else',
  'elif',
  'while',
  'until',
  'do',
  '!',
  '{',
  '}',
  'fi',
  'done',
  'esac',
]);

/** A redirection's target that keeps nothing: another stream or the null device. */
const NOWHERE = /^(?:&|&?-|\/dev\/(?:null|stdout|stderr|tty)|nul|\$null)/i;

export function simpleCommands(text: string): SimpleCommand[] {
  const commands: SimpleCommand[] = [];
  const heredocs: string[] = [];
  let join: Join = ';';
  let words: string[] = [];
  let word: string | undefined;
  let writes = false;
  /** What the next word is: an argument, a redirection's target, or the end mark of a here-document. */
  let expects: 'word' | 'target' | 'source' | 'mark' = 'word';

  for (let at = 0; at < text.length; ) {
    const sign = text[at] as string;
    const two = text.slice(at, at + 2);
    if (sign === '\\') {
      // A backslash before a line end continues the line; before anything else it is taken literally.
      if (text[at + 1] !== '\n') word = (word ?? '') + (text[at + 1] ?? '');
      at += 2;
    } else if (sign === "'" || sign === '"') {
      const end = endOfQuote(text, at);
      word = (word ?? '') + text.slice(at + 1, end);
      at = end + 1;
    } else if (two === '$(' || two === '<(' || two === '>(' || sign === '`') {
      const end = sign === '`' ? placeAfter(text, '`', at + 1) : endOfSubstitution(text, at + 1);
      word = (word ?? '') + text.slice(at, end);
      at = end;
    } else if (sign === '#' && word === undefined) {
      at = placeAfter(text, '\n', at) - 1;
      if (text[at] !== '\n') at = text.length;
    } else if (sign === '<' || sign === '>') {
      // In `2>err` and `&>all` the word before the sign names the stream.
      if (word !== undefined && !/^(?:\d|&)$/.test(word)) endWord();
      word = undefined;
      const mark = two === '<<' && text[at + 2] !== '<';
      expects = mark ? 'mark' : sign === '<' ? 'source' : 'target';
      while (text[at] === sign || text[at] === '|') at++;
      if (mark && text[at] === '-') at++;
    } else if (sign === '&' && (text[at + 1] === '>' || expects === 'target')) {
      word = '&';
      at++;
    } else if (';&|\n()'.includes(sign)) {
      const long = two === '&&' || two === '||';
      endCommand(long ? (two as Join) : sign === '|' ? '|' : ';');
      at += long || two === ';;' || two === '|&' ? 2 : 1;
      if (sign === '\n') at = afterHeredocs(text, at, heredocs);
    } else if (sign === ' ' || sign === '\t' || sign === '\r') {
      endWord();
      at++;
    } else {
      word = (word ?? '') + sign;
      at++;
    }
  }
  endCommand(';');
  return commands;

  function endWord(): void {
    if (word === undefined) return;
    if (expects === 'mark') heredocs.push(word);
    else if (expects === 'target') writes ||= !NOWHERE.test(word);
    else if (expects === 'word' && words.length < MAX_WORDS && !(words.length === 0 && LEADING.has(word)))
      words.push(word);
    expects = 'word';
    word = undefined;
  }

  function endCommand(next: Join): void {
    endWord();
    if (words.length > 0 || writes) {
      commands.push({ join, words, writes });
      join = next;
    } else if (next !== ';' || join === ';') join = next;
    words = [];
    writes = false;
    expects = 'word';
  }
}

function endOfQuote(text: string, start: number): number {
  const quote = text[start] as string;
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === quote) return at;
    if (quote === '"' && text[at] === '\\') at++;
  }
  return text.length;
}

/** The place behind the bracket that closes the one at `start`. */
function endOfSubstitution(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const sign = text[at];
    if (sign === '\\') at++;
    else if (sign === "'") at = endOfQuote(text, at);
    else if (sign === '(') depth++;
    else if (sign === ')' && --depth === 0) return at + 1;
  }
  return text.length;
}

/** The place behind the here-documents that begin at `start`; one that does not end takes the rest. */
function afterHeredocs(text: string, start: number, marks: string[]): number {
  let at = start;
  for (const mark of marks) {
    for (let ended = false; !ended && at < text.length; ) {
      const end = placeAfter(text, '\n', at);
      ended = text.slice(at, Math.min(end, at + mark.length + 80)).trim() === mark;
      at = end;
    }
  }
  marks.length = 0;
  return at;
}

function placeAfter(text: string, sign: string, from: number): number {
  const at = text.indexOf(sign, from);
  return at < 0 ? text.length : at + sign.length;
}
