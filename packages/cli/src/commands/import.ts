/** `daybook import FILE…`: logs of other tools, and exact exports, into the journal. */
import { existsSync } from 'node:fs';
import {
  DaybookError,
  isDaybookError,
  noClock,
  type Scope,
  type Session,
  type SessionStatus,
} from '@daybook/core';
import { type Imported, importLog } from '../import/import-log.ts';
import { openLog } from '../import/open-log.ts';
import { createOutput, type Output, paint, plural, table, visible } from '../output/output.ts';
import { type Context, type GlobalOptions, withDaybook } from './context.ts';

export interface ImportFlags {
  readonly salt?: string;
  readonly strict: boolean;
}

/**
 * What others rely on in `--json`: one such object for one file; for several an array, in which a file that failed has
 * `error` instead.
 */
export interface ImportJson {
  readonly file: string;
  readonly format: string;
  readonly scope: Scope;
  readonly revision: number;
  readonly head: string;
  readonly appended: number;
  readonly entries: { readonly byKind: SessionStatus['byKind'] };
  readonly authoritative: number;
  readonly branches: number;
  readonly lanes: number;
  /** Groups that may be repeats. A log says where everything stands, so this is 0. */
  readonly ambiguous: number;
  readonly warnings: Imported['warnings'];
}

export async function runImport(
  files: readonly string[],
  flags: ImportFlags,
  options: GlobalOptions,
): Promise<number> {
  const salt = flags.salt === undefined ? undefined : saltOf(flags.salt);
  if (!existsSync(options.db)) {
    const failures = await unreadable(files);
    // A new daybook is made only for what can be put into it.
    if (failures.size === new Set(files).size)
      return importAll(createOutput(options.json), files, async (file) => {
        throw failures.get(file);
      });
  }
  return withDaybook(options, { create: true, clock: noClock, salt }, async (context) => {
    // Names that cannot be are the caller's, whatever the files hold.
    const { tenant, session = 'any', lane = 'main' } = options;
    context.daybook.session({ tenant, session, lane });
    return importAll(context.output, files, (file) => importOne(context, file, flags.strict));
  });
}

/** Files that are no log at all, with what is wrong. */
async function unreadable(files: readonly string[]): Promise<ReadonlyMap<string, DaybookError>> {
  const failures = new Map<string, DaybookError>();
  for (const file of files)
    try {
      await openLog(file);
      break;
    } catch (error) {
      if (!isDaybookError(error)) throw error;
      failures.set(file, ofFile(error, file));
    }
  return failures;
}

type ImportFile = (file: string) => Promise<ImportJson>;

async function importAll(output: Output, files: readonly string[], one: ImportFile): Promise<number> {
  if (files.length > 1) return importEach(output, files, one);
  const done = await one(files[0] as string);
  output.result(done, () => textOf(done));
  return 0;
}

export interface ImportFailure {
  readonly file: string;
  readonly error: { readonly code: string; readonly message: string };
}

/** A file that cannot be imported does not keep the others from it; the exit code tells. */
async function importEach(output: Output, files: readonly string[], one: ImportFile): Promise<number> {
  const done: (ImportJson | ImportFailure)[] = [];
  for (const file of files)
    try {
      done.push(await one(file));
    } catch (error) {
      if (!isDaybookError(error)) throw error;
      done.push({ file, error: { code: error.code, message: error.message } });
    }
  const failed = done.filter((told) => 'error' in told);
  output.result(done, () =>
    [
      ...done.map((told) =>
        'error' in told ? paint('red', visible(`${told.error.message} (${told.error.code})`)) : textOf(told),
      ),
      ...(failed.length > 0 ? [`${failed.length} of ${plural(files.length, 'file')} failed`] : []),
    ].join('\n\n'),
  );
  return failed.length > 0 ? 3 : 0;
}

async function importOne(
  { daybook, output, options }: Context,
  file: string,
  strict: boolean,
): Promise<ImportJson> {
  let progress: ReturnType<typeof output.progress> | undefined;
  const { tenant, session, lane = 'main' } = options;
  try {
    const imported = await importLog(daybook, file, {
      tenant,
      session,
      lane,
      strict,
      onProgress(done, total) {
        progress ??= output.progress(file, total);
        progress.update(done);
      },
    });
    return await summaryOf(daybook.session(imported.scope), file, imported);
  } catch (error) {
    throw isDaybookError(error) ? ofFile(error, file) : error;
  } finally {
    progress?.stop();
  }
}

async function summaryOf(session: Session, file: string, imported: Imported): Promise<ImportJson> {
  const status = await session.status();
  const { current, branches } = status;
  const lanes = new Set(branches.map(({ scope }) => scope.lane)).size;
  return {
    file,
    format: imported.format,
    scope: current.scope,
    revision: current.revision,
    head: current.head,
    appended: imported.appended,
    entries: { byKind: status.byKind },
    authoritative: status.authoritative,
    branches: branches.length,
    lanes,
    ambiguous: 0,
    warnings: imported.warnings,
  };
}

function ofFile({ code, message, details, cause }: DaybookError, file: string): DaybookError {
  const named = message.includes(file) ? message : `${file}: ${message}`;
  return new DaybookError(code, named, { details: { ...details, file }, cause });
}

function textOf(done: ImportJson): string {
  const kinds = Object.entries(done.entries.byKind).map(([kind, entries]) => [kind, entries] as const);
  const title = `${paint('bold', visible(done.file))}  ${paint('dim', done.format)}`;
  const told = done.warnings
    .slice(0, SHOWN_WARNINGS)
    .map(({ line, code, detail }) => paint('yellow', `line ${line}: ${code}: ${visible(detail)}`));
  const more = done.warnings.length - SHOWN_WARNINGS;
  if (more > 0) told.push(paint('yellow', `… and ${plural(more, 'more warning')} (--json lists all)`));
  const session = `session ${visible(done.scope.session)} · ${plural(done.lanes, 'lane')} · ${plural(done.branches, 'branch', 'branches')} · ${plural(done.authoritative, 'entry', 'entries')} from people or system`;
  if (done.appended === 0) return [`${title}  nothing new`, ...told, session, `head ${done.head}`].join('\n');
  return [
    `${title}  ${plural(done.appended, 'entry', 'entries')} appended`,
    ...told,
    table(['in the session now', 'entries'], kinds),
    session,
    `head ${done.head}`,
  ].join('\n');
}

const SHOWN_WARNINGS = 10;

function saltOf(text: string): Uint8Array {
  if (!/^[0-9a-f]{64}$/i.test(text))
    throw new DaybookError('invalid-input', '--salt takes 64 hexadecimal digits');
  return Uint8Array.from(Buffer.from(text, 'hex'));
}
