/**
 * When to fold and what (F2, P1, P2): a pure plan that explains itself.
 *
 * Units are the whole units of the conversation behind what is covered, oldest first. Invariants: the tail and the
 * beginning of its turn are never selected; a unit that waits for a result stops the fold in front of it; text that
 * folding cannot shrink is never a reason to fold again.
 */
import type { Budget } from './budget.ts';

/** A unit as the plan sees it. */
export interface PlanUnit {
  readonly tokens: number;
  /** It opens or continues a turn: a message of the user. */
  readonly user: boolean;
  /** It begins with private reasoning, which a provider wants at the beginning of a turn that goes on. */
  readonly thinks: boolean;
  /** A call in it waits for its result or for somebody's approval. */
  readonly blocked: boolean;
}

export type Trigger = 'size' | 'manual' | 'overflow';

export interface PlanInput {
  readonly budget: Budget;
  readonly trigger: Trigger;
  /** Asked for when something is due. */
  units(): readonly PlanUnit[];
  /** System text and tool definitions. */
  readonly floor: number;
  /** Pins and record, as they would stand behind the fold, as far as is known. */
  readonly packet: number;
  /** Size of the view, with the fold that waits, if one does. */
  readonly size: number;
  /** Groups that the application dropped in front of the list stand uncovered. */
  readonly droppedUncovered: boolean;
}

export type PlanReason =
  | 'below-threshold'
  | 'threshold'
  | 'over-the-room'
  | 'manual'
  | 'overflow'
  | 'dropped-uncovered'
  | 'nothing-to-fold'
  | 'blocked'
  | 'gain-too-small'
  | 'floor-above-threshold';

export interface Plan {
  readonly fold: boolean;
  readonly reason: PlanReason;
  readonly cut: Cut;
  /** The figures that it was decided by, in tokens. */
  readonly figures: {
    readonly size: number;
    readonly foldAt: number;
    readonly room: number;
    readonly floor: number;
    readonly packet: number;
    readonly tailBudget: number;
    readonly foldable: number;
    readonly minimumGain: number;
  };
}

/** Where the tail begins, and what in front of it stays live: how its turn began. Indexes of units. */
export interface Cut {
  readonly at: number;
  readonly live: readonly number[];
}

export function plan(input: PlanInput): Plan {
  const { budget, floor, packet, size, trigger, droppedUncovered } = input;
  const { foldAt, room, minimumGain } = budget;
  const tailBudget = tailBudgetOf(budget, floor, packet);
  const figures = { size, foldAt, room, floor, packet, tailBudget, foldable: 0, minimumGain };
  if (trigger === 'size' && !droppedUncovered && size < foldAt)
    return { fold: false, reason: 'below-threshold', cut: { at: 0, live: [] }, figures };
  const units = input.units();
  const cut = cutOf(units, trigger === 'overflow' ? tailBudget / 2 : tailBudget);
  const foldable = foldableOf(units, cut);
  return { ...decide(input, units, foldable), cut, figures: { ...figures, foldable } };
}

/** What the tail may take behind a fold that leaves so large a packet. */
export function tailBudgetOf({ tail, afterFold }: Budget, floor: number, packet: number): number {
  return Math.max(0, Math.min(tail, afterFold - floor - packet));
}

/**
 * The newest whole units that fit, at least one, with the beginning of their turn: as many as can be. What is blocked
 * stays, and so does everything behind it.
 */
export function cutOf(units: readonly PlanUnit[], tailBudget: number): Cut {
  const blocked = units.findIndex((unit) => unit.blocked);
  const newest = blocked < 0 ? units.length - 1 : blocked;
  let best = cutAt(units, newest);
  let size = 0;
  for (let at = units.length - 1; at >= 0; at--) {
    size += units[at]?.tokens ?? 0;
    if (size > tailBudget) break;
    const cut = at <= newest ? cutAt(units, at) : best;
    const more = [...cut.live, ...range(cut.at, at)].reduce(
      (sum, index) => sum + (units[index]?.tokens ?? 0),
      0,
    );
    if (cut.at < best.at && size + more <= tailBudget) best = cut;
  }
  return best;
}

/**
 * User messages in a row open one turn: they stay together, and stay when their turn goes on in the tail. So does the
 * turn's last step in front of the tail that begins with reasoning, when the tail does not.
 */
function cutAt(units: readonly PlanUnit[], at: number): Cut {
  const opening = openingOf(units, at);
  if (units[at]?.user) return { at: opening[0] ?? at, live: [] };
  const begin = (opening.at(-1) ?? -1) + 1;
  const thought = units[at]?.thinks ? -1 : units.slice(0, at).findLastIndex(({ thinks }) => thinks);
  return { at: Math.max(0, at), live: thought >= begin ? [...opening, thought] : opening };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}

/** User messages, in a row, that open the turn in which the unit stands. */
function openingOf(units: readonly PlanUnit[], at: number): number[] {
  let last = Math.min(at, units.length - 1);
  while (last >= 0 && !units[last]?.user) last--;
  const opening: number[] = [];
  for (let index = last; index >= 0 && units[index]?.user; index--) opening.unshift(index);
  return opening;
}

function foldableOf(units: readonly PlanUnit[], { at, live }: Cut): number {
  return units
    .slice(0, at)
    .filter((_, index) => !live.includes(index))
    .reduce((sum, { tokens }) => sum + tokens, 0);
}

function decide(
  input: PlanInput,
  units: readonly PlanUnit[],
  foldable: number,
): Pick<Plan, 'fold' | 'reason'> {
  const { budget, size, trigger, floor, droppedUncovered } = input;
  const some = foldable > 0 || droppedUncovered;
  if (trigger !== 'size')
    return some ? { fold: true, reason: trigger } : { fold: false, reason: whyNot(units) };
  if (droppedUncovered) return { fold: true, reason: 'dropped-uncovered' };
  if (foldable === 0) return { fold: false, reason: whyNot(units, floor >= budget.foldAt) };
  if (foldable >= budget.minimumGain) return { fold: true, reason: 'threshold' };
  if (size > budget.room) return { fold: true, reason: 'over-the-room' };
  return { fold: false, reason: floor >= budget.foldAt ? 'floor-above-threshold' : 'gain-too-small' };
}

function whyNot(units: readonly PlanUnit[], floorAbove = false): PlanReason {
  if (units.some(({ blocked }) => blocked)) return 'blocked';
  return floorAbove ? 'floor-above-threshold' : 'nothing-to-fold';
}
