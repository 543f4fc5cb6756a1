/**
 * Where the events that folding leaves stand, told while the branches are read: what each names, and which places may
 * have held one and are lost. A few numbers for each, so a session of any length fits.
 */
import type { Scope } from '../journal/scope.ts';
import type { AuditedEvent } from './entry.ts';
import { adoptedIn, type FoldPlace, foldIn, savedIn } from './fold-events.ts';

export interface LoggedEvent {
  readonly seq: number;
  readonly event: 'fold' | 'adopted' | 'ledger';
  readonly contentId: string;
  /** The fold it follows, uses, or is saved behind; undefined when it cannot be read. */
  readonly names: FoldPlace | null | undefined;
  /** Of a fold that can be read. */
  readonly reach: number | undefined;
}

interface BranchLog {
  readonly events: LoggedEvent[];
  readonly folds: Map<number, LoggedEvent>;
  readonly lost: (readonly [first: number, last: number])[];
}

const NOTHING: BranchLog = { events: [], folds: new Map(), lost: [] };

export class FoldLog {
  readonly #branches = new Map<string, BranchLog>();

  add(scope: Scope, seq: number, audited: AuditedEvent): void {
    if (audited === 'lost') this.lose(scope, seq, seq);
    const logged = audited && audited !== 'lost' ? loggedOf(seq, audited) : undefined;
    if (!logged) return;
    this.#at(scope).events.push(logged);
    if (logged.event === 'fold') this.#at(scope).folds.set(seq, logged);
  }

  lose(scope: Scope, first: number, last: number): void {
    this.#at(scope).lost.push([first, last]);
  }

  /** The branch's own, in the order of the chain. */
  of(scope: Scope): readonly LoggedEvent[] {
    return this.#get(scope).events.toSorted((a, b) => a.seq - b.seq);
  }

  foldAt(scope: Scope, seq: number): LoggedEvent | undefined {
    return this.#get(scope).folds.get(seq);
  }

  /** A fold may have stood there: the entry is lost, or cannot be read. */
  mayHoldFold(scope: Scope, seq: number): boolean {
    const unread = this.foldAt(scope, seq);
    if (unread) return unread.names === undefined;
    return this.#get(scope).lost.some(([first, last]) => seq >= first && seq <= last);
  }

  #get({ lane, branch }: Scope): BranchLog {
    return this.#branches.get(nameOf(lane, branch)) ?? NOTHING;
  }

  #at(scope: Scope): BranchLog {
    const known = this.#get(scope);
    if (known !== NOTHING) return known;
    const made: BranchLog = { events: [], folds: new Map(), lost: [] };
    this.#branches.set(nameOf(scope.lane, scope.branch), made);
    return made;
  }
}

/** Names hold no control characters, so NUL keeps them apart. */
function nameOf(lane: string, branch: string): string {
  return `${lane}\0${branch}`;
}

function loggedOf(
  seq: number,
  { contentId, body }: Exclude<AuditedEvent, 'lost' | undefined>,
): LoggedEvent | undefined {
  switch (body.event) {
    case 'fold': {
      const fold = foldIn(body);
      return { seq, event: 'fold', contentId, names: fold?.previous, reach: fold?.reach };
    }
    case 'adopted':
      return { seq, event: 'adopted', contentId, names: adoptedIn(body)?.fold, reach: undefined };
    case 'ledger':
      return { seq, event: 'ledger', contentId, names: savedIn(body)?.last, reach: undefined };
    default:
      return undefined;
  }
}
