/**
 * Judges what a run of a script left on record against the script's intent.
 *
 * Invariant: pure; it knows texts, counts and names, and nothing about how a list was aligned.
 */
import type { Role } from '@daybook/core';
import type { CallExpectation, Intent, Said, Script } from './script.ts';

export interface Observed {
  /** Each entry once, with the branch that owns it. */
  readonly entries: readonly ObservedEntry[];
  readonly branches: readonly ObservedBranch[];
  /** The name of each event on record, over all branches. */
  readonly events: readonly string[];
  /** What each call's sync returned, in the order of the script. */
  readonly calls: readonly ObservedCall[];
}

export interface ObservedEntry {
  readonly lane: string;
  readonly branch: string;
  readonly kind: string;
  readonly role?: Role;
  readonly text: string;
  readonly callId?: string;
}

export interface ObservedBranch {
  readonly lane: string;
  readonly branch: string;
  /** The text of every message entry a reader of the branch sees, in order, what it inherits included. */
  readonly visible: readonly string[];
}

export interface ObservedCall {
  readonly appended: number;
  readonly lane: string;
  readonly branch: string;
  /** How many groups may be repeats of journaled ones. */
  readonly ambiguous: number;
}

/** `missing`, `repeated` and `unsaid` speak of parts; each of the others names what differs. */
export interface Mismatch {
  readonly code: 'missing' | 'repeated' | 'unsaid' | 'header' | 'count' | 'path' | 'call';
  readonly what: string;
  readonly expected: string | number;
  readonly found: string | number;
}

export function checkIntent(script: Script, observed: Observed): Mismatch[] {
  return [
    ...checkSaid(script.intent, observed),
    ...checkHeaders(script.intent, observed),
    ...checkCounts(script.intent, observed),
    ...checkPaths(script.intent, observed),
    ...checkCalls(script, observed),
  ];
}

export const summaryHeading: string = row(['script', 'parts', 'forks', 'lanes', 'ambiguous', 'ok']);

/** One line: found / expected, and whether nothing differs. */
export function summaryRow(script: Script, observed: Observed): string {
  const { intent } = script;
  const said = intent.said.reduce((sum, { times }) => sum + times, 0);
  const headers = new Set(intent.headers.texts);
  const parts = observed.entries.flatMap(keysOf).filter(({ text }) => !headers.has(text)).length;
  const found = countsOf(observed);
  return row([
    script.name,
    `${parts}/${said}`,
    `${found.forks}/${intent.forks}`,
    `${found.auxiliaryLanes}/${intent.auxiliaryLanes}`,
    `${found.ambiguous}/${intent.ambiguous}`,
    checkIntent(script, observed).length === 0 ? 'ok' : 'DIFFERS',
  ]);
}

function checkSaid(intent: Intent, observed: Observed): Mismatch[] {
  const headers = new Set(intent.headers.texts);
  const found = new Map<string, number>();
  for (const part of observed.entries.flatMap(keysOf))
    if (!isHeader(part, headers)) found.set(keyOf(part), (found.get(keyOf(part)) ?? 0) + 1);
  const mismatches: Mismatch[] = [];
  for (const said of intent.said) {
    const key = keyOf(said);
    const times = found.get(key) ?? 0;
    found.delete(key);
    if (times !== said.times)
      mismatches.push({
        code: times < said.times ? 'missing' : 'repeated',
        what: key,
        expected: said.times,
        found: times,
      });
  }
  for (const [what, times] of found) mismatches.push({ code: 'unsaid', what, expected: 0, found: times });
  return mismatches;
}

function checkHeaders({ headers }: Intent, observed: Observed): Mismatch[] {
  const texts = new Set(headers.texts);
  const found = observed.entries.flatMap(keysOf).filter((part) => isHeader(part, texts)).length;
  if (found >= headers.atLeast && found <= headers.atMost) return [];
  return [{ code: 'header', what: 'headers', expected: `${headers.atLeast}-${headers.atMost}`, found }];
}

function checkCounts(intent: Intent, observed: Observed): Mismatch[] {
  const found = countsOf(observed);
  return (['forks', 'auxiliaryLanes', 'revised', 'inserted', 'ambiguous'] as const).flatMap((what) =>
    intent[what] === 'any' || intent[what] === found[what]
      ? []
      : [{ code: 'count', what, expected: intent[what], found: found[what] }],
  );
}

