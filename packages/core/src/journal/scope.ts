/** Which line of conversation something belongs to. J3: every read names one. */
import { DaybookError } from '../base/errors.ts';

export interface SessionKey {
  readonly tenant: string;
  readonly session: string;
}

export interface LaneKey extends SessionKey {
  readonly lane: string;
}

export interface Scope extends LaneKey {
  readonly branch: string;
}

/** Most UTF-16 code units of a name in a scope. */
export const MAX_NAME_LENGTH = 512;

/** @throws DaybookError `invalid-input` unless every name is a short, well-formed text without control characters */
export function checkScope(scope: Scope): Scope {
  for (const field of ['tenant', 'session', 'lane', 'branch'] as const) checkName(field, scope[field]);
  return scope;
}

function checkName(field: string, name: unknown): void {
  const fits =
    typeof name === 'string' &&
    name.length > 0 &&
    name.length <= MAX_NAME_LENGTH &&
    name.isWellFormed() &&
    !/\p{Cc}/u.test(name);
  if (!fits)
    throw new DaybookError(
      'invalid-input',
      `${field} must be 1 to ${MAX_NAME_LENGTH} well-formed characters without control characters`,
      { details: { field } },
    );
}

/** Names may hold the separator of {@link scopeText}, so scopes are compared name by name, never by their text. */
export function sameScope(a: Scope, b: Scope): boolean {
  return a.tenant === b.tenant && a.session === b.session && a.lane === b.lane && a.branch === b.branch;
}

export function scopeText(scope: Scope): string {
  return `${scope.tenant}/${scope.session}/${scope.lane}/${scope.branch}`;
}

/** Order of names: by code point, which is the order of their UTF-8 bytes and that of every store. */
export function compareNames(a: string, b: string): number {
  const [left, right] = [[...a], [...b]];
  const at = left.findIndex((character, index) => character !== right[index]);
  if (at < 0) return left.length - right.length;
  return (left[at]?.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? -1);
}
