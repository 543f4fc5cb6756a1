/**
 * Seals: the committed metadata of an entry. entryId = hash(entry, canonical seal) (J1).
 *
 * Invariant: no text of the conversation stands in a seal; it holds names, numbers and hashes, so bytes of a body
 * can be erased and the chain still verifies.
 */
import { fromUtf8 } from '../base/bytes.ts';
import { canonicalBytes } from '../base/canonical.ts';
import { DaybookError } from '../base/errors.ts';
import { isDigest, taggedHash } from '../base/hash.ts';
import { isJsonObject, type Json, parseJson } from '../base/json.ts';
import { type Authority, isAuthority, isRole } from './authority.ts';
import type { Chunk } from './chunks.ts';
import { isKind, type Kind } from './kinds.ts';
import type { Role } from './message.ts';
import type { Scope } from './scope.ts';

export interface Seal {
  readonly scope: Scope;
  readonly seq: number;
  /** Id of the entry before it on the branch (in the parent, for the first entry of a fork); null at the genesis. */
  readonly prev: string | null;
  readonly kind: Kind;
  /** Null for events, which nobody said. */
  readonly role: Role | null;
  readonly authority: Authority;
  readonly contentId: string;
  readonly byteLength: number;
  readonly chunks: readonly Chunk[];
  /** Milliseconds since the epoch; null where no time is known. */
  readonly at: number | null;
  readonly links: Links;
}

export interface Links {
  /** Sequence of the first entry of the group this entry belongs to, where it is not that entry itself. */
  readonly group?: number;
  /** The framework's or log's id of the native message. */
  readonly nativeId?: string;
  /** Sequence of the first entry of the group an event speaks of. */
  readonly about?: number;
  /** Of a call and of its result: a short hash of the call's id, so that the two are found without their bodies. */
  readonly call?: string;
  /** The group is a header: system or developer text before the first other message. */
  readonly header?: true;
  /** Journaled from the model's response; the prompt form of the same group settles it. */
  readonly provisional?: true;
  /** Text of a packet: daybook's own words as a model was sent them. */
  readonly packet?: true;
}

export interface SealedEntry {
  readonly id: string;
  readonly bytes: Uint8Array;
}

export function sealEntry(seal: Seal): SealedEntry {
  const bytes = canonicalBytes(seal as unknown as Json);
  return { id: entryIdOf(bytes), bytes };
}

export function entryIdOf(sealBytes: Uint8Array): string {
  return taggedHash('entry', sealBytes);
}

/**
 * Reads a seal back from its bytes. Every store is hostile until parsed.
 *
 * @throws DaybookError `tampered` when the bytes hold no seal of format v1
 */
export function parseSeal(bytes: Uint8Array): Seal {
  let value: Json;
  try {
    value = parseJson(fromUtf8(bytes));
  } catch (cause) {
    throw new DaybookError('tampered', 'a seal is not canonical JSON', { cause });
  }
  if (!isSeal(value)) throw new DaybookError('tampered', 'a seal lacks a field of format v1');
  return value as unknown as Seal;
}

function isSeal(value: Json): boolean {
  if (!isJsonObject(value) || !isJsonObject(value.scope) || !isJsonObject(value.links)) return false;
  const { scope, seq, prev, kind, role, authority, contentId, byteLength, chunks, at } = value;
  const names = [scope.tenant, scope.session, scope.lane, scope.branch];
  return (
    names.every((name) => typeof name === 'string') &&
    isCount(seq) &&
    (prev === null || (typeof prev === 'string' && isDigest(prev))) &&
    isKind(kind) &&
    (role === null || isRole(role)) &&
    isAuthority(authority) &&
    typeof contentId === 'string' &&
    isDigest(contentId) &&
    isCount(byteLength) &&
    Array.isArray(chunks) &&
    chunks.every(isChunk) &&
    (at === null || typeof at === 'number') &&
    areLinks(value.links)
  );
}

function isChunk(value: Json): boolean {
  return (
    isJsonObject(value) && isCount(value.offset) && typeof value.hash === 'string' && isDigest(value.hash)
  );
}

function areLinks({
  group,
  about,
  nativeId,
  call,
  header,
  provisional,
  packet,
}: {
  readonly [link: string]: Json;
}) {
  return (
    [group, about].every((seq) => seq === undefined || isCount(seq)) &&
    [nativeId, call].every((id) => id === undefined || typeof id === 'string') &&
    [header, provisional, packet].every((mark) => mark === undefined || mark === true)
  );
}

function isCount(value: Json | undefined): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
