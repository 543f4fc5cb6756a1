/** Folds and amendments on request: what the application or a person asks for, whatever the size (P1). */
import { DaybookError } from '../../base/errors.ts';
import type { PathStep } from '../../journal/branch.ts';
import { reduce } from '../../ledger/reduce.ts';
import type { BudgetOptions } from '../../policy/budget.ts';
import { tokensOf } from '../../policy/estimate.ts';
import { type Plan, plan } from '../../policy/plan.ts';
import type { Known } from '../opened.ts';
import type { Ports } from '../writer.ts';
import { writeFolds } from './adopt.ts';
import { consolidated, coverBranch } from './cover-branch.ts';
import { type FoldReport, look, placeOf, reportOf, type Source, sizeNow } from './fold-report.ts';
import { blocksOf, type Frame, shownTokens } from './frame.ts';
import { type ReadyFold, readyFold } from './ready-fold.ts';
import { redactorIn } from './redactor-in.ts';

export interface FoldOptions extends BudgetOptions {
  readonly mode?: 'cover' | 'consolidate';
  /** Fold only while the view, with every fold so far, is at the threshold or above: `below-threshold` otherwise. */
  readonly whenDue?: boolean;
}

const MAX_LOST = 8;

export async function foldNow(ports: Ports, source: Source, options: FoldOptions): Promise<FoldReport> {
  const { mode = 'cover', whenDue = false } = options;
  if (mode !== 'cover' && mode !== 'consolidate')
    throw new DaybookError('unsupported', "mode is 'cover' or 'consolidate'", { details: { mode } });
  let { path } = source;
  for (let lost = 0; ; lost++) {
    const { frame, known } = await look(ports, { ...source, path }, options);
    const before = sizeNow(frame, known, path);
    // Nobody but the provider can read its own compaction item, so nothing in front of it is folded.
    if (frame.conversation.items.some(({ message }) => message.parts.some(({ type }) => type === 'opaque')))
      return reportOf('blocked', [], [], frame, known, path, before);
    if (whenDue && before < frame.budget.foldAt)
      return reportOf('below-threshold', [], [], frame, known, path, before);
    const made =
      mode === 'cover'
        ? await covered(ports, { ...source, path }, frame, known, before)
        : leftOut(ports, path, frame, known);
    if (made.folds.length === 0) return reportOf(made.status, [], [], frame, known, path, before);
    const written = await writeFolds(ports, { path, known }, made.folds, undefined);
    path = written.path;
    if (!written.lost)
      return reportOf(made.status, made.folds, written.folds, frame, written.known, path, before);
    if (lost >= MAX_LOST) throw new DaybookError('conflict', 'others folded meanwhile; try again');
  }
}

interface Made {
  readonly status: FoldReport['status'];
  readonly folds: readonly ReadyFold[];
}

async function covered(
  ports: Ports,
  source: Source,
  frame: Frame,
  known: Known,
  size: number,
): Promise<Made> {
  const blocks = blocksOf(frame, known.state);
  const { budget, floor } = frame;
  const packet = size - floor - shownTokens(frame, known.state);
  const planned: Plan = plan({
    budget,
    trigger: 'manual',
    units: () => blocks,
    floor,
    packet,
    size,
    droppedUncovered: false,
  });
  if (!planned.fold) return { status: planned.reason, folds: [] };
  const sources = {
    store: ports.store,
    path: source.path,
    salt: source.salt,
    redactor: redactorIn(ports),
  };
  const cover = await coverBranch(sources, frame, known, blocks, planned);
  return { status: cover.unreachable === null ? 'folded' : 'target-unreachable', folds: cover.folds };
}

function leftOut(ports: Ports, path: readonly PathStep[], frame: Frame, known: Known): Made {
  const { state } = known;
  const made = consolidated(state.ledger, known.facts, frame, state.step, true);
  if (!made) return { status: 'nothing-to-fold', folds: [] };
  const unreachable = made.unreachable !== null || pinsTokens(frame, known) > frame.budget.target;
  const status = unreachable ? 'target-unreachable' : 'folded';
  if (made.delta.operations.length === 0)
    return { status: unreachable ? status : 'nothing-to-fold', folds: [] };
  const { ledger, refused } = reduce(state.ledger, made.delta);
  const place = placeOf(path, known, 'manual');
  const fold = readyFold(
    'consolidate',
    state,
    redactorIn(ports),
    [],
    { delta: made.delta, bodies: [] },
    { ...place, ledger, refused },
  );
  return { status, folds: [fold] };
}

function pinsTokens({ calibration }: Frame, { pins }: Known): number {
  return [...pins.values()].reduce(
    (sum, { length }) => sum + tokensOf(calibration, { characters: length, images: 0 }),
    0,
  );
}
