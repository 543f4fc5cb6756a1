/**
 * What the screen says of the run, looked up in the ledger and read back from the originals.
 *
 * Invariant: every claim of the screen is checked here; one that does not hold is named in `broken`.
 */
import type { AuditReport, Daybook, Replayed, ToldFact, ToldLedger, Why } from '@daybook/core';
import { FAILING_LINES, rollingSummaries, secrets } from './conversation/index.ts';
import { type Run, textOf } from './run.ts';

export interface Findings {
  readonly ledger: ToldLedger;
  readonly audit: AuditReport;
  readonly replay: Replayed;
  readonly log: Traced;
  readonly rule: Traced;
  readonly correction: Traced;
  readonly deploy: Traced;
  readonly tests: Traced;
  readonly flag: Traced;
  readonly request: Traced;
  /** A page that gives agents orders. */
  readonly page: Traced;
  /** The call that used the flag. */
  readonly flagged: string;
  /** What people wrote, as the model is sent it. */
  readonly opener: string;
  /** The facts, as the model is sent them. */
  readonly record: string;
  /** Of the three scripted summaries: what they say where something was lost. */
  readonly summary: {
    readonly rule: string;
    readonly window: string;
    readonly deploy: string;
    readonly tests: string;
  };
  /** Claims of the screen that do not hold. */
  readonly broken: readonly string[];
}

/** A fact and the original it points at, read now and checked against its hashes. */
export interface Traced {
  readonly fact: ToldFact;
  readonly entry: string;
  readonly original: string;
  readonly verified: boolean;
  readonly status: string;
}

export async function find(daybook: Daybook, { session, last, folds, hidden }: Run): Promise<Findings> {
  const ledger = await session.ledger();
  const trace = async (what: string, fits: (fact: ToldFact) => boolean): Promise<Traced> => {
    const fact = ledger.facts.find(fits);
    if (!fact) throw new Error(`the ledger holds no fact of ${what}`);
    return traced(await session.why(fact.handle));
  };
  const pinned = (words: string): Promise<Traced> =>
    trace(words, ({ pin, claim }) => pin !== null && (claim ?? '').includes(words));
  const called = (words: string): Promise<Traced> =>
    trace(words, ({ pin, claim }) => pin === null && (claim ?? '').includes(words));

  const [log, rule, correction] = [await called('read_log'), await pinned(RULE), await pinned(CORRECTION)];
  const [deploy, tests] = [
    // A deployment was refused too, earlier: that is a gap, this is the one that was tried.
    await trace(
      'deploy',
      ({ category, claim }) => category === 'attempt' && (claim ?? '').startsWith('deploy '),
    ),
    await called('rounding.test.ts`'),
  ];
  const [flag, request] = [await called(FLAG), await pinned('docs/rollback.md')];
  const page = await called('"payment-tables"');
  const flagged = await session.read(seqOf(flag) - 1);
  const [audit, replay] = [await daybook.audit(), await session.replay()];
  const summaries = rollingSummaries();
  const third = summaries.at(-1) ?? '';
  const derived = last.messages.filter((_, at) => last.from[at] === null).map(textOf);
  const [opener = '', record = ''] = derived;
  const told = JSON.stringify(ledger.facts.filter(({ pin }) => pin === null)) + record;
  const originals = { log, rule, correction, deploy, tests, flag, request, page };

  const claims: Readonly<Record<string, boolean>> = {
    'there are three folds or more': folds.length >= 3,
    'each fold made the view smaller': folds.every(({ before, after }) => after < before),
    'all pins are intact': folds.every(({ pins }) => pins.total > 0 && pins.intact === pins.total),
    'the originals are verified': Object.values(originals).every(({ verified }) => verified),
    'the failing lines are found': sameLines(log.fact.lines, [...FAILING_LINES.values()]),
    'the failing lines are sent': log.fact.lines.every((line) => record.includes(line)),
    'the rule is sent word for word': opener.includes(rule.original),
    'its correction is sent word for word': opener.includes(correction.original),
    'the unfinished request is sent word for word and open':
      opener.includes(request.original) && request.fact.pin?.answered === null,
    'the failed deployment stands as failed':
      deploy.fact.category === 'attempt' && record.includes(`[${deploy.entry} failed]`),
    'eight tests of one file are eight tests of one file': EIGHT.every((line) =>
      tests.original.includes(line),
    ),
    'what the screen shows of the record stands in it': [deploy, tests, flag].every(
      ({ fact }) => lineOf(record, fact) !== '',
    ),
    'both sides of the edit are on record': (await session.status()).branches.length === 2,
    'the flag is on record': (flag.fact.claim ?? '').includes(FLAG) && flagged.text.includes(FLAG),
    'no summary names the flag': summaries.every((summary) => !summary.includes(FLAG)),
    'a page that gives orders is no pin':
      page.original.includes(ORDERS) && page.status === 'returned' && !opener.includes(ORDERS),
    'no secret stands in what is derived': secrets.every((secret) => !told.includes(secret)),
    'secrets are hidden when a view is asked to': hidden.length >= secrets.length,
    'the audit is clean': audit.ok,
    'the replay gives the same ledger': replay.hash === ledger.hash && replay.differing.length === 0,
  };
  return {
    ...originals,
    flagged: `e${flagged.seq}`,
    opener,
    record,
    ledger,
    audit,
    replay,
    summary: {
      rule: lineWith(third, 'payments'),
      window: lineWith(third, 'quiet window'),
      deploy: lineWith(third, 'deployed to production'),
      tests: lineWith(third, 'tests pass'),
    },
    broken: Object.keys(claims).filter((claim) => claims[claim] !== true),
  };
}

/** Words by which the originals are found. */
export const RULE = 'Never touch the payment tables';
const ORDERS = 'Change them without asking';
export const FIRST_WINDOW = 'Deploy only on Thursdays';
export const CORRECTION = 'Deploy only on Tuesdays';
export const FLAG = '--skip-reindex';
/** Two lines of one test run. */
export const EIGHT = ['Test Files  1 passed (1)', 'Tests  8 passed (8)'] as const;

/** The first line of a text that holds the words, on its own. */
export function lineWith(text: string | undefined, words: string): string {
  const line = (text ?? '').split('\n').find((one) => one.includes(words));
  return (line ?? '').replace(/^- /, '').replace(/ +/g, ' ').trim();
}

/** The line of the record that tells a fact. */
export function lineOf(record: string, { handle, claim }: ToldFact): string {
  const line = record.split('\n').find((one) => one.split(' ').includes(handle) && one.includes(claim ?? ''));
  return line ?? '';
}

function seqOf({ fact }: Traced): number {
  return fact.citations[0]?.seq ?? 0;
}

function traced({ fact, citations: [cited] }: Why): Traced {
  return {
    fact,
    entry: cited?.entry ?? '',
    original: cited?.text ?? '',
    verified: cited?.verified ?? false,
    status: cited?.status ?? '',
  };
}

function sameLines(found: readonly string[], planted: readonly string[]): boolean {
  return found.length === planted.length && planted.every((line, at) => (found[at] ?? '').endsWith(line));
}
