/** Retiring a pin by the application's authority (rule 3): an amendment, a delta without coverage. */
import { DaybookError } from '../../base/errors.ts';
import { cite } from '../../fold/draft.ts';
import { readRegion } from '../../fold/read-region.ts';
import { isAuthoritative } from '../../journal/authority.ts';
import type { Citation } from '../../ledger/fact.ts';
import type { Delta, Operation } from '../../ledger/operation.ts';
import { reduce } from '../../ledger/reduce.ts';
import type { Known } from '../opened.ts';
import type { Ports } from '../writer.ts';
import { writeFolds } from './adopt.ts';
import { type FoldReport, look, placeOf, reportOf, type Source, sizeNow } from './fold-report.ts';
import { type ReadyFold, readyFold } from './ready-fold.ts';
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
  const citations = entry === undefined ? [] : await citationOf(ports, { path, salt }, entry);
  const operation: Operation = { op: 'retire', by: 'application', fact, citations };
  const { state } = known;
  const delta: Delta = { step: state.step, required: [], operations: [operation] };
  const { ledger, refused } = reduce(state.ledger, delta);
  const [refusal] = refused;
  if (refusal) {
    const missing = refusal.code === 'not-found';
    throw new DaybookError(
      missing ? 'not-found' : 'invalid-input',
      missing ? `there is no ${handle} in the ledger` : `${handle} cannot be retired: it is no pin in force`,
      { details: { handle, refused: refusal.code } },
    );
  }
  const place = { ...placeOf(path, known, 'retire'), ledger, refused };
  return readyFold('amend', state, redactorIn(ports), [], { delta, bodies: [] }, place);
}

/** Only words of somebody with authority retire. Without an entry it is the application's own decision. */
async function citationOf(ports: Ports, { path, salt }: Source, entry: number): Promise<Citation[]> {
  const handle = `e${entry}`;
  if (entry >= (path[0]?.branch.revision ?? 0))
    throw new DaybookError('not-found', `there is no ${handle} on this branch`, { details: { handle } });
  const citations = (await readRegion(ports.store, path, salt, [[entry, entry]])).map((one) => cite(one));
  if (!citations.every(({ authority }) => isAuthoritative(authority)))
    throw new DaybookError(
      'invalid-input',
      `${handle} cannot retire anything: only words of somebody with authority do; leave the entry out to retire by your own decision`,
      { details: { handle } },
    );
  return citations;
}

function handleIn(handle: string, letter: 'e' | 'f'): number {
  const found = /^([ef])(0|[1-9]\d{0,14})$/.exec(handle);
  if (found?.[1] !== letter)
    throw new DaybookError('invalid-input', `${handle} is no handle like ${letter}12`, {
      details: { handle },
    });
  return Number(found[2]);
}
