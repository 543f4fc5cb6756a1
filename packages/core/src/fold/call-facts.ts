/**
 * One fact for each tool call by its status and check (C8): failures as failures, routine reads as one counted line for
 * each tool and folder, what was not looked at as a gap. No model, no paraphrase.
 *
 * Rule 13: a failure is P1 while it is the latest of its key; a later return of the same key supersedes it.
 */
import { failingLines } from '../judge/check/failing-lines.ts';
import { termsOf } from '../judge/language/terms.ts';
import type { Citation, Fact } from '../ledger/fact.ts';
import { grouped, oneLine, shortened } from '../packet/one-line.ts';
import { type CallRecord, callsOf } from './calls.ts';
import { cite, type DeltaDraft, type FactDraft } from './draft.ts';
import type { Region, RegionEntry } from './region.ts';

const ARGUMENT_CHARACTERS = 160;
/** A result this short is quoted whole. */
const WHOLE_CHARACTERS = 200;
const FAILING_LINES = 3;
const BULK_LINES = 8;
/** Folders of a path that routine reads are counted by. */
const PREFIX_SEGMENTS = 2;

/** @param bulk characters above which a result is bulk */
export function callFacts(draft: DeltaDraft, region: Region, bulk: number): void {
  const calls = callsOf(region);
  const byKey = groupBy(calls.filter(hasKey), attemptOf);
  const latest = [...byKey.values()].map((attempts) => attempts.at(-1) as CallRecord);
  const standing = factsByKey(draft);
  const isPlain = (call: CallRecord): boolean => isPlainRead(call, bulk);
  for (const [prefix, reads] of groupBy(latest.filter(isPlain), prefixOf))
    assertReads(draft, prefix, reads, byKey);
  for (const call of latest.filter((one) => !isPlain(one))) {
    const key = draft.digest(call.key);
    const handle = draft.assert(factOf(call, key, bulk));
    repeats(draft, handle, byKey.get(attemptOf(call)) ?? []);
    // What was denied or stopped says nothing about the attempt before it.
    if (call.end === 'denied' || call.end === 'aborted') continue;
    for (const fact of standing.get(key) ?? [])
      draft.add({ op: 'supersede', by: 'code', fact: fact.handle, successor: handle });
  }
  for (const call of calls.filter((one) => !hasKey(one))) draft.assert(gapOf(call, undefined));
}

/** What was denied or stopped is no earlier attempt of what came back. */
function attemptOf({ key, end }: CallRecord): string {
  return end === 'denied' || end === 'aborted' ? `${key}\0${end}` : key;
}

/** Without a call there is no key; without a result nothing came of it. */
function hasKey({ call, result }: CallRecord): boolean {
  return call !== undefined && result !== undefined;
}

/** A read that brought what it was asked for, and no more than can be kept in mind. */
function isPlainRead({ routine, end, result }: CallRecord, bulk: number): boolean {
  const came = end === 'returned' || end === 'passed';
  return routine && came && (result?.text.length ?? 0) <= bulk;
}

function factOf(call: CallRecord, key: string, bulk: number): FactDraft {
  const { end, routine } = call;
  if (end === 'denied' || end === 'aborted' || (routine && (end === 'error' || end === 'failed')))
    return gapOf(call, key);
  const result = call.result as RegionEntry;
  const failed = end === 'failed' || end === 'error';
  const large = result.text.length > bulk;
  const lines = failed || large ? failingLines(result.text, large ? BULK_LINES : FAILING_LINES) : [];
  return {
    category: failed ? 'attempt' : 'session-fact',
    priority: failed ? 'P1' : call.routine ? 'P3' : 'P2',
    confidence: 'demonstrated',
    citations: [citedResult(call, key)],
    key,
    text: { claim: claimOf(call), subject: call.key, terms: strongTerms(call), lines },
  };
}

/** What was not seen: "could not read" is not "found nothing". */
function gapOf(call: CallRecord, key: string | undefined): FactDraft {
  const cited = call.result ? citedResult(call, key) : cite(call.call as RegionEntry);
  const failed = call.end === 'error' || call.end === 'failed';
  return {
    category: 'gap',
    priority: failed ? 'P1' : 'P2',
    confidence: call.result ? 'demonstrated' : 'reported',
    citations: [cited],
    ...(key === undefined ? {} : { key }),
    text: { claim: claimOf(call), subject: call.key, terms: strongTerms(call) },
  };
}

const ENDS: Readonly<Record<CallRecord['end'], string>> = {
  passed: 'reported success',
  returned: 'returned',
  failed: 'failed',
  error: 'ended in an error',
  denied: 'was denied and not done',
  aborted: 'was stopped before it ended',
  'no-result': 'has no result',
  'no-call': 'is a result whose call is not on record',
};

function claimOf({ tool, argument, end, result }: CallRecord): string {
  const shown = shortened(oneLine(argument), ARGUMENT_CHARACTERS);
  const text = result?.text.trim() ?? '';
  return `${tool}${shown && ` \`${shown}\``} ${ENDS[end]}${sizeOf(text)}`;
}

function sizeOf(text: string): string {
  if (text === '') return '';
  if (text.length <= WHOLE_CHARACTERS) return `: ${oneLine(text)}`;
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return ` (${grouped(text.length)} characters, ${grouped(lines)} lines)`;
}

/** Routine reads of one tool in one folder: one counted line that cites every result. */
function assertReads(
  draft: DeltaDraft,
  prefix: string,
  reads: readonly CallRecord[],
  byKey: ReadonlyMap<string, readonly CallRecord[]>,
): void {
  const [first] = reads as [CallRecord];
  const named = reads.map(({ argument }) => shortened(oneLine(argument), 60));
  const claim =
    reads.length === 1
      ? claimOf(first)
      : shortened(`${prefix}: ${grouped(reads.length)} reads returned: ${named.join('; ')}`, 400);
  const handle = draft.assert({
    category: 'session-fact',
    priority: 'P3',
    confidence: 'demonstrated',
    citations: reads.map((call) => citedResult(call, draft.digest(call.key))),
    text: { claim, subject: `reads ${prefix}`, terms: reads.flatMap(strongTerms) },
  });
  repeats(
    draft,
    handle,
    reads.flatMap((call) => byKey.get(attemptOf(call)) ?? []),
    reads.length,
  );
}

/** Earlier attempts with the same input, and equal results: counted, not asserted. */
function repeats(draft: DeltaDraft, fact: number, attempts: readonly CallRecord[], asserted = 1): void {
  const count = attempts.length - asserted;
  if (count <= 0) return;
  const earlier = attempts.filter((one, at) => attempts.slice(at + 1).some(({ key }) => key === one.key));
  const citations = earlier.map((call): Citation => ({ ...citedResult(call, undefined), role: 'context' }));
  draft.add({ op: 'repeat', by: 'code', fact, count, citations });
}

function citedResult({ result, check }: CallRecord, operation: string | undefined): Citation {
  return cite(result as RegionEntry, { check, ...(operation === undefined ? {} : { operation }) });
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

function strongTerms({ argument }: CallRecord): string[] {
  return [...termsOf(shortened(argument, 1_000)).strong];
}

function factsByKey({ ledger }: DeltaDraft): ReadonlyMap<string, readonly Fact[]> {
  const open = [...ledger.facts.values()].filter(
    ({ key, state }) =>
      key !== undefined && (state === 'active' || state === 'uncertain' || state === 'stale'),
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
