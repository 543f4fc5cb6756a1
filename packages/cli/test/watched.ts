/** A store that tells what became of each append. */
import type { Append, Store } from '@daybook/core/store';

export function watched(store: Store, told: (change: Append, outcome: 'done' | 'conflict') => void): Store {
  return {
    append: async (change) => {
      const outcome = await store.append(change);
      told(change, outcome);
      return outcome;
    },
    open: store.open.bind(store),
    marked: store.marked.bind(store),
    find: store.find.bind(store),
    sessions: store.sessions.bind(store),
    salt: store.salt.bind(store),
    branches: store.branches.bind(store),
    entries: store.entries.bind(store),
    groups: store.groups.bind(store),
    bodies: store.bodies.bind(store),
    strays: store.strays.bind(store),
    close: store.close.bind(store),
  };
}
