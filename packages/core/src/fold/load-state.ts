/**
 * The state of a branch, from its marked entries: a saved working set, the folds behind it, the last adoption and the
 * last reports of usage. One round trip where a page of marks reaches back to a saved working set.
 *
 * A branch inherits each fold of its parent whose reach is before the fork (model §1). Once it has folds of its own,
 * the first of them names the fold it follows, and that alone counts.
 */
import { DaybookError } from '../base/errors.ts';
import { contentIdOf, parseBody, textOf } from '../journal/body.ts';
import type { PathStep } from '../journal/branch.ts';
import type { MarkedEntry } from '../journal/rows.ts';
import { entryIdOf, parseSeal } from '../journal/seal.ts';
import type { Store } from '../store/port.ts';
import { advance, type BranchState, EMPTY_STATE, stateFromSaved } from './branch-state.ts';
import { type FoldEvent, type FoldPlace, foldIn } from './manifest.ts';
import { ADOPTION_LIMITS, FOLD_PAGE, MARK_LIMITS } from './mark-limits.ts';

/** Deltas that a new process loads at most: a working set is saved before there are more. */
export const SAVE_EVERY = 32;

/** Which folds of a branch count: those that reach less far than a fork, or those up to one of them. */
type Until = { readonly reachBelow: number } | { readonly upTo: FoldPlace | null };

/**
 * @param first marked entries that are at hand already, newest first: those of the branches of the path
 * @param reachBelow only folds that reach less far count, as for a branch that forks there
 * @throws DaybookError `tampered` when a fold cannot be read, `store-unavailable`
 */
export async function loadState(
  store: Store,
  path: readonly PathStep[],
  salt: Uint8Array,
  first: readonly MarkedEntry[] = [],
  reachBelow: number = Number.POSITIVE_INFINITY,
): Promise<BranchState> {
  return stateUntil({ store, salt, first }, path, { reachBelow });
}

interface Source {
  readonly store: Store;
  readonly salt: Uint8Array;
  readonly first: readonly MarkedEntry[];
}

async function stateUntil(source: Source, path: readonly PathStep[], until: Until): Promise<BranchState> {
  const [here, ...parents] = path;
  if (!here || ('upTo' in until && until.upTo === null)) return EMPTY_STATE;
  const { branch, lane } = here.branch.scope;
  if ('upTo' in until && until.upTo?.branch !== branch) return stateUntil(source, parents, until);
  const atHand = source.first.filter((marked) => marked.branch === branch && marked.lane === lane);
  const own = await historyOf(source, here, until, atHand);
  const [oldest] = own.folds;
  let state: BranchState;
  if (own.saved) state = own.saved;
  else if (oldest) state = await stateUntil(source, parents, { upTo: oldest.event.manifest.previous });
  else state = await inherited(source, here, parents, until);
  for (const { place, body } of own.folds) state = advance(state, place, body);
  return withAdoption(source, here, withUsage(state, branch, own.marks), own.marks);
}

function inherited(
  source: Source,
  { branch }: PathStep,
  parents: readonly PathStep[],
  until: Until,
): Promise<BranchState> {
  const limit = 'reachBelow' in until ? until.reachBelow : Number.POSITIVE_INFINITY;
  return stateUntil(source, parents, { reachBelow: Math.min(limit, branch.forkRevision) });
}

interface Fold {
  readonly place: FoldPlace;
  readonly body: ReturnType<typeof parseBody>;
  readonly event: FoldEvent;
}

interface History {
  readonly saved: BranchState | undefined;
  /** Behind the saved working set, ascending. */
  readonly folds: readonly Fold[];
  /** The newest marks of the other sorts, newest first. */
  readonly marks: readonly MarkedEntry[];
}

async function historyOf(
  { store, salt }: Source,
  { branch }: PathStep,
  until: Until,
  atHand: readonly MarkedEntry[],
): Promise<History> {
  const { scope } = branch;
  let below = Number.MAX_SAFE_INTEGER;
  let page = atHand;
  if (page.length === 0 && branch.marked > 0)
    page = await store.marked(scope, { above: -1, below }, MARK_LIMITS);
  for (const marked of page) checkMarked(marked, salt);
  const marks = page.filter(({ mark }) => mark !== 'fold' && mark !== 'ledger');
  const folds: Fold[] = [];
  for (;;) {
    const read = page.filter(({ mark }) => mark === 'fold').map(foldOf);
    folds.push(...read.filter((fold) => counts(fold, until)));
    const saved = savedIn(page, until, folds, read);
    if (saved) {
      const behind = folds.filter(({ place }) => place.seq > saved.seq);
      return { saved: saved.state, folds: behind.reverse(), marks };
    }
    const oldest = read.at(-1)?.place.seq;
    if (oldest === undefined || read.length < FOLD_PAGE)
      return { saved: undefined, folds: folds.reverse(), marks };
    below = oldest;
    page = await store.marked(scope, { above: -1, below }, { fold: FOLD_PAGE, ledger: 2 });
    for (const marked of page) checkMarked(marked, salt);
  }
}

