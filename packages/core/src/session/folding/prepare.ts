/**
 * Prepare: one conversation becomes one view (model §3, Plan and Adoption; §5). Covers when it must, adopts when it may,
 * and never sends what is estimated above the room.
 *
 * Below the first trigger the view is the input. Its bytes change only at adoption; between adoptions the tail grows.
 */
import { DaybookError, isDaybookError } from '../../base/errors.ts';
import { calibrationFor } from '../../fold/branch-state.ts';
import { perMessage } from '../../journal/known.ts';
import { budgetOf } from '../../policy/budget.ts';
import type { ViewOptions } from '../view.ts';
import type { Ports } from '../writer.ts';
import { type Written, writeFolds } from './adopt.ts';
import { type Composed, compose } from './compose.ts';
import { type Decided, decide } from './decide.ts';
import { adoptedFits, checkFits } from './fits.ts';
import { frameOf } from './frame.ts';
import { hiddenSource } from './hidden-source.ts';
import type { ViewSource } from './prepared.ts';
import { redactorIn } from './redactor-in.ts';
import { stateAsOf, stateOf } from './states.ts';

/** How often a lost fold is planned again with the winner's. */
const MAX_LOST = 8;

/**
 * @throws DaybookError `view-unreachable` when what must be shown does not fit the room, `invalid-input`,
 *   `store-unavailable`
 */
export async function prepareView(ports: Ports, given: ViewSource, options: ViewOptions): Promise<Composed> {
  const { source, hidden } = hiddenSource(given, options, redactorIn(ports));
  let { path } = source;
  const sealed = source.conversation.items.some(({ message }) => holdsOpaque(message));
  for (let lost = 0; ; lost++) {
    const { asOf, salt } = source;
    const known =
      asOf === undefined
        ? await stateOf(ports.folding, ports.store, path, salt)
        : await stateAsOf(ports.store, path, salt, asOf);
    const frame = frameOf(
      source.conversation,
      budgetOf(options),
      calibrationFor(known.state, options.model),
      sealed,
      options.definitions,
    );
    const decided = await decide(ports, { ...source, path }, frame, known, sealed, options);
    const { folds, adoption } = decided;
    // What cannot be sent is not written either.
    checkFits(frame, sealed ? null : (adoption ?? known.state.adopted), decided);
    let written: Written = { known, path, folds: [], lost: false };
    let told: Pick<Decided, 'notices' | 'failure'> = decided;
    try {
      if (folds.length > 0 || adoption) written = await writeFolds(ports, { path, known }, folds, adoption);
      if (written.lost && lost >= MAX_LOST)
        throw new DaybookError('conflict', 'others folded meanwhile; try again');
    } catch (error) {
      // Whoever cannot write sends what was adopted before (F6).
      if (!isDaybookError(error) || !adoptedFits(frame, written.known.state, options)) throw error;
      told = { notices: [...decided.notices, 'fold-failed'], failure: error.code };
    }
    path = written.path;
    const isWritten = told === decided;
    if (written.lost && isWritten) continue;
    return compose(
      {
        ...decided,
        ...told,
        hidden,
        frame,
        known: written.known,
        path,
        folds: written.folds,
        adopted: adoption !== undefined && isWritten,
      },
      options,
      redactorIn(ports),
    );
  }
}

const holdsOpaque = perMessage(({ parts }) => parts.some(({ type }) => type === 'opaque'));
