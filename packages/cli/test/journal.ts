/** A journal to import into, and what stands in it, read back through the session surface alone. */
import {
  type BranchLine,
  type Daybook,
  noClock,
  openDaybook,
  type ReadEntry,
  type Scope,
} from '@daybook/core';
import { memoryStore } from '@daybook/core/memory';
import type { Store } from '@daybook/core/store';
import { onTestFinished } from 'vitest';
import { type Imported, importLog } from '../src/import/import-log.ts';

/** Fixed, so that equal records have equal heads. */
export const SALT: Uint8Array = new Uint8Array(32).fill(7);

export interface Recorded extends ReadEntry {
  readonly scope: Scope;
}

/** A journal in memory, closed with the test. */
export async function openJournal(): Promise<Daybook> {
  const daybook = await daybookOn(memoryStore());
  onTestFinished(() => daybook.close());
  return daybook;
}

/** As the command line opens one for an import, with the fixed salt. */
export function daybookOn(store: Store): Promise<Daybook> {
  return openDaybook({ store, clock: noClock, salt: SALT });
}

export function importFile(daybook: Daybook, file: string, strict = false): Promise<Imported> {
  return importLog(daybook, file, { tenant: 'default', lane: 'main', strict });
}

/** Every entry once, each read from the branch that owns it; lanes and branches in the order of their names. */
export async function entriesOf(daybook: Daybook, session: string): Promise<readonly Recorded[]> {
  const entries: Recorded[] = [];
  for (const { scope, forkRevision, revision } of await branchesOf(daybook, session)) {
    const branch = daybook.session(scope);
    for (let seq = forkRevision; seq < revision; seq++) entries.push({ ...(await branch.read(seq)), scope });
  }
  return entries;
}

/** Head of every branch, by `session/lane/branch`. */
export async function headsOf(daybook: Daybook): Promise<Readonly<Record<string, string>>> {
  const heads: [string, string][] = [];
  for (const { session } of await daybook.sessions())
    for (const { scope, head } of await branchesOf(daybook, session))
      heads.push([`${session}/${scope.lane}/${scope.branch}`, head]);
  return Object.fromEntries(heads);
}

export async function branchesOf(daybook: Daybook, session: string): Promise<readonly BranchLine[]> {
  const { branches } = await daybook.session({ session }).status();
  const name = ({ lane, branch }: Scope) => `${lane} ${branch === 'main' ? '' : branch}`;
  return branches.toSorted((a, b) => (name(a.scope) < name(b.scope) ? -1 : 1));
}
