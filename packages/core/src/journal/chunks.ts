/**
 * Chunk tables: offset and hash of each chunk of a body, so that a range can be checked without trusting the rest (J4).
 */
import { CHUNK_BYTES } from '../base/defaults.ts';
import { taggedHash } from '../base/hash.ts';

export interface Chunk {
  readonly offset: number;
  readonly hash: string;
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
