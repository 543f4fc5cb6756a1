/**
 * All folds of a branch in order, from the first: what replay and `why` go by. The state before each fold is computed
 * again from the deltas, so memory holds one working set.
 */
import { DaybookError } from '../../base/errors.ts';
import { type FoldEvent, type FoldPlace, foldIn } from '../../fold/manifest.ts';
import { parseBody } from '../../journal/body.ts';
import type { PathStep } from '../../journal/branch.ts';
import type { MarkedEntry } from '../../journal/rows.ts';
import { EMPTY_LEDGER, type Ledger } from '../../ledger/ledger.ts';
import { reduce } from '../../ledger/reduce.ts';
import type { Store } from '../../store/port.ts';

export interface HistoricFold {
  readonly place: FoldPlace;
  readonly event: FoldEvent;
  readonly before: Ledger;
  readonly after: Ledger;
}

const PAGE = 64;

/** @throws DaybookError `tampered`, `store-unavailable` */
export async function* foldHistory(store: Store, path: readonly PathStep[]): AsyncGenerator<HistoricFold> {
  let ledger = EMPTY_LEDGER;
  for (const place of await placesOf(store, path)) {
    const event = await foldAt(store, path, place);
    const { ledger: after } = reduce(ledger, event.delta);
    yield { place, event, before: ledger, after };
    ledger = after;
  }
}

export interface Replayed {
  readonly folds: number;
  readonly hash: string;
  readonly facts: number;
  /** Folds whose recorded ledger hash differs from the replayed one, by handle. */
  readonly differing: readonly string[];
}

/** Applies every delta from nothing and compares each recorded hash (F4). */
export async function replayFolds(store: Store, path: readonly PathStep[]): Promise<Replayed> {
  const differing: string[] = [];
  let folds = 0;
  let last = EMPTY_LEDGER;
  for await (const { place, event, before, after } of foldHistory(store, path)) {
    folds++;
    last = after;
    const { ledger } = event.manifest;
    if (ledger.before !== before.hash || ledger.after !== after.hash) differing.push(`e${place.seq}`);
  }
  return { folds, hash: last.hash, facts: last.facts.size, differing };
}

/** Places of the folds in order, each following the one its manifest names. */
async function placesOf(store: Store, path: readonly PathStep[]): Promise<FoldPlace[]> {
  const places: FoldPlace[] = [];
  let until: FoldPlace | null | undefined;
  let reachBelow = Number.POSITIVE_INFINITY;
  for (const [index, { branch }] of path.entries()) {
    const { branch: name } = branch.scope;
    if (until === null || (until && until.branch !== name)) continue;
    const own = await ownFolds(store, path[index] as PathStep);
    const limit = until;
    const counted = own.filter(({ place, reach }) => (limit ? place.seq <= limit.seq : reach < reachBelow));
    places.unshift(...counted.map(({ place }) => place));
    if (counted[0]) until = counted[0].previous;
    reachBelow = Math.min(reachBelow, branch.forkRevision);
  }
  return places;
}

interface OwnFold {
  readonly place: FoldPlace;
  readonly previous: FoldPlace | null;
  readonly reach: number;
}

/** Without their deltas, so that memory stays flat. */
async function ownFolds(store: Store, { branch }: PathStep): Promise<OwnFold[]> {
  const found: OwnFold[] = [];
  let below = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const page = await store.marked(branch.scope, { above: -1, below }, { fold: PAGE });
    for (const marked of page) {
      const { previous, reach } = read(marked).manifest;
      found.push({ place: { branch: marked.branch, seq: marked.entry.seq }, previous, reach });
    }
    const oldest = page.at(-1);
    if (!oldest || page.length < PAGE) return found.reverse();
    below = oldest.entry.seq;
  }
}

async function foldAt(
  store: Store,
  path: readonly PathStep[],
  { branch, seq }: FoldPlace,
): Promise<FoldEvent> {
  const step = path.find((one) => one.branch.scope.branch === branch);
  const [marked] = step
    ? await store.marked(step.branch.scope, { above: seq - 1, below: seq + 1 }, { fold: 1 })
    : [];
  if (!marked) throw new DaybookError('tampered', `the fold e${seq} is missing; run \`daybook verify\``);
  return read(marked);
}

function read({ entry, body }: MarkedEntry): FoldEvent {
  const event = foldIn(parseBody(body));
  if (!event)
    throw new DaybookError('tampered', `the fold e${entry.seq} cannot be read; run \`daybook verify\``);
  return event;
}
