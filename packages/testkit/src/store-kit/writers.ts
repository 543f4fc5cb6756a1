/**
 * Writers that race: each reads the branch, appends, and on `conflict` reads again (F5).
 *
 * A writer keeps account of what it was told. The accounts of all writers together must be the chain: no gap,
 * no duplicate, nothing acknowledged that is absent, nothing present that was not acknowledged.
 */
import { ok, strictEqual } from 'node:assert/strict';
import type { Scope, Store } from '@daybook/core/store';
import { branchOf, END, equal } from './reading.ts';
import { changeOf } from './rows.ts';

/** More than all appends of any race in this kit. A writer loses only when another one has won meanwhile. */
const MAX_LOSSES = 100;

export interface WriterJob {
  readonly scope: Scope;
  readonly writer: string;
  readonly appends: number;
  /** Entries of one append. */
  readonly entries: number;
}

export interface WriterAccount {
  /** Ids of the entries whose append was acknowledged, in order. */
  readonly acknowledged: readonly string[];
  /** Ids of the entries whose append was refused. */
  readonly refused: readonly string[];
}

export async function writeAsOneOfMany(store: Store, job: WriterJob): Promise<WriterAccount> {
  const acknowledged: string[] = [];
  const refused: string[] = [];
  for (let round = 0; round < job.appends; round++)
    for (let losses = 0, done = false; !done; losses++) {
      ok(losses < MAX_LOSSES, `${job.writer} lost ${losses} races for one append`);
      const label = `${job.writer} ${round} ${losses}`;
      const expected = await branchOf(store, job.scope);
      const change = changeOf(job.scope, expected, { label, entries: job.entries });
      done = (await store.append(change)) === 'done';
      (done ? acknowledged : refused).push(...change.entries.map((entry) => entry.id));
    }
  return { acknowledged, refused };
}

/** Demands that the branch is exactly what the writers were told. */
export async function mustBeTheirs(
  store: Store,
  scope: Scope,
  accounts: readonly WriterAccount[],
): Promise<void> {
  const entries = await store.entries(scope, 0, END);
  const ids = entries.map((entry) => entry.id);
  equal(
    entries.map((entry) => entry.seq),
    entries.map((_, at) => at),
    'no gap, no duplicate',
  );
  const acknowledged = accounts.flatMap((account) => account.acknowledged);
  equal(ids.toSorted(), acknowledged.toSorted(), 'what is there was acknowledged, and no more');
  const present = new Set(ids);
  for (const { acknowledged: own, refused } of accounts) {
    const order = ids.filter((id) => own.includes(id));
    equal(order, own, 'the entries of a writer stand in its order');
    ok(!refused.some((id) => present.has(id)), 'a refused entry is absent');
  }
  const groups = await store.groups(scope, 0, END);
  equal(
    groups.map((group) => group.ordinal),
    entries.map((_, at) => at + 1),
    'one group per entry',
  );
  const branch = await branchOf(store, scope);
  strictEqual(branch?.revision, entries.length);
  strictEqual(branch?.headEntry, ids.at(-1));
}
