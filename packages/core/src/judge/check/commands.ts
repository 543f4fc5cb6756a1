/**
 * What a command line does, as far as its names tell: run something, ask a service, or show what was there before.
 *
 * Invariant: what is not known by name runs something; so an unknown command's own report is never taken for content.
 */
import {
  ANSWERS,
  CHANGES,
  NEUTRAL,
  NOT_READING,
  QUERIES,
  READS,
  SHELLS,
  TEST_RUNS,
  TEST_SCRIPT,
  VALUE_OPTIONS,
  WRAPPERS,
} from './commands.data.ts';
import { type Join, type SimpleCommand, simpleCommands } from './shell.ts';

export interface Command {
  readonly join: Join;
  /** Name and sub-commands without path, wrappers and the options in front of them. */
  readonly words: readonly string[];
  /** All words of the command that is wrapped. */
  readonly args: readonly string[];
  readonly does: 'nothing' | 'reads' | 'asks' | 'runs';
  /** Its exit code 1 is an answer. */
  readonly answers: boolean;
  readonly tests: boolean;
  readonly writes: boolean;
}

/** Longer command lines are not taken apart: nobody writes them, and they may be anything. */
const MAX_COMMAND = 100_000;
const MAX_NESTING = 3;

/** Programs whose options may stand in front of their sub-command. */
const HAS_SUBCOMMANDS =
  /^(?:git|kubectl|oc|docker|podman|npm|pnpm|yarn|make|gmake|cargo|go|gh|helm|terraform|tofu|docker-compose|mvn|mvnw|gradle|gradlew|bundle|uv|poetry|nx|turbo|dotnet|systemctl|ninja|meson|zig|sbt|mix|swift|bazel|just|task)$/;

/** Programs that run the script that is named behind them. */
const RUNS_SCRIPTS =
  /^(?:python[\d.]*|node|ruby|perl|bash|sh|deno|tsx|ts-node|php|rscript|julia|npm|pnpm|yarn|bun|composer|make|just|task|gradlew?|mvnw?)$/;

export function commandsOf(line: string, depth = 0): readonly Command[] {
  if (line.length > MAX_COMMAND) return [];
  return simpleCommands(line).flatMap((simple) => {
    const args = unwrapped(simple.words);
    const script = depth < MAX_NESTING ? scriptOf(args) : undefined;
    const inner = script === undefined ? [] : commandsOf(script, depth + 1);
    if (inner.length === 0) return [commandOf(simple, args)];
    const writes = simple.writes;
    return inner.map((one, index) => ({
      ...one,
      join: index === 0 ? simple.join : one.join,
      writes: one.writes || writes,
    }));
  });
}

/** Whether an exit code of 1 of the whole line can only be an answer (the last command of a pipe counts). */
export function answersAtOne(commands: readonly Command[]): boolean {
  let answered = false;
  for (let at = commands.length - 1; at >= 0; at--) {
    const command = commands[at] as Command;
    // `exit 1` is somebody's own word for a failure.
    if (command.words[0] === 'exit' && /^[1-9]/.test(command.words[1] ?? '')) return false;
    if (command.does !== 'nothing') {
      if (!command.answers) return false;
      answered = true;
    }
    // What is piped into the last command does not set the code.
    while (at > 0 && commands[at]?.join === '|') at--;
    if (commands[at]?.join !== '&&') return answered;
  }
  return answered;
}

/** Entries by their first word, so that a line of many commands is looked up and not searched. */
type Book = ReadonlyMap<string, readonly string[]>;
const [READ_BOOK, QUERY_BOOK, TEST_BOOK] = [bookOf(READS), bookOf(QUERIES), bookOf(TEST_RUNS)];

function bookOf(entries: readonly string[]): Book {
  return Map.groupBy(entries, (entry) => entry.split(' ')[0] as string);
}

function isListed(words: readonly string[], book: Book): boolean {
  return book.get(words[0] ?? '')?.some((entry) => begins(words, entry)) === true;
}

function commandOf(simple: SimpleCommand, args: readonly string[]): Command {
  const words = subCommand(args);
  const answers = ANSWERS.some(
    ({ command, flags }) => begins(words, command) && (!flags || flags.some((flag) => args.includes(flag))),
  );
  return {
    join: simple.join,
    words,
    args,
    does: deedOf(words, args),
    answers,
    tests: isTest(words, args),
    writes: simple.writes,
  };
}

