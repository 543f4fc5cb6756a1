/** A store that counts its round trips, so that tests can say how many a call took. */
import type { Store } from '../src/store/port.ts';

export interface CountingStore {
  readonly store: Store;
  /** Names of the calls since the last time this was asked. */
  calls(): string[];
}

export function countingStore(store: Store): CountingStore {
  let calls: string[] = [];
  const counting = new Proxy(store, {
    get(target, name: keyof Store) {
      const method = target[name] as ((...values: unknown[]) => unknown) | undefined;
      // A store is no promise: whoever awaits one asks for `then`.
      if (!method) return undefined;
      return (...values: unknown[]) => {
        calls.push(name);
        return method.apply(target, values);
      };
    },
  });
  return {
    store: counting,
    calls() {
      const counted = calls;
      calls = [];
      return counted;
    },
  };
}
