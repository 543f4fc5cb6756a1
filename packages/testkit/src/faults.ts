/**
 * Faults: a store that fails, or dies, at one chosen operation.
 *
 * An operation is one call of the port. Break the writer at every operation, before and after the store did
 * it, then look at what lies in the store: that is how a crash is tested without crashing.
 */
import { type Append, DaybookError, type Found, type GroupQuery, type Store } from '@daybook/core/store';

export interface FaultPlan {
  /** `fail`: that one operation rejects. `stop`: it and all later ones reject, as if the process had died. */
  readonly kind: 'fail' | 'stop';
  /** Whether the store has done the operation when its caller is told that it failed. */
  readonly when: 'before' | 'after';
  /** Number of the operation, from 1. */
  readonly at: number;
}

export interface FaultyStore extends Store {
  /** The store behind the faults: what a later process would find. */
  readonly inner: Store;
  /** Operations asked for so far. */
  readonly operations: number;
}

/** What a run threw, and under which fault. */
export class FaultRunError extends Error {
  readonly fault: FaultPlan;

  constructor(fault: FaultPlan, cause: unknown) {
    super(`under the fault: ${fault.kind} ${fault.when} operation ${fault.at}`, { cause });
    this.name = 'FaultRunError';
    this.fault = fault;
  }
}

/** Wraps a store. Without a plan nothing fails and operations are only counted. */
export function faultyStore(store: Store, plan: FaultPlan | null = null): FaultyStore {
  return new Faulty(store, plan);
}

/** How many operations a piece of work asks of a store. */
export async function countOperations(store: Store, work: (store: Store) => Promise<void>): Promise<number> {
  const counted = faultyStore(store);
  await work(counted);
  return counted.operations;
}

/**
 * Runs a piece of work with a fault at its first operation, its second, and so on until it ends before its
 * fault is due; for both kinds and both times. `run` does the work, bears the fault, and checks what `store.inner`
 * then holds.
 *
 * @param open gives an empty store for each run; it is closed after the run
 * @returns how many faults were met
 * @throws FaultRunError naming the fault under which `run` threw, with that as its cause
 */
export async function everyFault(
  open: () => Store | Promise<Store>,
  run: (store: FaultyStore, fault: FaultPlan) => Promise<void>,
): Promise<number> {
  let met = 0;
  for (const kind of ['fail', 'stop'] as const)
    for (const when of ['before', 'after'] as const)
      for (let at = 1; await runWith({ kind, when, at }, open, run); at++) met++;
  return met;
}

/** Whether the fault was met. */
async function runWith(
  fault: FaultPlan,
  open: () => Store | Promise<Store>,
  run: (store: FaultyStore, fault: FaultPlan) => Promise<void>,
): Promise<boolean> {
  const store = new Faulty(await open(), fault);
  try {
    await run(store, fault);
  } catch (cause) {
    throw new FaultRunError(fault, cause);
  } finally {
    if (!store.closed) await store.inner.close();
  }
  return store.operations >= fault.at;
}

class Faulty implements FaultyStore {
  readonly inner: Store;
  operations = 0;
  closed = false;
  readonly #plan: FaultPlan | null;
  #stopped = false;

  constructor(inner: Store, plan: FaultPlan | null) {
    this.inner = inner;
    this.#plan = plan;
  }

  append(change: Append): Promise<'done' | 'conflict'> {
    return this.#operation('append', () => this.inner.append(change));
  }

  open(...given: Parameters<Store['open']>): ReturnType<Store['open']> {
    return this.#operation('open', () => this.inner.open(...given));
  }

  marked(...given: Parameters<Store['marked']>): ReturnType<Store['marked']> {
    return this.#operation('marked', () => this.inner.marked(...given));
  }

  find(session: Parameters<Store['find']>[0], query: GroupQuery): Promise<Found> {
    return this.#operation('find', () => this.inner.find(session, query));
  }

  sessions(): ReturnType<Store['sessions']> {
    return this.#operation('sessions', () => this.inner.sessions());
  }

  salt(...given: Parameters<Store['salt']>): ReturnType<Store['salt']> {
    return this.#operation('salt', () => this.inner.salt(...given));
  }

  branches(...given: Parameters<Store['branches']>): ReturnType<Store['branches']> {
    return this.#operation('branches', () => this.inner.branches(...given));
  }

  entries(...given: Parameters<Store['entries']>): ReturnType<Store['entries']> {
    return this.#operation('entries', () => this.inner.entries(...given));
  }

  groups(...given: Parameters<Store['groups']>): ReturnType<Store['groups']> {
    return this.#operation('groups', () => this.inner.groups(...given));
  }

  bodies(...given: Parameters<Store['bodies']>): ReturnType<Store['bodies']> {
    return this.#operation('bodies', () => this.inner.bodies(...given));
  }

  strays(): ReturnType<Store['strays']> {
    return this.#operation('strays', () => this.inner.strays());
  }

  close(): Promise<void> {
    return this.#operation('close', async () => {
      await this.inner.close();
      this.closed = true;
    });
  }

  async #operation<T>(name: string, inner: () => Promise<T>): Promise<T> {
    const number = ++this.operations;
    const plan = this.#plan?.at === number ? this.#plan : null;
    if (plan?.kind === 'stop' && plan.when === 'before') this.#stopped = true;
    if (this.#stopped || plan?.when === 'before') throw unavailable(name, number);
    const [outcome] = await Promise.allSettled([inner()]);
    if (plan?.kind === 'stop') this.#stopped = true;
    // Also for an operation that was on its way when the store stopped: nobody is left to be answered.
    if (this.#stopped || plan) throw unavailable(name, number);
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  }
}

function unavailable(operation: string, number: number): DaybookError {
  return new DaybookError('store-unavailable', `a fault was planned for operation ${number} (${operation})`, {
    details: { operation, number },
  });
}
