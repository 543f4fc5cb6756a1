import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frozen } from '../../test/frozen.ts';
import { adoptsNow } from './adoption.ts';
import { type Budget, budgetOf } from './budget.ts';
import { type Cut, cutOf, type Plan, type PlanInput, type PlanUnit, plan, tailBudgetOf } from './plan.ts';

const BUDGET = budgetOf({ window: 10_000, reserve: 0 });

function unit(tokens: number, more: Partial<PlanUnit> = {}): PlanUnit {
  return { tokens, user: false, thinks: false, blocked: false, ...more };
}

/** `u100 s300 t300 b50`: users, steps, steps that begin with reasoning and blocked steps with their tokens. */
function unitsOf(short: string): PlanUnit[] {
  return short.split(' ').flatMap((word) => {
    const tokens = Number(word.slice(1));
    const is = (letter: string): boolean => word.startsWith(letter);
    return [unit(tokens, { user: is('u'), thinks: is('t'), blocked: is('b') })];
  });
}

function planned(units: readonly PlanUnit[], more: Partial<PlanInput> = {}): Plan {
  const { floor = 0, packet = 0 } = more;
  const size = floor + packet + units.reduce((sum, { tokens }) => sum + tokens, 0);
  return plan({
    budget: BUDGET,
    trigger: 'size',
    units: () => units,
    floor,
    packet,
    size,
    droppedUncovered: false,
    ...more,
  });
}

const someUnits = fc.array(
  fc.record({
    tokens: fc.oneof(fc.nat(60), fc.nat(3_000)),
    user: fc.boolean(),
    thinks: fc.boolean(),
    blocked: fc.constant(false),
  }),
  { maxLength: 24 },
);
/** A blocked one among them, or none. */
const blockedUnits = fc
  .tuple(someUnits, fc.option(fc.nat(23)))
  .map(([units, at]) =>
    units.map((one, index): PlanUnit => (index === at && !one.user ? { ...one, blocked: true } : one)),
  );

describe('the cut', () => {
  const tailOf = (units: readonly PlanUnit[], { at, live }: Cut): number =>
    units.reduce((sum, { tokens }, index) => (index >= at || live.includes(index) ? sum + tokens : sum), 0);

  // Covers: F2, P2
  it('leaves at least the newest unit, what is blocked and all behind it, and parts no row of user messages', () => {
    fc.assert(
      fc.property(blockedUnits, fc.nat(6_000), (units, tailBudget) => {
        const { at, live } = cutOf(frozen(units), tailBudget);
        const blocked = units.findIndex((one) => one.blocked);
        expect(at).toBeLessThanOrEqual(Math.max(0, units.length - 1));
        if (blocked >= 0) expect(at).toBeLessThanOrEqual(blocked);
        if (units[at]?.user) {
          expect(units[at - 1]?.user ?? false).toBe(false);
          expect(live).toEqual([]);
        }
      }),
    );
  });

  // Covers: F2, P2
  it('keeps the user messages of the turn that the tail goes on with', () => {
    fc.assert(
      fc.property(blockedUnits, fc.nat(6_000), (units, tailBudget) => {
        const { at, live } = cutOf(units, tailBudget);
        if (units[at]?.user || units.length === 0) return;
        const opening: number[] = [];
        let last = units.findLastIndex(({ user }, index) => user && index < at);
        for (; last >= 0 && units[last]?.user; last--) opening.unshift(last);
        expect(live.filter((index) => units[index]?.user)).toEqual(opening);
      }),
    );
  });

  it('is the earliest that fits, and the latest that may be where none does', () => {
    const candidates = (units: readonly PlanUnit[]): Cut[] => units.map((_, at) => cutAt(units, at));
    fc.assert(
      fc.property(someUnits, fc.nat(6_000), (units, tailBudget) => {
        const cut = cutOf(units, tailBudget);
        const fitting = candidates(units).filter((one) => tailOf(units, one) <= tailBudget);
        const earliest = Math.min(...fitting.map(({ at }) => at));
        const latest = units.length > 0 ? cutAt(units, units.length - 1).at : 0;
        expect(cut.at).toBe(Number.isFinite(earliest) ? earliest : latest);
      }),
    );
  });

  /** The cut at a unit, said again in the plainest way. */
  function cutAt(units: readonly PlanUnit[], at: number): Cut {
    let first = at;
    while (units[at]?.user && units[first - 1]?.user) first--;
    if (units[at]?.user) return { at: first, live: [] };
    const opening = units.flatMap((one, index) =>
      one.user && index < at && units.slice(index, at).every(sameTurn) ? [index] : [],
    );
    const steps = units.map((_, index) => index).filter((index) => index < at && !opening.includes(index));
    const turn = steps.filter((index) => units.slice(index, at).every((one) => !one.user));
    const thought = turn.findLast((index) => units[index]?.thinks);
    return { at, live: thought === undefined || units[at]?.thinks ? opening : [...opening, thought] };
  }

  function sameTurn({ user }: PlanUnit, index: number, turn: readonly PlanUnit[]): boolean {
    return !user || turn.slice(0, index).every((one) => one.user);
  }

  it('grows its tail with its budget', () => {
    fc.assert(
      fc.property(blockedUnits, fc.nat(4_000), fc.nat(4_000), (units, one, more) => {
        expect(cutOf(units, one + more).at).toBeLessThanOrEqual(cutOf(units, one).at);
      }),
    );
  });

  it('of a conversation without anything is at its beginning', () => {
    expect(cutOf([], 1_000)).toEqual({ at: 0, live: [] });
  });

  it('is inside a turn where a turn is too long: its request stays live', () => {
    expect(cutOf(unitsOf('u50 s900 u50 u20 s900 s900 s900'), 1_100)).toEqual({ at: 6, live: [2, 3] });
  });

  it('leaves the last step with reasoning in front of a tail that has none', () => {
    expect(cutOf(unitsOf('u50 t90 s900 t100 s900 s900'), 1_200)).toEqual({ at: 5, live: [0, 3] });
    expect(cutOf(unitsOf('u50 t90 s900 t100 s900 t900'), 1_200)).toEqual({ at: 5, live: [0] });
    expect(cutOf(unitsOf('u50 t90 s900 u50 s900 s900'), 1_200)).toEqual({ at: 5, live: [3] });
  });
});

