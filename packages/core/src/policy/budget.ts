/**
 * The numbers of one call, from its window (model §0). All in tokens.
 *
 * Every default can be set by the application; none is read from anywhere else.
 */
import { DaybookError } from '../base/errors.ts';

/** Window assumed when nobody names one; the report says so. */
export const DEFAULT_WINDOW = 128_000;
/** In a smaller one shares round to nothing, and no sentence stands beside a pin. */
export const LEAST_WINDOW = 256;

export interface BudgetOptions {
  /** Context window of the model, in tokens. */
  readonly window?: number;
  /** Kept free for the answer: the call's maximum output. */
  readonly reserve?: number;
  /** Share of what the reserve leaves at which a fold is due, and at which a waiting fold is adopted at once. */
  readonly foldAt?: number;
  readonly hardAt?: number;
  /** Most tokens of recent conversation shown verbatim. */
  readonly tail?: number;
  /** Size of the record at which it is consolidated, and what consolidation aims at. */
  readonly consolidateAt?: number;
  readonly target?: number;
  readonly pinBudget?: number;
  /** Size above which one tool result is bulk. */
  readonly bulk?: number;
}

export interface Budget {
  readonly window: number;
  readonly reserve: number;
  /** window − reserve: nothing above it is ever sent. */
  readonly room: number;
  readonly foldAt: number;
  readonly hardAt: number;
  readonly tail: number;
  /** Of floor, pins, record and tail together behind a fold. */
  readonly afterFold: number;
  readonly consolidateAt: number;
  readonly target: number;
  readonly pinBudget: number;
  /** One result over this is excerpted when it is folded. */
  readonly bulk: number;
  /** One result over this is excerpted before it is first sent. */
  readonly bulkUnsent: number;
  /** The results of one step together. */
  readonly bulkStep: number;
  /** What a fold must free. */
  readonly minimumGain: number;
}

/** @throws DaybookError `invalid-input` for numbers that leave nothing to work with */
export function budgetOf(options: BudgetOptions = {}): Budget {
  const window = windowOf(options.window ?? DEFAULT_WINDOW);
  const reserve = notNegative('reserve', options.reserve ?? Math.min(0.08 * window, 16_000));
  const room = Math.floor(window - reserve);
  if (room <= 0) refuse('reserve', 'the reserve leaves nothing of the window');
  const [foldAt, hardAt] = [share('foldAt', options.foldAt ?? 0.7), share('hardAt', options.hardAt ?? 0.92)];
  if (hardAt < foldAt)
    refuse('foldAt', `foldAt (${foldAt}) is above hardAt (${hardAt}): folds are due before they are urgent`);
  const consolidateAt = positive('consolidateAt', options.consolidateAt ?? 0.25 * window);
  return {
    window,
    reserve: Math.ceil(reserve),
    room,
    foldAt: Math.floor(foldAt * room),
    hardAt: Math.floor(hardAt * room),
    tail: Math.floor(notNegative('tail', options.tail ?? Math.min(0.25 * window, 40_000))),
    afterFold: Math.floor(0.5 * room),
    consolidateAt: Math.floor(consolidateAt),
    target: Math.floor(
      positive('target', options.target ?? Math.max(1, Math.min(20_000, 0.3 * consolidateAt))),
    ),
    pinBudget: Math.floor(notNegative('pinBudget', options.pinBudget ?? 0.125 * window)),
    bulk: Math.floor(positive('bulk', options.bulk ?? Math.min(0.05 * window, 8000))),
    bulkUnsent: Math.floor(0.25 * window),
    bulkStep: Math.floor(0.5 * window),
    minimumGain: Math.ceil(0.1 * room),
  };
}

function windowOf(value: number): number {
  if (!Number.isFinite(value)) refuse('window', 'window is a number of tokens');
  if (value < LEAST_WINDOW) refuse('window', `a window under ${LEAST_WINDOW} tokens is too small`);
  return value;
}

function positive(field: string, value: number): number {
  return Number.isFinite(value) && value >= 1
    ? value
    : refuse(field, `${field} is a number of tokens from 1, not a share`);
}

function notNegative(field: string, value: number): number {
  const isShare = value > 0 && value < 1;
  return Number.isFinite(value) && value >= 0 && !isShare
    ? value
    : refuse(field, `${field} is a number of tokens from 0, not a share`);
}

function share(field: string, value: number): number {
  return Number.isFinite(value) && value > 0 && value <= 1
    ? value
    : refuse(field, `${field} is a share above 0, at most 1`);
}

function refuse(field: string, what: string): never {
  throw new DaybookError('invalid-input', what, { details: { field } });
}
