/**
 * The tool calls of a region, each with its result and what it comes to. Pure.
 */
import { canonicalText } from '../base/canonical.ts';
import type { Json } from '../base/json.ts';
import { checkOf } from '../judge/check/check.ts';
import { commandOf, isRoutineRead, targetOf } from '../judge/check/tools.ts';
import type { Check } from '../ledger/fact.ts';
import type { Region, RegionEntry } from './region.ts';

export interface CallRecord {
  /** Absent where the result's call is not on record. */
  readonly call: RegionEntry | undefined;
  /** Absent where the conversation went on without one. */
  readonly result: RegionEntry | undefined;
  readonly tool: string;
  readonly input: Json;
  /** Tool and normalised input: a later call with the same key is the same attempt again. */
  readonly key: string;
  /** What the call says it does, for people: its command, its target, or its input. */
  readonly argument: string;
  readonly target: string | undefined;
  readonly check: Check;
  readonly routine: boolean;
  /** How it came out. */
  readonly end: 'passed' | 'returned' | 'failed' | 'error' | 'denied' | 'aborted' | 'no-result' | 'no-call';
}

/** In the order of their results, or of the call where there is none. */
export function callsOf(region: Region): CallRecord[] {
  const open: RegionEntry[] = [];
  const records: CallRecord[] = [];
  for (const entry of region.entries) {
    if (entry.body.kind === 'tool-call') open.push(entry);
    if (entry.body.kind !== 'tool-result') continue;
    const at = open.findLastIndex(({ seal }) => seal.links.call === entry.seal.links.call);
    const [call] = at < 0 ? [] : open.splice(at, 1);
    records.push(recordOf(call, entry));
  }
  const all = [...records, ...open.map((call) => recordOf(call, undefined))];
  return all.sort((a, b) => placeOf(a) - placeOf(b));
}

/** Where it came to what it came to. */
export function placeOf({ call, result }: CallRecord): number {
  return (result ?? call)?.seq ?? -1;
}

function recordOf(call: RegionEntry | undefined, result: RegionEntry | undefined): CallRecord {
  const said = call?.body.kind === 'tool-call' ? call.body : undefined;
  const came = result?.body.kind === 'tool-result' ? result.body : undefined;
  const tool = said?.name ?? came?.name ?? 'tool';
  const input = said?.input ?? null;
  const status = came?.status ?? 'aborted';
  const values = (came?.output ?? []).flatMap((part) => (part.type === 'data' ? [part.value] : []));
  const check = came ? checkOf({ tool, input, status, text: result?.text ?? '', values }) : 'none';
  const target = targetOf(tool, input);
  const argument = commandOf(tool, input) ?? target ?? shownInput(input);
  return {
    call,
    result,
    tool,
    input,
    key: `${tool} ${canonicalText(input)}`,
    argument,
    target,
    check,
    routine: isRoutineRead(tool, input),
    end: endOf(call, came?.status, check),
  };
}

function endOf(
  call: RegionEntry | undefined,
  status: 'returned' | 'error' | 'denied' | 'aborted' | undefined,
  check: Check,
): CallRecord['end'] {
  if (status === undefined) return 'no-result';
  if (status === 'denied' || status === 'aborted') return status;
  if (check === 'failed') return 'failed';
  if (status === 'error') return 'error';
  if (!call) return 'no-call';
  return check === 'passed' ? 'passed' : 'returned';
}

function shownInput(input: Json): string {
  if (typeof input === 'string') return input;
  return input === null || canonicalText(input) === '{}' ? '' : canonicalText(input);
}
