/** Auditing what belongs to a session as a whole: which branches hang together. */
import { equalBytes } from '../base/bytes.ts';
import { contentIdOf } from '../journal/body.ts';
import type { BranchRow } from '../journal/rows.ts';
import { type SessionKey, scopeText } from '../journal/scope.ts';
import type { StoreReader } from '../store/port.ts';
import { contentIdIn, saltIn } from './entry.ts';
import type { Finding } from './findings.ts';

/** Salt by which the bodies hash: the one that a genesis entry proves, else the stored one. */
export async function auditSalt(
  store: StoreReader,
  session: SessionKey & { readonly salt: Uint8Array },
  branches: readonly BranchRow[],
  report: (finding: Finding) => void,
): Promise<Uint8Array> {
  for (const { scope, parent } of branches) {
    const [row] = parent === null ? await store.entries(scope, 0, 1) : [];
    const contentId = row && contentIdIn(row.seal);
    const [body] = contentId ? await store.bodies(session, [contentId]) : [];
    const salt = body && saltIn(body.bytes);
    if (!salt || contentIdOf(body.bytes, salt) !== contentId) continue;
    if (!equalBytes(salt, session.salt))
      report({
        code: 'salt-mismatch',
        scope,
        entry: 'e0',
        detail: 'the stored salt is not that of the genesis entry',
      });
    return salt;
  }
  return session.salt;
}

/** Branches whose parents can be followed to a root, parents first; the others are reported. */
export async function auditSession(
  store: StoreReader,
  session: SessionKey,
  report: (finding: Finding) => void,
): Promise<readonly BranchRow[]> {
  const branches = await store.branches(session);
  if (branches.length === 0)
    report({ code: 'genesis-missing', scope: session, detail: 'the session holds no branch' });
  const sound: BranchRow[] = [];
  let waiting = [...branches];
  for (let grew = true; grew; ) {
    const ready = waiting.filter((branch) => branch.parent === null || parentIn(sound, branch));
    sound.push(...ready);
    waiting = waiting.filter((branch) => !ready.includes(branch));
    grew = ready.length > 0;
  }
  for (const { scope, parent } of waiting)
    report({ code: 'parent-missing', scope, detail: `its parent ${parent} is missing or runs in a circle` });
  for (const branch of sound) checkFork(branch, sound, report);
  return sound;
}

function parentIn(sound: readonly BranchRow[], { scope, parent }: BranchRow): BranchRow | undefined {
  return sound.find((other) => other.scope.lane === scope.lane && other.scope.branch === parent);
}

function checkFork(branch: BranchRow, sound: readonly BranchRow[], report: (finding: Finding) => void): void {
  const { scope, parent, forkRevision, revision } = branch;
  const of = parentIn(sound, branch);
  const end = parent === null ? 0 : (of?.revision ?? 0);
  // The parent is the branch that owns the last shared entry: any other name for it would give another head.
  const begin = of?.forkRevision ?? 0;
  const fits = parent === null ? forkRevision === 0 : forkRevision > begin && forkRevision <= end;
  if (!fits)
    report({
      code: 'fork-mismatch',
      scope,
      detail: `${scopeText(scope)} forks at ${forkRevision}, its parent ${parent ?? '(none)'} owns what lies between ${begin} and ${end}`,
    });
  if (revision <= forkRevision)
    report({
      code: 'revision-mismatch',
      scope,
      detail: `revision ${revision} leaves no entry behind the fork at ${forkRevision}`,
    });
}
