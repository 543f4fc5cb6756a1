/**
 * Restoring an exact export: the same entries, ids and heads. What is on record already is compared, never replaced.
 * A fault in the export ends it; the pages that verified before stay, and a whole export restored later completes them.
 */
import { PAGE_ROWS } from '../base/defaults.ts';
import { DaybookError } from '../base/errors.ts';
import type { Json } from '../base/json.ts';
import type { Body } from '../journal/body.ts';
import { pathOf } from '../journal/branch.ts';
import { headId, headOf } from '../journal/head.ts';
import { namedBodies } from '../journal/marks.ts';
import { addLeaf, EMPTY_FRONTIER, type Frontier, frontierBytes } from '../journal/merkle.ts';
import {
  type PortableBranch,
  type PortableLine,
  parsePortable,
  restoredEntry,
  restoredText,
} from '../journal/portable.ts';
import type { BodyRow, BranchRow, EntryRow, GroupRow } from '../journal/rows.ts';
import type { SessionKey } from '../journal/scope.ts';
import type { Store } from '../store/port.ts';
import { entryAt, frontierAt } from './reader.ts';

export interface Restored {
  readonly key: SessionKey;
  readonly appended: number;
}

/**
 * @throws DaybookError `invalid-input` for lines of another form, `tampered` when the export does not verify,
 *   `conflict` when the store holds another record of the session
 */
export async function restore(store: Store, values: AsyncIterable<Json>): Promise<Restored> {
  let session: RestoredSession | undefined;
  let writing: BranchRestore | undefined;
  let appended = 0;
  for await (const value of values) {
    const line = parsePortable(value);
    if (line.type === 'session') session = { ...line, given: new Set() };
    else if (!session)
      throw new DaybookError('invalid-input', 'the export does not begin with its session line');
    else if (line.type === 'branch') {
      appended += (await writing?.finish()) ?? 0;
      writing = await BranchRestore.begin(store, session, line.branch);
    } else if (!writing)
      throw new DaybookError('invalid-input', 'the export has entries in front of its first branch');
    else if (line.type === 'entry') await writing.entry(line);
    else if (line.type === 'text') writing.text(line.body);
    else writing.group(line.group);
  }
  if (!session) throw new DaybookError('invalid-input', 'the export is empty');
  appended += (await writing?.finish()) ?? 0;
  return { key: session.key, appended };
}

type RestoredSession = Extract<PortableLine, { type: 'session' }> & {
  /** Content ids of the texts that stood so far: an export gives each once. */
  readonly given: Set<string>;
};

interface RestoreStart {
  readonly held: BranchRow | null;
  /** Id of the last entry in front of the branch's own, and the tree over all of them. */
  readonly prev: string;
  readonly frontier: Frontier;
}

/** One branch being restored: compares what the store holds, appends the rest page by page. */
class BranchRestore {
  readonly #store: Store;
  readonly #salt: Uint8Array;
  readonly #branch: PortableBranch;
  /** The branch as the store holds it now. */
  #held: BranchRow | null;
  #revision: number;
  #prev: string;
  #frontier: Frontier;
  #marked: number;
  readonly #given: Set<string>;
  /** Texts in front of the entry that names them. */
  #texts: BodyRow[] = [];
  #entries: EntryRow[] = [];
  #bodies: BodyRow[] = [];
  #groups: GroupRow[] = [];
  readonly #current: boolean;
  #appended = 0;

  private constructor(store: Store, session: RestoredSession, branch: PortableBranch, from: RestoreStart) {
    const { lane, branch: name } = branch.scope;
    this.#store = store;
    this.#salt = session.salt;
    this.#given = session.given;
    this.#branch = branch;
    this.#current = session.current.lane === lane && session.current.branch === name;
    this.#revision = branch.forkRevision;
    this.#held = from.held;
    this.#prev = from.prev;
    this.#frontier = from.frontier;
    this.#marked = from.held?.marked ?? 0;
  }

