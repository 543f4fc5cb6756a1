/**
 * A store's answers as the audit takes them: whatever a damaged file holds, each value has the type its row says.
 *
 * What is none becomes empty bytes, which no hash fits, or no number, which equals none, so the fault is found where it
 * stands; a row without a place is no row. Every store is hostile until parsed.
 */
import type { BranchRow } from '../journal/rows.ts';
import type { StoreReader } from '../store/port.ts';

export function typedReader(store: StoreReader): StoreReader {
  return {
    sessions: async () =>
      (await store.sessions()).map((session) => ({ ...session, salt: bytesOf(session.salt) })),
    salt: (session) => store.salt(session),
    branches: async (session) => (await store.branches(session)).map(typedBranch),
    entries: async (scope, from, to) =>
      (await store.entries(scope, from, to))
        .filter(({ seq }) => Number.isSafeInteger(seq))
        .map((row) => ({ ...row, seal: bytesOf(row.seal), node: bytesOf(row.node) })),
    bodies: async (session, contentIds) =>
      (await store.bodies(session, contentIds)).map((row) => ({ ...row, bytes: bytesOf(row.bytes) })),
    strays: () => store.strays(),
  };
}

function typedBranch(row: BranchRow): BranchRow {
  const [forkRevision, revision] = [numberOf(row.forkRevision), numberOf(row.revision)];
  return { ...row, forkRevision, revision, frontier: bytesOf(row.frontier) };
}

function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : Number.NaN;
}

function bytesOf(value: unknown): Uint8Array {
  return value instanceof Uint8Array ? value : new Uint8Array();
}
