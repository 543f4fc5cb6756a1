/** `daybook replay`: applies every delta from nothing and compares the recorded ledger hashes. Reads only. */
import { paint, plural } from '../output/output.ts';
import { type GlobalOptions, theSession, withDaybook } from './context.ts';

/** @returns 3 when a recorded hash differs */
export function runReplay(options: GlobalOptions): Promise<number> {
  return withDaybook(options, { create: false }, async (context) => {
    const replayed = await (await theSession(context)).replay();
    const { folds, facts, hash, differing } = replayed;
    const same = differing.length === 0;
    context.output.result(replayed, () => {
      const what = `${plural(folds, 'fold')} replayed to ${plural(facts, 'fact')}`;
      const title = same
        ? `${paint('green', 'same')}  ${what}`
        : `${paint('red', plural(differing.length, 'fold differs', 'folds differ'))}  ${what}: ${differing.join(', ')}`;
      return `${title}\nledger ${hash}`;
    });
    return same ? 0 : 3;
  });
}
