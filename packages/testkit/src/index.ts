/** `@daybook/testkit`: what proves that a store, or code above a store, keeps what daybook promises. */

export { adapterKit } from './adapter-kit/adapter-kit.ts';
export {
  type AdapterApp,
  type AdapterHarness,
  type AdapterSetup,
  BROKEN_STREAM,
  type CallReport,
  type KitAnswer,
  type KitMessage,
  type KitModel,
  type KitPart,
  type KitRefusal,
  type KitRequest,
  type KitSpoken,
  type KitTool,
  type ScenarioName,
  type SignedReasoning,
  type TurnOptions,
  type TurnResult,
} from './adapter-kit/harness.ts';
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
export {
  checkProviderRules,
  type Provider,
  type ProviderRequest,
  type Violation,
} from './provider-rules/index.ts';
export {
  type ProviderServer,
  type ProviderServerOptions,
  providerServer,
  type ServedProvider,
  type ServedViolation,
  type ServerAnswer,
  type ServerCall,
  type ServerRequest,
  type ServerUsage,
} from './provider-server/index.ts';
export { scriptArbitrary } from './scripts/generate.ts';
export { namedScripts } from './scripts/named.ts';
export { playScript } from './scripts/play.ts';
export type { HeaderIntent, Intent, Said, Script, ScriptCall } from './scripts/script.ts';
export { checkIntent, type Mismatch, type Observed, summaryHeading, summaryRow } from './scripts/summary.ts';
export type {
  Capabilities,
  OpenedStore,
  OtherProcess,
  Runner,
  RunnerTest,
  StoreKitOptions,
} from './store-kit/options.ts';
export { type SuiteName, storeKit } from './store-kit/store-kit.ts';
