/**
 * Between rows of the journal and rows of SQLite, both ways. Whatever string or bytes go in come out the same.
 *
 * node:sqlite hands out each blob as a Uint8Array over memory of its own, so nothing is copied again here.
 */

import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type {
  BodyRow,
  BranchRow,
  EntryRow,
  GroupRow,
  GroupState,
  Mark,
  OwnedGroupRow,
  SessionKey,
} from '@daybook/core/store';

export type Raw = Record<string, SQLOutputValue>;

/** What an append may change on a branch row, in the order of the statements that write it. */
export function branchValues(row: BranchRow, touched: number): SQLInputValue[] {
  return [
    row.parent,
    row.forkRevision,
    row.revision,
    row.headEntry,
    row.frontier,
    row.groups,
    row.aligned,
    row.headerKey,
    row.roll,
    touched,
    row.marked,
  ];
}

export function entryValues({ seq, id, seal, node, mark, content }: EntryRow): SQLInputValue[] {
  return [seq, id, seal, node, mark, content];
}

export function groupValues(row: GroupRow): SQLInputValue[] {
  return [
    row.ordinal,
    row.place,
    row.form,
    row.seq,
    row.state,
    row.role,
    row.wording ? 1 : 0,
    row.key,
    row.roll,
    row.nativeId === null ? null : plainText(row.nativeId),
    JSON.stringify(row.parts),
  ];
}

/**
 * Native ids come from other programs and may hold NUL or a lone surrogate, which SQLite text cannot: they are
 * kept as they would stand between the quotes of a JSON string. An ordinary id looks as it always does.
 */
export function plainText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

export function toBranchRow({ tenant, session }: SessionKey, raw: Raw): BranchRow {
  return {
    scope: { tenant, session, lane: raw.lane as string, branch: raw.branch as string },
    parent: raw.parent as string | null,
    forkRevision: raw.fork_revision as number,
    revision: raw.revision as number,
    headEntry: raw.head_entry as string,
    frontier: raw.frontier as Uint8Array,
    groups: raw.groups as number,
    aligned: raw.aligned as number,
    headerKey: raw.header_key as string | null,
    roll: raw.roll as string,
    marked: raw.marked as number,
  };
}

export function toEntryRow(raw: Raw): EntryRow {
  return {
    seq: raw.seq as number,
    id: raw.id as string,
    seal: raw.seal as Uint8Array,
    node: raw.node as Uint8Array,
    mark: raw.mark as Mark | null,
    content: raw.content as string | null,
  };
}

export function toBodyRow(raw: Raw): BodyRow {
  return { contentId: raw.content_id as string, bytes: raw.bytes as Uint8Array };
}

export function toGroupRow(raw: Raw): GroupRow {
  const nativeId = raw.native_id as string | null;
  return {
    ordinal: raw.ordinal as number,
    place: raw.place as number,
    form: raw.form as number,
    seq: raw.seq as number,
    state: raw.state as GroupState,
    role: raw.role as string,
    wording: raw.wording !== 0,
    key: raw.key as string,
    roll: raw.roll as string,
    nativeId: nativeId === null ? null : (JSON.parse(`"${nativeId}"`) as string),
    parts: JSON.parse(raw.parts as string) as string[],
  };
}

export function toOwnedGroupRow(raw: Raw): OwnedGroupRow {
  return { ...toGroupRow(raw), lane: raw.lane as string, branch: raw.branch as string };
}
