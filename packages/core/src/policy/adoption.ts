/** When a committed fold that waits is used. Pure. */
import type { Budget } from './budget.ts';

/**
 * When a committed fold that waits is used (model §3, Adoption). A view that changes again at once costs the provider's
 * cache and frees little: while it fits, it stays until as much new text arrived as a fold must free.
 */
export function adoptsNow(at: {
  readonly turnStart: boolean;
  /** Size of the view that would be sent without it. */
  readonly sent: number;
  /** Tokens that arrived since the last adoption. */
  readonly fresh: number;
  readonly budget: Budget;
  /** The provider's cache is cold anyway, the application says. */
  readonly cold: boolean;
}): boolean {
  const { room, hardAt, minimumGain } = at.budget;
  if (at.cold || at.sent > room) return true;
  return at.fresh >= minimumGain && (at.turnStart || at.sent >= hardAt);
}
