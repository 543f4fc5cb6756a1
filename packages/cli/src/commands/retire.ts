/** `daybook retire HANDLE`: retires a pin, by the authority of whoever may write to the daybook. */
import { count, paint, plural } from '../output/output.ts';
import { type GlobalOptions, theSession, withDaybook } from './context.ts';
import { pinsInForce } from './fold.ts';

export interface RetireFlags {
  readonly by?: string;
}

export function runRetire(handle: string, { by }: RetireFlags, options: GlobalOptions): Promise<number> {
  return withDaybook(options, { create: false }, async (context) => {
    const session = await theSession(context);
    const report = await session.retire(handle, by);
    const ledger = await session.ledger();
    const { folds, tokens } = report;
    context.output.result(report, () =>
      [
        `${paint('green', `${handle} is retired${by ? ` by ${by}` : ''}`)}  amendment ${folds[0]?.id}`,
        `${plural(pinsInForce(ledger), 'pin')} in force · ${count(tokens.after)} tokens`,
      ].join('\n'),
    );
    return 0;
  });
}
