/** The exact export of a session: everything it holds, checked as it is read. */
import { equalBytes } from '../base/bytes.ts';
import { DaybookError } from '../base/errors.ts';
import { type Body, contentIdOf, parseBody } from '../journal/body.ts';
import { type PathStep, pathOf } from '../journal/branch.ts';
import { namedBodies } from '../journal/marks.ts';
import { addLeaf, frontierBytes } from '../journal/merkle.ts';
import { type PortableLine, portableBranch } from '../journal/portable.ts';
import type { BranchRow, GroupRow } from '../journal/rows.ts';
import { compareNames, type Scope, type SessionKey, scopeText } from '../journal/scope.ts';
import { entriesOf } from '../store/path-rows.ts';
import type { Store } from '../store/port.ts';
import { frontierAt, type ReadEntry, readEntry } from './reader.ts';

/** @throws DaybookError `not-found`, `tampered`, `store-unavailable` */
export async function* exportLines(store: Store, key: SessionKey): AsyncGenerator<PortableLine> {
  const salt = await store.salt(key);
  const branches = await store.branches(key);
  const [current] = branches;
  if (!salt || !current)
    throw new DaybookError('not-found', `nothing is journaled for session ${key.session}`, {
      details: { ...key },
    });
  const { lane, branch: name } = current.scope;
  yield {
    type: 'session',
    key: { tenant: key.tenant, session: key.session },
    salt,
    current: { lane, branch: name },
  };
  const exported = new Set<string>();
  for (const branch of parentsFirst(branches)) {
    yield { type: 'branch', branch: portableBranch(branch) };
    const forms = (await formsOf(store, branch)).values();
    let form = forms.next();
    for await (const entry of ownEntries(store, branch, pathOf(branch, branches), salt)) {
      for (const contentId of namedBodies(entry.body)) {
        if (exported.has(contentId)) continue;
        exported.add(contentId);
        yield { type: 'text', body: await textOfFold(store, branch.scope, contentId, salt) };
      }
      yield { type: 'entry', seal: entry.seal, body: entry.body };
      for (; !form.done && form.value.form <= entry.seq; form = forms.next())
        yield { type: 'group', group: form.value };
    }
  }
}

/** The branch's own entries, from the fork to the end; the chain and the tree must come to what the branch row says. */
async function* ownEntries(
  store: Store,
  branch: BranchRow,
  path: readonly PathStep[],
  salt: Uint8Array,
): AsyncGenerator<ReadEntry> {
  const { scope, forkRevision, revision } = branch;
  const parent = path[1]?.branch;
  // The parent owns the last shared entry, as in every record that daybook writes.
  const begins = parent ? forkRevision > parent.forkRevision && forkRevision < revision : forkRevision === 0;
  if (!begins) broken(scope);
  const [shared] = await entriesOf(store, path, forkRevision - 1, forkRevision);
  let prev = shared?.id ?? null;
  let frontier = await frontierAt(store, path, forkRevision);
  for (let seq = forkRevision; seq < revision; seq++) {
    const entry = await readEntry(store, path, seq, salt);
    if (entry.seal.prev !== prev) broken(scope);
    prev = entry.entry;
    frontier = addLeaf(frontier, seq, prev);
    yield entry;
  }
  if (prev !== branch.headEntry || !equalBytes(frontierBytes(frontier), branch.frontier)) broken(scope);
}

async function textOfFold(store: Store, scope: Scope, contentId: string, salt: Uint8Array): Promise<Body> {
  const [row] = await store.bodies(scope, [contentId]);
  if (!(row?.bytes instanceof Uint8Array) || contentIdOf(row.bytes, salt) !== contentId)
    return broken(scope, 'a text of a fold');
  const body = parseBody(row.bytes);
  return body.kind === 'derived' ? body : broken(scope, 'a text of a fold');
}

function broken(scope: Scope, what = 'the chain'): never {
  throw new DaybookError('tampered', `${what} of ${scopeText(scope)} is broken; run \`daybook verify\``, {
    details: { ...scope },
  });
}

/** Forms that the branch made, in the order in which they were made. At once, since its row may claim any number. */
async function formsOf(store: Store, branch: BranchRow): Promise<GroupRow[]> {
  const rows = await store.groups(branch.scope, 1, branch.groups + 1);
  return rows.toSorted((a, b) => a.form - b.form || a.ordinal - b.ordinal);
}

/** Ordered by lane and fork, so that equal records are exported as equal lines. */
function parentsFirst(branches: readonly BranchRow[]): BranchRow[] {
  const depth = (branch: BranchRow): number => pathOf(branch, branches).length;
  return branches.toSorted(
    (a, b) =>
      compareNames(a.scope.lane, b.scope.lane) ||
      depth(a) - depth(b) ||
      compareNames(a.scope.branch, b.scope.branch),
  );
}
