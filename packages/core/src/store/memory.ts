/**
 * The reference store: everything in this process's memory, gone with it. For tests and short runs.
 *
 * It is the plainest statement of what a store does; two handles of one `memoryStore()` see one state.
 */
import { equalBytes } from '../base/bytes.ts';
import { DaybookError } from '../base/errors.ts';
import { pathOf } from '../journal/branch.ts';
import type {
  Append,
  BodyRow,
  BranchRow,
  EntryRow,
  GroupRow,
  Mark,
  MarkedEntry,
  MarkLimits,
  OwnedGroupRow,
} from '../journal/rows.ts';
import { compareNames, type Scope, type SessionKey } from '../journal/scope.ts';
import type { Found, GroupQuery, Opened, Store, StrayRow } from './port.ts';

interface Branch {
  row: BranchRow;
  touched: number;
  readonly entries: EntryRow[];
  readonly groups: GroupRow[];
}

interface Session extends SessionKey {
  readonly salt: Uint8Array;
  readonly branches: Map<string, Branch>;
  readonly bodies: Map<string, Uint8Array>;
}

/** The state that several handles share. */
export type MemoryState = Map<string, Session>;

/** Opens a store in memory. Pass the `state` of another handle to share what it holds. */
export function memoryStore(state: MemoryState = new Map()): Store {
  return new MemoryStore(state);
}

class MemoryStore implements Store {
  readonly #state: MemoryState;
  #closed = false;

  constructor(state: MemoryState) {
    this.#state = state;
  }

  async append(change: Append): Promise<'done' | 'conflict'> {
    this.#open();
    const { next, expected } = change;
    const key = sessionName(next.scope);
    const session = this.#state.get(key) ?? newSession(next.scope, change.salt);
    if (!equalBytes(session.salt, change.salt)) return 'conflict';
    const name = branchName(next.scope);
    const branch = session.branches.get(name);
    if (!stands(branch?.row, expected)) return 'conflict';
    const now = branch ?? { row: next, touched: 0, entries: [], groups: [] };
    now.row = ownBranch(next);
    if (change.touched)
      now.touched = 1 + Math.max(0, ...[...session.branches.values()].map((b) => b.touched));
    for (const entry of change.entries) now.entries.push(ownEntry(entry));
    for (const group of change.groups) now.groups.push(group);
    for (const body of change.bodies)
      if (!session.bodies.has(body.contentId)) session.bodies.set(body.contentId, own(body.bytes));
    session.branches.set(name, now);
    this.#state.set(key, session);
    return 'done';
  }

  async find(key: SessionKey, query: GroupQuery): Promise<Found> {
    const branches = await this.branches(key);
    const session = this.#state.get(sessionName(key));
    const all = [...(session?.branches.values() ?? [])].flatMap(ownedRows);
    const keys = new Set(query.keys);
    const rolls = new Set(query.rolls);
    const ids = new Set(query.nativeIds);
    const hits = new Set(
      all
        .filter((g) => keys.has(g.key) || rolls.has(g.roll) || (g.nativeId !== null && ids.has(g.nativeId)))
        .map(spot),
    );
    const groups = all.filter((group) => hits.has(spot(group))).sort(byLaneAndOrdinal);
    return { branches, groups };
  }

