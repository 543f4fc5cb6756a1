/**
 * Content ids and chunk tables (J2, J4).
 *
 * contentId = hash(body, salt ‖ canonical bytes). The salt is the session's own, so equal text has one body in a
 * session and different ids in different sessions: nobody can test a guess against another session.
 */
import { canonicalBytes } from '../base/canonical.ts';
import { CHUNK_BYTES } from '../base/defaults.ts';
import { taggedHash } from '../base/hash.ts';
import type { Json } from '../base/json.ts';
import type { Body } from './body.ts';

export interface Chunk {
  readonly offset: number;
  readonly hash: string;
}

export interface Content {
  readonly contentId: string;
  readonly bytes: Uint8Array;
}

/** @throws DaybookError `invalid-input` when the body has no exact JSON form or is nested deeper than `maxDepth` */
export function contentOf(body: Body, salt: Uint8Array, maxDepth?: number): Content {
  const bytes = canonicalBytes(body as unknown as Json, maxDepth);
  return { contentId: contentIdOf(bytes, salt), bytes };
}

export function contentIdOf(bytes: Uint8Array, salt: Uint8Array): string {
  return taggedHash('body', salt, bytes);
}

/** The table by which any range of the bytes can be checked without the rest; one chunk at least. */
export function chunkTable(bytes: Uint8Array, salt: Uint8Array): Chunk[] {
  const table: Chunk[] = [];
  for (let offset = 0; offset < Math.max(bytes.length, 1); offset += CHUNK_BYTES)
    table.push({ offset, hash: chunkHash(bytes.subarray(offset, offset + CHUNK_BYTES), salt) });
  return table;
}

export function chunkHash(bytes: Uint8Array, salt: Uint8Array): string {
  return taggedHash('chunk', salt, bytes);
}
