/**
 * Growing a chain: pieces and events become sealed entries behind the last one of a branch (J1).
 *
 * Pure: a builder starts from a branch as it stands, takes what is to be added in order, and gives the one change
 * that a store shall make. Nothing is decided here about what to add.
 */
import { toHex } from '../base/bytes.ts';
import { SALT_BYTES } from '../base/defaults.ts';
import { DaybookError } from '../base/errors.ts';
import type { Json } from '../base/json.ts';
import { headerKeyIn, headerKeyOf, headerMark } from './align/handed.ts';
import { delegate } from './authority.ts';
import type { EventBody } from './body.ts';
import { chunkTable } from './chunks.ts';
import { formOf, type Group, type Piece, pieceOf, rollOn, slotOf } from './group.ts';
import { markOf } from './marks.ts';
import { addLeaf, type Frontier, frontierBytes, parseFrontier } from './merkle.ts';
import type { Append, BodyRow, BranchRow, EntryRow, GroupRow, GroupState } from './rows.ts';
import { type Links, type Seal, sealEntry } from './seal.ts';

const FORMAT = 'daybook/v1';

export interface ChainStart {
  /** The branch as the store holds it; null when this change creates it. */
  readonly expected: BranchRow | null;
  /** Where the chain goes on: the same row, or the row of a new branch before its first own entry. */
  readonly from: BranchRow;
  readonly salt: Uint8Array;
  /** User-role text commands in this lane only, because another agent opened it. */
  readonly delegated: boolean;
  /** Time for entries whose message brought none along; null when no time shall be recorded. */
  readonly now: number | null;
}

export class ChainBuilder {
  readonly #start: ChainStart;
  readonly #entries: EntryRow[] = [];
  readonly #bodies: BodyRow[] = [];
  readonly #groups: GroupRow[] = [];
  #row: BranchRow;
  #frontier: Frontier;

  constructor(start: ChainStart) {
    if (start.salt.length !== SALT_BYTES)
      throw new DaybookError('invalid-input', `a salt has ${SALT_BYTES} bytes, not ${start.salt.length}`);
    this.#start = start;
    this.#row = start.from;
    this.#frontier = parseFrontier(start.from.frontier, start.from.revision);
    if (start.from.revision === 0) this.event({ event: 'genesis', format: FORMAT, salt: toHex(start.salt) });
  }

  /** Number of entries added so far. */
  get added(): number {
    return this.#entries.length;
  }

  get revision(): number {
    return this.#row.revision;
  }

  /** Ordinal of the last group on the branch. */
  get groups(): number {
    return this.#row.groups;
  }

  /** Adds bodies that the next event names: they stand in no entry of their own. */
  bodies(rows: readonly BodyRow[]): void {
    this.#bodies.push(...rows);
  }

