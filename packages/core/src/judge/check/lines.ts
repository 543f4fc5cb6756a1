/**
 * Lines of a tool's output, as a person at a terminal sees them: colour codes and carriage returns taken apart.
 *
 * Invariant: linear in the text, and what a pattern is given is never longer than {@link LINE}.
 */

/** Longest piece of a line that a pattern sees. */
const LINE = 2000;

/** Characters at either end of a text in which a tool's own frame is looked for. */
const EDGE = 4000;

// Bounded, and no two neighbouring classes share a character: no text makes it try twice.
const ESCAPES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal escapes are control characters.
  /\u001b(?:\[[0-9;:?]{0,64}[ -/]{0,4}[@-~]|\][^\u0007\u001b]{0,500}(?:\u0007|\u001b\\)?|[()][A-Z0-9])/g;

/** One line, or a piece of one that is longer than {@link LINE}. */
export interface Line {
  /** As it stands in the text. */
  readonly raw: string;
  /** Without colour codes and the space around it. */
  readonly text: string;
  /** False for a further piece of a long line: nothing in it stands at a line's beginning. */
  readonly begins: boolean;
}

/** Every line with anything in it, in order. A progress display overwrites its line: a return ends one as well. */
export function* linesOf(text: string): Generator<Line> {
  // Looked up again only once passed, so that a text without returns is searched for them once.
  let newline = placeOf('\n', text, 0);
  let back = placeOf('\r', text, 0);
  for (let start = 0; start < text.length; ) {
    if (newline < start) newline = placeOf('\n', text, start);
    if (back < start) back = placeOf('\r', text, start);
    const end = Math.min(newline, back);
    for (let at = start; at < end; at += LINE) {
      const raw = text.slice(at, Math.min(end, at + LINE));
      const clean = withoutEscapes(raw).trim();
      if (clean !== '') yield { raw, text: clean, begins: at === start };
    }
    start = end + 1;
  }
}

/** The first and the last lines of a text, for what a tool writes around a command's output. */
export function edgesOf(text: string): {
  readonly head: readonly string[];
  readonly tail: readonly string[];
} {
  const whole = text.length <= EDGE;
  const head = [...linesOf(text.slice(0, EDGE))];
  const tail = whole ? head : [...linesOf(text.trimEnd().slice(-EDGE))].slice(1);
  const words = (lines: readonly Line[]): string[] => lines.map((line) => line.text);
  return { head: words(head), tail: words(tail) };
}

export function withoutEscapes(text: string): string {
  return text.includes('\u001b') ? text.replace(ESCAPES, '') : text;
}

function placeOf(sign: string, text: string, from: number): number {
  const at = text.indexOf(sign, from);
  return at < 0 ? text.length : at;
}
