/** The lowest supported version of the SDK, in which some reports can still be seen. */
import { createRequire, registerHooks } from 'node:module';

// Tests resolve packages as bundlers do (`module`), which gives node a form of the telemetry that it cannot load.
registerHooks({
  resolve: (name, context, next) =>
    name === '@opentelemetry/api' ? next(name, { ...context, conditions: ['node', 'require'] }) : next(name),
});
const require = createRequire(import.meta.url);

export const lowest = require('ai-lowest') as typeof import('ai-lowest');
export const { MockLanguageModelV3 } = require('ai-lowest/test') as typeof import('ai-lowest/test');
