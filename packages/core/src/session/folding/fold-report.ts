import type { Json } from '../../base/json.ts';
import type { PathStep } from '../../journal/branch.ts';
import type { Refusal } from '../../ledger/operation.ts';
import { type BudgetOptions, budgetOf } from '../../policy/budget.ts';
import type { PlanReason } from '../../policy/plan.ts';
import type { Known } from '../opened.ts';
import type { Ports } from '../writer.ts';
import { journalConversation } from './conversation.ts';
import { type Frame, frameOf, shownTokens } from './frame.ts';
import { packable, packFor } from './packing.ts';
import type { FoldSite, ReadyFold } from './ready-fold.ts';
import { loadTexts, stateOf } from './states.ts';

export interface FoldReport {
  readonly status: 'folded' | PlanReason | 'target-unreachable';
  readonly folds: readonly FoldLine[];
  readonly ledger: { readonly hash: string; readonly facts: number };
  /** Of a view that uses the folds; `floor` is what folding cannot shrink. */
  readonly tokens: {
    readonly before: number;
    readonly after: number;
    readonly floor: number;
    readonly target: number;
  };
}

export interface FoldLine {
  /** Handle of the fold's entry. */
  readonly id: string;
  readonly kind: string;
  readonly covered: {
    readonly ranges: readonly (readonly [number, number])[];
    readonly count: number;
    readonly root: string;
  };
  readonly operations: number;
  readonly refused: readonly Refusal[];
}

export interface Source {
  readonly path: readonly PathStep[];
  readonly salt: Uint8Array;
}

export async function look(
  ports: Ports,
  { path, salt }: Source,
  options: BudgetOptions,
): Promise<{ frame: Frame; known: Known }> {
  const known = await stateOf(ports.folding, ports.store, path, salt);
  await loadTexts(ports.store, path, salt, known.state.ledger, known);
  const conversation = await journalConversation(ports.store, path, salt, known.state);
  return { frame: frameOf(conversation, budgetOf(options), known.state.calibration, false), known };
}

/** Size of a view that uses every fold of the state. */
export function sizeNow(frame: Frame, known: Known, path: readonly PathStep[]): number {
  return frame.floor + packetSize(frame, known, path) + shownTokens(frame, known.state);
}

function packetSize(frame: Frame, known: Known, path: readonly PathStep[]): number {
  const revision = path[0]?.branch.revision ?? 0;
  if (known.state.folds === 0) return 0;
  const { tokens } = packFor(
    frame,
    packable(known.state, known, revision),
    { tools: [], plain: false },
    shownTokens(frame, known.state),
  );
  return tokens.pins + tokens.record;
}

/** Where a fold without coverage stands: at the cut of the fold before it. */
export function placeOf(path: readonly PathStep[], { state }: Known, reason: string): FoldSite {
  const { cut, left, step } = state;
  const policy: { readonly [name: string]: Json } = { reason };
  return { boundary: path[0]?.branch.revision ?? 0, cut, left, step, policy, altered: [] };
}

export function reportOf(
  status: FoldReport['status'],
  folds: readonly ReadyFold[],
  seqs: readonly number[],
  frame: Frame,
  known: Known,
  path: readonly PathStep[],
  before: number,
): FoldReport {
  const { ledger } = known.state;
  return {
    status,
    folds: folds.map(({ kind, event, refused }, at) => ({
      id: `e${seqs[at]}`,
      kind,
      covered: event.manifest.covered,
      operations: event.delta.operations.length,
      refused,
    })),
    ledger: { hash: ledger.hash, facts: ledger.facts.size },
    tokens: { before, after: sizeNow(frame, known, path), floor: frame.floor, target: frame.budget.target },
  };
}
