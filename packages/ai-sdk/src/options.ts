/** What an application sets, and what it is told of each call. */
import type { ViewNotice, ViewOptions } from '@daybook/core';
import { checkViewOptions, DaybookError } from '@daybook/core/adapter';
import type { OverflowWording } from './provider/overflow.data.ts';

/** Settings of a wrapped model. Those of the view are core's own and mean the same. */
export interface DaybookModelOptions
  extends Omit<ViewOptions, 'window' | 'model' | 'reserve' | 'definitions' | 'overflow' | 'cold' | 'tools'> {
  /**
   * Context window in tokens, or what tells it for a model. Without it 128,000 is assumed, and the report says so. The
   * call's `maxOutputTokens` is kept free in it.
   */
  readonly window?:
    | number
    | ((model: { readonly provider: string; readonly modelId: string }) => number | undefined);
  /** More wordings by which a provider says that a request is too large. */
  readonly overflow?: readonly OverflowWording[];
  /** Told of each call when it has ended, also when it failed or was stopped. What it throws is an unhandled rejection. */
  readonly onCall?: (report: CallReport) => void;
}

/** One call as daybook saw it: on `onCall`, and as `providerMetadata.daybook` of the result and of a stream's end. */
export interface CallReport {
  readonly tenant: string;
  readonly session: string;
  /** Where the call's messages stand; null where nothing could be journaled. */
  readonly lane: string | null;
  readonly branch: string | null;
  /** Entries on the branch when the report was written. */
  readonly revision: number | null;
  /**
   * `view`: the model was sent daybook's view. `journal`: the provider keeps the history itself, so the request was sent
   * as it came. `degraded`: the store is away; what fits was sent, nothing is journaled. `untouched`: the messages could
   * not be read, and were sent as they came.
   */
  readonly mode: 'view' | 'journal' | 'degraded' | 'untouched';
  /** The option by which the provider keeps the history. */
  readonly server: string | null;
  readonly view: string | null;
  /** Estimated tokens of the whole conversation and of what was sent; the window and what of it is for the request. */
  readonly tokens: {
    readonly before: number;
    readonly sent: number;
    readonly window: number;
    readonly room: number;
  } | null;
  /** Folds made by this call, by the handle of their entry, and whether the view changed to a newer fold. */
  readonly folds: readonly string[];
  readonly adopted: boolean;
  readonly covered: number;
  /** `pins 7/7 intact (…)`; null where nothing is pinned. */
  readonly pins: string | null;
  readonly notices: readonly ViewNotice[];
  /** The provider refused the first request as too large, and was asked once more with a smaller one. */
  readonly retried: boolean;
  /** The model said something. Not so when the call failed, was refused, or stopped before a word. */
  readonly answered: boolean;
  /** The call was stopped or its stream broke; what had been said is on record as cut short. */
  readonly aborted: boolean;
  /**
   * What of daybook failed: an error code, `unexpected` for an error that has none, `aborted` for a store that the call
   * did not wait for any longer.
   */
  readonly failure: { readonly code: string; readonly at: 'sync' | 'view' | 'report' } | null;
}

/** Set by the middleware for each call. */
const SET_BY_CALL = ['model', 'reserve', 'definitions', 'cold', 'tools'] as const;

/** @throws DaybookError `invalid-input` for an option that is none, or a value that it cannot have */
export function checkOptions({ window, overflow = [], onCall, ...view }: DaybookModelOptions): void {
  const isFunction = typeof window === 'function';
  checkViewOptions({ ...view, ...(!isFunction && window !== undefined && { window }) });
  for (const name of SET_BY_CALL)
    if (name in view)
      throw new DaybookError('invalid-input', `${name} is set by the middleware`, {
        details: { field: name },
      });
  if (onCall !== undefined && typeof onCall !== 'function')
    throw new DaybookError('invalid-input', 'onCall is a function', { details: { field: 'onCall' } });
  for (const { wording } of overflow)
    if (!(wording instanceof RegExp))
      throw new DaybookError('invalid-input', 'a wording of `overflow` is a regular expression', {
        details: { field: 'overflow' },
      });
}
