/**
 * A fact as one line of the record: its handle, its state, its claim, and the entries it rests on with the status of each
 * that failed (rule 6).
 */
import { type Citation, type Fact, isFailed } from '../ledger/fact.ts';
import type { FactText } from '../ledger/fact-text.ts';
import { oneLine } from './one-line.ts';

/** A fact with its text; undefined where the text was erased. */
export interface RecordFact {
  readonly fact: Fact;
  readonly text: FactText | undefined;
}

/** How a fact is written: with its handle, or as text to read, which keeps its state. */
export function writer({ plain }: { readonly plain: boolean }): (one: RecordFact) => string {
  return plain
    ? (one) => lineOf(one).replace(HANDLE, (_, state: string) => `-${state && `${state}:`} `)
    : lineOf;
}

const HANDLE = /^- f\d+ P\d([^:]*): /;

/** One fact, one line (and one for each line of a failure that it quotes). */
export function lineOf({ fact, text }: RecordFact): string {
  const known = LINES.get(fact);
  if (known && known.text === text) return known.line;
  const line = writtenLine(fact, text);
  LINES.set(fact, { text, line });
  return line;
}

/** Neither facts nor their texts change: each line is written once. */
const LINES = new WeakMap<Fact, { readonly text: FactText | undefined; readonly line: string }>();

function writtenLine(fact: Fact, text: FactText | undefined): string {
  const state = fact.state === 'active' ? '' : ` ${fact.state}`;
  const sure = contestedAs(fact);
  const claim = text ? oneLine(text.claim) : '(erased)';
  const quoted = (text?.lines ?? []).map((line) => `\n    | ${oneLine(line)}`).join('');
  return `- f${fact.handle} ${fact.priority}${state}${sure}: ${claim} ${citedAs(fact.citations)}${quoted}`;
}

function contestedAs({ state, contestedBy = [], contestedIn = [] }: Fact): string {
  const by = [...contestedBy.map((handle) => `f${handle}`), ...contestedIn.map((seq) => `e${seq}`)];
  return state === 'uncertain' && by.length > 0 ? ` contested by ${by.join(', ')}` : '';
}

const MAX_CITED = 6;

/** The entries, with the status of each that failed (rule 6): `[e9 failed]`. */
function citedAs(citations: readonly Citation[]): string {
  const support = citations.filter(({ role }) => role === 'support');
  const shown = support.length > MAX_CITED ? [...support.slice(0, 3), ...support.slice(-2)] : support;
  const named = shown.map((one) => `e${one.entry}${isFailed(one) ? ` ${wordOf(one)}` : ''}`);
  if (support.length > MAX_CITED) named.splice(3, 0, `${support.length - 5} more`);
  return `[${named.join(', ')}]`;
}

function wordOf({ status, check }: Citation): string {
  return status === 'denied' || status === 'aborted' ? status : check === 'failed' ? 'failed' : 'error';
}
