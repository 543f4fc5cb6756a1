/** Auditing one branch: its own entries in order, from the state its parent was in at the fork. */
import { equalBytes } from '../base/bytes.ts';
import { isDigest } from '../base/hash.ts';
import { headOf } from '../journal/head.ts';
import { addLeaf, EMPTY_FRONTIER, type Frontier, frontierBytes, peakEnds } from '../journal/merkle.ts';
import type { BranchRow, EntryRow } from '../journal/rows.ts';
import type { Scope, SessionKey } from '../journal/scope.ts';
import { ownerOf, pathOf } from '../journal/visible.ts';
import type { StoreReader } from '../store/port.ts';
import { auditEntry, type Bodies, contentIdIn } from './entry.ts';
import type { Finding } from './findings.ts';
import type { KeptHead } from './kept-head.ts';

/** Entries read at once with their bodies: bounds memory, since a body may be large. */
const AUDIT_PAGE = 128;

export interface BranchAudit {
  readonly store: StoreReader;
  readonly session: SessionKey & { readonly salt: Uint8Array };
  /** All sound branches of the session. */
  readonly branches: readonly BranchRow[];
  readonly branch: BranchRow;
  readonly report: (finding: Finding) => void;
  readonly counted: (entries: number) => void;
  readonly kept: KeptHead | undefined;
}

interface State {
  readonly revision: number;
  readonly headEntry: string;
  readonly frontier: Frontier;
}

export async function auditBranch(audit: BranchAudit): Promise<void> {
  const { branch, report } = audit;
  const { scope } = branch;
  let state = await stateAtFork(audit);
  for await (const rows of pages(audit)) {
    const bodies = await auditBodies(audit, rows);
    for (const row of rows) {
      if (row.seq > state.revision) report(missing(scope, state.revision, row.seq));
      if (row.seq > state.revision) state = { ...state, revision: row.seq };
      for (const finding of auditEntry(row, {
        scope,
        salt: audit.session.salt,
        prev: state.headEntry,
        bodies,
      }))
        report({ ...finding, scope, entry: `e${row.seq}` });
      state = after(state, row, audit);
    }
    audit.counted(rows.length);
  }
  if (state.revision < branch.revision) report(missing(scope, state.revision, branch.revision));
  if (state.revision > branch.revision)
    report({
      code: 'revision-mismatch',
      scope,
      detail: `the branch row says revision ${branch.revision}, ${state.revision} entries stand`,
    });
  if (branch.headEntry !== state.headEntry)
    report({ code: 'head-entry-mismatch', scope, detail: 'the branch row names another last entry' });
  if (!equalBytes(branch.frontier, frontierBytes(state.frontier)))
    report({ code: 'frontier-mismatch', scope, detail: 'the branch row holds another Merkle frontier' });
}

function missing(scope: Scope, from: number, to: number): Finding {
  const detail =
    to - from === 1 ? 'the entry is missing' : `${to - from} entries are missing, up to e${to - 1}`;
  return { code: 'entry-missing', scope, entry: `e${from}`, detail };
}

/** The branch's own rows in pages, whatever its row says about their number. */
async function* pages({ store, branch }: BranchAudit): AsyncGenerator<readonly EntryRow[]> {
  for (let from = branch.forkRevision; ; from += AUDIT_PAGE) {
    const rows = await store.entries(branch.scope, from, from + AUDIT_PAGE);
    if (rows.length > 0) yield rows;
    else {
      // A hole or the end: what stands behind a hole is read at once, since the branch row may say anything.
      const behind = await store.entries(branch.scope, from, Number.MAX_SAFE_INTEGER);
      if (behind.length > 0) yield behind;
      return;
    }
  }
}

async function auditBodies({ store, session }: BranchAudit, rows: readonly EntryRow[]): Promise<Bodies> {
  const ids = rows.flatMap((row) => contentIdIn(row.seal) ?? []);
  const bodies = await store.bodies(session, ids);
  return new Map(bodies.map(({ contentId, bytes }) => [contentId, bytes]));
}

function after(state: State, row: EntryRow, { branch, report, kept }: BranchAudit): State {
  const frontier = isDigest(row.id) ? addLeaf(state.frontier, state.revision, row.id) : state.frontier;
  const revision = row.seq + 1;
  if (!equalBytes(row.node, frontier.at(-1) ?? new Uint8Array()))
    report({
      code: 'node-mismatch',
      scope: branch.scope,
      entry: `e${row.seq}`,
      detail: 'its Merkle node is not that of the entries before it',
    });
  if (kept?.revision === revision) kept.see(headOf(branch, revision, frontier));
  return { revision, headEntry: row.id, frontier };
}

/** Nodes of the parent were audited with the parent, so its tree at the fork is read from log n of them. */
async function stateAtFork({ store, branch, branches }: BranchAudit): Promise<State> {
  const { forkRevision } = branch;
  if (branch.parent === null) return { revision: 0, headEntry: '', frontier: EMPTY_FRONTIER };
  const path = pathOf(branch, branches).slice(1);
  const at = async (seq: number): Promise<EntryRow | undefined> =>
    (await store.entries(ownerOf(path, seq).scope, seq, seq + 1))[0];
  const ends = await Promise.all(peakEnds(forkRevision).map(at));
  const last = forkRevision > 0 ? await at(forkRevision - 1) : undefined;
  return {
    revision: forkRevision,
    headEntry: last?.id ?? '',
    frontier: ends.map((row) => row?.node ?? new Uint8Array()),
  };
}
