/** The command line: names, options and help. What a command does stands in commands/. */
import { readFileSync } from 'node:fs';
import { isJsonObject, parseJson } from '@daybook/core';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { GlobalOptions } from './commands/context.ts';
import { type ExportFlags, runExport } from './commands/export.ts';
import { type FoldFlags, runFold } from './commands/fold.ts';
import { type ImportFlags, runImport } from './commands/import.ts';
import { categories, type LedgerFlags, runLedger, states, writersCategories } from './commands/ledger.ts';
import { type PacketFlags, runPacket } from './commands/packet.ts';
import { runRead } from './commands/read.ts';
import { runReplay } from './commands/replay.ts';
import { type RetireFlags, runRetire } from './commands/retire.ts';
import { runStatus } from './commands/status.ts';
import { runVerify, type VerifyFlags } from './commands/verify.ts';
import { providers, runView, type ViewFlags } from './commands/view.ts';
import { runWhy } from './commands/why.ts';
import { formats } from './formats/index.ts';

/**
 * @param asJson leaves it to the caller to tell what is wrong with the call's words
 * @param exit told the exit code of the command that ran
 */
export function createProgram(asJson: boolean, exit: (code: number) => void): Command {
  const program = new Command('daybook')
    .description('The journal of long agent conversations: append-only, content-addressed, checkable.')
    .option('--db <file>', 'the daybook to work on', './daybook.db')
    .option('--tenant <name>', 'tenant of the session', 'default')
    .option('--session <name>', 'session to work on; may be left out where there is only one')
    .option('--lane <name>', 'lane of the session')
    .option('--branch <name>', 'branch of the lane')
    .option('--json', 'one JSON document on stdout', false)
    .version(ownVersion(), '-V, --version', 'show the version')
    .configureHelp({ showGlobalOptions: true })
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show help of a command')
    .showHelpAfterError('See --help.')
    .configureOutput(asJson ? { writeErr: () => {} } : {})
    .exitOverride();
  const run: Run = (work) => work(program.opts<GlobalOptions>()).then(exit);
  addRecord(program, run);
  addFolds(program, run);
  addExport(program, run);
  for (const command of program.commands)
    command.configureHelp({ showGlobalOptions: true }).exitOverride().showHelpAfterError('See --help.');
  return program;
}

type Run = (work: (options: GlobalOptions) => Promise<number>) => Promise<void>;

/** What goes in and what is on record. */
function addRecord(program: Command, run: Run): void {
  program
    .command('import')
    .argument('<file...>', 'logs of agent tools, or exact exports of daybook')
    .description(
      `journal logs: ${[...new Set(formats.map(({ name }) => name))].join(', ')}, or an exact export`,
    )
    .option('--salt <hex>', 'salt of new sessions, 64 hexadecimal digits: makes heads reproducible')
    .option('--strict', 'stop at the first damaged line', false)
    .action((files: string[], flags: ImportFlags) => run((options) => runImport(files, flags, options)));
  program
    .command('status')
    .description('what a session holds')
    .action(() => run(runStatus));
  program
    .command('read')
    .argument('<handle>', 'e12; e12:10-20 for a part of its text: characters from 0 on, the end excluded')
    .description('one entry, checked against its hashes')
    .action((handle: string) => run(async (options) => runRead(handle, options)));
  program
    .command('verify')
    .description('re-derive everything from the bytes; exit code 1 when something does not fit')
    .option('--head <id>', 'a head that you kept: the record must still begin with what it held then')
    .action((flags: VerifyFlags) => run((options) => runVerify(flags, options)));
}

/** What is made from the record. */
function addFolds(program: Command, run: Run): void {
  const window = [
    '--window <tokens>',
    'context window of the model, from 256 (128000 when not given)',
    tokens,
  ] as const;
  program
    .command('fold')
    .description('put what is old into the ledger: everything but the recent turns')
    .option(...window)
    .addOption(
      new Option(
        '--mode <mode>',
        'cover entries (the default), or leave out what the record needs least',
      ).choices(['cover', 'consolidate']),
    )
    .option(
      '--until-fits',
      'only while a view of the window is above its threshold, and until it is not',
      false,
    )
    .action((flags: FoldFlags) => run((options) => runFold(flags, options)));
  program
    .command('ledger')
    .description('the facts, each with the entries that it rests on')
    .addOption(
      new Option(
        '--category <name>',
        `facts of this category; only a writer model makes ${writersCategories.join(', ')}`,
      ).choices(categories),
    )
    .addOption(new Option('--state <name>', 'facts in this state').choices(states))
    .option('--all', 'those no longer in force too; --json always holds them', false)
    .action((flags: LedgerFlags) => run((options) => runLedger(flags, options)));
  program
    .command('why')
    .argument('<handle>', 'f12 for a fact, e12 for an entry')
    .description('where a fact comes from, read from the record now; or the facts that cite an entry')
    .action((handle: string) => run(async (options) => runWhy(handle, options)));
  program
    .command('retire')
    .argument('<handle>', 'of a pin: f12')
    .description('take a pin out of force, as its owner')
    .option(
      '--by <handle>',
      'the entry that says so, of somebody with authority: e41; your own decision without it',
    )
    .action((handle: string, flags: RetireFlags) => run((options) => runRetire(handle, flags, options)));
  program
    .command('view')
    .description('what a model would be sent now; folds when it must, as a call would')
    .option(...window)
    .addOption(
      new Option('--provider <name>', 'whose request to show in --json').choices(providers).default('openai'),
    )
    .action((flags: ViewFlags) => run((options) => runView(flags, options)));
  program
    .command('packet')
    .description('pins, record and recent turns within a number of tokens; writes nothing')
    .requiredOption('--max-tokens <tokens>', 'most tokens of all together, from 256', tokens)
    .action((flags: PacketFlags) => run((options) => runPacket(flags, options)));
  program
    .command('replay')
    .description('apply every fold again from nothing; exit code 3 when a recorded hash differs')
    .action(() => run(runReplay));
}

function addExport(program: Command, run: Run): void {
  program
    .command('export')
    .description('a session as JSON lines, secrets hidden; with --exact one that can be imported')
    .option('--exact', 'everything that was said, in clear')
    .option('--out <file>', 'write to a new file instead of stdout')
    .action((flags: ExportFlags) => run(async (options) => runExport(flags, options)));
}

function tokens(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new InvalidArgumentError('A number of tokens is a whole number from 1, such as 128000.');
  return Number(text);
}

/** From the manifest, which stands one folder above, in the sources as in the package. */
function ownVersion(): string {
  const manifest = parseJson(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return isJsonObject(manifest) ? String(manifest.version) : '';
}