  async open(key: SessionKey, limits: MarkLimits): Promise<Opened> {
    const salt = await this.salt(key);
    const branches = await this.branches(key);
    const [current] = branches;
    const path = current ? pathOf(current, branches) : [];
    const everything = { above: -1, below: Number.POSITIVE_INFINITY };
    return { salt, marked: path.flatMap(({ branch }) => this.#marked(branch.scope, everything, limits)) };
  }

  async marked(
    scope: Scope,
    range: { readonly above: number; readonly below: number },
    limits: MarkLimits,
  ): Promise<readonly MarkedEntry[]> {
    return this.#marked(scope, range, limits);
  }

  async sessions(): Promise<readonly (SessionKey & { salt: Uint8Array })[]> {
    this.#open();
    return [...this.#state.values()]
      .map(({ tenant, session, salt }) => ({ tenant, session, salt: own(salt) }))
      .sort((a, b) => compareNames(a.tenant, b.tenant) || compareNames(a.session, b.session));
  }

  async salt(key: SessionKey): Promise<Uint8Array | undefined> {
    this.#open();
    const salt = this.#state.get(sessionName(key))?.salt;
    return salt && own(salt);
  }

  async branches(key: SessionKey): Promise<readonly BranchRow[]> {
    this.#open();
    const found = [...(this.#state.get(sessionName(key))?.branches.values() ?? [])];
    return found.sort((a, b) => b.touched - a.touched).map((branch) => ownBranch(branch.row));
  }

  async entries(scope: Scope, from: number, to: number): Promise<readonly EntryRow[]> {
    const entries = this.#branch(scope)?.entries ?? [];
    const first = entries[0]?.seq ?? 0;
    return entries.slice(Math.max(0, from - first), Math.max(0, to - first)).map(ownEntry);
  }

  async groups(scope: Scope, from: number, to: number): Promise<readonly GroupRow[]> {
    const rows = this.#branch(scope)?.groups ?? [];
    return rows.filter((g) => g.ordinal >= from && g.ordinal < to).sort(byOrdinal);
  }

  async bodies(key: SessionKey, contentIds: readonly string[]): Promise<readonly BodyRow[]> {
    this.#open();
    const bodies = this.#state.get(sessionName(key))?.bodies;
    return [...new Set(contentIds)].flatMap((contentId) => {
      const bytes = bodies?.get(contentId);
      return bytes ? [{ contentId, bytes: own(bytes) }] : [];
    });
  }

  async strays(): Promise<readonly StrayRow[]> {
    this.#open();
    return [];
  }

  async close(): Promise<void> {
    this.#closed = true;
  }

  #marked(
    scope: Scope,
    { above, below }: { readonly above: number; readonly below: number },
    limits: MarkLimits,
  ): MarkedEntry[] {
    const { lane, branch } = scope;
    const given = new Map<Mark, number>();
    const bodies = this.#state.get(sessionName(scope))?.bodies;
    const entries = (this.#branch(scope)?.entries ?? []).filter(({ seq }) => seq > above && seq < below);
    return entries.toReversed().flatMap((entry) => {
      const { mark, content } = entry;
      const count = mark ? (given.get(mark) ?? 0) : 0;
      const bytes = content === null ? undefined : bodies?.get(content);
      if (!mark || !bytes || count >= (limits[mark] ?? 0)) return [];
      given.set(mark, count + 1);
      return [{ lane, branch, mark, entry: ownEntry(entry), body: own(bytes) }];
    });
  }

  #branch(scope: Scope): Branch | undefined {
    this.#open();
    return this.#state.get(sessionName(scope))?.branches.get(branchName(scope));
  }

  #open(): void {
    if (this.#closed) throw new DaybookError('store-unavailable', 'the store is closed');
  }
}

function newSession({ tenant, session }: SessionKey, salt: Uint8Array): Session {
  return { tenant, session, salt: own(salt), branches: new Map(), bodies: new Map() };
}

// Callers keep the buffers they hand over and those they are given: neither may reach what is stored. Not
// `slice`: that of a Buffer does not copy.
const own = (bytes: Uint8Array): Uint8Array => new Uint8Array(bytes);
const ownBranch = (row: BranchRow): BranchRow => ({ ...row, frontier: own(row.frontier) });
const ownEntry = (row: EntryRow): EntryRow => ({ ...row, seal: own(row.seal), node: own(row.node) });

function stands(row: BranchRow | undefined, expected: BranchRow | null): boolean {
  if (!row || !expected) return !row && !expected;
  return row.revision === expected.revision && row.headEntry === expected.headEntry;
}

function ownedRows(branch: Branch): OwnedGroupRow[] {
  const { lane, branch: name } = branch.row.scope;
  return branch.groups.map((group) => ({ ...group, lane, branch: name }));
}

// Scope names hold no control characters, so NUL keeps the joined names apart.
const sessionName = ({ tenant, session }: SessionKey): string => `${tenant}\0${session}`;
const branchName = ({ lane, branch }: Scope): string => `${lane}\0${branch}`;
const spot = (group: OwnedGroupRow): string => `${group.lane}\0${group.ordinal}`;
const byOrdinal = (a: GroupRow, b: GroupRow): number => a.ordinal - b.ordinal || a.form - b.form;
const byLaneAndOrdinal = (a: OwnedGroupRow, b: OwnedGroupRow): number =>
  compareNames(a.lane, b.lane) || byOrdinal(a, b) || compareNames(a.branch, b.branch);
