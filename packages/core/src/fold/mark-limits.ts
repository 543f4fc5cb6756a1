/** How much of what is marked one look brings along. */
import type { MarkLimits } from '../journal/rows.ts';

/** Folds that one read of marks gives: a working set is saved before there are as many. */
export const FOLD_PAGE = 64;

/** Reports of usage that a branch learns from: so many are read, so no more are remembered. */
export const USAGE_KEPT = 8;

export const MARK_LIMITS: MarkLimits = {
  ledger: 2,
  fold: FOLD_PAGE,
  adopted: 4,
  packet: 8,
  usage: USAGE_KEPT,
};

/** Of further looks for an adoption: each comes with one text or two. */
export const ADOPTION_LIMITS: MarkLimits = { adopted: 16, packet: 32 };
