/**
 * The agent's tools as the chapters use them, each with what it gives back.
 *
 * Invariant: what is read without a text given is generated from its name alone, so a second read is equal.
 */
import type { Json } from '@daybook/core';
import { fileText } from './file-text.ts';
import type { Use } from './shape.ts';

export function read(path: string, text: string = fileText(path)): Use {
  return { name: 'read_file', input: { path }, text };
}

/** Several files of one folder, read at once. */
export function reads(folder: string, ...names: readonly string[]): Use[] {
  return names.map((name) => read(`${folder}/${name}`));
}

export function list(path: string, ...names: readonly string[]): Use {
  return { name: 'list_files', input: { path }, text: names.join('\n') };
}

export function search(pattern: string, ...hits: readonly string[]): Use {
  return { name: 'search', input: { pattern }, text: hits.join('\n') };
}

export function run(command: string, text: string, exitCode = 0): Use {
  return {
    name: 'run',
    input: { command },
    text,
    data: { exitCode },
    status: exitCode === 0 ? 'returned' : 'error',
  };
}

export function query(sql: string, text: string, database = 'staging'): Use {
  return { name: 'query', input: { database, sql }, text };
}

export function edit(path: string, replace: string, by: string): Use {
  return { name: 'edit_file', input: { path, replace, by }, data: { path, replaced: 1 } };
}

export function write(path: string, content: string): Use {
  return { name: 'write_file', input: { path, content }, data: { path, characters: content.length } };
}

export function metrics(name: string, environment: string, window: string, data: Json): Use {
  return { name: 'get_metrics', input: { name, environment, window }, data };
}
