/** `@daybook/ai-sdk`: daybook as a language model middleware of the Vercel AI SDK. */
export { type DaybookMiddlewareOptions, daybookMiddleware, wrap } from './middleware.ts';
export type { CallReport, DaybookModelOptions } from './options.ts';
export type { OverflowWording } from './provider/overflow.data.ts';
export type { CallScope } from './session-of.ts';
