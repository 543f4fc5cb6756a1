/**
 * What the screen says of the run, from what was really sent and from the journal.
 *
 * Invariant: every claim of the screen is checked here; one that does not hold is named in `broken`.
 */
import { openDaybook } from '@daybook/core';
import { sqlite } from '@daybook/sqlite';
import { Folder } from './before/folder.ts';
import { files } from './before/project/index.ts';
import { GENERATED_RULE, PACKAGE_RULE, turns } from './before/task.ts';
import type { SentMessage, Watch, WatchedCall } from './watch.ts';

const RULES = [GENERATED_RULE, PACKAGE_RULE];

export interface Findings {
  readonly steps: number;
  readonly folds: readonly Fold[];
  /** Tokens of all requests together and of the largest one: as they were, and had everything been sent. */
  readonly sent: Sizes;
  readonly everything: Sizes;
  readonly rules: readonly RuleSeen[];
  readonly tests: { readonly passed: number; readonly failed: number };
  readonly generatedByHand: boolean;
  readonly packageTouched: boolean;
  readonly journal: { readonly entries: number; readonly facts: number; readonly sound: boolean };
  readonly broken: readonly string[];
}

interface Sizes {
  readonly sum: number;
  readonly largest: number;
}

export interface RuleSeen {
  readonly rule: string;
  /** Requests since the user said it, and those of them that held it word for word in a message of the user's role. */
  readonly requests: number;
  readonly held: number;
}

/** The requests on both sides of an adopted fold. */
export interface Fold {
  readonly step: number;
  readonly tokens: readonly [before: number, after: number];
  readonly before: readonly SentMessage[];
  readonly after: readonly SentMessage[];
  /** Lines of the record that tell facts. */
  readonly facts: readonly string[];
  readonly pins: string | null;
  /** The rules as the request holds them: in daybook's part or in a message as it was. */
  readonly rules: readonly { readonly rule: string; readonly pinned: boolean }[];
}

/** @param scripted the script is known to finish its task; of another model only daybook's part is a claim */
export async function find(watch: Watch, folder: string, file: string, scripted: boolean): Promise<Findings> {
  const { calls, written } = watch;
  const folds = calls.flatMap((call, at) => (call.report.adopted ? [foldAt(calls, call, at)] : []));
  const rules = RULES.map((rule) => seen(rule, watch));
  const place = new Folder(folder);
  const { output } = place.run('tests/all.ts');
  const tests = { passed: countIn(output, 'pass'), failed: countIn(output, 'fail') };
  const packageTouched = written.has('package.json') || place.read('package.json') !== files['package.json'];
  const generatedByHand = written.has('src/generated.ts');
  const sent = sizes(calls, 'sent');
  const { originals, ...journal } = await journalOf(file);
  const claims: Readonly<Record<string, boolean>> = {
    'each fold made the request smaller': folds.every(({ tokens: [before, after] }) => after < before),
    'all pins are intact': calls.every(({ report }) => isIntact(report.pins)),
    'each rule is word for word in every request': rules.every(
      ({ requests, held }) => requests > 0 && held === requests,
    ),
    'each rule stands in the journal as it was said': originals,
    'no request is larger than the window': calls.every(
      ({ report: { tokens } }) => tokens && tokens.sent <= tokens.room,
    ),
    'nothing of daybook failed': calls.every(
      ({ report }) => report.failure === null && report.mode === 'view',
    ),
    'the record is sound': journal.sound,
    ...(scripted && {
      'there are three folds or more': folds.length >= 3,
      'each fold shows facts': folds.every(({ facts }) => facts.length > 0),
      'the tests pass': tests.passed > 0 && tests.failed === 0,
      'src/generated.ts is not edited by hand': !generatedByHand,
      'package.json is untouched': !packageTouched,
    }),
  };
  return {
    steps: calls.length,
    folds,
    sent,
    everything: sizes(calls, 'before'),
    rules,
    tests,
    generatedByHand,
    packageTouched,
    journal,
    broken: Object.keys(claims).filter((claim) => claims[claim] !== true),
  };
}

function foldAt(calls: readonly WatchedCall[], { report, sent }: WatchedCall, at: number): Fold {
  const last = calls[at - 1];
  return {
    step: at + 1,
    tokens: [last?.report.tokens?.sent ?? 0, report.tokens?.sent ?? 0],
    before: last?.sent ?? [],
    after: sent,
    facts: factsIn(sent),
    pins: report.pins,
    rules: RULES.filter((rule) => holds(sent, rule)).map((rule) => ({
      rule,
      pinned: holds(sent.slice(0, recordIn(sent) + 1), rule),
    })),
  };
}

/** The place of the record in a request; -1 without one. */
export function recordIn(sent: readonly SentMessage[]): number {
  return sent.findIndex(
    ({ role, text }) => role === 'assistant' && text.startsWith('Record of the conversation'),
  );
}

function factsIn(sent: readonly SentMessage[]): readonly string[] {
  const lines = (sent[recordIn(sent)]?.text ?? '').split('\n');
  return lines.filter((line) => /^- f\d+ P\d: /.test(line));
}

function seen(rule: string, { calls, turns: began }: Watch): RuleSeen {
  const since = calls.slice(began[turns.findIndex((turn) => turn.includes(rule))]);
  return { rule, requests: since.length, held: since.filter(({ sent }) => holds(sent, rule)).length };
}

function holds(sent: readonly SentMessage[], rule: string): boolean {
  return sent.some(({ role, text }) => role === 'user' && text.includes(rule));
}

function sizes(calls: readonly WatchedCall[], which: 'sent' | 'before'): Sizes {
  const all = calls.map(({ report }) => report.tokens?.[which] ?? 0);
  return { sum: all.reduce((sum, one) => sum + one, 0), largest: Math.max(0, ...all) };
}

/** `pins 4/4 intact (…)` */
function isIntact(pins: string | null): boolean {
  const [, intact, total] = /^pins (\d+)\/(\d+) intact/.exec(pins ?? 'pins 0/0 intact') ?? [];
  return intact !== undefined && intact === total;
}

function countIn(output: string, what: 'pass' | 'fail'): number {
  return Number(new RegExp(`^# ${what} (\\d+)$`, 'm').exec(output)?.[1] ?? 0);
}

/** The journal as anybody finds it who opens the file afterwards. */
async function journalOf(file: string): Promise<Findings['journal'] & { readonly originals: boolean }> {
  const daybook = await openDaybook({ store: sqlite(file) });
  const session = daybook.session({ session: 'seedshelf' });
  const revision = (await session.status()).current.revision;
  const said: string[] = [];
  for (let seq = 0; seq < revision; seq++) {
    // Read is checked against its hashes, or an error.
    const { seal, text } = await session.read(seq);
    if (seal.role === 'user') said.push(text);
  }
  const { ok } = await daybook.audit();
  const { facts } = await session.ledger();
  await daybook.close();
  const originals = RULES.every((rule) => said.some((text) => text.includes(rule)));
  return { entries: revision, facts: facts.length, sound: ok, originals };
}
