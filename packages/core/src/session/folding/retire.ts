/** Retiring a pin by the application's authority (rule 3): an amendment, a delta without coverage. */
import { DaybookError } from '../../base/errors.ts';
import { cite } from '../../fold/draft.ts';
import { readRegion } from '../../fold/read-region.ts';
import type { Delta, Operation } from '../../ledger/operation.ts';
import { reduce } from '../../ledger/reduce.ts';
import type { Known } from '../opened.ts';
import type { Ports } from '../writer.ts';
import { writeFolds } from './adopt.ts';
import { type ReadyFold, readyFold } from './cover-branch.ts';
import { type FoldReport, look, placeOf, reportOf, type Source, sizeNow } from './fold-report.ts';
import { redactorIn } from './redactor-in.ts';

/** How often it is made again with the winner's ledger. */
const MAX_LOST = 8;

export async function retirePin(
  ports: Ports,
  source: Source,
  handle: string,
  by: string | undefined,
): Promise<FoldReport> {
  const fact = handleIn(handle, 'f');
  const entry = by === undefined ? undefined : handleIn(by, 'e');
  let { path } = source;
  for (let lost = 0; ; lost++) {
    const { frame, known } = await look(ports, { ...source, path }, {});
    const fold = await amendment(ports, { ...source, path }, known, { handle, fact, entry });
    const before = sizeNow(frame, known, path);
    const written = await writeFolds(ports, { path, known }, [fold], undefined);
    path = written.path;
    if (!written.lost) return reportOf('folded', [fold], written.folds, frame, written.known, path, before);
    if (lost >= MAX_LOST) throw new DaybookError('conflict', 'others folded meanwhile; try again');
  }
}

async function amendment(
  ports: Ports,
  { path, salt }: Source,
  known: Known,
  {
    handle,
    fact,
    entry,
  }: { readonly handle: string; readonly fact: number; readonly entry: number | undefined },
): Promise<ReadyFold> {
  const read = entry === undefined ? [] : await readRegion(ports.store, path, salt, [[entry, entry]]);
  const citations = read.map((one) => cite(one));
  const operation: Operation = { op: 'retire', by: 'application', fact, citations };
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
  const place = { ...placeOf(path, known, 'retire'), ledger, refused };
  return readyFold('amend', state, redactorIn(ports), [], { delta, bodies: [] }, place);
}

function handleIn(handle: string, letter: 'e' | 'f'): number {
  const found = /^([ef])(0|[1-9]\d{0,14})$/.exec(handle);
  if (found?.[1] !== letter)
    throw new DaybookError('invalid-input', `${handle} is no handle like ${letter}12`, {
      details: { handle },
    });
  return Number(found[2]);
}