/** Marks are index data: what they point to is checked like any entry that is read. */
function checkMarked({ entry, body, lane, branch }: MarkedEntry, salt: Uint8Array): void {
  const seal = parseSeal(entry.seal);
  const sound =
    entryIdOf(entry.seal) === entry.id &&
    seal.seq === entry.seq &&
    seal.scope.lane === lane &&
    seal.scope.branch === branch &&
    contentIdOf(body, salt) === seal.contentId;
  if (!sound)
    throw new DaybookError(
      'tampered',
      `e${entry.seq} of ${lane}/${branch} does not verify; run \`daybook verify\``,
      {
        details: { lane, branch, seq: entry.seq },
      },
    );
}

function foldOf({ entry, branch, lane, body: bytes }: MarkedEntry): Fold {
  const body = parseBody(bytes);
  const event = foldIn(body);
  if (!event || event.manifest.boundary > entry.seq)
    throw new DaybookError(
      'tampered',
      `the fold e${entry.seq} of ${lane}/${branch} cannot be read; run \`daybook verify\``,
      {
        details: { lane, branch, seq: entry.seq },
      },
    );
  return { place: { branch, seq: entry.seq }, body, event };
}

function counts({ place, event }: Fold, until: Until): boolean {
  if ('reachBelow' in until) return event.manifest.reach < until.reachBelow;
  return until.upTo !== null && place.seq <= until.upTo.seq;
}

/** The newest saved working set that holds no fold which does not count, and behind which no fold is unread. */
function savedIn(
  page: readonly MarkedEntry[],
  until: Until,
  folds: readonly Fold[],
  read: readonly Fold[],
): { readonly seq: number; readonly state: BranchState } | undefined {
  const unread = read.length < FOLD_PAGE ? -1 : (read.at(-1)?.place.seq ?? -1);
  for (const { mark, entry, body } of page) {
    if (mark !== 'ledger') continue;
    if ('upTo' in until && entry.seq > (until.upTo?.seq ?? 0)) continue;
    const state = stateFromSaved(parseBody(body));
    if (!state || ('reachBelow' in until && state.reach >= until.reachBelow)) continue;
    // What the folds behind it say of the ledger before them must be what was saved.
    const next = folds.findLast(({ place }) => place.seq > entry.seq);
    if (next ? next.event.manifest.ledger.before !== state.ledger.hash : entry.seq < unread) continue;
    return { seq: entry.seq, state };
  }
  return undefined;
}

/** The branch's own usage on top of what it inherited. */
function withUsage(state: BranchState, branch: string, marks: readonly MarkedEntry[]): BranchState {
  const usage = marks.filter(({ mark }) => mark === 'usage').reverse();
  return usage.reduce(
    (next, { entry, body }) => advance(next, { branch, seq: entry.seq }, parseBody(body)),
    state,
  );
}

/** The branch's own newest adoption of a fold that counts, where it has one. */
async function withAdoption(
  { store, salt }: Source,
  { branch }: PathStep,
  state: BranchState,
  newest: readonly MarkedEntry[],
): Promise<BranchState> {
  const last = state.last?.seq ?? -1;
  for (let marks = newest; last >= 0; ) {
    const adoptions = marks.filter(({ mark }) => mark === 'adopted');
    for (const { entry, body } of adoptions) {
      const place = { branch: branch.scope.branch, seq: entry.seq };
      const { adopted } = advance({ ...state, adopted: null }, place, parseBody(body));
      if (!adopted || adopted.fold.seq > last) continue;
      const texts = adopted.packet.flatMap((seq) => textAt(marks, seq));
      if (texts.length === adopted.packet.length) return { ...state, adopted: { ...adopted, texts } };
    }
    // Behind a fork the parent may have adopted often since.
    const oldest = adoptions.at(-1)?.entry.seq;
    if (oldest === undefined) break;
    marks = await store.marked(branch.scope, { above: -1, below: oldest }, ADOPTION_LIMITS);
    for (const marked of marks) checkMarked(marked, salt);
  }
  return state;
}

function textAt(marks: readonly MarkedEntry[], seq: number): string[] {
  const found = marks.find(({ mark, entry }) => mark === 'packet' && entry.seq === seq);
  return found ? [textOf(parseBody(found.body))] : [];
}
