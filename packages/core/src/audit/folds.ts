/**
 * Auditing the folds of a session: each where it stands, in order, from the fold that it follows (F3, F4).
 *
 * Invariants: every fold is reduced once, so time goes by their number; memory holds the working set of one branch, and
 * of each place at which another branch goes on. What hangs on a fold that cannot be read stays unknown: it is neither
 * made up nor compared.
 */
import { type Body, parseBody } from '../journal/body.ts';
import { type PathStep, pathOf } from '../journal/branch.ts';
import type { BranchRow } from '../journal/rows.ts';
import type { Scope, SessionKey } from '../journal/scope.ts';
import { parseSeal } from '../journal/seal.ts';
import type { StoreReader } from '../store/port.ts';
import { coverageFault, hidesUncovered, shapeFault } from './coverage.ts';
import { type Fault, orUndefined } from './entry.ts';
import type { Finding } from './findings.ts';
import { entryFaults } from './fold-entries.ts';
import { adoptedIn, type FoldPlace, foldIn, savedIn } from './fold-events.ts';
import type { FoldLog, LoggedEvent } from './fold-log.ts';
import { type FoldState, NO_FOLDS, reduced, savedFault } from './fold-state.ts';

export interface FoldsAudit {
  readonly store: StoreReader;
  readonly session: SessionKey & { readonly salt: Uint8Array };
  /** Sound branches, parents first. */
  readonly branches: readonly BranchRow[];
  readonly folds: FoldLog;
  readonly report: (finding: Finding) => void;
}

/** @returns the number of folds */
export async function auditFolds(audit: FoldsAudit): Promise<number> {
  const { branches, folds, report } = audit;
  const wanted = new Set(branches.flatMap(({ scope }) => namedElsewhere(scope, folds.of(scope))));
  const kept = new Map<string, FoldState>();
  let count = 0;
  for (const branch of branches) {
    const { scope } = branch;
    const events = folds.of(scope);
    const path = events.length > 0 ? pathOf(branch, branches) : [];
    let line: Line = { audit, path, kept, last: undefined, state: undefined };
    for (const event of events) {
      const checked = await CHECKS[event.event](line, event, await bodyOf(audit, event));
      for (const fault of checked.faults) report({ ...fault, scope, entry: `e${event.seq}` });
      if (event.event !== 'fold') continue;
      count++;
      const last = { branch: scope.branch, seq: event.seq };
      line = { ...line, last, state: checked.state };
      const name = nameOf(scope.lane, last);
      if (checked.state && wanted.has(name)) kept.set(name, checked.state);
    }
  }
  return count;
}

/** A branch, as far as its folds are audited. */
interface Line {
  readonly audit: FoldsAudit;
  readonly path: readonly PathStep[];
  /** States that other branches go on from. */
  readonly kept: ReadonlyMap<string, FoldState>;
  /** The branch's own last fold. */
  readonly last: FoldPlace | undefined;
  /** Behind it; undefined where it is unknown. */
  readonly state: FoldState | undefined;
}

interface Checked {
  readonly faults: readonly Fault[];
  readonly state?: FoldState | undefined;
}

type Check = (line: Line, event: LoggedEvent, body: Body | undefined) => Promise<Checked>;

const CHECKS: Readonly<Record<LoggedEvent['event'], Check>> = {
  fold: checkFold,
  adopted: checkAdopted,
  ledger: checkSaved,
};

async function checkFold(line: Line, { seq }: LoggedEvent, body: Body | undefined): Promise<Checked> {
  const fold = body && foldIn(body);
  if (!fold) return { faults: [{ code: 'fold-malformed', detail: 'it is no fold of format v1' }] };
  const { store, session } = line.audit;
  const faults: Fault[] = [];
  let from = follow(line, fold.previous);
  if (!from) {
    faults.push({ code: 'fold-order-mismatch', detail: 'it follows another fold than the one before it' });
    from = { state: line.last || line.path.length > 1 ? line.state : NO_FOLDS };
  }
  const shape = shapeFault(fold, seq);
  const coverage = shape ?? (from.state && coverageFault(fold, from.state));
  if (coverage) faults.push(coverage);
  const ranges = coverage ? [] : fold.covered.ranges;
  faults.push(...(await entryFaults({ store, session, path: line.path }, fold, ranges)));
  if (!from.state) return { faults };
  const place = { branch: scopeOf(line).branch, seq };
  const next = reduced(from.state, place, fold);
  return { faults: [...faults, ...next.faults], state: next.state };
}

