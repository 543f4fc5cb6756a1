/** Stores that lie about marked entries, or about bodies that stand in no entry. */
import type { EntryRow, Scope } from '@daybook/core/store';
import { EVERY_MARK } from '../store-kit/rows.ts';
import type { BrokenStore } from './broken-store.ts';

export const markingLies: readonly BrokenStore[] = [
  {
    name: 'ignores the limits of marks',
    suite: 'marks',
    lie: () => (honest) => ({ marked: (scope, range) => honest.marked(scope, range, EVERY_MARK) }),
  },
  {
    name: 'counts all marks together',
    suite: 'marks',
    lie: () => (honest) => ({
      async marked(scope, range, limits) {
        const most = Math.max(0, ...Object.values(limits));
        return (await honest.marked(scope, range, limits)).slice(0, most);
      },
    }),
  },
  {
    name: 'gives marked entries oldest first',
    suite: 'marks',
    lie: () => (honest) => ({
      marked: async (scope, range, limits) => (await honest.marked(scope, range, limits)).toReversed(),
    }),
  },
  {
    name: 'keeps the oldest of each mark',
    suite: 'marks',
    lie: () => (honest) => ({
      async marked(scope, range, limits) {
        const all = (await honest.marked(scope, range, EVERY_MARK)).toReversed();
        const left = new Map<string, number>(Object.entries(limits));
        const kept = all.filter(({ mark }) => {
          const count = left.get(mark) ?? 0;
          left.set(mark, count - 1);
          return count > 0;
        });
        return kept.toReversed();
      },
    }),
  },
  {
    name: 'counts the end of a range of marks in',
    suite: 'marks',
    lie: () => (honest) => ({
      marked: (scope, { above, below }, limits) => honest.marked(scope, { above, below: below + 1 }, limits),
    }),
  },
  {
    name: 'gives a branch the marks of its lane',
    suite: 'marks',
    lie: () => (honest) => ({
      async marked(scope, range, limits) {
        const branches = (await honest.branches(scope)).filter((row) => row.scope.lane === scope.lane);
        const all = await Promise.all(branches.map((row) => honest.marked(row.scope, range, limits)));
        return all.flat();
      },
    }),
  },
  {
    name: 'opens a session with the marks of every branch',
    suite: 'marks',
    lie: () => (honest) => ({
      async open(session, limits) {
        const { salt } = await honest.open(session, limits);
        const branches = await honest.branches(session);
        const range = { above: -1, below: Number.MAX_SAFE_INTEGER };
        const all = await Promise.all(branches.map((row) => honest.marked(row.scope, range, limits)));
        return { salt, marked: all.flat() };
      },
    }),
  },
  {
    name: 'opens a branch without those it came from',
    suite: 'marks',
    lie: () => (honest) => ({
      async open(session, limits) {
        const { salt, marked } = await honest.open(session, limits);
        const [current] = await honest.branches(session);
        return { salt, marked: marked.filter(({ branch }) => branch === current?.scope.branch) };
      },
    }),
  },
  {
    name: 'opens a parent as it was at the fork',
    suite: 'marks',
    lie: () => (honest) => ({
      async open(session, limits) {
        const { salt, marked } = await honest.open(session, limits);
        const [current] = await honest.branches(session);
        const isSeen = (branch: string, seq: number) =>
          branch === current?.scope.branch || seq < (current?.forkRevision ?? 0);
        return { salt, marked: marked.filter(({ branch, entry }) => isSeen(branch, entry.seq)) };
      },
    }),
  },
  {
    name: 'opens the branch that somebody wrote to last',
    suite: 'marks',
    lie: () => {
      let last: Scope | undefined;
      return (honest) => ({
        append(change) {
          last = change.next.scope;
          return honest.append(change);
        },
        async open(session, limits) {
          const { salt, marked } = await honest.open(session, limits);
          const [current] = await honest.branches(session);
          const sameBranch = current?.scope.branch === last?.branch && current?.scope.lane === last?.lane;
          return { salt, marked: sameBranch ? marked : [] };
        },
      });
    },
  },
  {
    name: 'forgets a mark on a later append',
    suite: 'marks',
    lie: () => {
      const ends = new Map<string, number>();
      return (honest) => ({
        append(change) {
          ends.set(Object.values(change.next.scope).join('\0'), change.next.revision - change.entries.length);
          return honest.append(change);
        },
        async marked(scope, range, limits) {
          const above = (ends.get(Object.values(scope).join('\0')) ?? 0) - 1;
          return honest.marked(scope, { ...range, above: Math.max(above, range.above) }, limits);
        },
      });
    },
  },
  {
    name: 'reads entries back without their marks',
    suite: 'append',
    lie: () => (honest) => ({
      entries: async (scope, from, to) => (await honest.entries(scope, from, to)).map(unmarked),
    }),
  },
  {
    name: 'keeps no body without an entry',
    suite: 'marks',
    lie: () => (honest) => ({
      append: (change) =>
        honest.append({ ...change, bodies: change.bodies.slice(-Math.max(1, change.entries.length)) }),
    }),
  },
];

function unmarked(row: EntryRow): EntryRow {
  return { ...row, mark: null, content: null };
}
