/** Auditing one branch: its own entries in order, from the state its parent was in at the fork. */
import { equalBytes } from '../base/bytes.ts';
import { pathOf } from '../journal/branch.ts';
import { headOf } from '../journal/head.ts';
import { frontierBytes, peakEnds } from '../journal/merkle.ts';
import type { BranchRow, EntryRow } from '../journal/rows.ts';
import { type Scope, type SessionKey, sameScope } from '../journal/scope.ts';
import type { StoreReader } from '../store/port.ts';
import { AUDIT_PAGE, auditEntry, type Bodies, contentIdIn } from './entry.ts';
import type { Finding } from './findings.ts';
import type { FoldLog } from './fold-log.ts';
import type { KeptHead } from './kept-head.ts';
import { auditTexts } from './texts.ts';
import { EMPTY_TREE, lastNode, type Tree, treeOf, withLeaf, withLoss } from './tree.ts';

export interface BranchAudit {
  readonly store: StoreReader;
  readonly session: SessionKey & { readonly salt: Uint8Array };
  /** All sound branches of the session. */
  readonly branches: readonly BranchRow[];
  readonly branch: BranchRow;
  readonly report: (finding: Finding) => void;
  readonly counted: (entries: number) => void;
  readonly kept: KeptHead | undefined;
  /** Where the branch's folds stand is told here: what they say is audited when every branch is read. */
  readonly folds: FoldLog;
}

interface State {
  readonly tree: Tree;
  /** Id of the last entry; undefined when it is lost, empty in front of the genesis. */
  readonly headEntry: string | undefined;
}

export async function auditBranch(audit: BranchAudit): Promise<void> {
  let at = audit;
  let state = await stateAtFork(audit);
  for (;;) {
    state = await auditRows(at, state);
    if (endFits(state, at.branch)) return;
    // Somebody may have appended since the branch row was read: then it says more now, and the audit goes on.
    const now = (await audit.store.branches(audit.session)).find((row) =>
      sameScope(row.scope, audit.branch.scope),
    );
    if (!now || !(now.revision > at.branch.revision)) break;
    at = { ...audit, branch: now };
  }
  auditEnd(state, at);
}

/** The rows behind the state, each against its place. */
async function auditRows(audit: BranchAudit, from: State): Promise<State> {
  const { report, folds } = audit;
  const { scope } = audit.branch;
  let state = from;
  for await (const rows of pages(audit, from.tree.size)) {
    const bodies = await auditBodies(audit, rows);
    for (const row of rows) {
      if (row.seq > state.tree.size) {
        report(missing(scope, state.tree.size, row.seq));
        folds.lose(scope, state.tree.size, row.seq - 1);
        state = { tree: withLoss(row.seq), headEntry: undefined };
      }
      const place = { scope, salt: audit.session.salt, prev: state.headEntry, bodies };
      const { faults, texts, event } = auditEntry(row, place);
      folds.add(scope, row.seq, event);
      const ofTexts = await auditTexts(texts, audit.store, audit.session);
      for (const fault of [...faults, ...ofTexts]) report({ ...fault, scope, entry: `e${row.seq}` });
      state = after(state, row, audit);
    }
    audit.counted(rows.length);
  }
  return state;
}

function endFits({ tree, headEntry }: State, { revision, headEntry: named, frontier }: BranchRow): boolean {
  return tree.size === revision && headEntry === named && equalBytes(frontier, frontierBytes(tree.frontier));
}

/** The branch row against what stands. Where the end is lost, only that is said: nothing else can be known. */
function auditEnd({ tree, headEntry }: State, { branch, report, folds }: BranchAudit): void {
  const { scope, revision } = branch;
  const sameEntry = branch.headEntry === headEntry;
  const samePeaks = equalBytes(branch.frontier, frontierBytes(tree.frontier));
  if (tree.size < revision && !(sameEntry && samePeaks)) {
    report(missing(scope, tree.size, revision));
    folds.lose(scope, tree.size, revision - 1);
    return;
  }
  if (tree.size !== revision)
    report({
      code: 'revision-mismatch',
      scope,
      detail: `the branch row says revision ${revision}, ${tree.size} entries stand`,
    });
  if (headEntry !== undefined && !sameEntry)
    report({ code: 'head-entry-mismatch', scope, detail: 'the branch row names another last entry' });
  if (tree.lost === 0 && !samePeaks)
    report({ code: 'frontier-mismatch', scope, detail: 'the branch row holds another Merkle frontier' });
}

function missing(scope: Scope, from: number, to: number): Finding {
  const detail =
    to - from === 1 ? 'the entry is missing' : `${to - from} entries are missing, up to e${to - 1}`;
  return { code: 'entry-missing', scope, entry: `e${from}`, detail };
}

/** The branch's own rows in pages, whatever its row says about their number. */
async function* pages({ store, branch }: BranchAudit, start: number): AsyncGenerator<readonly EntryRow[]> {
  for (let from = start; ; from += AUDIT_PAGE) {
    const rows = await store.entries(branch.scope, from, from + AUDIT_PAGE);
    if (rows.length > 0) yield rows;
    else {
      // A hole or the end: what stands behind a hole is asked for at once, since the branch row may say anything.
      const behind = await store.entries(branch.scope, from, Number.MAX_SAFE_INTEGER);
      for (let at = 0; at < behind.length; at += AUDIT_PAGE) yield behind.slice(at, at + AUDIT_PAGE);
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
  const tree = withLeaf(state.tree, row.id);
  const node = lastNode(tree);
  if (node && !equalBytes(row.node, node))
    report({
      code: 'node-mismatch',
      scope: branch.scope,
      entry: `e${row.seq}`,
      detail: 'its Merkle node is not that of the entries before it',
    });
  if (kept?.revision === tree.size)
    kept.see(tree.lost === 0 ? headOf(branch, tree.size, tree.frontier) : undefined);
  return { tree, headEntry: row.id };
}

/** Nodes of the parent were audited with the parent, so its tree at the fork is read from log n of them. */
async function stateAtFork({ store, branch, branches }: BranchAudit): Promise<State> {
  const { forkRevision } = branch;
  if (branch.parent === null) return { tree: EMPTY_TREE, headEntry: '' };
  const path = pathOf(branch, branches).slice(1);
  const at = async (seq: number): Promise<EntryRow | undefined> => {
    const owner = path.find((step) => seq >= step.branch.forkRevision);
    return owner && (await store.entries(owner.branch.scope, seq, seq + 1))[0];
  };
  const ends = await Promise.all(peakEnds(forkRevision).map(at));
  // The last peak ends with the last entry.
  const tree = treeOf(
    forkRevision,
    ends.map((row) => row?.node),
  );
  return { tree, headEntry: ends.at(-1)?.id };
}