async function checkAdopted(line: Line, { seq }: LoggedEvent, body: Body | undefined): Promise<Checked> {
  const adopted = body && adoptedIn(body);
  const wrong = (detail: string): Checked => ({ faults: [{ code: 'adoption-mismatch', detail }] });
  if (!adopted) return wrong('it is no adoption of format v1');
  const from = follow(line, adopted.fold) ?? ownBefore(line, adopted.fold);
  if (!from) return wrong('it uses a fold that is none of its branch');
  if (from.state && hidesUncovered(adopted, from.state))
    return wrong('its view leaves out entries that no fold covers');
  for (const shown of adopted.packet)
    if (shown >= seq || (await isOtherText(line, shown)))
      return wrong(`e${shown}, which it shows, is no text of a packet`);
  return { faults: [] };
}

async function checkSaved(line: Line, _: LoggedEvent, body: Body | undefined): Promise<Checked> {
  const saved = body && savedIn(body);
  const wrong = (detail: string): Checked => ({ faults: [{ code: 'saved-ledger-mismatch', detail }] });
  if (!saved) return wrong('it is no saved working set of format v1');
  const from = follow(line, saved.last);
  if (!from) return wrong('it is saved behind another fold than the one before it');
  const fault = from.state && savedFault(from.state, saved);
  return fault ? wrong(fault) : { faults: [] };
}

/**
 * The state behind the fold that stands before: the branch's own last one; while it has none, an inherited one, which
 * reaches less far than the fork, or null in front of all. Without a state where that is unknown.
 *
 * @returns undefined when another fold is named
 */
function follow(line: Line, named: FoldPlace | null): { readonly state: FoldState | undefined } | undefined {
  const { last, state, path, kept, audit } = line;
  if (last && named?.branch === last.branch && named.seq === last.seq) return { state };
  const scope = scopeOf(line);
  if (named?.branch === scope.branch)
    return audit.folds.mayHoldFold(scope, named.seq) ? { state: undefined } : undefined;
  if (last) return undefined;
  if (!named) return { state: NO_FOLDS };
  const step = path.find(({ branch }) => branch.scope.branch === named.branch);
  if (!step) return undefined;
  const { reach = Number.POSITIVE_INFINITY } = audit.folds.foldAt(step.branch.scope, named.seq) ?? {};
  if (reach < step.below) return { state: kept.get(nameOf(scope.lane, named)) };
  return audit.folds.mayHoldFold(step.branch.scope, named.seq) ? { state: undefined } : undefined;
}

/** An adoption may come when another fold stands already. */
function ownBefore(line: Line, { branch, seq }: FoldPlace): { readonly state: undefined } | undefined {
  const scope = scopeOf(line);
  const isOwn = branch === scope.branch && line.last !== undefined && seq < line.last.seq;
  return isOwn && line.audit.folds.foldAt(scope, seq) ? { state: undefined } : undefined;
}

/** A row that is missing or cannot be read is a finding of its own. */
async function isOtherText(line: Line, seq: number): Promise<boolean> {
  const [row] = await line.audit.store.entries(scopeOf(line), seq, seq + 1);
  const seal = row && orUndefined(() => parseSeal(row.seal));
  if (!seal) return row === undefined && !line.audit.folds.mayHoldFold(scopeOf(line), seq);
  return seal.kind !== 'derived' || seal.links.packet !== true;
}

async function bodyOf({ store, session }: FoldsAudit, { contentId }: LoggedEvent): Promise<Body | undefined> {
  const [row] = await store.bodies(session, [contentId]);
  return row && orUndefined(() => parseBody(row.bytes));
}

function scopeOf({ path }: Line): Scope {
  return (path[0] as PathStep).branch.scope;
}

/** Folds of other branches of the lane that this one goes on from, by name. */
function namedElsewhere(scope: Scope, events: readonly LoggedEvent[]): string[] {
  return events.flatMap(({ names }) =>
    names && names.branch !== scope.branch ? [nameOf(scope.lane, names)] : [],
  );
}

function nameOf(lane: string, { branch, seq }: FoldPlace): string {
  return `${lane}\0${branch}\0${seq}`;
}
