/** `daybook fold`: folds on request, once or until a view fits. */
import type { FoldReport, Session, ToldLedger } from '@daybook/core';
import { count, paint, plural, table } from '../output/output.ts';
import { type GlobalOptions, theSession, withDaybook } from './context.ts';

export type FoldMode = 'cover' | 'consolidate';

export interface FoldFlags {
  readonly window?: number;
  readonly mode?: FoldMode;
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

export function pinsInForce({ facts }: ToldLedger): number {
  return facts.filter(({ pin, state }) => pin && (state === 'active' || state === 'uncertain')).length;
}

async function fold(session: Session, { window, mode, untilFits }: FoldFlags): Promise<FoldReport> {
  const sized = window === undefined ? {} : { window };
  if (!untilFits) return session.fold({ ...sized, ...(mode ? { mode } : {}) });
  const modes: readonly FoldMode[] = mode ? [mode] : ['cover', 'consolidate'];
  const reports: FoldReport[] = [];
  for (let freed = true; freed; ) {
    // A round that frees nothing is the last: what is left cannot be folded.
    freed = false;
    for (const one of modes) {
      const report = await session.fold({ ...sized, mode: one, whenDue: true });
      reports.push(report);
      if (report.status === 'below-threshold') return together(reports);
      freed ||= report.tokens.after < report.tokens.before;
    }
  }
  return together(reports);
}

/** Folds of several calls as one report. `folded` only when the view fits now. */
function together(reports: readonly FoldReport[]): FoldReport {
  const [first, last] = [reports[0], reports.at(-1)] as [FoldReport, FoldReport];
  const folds = reports.flatMap((report) => report.folds);
  const fits = last.status === 'below-threshold';
  const stuck = reports.find(({ status }) => status === 'target-unreachable') ?? last;
  const status = fits ? (folds.length > 0 ? 'folded' : 'below-threshold') : stuck.status;
  return { status, folds, ledger: last.ledger, tokens: { ...last.tokens, before: first.tokens.before } };
}

/** What was done, for people. */
function account({ status, folds, tokens }: FoldReport, ledger: ToldLedger): string {
  const kinds = folds.map(({ id, kind }) => `${kind} ${id}`).join(', ');
  const title =
    folds.length > 0 ? `${paint('green', 'folded')}  ${kinds}` : paint('yellow', 'nothing was folded');
  const why = folds.length > 0 && status === 'folded' ? [] : [paint('yellow', REASONS[status])];
  const others = ledger.facts.filter(({ pin }) => pin === null);
  const refused = folds.reduce((sum, fold) => sum + fold.refused.length, 0);
  const rows = [
    ...folds.flatMap(({ id, covered }) =>
      covered.count > 0
        ? [[`covered by ${id}`, `${plural(covered.count, 'entry', 'entries')}: ${rangesOf(covered.ranges)}`]]
        : [],
    ),
    ['pins in force', count(pinsInForce(ledger))],
    ['other facts', `${count(others.length)}, ${count(ledger.tombstones.omitted)} left out`],
    ...(refused > 0 ? [['operations refused', count(refused)]] : []),
    ['size', `${count(tokens.before)} → ${count(tokens.after)} tokens`],
    ['floor', `${count(tokens.floor)} tokens`],
    ['target of the record', `${count(tokens.target)} tokens`],
  ];
  return [title, ...why, table([], rows)].join('\n');
}

/** A `Record`, so that every status that core may give is told about. */
const REASONS: Readonly<Record<FoldReport['status'], string>> = {
  folded: 'the view is as small as folding makes it',
  'below-threshold': 'the view fits: it is below the threshold',
  threshold: 'the view is above the threshold',
  'over-the-room': 'the view is larger than the room',
  manual: 'asked for',
  overflow: 'the provider refused the view',
  'dropped-uncovered': 'what the application dropped stands uncovered',
  'nothing-to-fold': 'there is nothing that a fold could cover or leave out',
  blocked: 'a call that waits for its result stands before everything else',
  'gain-too-small': 'a fold would free too little',
  'floor-above-threshold': 'system text and tools alone are above the threshold',
  'target-unreachable': 'the record stays above its target: what is left must be kept',
};

const SHOWN_RANGES = 4;

function rangesOf(ranges: readonly (readonly [number, number])[]): string {
  const shown = ranges
    .slice(0, SHOWN_RANGES)
    .map(([first, last]) => (first === last ? `e${first}` : `e${first}–e${last}`));
  return shown.join(', ') + (ranges.length > SHOWN_RANGES ? ', …' : '');
}