  static async begin(store: Store, session: RestoredSession, branch: PortableBranch): Promise<BranchRestore> {
    const { key } = session;
    const { scope, parent, forkRevision } = branch;
    if (scope.tenant !== key.tenant || scope.session !== key.session) tampered('a branch of another session');
    const branches = await store.branches(key);
    const find = (name: string): BranchRow | undefined =>
      branches.find((row) => row.scope.lane === scope.lane && row.scope.branch === name);
    const held = find(scope.branch) ?? null;
    if (parent === null && forkRevision !== 0) return tampered('a branch that forks from nothing');
    if (parent === null)
      return new BranchRestore(store, session, branch, { held, prev: '', frontier: EMPTY_FRONTIER });
    const from = find(parent);
    // The parent owns the last shared entry, as in every record that daybook writes.
    if (!from || forkRevision <= from.forkRevision || forkRevision > from.revision)
      return tampered('a branch without its parent');
    const path = pathOf(from, branches);
    const prev = (await entryAt(store, path, forkRevision - 1)).id;
    const frontier = await frontierAt(store, path, forkRevision);
    return new BranchRestore(store, session, branch, { held, prev, frontier });
  }

  text(body: Body): void {
    this.#texts.push(restoredText(body, this.#salt));
  }

  async entry(line: Extract<PortableLine, { type: 'entry' }>): Promise<void> {
    const place = { branch: this.#branch, seq: this.#revision, prev: this.#prev, salt: this.#salt };
    const { entry, body } = restoredEntry(line, place);
    const texts = this.#textsOf(line.body);
    // Groups of an entry follow it, so a page is written when the next one begins.
    if (this.#bodies.length >= PAGE_ROWS) await this.#flush();
    this.#frontier = addLeaf(this.#frontier, entry.seq, entry.id);
    this.#prev = entry.id;
    this.#revision++;
    if (this.#revision <= (this.#held?.revision ?? 0)) return await this.#compare(entry);
    this.#entries.push({ ...entry, node: this.#frontier.at(-1) as Uint8Array });
    this.#bodies.push(...texts, body);
    if (entry.mark) this.#marked = entry.seq;
  }

  group(row: GroupRow): void {
    this.#demandNoTexts();
    if (row.form >= (this.#held?.revision ?? 0)) this.#groups.push(row);
  }

  /** @returns the number of entries appended */
  async finish(): Promise<number> {
    this.#demandNoTexts();
    const head = headId(headOf(this.#branch, this.#revision, this.#frontier));
    if (head !== this.#branch.head) tampered(`the head of ${this.#branch.scope.branch} does not verify`);
    if (this.#entries.length > 0) await this.#flush();
    return this.#appended;
  }

  /** New ones of the texts in front of an entry. It must name each, and all that it names must have stood by now. */
  #textsOf(body: Body): readonly BodyRow[] {
    const names = new Set(namedBodies(body));
    const texts = this.#texts.filter(({ contentId }) => {
      if (!names.has(contentId)) tampered('a text in front of an entry that does not name it');
      const isNew = !this.#given.has(contentId);
      this.#given.add(contentId);
      return isNew;
    });
    for (const contentId of names)
      if (!this.#given.has(contentId)) tampered('a fold without one of its texts');
    this.#texts = [];
    return texts;
  }

  #demandNoTexts(): void {
    if (this.#texts.length > 0) tampered('a text in front of no entry');
  }

  async #compare(entry: Omit<EntryRow, 'node'>): Promise<void> {
    const [held] = await this.#store.entries(this.#branch.scope, entry.seq, entry.seq + 1);
    if (held?.id !== entry.id)
      throw new DaybookError(
        'conflict',
        `the store holds another e${entry.seq} of this branch; restore into a new file`,
        {
          details: { ...this.#branch.scope, seq: entry.seq },
        },
      );
  }

  async #flush(): Promise<void> {
    const { head: _, ...index } = this.#branch;
    const next: BranchRow = {
      ...index,
      revision: this.#revision,
      headEntry: this.#prev,
      frontier: frontierBytes(this.#frontier),
      marked: this.#marked,
    };
    const change = {
      expected: this.#held,
      next,
      salt: this.#salt,
      entries: this.#entries,
      bodies: this.#bodies,
      groups: this.#groups,
      touched: this.#current,
    };
    if ((await this.#store.append(change)) === 'conflict')
      throw new DaybookError('conflict', 'somebody else is writing to this session; try again', {
        details: { ...next.scope },
      });
    this.#appended += this.#entries.length;
    this.#held = next;
    [this.#entries, this.#bodies, this.#groups] = [[], [], []];
  }
}

function tampered(what: string): never {
  throw new DaybookError('tampered', `the export holds ${what}`);
}
