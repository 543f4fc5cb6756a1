/**
 * One fact for each tool call by its status and check (C8): failures as failures, routine reads as one counted line for
 * each tool and folder, what was not looked at as a gap. No model, no paraphrase.
 *
 * Rule 13: a failure is P1 while it is the latest of its key; a later return of the same key supersedes it.
 */
import { isTestRun } from '../judge/check/tools.ts';
import type { Citation, Fact } from '../ledger/fact.ts';
import { callText, readsText } from './call-text.ts';
import { type CallRecord, callsOf, placeOf } from './calls.ts';
import { cite, type DeltaDraft, type FactDraft } from './draft.ts';
import type { Region, RegionEntry } from './region.ts';

const FAILING_LINES = 3;
const BULK_LINES = 8;
/** Folders of a path that routine reads are counted by. */
const PREFIX_SEGMENTS = 2;

/** Calls with the same tool and input. */
interface Attempts {
  /** What came back, each answer once: the newest that says it, and those in front of it that say the same. */
  readonly came: readonly { readonly call: CallRecord; readonly same: readonly CallRecord[] }[];
  /** Failures that a later return made good. */
  readonly madeGood: readonly CallRecord[];
  /** The last failure behind the last return, and those in front of it. */
  readonly failed: CallRecord | undefined;
  readonly failedBefore: readonly CallRecord[];
  /** The last of those that were stopped or abandoned behind all of that, and the others. */
  readonly stopped: CallRecord | undefined;
  readonly others: readonly CallRecord[];
}

/** @param bulk characters above which a result is bulk */
export function callFacts(draft: DeltaDraft, region: Region, bulk: number): void {
  const calls = callsOf(region);
  const standing = factsByKey(draft);
  const attempts = [...groupBy(calls.filter(hasCall), ({ key }) => key).values()].map(attemptsOf);
  const isPlain = ({ came, failed }: Attempts): boolean =>
    !failed &&
    came.length > 0 &&
    came.every(({ call }) => isPlainRead(call, bulk) && !standing.has(draft.digest(call.key)));
  const plain = new Set(attempts.filter(isPlain));
  for (const [prefix, reads] of groupBy([...plain], ({ came }) => prefixOf((came[0] as Came).call)))
    assertReads(draft, prefix, reads);
  for (const one of attempts) {
    if (plain.has(one)) continue;
    const last = one.came.at(-1);
    for (const { call, same } of one.came) {
      const handle = assertCall(draft, call, bulk);
      repeats(draft, handle, call === last?.call ? [...one.madeGood, ...same].sort(byPlace) : same);
      if (call === last?.call) supersede(draft, standing, call, handle);
    }
    if (!one.failed) continue;
    const handle = assertCall(draft, one.failed, bulk);
    repeats(draft, handle, one.failedBefore);
    // What stood before was replaced by the last return already.
    if (!last) supersede(draft, standing, one.failed, handle);
  }
  // What was stopped says nothing about the attempt before it.
  for (const { stopped, others } of attempts)
    if (stopped) repeats(draft, draft.assert(gapOf(draft, stopped, draft.digest(stopped.key))), others);
  for (const call of calls) if (!hasCall(call)) draft.assert(gapOf(draft, call, undefined));
  // A refusal stands, whatever came of the same call before or later.
  for (const [, denied] of groupBy(calls.filter(isDenied), ({ key }) => key)) {
    const last = denied.at(-1) as CallRecord;
    repeats(draft, draft.assert(gapOf(draft, last, undefined)), denied.slice(0, -1));
  }
}

function isDenied(call: CallRecord): boolean {
  return hasCall(call) && call.end === 'denied';
}

/** Without a call there is no key. */
function hasCall({ call }: CallRecord): boolean {
  return call !== undefined;
}

function attemptsOf(all: readonly CallRecord[]): Attempts {
  const calls = all.filter(({ end }) => end !== 'denied');
  const lastReturn = calls.findLastIndex(isReturn);
  const lastRun = calls.findLastIndex((call) => isReturn(call) || isFailure(call));
  const behind = calls.slice(lastRun + 1);
  const after = { stopped: behind.at(-1), others: behind.slice(0, -1) };
  const last = calls[lastRun];
  const front = calls.slice(0, Math.max(0, lastRun));
  if (!last) return { came: [], madeGood: [], failed: undefined, failedBefore: [], ...after };
  // How things are now: the last word counts.
  if (isState(last) || lastReturn < 0)
    return isReturn(last)
      ? { came: [{ call: last, same: front }], madeGood: [], failed: undefined, failedBefore: [], ...after }
      : { came: [], madeGood: [], failed: last, failedBefore: front, ...after };
  const came = [...groupBy(calls.filter(isReturn), ({ result }) => result?.text ?? '').values()];
  const failures = calls.slice(lastReturn + 1).filter(isFailure);
  return {
    came: came
      .map((same) => ({ call: same.at(-1) as CallRecord, same: same.slice(0, -1) }))
      .sort((one, other) => byPlace(one.call, other.call)),
    madeGood: front.filter((call, at) => !isReturn(call) && (at < lastReturn || !isFailure(call))),
    failed: failures.at(-1),
    failedBefore: failures.slice(0, -1),
    ...after,
  };
}

