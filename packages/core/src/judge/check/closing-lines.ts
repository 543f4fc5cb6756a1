/**
 * What the closing lines of test runners say of the run that a call made.
 *
 * Invariant: a failure stands beside any pass, except in a run that goes on watching: there the latest lines count.
 */
import type { Line } from './lines.ts';
import {
  CLOSING_HINT,
  CLOSING_LINES,
  type ClosingLine,
  COUNTED,
  LINE_PREFIX,
  WATCHING,
} from './runners.data.ts';

export type Says = 'passed' | 'failed';

/** Whether any of them takes a line: one pass over it, where most lines end. */
const ANY = new RegExp(CLOSING_LINES.map(({ line }) => line.source).join('|'));

/** Longest line that closes a run. */
const LONGEST = 400;
const MAX_PREFIXES = 3;

export class Closing {
  readonly #testRun: boolean;
  #total = 0;
  /** Since the run began anew; and what stood before. */
  #now: { runner: string; says: Says }[] = [];
  #before: { runner: string; says: Says }[] = [];

  constructor(testRun: boolean) {
    this.#testRun = testRun;
  }

  /** What this line says; undefined for one that closes no run. */
  read({ text, begins }: Pick<Line, 'text' | 'begins'>): Says | undefined {
    if (!begins || text.length > LONGEST) return undefined;
    if (WATCHING.test(text)) this.#anew();
    const found = CLOSING_HINT.test(text) ? matched(text) : undefined;
    if (!found || (found.closing.ofTestRun && !this.#testRun)) return undefined;
    const { runner, total } = found.closing;
    if (total) this.#total = Number(/\d+/.exec(found.text)?.[0] ?? 0);
    const says = saidBy(found.closing, found.text, this.#total);
    if (says && this.#now.every((one) => one.runner !== runner || one.says !== says))
      this.#now.push({ runner, says });
    return says;
  }

  says(): Says | undefined {
    const all = this.#all();
    return all.some(({ says }) => says === 'failed') ? 'failed' : all[0]?.says;
  }

  #anew(): void {
    this.#before = this.#all();
    this.#now = [];
  }

  /** What came before is replaced only by lines of the same runner: nothing else can take a failure back. */
  #all(): { runner: string; says: Says }[] {
    const again = new Set(this.#now.map(({ runner }) => runner));
    return [...this.#before.filter(({ runner }) => !again.has(runner)), ...this.#now];
  }
}

function matched(line: string): { readonly closing: ClosingLine; readonly text: string } | undefined {
  let text = line;
  for (let prefixes = 0; prefixes <= MAX_PREFIXES; prefixes++) {
    const closing = ANY.test(text) ? CLOSING_LINES.find((one) => one.line.test(text)) : undefined;
    if (closing) return { closing, text };
    const prefix = LINE_PREFIX.exec(text)?.[0];
    if (prefix === undefined) return undefined;
    text = text.slice(prefix.length);
  }
  return undefined;
}

function saidBy(closing: ClosingLine, text: string, total: number): Says | undefined {
  if (closing.says) return closing.says;
  if (closing.needsTotal) return total > countsOf(text, 'word-first').skipped ? 'passed' : undefined;
  if (!closing.counts) return undefined;
  const counts = countsOf(text, closing.counts);
  if (counts.failed > 0) return 'failed';
  return counts.passed > 0 || counts.total > counts.skipped ? 'passed' : undefined;
}

type Counts = Record<'failed' | 'passed' | 'total' | 'skipped', number>;

function countsOf(text: string, order: NonNullable<ClosingLine['counts']>): Counts {
  const counts = { failed: 0, passed: 0, total: 0, skipped: 0 };
  if (order === 'in-order') {
    const [failed = 0, passed = 0, skipped = 0] = [...text.matchAll(/\d{1,9}/g)].map(Number);
    return { ...counts, failed, passed, skipped };
  }
  const pairs =
    order === 'number-first'
      ? text.matchAll(
          /(\d{1,9})\s{1,4}(?:(?:tests?|specs?|test cases|assertions?|subtests?)\s{1,4})?([a-z]{1,20})/gi,
        )
      : text.matchAll(/([a-z]{1,20})[ \t]{0,4}[:=]?[ \t]{0,12}(\d{1,9})/gi);
  for (const [, one = '', two = ''] of pairs) {
    const [number, word] = order === 'number-first' ? [Number(one), two] : [Number(two), one];
    const kind = COUNTED.get(word.toLowerCase());
    if (kind === 'total') counts.total = Math.max(counts.total, number);
    else if (kind) counts[kind] += number;
  }
  return counts;
}
