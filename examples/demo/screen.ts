/** The one screen that the demo prints. Every number in it comes from the run. */
import { pinsLine } from '@daybook/core';
import { LOG_LINES, summarisedTurns, turns } from './conversation/index.ts';
import { CORRECTION, FIRST_WINDOW, type Findings, FLAG, lineWith, RULE } from './findings.ts';
import { type Run, WINDOW } from './run.ts';

const WIDTH = 100;

/** @param bold how a heading is made to stand out */
export function screen(run: Run, found: Findings, seconds: number, bold: (text: string) => string): string {
  const parts = [
    opening(run, seconds),
    folding(run, found, bold),
    tracing(found, bold),
    comparing(found, bold),
    proving(run, found, bold),
  ];
  return parts.map((lines) => lines.join('\n')).join('\n\n');
}

function opening({ calls, messages, milliseconds, last }: Run, seconds: number): string[] {
  const { before, view } = last.account.tokens;
  const time = `${seconds.toFixed(1)} s, ${milliseconds.toFixed(0)} ms of daybook in front of a call`;
  return [
    'An agent moves the bookings of a ferry company to another database. All of it is invented, and no',
    `model is called: ${turns.length} turns, ${messages} messages, ${calls} calls in ${time}.`,
    `The whole list has ${count(before)} tokens (estimated), the window ${count(WINDOW)}. The last call sends ${count(view)}.`,
  ];
}

function folding({ folds, last }: Run, { log }: Findings, bold: (text: string) => string): string[] {
  const { facts, covered } = last.account;
  return [
    bold(`Folded ${folds.length} times, without a model`),
    row(['fold', 'tokens before', 'after', 'entries folded', 'pins: what people wrote, word for word']),
    ...folds.map(({ entries, before, after, covered, pins }) =>
      row([entries.join(' '), count(before), count(after), count(covered), pinsLine(pins)]),
    ),
    `  Left out: ${count(covered)} entries as they were. For them stand ${count(facts.shown)} facts, each with the entries it rests`,
    `  on (${count(facts.leftOut)} more not shown, ${count(facts.repeated)} repeat counted). Any entry can be read by its handle: the copier's log`,
    `  of ${count(LOG_LINES)} lines is ${log.entry}, and the record says what failed in it:`,
    ...log.fact.lines.map((line) => shortened(`    | ${line.slice(line.indexOf(' ') + 1)}`)),
  ];
}

function tracing({ deploy }: Findings, bold: (text: string) => string): string[] {
  const { fact, entry, original, status, verified } = deploy;
  return [
    bold(`Where does this come from?  daybook why ${fact.handle}`),
    line('fact', fact.handle, fact.claim ?? ''),
    line('', '', `      ${fact.priority}, ${fact.state}, ${fact.confidence}`),
    line(
      'original',
      entry,
      `tool result, ${status}; read now and ${verified ? 'checked against its hashes' : 'NOT VERIFIED'}:`,
    ),
    line('', '', `      ${lineWith(original, 'FAILED')}`),
  ];
}

function comparing(found: Findings, bold: (text: string) => string): string[] {
  const { rule, correction, deploy, tests, flag, flagged, request, summary, opener } = found;
  const testLines = [lineWith(tests.original, 'Test Files'), lineWith(tests.original, '8 passed (8)')];
  return [
    bold('What rolling summaries leave, and what daybook holds'),
    `  The summaries are scripted by us, not measured; the third stands for ${summarisedTurns[2]} turns.`,
    line('original', rule.entry, lineWith(rule.original, RULE)),
    line('summary 1', '', summary.ruleFirst),
    line('summary 3', '', summary.rule),
    line('daybook', rule.entry, `${lineWith(opener, RULE)}  (as sent)`),
    '',
    line('original', rule.entry, lineWith(rule.original, FIRST_WINDOW)),
    line('', correction.entry, lineWith(correction.original, CORRECTION)),
    line('summary 3', '', summary.window),
    line(
      'daybook',
      `${rule.entry}, ${correction.entry}`,
      'rule and correction, word for word, in this order',
    ),
    '',
    line('original', deploy.entry, lineWith(deploy.original, 'FAILED')),
    line('summary 3', '', summary.deploy),
    line('daybook', deploy.fact.handle, deploy.fact.claim ?? ''),
    '',
    line('original', tests.entry, testLines.join('; ')),
    line('summary 3', '', summary.tests),
    line('daybook', tests.fact.handle, tests.fact.claim ?? ''),
    '',
    line('original', flagged, `a command with ${FLAG}, used once and never spoken of`),
    line('summary 3', '', `(in none of the three) ${summary.flag}`),
    line('daybook', flag.fact.handle, flag.fact.claim ?? ''),
    '',
    line('original', request.entry, lineWith(request.original, 'docs/rollback.md')),
    line('daybook', request.entry, 'nobody wrote it: open, and sent word for word'),
  ];
}

function proving({ hidden }: Run, found: Findings, bold: (text: string) => string): string[] {
  const { audit, replay, ledger, branches, page } = found;
  const token = hidden.find((one) => one.includes('TOKEN')) ?? '';
  const equal = replay.hash === ledger.hash ? 'equal' : 'NOT EQUAL';
  return [
    bold('Proof'),
    `  audit    ${audit.ok ? 'ok' : 'NOT OK'}: ${count(audit.entries)} entries and ${audit.folds} folds derived again from the bytes, ${audit.found} findings`,
    `  replay   ${replay.folds} folds from nothing give ledger ${replay.hash.slice(0, 12)}: ${equal}; ${count(ledger.asserted)} facts accounted for`,
    `  edit     one message was answered, then edited: ${branches} branches, both are kept`,
    `  orders   a page (${page.entry}) lifts the user's rule: it is a tool result, so it is no pin`,
    shortened(`  secrets  in no fact; hidden in views on request: ${token}`),
  ];
}

function line(what: string, handle: string, text: string): string {
  return shortened(`  ${what.padEnd(11)}${handle === '' ? '' : `${handle}  `}${text}`);
}

function row([first = '', before = '', after = '', covered = '', pins = '']: readonly string[]): string {
  return `  ${first.padEnd(6)}${before.padStart(15)}${after.padStart(9)}${covered.padStart(16)}   ${pins}`;
}

function shortened(text: string): string {
  return text.length <= WIDTH ? text : `${text.slice(0, WIDTH - 1)}…`;
}

function count(number: number): string {
  return number.toLocaleString('en-US');
}