type Came = Attempts['came'][number];

function isReturn({ end }: CallRecord): boolean {
  return isReturnOf(end);
}

function isFailure({ end }: CallRecord): boolean {
  return end === 'failed' || end === 'error';
}

function byPlace(a: CallRecord, b: CallRecord): number {
  return placeOf(a) - placeOf(b);
}

function assertCall(draft: DeltaDraft, call: CallRecord, bulk: number): number {
  return draft.assert(factOf(draft, call, draft.digest(call.key), bulk));
}

/**
 * A later return or failure takes the place of an earlier failure. What once succeeded stays what it was (rule 13), but
 * for a read or a check.
 */
function supersede(
  draft: DeltaDraft,
  standing: ReadonlyMap<string, readonly Fact[]>,
  call: CallRecord,
  successor: number,
): void {
  for (const { handle, category } of standing.get(draft.digest(call.key)) ?? [])
    if (category !== 'session-fact' || isState(call))
      draft.add({ op: 'supersede', by: 'code', fact: handle, successor });
}

/** A read or a test run says how things are now: its last word replaces the one before. */
function isState({ routine, tool, input }: CallRecord): boolean {
  return routine || isTestRun(tool, input);
}

function isReturnOf(end: CallRecord['end']): boolean {
  return end === 'returned' || end === 'passed';
}

/** A read that brought what it was asked for, and no more than can be kept in mind. */
function isPlainRead({ routine, end, result }: CallRecord, bulk: number): boolean {
  const came = end === 'returned' || end === 'passed';
  return routine && came && (result?.text.length ?? 0) <= bulk;
}

function factOf(draft: DeltaDraft, call: CallRecord, key: string, bulk: number): FactDraft {
  const { end, routine } = call;
  const failed = end === 'failed' || end === 'error';
  if (failed && routine) return gapOf(draft, call, key);
  const large = (call.result?.text.length ?? 0) > bulk;
  const lines = large ? BULK_LINES : FAILING_LINES;
  return {
    category: failed ? 'attempt' : 'session-fact',
    priority: failed ? 'P1' : routine ? 'P3' : 'P2',
    confidence: 'demonstrated',
    citations: [cited(call, key)],
    key,
    subject: call.key,
    text: callText(draft, call, failed || large ? lines : 0),
  };
}

/** What was not seen: "could not read" is not "found nothing". */
function gapOf(draft: DeltaDraft, call: CallRecord, key: string | undefined): FactDraft {
  const failed = call.end === 'error' || call.end === 'failed';
  return {
    category: 'gap',
    // Without a key nothing would ever supersede it.
    priority: failed && key !== undefined ? 'P1' : 'P2',
    confidence: call.result ? 'demonstrated' : 'reported',
    citations: [cited(call, key)],
    ...(key === undefined ? {} : { key }),
    subject: call.key,
    text: callText(draft, call),
  };
}

/** Routine reads of one tool in one folder: one counted line that cites every result. */
function assertReads(draft: DeltaDraft, prefix: string, attempts: readonly Attempts[]): void {
  const reads = attempts.flatMap(({ came }) => came.map(({ call }) => call)).sort(byPlace);
  const handle = draft.assert({
    category: 'session-fact',
    priority: 'P3',
    confidence: 'demonstrated',
    citations: reads.map((call) => cited(call, draft.digest(call.key))),
    subject: `reads ${prefix}`,
    text: readsText(draft, prefix, reads),
  });
  const earlier = attempts.flatMap(({ came, madeGood }) => [
    ...madeGood,
    ...came.flatMap(({ same }) => same),
  ]);
  repeats(draft, handle, earlier.sort(byPlace));
}

/** Attempts with the same input, and equal results: counted and named, not asserted. */
function repeats(draft: DeltaDraft, fact: number, calls: readonly CallRecord[]): void {
  if (calls.length === 0) return;
  const citations = calls.map((call): Citation => ({ ...cited(call, undefined), role: 'context' }));
  draft.add({ op: 'repeat', by: 'code', fact, count: calls.length, citations });
}

function cited({ call, result, check }: CallRecord, operation: string | undefined): Citation {
  if (!result) return cite(call as RegionEntry);
  return cite(result, { check, ...(operation === undefined ? {} : { operation }) });
}

function prefixOf({ tool, target, argument }: CallRecord): string {
  const place = target ?? argument;
  const segments = place
    .split('/')
    .slice(0, -1)
    .slice(0, PREFIX_SEGMENTS + (place.startsWith('/') ? 1 : 0));
  const folder = segments.join('/');
  return folder && !/\s/.test(folder) ? `${tool} ${folder}` : tool;
}

/** Facts of calls that a later return of the same call replaces. */
function factsByKey({ ledger }: DeltaDraft): ReadonlyMap<string, readonly Fact[]> {
  const open = [...ledger.facts.values()].filter(
    ({ key, state, category }) =>
      key !== undefined &&
      category !== 'obligation' &&
      (state === 'active' || state === 'uncertain' || state === 'stale'),
  );
  return groupBy(open, ({ key }) => key as string);
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
