/** Auditing one entry: its seal against its place, its body against its seal. Pure. */
import { fromHex, fromUtf8, toHex } from '../base/bytes.ts';
import { canonicalText } from '../base/canonical.ts';
import { CHUNK_BYTES } from '../base/defaults.ts';
import { isDaybookError } from '../base/errors.ts';
import { isDigest } from '../base/hash.ts';
import type { Json } from '../base/json.ts';
import { type Body, contentIdOf, type EventBody, parseBody } from '../journal/body.ts';
import { chunkHash } from '../journal/chunks.ts';
import { namedBodies } from '../journal/marks.ts';
import type { EntryRow } from '../journal/rows.ts';
import { type Scope, sameScope, scopeText } from '../journal/scope.ts';
import { entryIdOf, parseSeal, type Seal } from '../journal/seal.ts';
import type { Finding } from './findings.ts';

/** Entries, or texts of a fold, read at once with their bodies: bounds memory, since a body may be large. */
export const AUDIT_PAGE = 128;

export type Bodies = ReadonlyMap<string, Uint8Array>;

export interface EntryPlace {
  readonly scope: Scope;
  readonly salt: Uint8Array;
  /** Id of the entry before it; empty at the genesis, undefined when that entry is lost. */
  readonly prev: string | undefined;
  readonly bodies: Bodies;
}

export type Fault = Pick<Finding, 'code' | 'detail'>;

export interface AuditedEntry {
  readonly faults: readonly Fault[];
  /** Content ids of the bodies that the entry names beside its own, where its own is sound enough to say so. */
  readonly texts: readonly string[];
  readonly event: AuditedEvent;
}

/** The event that the entry is; undefined when it is none, `lost` when it may have been one and nobody can say which. */
export type AuditedEvent = { readonly contentId: string; readonly body: EventBody } | 'lost' | undefined;

export function auditEntry(row: EntryRow, place: EntryPlace): AuditedEntry {
  const faults: Fault[] = [];
  const isSealed = entryIdOf(row.seal) === row.id;
  if (!isSealed) faults.push({ code: 'entry-id-mismatch', detail: 'its seal does not hash to its id' });
  const seal = orUndefined(() => parseSeal(row.seal));
  if (!seal) {
    faults.push({ code: 'seal-malformed', detail: 'its seal cannot be read' });
    return { faults, texts: [], event: 'lost' };
  }
  if (!isCanonical(seal, row.seal))
    faults.push({ code: 'seal-not-canonical', detail: 'its seal is not in canonical form' });
  const { body, ...found } = auditBody(seal, place);
  return {
    faults: [...faults, ...placeFaults(seal, row.seq, place), ...found.faults],
    texts: body ? namedBodies(body) : [],
    event: eventOf(seal, isSealed ? body : undefined),
  };
}

function eventOf({ kind, contentId }: Seal, body: Body | undefined): AuditedEvent {
  if (kind !== 'event' && body?.kind !== 'event') return undefined;
  return kind === 'event' && body?.kind === 'event' ? { contentId, body } : 'lost';
}

/** What is wrong with a body that a fold names. Only a derived body in canonical form comes back from an export. */
export function textFault(
  contentId: string,
  bytes: Uint8Array | undefined,
  salt: Uint8Array,
): 'text-missing' | 'text-mismatch' | undefined {
  if (!bytes) return 'text-missing';
  const body = contentIdOf(bytes, salt) === contentId ? orUndefined(() => parseBody(bytes)) : undefined;
  return body?.kind === 'derived' && isCanonical(body, bytes) ? undefined : 'text-mismatch';
}

/** Content id that a seal names, if it can be read. */
export function contentIdIn(seal: Uint8Array): string | undefined {
  return orUndefined(() => parseSeal(seal))?.contentId;
}

/** Salt that a genesis body holds, if it is one. */
export function saltIn(bytes: Uint8Array): Uint8Array | undefined {
  const body = orUndefined(() => parseBody(bytes));
  const salt = body?.kind === 'event' && body.event === 'genesis' ? body.salt : undefined;
  return typeof salt === 'string' && isDigest(salt) ? fromHex(salt) : undefined;
}

function placeFaults(seal: Seal, seq: number, { scope, prev }: EntryPlace): Fault[] {
  const faults: Fault[] = [];
  if (!sameScope(seal.scope, scope))
    faults.push({ code: 'scope-mismatch', detail: `it is sealed for ${scopeText(seal.scope)}` });
  if (seal.seq !== seq) faults.push({ code: 'sequence-mismatch', detail: `it is sealed as e${seal.seq}` });
  if (prev !== undefined && (seal.prev ?? '') !== prev)
    faults.push({
      code: 'predecessor-mismatch',
      detail: 'it is sealed behind another entry than the one before it',
    });
  return faults;
}

/** `body` only where it is the one that the seal names. */
function auditBody(
  seal: Seal,
  { salt, bodies }: EntryPlace,
): { readonly faults: readonly Fault[]; readonly body?: Body | undefined } {
  const bytes = bodies.get(seal.contentId);
  if (!bytes) return { faults: [{ code: 'body-missing', detail: 'its body is missing' }] };
  const faults: Fault[] = [];
  const isNamed = contentIdOf(bytes, salt) === seal.contentId;
  if (!isNamed) faults.push({ code: 'body-mismatch', detail: 'its body does not hash to its content id' });
  if (bytes.length !== seal.byteLength)
    faults.push({
      code: 'length-mismatch',
      detail: `its body has ${bytes.length} bytes, sealed were ${seal.byteLength}`,
    });
  const chunks = Math.max(1, Math.ceil(bytes.length / CHUNK_BYTES));
  const fits = seal.chunks.every(({ offset, hash }, index) => {
    const chunk = bytes.subarray(offset, offset + CHUNK_BYTES);
    return offset === index * CHUNK_BYTES && chunkHash(chunk, salt) === hash;
  });
  if (!fits || seal.chunks.length !== chunks)
    faults.push({ code: 'chunk-mismatch', detail: 'its chunk table does not fit its body' });
  const body = orUndefined(() => parseBody(bytes));
  if (!body) {
    faults.push({ code: 'body-malformed', detail: 'its body cannot be read' });
    return { faults };
  }
  // Equal content has equal bytes only where they are canonical.
  if (!isCanonical(body, bytes))
    faults.push({ code: 'body-malformed', detail: 'its body is not in canonical form' });
  faults.push(...contentFaults(seal, body, salt));
  return { faults, body: isNamed ? body : undefined };
}

function contentFaults(seal: Seal, body: Body, salt: Uint8Array): Fault[] {
  if (body.kind !== seal.kind)
    return [{ code: 'kind-mismatch', detail: `it is sealed as ${seal.kind}, its body is ${body.kind}` }];
  if (seal.seq !== 0) return [];
  const genesis = body.kind === 'event' && body.event === 'genesis';
  if (!genesis) return [{ code: 'genesis-missing', detail: 'a chain begins with a genesis entry' }];
  return body.salt === toHex(salt)
    ? []
    : [{ code: 'salt-mismatch', detail: 'its genesis holds another salt' }];
}

/** Text by text, which is quicker than byte by byte and, with strict UTF-8, the same. */
function isCanonical(value: Seal | Body, bytes: Uint8Array): boolean {
  return orUndefined(() => canonicalText(value as unknown as Json) === fromUtf8(bytes)) ?? false;
}

/** What cannot be read is a finding, not a failure of the audit; every other error is one. */
export function orUndefined<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (isDaybookError(error)) return undefined;
    throw error;
  }
}
