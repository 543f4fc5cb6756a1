/**
 * The portable form of a session: JSON lines that hold every seal and body, so that somebody else can restore the
 * record and come to the same heads. Also called the exact export: it holds everything that was said.
 *
 *   {"daybook":"v1","tenant":…,"session":…,"salt":…,"current":{lane,branch}}
 *   {"branch":{lane,branch,parent,forkRevision,revision,head,…}}     parents before children
 *   {"text":{…}}                                                      a body that the fold on the next entry line names
 *   {"seal":{…},"body":{…}}                                           the branch's own entries, ascending
 *   {"group":{…}}                                                     index data, behind the entry that made the form
 */
import { fromHex, toHex } from '../base/bytes.ts';
import { canonicalBytes, canonicalText } from '../base/canonical.ts';
import { DaybookError } from '../base/errors.ts';
import { isDigest } from '../base/hash.ts';
import { isJsonObject, type Json } from '../base/json.ts';
import { type Body, contentIdOf, contentOf, parseBody } from './body.ts';
import { chunkTable } from './chunks.ts';
import { headId, headOf } from './head.ts';
import { markOf } from './marks.ts';
import { parseFrontier } from './merkle.ts';
import type { BodyRow, BranchRow, EntryRow, GroupRow, GroupState } from './rows.ts';
import { checkScope, type Scope, type SessionKey } from './scope.ts';
import { parseSeal, type Seal, sealEntry } from './seal.ts';

export type PortableLine =
  | {
      readonly type: 'session';
      readonly key: SessionKey;
      readonly salt: Uint8Array;
      /** The branch that last received a group. */
      readonly current: { readonly lane: string; readonly branch: string };
    }
  | { readonly type: 'branch'; readonly branch: PortableBranch }
  | { readonly type: 'text'; readonly body: Body }
  | { readonly type: 'entry'; readonly seal: Seal; readonly body: Body }
  | { readonly type: 'group'; readonly group: GroupRow };

/** Marks are left out: they follow from the entries, and a restore gives them again. */
export type PortableBranch = Omit<BranchRow, 'headEntry' | 'frontier' | 'marked'> & { readonly head: string };

/** One line, without its line end. */
export function portableText(line: PortableLine): string {
  switch (line.type) {
    case 'session':
      return canonicalText({ daybook: 'v1', ...line.key, salt: toHex(line.salt), current: line.current });
    case 'branch':
      return canonicalText({ branch: { ...line.branch, scope: { ...line.branch.scope } } });
    case 'text':
      return canonicalText({ text: line.body as unknown as Json });
    case 'entry':
      return canonicalText({ seal: line.seal as unknown as Json, body: line.body as unknown as Json });
    case 'group':
      return canonicalText({ group: { ...line.group } });
  }
}

export function portableBranch(row: BranchRow): PortableBranch {
  const { headEntry, frontier, marked, ...rest } = row;
  return { ...rest, head: headId(headOf(row, row.revision, parseFrontier(frontier, row.revision))) };
}

/** Reads one parsed line. @throws DaybookError `invalid-input` when it is none of the portable form */
export function parsePortable(value: Json): PortableLine {
  if (isJsonObject(value)) {
    const { tenant, session, salt, current } = value;
    if (value.daybook === 'v1' && typeof salt === 'string' && isDigest(salt) && isJsonObject(current)) {
      const key = { tenant: tenant as string, session: session as string };
      const { lane, branch } = checkScope({ ...key, lane: current.lane, branch: current.branch } as Scope);
      return { type: 'session', key, salt: fromHex(salt), current: { lane, branch } };
    }
    if (isJsonObject(value.branch)) return { type: 'branch', branch: branchIn(value.branch) };
    if (isJsonObject(value.group)) return { type: 'group', group: groupIn(value.group) };
    if (value.text !== undefined) return { type: 'text', body: parseBody(canonicalBytes(value.text)) };
    if (value.seal !== undefined && value.body !== undefined)
      return {
        type: 'entry',
        seal: parseSeal(canonicalBytes(value.seal)),
        body: parseBody(canonicalBytes(value.body)),
      };
  }
  throw new DaybookError('invalid-input', 'the line is none of an exact export of daybook v1');
}

/**
 * Rows of an entry as the portable line states it, with everything that can be computed computed again.
 *
 * @throws DaybookError `tampered` when the line contradicts itself or its place
 */
export function restoredEntry(
  { seal, body }: { readonly seal: Seal; readonly body: Body },
  place: {
    readonly branch: PortableBranch;
    readonly seq: number;
    readonly prev: string;
    readonly salt: Uint8Array;
  },
): { readonly entry: Omit<EntryRow, 'node'>; readonly body: BodyRow } {
  const bytes = canonicalBytes(body as unknown as Json);
  const contentId = contentIdOf(bytes, place.salt);
  const chunks = chunkTable(bytes, place.salt);
  const computed: Seal = {
    ...seal,
    scope: place.branch.scope,
    seq: place.seq,
    prev: place.prev === '' ? null : place.prev,
    kind: body.kind,
    contentId,
    byteLength: bytes.length,
    chunks,
  };
  const entry = sealEntry(computed);
  if (entry.id !== sealEntry(seal).id)
    throw new DaybookError('tampered', `the export's e${place.seq} does not fit its place or its body`, {
      details: { seq: place.seq },
    });
  const mark = markOf(body, seal.links);
  return {
    entry: { seq: place.seq, id: entry.id, seal: entry.bytes, mark, content: mark && contentId },
    body: { contentId, bytes },
  };
}

/** Row of a text line. @throws DaybookError `tampered` unless it is a derived body */
export function restoredText(body: Body, salt: Uint8Array): BodyRow {
  if (body.kind !== 'derived')
    throw new DaybookError('tampered', `the export holds a ${body.kind} as a text of a fold`);
  return contentOf(body, salt);
}

function branchIn(value: { readonly [key: string]: Json }): PortableBranch {
  const { scope, parent, forkRevision, revision, groups, aligned, headerKey, roll, head } = value;
  const sound =
    isJsonObject(scope) &&
    (parent === null || typeof parent === 'string') &&
    [forkRevision, revision, groups, aligned].every((count) => Number.isSafeInteger(count)) &&
    (headerKey === null || typeof headerKey === 'string') &&
    typeof roll === 'string' &&
    typeof head === 'string';
  if (!sound) throw new DaybookError('invalid-input', 'a branch line of the export lacks a field');
  checkScope(scope as unknown as Scope);
  return value as unknown as PortableBranch;
}

const STATES: readonly unknown[] = ['aligned', 'inserted', 'header', 'aside'] satisfies GroupState[];

function groupIn(value: { readonly [key: string]: Json }): GroupRow {
  const { ordinal, place, form, seq, state, role, wording, key, roll, nativeId, parts } = value;
  const sound =
    [ordinal, place, form, seq].every((count) => Number.isSafeInteger(count)) &&
    STATES.includes(state) &&
    [role, key, roll].every((text) => typeof text === 'string') &&
    typeof wording === 'boolean' &&
    (nativeId === null || typeof nativeId === 'string') &&
    Array.isArray(parts) &&
    parts.every((token) => typeof token === 'string');
  if (!sound) throw new DaybookError('invalid-input', 'a group line of the export lacks a field');
  return value as unknown as GroupRow;
}
