/** Stores that lie about branches, names, buffers, handles and strays. */
import { type BranchRow, DaybookError, type Scope, type SessionKey, type Store } from '@daybook/core/store';
import type { BrokenStore } from './broken-store.ts';

export const keepingLies: readonly BrokenStore[] = [
  {
    name: 'orders branches by name',
    suite: 'branch order',
    lie: () => (honest) => ({
      branches: async (session) => (await honest.branches(session)).toSorted(byName),
    }),
  },
  {
    name: 'orders sessions by UTF-16 code unit',
    suite: 'creation',
    lie: () => (honest) => ({
      sessions: async () => (await honest.sessions()).toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)),
    }),
  },
  {
    name: 'folds the case of names',
    suite: 'names',
    lie: () => (honest) => ({
      append: (change) =>
        honest.append({ ...change, next: { ...change.next, scope: lowerCase(change.next.scope) } }),
      branches: (session) => honest.branches(lowerCase({ lane: '', branch: '', ...session })),
      entries: (scope, from, to) => honest.entries(lowerCase(scope), from, to),
      groups: (scope, from, to) => honest.groups(lowerCase(scope), from, to),
    }),
  },
  {
    name: 'joins names without keeping them apart',
    suite: 'names',
    lie: () => (honest) => ({
      append: (change) =>
        honest.append({ ...change, next: { ...change.next, scope: joined(change.next.scope) } }),
      entries: (scope, from, to) => honest.entries(joined(scope), from, to),
    }),
  },
  {
    name: 'gives every caller the same buffer',
    suite: 'isolation',
    lie: () => {
      const kept = new Map<string, Uint8Array>();
      return (honest) => ({
        bodies: async (session, contentIds) =>
          (await honest.bodies(session, contentIds)).map((row) => {
            const bytes = kept.get(row.contentId) ?? row.bytes;
            kept.set(row.contentId, bytes);
            return { ...row, bytes };
          }),
      });
    },
  },
  {
    name: 'keeps the buffer of the caller',
    suite: 'isolation',
    lie: () => {
      const seals = new Map<string, Uint8Array>();
      return (honest) => ({
        append(change) {
          for (const entry of change.entries) seals.set(entry.id, entry.seal);
          return honest.append(change);
        },
        entries: async (scope, from, to) =>
          (await honest.entries(scope, from, to)).map((row) => ({
            ...row,
            seal: (seals.get(row.id) ?? row.seal).slice(),
          })),
      });
    },
  },
  {
    name: 'answers a second handle from what it once read',
    suite: 'compare and set',
    lie: () => (honest) => {
      const kept = new Map<string, Promise<readonly BranchRow[]>>();
      return {
        append(change) {
          kept.clear();
          return honest.append(change);
        },
        branches(session) {
          const name = `${session.tenant}\0${session.session}`;
          const rows = kept.get(name) ?? honest.branches(session);
          kept.set(name, rows);
          return rows;
        },
      };
    },
  },
  {
    name: 'answers after it was closed',
    suite: 'close',
    lie: () => () => ({ strays: async () => [] }),
  },
  {
    name: 'refuses with another code after it was closed',
    suite: 'close',
    lie: () => (honest) => ({
      salt: (session) =>
        honest.salt(session).catch((cause) => {
          throw new DaybookError('not-found', 'no such session', { cause });
        }),
    }),
  },
  {
    name: 'closes every handle with one',
    suite: 'close',
    lie: () => {
      const handles: Store[] = [];
      return (honest) => {
        handles.push(honest);
        return {
          close: async () => {
            for (const handle of handles) await handle.close();
          },
        };
      };
    },
  },
  {
    name: 'hides strays',
    suite: 'strays',
    // As the honest store when it is open, and closed with it: only the rows are hidden.
    lie: () => (honest) => ({ strays: async () => (await honest.strays()).slice(0, 0) }),
  },
  {
    name: 'names strays where there are none',
    suite: 'strays',
    lie: () => (honest) => ({
      strays: async () => [...(await honest.strays()), { table: 'bodies', key: 'shared' }],
    }),
  },
];

const nameOf = ({ tenant, session }: SessionKey): string => `${tenant}\0${session}`;

function byName(a: BranchRow, b: BranchRow): number {
  return a.scope.branch < b.scope.branch ? -1 : 1;
}

function lowerCase<Names extends Scope>(names: Names): Scope {
  const { tenant, session, lane, branch } = names;
  return {
    tenant: tenant.toLowerCase(),
    session: session.toLowerCase(),
    lane: lane.toLowerCase(),
    branch: branch.toLowerCase(),
  };
}

function joined({ tenant, session, lane, branch }: Scope): Scope {
  return { tenant, session, lane: 'all', branch: `${lane}/${branch}` };
}
