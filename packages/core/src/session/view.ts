/**
 * A view: the exact messages that one model call is sent, what was done to come to them, and where to report the answer.
 */
import type { Message } from '../journal/message.ts';
import type { Voice } from '../packet/arrange.ts';
import type { Mended } from '../packet/fit.ts';
import type { PinCount } from '../packet/pin-count.ts';
import type { BudgetOptions } from '../policy/budget.ts';
import type { Plan } from '../policy/plan.ts';
import type { Answer, Reported } from './answer.ts';

export interface ViewOptions extends BudgetOptions {
  /** Name of the model that the view is for: sizes are learnt for each model. */
  readonly model?: string;
  readonly voice?: Voice;
  /**
   * What stands for the folded region (P3). `record` (default): facts with handles. `text`: the same as text to read.
   * `fresh`: a fresh context, of system text, pins, record and the current turn.
   */
  readonly replace?: 'record' | 'text' | 'fresh';
  /** The provider's cache is cold anyway: a fold that waits is adopted now. */
  readonly cold?: boolean;
  /** The provider refused the last view as too large: fold and adopt whatever the sizes say. */
  readonly overflow?: boolean;
  /** Characters of what is sent beside the messages: tool definitions, a schema for the answer. */
  readonly definitions?: number;
  /** Names of the history tools that the model can call. */
  readonly tools?: readonly string[];
  /**
   * When nothing can be read or written and the list does not fit: `mechanical` (default) shortens the messages at hand
   * and claims nothing, `reset` leaves pins and the current turn, `fail` throws what happened.
   */
  readonly recover?: 'mechanical' | 'reset' | 'fail';
  /** Hide secrets in pins and tail too; they are exact otherwise. */
  readonly redact?: { readonly view?: boolean };
}

export type ViewNotice =
  /** Nobody named the window: 128,000 is assumed. */
  | 'window-assumed'
  /** Between hardAt and the room: what is sent could not be made smaller. */
  | 'over-hard-limit'
  /** System text and tools alone are above the threshold: folding cannot help. */
  | 'floor-above-threshold'
  | 'gain-too-small'
  | 'blocked'
  | 'target-unreachable'
  /** The list ends in front of what folds cover (an answer to be made again): they are left out, and nothing is folded. */
  | 'behind'
  /** A provider's own compaction item is in the list: the view is the input. */
  | 'opaque'
  /** A fold could not be made; what was adopted before stands. `failure` says why. */
  | 'fold-failed'
  /** Made from the messages at hand; nothing is claimed to be on record. */
  | 'degraded';

/** The account of a view, in tokens where it is not said. */
export interface ViewAccount {
  readonly notices: readonly ViewNotice[];
  readonly tokens: {
    /** The conversation as it was handed over. */
    readonly before: number;
    readonly view: number;
    readonly floor: number;
    readonly window: number;
    readonly reserve: number;
    readonly room: number;
    readonly target: number;
  };
  /** Lines of the budget, in the order of the view. */
  readonly budget: readonly { readonly name: string; readonly tokens: number }[];
  readonly pins: PinCount;
  readonly facts: {
    readonly shown: number;
    readonly leftOut: number;
    readonly omitted: number;
    readonly repeated: number;
  };
  /** Entries that the adopted folds cover. */
  readonly covered: number;
  readonly plan: Plan;
  /** Folds committed by this call, by handle of their entry. */
  readonly folds: readonly string[];
  readonly adopted: boolean;
  readonly mended: Mended;
  /** Secrets hidden in pins and tail. */
  readonly hidden: number;
  readonly failure: string | null;
}

export interface View {
  readonly messages: readonly Message[];
  /** Of each message, its index in the handed-over list; null for daybook's own and for what the journal gave. */
  readonly from: readonly (number | null)[];
  readonly viewId: string;
  readonly account: ViewAccount;
  /** Journals what the model answered to this view, with what the provider reported of its size. */
  report(answer: Answer): Promise<Reported>;
}
