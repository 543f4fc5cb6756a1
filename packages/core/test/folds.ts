/**
 * Folds made by hand: amendments on the current branch that change nothing and name derived bodies, which stand in no
 * entry of their own.
 */
import { utf8 } from '../src/base/bytes.ts';
import { canonicalText } from '../src/base/canonical.ts';
import { coveredBy, type FoldPlace, foldBody, foldIn } from '../src/fold/manifest.ts';
import { contentIdOf, contentOf, type EventBody, parseBody } from '../src/journal/body.ts';
import { ChainBuilder } from '../src/journal/chain.ts';
import type { BodyRow, BranchRow } from '../src/journal/rows.ts';
import type { SessionKey } from '../src/journal/scope.ts';
import { EMPTY_LEDGER, ledgerHash, workingSetHash } from '../src/ledger/ledger.ts';
import type { Store } from '../src/store/port.ts';
import { type BranchRows, forge, type SessionRows } from './damaged.ts';

export function derivedText(text: string, salt: Uint8Array): BodyRow {
  return contentOf({ kind: 'derived', parts: [{ type: 'text', text }] }, salt);
}

/** Appends a fold with these texts. `names`: what it names instead of exactly those. @returns its sequence */
export async function foldInto(
  store: Store,
  key: SessionKey,
  texts: readonly string[],
  names?: readonly string[],
): Promise<number> {
  const salt = (await store.salt(key)) as Uint8Array;
  const [row] = (await store.branches(key)) as [BranchRow];
  const bodies = texts.map((text) => derivedText(text, salt));
  const builder = new ChainBuilder({ expected: row, from: row, salt, delegated: false, now: null });
  builder.bodies(bodies);
  const [last] = await store.marked(row.scope, { above: -1, below: row.revision }, { fold: 1 });
  const previous = last ? { branch: last.branch, seq: last.entry.seq } : null;
  const before = last && foldIn(parseBody(last.body))?.manifest.ledger.after;
  const named = [...(names ?? bodies.map((body) => body.contentId))];
  const seq = builder.event(amendment(named, row.revision, previous, before ?? EMPTY_LEDGER.hash));
  if ((await store.append(builder.finish())) !== 'done') throw new Error('the fold was not appended');
  return seq;
}

function amendment(
  texts: readonly string[],
  boundary: number,
  previous: FoldPlace | null,
  before: string,
): EventBody {
  const delta = { step: 0, required: [], operations: [] };
  const ledger = { before, after: ledgerHash(before, delta, workingSetHash([])) };
  const place = { covered: coveredBy([]), boundary, cut: 0, left: [], previous, reach: 0, step: 0 };
  const manifest = { ...place, altered: [], policy: {}, versions: [], refused: [], ledger };
  return foldBody({ fold: 'amend', manifest, delta, texts });
}

/** Writes other bytes, or none, in the place of a text. */
export function changeText(
  session: SessionRows,
  text: string,
  change: (bytes: Uint8Array) => readonly Uint8Array[],
): void {
  const { contentId } = derivedText(text, session.salt);
  session.bodies = session.bodies.flatMap((row) =>
    row.contentId === contentId ? change(row.bytes).map((bytes) => ({ contentId, bytes })) : [row],
  );
}

/** Adds a body with these bytes under its own id, which is given. */
export function addBody(session: SessionRows, text: string): string {
  const bytes = utf8(text);
  const contentId = contentIdOf(bytes, session.salt);
  session.bodies.push({ contentId, bytes });
  return contentId;
}

/** Seals the last entry of the session's only branch again, as the same fold that names these. */
export function foldAnew(session: SessionRows, names: readonly string[]): void {
  const [branch] = session.branches as [BranchRows];
  const naming = (bytes: Uint8Array) =>
    utf8(canonicalText({ ...(parseBody(bytes) as EventBody), texts: names }));
  forge(session, branch, branch.row.revision - 1, { body: naming });
}
