/** `@daybook/testkit`: what proves that a store, or code above a store, keeps what daybook promises. */

export {
  type BrokenPlace,
  type BrokenStore,
  brokenStores,
  type Lie,
  openBroken,
} from './broken-stores/index.ts';
export {
  countOperations,
  everyFault,
  type FaultPlan,
  FaultRunError,
  type FaultyStore,
  faultyStore,
} from './faults.ts';
export {
  conversationArbitrary,
  deepJson,
  hostileText,
  jsonArbitrary,
  messageArbitrary,
} from './generators/index.ts';
export type { HeaderIntent, Intent, Said } from './scripts/script.ts';
export type {
  Capabilities,
  OpenedStore,
  OtherProcess,
  Runner,
  RunnerTest,
  StoreKitOptions,
} from './store-kit/options.ts';
export { type SuiteName, storeKit } from './store-kit/store-kit.ts';
