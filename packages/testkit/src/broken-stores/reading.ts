/** Stores that lie about entries, groups and bodies. */
import type { BranchRow, Scope } from '@daybook/core/store';
import { END } from '../store-kit/reading.ts';
import type { BrokenStore } from './broken-store.ts';

export const readingLies: readonly BrokenStore[] = [
  {
    name: 'ignores the end of a range of entries',
    suite: 'ranges',
    lie: () => (honest) => ({ entries: (scope, from) => honest.entries(scope, from, END) }),
  },
  {
    name: 'counts the end of a range of groups in',
    suite: 'ranges',
    lie: () => (honest) => ({ groups: (scope, from, to) => honest.groups(scope, from, to + 1) }),
  },
  {
    name: 'orders entries as text',
    suite: 'ranges',
    lie: () => (honest) => ({
      entries: async (scope, from, to) =>
        (await honest.entries(scope, from, to)).toSorted((a, b) => (`${a.seq}` < `${b.seq}` ? -1 : 1)),
    }),
  },
  {
    name: 'orders groups by the time they came',
    suite: 'ranges',
    lie: () => {
      const came = new Map<string, number>();
      return (honest) => ({
        append(change) {
          for (const group of change.groups) came.set(group.key, came.size);
          return honest.append(change);
        },
        groups: async (scope, from, to) =>
          (await honest.groups(scope, from, to)).toSorted(
            (a, b) => (came.get(a.key) ?? 0) - (came.get(b.key) ?? 0),
          ),
      });
    },
  },
  {
    name: 'doubles an entry',
    suite: 'append',
    lie: () => (honest) => ({
      async entries(scope, from, to) {
        const rows = await honest.entries(scope, from, to);
        return [...rows.slice(0, 1), ...rows];
      },
    }),
  },
  {
    name: 'gives a child its parent’s entries',
    suite: 'child branches',
    lie: () => (honest) => ({
      async entries(scope, from, to) {
        const row = (await honest.branches(scope)).find((found) => sameBranch(found, scope));
        if (!row || row.parent === null) return honest.entries(scope, from, to);
        const shared = await honest.entries({ ...scope, branch: row.parent }, from, row.forkRevision);
        return [...shared, ...(await honest.entries(scope, from, to))];
      },
    }),
  },
  {
    name: 'crosses sessions in find',
    suite: 'find',
    lie: () => (honest) => ({
      async find(session, query) {
        const found = await honest.find(session, query);
        const sessions = await honest.sessions();
        const others = sessions.filter((one) => one.session !== session.session);
        const groups = await Promise.all(others.map(async (one) => (await honest.find(one, query)).groups));
        return { ...found, groups: [...found.groups, ...groups.flat()] };
      },
    }),
  },
  {
    name: 'gives bodies of any session',
    suite: 'bodies',
    lie: () => (honest) => ({
      async bodies(session, contentIds) {
        const own = await honest.bodies(session, contentIds);
        const missing = contentIds.filter((id) => !own.some((row) => row.contentId === id));
        for (const other of await honest.sessions()) {
          const lent = await honest.bodies(other, missing);
          if (lent.length > 0) return [...own, ...lent];
        }
        return own;
      },
    }),
  },
  {
    name: 'finds only the forms that match',
    suite: 'find',
    lie: () => (honest) => ({
      async find(session, query) {
        const found = await honest.find(session, query);
        const matches = (group: (typeof found.groups)[number]) =>
          query.keys.includes(group.key) ||
          query.rolls.includes(group.roll) ||
          (group.nativeId !== null && query.nativeIds.includes(group.nativeId));
        return { ...found, groups: found.groups.filter(matches) };
      },
    }),
  },
  {
    name: 'finds nothing by native id',
    suite: 'find',
    lie: () => (honest) => ({ find: (session, query) => honest.find(session, { ...query, nativeIds: [] }) }),
  },
  {
    name: 'asks for the first 999 keys only',
    suite: 'find',
    lie: () => (honest) => ({
      find: (session, query) => honest.find(session, { ...query, keys: query.keys.slice(0, 999) }),
    }),
  },
  {
    name: 'gives found groups without order',
    suite: 'find',
    lie: () => (honest) => ({
      async find(session, query) {
        const found = await honest.find(session, query);
        return { ...found, groups: found.groups.toSorted((a, b) => (a.key < b.key ? -1 : 1)) };
      },
    }),
  },
];

function sameBranch(row: BranchRow, scope: Scope): boolean {
  return row.scope.lane === scope.lane && row.scope.branch === scope.branch;
}
