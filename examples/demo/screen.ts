/**
 * The one screen that the demo prints. Every number in it comes from the run.
 *
 * Invariant: commands and sentences may be shortened, marked with …; what came of them never is.
 */
import { pinsLine } from '@daybook/core';
import { LOG_LINES, turns } from './conversation/index.ts';
import {
  CORRECTION,
  EIGHT,
  FIRST_WINDOW,
  type Findings,
  FLAG,
  lineOf,
  lineWith,
  RULE,
  type Traced,
} from './findings.ts';
import { type Run, WINDOW } from './run.ts';

const WIDTH = 90;

/** @param bold how a heading is made to stand out */
export function screen(run: Run, found: Findings, seconds: number, bold: (text: string) => string): string {
  const parts = [
    opening(run, seconds),
    folding(run, found, bold),
    comparing(found, bold),
    proving(run, found, bold),
  ];
  return parts.map((lines) => lines.join('\n')).join('\n\n');
}

function opening({ calls, milliseconds, last }: Run, seconds: number): string[] {
  const { before, view } = last.account.tokens;
  return [
    'An agent moves the bookings of an invented ferry company to another database. No model is',
    `called: ${turns.length} turns, ${calls} calls in ${seconds.toFixed(1)} s; from list to view a call takes ${milliseconds.toFixed(0)} ms (mean).`,
    `The list has ${count(before)} tokens (estimated), the window ${count(WINDOW)}; the last call sends ${count(view)}.`,
  ];
}

function folding({ folds }: Run, { log, ledger }: Findings, bold: (text: string) => string): string[] {
  const [first = ''] = log.fact.lines;
  return [
    bold(`Folded ${folds.length} times, without a model`),
    row(['fold', 'tokens before', 'after', 'entries folded', 'what people wrote, word for word']),
    ...folds.map(({ entries, before, after, covered, pins }) =>
      row([entries.join(' '), count(before), count(after), count(covered), pinsLine(pins)]),
    ),
    `  ${sumOf(ledger)}`,
    `  The copier's log of ${count(LOG_LINES)} lines is ${log.entry}; the record has its ${log.fact.lines.length} failing lines, the first:`,
    shortened(`  | ${first.slice(first.indexOf(' ') + 1)}`),
  ];
}

/** Every fact that was ever asserted, by where it is now. */
function sumOf({ asserted, facts, tombstones }: Findings['ledger']): string {
  const terms = [
    `${count(facts.length)} in the ledger`,
    tombstones.omitted > 0 ? `${count(tombstones.omitted)} left out` : '',
    tombstones.repeated > 0 ? `${count(tombstones.repeated)} repeated` : '',
  ];
  const pins = facts.filter(({ pin }) => pin !== null).length;
  return `Facts: ${count(asserted)} asserted = ${terms.filter((term) => term !== '').join(' + ')}, ${pins} of them pins; each names its entries.`;
}

function comparing(found: Findings, bold: (text: string) => string): string[] {
  const { rule, correction, deploy, tests, flag, flagged, request, summary, opener, record } = found;
  const recorded = (traced: Traced): string => recordLine(record, traced);
  return [
    bold('What rolling summaries leave (scripted by us, not measured), and what daybook holds'),
    line('original', rule.entry, lineWith(rule.original, RULE)),
    line('summary 3', '', summary.rule),
    placed('daybook', rule.entry, lineWith(opener, RULE)),
    '',
    line('original', rule.entry, lineWith(rule.original, FIRST_WINDOW)),
    line('', correction.entry, lineWith(correction.original, CORRECTION)),
    line('summary 3', '', summary.window),
    placed('daybook', '', `sends ${rule.entry} and ${correction.entry} word for word, in this order`),
    '',
    line('original', deploy.entry, lineWith(deploy.original, 'FAILED')),
    line('summary 3', '', summary.deploy),
    placed('daybook', '', recorded(deploy)),
    '',
    line('original', tests.entry, EIGHT.map((words) => lineWith(tests.original, words)).join('; ')),
    line('summary 3', '', summary.tests),
    placed('daybook', '', `${recorded(tests)}: 8 tests, one file`),
    '',
    line('original', flagged, `a command with ${FLAG}, used once; in none of three summaries`),
    placed('daybook', '', recorded(flag)),
    line('original', request.entry, lineWith(request.original, 'docs/rollback.md')),
    placed('daybook', request.entry, 'nobody wrote it: open, and sent word for word'),
  ];
}

/** A line of the record without handle, size and most of the command. */
function recordLine(record: string, { fact }: Traced): string {
  const sent = lineOf(record, fact);
  const citation = /\[e\d[^\]]*\]/.exec(sent.slice(sent.indexOf(fact.claim ?? '')))?.[0] ?? '';
  const claim = (fact.claim ?? '')
    .replace(/ \([\d,]+ characters[^)]*\)/, '')
    .replace(/`([^`]*)`/, shortCommand);
  return `${claim} ${citation}`;
}

/** Of a command its last word, where that says what was run. */
function shortCommand(_: string, command: string): string {
  const last = command.split(/[ /]/).at(-1) ?? '';
  return /^[\w.-]{1,30}$/.test(last) ? `… ${last}` : '…';
}

function proving({ hidden }: Run, found: Findings, bold: (text: string) => string): string[] {
  const { audit, replay, ledger, page, deploy } = found;
  const token = hidden.find((one) => one.includes('TOKEN')) ?? '';
  const equal = replay.hash === ledger.hash ? 'equal' : 'NOT EQUAL';
  const checked = deploy.verified ? 'checked against its hashes' : 'NOT VERIFIED';
  return [
    bold('Proof'),
    `  audit    ${audit.ok ? 'ok' : 'NOT OK'}: ${count(audit.entries)} entries and ${audit.folds} folds derived again, ${audit.found} findings; replay: ledger ${equal}`,
    `  source   deploy … failed: daybook why ${deploy.fact.handle} reads ${deploy.entry} now, ${checked}`,
    `  orders   fetched page ${page.entry} claims to lift the user's rule: ignored, it is a tool result`,
    `  secrets  in no fact; hidden in views on request: ${token}`,
  ];
}

function line(what: string, handle: string, text: string): string {
  return shortened(placed(what, handle, text));
}

function placed(what: string, handle: string, text: string): string {
  return `  ${what.padEnd(11)}${handle.padEnd(6)}${text}`;
}

function row([first = '', before = '', after = '', covered = '', pins = '']: readonly string[]): string {
  return `  ${first.padEnd(6)}${before.padStart(13)}${after.padStart(9)}${covered.padStart(16)}   ${pins}`;
}

/** Cut behind a whole word. */
function shortened(text: string): string {
  if (text.length <= WIDTH) return text;
  const room = text.slice(0, WIDTH - 1);
  return `${room.slice(0, room.lastIndexOf(' ') + 1)}…`;
}

function count(number: number): string {
  return number.toLocaleString('en-US');
}
