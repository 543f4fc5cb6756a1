/**
 * The entries that a fold covers, pins or cites, read again in pages: do they stand there, and are they what the fold
 * says they are? A row whose seal does not hash to its id is a finding of its own; nothing is derived from it here.
 */
import { toHex } from '../base/bytes.ts';
import { isDigest } from '../base/hash.ts';
import { isAuthoritative } from '../journal/authority.ts';
import { type Body, contentIdOf, parseBody, textOf } from '../journal/body.ts';
import type { PathStep } from '../journal/branch.ts';
import { KINDS } from '../journal/kinds.ts';
import { addLeaf, EMPTY_FRONTIER, type Frontier, rootOf } from '../journal/merkle.ts';
import type { SessionKey } from '../journal/scope.ts';
import { entryIdOf, parseSeal, type Seal } from '../journal/seal.ts';
import type { Citation } from '../ledger/fact.ts';
import type { Delta } from '../ledger/operation.ts';
import type { StoreReader } from '../store/port.ts';
import { AUDIT_PAGE, type Fault, orUndefined } from './entry.ts';
import type { FoldEvent } from './fold-events.ts';
import { plainRanges, type Range } from './ranges.ts';

export interface EntrySource {
  readonly store: StoreReader;
  readonly session: SessionKey & { readonly salt: Uint8Array };
  /** Of the branch that the fold stands on. */
  readonly path: readonly PathStep[];
}

/** @param covered plain ranges in front of the boundary; empty where the fold's own are not sound */
export async function entryFaults(
  source: EntrySource,
  fold: FoldEvent,
  covered: readonly Range[],
): Promise<Fault[]> {
  const claims = claimsOf(fold.delta);
  const faults = beyond(claims, fold.boundary);
  const named = [...claims.keys()].filter((seq) => seq < fold.boundary);
  const wanted = plainRanges([...covered, ...named.map((seq): Range => [seq, seq])]);
  const inCovered = walker(covered);
  let frontier: Frontier = EMPTY_FRONTIER;
  let size = 0;
  for await (const entries of pagesOf(source, wanted)) {
    const bodies = await bodiesOf(source, entries, claims);
    for (const { seq, id, seal } of entries) {
      const isCovered = inCovered(seq);
      if (isCovered && seal) frontier = addLeaf(frontier, size++, id);
      if (seal) faults.push(...claimFaults({ seq, seal, isCovered }, claims.get(seq), bodies, fold.kind));
    }
  }
  const whole = size === fold.covered.count;
  if (whole && toHex(rootOf(frontier)) !== fold.covered.root)
    faults.push({ code: 'coverage-mismatch', detail: 'its root is not that of the entries it covers' });
  return faults;
}

/** What a delta says of one entry. */
interface Claims {
  readonly citations: Citation[];
  /** Content ids by which the entry is pinned. */
  readonly pins: string[];
  required: boolean;
}

function claimsOf({ required, operations }: Delta): ReadonlyMap<number, Claims> {
  const claims = new Map<number, Claims>();
  const at = (seq: number): Claims => {
    const known = claims.get(seq) ?? { citations: [], pins: [], required: false };
    claims.set(seq, known);
    return known;
  };
  for (const { entry, content } of required) {
    at(entry).pins.push(content);
    at(entry).required = true;
  }
  for (const operation of operations) {
    const fact = operation.op === 'assert' ? operation.fact : undefined;
    const cited = operation.op === 'assert' ? operation.fact.citations : (operation.citations ?? []);
    for (const citation of cited) at(citation.entry).citations.push(citation);
    if (fact?.pin) for (const { entry } of fact.citations) at(entry).pins.push(fact.pin.content);
  }
  return claims;
}

function beyond(claims: ReadonlyMap<number, Claims>, boundary: number): Fault[] {
  return [...claims].flatMap(([seq, { citations, pins }]): Fault[] => {
    if (seq < boundary) return [];
    const detail = `it names e${seq}, which is not in front of its boundary`;
    if (citations.length > 0) return [{ code: 'citation-mismatch', detail }];
    return pins.length > 0 ? [{ code: 'pin-mismatch', detail }] : [];
  });
}

