/** Marked entries, with their bodies. To be called inside a read transaction: each asks several statements. */
import {
  DaybookError,
  type Mark,
  type MarkedEntry,
  type MarkLimits,
  type Opened,
  type Scope,
  type SessionKey,
} from '@daybook/core/store';
import { type Raw, toEntryRow } from './rows.ts';
import type { Statements } from './statements.ts';

interface Range {
  readonly above: number;
  readonly below: number;
}

/** A branch, by the numbers that tie rows together. */
interface Place {
  readonly sessionId: number;
  readonly branchId: number;
  readonly lane: string;
  readonly branch: string;
}

/** Numbers reach SQLite as floating point, which it takes for a limit only where that is surely exact. */
const MOST = 2 ** 50;

const EVERYTHING: Range = { above: -1, below: Number.MAX_SAFE_INTEGER };

export function openedSession(
  statements: Statements,
  { tenant, session }: SessionKey,
  limits: MarkLimits,
): Opened {
  const kept = statements.session.get(tenant, session);
  if (!kept) return { salt: undefined, marked: [] };
  const path = pathOf(statements, kept.id as number);
  return {
    salt: kept.salt as Uint8Array,
    marked: path.flatMap((place) => markedIn(statements, place, EVERYTHING, limits)),
  };
}

export function markedOn(
  statements: Statements,
  { tenant, session, lane, branch }: Scope,
  range: Range,
  limits: MarkLimits,
): MarkedEntry[] {
  const sessionId = statements.session.get(tenant, session)?.id as number | undefined;
  const kept = sessionId === undefined ? undefined : statements.branch.get(sessionId, lane, branch);
  if (sessionId === undefined || !kept) return [];
  return markedIn(statements, { sessionId, branchId: kept.id as number, lane, branch }, range, limits);
}

/** The branch that last received a group, then its ancestors. */
function pathOf(statements: Statements, sessionId: number): Place[] {
  const path: Place[] = [];
  let kept: Raw | undefined = statements.current.get(sessionId);
  const lane = kept?.lane as string;
  while (kept) {
    const [branchId, branch, parent] = [
      kept.id as number,
      kept.branch as string,
      kept.parent as string | null,
    ];
    path.push({ sessionId, branchId, lane, branch });
    if (parent === null) break;
    kept = statements.branch.get(sessionId, lane, parent);
    if (!kept || path.some((place) => place.branchId === kept?.id))
      throw new DaybookError('tampered', `the branch ${branch} of lane ${lane} has no sound parent`, {
        details: { lane, branch },
      });
  }
  return path;
}

function markedIn(
  statements: Statements,
  { sessionId, branchId, lane, branch }: Place,
  range: Range,
  limits: MarkLimits,
): MarkedEntry[] {
  const entries = Object.entries(limits).flatMap(([name, limit]) => {
    const mark = name as Mark;
    const wanted = { sessionId, branchId, mark, ...range, limit: Math.min(Math.max(0, limit), MOST) };
    const rows = statements.marked.all(wanted);
    return rows.map((raw) => ({ lane, branch, mark, entry: toEntryRow(raw), body: raw.bytes as Uint8Array }));
  });
  return entries.sort((a, b) => b.entry.seq - a.entry.seq);
}