function countsOf({ branches, events, calls }: Observed): Record<keyof Intent & string, number> {
  const lanes = new Set(branches.map(({ lane }) => lane).filter((lane) => lane !== 'main'));
  const named = (name: string): number => events.filter((event) => event === name).length;
  return {
    forks: branches.filter(({ branch }) => branch !== 'main').length,
    auxiliaryLanes: lanes.size,
    revised: named('revised'),
    inserted: named('inserted'),
    ambiguous: calls.filter(({ ambiguous }) => ambiguous > 0).length,
  } as Record<keyof Intent & string, number>;
}

/** Each branch shows exactly one path; what stands on no path (a dropped partial answer) is not judged here. */
function checkPaths(intent: Intent, observed: Observed): Mismatch[] {
  const onPaths = new Set(intent.paths.flat());
  const open = intent.paths.map((path) => JSON.stringify(path));
  const mismatches: Mismatch[] = [];
  for (const { lane, branch, visible } of observed.branches) {
    const shown = JSON.stringify(visible.flatMap(linesOf).filter((line) => onPaths.has(line)));
    const place = open.indexOf(shown);
    if (place >= 0) open.splice(place, 1);
    else mismatches.push({ code: 'path', what: `${lane}/${branch}`, expected: 'a path', found: shown });
  }
  for (const path of open) mismatches.push({ code: 'path', what: 'no branch', expected: path, found: '' });
  return mismatches;
}

function checkCalls({ calls }: Script, observed: Observed): Mismatch[] {
  return calls.flatMap(({ expect }, index) => {
    const found = observed.calls[index];
    const what = `call ${index}`;
    if (!found) return [{ code: 'call', what, expected: 'a call', found: 'none' }];
    if (!expect) return [];
    const earlier = observed.calls.slice(0, index);
    const failures: [isRight: boolean, expected: string, found: string | number][] = [
      [isAppended(expect, found), `appended ${expect.appended}`, found.appended],
      [isOnBranch(expect, found, earlier), `branch ${JSON.stringify(expect.branch)}`, placeOf(found)],
      [isInLane(expect, found), `lane ${expect.lane}`, found.lane],
    ];
    return failures.flatMap(([isRight, expected, actual]) =>
      isRight ? [] : [{ code: 'call' as const, what, expected, found: actual }],
    );
  });
}

function isAppended({ appended }: CallExpectation, found: ObservedCall): boolean {
  if (appended === undefined) return true;
  return appended === 0 ? found.appended === 0 : found.appended > 0;
}

function isOnBranch(
  { branch }: CallExpectation,
  found: ObservedCall,
  earlier: readonly ObservedCall[],
): boolean {
  if (branch === undefined) return true;
  if (branch === 'main') return found.branch === 'main';
  if (branch === 'new') return earlier.every((call) => placeOf(call) !== placeOf(found));
  const other = earlier[branch.as];
  return other !== undefined && placeOf(other) === placeOf(found);
}

function isInLane({ lane }: CallExpectation, found: ObservedCall): boolean {
  if (lane === undefined) return true;
  return lane === 'main' ? found.lane === 'main' : found.lane.startsWith('aux-');
}

function placeOf({ lane, branch }: { readonly lane: string; readonly branch: string }): string {
  return `${lane}/${branch}`;
}

type Part = Omit<Said, 'times' | 'role'> & { readonly role?: Role };

/** What an entry says: several text parts of one message may stand in one entry, joined by line ends. */
function keysOf({ kind, role, text, callId }: ObservedEntry): Part[] {
  const who = role === undefined ? {} : { role };
  if (kind === 'tool-call') return [{ kind, text: callId ?? '', ...who }];
  if (kind !== 'message' && kind !== 'tool-result') return [];
  return linesOf(text).map((line) => ({ kind, text: line, ...who }));
}

function keyOf({ kind, role, text }: Part): string {
  return kind === 'message' ? `${kind} ${role} ${JSON.stringify(text)}` : `${kind} ${JSON.stringify(text)}`;
}

function isHeader({ kind, role, text }: Part, headers: ReadonlySet<string>): boolean {
  return kind === 'message' && (role === 'system' || role === 'developer') && headers.has(text);
}

/** A reference to a file is nothing that was said. */
const FILE_LINE = /^\[file \S+ [0-9a-f]{64}\]$/;

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '' && !FILE_LINE.test(line));
}

function row(cells: readonly string[]): string {
  const widths = [40, 9, 7, 7, 9, 8];
  return cells
    .map((cell, index) => cell.padEnd(widths[index] ?? 0))
    .join(' ')
    .trimEnd();
}
