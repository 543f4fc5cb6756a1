/** Folds and amendments on request: what the application or a person asks for, whatever the size (P1). */
import { DaybookError } from '../base/errors.ts';
import type { Json } from '../base/json.ts';
import { cite } from '../fold/draft.ts';
import { readRegion } from '../fold/read-region.ts';
import type { PathStep } from '../journal/branch.ts';
import type { Delta, Operation, Refusal } from '../ledger/operation.ts';
import { reduce } from '../ledger/reduce.ts';
import { type BudgetOptions, budgetOf } from '../policy/budget.ts';
import { tokensOf } from '../policy/estimate.ts';
import { type Plan, type PlanReason, plan } from '../policy/plan.ts';
import { writeFolds } from './adopt.ts';
import { journalConversation } from './conversation.ts';
import { consolidated, coverBranch, type ReadyFold, readyFold } from './cover-branch.ts';
import { blocksOf, type Frame, frameOf, shownTokens } from './frame.ts';
import { packable, packFor } from './packing.ts';
import { type Known, loadTexts, stateOf } from './states.ts';
import type { Ports } from './writer.ts';

export interface FoldOptions extends BudgetOptions {
  readonly mode?: 'cover' | 'consolidate';
}

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

interface Source {
  readonly path: readonly PathStep[];
  readonly salt: Uint8Array;
}

const MAX_LOST = 8;

export async function foldNow(ports: Ports, source: Source, options: FoldOptions): Promise<FoldReport> {
  const { mode = 'cover' } = options;
  if (mode !== 'cover' && mode !== 'consolidate')
    throw new DaybookError('unsupported', "mode is 'cover' or 'consolidate'", { details: { mode } });
  let { path } = source;
  for (let lost = 0; ; lost++) {
    const { frame, known } = await look(ports, { ...source, path }, options);
    const before = sizeNow(frame, known, path);
    const made =
      mode === 'cover'
        ? await covered(ports, { ...source, path }, frame, known)
        : leftOut(ports, path, frame, known);
    if (made.folds.length === 0) return reportOf(made.status, [], [], frame, known, path, before);
    const written = await writeFolds(ports, { path, known }, made.folds, undefined);
    path = written.path;
    if (written.lost && lost < MAX_LOST) continue;
    return reportOf(made.status, made.folds, written.folds, frame, written.known, path, before);
  }
}

export async function retirePin(
  ports: Ports,
  source: Source,
  handle: string,
  by: string | undefined,
): Promise<FoldReport> {
  const { frame, known } = await look(ports, source, {});
  const fact = handleIn(handle, 'f');
  const entry = by === undefined ? undefined : handleIn(by, 'e');
  const cited =
    entry === undefined
      ? []
      : (await readRegion(ports.store, source.path, source.salt, [[entry, entry]])).map((one) => cite(one));
  const operation: Operation = { op: 'retire', by: 'application', fact, citations: cited };
  const { state } = known;
  const delta: Delta = { step: state.step, required: [], operations: [operation] };
  const { ledger, refused } = reduce(state.ledger, delta);
  const [refusal] = refused;
  if (refusal)
    throw new DaybookError(
      refusal.code === 'not-found' ? 'not-found' : 'invalid-input',
      `${handle} cannot be retired (${refusal.code}): it is no pin in force`,
      { details: { handle, refused: refusal.code } },
    );
  const place = placeOf(source.path, known, 'retire');
  const fold = readyFold(
    'amend',
    state,
    ports.folding.redactor,
    [],
    { delta, bodies: [] },
    { ...place, ledger, refused },
  );
  const written = await writeFolds(ports, { path: source.path, known }, [fold], undefined);
  if (written.lost) throw new DaybookError('conflict', 'somebody else folded meanwhile; try again');
  return reportOf(
    'folded',
    [fold],
    written.folds,
    frame,
    written.known,
    written.path,
    sizeNow(frame, known, source.path),
  );
}

async function look(
  ports: Ports,
  { path, salt }: Source,
  options: BudgetOptions,
): Promise<{ frame: Frame; known: Known }> {
  const known = await stateOf(ports.folding, ports.store, path, salt);
  await loadTexts(ports.store, path, salt, known.state.ledger, known);
  const conversation = await journalConversation(ports.store, path, salt, known.state);
  return { frame: frameOf(conversation, budgetOf(options), known.state.calibration, false), known };
}

interface Made {
  readonly status: FoldReport['status'];
  readonly folds: readonly ReadyFold[];
}

async function covered(ports: Ports, source: Source, frame: Frame, known: Known): Promise<Made> {
  const blocks = blocksOf(frame, known.state);
  const packet = packetSize(frame, known, source.path);
  const size = frame.floor + packet + shownTokens(frame, known.state);
  const { budget, floor } = frame;
  const planned: Plan = plan({
    budget,
    trigger: 'manual',
    units: blocks,
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
    redactor: ports.folding.redactor,
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
    ports.folding.redactor,
    [],
    { delta: made.delta, bodies: [] },
    { ...place, ledger, refused },
  );
  return { status, folds: [fold] };
}

function placeOf(path: readonly PathStep[], { state }: Known, reason: string) {
  const { cut, left, step } = state;
  const policy: { readonly [name: string]: Json } = { reason };
  return { boundary: path[0]?.branch.revision ?? 0, cut, left, step, policy, altered: [] };
}

function pinsTokens({ calibration }: Frame, { pins }: Known): number {
  return [...pins.values()].reduce(
    (sum, { length }) => sum + tokensOf(calibration, { characters: length, images: 0 }),
    0,
  );
}

/** Size of a view that uses every fold of the state. */
function sizeNow(frame: Frame, known: Known, path: readonly PathStep[]): number {
  return frame.floor + packetSize(frame, known, path) + shownTokens(frame, known.state);
}

function packetSize(frame: Frame, known: Known, path: readonly PathStep[]): number {
  const revision = path[0]?.branch.revision ?? 0;
  if (known.state.folds === 0) return 0;
  const { tokens } = packFor(
    frame,
    packable(known.state, known.facts, known.pins, revision),
    [],
    shownTokens(frame, known.state),
  );
  return tokens.pins + tokens.record;
}

function reportOf(
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

function handleIn(handle: string, letter: 'e' | 'f'): number {
  const found = /^([ef])(0|[1-9]\d{0,14})$/.exec(handle);
  if (found?.[1] !== letter)
    throw new DaybookError('invalid-input', `${handle} is no handle like ${letter}12`, {
      details: { handle },
    });
  return Number(found[2]);
}