function deedOf(words: readonly string[], args: readonly string[]): Command['does'] {
  const [name = ''] = words;
  // Setting a variable, or a string that PowerShell prints.
  if (name === '' || NEUTRAL.has(name) || /^\w{1,100}=|\$\?|\$lastexitcode/.test(name)) return 'nothing';
  if (args.length === 2 && /^(?:--?help|--version|-V)$/.test(args[1] as string)) return 'reads';
  if (isListed(words, QUERY_BOOK)) return 'asks';
  if (isListed(words, READ_BOOK))
    return NOT_READING.some(
      ({ command, args: not }) => begins(words, command) && args.some((arg) => not.test(arg)),
    )
      ? 'runs'
      : 'reads';
  return 'runs';
}

/** True for a command that asks and changes nothing, as far as its words tell. */
export function onlyAsks(command: Command): boolean {
  return command.does === 'asks' && !command.args.some((arg) => CHANGES.test(arg));
}

function isTest(words: readonly string[], args: readonly string[]): boolean {
  if (isListed(words, TEST_BOOK) || (words[0] === 'node' && args.includes('--test'))) return true;
  const [name = ''] = words;
  if (TEST_SCRIPT.test(name) && name !== 'test') return true;
  // An interpreter with a script, or a task runner with a script's name.
  if (RUNS_SCRIPTS.test(name)) {
    const script = words.slice(1).find((word) => !/^(?:run|exec|-.*)$/.test(word));
    if (script !== undefined)
      return (
        TEST_SCRIPT.test(baseName(script)) || begins([baseName(script), ...args.slice(2)], 'manage.py test')
      );
  }
  return false;
}

/** `test*` is any word that begins so. */
function begins(words: readonly string[], entry: string): boolean {
  return entry.split(' ').every((part, index) => {
    const word = words[index];
    return part.endsWith('*') ? word?.startsWith(part.slice(0, -1)) === true : word === part;
  });
}

/** Without variables set for it and commands that only run it. */
function unwrapped(words: readonly string[]): readonly string[] {
  let rest = words;
  for (;;) {
    while (rest.length > 1 && /^[A-Za-z_]\w{0,200}=/.test(rest[0] as string)) rest = rest.slice(1);
    const name = baseName(rest[0] ?? '');
    const two = [name, ...subCommand(rest).slice(1, 3)].slice(0, 2).join(' ');
    const three = [name, ...subCommand(rest).slice(1, 3)].join(' ');
    const wrapper = [three, two, name].find((one) => Object.hasOwn(WRAPPERS, one));
    if (wrapper === undefined || rest.length < 2) return rest;
    const inner = behind(rest, wrapper.split(' ').slice(1), WRAPPERS[wrapper] as number);
    if (inner.length === 0 || (name === 'command' && /^-[vV]$/.test(rest[1] as string))) return rest;
    rest = inner;
  }
}

/** The words behind a wrapper: its sub-commands, options with their values, and so many words of its own. */
function behind(words: readonly string[], sub: readonly string[], own: number): readonly string[] {
  let at = 1;
  let left = own + sub.length;
  for (; at < words.length; at++) {
    const word = words[at] as string;
    if (word === '--') return words.slice(at + 1);
    if (word.startsWith('-') && word.length > 1) at += VALUE_OPTIONS.has(word) ? 1 : 0;
    else if (left > 0) left--;
    else if (!/^[A-Za-z_]\w{0,200}=/.test(word)) break;
  }
  return words.slice(at);
}

/** The name, and the words behind it without the options that stand in front of a sub-command. */
function subCommand(words: readonly string[]): readonly string[] {
  const name = baseName(words[0] ?? '');
  if (/^(?:python|py|pypy)[\d.]*$/.test(name)) {
    const module = words.indexOf('-m');
    if (module > 0 && module < words.length - 1)
      return [baseName(words[module + 1] as string), ...words.slice(module + 2)];
  }
  if (!HAS_SUBCOMMANDS.test(name)) return [name, ...words.slice(1)];
  const rest: string[] = [];
  for (let at = 1; at < words.length && rest.length < 6; at++) {
    const word = words[at] as string;
    if (/^[-+]/.test(word)) at += VALUE_OPTIONS.has(word) ? 1 : 0;
    else if (!(name === 'yarn' && word === 'workspace')) rest.push(word);
    else at++;
  }
  return [name, ...rest];
}

function scriptOf(args: readonly string[]): string | undefined {
  if (!SHELLS.has(baseName(args[0] ?? ''))) return undefined;
  const flag = args.findIndex((arg) => /^(?:-[a-z]{0,4}c|\/c|-command|-Command)$/.test(arg));
  return flag > 0 ? args.slice(flag + 1).join(' ') || undefined : undefined;
}

function baseName(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return name.toLowerCase().replace(/\.(?:exe|cmd|bat|ps1)$/, '');
}
