/**
 * What a call asks for, read from its tool's name and its input: which command, which target, whether it only reads and
 * whether it runs tests.
 *
 * Invariant: any name and any JSON give an answer; what is not known is taken to run something.
 */
import { isJsonObject, type Json } from '../../base/json.ts';
import { COMMAND_FIELDS, SHELLS, TARGET_FIELDS, TOOL_WORDS } from './commands.data.ts';
import { type Command, commandsOf, onlyAsks } from './commands.ts';

/**
 * `reads`: what comes back is content. `asks`: so is its text, but a JSON answer is its own. `edits`: its words say
 * nothing. `reports`: somebody else's words. `runs`: all the rest.
 */
export type Deed = 'reads' | 'asks' | 'runs' | 'edits' | 'reports';

/** Longest tool name and longest patch of which the words are looked at. */
const NAME = 200;
const PATCH = 2000;

/** Words with which an editing tool names what it does; in such a tool `command` is no command line. */
const EDITOR_COMMANDS = new Set(['view', 'create', 'str_replace', 'insert', 'undo_edit', 'rename', 'delete']);

/** A tool with one of these shows what a command does, also where it is called a read. */
const TERMINAL_WORDS = new Set([
  'bash',
  'shell',
  'terminal',
  'command',
  'process',
  'stdin',
  'exec',
  'powershell',
]);

/** The command line that a call's input names. */
export function commandOf(tool: string, input: Json): string | undefined {
  if (typeof input === 'string') return wordsOfName(tool).some(isShellWord) ? filled(input) : undefined;
  if (!isJsonObject(input)) return undefined;
  for (const field of COMMAND_FIELDS) {
    if (!Object.hasOwn(input, field)) continue;
    const line = lineOf(input[field] as Json, input.args);
    if (line === undefined || (EDITOR_COMMANDS.has(line) && !isRunTool(tool))) continue;
    return line;
  }
  if (typeof input.script === 'string' && wordsOfName(tool).some(isShellWord)) return filled(input.script);
  // Some calls hold their fields one layer in.
  return isJsonObject(input.action) ? commandOf(tool, { ...input.action, action: null }) : undefined;
}

/** The file, URL, host or resource that a call's input names. */
export function targetOf(_tool: string, input: Json): string | undefined {
  if (typeof input === 'string') return patched(input);
  if (!isJsonObject(input)) return undefined;
  for (const field of TARGET_FIELDS) {
    if (!Object.hasOwn(input, field)) continue;
    const value = input[field] as Json;
    const one = Array.isArray(value) && value.length === 1 ? (value[0] as Json) : value;
    const text = typeof one === 'string' ? filled(one) : undefined;
    if (text !== undefined) return text;
  }
  return [input.patch, input.input]
    .map((text) => (typeof text === 'string' ? patched(text) : undefined))
    .find(Boolean);
}

/** A read, list or search that changes nothing. */
export function isRoutineRead(tool: string, input: Json): boolean {
  const line = commandOf(tool, input);
  if (line === undefined) return ['reads', 'asks'].includes(deedOfTool(tool, input));
  const commands = commandsOf(line);
  const reads = ({ does, answers, words }: Command): boolean =>
    does === 'nothing' || does === 'reads' || (answers && words[0] !== 'git');
  return (
    commands.some(({ does }) => does === 'reads' || does === 'asks') &&
    commands.every((command) => !command.writes && (reads(command) || onlyAsks(command))) &&
    !line.includes('$(') &&
    !line.includes('`')
  );
}

/** A call that runs tests, by its command or by its tool's name. */
export function isTestRun(tool: string, input: Json): boolean {
  const line = commandOf(tool, input);
  if (line !== undefined) return commandsOf(line).some(({ tests }) => tests);
  const words = wordsOfName(tool);
  return words.some((word) => /^(?:tests?|specs?|e2e)$/.test(word)) && deedOfTool(tool, input) === 'runs';
}

/** What the output of a call is. */
export function deedOf(tool: string, input: Json, commands: readonly Command[]): Deed {
  if (commands.length === 0) return deedOfTool(tool, input);
  if (commands.some(({ does }) => does === 'runs')) return 'runs';
  return commands.some(({ does }) => does === 'asks') ? 'asks' : 'reads';
}

function deedOfTool(tool: string, input: Json): Deed {
  const words = wordsOfName(tool);
  const has = (kind: keyof typeof TOOL_WORDS): boolean => words.some((word) => TOOL_WORDS[kind].has(word));
  if (isJsonObject(input) && typeof input.command === 'string' && EDITOR_COMMANDS.has(input.command))
    return input.command === 'view' ? 'reads' : 'edits';
  const [first = ''] = words;
  if (words.some((word) => TERMINAL_WORDS.has(word))) return 'runs';
  if (isRunTool(tool) && !TOOL_WORDS.reads.has(first) && !TOOL_WORDS.asks.has(first)) return 'runs';
  if (has('reports') || tool === 'Task') return 'reports';
  if (has('writes'))
    return words.some((word) => /^(?:file|edit|multiedit|write|patch|replace)$/.test(word))
      ? 'edits'
      : 'runs';
  if (has('reads')) return 'reads';
  return has('asks') ? 'asks' : 'runs';
}

function isRunTool(tool: string): boolean {
  return wordsOfName(tool).some((word) => TOOL_WORDS.runs.has(word));
}

function isShellWord(word: string): boolean {
  return SHELLS.has(word) || /^(?:shell|exec|execute|terminal|command|run)$/.test(word);
}

/** Words of a tool's own name, without the server's in front of it. */
function wordsOfName(tool: string): string[] {
  const name = tool.slice(0, NAME);
  return (name.split(/__|[./]/).findLast((part) => part !== '') ?? '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '');
}

function lineOf(value: Json, args: Json | undefined): string | undefined {
  if (typeof value === 'string') {
    const more = Array.isArray(args) ? args.filter((arg) => typeof arg === 'string') : [];
    return filled([value, ...more.map(quoted)].join(' '));
  }
  if (!Array.isArray(value) || !value.every((word) => typeof word === 'string')) return undefined;
  const words = value as readonly string[];
  // A list of whole command lines, or the words of one.
  const lines = words.length > 0 && words.every((word) => word.trim().includes(' '));
  return filled(lines ? words.join('\n') : words.map(quoted).join(' '));
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** The first file of a patch in the form that names its files. */
function patched(text: string): string | undefined {
  return /^\*\*\* (?:Add|Update|Delete) File: ([^\r\n]{1,1000})/m.exec(text.slice(0, PATCH))?.[1]?.trim();
}

function filled(text: string): string | undefined {
  return text.trim() === '' ? undefined : text;
}
