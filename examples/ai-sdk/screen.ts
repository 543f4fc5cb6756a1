/** The one screen that the example prints. Every number in it comes from the run. */
import { turns } from './before/task.ts';
import { type Findings, type Fold, recordIn } from './findings.ts';
import type { SentMessage } from './watch.ts';

export interface Ran {
  readonly model: string;
  readonly window: number;
  readonly file: string;
}

export function screen(
  { model, window, file }: Ran,
  found: Findings,
  bold: (text: string) => string,
): string {
  return [
    bold(`A coding agent on a small project: ${turns.length} turns, ${found.steps} steps`),
    `Model ${model}; window ${count(window)} tokens`,
    ...found.folds.flatMap((fold, at) => ['', ...folded(fold, at + 1, bold)]),
    '',
    ...table(found, bold),
    '',
    `Journal   ${file}`,
    `  node scripts/run.mjs daybook ledger --db ${file}`,
    `  node scripts/run.mjs daybook view --window ${window} --db ${file}`,
  ].join('\n');
}

function folded(
  { step, tokens: [before, after], facts, pins, rules, ...sent }: Fold,
  number: number,
  bold: Bold,
): string[] {
  const runs = facts.filter((fact) => fact.includes(' run_tests '));
  const tests = runs.findLast((fact) => fact.includes(' failed ')) ?? runs.at(-1);
  return [
    `${bold(`Fold ${number}`)}, at step ${step}: ${count(before)} → ${count(after)} tokens, ${pins ?? 'no pins yet'}`,
    `  was sent  ${roles(sent.before)}`,
    `  is sent   ${roles(sent.after)}`,
    ...rules.map(({ rule, pinned }) => `   ${pinned ? 'pin    ' : 'message'} | ${rule}`),
    ...(tests === undefined ? [] : [`   record  | ${tests}`]),
  ];
}

/** What a request is made of. */
function roles(sent: readonly SentMessage[]): string {
  const record = recordIn(sent);
  const own = sent.slice(1, record + 1);
  const facts = (sent[record]?.text.match(/^- f\d+ /gm) ?? []).length;
  const rest = [...sent.slice(0, 1), ...sent.slice(record < 0 ? 1 : record + 1)];
  const counted = ['system', 'user', 'assistant', 'tool'].map((role) => {
    const of = rest.filter((message) => message.role === role).length;
    const daybooks = role === 'system' && own.length > 0 ? [`daybook’s ${own.length} (${facts} facts)`] : [];
    return [`${of} ${role}`, ...daybooks].join(', ');
  });
  return counted.join(', ');
}

function table(found: Findings, bold: Bold): string[] {
  const { steps, folds, sent, everything, rules, tests, journal } = found;
  const share = Math.round((100 * sent.sum) / Math.max(1, everything.sum));
  return [
    bold(row('Estimated tokens', 'with daybook', 'sending everything')),
    `${row('  all requests', count(sent.sum), count(everything.sum))}   ${share} %`,
    row('  largest request', count(sent.largest), count(everything.largest)),
    '',
    told('steps, folds', `${steps}, ${folds.length}`),
    ...rules.map(({ requests, held }, at) =>
      told(`rule ${at + 1}`, `word for word in ${held} of ${requests} requests since it was said`),
    ),
    told('src/generated.ts', found.generatedByHand ? 'EDITED BY HAND' : 'never edited by hand'),
    told('package.json', found.packageTouched ? 'CHANGED' : 'untouched'),
    told('project', `${tests.passed} tests pass, ${tests.failed} fail`),
    told(
      'journal',
      `${journal.sound ? 'sound' : 'NOT SOUND'}: ${count(journal.entries)} entries, ${count(journal.facts)} facts`,
    ),
  ];
}

type Bold = (text: string) => string;

function row(what: string, first: string, second: string): string {
  return `${what.padEnd(20)}${first.padStart(14)}${second.padStart(20)}`;
}

function told(what: string, text: string): string {
  return `${what.padEnd(20)}${text}`;
}

function count(number: number): string {
  return number.toLocaleString('en-US');
}
