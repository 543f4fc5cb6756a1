/**
 * `daybook export`: a session as JSON lines. `--exact` is portable: importing it gives the same heads. Without, secrets
 * are hidden, and with them what guesses could be tested with; nobody can import that.
 */
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { DaybookError } from '@daybook/core';
import { plural, visible } from '../output/output.ts';
import { redactedLines } from '../output/redacted-lines.ts';
import { type GlobalOptions, theSession, withDaybook } from './context.ts';

export interface ExportFlags {
  readonly exact?: boolean;
  readonly out?: string;
}

export function runExport({ exact, out }: ExportFlags, options: GlobalOptions): Promise<number> {
  if (options.lane !== undefined || options.branch !== undefined)
    throw new DaybookError(
      'invalid-input',
      'an export holds the whole session; leave --lane and --branch out',
    );
  return withDaybook(options, { create: false }, async (context) => {
    const exported = (await theSession(context)).export();
    const lines = exact ? exported : redactedLines(exported, (value) => context.daybook.hideSecrets(value));
    if (out === undefined) await toStdout(lines);
    else {
      const written = await toFile(lines, out);
      context.output.result(
        { file: out, lines: written },
        () => `${plural(written, 'line')} written to ${visible(out)}`,
      );
    }
    return 0;
  });
}

async function toStdout(lines: AsyncIterable<string>): Promise<void> {
  for await (const line of lines) if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
}

/** A new file, readable by its owner alone: it holds what was said. */
async function toFile(lines: AsyncIterable<string>, path: string): Promise<number> {
  const file = await open(path, 'wx', 0o600).catch((cause: NodeJS.ErrnoException) => {
    throw new DaybookError(
      'invalid-input',
      cause.code === 'EEXIST' ? `${path} exists already` : `${path} cannot be written`,
      { cause },
    );
  });
  let written = 0;
  try {
    for await (const line of lines) {
      await file.write(`${line}\n`);
      written++;
    }
  } finally {
    await file.close();
  }
  return written;
}
