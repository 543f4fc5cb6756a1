/**
 * The audit: re-derives chain, bodies, trees, heads and folds from the stored bytes, and lists what does not fit (J8).
 *
 * Invariants: it imports nothing that writes or judges, so a fault of the writer cannot hide from it; it reads the rows
 * in pages, once for the chain and once more what a fold covers or cites, so memory stays flat; it goes on to the end,
 * whatever it finds.
 */
import type { SessionKey } from '../journal/scope.ts';
import type { StoreReader } from '../store/port.ts';
import { auditBranch } from './branch.ts';
import type { Finding } from './findings.ts';
import { FoldLog } from './fold-log.ts';
import { auditFolds } from './folds.ts';
import { type KeptHead, keptHead } from './kept-head.ts';
import { auditSalt, auditSession } from './session.ts';
import { typedReader } from './typed-reader.ts';

export interface AuditOptions {
  /** Only this session; every session of the store when absent. */
  readonly session?: SessionKey | undefined;
  /** A head id that somebody kept: the record must still begin with what it held then. */
  readonly head?: string | undefined;
  /** Called after each page of entries with the number of entries checked so far. */
  readonly onProgress?: (entries: number) => void;
  /** Findings beyond this number are counted, not listed. */
  readonly maxFindings?: number;
}

export interface AuditReport {
  readonly ok: boolean;
  readonly sessions: number;
  readonly branches: number;
  readonly entries: number;
  /** Folds, amendments included; what a fork inherits is counted on the branch where it stands. */
  readonly folds: number;
  readonly findings: readonly Finding[];
  /** Findings in all, listed or not. */
  readonly found: number;
}

const MAX_FINDINGS = 1000;

/** @throws DaybookError `invalid-input` for a head id that is none, `store-unavailable` */
export async function audit(given: StoreReader, options: AuditOptions = {}): Promise<AuditReport> {
  const store = typedReader(given);
  const kept: KeptHead | undefined = options.head === undefined ? undefined : keptHead(options.head);
  const findings: Finding[] = [];
  let [found, entries, branches, foldCount] = [0, 0, 0, 0];
  const report = (finding: Finding): void => {
    found++;
    if (findings.length < (options.maxFindings ?? MAX_FINDINGS)) findings.push(finding);
  };
  const counted = (count: number): void => {
    entries += count;
    options.onProgress?.(entries);
  };
  const all = await store.sessions();
  const wanted = all.filter((session) => matches(session, options.session));
  if (options.session && wanted.length === 0)
    report({
      code: 'entry-missing',
      scope: options.session,
      detail: 'nothing is journaled for this session',
    });
  for (const session of wanted) {
    const sound = await auditSession(store, session, report);
    const salted = { ...session, salt: await auditSalt(store, session, sound, report) };
    const folds = new FoldLog();
    const common = { store, session: salted, branches: sound, report, folds };
    // Children first: what a fork says of its parent's folds then stands among what is read of the parent, even while
    // somebody writes.
    for (const branch of sound.toReversed()) await auditBranch({ ...common, branch, counted, kept });
    foldCount += await auditFolds(common);
    branches += sound.length;
  }
  for (const { table, key } of await store.strays())
    report({ code: 'stray-row', scope: {}, detail: `${table} ${key} belongs to nothing` });
  if (kept) for (const finding of kept.verdict()) report(finding);
  return { ok: found === 0, sessions: wanted.length, branches, entries, folds: foldCount, findings, found };
}

function matches(session: SessionKey, wanted: SessionKey | undefined): boolean {
  return !wanted || (session.tenant === wanted.tenant && session.session === wanted.session);
}
