/** What a fold is measured against: the canonical form and the hash of the same entries. */
import { createHash } from 'node:crypto';
import type { Message } from '@daybook/core';

/** @returns milliseconds */
export function canonicalAndHash(messages: readonly Message[]): number {
  const before = performance.now();
  for (const message of messages) createHash('sha256').update(canonical(message)).digest('hex');
  return performance.now() - before;
}

/** RFC 8785 for values without numbers that need care: members in order, no white space. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`;
}
