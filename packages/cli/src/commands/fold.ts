/** `daybook fold`: folds on request, once or until a view fits; and the account of folds that `retire` shares. */
import type { FoldReport, Session, ToldLedger } from '@daybook/core';
import { count, paint } from '../output/output.ts';
import { type GlobalOptions, theSession, withDaybook } from './context.ts';
import { plural } from './import.ts';

export interface FoldFlags {
  readonly window?: number;
  readonly mode?: 'cover' | 'consolidate';
  readonly untilFits: boolean;
}

export function runFold(flags: FoldFlags, options: GlobalOptions): Promise<number> {
  return withDaybook(options, { create: false }, async (context) => {
    const session = await theSession(context);
    const report = await fold(session, flags);
    const ledger = await session.ledger();
    context.output.result(report, () => account(report, ledger));
    return 0;
  });
}

async function fold(session: Session, { window, mode = 'cover', untilFits, ...flags }: FoldFlags) {
  const sized = window === undefined ? {} : { window };
  if (!untilFits) return session.fold({ ...sized, mode });
  const modes = 'mode' in flags ? [mode] : (['cover', 'consolidate'] as const);
  return untilItFits((wanted) => session.fold({ ...sized, mode: wanted, whenDue: true }), modes);
}
