/**
 * What a fold is measured against: the canonical form (RFC 8785) and the SHA-256 of the same entries, seals and bodies,
 * by a library and the platform.
 */
import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** @param lines of an exact export @returns milliseconds */
export function canonicalAndHash(lines: readonly string[]): number {
  const values = lines.flatMap((line) => {
    const { seal, body } = JSON.parse(line) as { seal?: object; body?: object };
    return seal && body ? [seal, body] : [];
  });
  const before = performance.now();
  for (const value of values)
    createHash('sha256')
      .update(canonicalize(value) ?? '')
      .digest('hex');
  return performance.now() - before;
}
