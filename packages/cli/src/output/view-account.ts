/** The account of a view for people: what was done, what is remarkable, and what to do where nothing fits. */
import { DaybookError, type ViewAccount, type ViewNotice } from '@daybook/core';
import { count, paint, plural } from './output.ts';

/** @param folds of the branch, all kinds, whether they are used or wait */
export function viewLines(account: ViewAccount, folds: number): string[] {
  const { tokens, notices, adopted, covered, failure } = account;
  const waiting = waitingFolds(account, folds);
  // What a later adoption measured itself against was no list without folds.
  const isWhole = adopted && account.folds.length > 0 && account.folds.length === folds;
  return [
    `${count(tokens.view)} of ${count(tokens.room)} tokens · system text and tools ${count(tokens.floor)} · window ${count(tokens.window)}`,
    ...(isWhole ? [`the list without folds would have ${count(tokens.before)} tokens`] : []),
    ...(covered > 0 ? [`folds cover ${plural(covered, 'entry', 'entries')}`] : []),
    ...account.folds.map((id) => paint('green', `folded ${id}`)),
    ...(adopted ? [paint('green', 'the folds are used from this view on')] : []),
    ...(waiting > 0
      ? [paint('yellow', `${plural(waiting, 'fold waits', 'folds wait')}: used when a new turn begins`)]
      : []),
    ...notices.map((notice) => paint('yellow', sentenceOf(notice, failure))),
  ];
}

/** The figures of a view that does not fit, as a sentence: they say what to shorten. */
export function unreachableView({ code, details, cause }: DaybookError): DaybookError {
  const { size, room, window, floor, packet, tail } = details;
  const parts = [
    ['system text and tools', floor],
    ['pins and record', packet],
    ['recent turns', tail],
  ] as const;
  const told = parts.flatMap(([what, tokens]) =>
    typeof tokens === 'number' ? [`${what} ${count(tokens)}`] : [],
  );
  const message = `what must be shown takes ${count(Number(size))} tokens (${told.join(', ')}), and a window of ${count(Number(window))} leaves ${count(Number(room))}: use a larger window, or shorten the largest of these`;
  return new DaybookError(code, message, { details, cause });
}

/** Known when this call made them, or when nothing was adopted so far: the account has no packet then. */
function waitingFolds({ adopted, folds, budget }: ViewAccount, all: number): number {
  if (adopted) return 0;
  return budget.some(({ name }) => name === 'pins and frame') ? folds.length : all;
}

/** A `Record`, so that every notice core may give is told about. */
const SENTENCES: Readonly<Record<ViewNotice, string>> = {
  'window-assumed': 'nobody named the window of the model, so 128,000 tokens are assumed; --window sets it',
  'over-hard-limit': 'the view is close to what the window holds, and could not be made smaller',
  'floor-above-threshold': 'system text and tools alone are above the threshold: folding cannot help',
  'gain-too-small': 'the view is above the threshold, but a fold would free too little to be worth it',
  blocked: 'nothing can be folded yet: a call that waits for its result stands before everything else',
  'target-unreachable': 'the record stays above its target: what is left in it must be kept',
  behind: 'the list ends in front of what folds cover: the view is as of its end, and nothing is folded',
  opaque: 'the list holds a compaction of the provider, which cannot be read: the view is the list as it is',
  'fold-failed': 'a fold could not be made; what was used before stands',
  degraded: 'the record could not be read or written: the view is made from the messages at hand alone',
};

function sentenceOf(notice: ViewNotice, failure: string | null): string {
  const why = failure === null || (notice !== 'fold-failed' && notice !== 'degraded') ? '' : ` (${failure})`;
  return `${SENTENCES[notice]}${why}`;
}
