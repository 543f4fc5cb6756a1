/** The command line: names, options and help. What a command does stands in commands/. */
import { readFileSync } from 'node:fs';
import { isJsonObject, parseJson } from '@daybook/core';
import { Command } from 'commander';
import type { GlobalOptions } from './commands/context.ts';
import { type ExportFlags, runExport } from './commands/export.ts';
import { type ImportFlags, runImport } from './commands/import.ts';
import { runRead } from './commands/read.ts';
import { runStatus } from './commands/status.ts';
import { runVerify, type VerifyFlags } from './commands/verify.ts';
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
  const run = (work: (options: GlobalOptions) => Promise<number>) =>
    work(program.opts<GlobalOptions>()).then(exit);

  program
    .command('import')
    .argument('<file...>', 'logs of agent tools, or exact exports of daybook')
    .description(`journal logs: ${formats.map(({ name }) => name).join(', ')}, or an exact export`)
    .option('--salt <hex>', 'salt of new sessions, 64 hexadecimal digits: makes heads reproducible')
    .option('--strict', 'stop at the first damaged line', false)
    .action((files: string[], flags: ImportFlags) => run((options) => runImport(files, flags, options)));
  program
    .command('status')
    .description('what a session holds')
    .action(() => run(runStatus));
  program
    .command('read')
    .argument('<handle>', 'e12, or e12:10-20 for a part of its text')
    .description('one entry, checked against its hashes')
    .action((handle: string) => run(async (options) => runRead(handle, options)));
  program
    .command('verify')
    .description('re-derive everything from the bytes; exit code 1 when something does not fit')
    .option('--head <id>', 'a head that you kept: the record must still begin with what it held then')
    .action((flags: VerifyFlags) => run((options) => runVerify(flags, options)));
  program
    .command('export')
    .description('a session as portable JSON lines')
    .option('--exact', 'everything that was said, in clear')
    .option('--out <file>', 'write to a new file instead of stdout')
    .action((flags: ExportFlags) => run(async (options) => runExport(flags, options)));
  for (const command of program.commands)
    command.configureHelp({ showGlobalOptions: true }).exitOverride().showHelpAfterError('See --help.');
  return program;
}

/** From the manifest, which stands one folder above, in the sources as in the package. */
function ownVersion(): string {
  const manifest = parseJson(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return isJsonObject(manifest) ? String(manifest.version) : '';
}
