/** Daybooks in memory with a fixed salt and no clock, so that ids are the same in every run. */

import type { Json } from '../src/base/json.ts';
import { parseJson } from '../src/base/json.ts';
import { type Daybook, openDaybook } from '../src/daybook.ts';
import type { ReadEntry } from '../src/session/reader.ts';
import type { Session } from '../src/session/session.ts';
import { memoryStore } from '../src/store/memory.ts';
import type { Store } from '../src/store/port.ts';
import { SALT } from './messages.ts';

export function inMemory(store: Store = memoryStore()): Promise<Daybook> {
  return openDaybook({ store, salt: SALT, clock: () => undefined });
}

/** Every entry of the branch that reads use. */
export async function readAll(session: Session): Promise<ReadEntry[]> {
  const { current } = await session.status();
  return Promise.all(Array.from({ length: current.revision }, (_, seq) => session.read(seq)));
}

/** Texts of everything said on the branch that reads use, events left out. */
export async function textsOf(session: Session): Promise<string[]> {
  const entries = await readAll(session);
  return entries.filter(({ seal }) => seal.kind !== 'event').map(({ text }) => text);
}

export async function exported(session: Session): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of session.export()) lines.push(line);
  return lines;
}

export async function* parsed(lines: readonly string[]): AsyncGenerator<Json> {
  for (const line of lines) yield parseJson(line);
}

/** Head ids of all branches, by lane and branch. */
export async function headsOf(session: Session): Promise<Record<string, string>> {
  const { branches } = await session.status();
  return Object.fromEntries(
    branches
      .map(({ scope, head }): [string, string] => [`${scope.lane}/${scope.branch}`, head])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
