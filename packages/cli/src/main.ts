#!/usr/bin/env node
/**
 * `daybook`. Exit codes: 0 done, 1 the audit found something, 2 the call's words are off, 3 it failed.
 *
 * Invariant: nothing but the command's result goes to stdout. With `--json` an error is one JSON document on stderr.
 */
import { isDaybookError } from '@daybook/core';
import { CommanderError } from 'commander';
import { jsonText, visible } from './output/output.ts';
import { createProgram } from './program.ts';

const asJson = process.argv.includes('--json');

// A reader that has seen enough closes the pipe.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`daybook: the result cannot be written (${error.code})\n`);
  process.exit(3);
});

try {
  await createProgram(asJson, (code) => {
    process.exitCode = code;
  }).parseAsync();
} catch (error) {
  process.exitCode = failed(error);
}

function failed(error: unknown): number {
  if (error instanceof CommanderError) {
    // Asking for help is no error.
    if (error.exitCode === 0) return 0;
    // Without `--json` Commander has told what was wrong.
    if (asJson) tell('invalid-input', error.message, {});
    return 2;
  }
  if (!isDaybookError(error)) {
    tell('unexpected', error instanceof Error ? (error.stack ?? error.message) : String(error), {});
    return 3;
  }
  const { code, message, details } = error;
  tell(code, message, details);
  // What a file holds is no matter of the call's words.
  return code === 'invalid-input' && !('file' in details) ? 2 : 3;
}

function tell(code: string, message: string, details: object): void {
  const error = { code, message, details };
  process.stderr.write(asJson ? `${jsonText({ error })}\n` : `daybook: ${visible(message)} (${code})\n`);
}