interface Named {
  readonly seq: number;
  readonly seal: Seal;
  readonly isCovered: boolean;
}

function claimFaults(
  { seq, seal, isCovered }: Named,
  claims: Claims | undefined,
  bodies: ReadonlyMap<string, Body>,
  kind: FoldEvent['kind'],
): Fault[] {
  const faults: Fault[] = [];
  const commands = KINDS[seal.kind].pinnable && isAuthoritative(seal.authority) && !seal.links.header;
  if (kind === 'cover' && isCovered && commands && !claims?.required)
    faults.push({ code: 'pin-missing', detail: `it covers e${seq} without its pin` });
  if (claims?.pins.some((content) => content !== seal.contentId))
    faults.push({ code: 'pin-mismatch', detail: `it pins e${seq} with other content` });
  const body = bodies.get(seal.contentId);
  if (claims?.citations.some((citation) => !isTrue(citation, seal, body)))
    faults.push({ code: 'citation-mismatch', detail: `it cites e${seq} as something that it is not` });
  return faults;
}

/** Where the body cannot be read, what only it could show is not compared. */
function isTrue({ kind, authority, status, quote }: Citation, seal: Seal, body: Body | undefined): boolean {
  if (kind !== seal.kind || authority !== seal.authority) return false;
  if (seal.kind !== 'tool-result' && status !== undefined) return false;
  if (body?.kind === 'tool-result' && status !== body.status) return false;
  return !quote || !body || quote.end <= textOf(body).length;
}

interface SeenEntry {
  readonly seq: number;
  readonly id: string;
  /** Undefined where nothing can be derived from the row. */
  readonly seal: Seal | undefined;
}

/** The entries of the ranges as the branch sees them; those that are missing are left out. */
async function* pagesOf(
  { store, path }: EntrySource,
  ranges: readonly Range[],
): AsyncGenerator<readonly SeenEntry[]> {
  for (const [first, last] of ranges)
    for (let from = first; from <= last; ) {
      const at = path.findIndex(({ branch }) => from >= branch.forkRevision);
      const owner = path[at]?.branch.scope;
      if (!owner) break;
      const end = Math.min(last + 1, from + AUDIT_PAGE, path[at - 1]?.branch.forkRevision ?? last + 1);
      const rows = (await store.entries(owner, from, end)).filter(({ seq }) => seq >= from && seq < end);
      // Nobody knows how long a hole is; that there is one was found before.
      if (rows.length === 0) break;
      yield rows.map(({ seq, id, seal }) => {
        const sound = isDigest(id) && entryIdOf(seal) === id;
        return { seq, id, seal: sound ? orUndefined(() => parseSeal(seal)) : undefined };
      });
      from = end;
    }
}

/** Bodies of the cited entries whose recorded status or quote is to be seen, by content id. */
async function bodiesOf(
  { store, session }: EntrySource,
  entries: readonly SeenEntry[],
  claims: ReadonlyMap<number, Claims>,
): Promise<ReadonlyMap<string, Body>> {
  const ids = entries.flatMap(({ seq, seal }) => {
    const cited = claims.get(seq)?.citations ?? [];
    const shows = seal?.kind === 'tool-result' ? cited.length > 0 : cited.some(({ quote }) => quote);
    return seal && shows ? [seal.contentId] : [];
  });
  const rows = ids.length > 0 ? await store.bodies(session, [...new Set(ids)]) : [];
  return new Map(
    rows.flatMap(({ contentId, bytes }) => {
      const sound = contentIdOf(bytes, session.salt) === contentId;
      const body = sound ? orUndefined(() => parseBody(bytes)) : undefined;
      return body ? [[contentId, body] as const] : [];
    }),
  );
}

/** Whether each of ascending sequences is in the ranges. */
function walker(ranges: readonly Range[]): (seq: number) => boolean {
  let at = 0;
  return (seq) => {
    while (at < ranges.length && (ranges[at] as Range)[1] < seq) at++;
    return at < ranges.length && (ranges[at] as Range)[0] <= seq;
  };
}
