/**
 * The one error class of daybook. Callers branch on `code`; the message is for people.
 *
 * Codes are the failure vocabulary of the documentation (docs/errors.md has a section for each: what
 * happened, what to do). Two installed copies of this package recognise each other's errors by the marker.
 */
export type ErrorCode =
  | 'conflict'
  | 'not-found'
  | 'denied'
  | 'erased'
  | 'tampered'
  | 'target-unreachable'
  | 'view-unreachable'
  | 'provider-overflow'
  | 'invalid-input'
  | 'unsupported'
  | 'aborted'
  | 'timeout'
  | 'store-unavailable';

const MARKER = Symbol.for('daybook.error');

export class DaybookError extends Error {
  readonly code: ErrorCode;
  /** Facts for programs: scope, handles, figures. Never bodies, never secrets. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: ErrorCode,
    message: string,
    more: { details?: Readonly<Record<string, unknown>>; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'DaybookError';
    this.code = code;
    this.details = more.details ?? {};
    Object.defineProperty(this, MARKER, { value: true });
  }
}

/** True for a DaybookError of any installed copy; with `code`, only for that one. */
export function isDaybookError(error: unknown, code?: ErrorCode): error is DaybookError {
  const found = typeof error === 'object' && error !== null && MARKER in error;
  return found && (code === undefined || (error as { code?: unknown }).code === code);
}