  /** Adds something that happened and that nobody said. @returns its sequence */
  event(body: { readonly event: string; readonly [detail: string]: Json }, links: Links = {}): number {
    const piece = pieceOf({ kind: 'event', ...body } as EventBody, null, 'none', this.#start.salt);
    return this.#entry(piece, links, null);
  }

  /** Adds a whole group. `links` marks every entry of it (header, provisional). @returns the group's row */
  group(group: Group, state: GroupState, links: Links = {}): GroupRow {
    const seq = this.revision;
    for (const piece of group.pieces) this.#entry(piece, this.#linksOf(group, piece, seq, links), group.at);
    const row = this.#addGroup(group, state, seq, this.#row.groups + 1);
    if (group.aborted) this.event({ event: 'aborted' }, { about: seq });
    if (group.usage) this.event({ event: 'usage', ...group.usage }, { about: seq });
    return row;
  }

  /** Adds parts that came later to a group on record; the row's form becomes `tokens` and `key`. */
  grow(row: GroupRow, group: Group, late: readonly Piece[], links: Links = {}): GroupRow {
    const form = this.revision;
    for (const piece of late) this.#entry(piece, this.#linksOf(group, piece, row.seq, links), group.at);
    const tokens = [...row.parts, ...late.map((piece) => piece.token)];
    return this.#addForm(row, group, form, tokens);
  }

  /**
   * Records that a group came back in another form. Its entries stay what they were; calls and results that only the
   * new form holds (`late`) become entries of the group.
   */
  revise(row: GroupRow, group: Group, late: readonly Piece[]): GroupRow {
    const form = this.event({ event: 'revised', role: group.role, form: formOf(group) }, { about: row.seq });
    for (const piece of late) this.#entry(piece, this.#linksOf(group, piece, row.seq, {}), group.at);
    const tokens = group.pieces.map((piece) => piece.token);
    return this.#addForm(row, group, form, tokens);
  }

  /**
   * Records a group that was handed over in front of what is on record; it stands behind ordinal `after`. Words become
   * an event, because nobody said them there; calls and results that came late are entries like any other.
   */
  insert(after: number, group: Group): GroupRow {
    const seq = this.revision;
    if (group.wording) this.event({ event: 'inserted', role: group.role, after, form: formOf(group) });
    for (const piece of group.pieces)
      if (!group.wording || slotOf(piece.token))
        this.#entry(piece, this.#linksOf(group, piece, seq, {}), group.at);
    return this.#addGroup(group, 'inserted', seq, after);
  }

  /** Adds system and developer text in front of the conversation, unless it is the header on record. */
  header(groups: readonly Group[], links: Links = {}): void {
    const key = headerKeyOf(groups);
    if (groups.length === 0 || key === this.headerKey) return;
    for (const group of groups) this.group(group, 'header', { ...links, header: true });
    this.noteHeader(groups);
  }

  /** These groups, just added, are the header on record. */
  noteHeader(groups: readonly Group[]): void {
    this.#row = { ...this.#row, headerKey: headerMark(this.revision - 1, headerKeyOf(groups)) };
  }

  /** Key of the header on record. */
  get headerKey(): string | null {
    return headerKeyIn(this.#row.headerKey);
  }

  /** The change to make. `touched`: the branch received a group and becomes the one used when none is named. */
  finish(): Append {
    const { expected, salt } = this.#start;
    const next = { ...this.#row, frontier: frontierBytes(this.#frontier) };
    const { entries, bodies, groups } = {
      entries: this.#entries,
      bodies: this.#bodies,
      groups: this.#groups,
    };
    return {
      expected,
      next,
      salt,
      entries,
      bodies,
      groups,
      touched: groups.some((g) => g.state === 'aligned'),
    };
  }

  #linksOf(group: Group, piece: Piece, first: number, links: Links): Links {
    const call = slotOf(piece.token)?.slice(1);
    return {
      ...links,
      ...(call === undefined ? {} : { call }),
      ...(this.revision === first ? {} : { group: first }),
      ...(group.nativeId === null ? {} : { nativeId: group.nativeId }),
    };
  }

  #entry(piece: Piece, links: Links, at: number | null): number {
    const seq = this.#row.revision;
    const seal: Seal = {
      scope: this.#row.scope,
      seq,
      prev: seq === 0 ? null : this.#row.headEntry,
      kind: piece.kind,
      role: piece.role,
      authority: this.#start.delegated ? delegate(piece.authority) : piece.authority,
      contentId: piece.contentId,
      byteLength: piece.bytes.length,
      chunks: chunkTable(piece.bytes, this.#start.salt),
      at: at ?? this.#start.now,
      links,
    };
    const { id, bytes } = sealEntry(seal);
    this.#frontier = addLeaf(this.#frontier, seq, id);
    const mark = markOf(piece.body, links);
    const node = this.#frontier.at(-1) as Uint8Array;
    this.#entries.push({ seq, id, seal: bytes, node, mark, content: mark && piece.contentId });
    this.#bodies.push({ contentId: piece.contentId, bytes: piece.bytes });
    this.#row = { ...this.#row, revision: seq + 1, headEntry: id, ...(mark ? { marked: seq } : {}) };
    return seq;
  }

  #addGroup(group: Group, state: GroupState, seq: number, place: number): GroupRow {
    const ordinal = this.#row.groups + 1;
    const aligned = state === 'aligned';
    const { roll } = this.#row;
    const { role, wording, key, idKey: nativeId } = group;
    const parts = group.pieces.map((piece) => piece.token);
    const row: GroupRow = {
      ordinal,
      place,
      form: seq,
      seq,
      state,
      role,
      wording,
      key,
      roll,
      nativeId,
      parts,
    };
    this.#row = {
      ...this.#row,
      groups: ordinal,
      ...(aligned ? { aligned: ordinal, roll: rollOn(roll, group) } : {}),
    };
    this.#groups.push(row);
    return row;
  }

  /** A later form of a group. It moves the branch's rolling hash only while nothing aligned stands behind it. */
  #addForm(row: GroupRow, group: Group, form: number, parts: readonly string[]): GroupRow {
    const { wording, key, idKey: nativeId } = group;
    const next = { ...row, form, wording, key, parts, nativeId: nativeId ?? row.nativeId };
    if (row.ordinal === this.#row.aligned) this.#row = { ...this.#row, roll: rollOn(row.roll, next) };
    this.#groups.push(next);
    return next;
  }
}
