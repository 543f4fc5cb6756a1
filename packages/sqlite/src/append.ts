/**
 * One append: compare, then write everything it changes. Runs inside a write transaction.
 *
 * Invariant (F5): nothing is written unless the session has this salt and the branch stands where the writer
 * saw it, by revision and head entry.
 */

import type { SQLOutputValue } from 'node:sqlite';
import type { Append, BranchRow } from '@daybook/core/store';
import { branchValues, entryValues, groupValues, type Raw } from './rows.ts';
import type { Statements } from './statements.ts';

export function appendChange(statements: Statements, change: Append): 'done' | 'conflict' {
  const { tenant, session, lane, branch } = change.next.scope;
  const keptSession = statements.session.get(tenant, session);
  if (keptSession && !equalBytes(keptSession.salt, change.salt)) return 'conflict';
  const keptBranch = keptSession && statements.branch.get(idIn(keptSession), lane, branch);
  if (!stands(keptBranch, change.expected)) return 'conflict';
  const sessionId = keptSession ? idIn(keptSession) : addSession(statements, change);
  const branchId = writeBranch(statements, sessionId, keptBranch, change);
  writeRows(statements, sessionId, branchId, change);
  return 'done';
}

function stands(kept: Raw | undefined, expected: BranchRow | null): boolean {
  if (!kept || !expected) return !kept && !expected;
  return kept.revision === expected.revision && kept.head_entry === expected.headEntry;
}

function addSession(statements: Statements, { next, salt }: Append): number {
  const id = idIn(statements.newSessionId.get());
  statements.addSession.run(id, next.scope.tenant, next.scope.session, salt);
  return id;
}

function writeBranch(
  statements: Statements,
  sessionId: number,
  kept: Raw | undefined,
  { next, touched }: Append,
): number {
  const before = Number(kept?.touched ?? 0);
  const now = touched ? 1 + Number(statements.lastTouched.get(sessionId)?.touched) : before;
  const values = branchValues(next, now);
  if (kept) {
    statements.moveBranch.run(...values, idIn(kept));
    return idIn(kept);
  }
  const id = idIn(statements.newBranchId.get());
  statements.addBranch.run(id, ...values, sessionId, next.scope.lane, next.scope.branch);
  return id;
}

function writeRows(statements: Statements, sessionId: number, branchId: number, change: Append): void {
  const { lane } = change.next.scope;
  for (const entry of change.entries) statements.addEntry.run(branchId, ...entryValues(entry));
  for (const body of change.bodies) statements.addBody.run(sessionId, body.contentId, body.bytes);
  for (const group of change.groups)
    statements.addGroup.run(sessionId, lane, branchId, ...groupValues(group));
}

function equalBytes(kept: SQLOutputValue | undefined, salt: Uint8Array): boolean {
  return kept instanceof Uint8Array && Buffer.compare(kept, salt) === 0;
}

function idIn(row: Raw | undefined): number {
  return row?.id as number;
}
