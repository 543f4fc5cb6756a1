/**
 * Units: entries that stay together or go together. A message, or a step whole: reasoning, calls and their results.
 *
 *   u │ a(call A) a(call B) r(A) r(B) │ a │ u
 *
 * Invariant: a call and its result are in one unit, wherever the result stands in the chain; so a cut at a unit's edge
 * (F2) never parts them.
 */
import type { Kind } from './kinds.ts';
import type { Role } from './message.ts';

/** What has to be known of an entry to place it in a unit. */
export interface UnitEntry {
  readonly seq: number;
  /** Sequence of the first entry of its group. */
  readonly group: number;
  readonly kind: Kind;
  readonly role: Role | null;
  /** Of a call or a result: what its seal links it by. */
  readonly call?: string;
  /** The provider runs the call itself, and the conversation may go on before its result comes. */
  readonly hosted?: boolean;
}

export interface Unit {
  /** Sequences of its entries, ascending. */
  readonly entries: readonly number[];
  /** Calls that still wait for their result: nothing was said behind the step, or nothing by the user where it is hosted. */
  readonly waiting: readonly number[];
  /** Calls without a result that somebody went on without: a known gap, and the unit is complete. */
  readonly abandoned: readonly number[];
  /** Results whose call is not on record: a known gap. */
  readonly withoutCall: readonly number[];
}

interface Step {
  readonly entries: number[];
  /** Unanswered calls. */
  open: { readonly call: string; readonly seq: number; readonly hosted: boolean }[];
  readonly withoutCall: number[];
  /** Nothing but the assistant has spoken in it yet, so what the assistant adds belongs to it. */
  calling: boolean;
  /** The user's words. */
  readonly user: boolean;
}

/** Units of a branch, in order. Events and derived text are in none. */
export function unitsOf(entries: Iterable<UnitEntry>): Unit[] {
  const steps: Step[] = [];
  const byGroup = new Map<number, Step>();
  for (const entry of entries) {
    if (entry.kind === 'event' || entry.kind === 'derived') continue;
    const step =
      byGroup.get(entry.group) ??
      (entry.kind === 'tool-result' ? callerOf(steps, entry.call) : undefined) ??
      joined(steps.at(-1), entry) ??
      begun(steps, entry);
    byGroup.set(entry.group, step);
    step.entries.push(entry.seq);
    if (entry.kind === 'tool-call' && entry.call !== undefined)
      step.open.push({ call: entry.call, seq: entry.seq, hosted: entry.hosted === true });
    if (entry.kind === 'tool-result') answer(steps, step, entry);
  }
  const turn = steps.findLastIndex(({ user }) => user);
  return steps.map((step, index) => unitOf(step, index === steps.length - 1, index > turn));
}

/** The step of the nearest earlier unanswered call with this id (model §1). */
function callerOf(steps: readonly Step[], call: string | undefined): Step | undefined {
  return steps.findLast(({ open }) => open.some((one) => one.call === call));
}

/** Calls of one model response may come as several messages, one behind the other. */
function joined(last: Step | undefined, entry: UnitEntry): Step | undefined {
  return last?.calling && last.open.length > 0 && entry.role === 'assistant' ? last : undefined;
}

function begun(steps: Step[], { role }: UnitEntry): Step {
  const step: Step = {
    entries: [],
    open: [],
    withoutCall: [],
    calling: role === 'assistant',
    user: role === 'user',
  };
  steps.push(step);
  return step;
}

function answer(steps: readonly Step[], step: Step, { call, seq }: UnitEntry): void {
  const answered = step.open.findLast((open) => open.call === call);
  if (answered) step.open = step.open.filter((open) => open !== answered);
  else step.withoutCall.push(seq);
  // A hosted call that was approved is told again, and answered once.
  if (answered?.hosted)
    for (const one of steps) one.open = one.open.filter((open) => !open.hosted || open.call !== call);
  step.calling = false;
}

function unitOf({ entries, open, withoutCall }: Step, isLast: boolean, inLastTurn: boolean): Unit {
  const waits = ({ hosted }: Step['open'][number]): boolean => isLast || (hosted && inLastTurn);
  const seqs = (calls: Step['open']): number[] => calls.map(({ seq }) => seq);
  const abandoned = open.filter((call) => !waits(call));
  return { entries, waiting: seqs(open.filter(waits)), abandoned: seqs(abandoned), withoutCall };
}
