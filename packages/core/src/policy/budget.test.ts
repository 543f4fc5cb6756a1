import { describe, expect, it } from 'vitest';
import { codeOf } from '../../test/code-of.ts';
import { isDaybookError } from '../base/errors.ts';
import { type BudgetOptions, budgetOf, DEFAULT_WINDOW, LEAST_WINDOW } from './budget.ts';

describe('defaults', () => {
  // Covers: C1, P1
  it('follow from the window alone', () => {
    expect(budgetOf()).toEqual(budgetOf({ window: DEFAULT_WINDOW }));
    expect(budgetOf()).toEqual({
      window: 128_000,
      reserve: 10_240,
      room: 117_760,
      foldAt: 82_432,
      hardAt: 108_339,
      tail: 32_000,
      afterFold: 58_880,
      consolidateAt: 32_000,
      target: 9_600,
      pinBudget: 16_000,
      bulk: 6_400,
      bulkUnsent: 32_000,
      bulkStep: 64_000,
      minimumGain: 11_776,
    });
  });

  // Covers: C1
  it('consolidate a window of 270,000 at 67,500 and aim at 20,000', () => {
    const { reserve, tail, consolidateAt, target, pinBudget, bulk } = budgetOf({ window: 270_000 });
    expect([reserve, tail, consolidateAt, target, pinBudget, bulk]).toEqual([
      16_000, 40_000, 67_500, 20_000, 33_750, 8_000,
    ]);
  });

  it('scale down to a window of 8,000', () => {
    const { reserve, room, foldAt, tail, consolidateAt, target, pinBudget, bulk } = budgetOf({
      window: 8_000,
    });
    expect([reserve, room, foldAt, tail, consolidateAt, target, pinBudget, bulk]).toEqual([
      640, 7_360, 5_152, 2_000, 2_000, 600, 1_000, 400,
    ]);
  });

  it('give way to what the application sets, and shares are of what the reserve leaves', () => {
    const set = {
      reserve: 2_000,
      foldAt: 0.5,
      hardAt: 0.9,
      tail: 0,
      consolidateAt: 900,
      pinBudget: 0,
      bulk: 77,
    };
    const { room, foldAt, hardAt, afterFold, tail, target, pinBudget, bulk } = budgetOf({
      window: 12_000,
      ...set,
    });
    expect([room, foldAt, hardAt, afterFold, tail, target, pinBudget, bulk]).toEqual([
      10_000, 5_000, 9_000, 5_000, 0, 270, 0, 77,
    ]);
  });

  it('are whole numbers in every window', () => {
    for (const window of [LEAST_WINDOW, 999, 8_191, 123_457, 1_000_001]) {
      const { window: _, ...rest } = budgetOf({ window });
      expect(Object.values(rest).every((value) => Number.isSafeInteger(value) && value >= 0)).toBe(true);
    }
  });
});

describe('numbers that leave nothing to work with', () => {
  const BAD: readonly (readonly [string, BudgetOptions])[] = [
    ['no window', { window: 0 }],
    ['a window of one token', { window: 1 }],
    ['a window under the least', { window: LEAST_WINDOW - 1 }],
    ['a negative window', { window: -8_000 }],
    ['a window without end', { window: Number.POSITIVE_INFINITY }],
    ['a window that is no number', { window: Number.NaN }],
    ['a reserve of the whole window', { window: 1_000, reserve: 1_000 }],
    ['a negative reserve', { reserve: -1 }],
    ['a threshold of nothing', { foldAt: 0 }],
    ['a threshold over the whole', { hardAt: 1.1 }],
    ['a hard limit below the threshold', { foldAt: 0.8, hardAt: 0.7 }],
    ['a threshold that is no number', { foldAt: Number.NaN }],
    ['a threshold as text', { foldAt: '0.5' as unknown as number }],
    ['a window as text', { window: '8000' as unknown as number }],
    ['a negative tail', { tail: -1 }],
    ['a target of nothing', { target: 0 }],
    ['a consolidation at nothing', { consolidateAt: 0 }],
    ['a negative pin budget', { pinBudget: -5 }],
    ['bulk of nothing', { bulk: 0 }],
  ];

  it.each(BAD)('are invalid input: %s', (_, options) => {
    expect(codeOf(() => budgetOf(options))).toBe('invalid-input');
  });

  it('name the field that was given', () => {
    for (const window of [0, 1, 14, LEAST_WINDOW - 1, Number.NaN]) expect(fieldOf({ window })).toBe('window');
    expect(fieldOf({ target: 0 })).toBe('target');
    expect(fieldOf({ window: LEAST_WINDOW, consolidateAt: 1 })).toBeUndefined();
  });
});

function fieldOf(options: BudgetOptions): unknown {
  try {
    budgetOf(options);
  } catch (error) {
    return isDaybookError(error) ? error.details.field : error;
  }
  return undefined;
}
