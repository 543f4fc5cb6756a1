/**
 * What the store kit is given: a test runner, a way to open the store, and what the store can do.
 *
 * The kit never asks which store it tests. What a store declares is tested; what it does not declare is
 * skipped, and every skip prints its reason.
 */
import type { Store } from '@daybook/core/store';

/** The part of a test runner that the kit uses. Those of vitest, node:test, jest and mocha fit as they are. */
export interface Runner {
  describe(name: string, body: () => void): unknown;
  readonly it: RunnerTest;
}

export interface RunnerTest {
  (name: string, body: () => Promise<void>, timeoutMs?: number): unknown;
  skip(name: string, body: () => Promise<void>): unknown;
}

/** One place where data lies, new and empty when it is opened. */
export interface OpenedStore {
  readonly store: Store;
  /** Another handle on the same data, usable while the first one is. */
  again(this: void): Promise<Store>;
  /** Ends every handle that is still open and removes the data. Some handles may be closed already. */
  close(): Promise<void>;
}

export interface Capabilities {
  /** Data outlives the closing of every handle: `again()` after that finds all of it. */
  readonly durable: boolean;
  /** Several processes may write to the same data at once. Proven where `otherProcess` is given. */
  readonly manyProcesses: boolean;
}

/** How another process comes to the same data. */
export interface OtherProcess<Opened extends OpenedStore> {
  /** URL of a module that exports `open(place: string): Promise<Store>`. */
  readonly module: string;
  place(opened: Opened): string;
}

export interface StoreKitOptions<Opened extends OpenedStore = OpenedStore> {
  readonly name: string;
  open(): Promise<Opened>;
  readonly capabilities: Capabilities;
  readonly otherProcess?: OtherProcess<Opened>;
  /** Leaves one row that belongs to nothing, as somebody would who deletes rows elsewhere. */
  plantStray?(opened: Opened): Promise<void>;
}

/** What a suite of the kit writes its tests with. */
export interface Kit<Opened extends OpenedStore = OpenedStore> {
  readonly options: StoreKitOptions<Opened>;
  /** A test on a store of its own. */
  test(name: string, body: (opened: Opened) => Promise<void>): void;
  skip(name: string, reason: string): void;
}
