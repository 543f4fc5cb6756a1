#!/usr/bin/env node
/**
 * `daybook`. Exit codes: 0 done, 1 the audit found something, 2 the call's words are off, 3 it failed.
 *
 * Invariant: nothing but the command's result goes to stdout.
 */
import { isDaybookError } from '@daybook/core';
import { CommanderError } from 'commander';
import { createProgram } from './program.ts';

try {
  await createProgram((code) => {
    process.exitCode = code;
  }).parseAsync();
} catch (error) {
  process.exitCode = failed(error);
}

function failed(error: unknown): number {
  // Commander has told what was wrong; asking for help is no error.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const asJson = process.argv.includes('--json');
  if (!isDaybookError(error)) {
    process.stderr.write(
      `daybook: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    return 3;
  }
  const { code, message, details } = error;
  process.stderr.write(
    asJson ? `${JSON.stringify({ error: { code, message, details } })}\n` : `daybook: ${message} (${code})\n`,
  );
  return code === 'invalid-input' ? 2 : 3;
}
