/**
 * A deliberately broken store: the reference store in memory, with one lie.
 *
 * A kit that accepts one of these proves nothing about the promise that it breaks.
 */
import { type MemoryState, memoryStore } from '@daybook/core/memory';
import type { Store, StrayRow } from '@daybook/core/store';
import type { OpenedStore } from '../store-kit/options.ts';
import type { SuiteName } from '../store-kit/store-kit.ts';

/** What a handle does otherwise than the honest store behind it. Called once for each handle. */
export type Lie = (honest: Store) => Partial<Store>;

export interface BrokenStore {
  readonly name: string;
  /** The suite of the store kit that must reject it. */
  readonly suite: SuiteName;
  /** Makes the lie for one place where data lies; handles on that place share what it remembers. */
  readonly lie: () => Lie;
}

/** A place in memory that rows which belong to nothing can be planted in. */
export interface BrokenPlace extends OpenedStore {
  readonly planted: StrayRow[];
}

/** Opens a place in memory whose handles all tell the lie. Without one they are honest. */
export function openBroken(makeLie: () => Lie = () => () => ({})): BrokenPlace {
  const state: MemoryState = new Map();
  const planted: StrayRow[] = [];
  const lie = makeLie();
  const handle = (): Store => {
    const honest = honestStore(memoryStore(state), planted);
    return { ...honest, ...lie(honest) };
  };
  return {
    store: handle(),
    again: async () => handle(),
    close: async () => state.clear(),
    planted,
  };
}

/** The reference store as a plain object, so that single methods can be replaced. */
function honestStore(store: Store, planted: readonly StrayRow[]): Store {
  return {
    append: (change) => store.append(change),
    open: (session, limits) => store.open(session, limits),
    marked: (scope, range, limits) => store.marked(scope, range, limits),
    find: (session, query) => store.find(session, query),
    sessions: () => store.sessions(),
    salt: (session) => store.salt(session),
    branches: (session) => store.branches(session),
    entries: (scope, from, to) => store.entries(scope, from, to),
    groups: (scope, from, to) => store.groups(scope, from, to),
    bodies: (session, contentIds) => store.bodies(session, contentIds),
    strays: async () => [...(await store.strays()), ...planted],
    close: () => store.close(),
  };
}
