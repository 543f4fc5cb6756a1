/** Folds that somebody wrote who knows how: what stands in an event, changed, and everything behind it sealed again. */
import { utf8 } from '../src/base/bytes.ts';
import { canonicalText } from '../src/base/canonical.ts';
import {
  type Covered,
  coveredBy,
  type FoldEvent,
  foldBody,
  foldIn,
  type Range,
} from '../src/fold/manifest.ts';
import { type EventBody, parseBody } from '../src/journal/body.ts';
import type { EntryRow } from '../src/journal/rows.ts';
import { parseSeal } from '../src/journal/seal.ts';
import { EMPTY_LEDGER, type Ledger } from '../src/ledger/ledger.ts';
import type { Delta } from '../src/ledger/operation.ts';
import { reduce } from '../src/ledger/reduce.ts';
import { type BranchRows, forge, type SessionRows, sharedEntries } from './damaged.ts';

/** A branch of a damaged record. */
export interface Line {
  readonly session: SessionRows;
  readonly branch: BranchRows;
}

/** Sequences of the branch's own events of that name. */
export function eventsOf(line: Line, event: string): number[] {
  return line.branch.entries.flatMap((row) => {
    const body = bodyOf(line, row);
    return body.kind === 'event' && body.event === event ? [row.seq] : [];
  });
}

export function editEvent(line: Line, seq: number, edit: (event: EventBody) => object): void {
  const body = (bytes: Uint8Array) => utf8(canonicalText(edit(parseBody(bytes) as EventBody) as never));
  forge(line.session, line.branch, seq, { body });
}

export function foldAt(line: Line, seq: number): FoldEvent {
  const row = line.branch.entries.find((one) => one.seq === seq);
  const fold = row && foldIn(bodyOf(line, row));
  if (!fold) throw new Error(`e${seq} is no fold`);
  return fold;
}

export function editFold(line: Line, seq: number, edit: (fold: FoldEvent) => FoldEvent): void {
  editEvent(line, seq, () => foldBody(edit(foldAt(line, seq))));
}

type ManifestEdit = (manifest: FoldEvent['manifest']) => Partial<FoldEvent['manifest']>;

export function editManifest(line: Line, seq: number, edit: ManifestEdit): void {
  editFold(line, seq, (fold) => ({ ...fold, manifest: { ...fold.manifest, ...edit(fold.manifest) } }));
}

/**
 * The delta changed by somebody who reduces it again, so that hashes and refusals fit.
 *
 * @param before the ledger in front of the fold; that of the branch's own folds when absent
 */
export function editDelta(
  line: Line,
  seq: number,
  edit: (delta: Delta) => Delta,
  before: Ledger = ledgerBefore(line, seq),
): void {
  editFold(line, seq, (fold) => {
    const delta = edit(fold.delta);
    const { ledger, refused } = reduce(before, delta);
    const hashes = { before: before.hash, after: ledger.hash };
    return { ...fold, delta, manifest: { ...fold.manifest, refused, ledger: hashes } };
  });
}

/** What the fold would say that it covers if it covered these. */
export function covering({ session, branch }: Line, ranges: readonly Range[]): Covered {
  const entries = [...sharedEntries(session, branch), ...branch.entries];
  return coveredBy(entries.filter(({ seq }) => ranges.some(([first, last]) => seq >= first && seq <= last)));
}

function ledgerBefore(line: Line, seq: number): Ledger {
  return eventsOf(line, 'fold')
    .filter((one) => one < seq)
    .reduce((ledger, one) => reduce(ledger, foldAt(line, one).delta).ledger, EMPTY_LEDGER);
}

function bodyOf({ session }: Line, row: EntryRow) {
  const { contentId } = parseSeal(row.seal);
  const body = session.bodies.find((one) => one.contentId === contentId);
  if (!body) throw new Error(`e${row.seq} has no body`);
  return parseBody(body.bytes);
}
