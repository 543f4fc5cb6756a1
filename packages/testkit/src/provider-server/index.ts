export type { ServedProvider, ServerAnswer, ServerCall, ServerUsage } from './dialect.ts';
export {
  type ProviderServer,
  type ProviderServerOptions,
  providerServer,
  type ServedViolation,
  type ServerRequest,
} from './server.ts';
