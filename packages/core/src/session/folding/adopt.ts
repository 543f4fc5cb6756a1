/**
 * Folds and adoptions on the chain: one append, compared with what the plan saw (F5, C4).
 *
 * A fold commits when the branch's latest fold is still the one its plan saw; entries that were appended meanwhile do
 * not matter. A loser reads again and uses the winner's fold.
 */
import { DaybookError } from '../../base/errors.ts';
import type { Json } from '../../base/json.ts';
import { advance, type BranchState } from '../../fold/branch-state.ts';
import type { FoldPlace, Range } from '../../fold/manifest.ts';
import { type PathStep, pathOf } from '../../journal/branch.ts';
import type { ChainBuilder } from '../../journal/chain.ts';
import { groupOf } from '../../journal/group.ts';
import type { BranchRow } from '../../journal/rows.ts';
import { type Scope, sameScope, scopeText } from '../../journal/scope.ts';
import type { Known } from '../opened.ts';
import { type Attempt, chainOn, type Ports, write } from '../writer.ts';
import { addFolds, type ReadyFold } from './ready-fold.ts';
import { knownOf, remember, stateOf } from './states.ts';

export interface ReadyAdoption {
  readonly cut: number;
  readonly left: readonly Range[];
  readonly texts: readonly string[];
  readonly arrangement: Json;
}

export interface Written {
  readonly known: Known;
  readonly path: readonly PathStep[];
  /** Sequences of the folds' events; empty when somebody else's fold stands now. */
  readonly folds: readonly number[];
  readonly lost: boolean;
}

/**
 * @param branch as it stood when the plan was made
 * @throws DaybookError `conflict`, `store-unavailable`
 */
export async function writeFolds(
  ports: Ports,
  at: { readonly path: readonly PathStep[]; readonly known: Known },
  folds: readonly ReadyFold[],
  adoption: ReadyAdoption | undefined,
): Promise<Written> {
  const [here] = at.path;
  if (!here) throw new DaybookError('not-found', 'nothing is journaled to fold');
  let first = true;
  const { scope } = here.branch;
  const written = await write(ports, scope, async (salt): Promise<Attempt<Written>> => {
    const now = first ? { ...at, branch: here.branch } : await lookAgain(ports, scope, salt);
    first = false;
    const { known, branch, path } = now;
    // Whoever folded meanwhile changed the ledger that these folds, or this packet, were made from.
    if (!samePlace(known.state.last, at.known.state.last) || !sameAdoption(known.state, at.known.state))
      return { change: null, result: { known, path, folds: [], lost: true } };
    const chain = chainOn(ports, salt, { branch });
    const from = chain.revision;
    let state = addFolds(chain, known.state, folds, scope.branch);
    const made = folds.map((_, index) => from + index);
    if (adoption) state = adopt(chain, state, adoption, salt, scope);
    const change = chain.finish();
    const after = knownOf(change.next.marked, state, known);
    const grown = path.map((step, index) =>
      index === 0 ? { branch: change.next, below: change.next.revision } : step,
    );
    return { change, result: { known: after, path: grown, folds: made, lost: false } };
  });
  remember(ports.folding, scope, written.known);
  return written;
}

async function lookAgain(ports: Ports, scope: Scope, salt: Uint8Array) {
  const branches = await ports.store.branches(scope);
  const branch = branches.find((row: BranchRow) => sameScope(row.scope, scope));
  if (!branch) throw new DaybookError('not-found', `there is no ${scopeText(scope)}`);
  const path = pathOf(branch, branches);
  return { branch, path, known: await stateOf(ports.folding, ports.store, path, salt) };
}

function adopt(
  chain: ChainBuilder,
  state: BranchState,
  { cut, left, texts, arrangement }: ReadyAdoption,
  salt: Uint8Array,
  scope: Scope,
): BranchState {
  const packet = texts.map((text) => {
    const group = groupOf({ role: 'assistant', derived: true, parts: [{ type: 'text', text }] }, salt);
    return chain.group(group, 'aside', { packet: true }).seq;
  });
  const fold = state.last as FoldPlace;
  const body = {
    kind: 'event',
    event: 'adopted',
    fold: { ...fold },
    cut,
    left,
    packet,
    arrangement,
  } as const;
  const { kind: _, ...event } = body;
  const seq = chain.event(event as unknown as { event: string; [detail: string]: Json });
  const next = advance(
    state,
    { branch: scope.branch, seq },
    body as unknown as Parameters<typeof advance>[2],
  );
  return next.adopted ? { ...next, adopted: { ...next.adopted, texts } } : next;
}

/** Each adoption has packet texts of its own. */
function sameAdoption(a: BranchState, b: BranchState): boolean {
  return a.adopted?.packet[0] === b.adopted?.packet[0];
}

export function samePlace(a: FoldPlace | null, b: FoldPlace | null): boolean {
  return a?.branch === b?.branch && a?.seq === b?.seq;
}
