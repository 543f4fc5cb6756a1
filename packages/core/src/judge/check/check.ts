/**
 * The check of a tool result: whether the command or service it came from said that it passed or failed (model §1).
 *
 * Invariant: a failure wins over any pass, and what is only looked at says neither. `passed` means that success was
 * reported, nothing more. Total, deterministic, and linear in the result.
 */
import { DaybookError } from '../../base/errors.ts';
import { isJsonObject, type Json, parseJson } from '../../base/json.ts';
import type { Status } from '../../journal/message.ts';
import type { Check } from '../../ledger/fact.ts';
import { FRAME_LINE, RECORD_WORDS } from './check.data.ts';
import { Closing } from './closing-lines.ts';
import { answersAtOne, type Command, commandsOf } from './commands.ts';
import { childFailed, type Echo, echoed, echoesOf, frameCodes } from './exit-codes.ts';
import { linesOf } from './lines.ts';
import { commandOf, type Deed, deedOf, isTestRun } from './tools.ts';
import { nameWords, type Reading, readJson } from './verdict.ts';

export interface ToolResultFacts {
  readonly tool: string;
  readonly input: Json;
  readonly status: Status;
  /** The whole output, as `textOf` gives it. */
  readonly text: string;
  /** The JSON data parts of the output. */
  readonly values: readonly Json[];
}

/** What is known of the call before its result is looked at. */
interface Call {
  readonly deed: Deed;
  readonly isCommand: boolean;
  readonly commands: readonly Command[];
  readonly answers: boolean;
  readonly echoes: readonly Echo[];
  readonly testRun: boolean;
  /** The tool itself failed, so its words are its own and not what it read. */
  readonly broke: boolean;
  readonly record: boolean;
}

interface Found {
  failed: boolean;
  passed: boolean;
}

/** Outputs inside outputs that are looked into. */
const MAX_NESTING = 3;
/** Text behind a JSON result that is still the tool's own. */
const MAX_AFTER = 600;

export function checkOf(result: ToolResultFacts): Check {
  if (result.status === 'denied' || result.status === 'aborted') return 'none';
  const call = callOf(result);
  const found: Found = { failed: false, passed: false };
  for (const value of result.values) readValue(value, call, found, 0, true);
  // A text that is one JSON value is the value that was read already.
  if (result.values.length === 0 || !jsonIn(result.text, call)?.whole) readText(result.text, call, found, 0);
  if (found.failed) return 'failed';
  return found.passed ? 'passed' : 'none';
}

function callOf({ tool, input, status }: ToolResultFacts): Call {
  const line = commandOf(tool, input);
  const commands = line === undefined ? [] : commandsOf(line);
  return {
    deed: deedOf(tool, input, commands),
    isCommand: line !== undefined,
    commands,
    answers:
      line === undefined
        ? commandsOf(nameWords(tool).at(-1) ?? '').some(({ answers }) => answers)
        : answersAtOne(commands),
    echoes: echoesOf(commands),
    testRun: isTestRun(tool, input),
    broke: status === 'error' && line === undefined,
    record: nameWords(tool).some((word) => RECORD_WORDS.has(word)),
  };
}

function readText(text: string, call: Call, found: Found, depth: number): void {
  const content = call.deed !== 'runs' && !call.broke;
  const json = jsonIn(text, call);
  if (json !== undefined) readValue(json.value, call, found, depth, json.whole && !content);
  if (json?.whole) return;

  const framed = call.isCommand || !content || call.deed === 'edits';
  const frame = framed ? frameCodes(text, content, call.echoes) : new Map<string, number>();
  for (const code of frame.values()) takeCode(code, call, found);
  if (content && call.echoes.length === 0) return;
  const closing = new Closing(call.testRun);
  for (const line of linesOf(text)) {
    for (const echo of call.echoes) takeEcho(echoed(line.text, echo), echo, found);
    if (content) continue;
    closing.read(line);
    if (!frame.has(line.text) && childFailed(line, call.echoes)) found.failed = true;
  }
  const says = closing.says();
  if (says) found[says] = true;
}

/** `own`: the value is the tool's answer, not JSON that stood in what it read. */
function readValue(value: Json, call: Call, found: Found, depth: number, own: boolean): void {
  const reads = call.deed === 'reads' && !call.broke;
  const reading = readJson(value, {
    states: !reads && !call.record && call.deed !== 'reports',
    codes: call.deed === 'runs' && (own || call.isCommand),
    tests: call.testRun,
  });
  for (const code of reading.codes) if (!(code < 0 && reading.open)) takeCode(code, call, found);
  if (own || !(reads || call.deed === 'reports')) takeVerdict(reading, found);
  if (depth < MAX_NESTING) for (const text of reading.texts) readText(text, call, found, depth + 1);
}

function takeVerdict({ failed, passed, open }: Reading, found: Found): void {
  if (failed) found.failed = true;
  if (passed && !open) found.passed = true;
}

function takeCode(code: number, { answers, commands, echoes }: Call, found: Found): void {
  // The code of an echo says nothing of the command whose status it printed.
  const last = commands.at(-1);
  if (code === 0) found.passed ||= !(echoes.length > 0 && last?.does === 'nothing');
  else if (!(code === 1 && answers)) found.failed = true;
}

function takeEcho(code: number | undefined, { answers }: Echo, found: Found): void {
  if (code === undefined) return;
  if (code === 0) found.passed = true;
  else if (!(code === 1 && answers)) found.failed = true;
}

/** The JSON object that a text is, or that it closes with; `whole` when there is nothing but it. */
function jsonIn(text: string, call: Call): { readonly value: Json; readonly whole: boolean } | undefined {
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1;
  if (end === 0 || text.length - end > MAX_AFTER) return undefined;
  const after = [...linesOf(text.slice(end))];
  if (after.some((line) => !FRAME_LINE.test(line.text))) return undefined;
  const first = text.search(/\S/);
  if (text[first] === '{' || text[first] === '[') {
    const value = parsed(text.slice(first, end));
    if (value !== undefined) return { value, whole: after.length === 0 };
  }
  // Behind a frame or a log: the object that begins a line, the earliest first.
  for (const place of [text.slice(0, 4000).indexOf('\n{'), text.lastIndexOf('\n{')]) {
    const value = place < 0 || place >= end ? undefined : parsed(text.slice(place + 1, end));
    if (value !== undefined && !(call.deed === 'runs' && isLogLine(value))) return { value, whole: false };
  }
  return undefined;
}

function parsed(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof DaybookError) return undefined;
    throw error;
  }
}

/** A line of a structured log tells of an event, not of how the command ended. */
function isLogLine(value: Json): boolean {
  if (!isJsonObject(value)) return false;
  const names = Object.keys(value).map((key) => key.toLowerCase());
  return (
    names.some((name) => /^(?:level|severity|lvl|logger)$/.test(name)) &&
    names.some((name) => /^(?:msg|message|event|time|ts|timestamp)$/.test(name))
  );
}
