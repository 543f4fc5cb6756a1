/** The exact export of a session: everything it holds, checked as it is read. */
import { DaybookError } from '../base/errors.ts';
import { type PortableLine, portableBranch } from '../journal/portable.ts';
import type { BranchRow, GroupRow } from '../journal/rows.ts';
import { compareNames, type SessionKey } from '../journal/scope.ts';
import { pathOf } from '../journal/visible.ts';
import type { Store } from '../store/port.ts';
import { readEntry } from './reader.ts';

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
  for (const branch of parentsFirst(branches)) {
    yield { type: 'branch', branch: portableBranch(branch) };
    const forms = (await formsOf(store, branch)).values();
    let form = forms.next();
    const path = pathOf(branch, branches);
    for (let seq = branch.forkRevision; seq < branch.revision; seq++) {
      const { seal, body } = await readEntry(store, path, seq, salt);
      yield { type: 'entry', seal, body };
      for (; !form.done && form.value.form <= seq; form = forms.next())
        yield { type: 'group', group: form.value };
    }
  }
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
