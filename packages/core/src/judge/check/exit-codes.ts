/**
 * Exit codes in the text of a result: in the lines that a tool writes around a command's output, printed by the command
 * line itself (`echo $?`), or reported by a program for its child.
 *
 * Invariant: in output that is content only the tool's own lines count; a code of 0 counts only where it closes.
 */
import {
  CHILD_FAILED,
  EXIT_WORDINGS,
  FAILING_CONTEXT,
  FRAME_LINE,
  GOES_ON,
  OUTPUT_LINE,
} from './check.data.ts';
import type { Command } from './commands.ts';
import { edgesOf, type Line } from './lines.ts';

/** A status that the command line prints, and the text in front of it. */
export interface Echo {
  readonly prefix: string;
  /** The status is that of a command whose exit 1 is an answer. */
  readonly answers: boolean;
}

const HEAD_LINES = 8;
const TAIL_LINES = 6;
const MAX_ECHOES = 20;

/** Whether a line is worth looking at: cheap, since most are not. */
const QUICK =
  /exit|return|code|rc[=:]|errorlevel|beendet|c[kgo]ab?e|c[óo]d|kod|код|退出|返回|終了|戻り|종료|Error \d|Fehler \d|Erreur \d|slutkod/i;

/** A line that names a test, a comment or a passed item: a code in it is part of its title. */
const TITLE =
  /^(?:[✓✔√✅☑○↓•·]|\+ |ok \d|not ok \d|PASS(?:ED)?\b|#(?!\d)|\/\/|\* |- |\d+\) |it |describe |---? (?:PASS|FAIL|SKIP)|=== )|(?:\.\.\. ?ok|PASSED(?: {1,20}\[ {0,3}\d{1,3}%\])?|\(\d+ ?ms\))$/;

/** A task runner's closing line, which has the mark of a passed item in front. */
const MARKED =
  /^[✓✔√✅☑✗✘✖❌] {0,2}(?:exited|finished|completed|failed) (?:with )?(?:exit )?(?:code |status )?\d{1,5}(?: (?:in|after) [\d.]{1,8} ?(?:ms|s|m))?\.?$/i;

const BRACKETED = /^(?:\[.{0,200}\]|\(.{0,200}\)|<.{0,200}>|-{2,20} .{0,200}|={2,20} .{0,200})$/;
const TOLD = /^(?:the )?command\b.{0,40}\b(?:exited|finished|completed|failed|succeeded|ended|terminated)\b/i;

const STATUS =
  /\$\?|\$\{\?\}|\$LASTEXITCODE|[%!]ERRORLEVEL[%!]|\$\{?PIPESTATUS(?:\[[0-9@*]\])?\}?|\$status\b/i;

/** Codes in a tool's own lines, by the line. `content`: nothing else at the edges counts, since it was there before. */
export function frameCodes(
  text: string,
  content: boolean,
  echoes: readonly Echo[],
): ReadonlyMap<string, number> {
  const { head, tail } = edgesOf(text);
  const goesOn = [...head.slice(0, HEAD_LINES), ...tail.slice(-TAIL_LINES)].some((line) =>
    GOES_ON.test(line),
  );
  const found = new Map<string, number>();
  const take = (line: string): void => {
    const code = echoes.some((echo) => echoed(line, echo) !== undefined) ? undefined : codeIn(line);
    if (code !== undefined && !(goesOn && code < 0)) found.set(line, code);
  };
  let framed = 0;
  for (const line of head.slice(0, HEAD_LINES)) {
    if (!FRAME_LINE.test(line) && (content || framed > 0 || codeIn(line) === undefined || TITLE.test(line)))
      break;
    framed++;
    take(line);
    if (OUTPUT_LINE.test(line) || (framed === 1 && /^exit code:? -?\d+$/i.test(line))) break;
  }
  const labelled = head.some((line) => /^(?:command|directory): /i.test(line));
  for (const line of tail.slice(-TAIL_LINES)) {
    const own = content
      ? BRACKETED.test(line) || TOLD.test(line) || (labelled && FRAME_LINE.test(line))
      : !TITLE.test(line) || MARKED.test(line);
    // A frame at the head has said it already; in content a line below may be anybody's.
    if (own && !(content && found.size > 0)) take(line);
  }
  return found;
}

/** Whether a line of a command's own output says that a child failed. */
export function childFailed(line: Line, echoes: readonly Echo[]): boolean {
  if (!line.begins || line.text.length > 600 || !QUICK.test(line.text) || TITLE.test(line.text)) return false;
  if (echoes.some((echo) => echoed(line.text, echo) !== undefined)) return false;
  for (const wording of CHILD_FAILED) {
    const code = wording.exec(line.text)?.[1];
    if (code !== undefined && Number(code) !== 0) return true;
  }
  const code = codeIn(line.text);
  return code !== undefined && code > 0 && FAILING_CONTEXT.test(line.text);
}

/** What the command line itself prints of the status of its commands. */
export function echoesOf(commands: readonly Command[]): readonly Echo[] {
  const kept = new Set<string>();
  const echoes: Echo[] = [];
  let answers = false;
  for (const { args, does, answers: one } of commands) {
    const assigned = /^([A-Za-z_]\w{0,60})=(.{1,60})$/.exec(args[0] ?? '');
    if (assigned && STATUS.test(assigned[2] as string)) kept.add(assigned[1] as string);
    if (does !== 'nothing') answers = one;
    // PowerShell prints a string that stands alone.
    const words = args.length === 1 && !assigned ? ['echo', ...args] : args;
    const prints = /^(?:echo|printf|write-output|write-host)$/i.test(words[0] ?? '');
    const prefix = prints ? prefixOf(words, kept) : undefined;
    if (prefix !== undefined && echoes.length < MAX_ECHOES) echoes.push({ prefix, answers });
  }
  return echoes;
}

/** The status on a line that an echo printed. */
export function echoed(line: string, { prefix }: Echo): number | undefined {
  if (prefix === '') return /^\d{1,3}$/.test(line) ? Number(line) : undefined;
  const at = line.indexOf(prefix);
  const code =
    at < 0
      ? undefined
      : /^ {0,3}(-?\d{1,10})(?!\w)/.exec(line.slice(at + prefix.length, at + prefix.length + 20));
  return code ? Number(code[1]) : undefined;
}

function prefixOf(args: readonly string[], kept: ReadonlySet<string>): string | undefined {
  const words = args.slice(1).filter((word, index) => index > 0 || !/^-[neE]{1,3}$/.test(word));
  const text = words.join(' ').slice(0, 1000);
  const at = [STATUS, ...[...kept].map((name) => new RegExp(`\\$\\{?${name}\\b`))]
    .map((pattern) => text.search(pattern))
    .filter((place) => place >= 0);
  if (at.length === 0) return undefined;
  const format = args[0]?.toLowerCase() === 'printf' ? (words[0] ?? '').search(/%[a-z]/) : -1;
  const before = text.slice(0, format >= 0 ? format : Math.min(...at));
  return (before.split('\\n').at(-1) ?? '').trimStart().slice(-40);
}

/** The exit code that a line tells of, in any wording. */
export function codeIn(line: string): number | undefined {
  if (!QUICK.test(line)) return undefined;
  for (const wording of EXIT_WORDINGS) {
    const number = wording
      .exec(line)
      ?.slice(1)
      .find((group) => group !== undefined);
    if (number !== undefined) return Number(number);
  }
  return undefined;
}
