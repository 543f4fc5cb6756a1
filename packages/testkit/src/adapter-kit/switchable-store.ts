/**
 * A store that can be switched off: while it is away, every operation fails and nothing is written.
 */
import { DaybookError, type Store } from '@daybook/core/store';

export interface SwitchableStore extends Store {
  away: boolean;
}

export function switchableStore(inner: Store): SwitchableStore {
  const through =
    <Given extends unknown[], Value>(operation: (...given: Given) => Promise<Value>) =>
    async (...given: Given): Promise<Value> => {
      if (switchable.away) throw new DaybookError('store-unavailable', 'the store is away');
      return operation(...given);
    };
  const switchable: SwitchableStore = {
    away: false,
    append: through((change) => inner.append(change)),
    open: through((session, limits) => inner.open(session, limits)),
    marked: through((scope, range, limits) => inner.marked(scope, range, limits)),
    find: through((session, query) => inner.find(session, query)),
    sessions: through(() => inner.sessions()),
    salt: through((session) => inner.salt(session)),
    branches: through((session) => inner.branches(session)),
    entries: through((scope, from, to) => inner.entries(scope, from, to)),
    groups: through((scope, from, to) => inner.groups(scope, from, to)),
    bodies: through((session, contentIds) => inner.bodies(session, contentIds)),
    strays: through(() => inner.strays()),
    close: () => inner.close(),
  };
  return switchable;
}
