/** What a view is made from, and what was decided and done before it is laid out. */
import { DaybookError } from '../../base/errors.ts';
import type { PathStep } from '../../journal/branch.ts';
import type { Plan } from '../../policy/plan.ts';
import type { Known } from '../opened.ts';
import type { ViewNotice } from '../view.ts';
import type { Conversation } from './conversation.ts';
import type { Frame } from './frame.ts';

export interface ViewSource {
  readonly path: readonly PathStep[];
  readonly salt: Uint8Array;
  readonly conversation: Conversation;
  /**
   * The conversation ends here although the branch goes on, and folds reach behind it: only those that do not count, and
   * nothing is folded.
   */
  readonly asOf?: number;
  /** It comes from the journal alone: what follows a final answer is a new turn. */
  readonly fromJournal?: boolean;
}

export interface Prepared {
  readonly frame: Frame;
  readonly known: Known;
  readonly path: readonly PathStep[];
  readonly plan: Plan;
  readonly folds: readonly number[];
  readonly adopted: boolean;
  readonly notices: readonly ViewNotice[];
  readonly failure: string | null;
  /** Secrets hidden in the conversation before it was laid out. */
  readonly hidden: number;
}

/** @throws DaybookError always */
export function unreachable(details: Readonly<Record<string, unknown>>): never {
  throw new DaybookError(
    'view-unreachable',
    'what must be shown does not fit the window: shorten the system text or the current message, or use a larger window',
    { details },
  );
}
