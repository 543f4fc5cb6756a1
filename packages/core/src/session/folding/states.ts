/**
 * What this process knows of branches' folds: their state and the texts of their facts, so that a call without a fold
 * reads nothing. A cache: whatever it holds follows from the marked entries and can be read again.
 */
import { DaybookError } from '../../base/errors.ts';
import { alteredWords } from '../../fold/altered.ts';
import { type BranchState, EMPTY_STATE } from '../../fold/branch-state.ts';
import { loadState } from '../../fold/load-state.ts';
import { rangesOf } from '../../fold/manifest.ts';
import { MARK_LIMITS } from '../../fold/mark-limits.ts';
import { readBodies, readRegion } from '../../fold/read-region.ts';
import { parseBody, textOf } from '../../journal/body.ts';
import type { PathStep } from '../../journal/branch.ts';
import type { MarkedEntry } from '../../journal/rows.ts';
import type { Scope } from '../../journal/scope.ts';
import { factTextIn } from '../../ledger/fact-text.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Store } from '../../store/port.ts';
import { type Folding, type Known, sessionName } from '../opened.ts';

/** Branches whose state is remembered. */
const MAX_KNOWN = 256;

function nameOf({ tenant, session, lane, branch }: Scope): string {
  return [tenant, session, lane, branch].join('\0');
}

/** @throws DaybookError `tampered`, `store-unavailable` */
export async function stateOf(
  folding: Folding,
  store: Store,
  path: readonly PathStep[],
  salt: Uint8Array,
): Promise<Known> {
  const [here] = path;
  if (!here) return { marked: 0, state: EMPTY_STATE, facts: new Map(), pins: new Map(), altered: new Map() };
  const { branch } = here;
  const name = nameOf(branch.scope);
  const known = folding.states.get(name);
  if (known && known.marked === branch.marked) return known;
  const nothing = branch.marked === 0 && branch.parent === null;
  const state = nothing
    ? EMPTY_STATE
    : await loadState(store, path, salt, await marksOn(folding, store, path));
  const texts = known ?? { facts: new Map(), pins: new Map(), altered: new Map() };
  const fresh = knownOf(branch.marked, state, texts);
  remember(folding, branch.scope, fresh);
  return fresh;
}

/** As a branch would inherit it that forks in front of this sequence. Not remembered. */
export async function stateAsOf(
  store: Store,
  path: readonly PathStep[],
  salt: Uint8Array,
  asOf: number,
): Promise<Known> {
  const state = await loadState(store, path, salt, [], asOf);
  return knownOf(path[0]?.branch.marked ?? 0, state, {
    facts: new Map(),
    pins: new Map(),
    altered: new Map(),
  });
}

/** With the texts that its ledger holds, in maps of their own: another call may go by the others still. */
export function knownOf(
  marked: number,
  state: BranchState,
  { facts, pins, altered }: Pick<Known, 'facts' | 'pins' | 'altered'>,
): Known {
  const wanted = new Set([...state.ledger.facts.values()].map(({ text }) => text));
  const kept = <Text>(texts: ReadonlyMap<string, Text>): Map<string, Text> =>
    new Map([...texts].filter(([id]) => wanted.has(id)));
  return { marked, state, facts: kept(facts), pins: kept(pins), altered };
}

/** The newest marks of the branch as it stands on the path: what others mark meanwhile is behind its end. */
async function marksOn(
  folding: Folding,
  store: Store,
  path: readonly PathStep[],
): Promise<readonly MarkedEntry[]> {
  const atHand = openedFor(folding, path);
  const [here] = path;
  if (atHand.length > 0 || !here || here.branch.marked === 0) return atHand;
  return store.marked(here.branch.scope, { above: -1, below: here.branch.revision }, MARK_LIMITS);
}

/** Marked entries that are at hand, if they are all that the path has marked by now. */
function openedFor({ opened }: Folding, path: readonly PathStep[]): readonly MarkedEntry[] {
  const [here] = path;
  const key = here ? sessionName(here.branch.scope) : '';
  const marked = opened.get(key) ?? [];
  opened.delete(key);
  const whole = path.every(({ branch }) => {
    const { lane, branch: name } = branch.scope;
    const own = marked.filter((one) => one.lane === lane && one.branch === name);
    return Math.max(0, ...own.map(({ entry }) => entry.seq)) === branch.marked;
  });
  return whole ? marked : [];
}

export function remember(folding: Folding, scope: Scope, known: Known): void {
  const name = nameOf(scope);
  folding.states.delete(name);
  folding.states.set(name, known);
  for (const oldest of folding.states.keys()) {
    if (folding.states.size <= MAX_KNOWN) break;
    folding.states.delete(oldest);
  }
}

/** Loads the texts of a ledger that are not at hand, in one round trip. Takes none away: calls share them. */
export async function loadTexts(
  store: Store,
  path: readonly PathStep[],
  salt: Uint8Array,
  ledger: Ledger,
  known: Known,
): Promise<void> {
  const [here] = path;
  const events = known.state.altered.filter((seq) => !known.altered.has(seq));
  for (const entry of events.length > 0 ? await readRegion(store, path, salt, rangesOf(events)) : [])
    known.altered.set(entry.seq, alteredWords(entry) ?? null);
  const missing = [...ledger.facts.values()].filter(
    ({ text, pin }) => !(pin ? known.pins : known.facts).has(text),
  );
  if (missing.length === 0 || !here) return;
  const ids = missing.map(({ text }) => text);
  const bodies = await readBodies(store, here.branch.scope, salt, ids);
  for (const { text, pin, state } of missing) {
    const bytes = bodies.get(text);
    const body = bytes && parseBody(bytes);
    const fact = body && !pin ? factTextIn(body) : undefined;
    if (pin && !body && state !== 'erased')
      throw new DaybookError('tampered', 'the body of a pin is missing; run `daybook verify`');
    if (pin && body) known.pins.set(text, textOf(body));
    if (fact) known.facts.set(text, fact);
  }
}
