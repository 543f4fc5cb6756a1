/**
 * What folds of this process know, as far as a session that never folds carries it along: caches, and what the first
 * look at a session brought. The rooms that make something of it are loaded when a view or a fold is first asked for.
 */
import type { Altered } from '../fold/altered.ts';
import type { BranchState } from '../fold/branch-state.ts';
import type { MarkedEntry } from '../journal/rows.ts';
import type { SessionKey } from '../journal/scope.ts';
import type { FactText } from '../ledger/fact-text.ts';
import type { Redactor } from '../redact/redactor.ts';

/** A branch's state as of its last marked entry, and texts by content id. */
export interface Known {
  readonly marked: number;
  readonly state: BranchState;
  readonly facts: Map<string, FactText>;
  readonly pins: Map<string, string>;
  /** What the application changed later, by the sequence of its event; null where nobody with authority speaks. */
  readonly altered: Map<number, Altered | null>;
}

export interface Folding {
  /** The application's; the built-in one when null. */
  readonly redactor: Redactor | null;
  /** What the first look at a session brought along, until its first state is made of it. By session. */
  readonly opened: Map<string, readonly MarkedEntry[]>;
  readonly states: Map<string, Known>;
}

/** Sessions whose first look is kept until somebody asks for their state. */
const MAX_OPENED = 16;

export function keepOpened({ opened }: Folding, key: SessionKey, marked: readonly MarkedEntry[]): void {
  opened.set(sessionName(key), marked);
  const [oldest] = opened.keys();
  if (opened.size > MAX_OPENED && oldest !== undefined) opened.delete(oldest);
}

/** Names hold no control characters, so NUL keeps them apart. */
export function sessionName({ tenant, session }: SessionKey): string {
  return `${tenant}\0${session}`;
}
