/** What a session holds: branches, entries by kind, calls that lack a result. Counted from the seals, bodies unread. */
import { PAGE_ROWS } from '../base/defaults.ts';
import { DaybookError } from '../base/errors.ts';
import { isAuthoritative } from '../journal/authority.ts';
import { pathOf } from '../journal/branch.ts';
import { headId, headOf } from '../journal/head.ts';
import type { Kind } from '../journal/kinds.ts';
import { parseFrontier } from '../journal/merkle.ts';
import type { BranchRow } from '../journal/rows.ts';
import { type Scope, scopeText } from '../journal/scope.ts';
import { parseSeal, type Seal } from '../journal/seal.ts';
import { type UnitEntry, unitsOf } from '../journal/units.ts';
import type { StoreReader } from '../store/port.ts';

/** One branch of a session as it stands. */
export interface BranchLine {
  readonly scope: Scope;
  readonly parent: string | null;
  readonly forkRevision: number;
  readonly revision: number;
  readonly head: string;
}

export interface SessionStatus {
  /** The branch that reads use. */
  readonly current: BranchLine;
  /** The one that last received a group first. */
  readonly branches: readonly BranchLine[];
  /** Entries over all branches, each counted once. */
  readonly byKind: Readonly<Partial<Record<Kind, number>>>;
  readonly authoritative: number;
  /** Of the branch that reads use: handles of what waits, and of known gaps. */
  readonly calls: CallStatus;
}

export interface CallStatus {
  /** Calls whose result may still come. */
  readonly waiting: readonly string[];
  /** Calls without a result that the conversation went on without. */
  readonly abandoned: readonly string[];
  /** Results whose call is not on record. */
  readonly withoutCall: readonly string[];
}

/** @throws DaybookError `tampered`, `store-unavailable` */
export async function statusOf(
  store: StoreReader,
  branches: readonly BranchRow[],
  current: BranchRow,
): Promise<SessionStatus> {
  const byKind: Partial<Record<Kind, number>> = {};
  let authoritative = 0;
  const onPath = new Map(pathOf(current, branches).map(({ branch, below }) => [branch, below]));
  const entries: UnitEntry[] = [];
  for (const branch of branches)
    for await (const seal of sealsOf(store, branch)) {
      byKind[seal.kind] = (byKind[seal.kind] ?? 0) + 1;
      if (isAuthoritative(seal.authority)) authoritative++;
      if (seal.seq < (onPath.get(branch) ?? 0)) entries.push(unitEntry(seal));
    }
  const calls = callsOf(entries.sort((a, b) => a.seq - b.seq));
  return { current: lineOf(current), branches: branches.map(lineOf), byKind, authoritative, calls };
}

export function lineOf(branch: BranchRow): BranchLine {
  const { scope, parent, forkRevision, revision } = branch;
  const head = headId(headOf(branch, revision, parseFrontier(branch.frontier, revision)));
  return { scope, parent, forkRevision, revision, head };
}

async function* sealsOf(store: StoreReader, branch: BranchRow): AsyncGenerator<Seal> {
  for (let from = branch.forkRevision; from < branch.revision; from += PAGE_ROWS) {
    const rows = await store.entries(branch.scope, from, from + PAGE_ROWS);
    // A damaged row may claim any revision: its end is what lies there.
    if (rows.length === 0)
      throw new DaybookError('tampered', `${scopeText(branch.scope)} lacks e${from}; run \`daybook verify\``);
    for (const row of rows) yield parseSeal(row.seal);
  }
}

function unitEntry({ seq, kind, role, links }: Seal): UnitEntry {
  return {
    seq,
    kind,
    role,
    group: links.group ?? seq,
    ...(links.call === undefined ? {} : { call: links.call }),
  };
}

function callsOf(entries: readonly UnitEntry[]): CallStatus {
  const units = unitsOf(entries);
  const handles = (seqs: readonly number[]): string[] => seqs.map((seq) => `e${seq}`);
  return {
    waiting: handles(units.flatMap(({ waiting }) => waiting)),
    abandoned: handles(units.flatMap(({ abandoned }) => abandoned)),
    withoutCall: handles(units.flatMap(({ withoutCall }) => withoutCall)),
  };
}
