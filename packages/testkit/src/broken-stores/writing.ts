/** Stores that lie when they write. */
import type { Append, BranchRow, Scope, Store } from '@daybook/core/store';
import { branchOf } from '../store-kit/reading.ts';
import type { BrokenStore } from './broken-store.ts';

export const writingLies: readonly BrokenStore[] = [
  {
    name: 'forgets compare and set',
    suite: 'compare and set',
    lie: () => (honest) => ({
      append: async (change) =>
        honest.append({ ...change, expected: await branchOf(honest, change.next.scope) }),
    }),
  },
  {
    name: 'compares revisions without head entries',
    suite: 'compare and set',
    lie: () => (honest) => ({
      append: (change) => appendIf(honest, change, (row, expected) => row?.revision === expected?.revision),
    }),
  },
  {
    name: 'compares head entries without revisions',
    suite: 'compare and set',
    lie: () => (honest) => ({
      append: (change) => appendIf(honest, change, (row, expected) => row?.headEntry === expected?.headEntry),
    }),
  },
  {
    name: 'compares first and writes later',
    suite: 'compare and set',
    lie: () => (honest) => ({
      async append(change) {
        const row = await branchOf(honest, change.next.scope);
        const { expected } = change;
        if (row?.revision !== expected?.revision || row?.headEntry !== expected?.headEntry)
          return honest.append(change);
        await pause();
        return honest.append({ ...change, expected: await branchOf(honest, change.next.scope) });
      },
    }),
  },
  {
    name: 'tells the loser that it has won',
    suite: 'compare and set',
    lie: () => (honest) => ({
      async append(change) {
        await honest.append(change);
        return 'done';
      },
    }),
  },
  {
    name: 'makes a branch twice',
    suite: 'creation',
    lie: () => (honest) => ({
      append: (change) => (change.expected ? honest.append(change) : appendIf(honest, change, () => true)),
    }),
  },
  {
    name: 'accepts the wrong salt',
    suite: 'salt',
    lie: () => (honest) => ({
      append: async (change) =>
        honest.append({ ...change, salt: (await honest.salt(change.next.scope)) ?? change.salt }),
    }),
  },
  {
    name: 'appends half',
    suite: 'append',
    lie: () => (honest) => ({
      append: (change) => honest.append({ ...change, groups: change.groups.slice(0, 1) }),
    }),
  },
  {
    name: 'appends in two steps',
    suite: 'append',
    lie: () => (honest) => ({
      async append(change) {
        const answer = await honest.append({ ...change, entries: [], groups: [] });
        if (answer === 'conflict') return answer;
        await pause();
        return honest.append({ ...change, expected: change.next });
      },
    }),
  },
  {
    name: 'acknowledges and drops',
    suite: 'many writers',
    lie: () => {
      let appends = 0;
      return (honest) => ({
        append: async (change) => (++appends % 50 === 0 ? 'done' : honest.append(change)),
      });
    },
  },
  {
    name: 'keeps the bodies of the loser',
    suite: 'compare and set',
    lie: () => {
      const kept = new Map<string, Uint8Array>();
      return (honest) => ({
        append(change) {
          for (const { contentId, bytes } of change.bodies) kept.set(contentId, bytes);
          return honest.append(change);
        },
        bodies: async (_session, contentIds) =>
          [...new Set(contentIds)].flatMap((contentId) => {
            const bytes = kept.get(contentId);
            return bytes ? [{ contentId, bytes }] : [];
          }),
      });
    },
  },
  {
    name: 'loses a body that comes again',
    suite: 'bodies',
    lie: () => {
      const seen = new Map<string, number>();
      return (honest) => ({
        append(change) {
          for (const { contentId } of change.bodies) seen.set(contentId, (seen.get(contentId) ?? 0) + 1);
          return honest.append(change);
        },
        bodies: async (session, contentIds) =>
          honest.bodies(
            session,
            contentIds.filter((contentId) => seen.get(contentId) === 1),
          ),
      });
    },
  },
  {
    name: 'cuts bytes at NUL',
    suite: 'bytes',
    lie: () => (honest) => ({
      append: (change) =>
        honest.append({
          ...change,
          bodies: change.bodies.map((body) => ({ ...body, bytes: upToNul(body.bytes) })),
        }),
    }),
  },
  {
    name: 'takes bytes for text',
    suite: 'bytes',
    lie: () => (honest) => ({
      append: (change) =>
        honest.append({
          ...change,
          entries: change.entries.map((entry) => ({ ...entry, seal: asText(entry.seal) })),
        }),
    }),
  },
  {
    name: 'touches whatever it appends to',
    suite: 'branch order',
    lie: () => (honest) => ({ append: (change) => honest.append({ ...change, touched: true }) }),
  },
  {
    name: 'touches a branch when it refuses the salt',
    suite: 'model',
    lie: () => {
      let refused: Scope | undefined;
      const isRefused = ({ scope }: BranchRow) =>
        scope.branch === refused?.branch && scope.lane === refused.lane;
      return (honest) => ({
        async append(change) {
          const answer = await honest.append(change);
          const salt = await honest.salt(change.next.scope);
          if (answer === 'done') refused = undefined;
          else if (salt && !equalBytes(salt, change.salt)) refused = change.next.scope;
          return answer;
        },
        async branches(session) {
          const rows = await honest.branches(session);
          return [...rows.filter(isRefused), ...rows.filter((row) => !isRefused(row))];
        },
      });
    },
  },
  {
    name: 'forgets everything when a handle is closed',
    suite: 'reopen',
    lie: () => {
      let closed = false;
      return (honest) => ({
        async close() {
          closed = true;
          await honest.close();
        },
        sessions: async () => (closed ? [] : honest.sessions()),
        branches: async (session) => (closed ? [] : honest.branches(session)),
      });
    },
  },
];

/** Appends to whatever stands there when that satisfies `holds`. */
async function appendIf(
  honest: Store,
  change: Append,
  holds: (row: BranchRow | null, expected: BranchRow | null) => boolean,
): Promise<'done' | 'conflict'> {
  const row = await branchOf(honest, change.next.scope);
  return honest.append(holds(row, change.expected) ? { ...change, expected: row } : change);
}

function upToNul(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.slice(0, end);
}

function asText(bytes: Uint8Array): Uint8Array {
  return new TextEncoder().encode(new TextDecoder().decode(bytes));
}

function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}

function pause(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}