describe('when a fold is due', () => {
  const long = unitsOf('u50 s4000 u50 s1500 u50 s1500 u50');

  // Covers: P1
  it('says nothing below the threshold, and folds from it on', () => {
    expect(planned(unitsOf('u50 s3000 u50'))).toMatchObject({ fold: false, reason: 'below-threshold' });
    const due = planned(long);
    expect(due).toMatchObject({ fold: true, reason: 'threshold', cut: { at: 4, live: [] } });
    expect(due.figures).toMatchObject({ size: 7_200, foldAt: 7_000, foldable: 5_600, tailBudget: 2_500 });
  });

  // Covers: P1
  it('folds whatever the size on request or when the provider refused, but only where something can be folded', () => {
    const short = unitsOf('u50 s3000 u50 s20');
    expect(planned(short, { trigger: 'manual' })).toMatchObject({ fold: true, reason: 'manual' });
    expect(planned(short, { trigger: 'overflow' })).toMatchObject({ fold: true, reason: 'overflow' });
    expect(planned(unitsOf('u50'), { trigger: 'manual' })).toMatchObject({
      fold: false,
      reason: 'nothing-to-fold',
    });
    expect(planned(unitsOf('b9000'), { trigger: 'overflow' })).toMatchObject({
      fold: false,
      reason: 'blocked',
    });
  });

  it('leaves half as much tail when the provider refused', () => {
    const units = unitsOf('u50 s1000 u50 s1000 u50 s1000 u50');
    expect(planned(units, { trigger: 'manual' }).cut.at).toBe(2);
    expect(planned(units, { trigger: 'overflow' }).cut.at).toBe(4);
  });

  it('folds when the application dropped what is not covered', () => {
    expect(planned(unitsOf('u50'), { droppedUncovered: true })).toMatchObject({
      fold: true,
      reason: 'dropped-uncovered',
    });
  });

  // Covers: F2
  it('folds nothing that waits, nor anything behind it', () => {
    expect(planned(unitsOf('b4000 s2000 u50 s2000'))).toMatchObject({ fold: false, reason: 'blocked' });
    const some = planned(unitsOf('u50 s4000 u50 b2000 u50 s2000'));
    expect(some).toMatchObject({ fold: true, cut: { at: 3, live: [2] } });
  });

  it('folds a small gain only when the view would not fit', () => {
    const units = unitsOf('u10 s500 u10 s7000');
    expect(planned(units)).toMatchObject({ fold: false, reason: 'gain-too-small' });
    expect(planned(units, { floor: 3_000 })).toMatchObject({ fold: true, reason: 'over-the-room' });
  });

  // Covers: P1
  it('never takes a floor above the threshold for a reason to fold (case 06)', () => {
    const budget = budgetOf({ window: 4_000, foldAt: 0.5 });
    for (let turns = 0; turns < 12; turns++) {
      const units = Array.from({ length: 2 * turns + 1 }, (_, at) => unit(4, { user: at % 2 === 0 }));
      expect(planned(units, { budget, floor: 2_600 })).toMatchObject({
        fold: false,
        reason: 'floor-above-threshold',
      });
    }
  });

  it('is decided by figures that are told, and the same input gives the same plan', () => {
    fc.assert(
      fc.property(blockedUnits, fc.nat(9_000), fc.nat(9_000), (units, floor, packet) => {
        const one = planned(frozen(units), { floor, packet });
        expect(planned(units, { floor, packet })).toEqual(one);
        const { foldable, minimumGain, size, room, foldAt } = one.figures;
        expect(one.fold).toBe(size >= foldAt && foldable > 0 && (foldable >= minimumGain || size > room));
        expect(foldable).toBe(
          units
            .slice(0, one.cut.at)
            .reduce((sum, { tokens }, at) => sum + (one.cut.live.includes(at) ? 0 : tokens), 0),
        );
      }),
    );
  });
});

describe('a conversation that grows', () => {
  interface Grown {
    units: PlanUnit[];
    packet: number;
  }

  /** Covers what the plan says; the packet takes its share, and the tail gives way to it, as in a real fold. */
  function fold(state: Grown, first: Plan, floor: number, share: number, budget: Budget): Grown {
    let { cut } = first;
    for (;;) {
      const gone = state.units.filter((_, at) => at < cut.at && !cut.live.includes(at));
      const packet = state.packet + Math.ceil(gone.reduce((sum, { tokens }) => sum + tokens, 0) * share);
      const next = cutOf(state.units, tailBudgetOf(budget, floor, packet));
      if (next.at > cut.at) cut = next;
      else {
        const units = state.units.filter((_, at) => at >= cut.at || cut.live.includes(at));
        return { units, packet };
      }
    }
  }

  // Covers: P1, F2
  it('is folded at most once for so much text as a fold must free, and never twice without new text', () => {
    const growth = fc.array(
      fc.record({
        tokens: fc.integer({ min: 1, max: 900 }),
        user: fc.boolean(),
        thinks: fc.boolean(),
        blocked: fc.constant(false),
      }),
      { minLength: 40, maxLength: 120 },
    );
    const share = fc.double({ min: 0, max: 0.3, noNaN: true });
    fc.assert(
      fc.property(growth, fc.nat(6_000), share, (arriving, floor, kept) => {
        let state: Grown = { units: [], packet: 0 };
        let [arrived, folds] = [0, 0];
        for (const one of arriving) {
          state = { ...state, units: [...state.units, one] };
          arrived += one.tokens;
          const now = planned(state.units, { floor, packet: state.packet });
          if (!now.fold) continue;
          if (now.reason !== 'over-the-room') folds++;
          expect(folds * BUDGET.minimumGain).toBeLessThanOrEqual(arrived);
          state = fold(state, now, floor, kept, BUDGET);
          expect(planned(state.units, { floor, packet: state.packet }).fold).toBe(false);
        }
      }),
    );
  });
});

describe('a fold that waits', () => {
  // Covers: C4, F7
  it('is adopted at the start of a turn, at the hard limit, or when the cache is cold anyway', () => {
    const at = { turnStart: false, sent: 1, fresh: BUDGET.minimumGain, budget: BUDGET, cold: false };
    expect(adoptsNow(at)).toBe(false);
    expect(adoptsNow({ ...at, turnStart: true })).toBe(true);
    expect(adoptsNow({ ...at, cold: true })).toBe(true);
    expect(adoptsNow({ ...at, sent: BUDGET.hardAt - 1 })).toBe(false);
    expect(adoptsNow({ ...at, sent: BUDGET.hardAt })).toBe(true);
  });

  // Covers: C4
  it('waits for new text while the view fits, so that views do not change call after call', () => {
    const at = {
      turnStart: true,
      sent: BUDGET.room,
      fresh: BUDGET.minimumGain - 1,
      budget: BUDGET,
      cold: false,
    };
    expect(adoptsNow(at)).toBe(false);
    expect(adoptsNow({ ...at, fresh: BUDGET.minimumGain })).toBe(true);
    expect(adoptsNow({ ...at, sent: BUDGET.room + 1 })).toBe(true);
    expect(adoptsNow({ ...at, cold: true })).toBe(true);
  });
});
