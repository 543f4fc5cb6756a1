/** daybook as a middleware: the session is named by each call, or the model is bound to one. */
import type { Daybook, Session } from '@daybook/core';
import { DaybookError } from '@daybook/core/adapter';
import { type LanguageModelMiddleware, wrapLanguageModel } from 'ai';
import type { Door } from './call.ts';
import { generate } from './generate.ts';
import type { HookOptions } from './model-types.ts';
import { checkOptions, type DaybookModelOptions } from './options.ts';
import { KnownPrompts } from './prompt/known-prompt.ts';
import { boundTo, type SessionOf, sessionByCall } from './session-of.ts';
import { stream } from './stream.ts';

export interface DaybookMiddlewareOptions extends DaybookModelOptions {
  readonly daybook: Daybook;
}

/**
 * A middleware for `wrapLanguageModel`. Each call names its session:
 * `providerOptions: { daybook: { session: chatId } }`; the provider never sees that.
 *
 * Calls of a wrapped model throw DaybookError `invalid-input` without a session, `view-unreachable` when what must be
 * sent does not fit the window, `provider-overflow` when the provider refuses the smallest request that can be made.
 */
export function daybookMiddleware({
  daybook,
  ...options
}: DaybookMiddlewareOptions): LanguageModelMiddleware {
  return middlewareOn(sessionByCall(daybook), options);
}

type WrappedModel = ReturnType<typeof wrapLanguageModel>;
type PlainModel = Parameters<typeof wrapLanguageModel>[0]['model'];

/**
 * A model whose calls all belong to one session. For code that serves one conversation, and for a sub-agent with a lane
 * of its own. Throws as {@link daybookMiddleware}, and `invalid-input` when a call names a session all the same.
 */
export function wrap(model: PlainModel, session: Session, options: DaybookModelOptions = {}): WrappedModel {
  if (typeof model === 'string')
    throw new DaybookError(
      'invalid-input',
      'a model id cannot be wrapped; hand over the model: gateway(id)',
      {
        details: { field: 'model' },
      },
    );
  return wrapLanguageModel({ model, middleware: middlewareOn(boundTo(session), options) });
}

function middlewareOn(sessionOf: SessionOf, options: DaybookModelOptions): LanguageModelMiddleware {
  checkOptions(options);
  const door: Door = { sessionOf, options, prompts: new KnownPrompts(), windows: new Map() };
  const middleware = {
    // Every supported version of the SDK takes this, and none looks at it.
    specificationVersion: 'v3' as const,
    wrapGenerate: (hook: HookOptions) => generate(door, hook),
    wrapStream: (hook: HookOptions) => stream(door, hook),
  };
  return middleware as unknown as LanguageModelMiddleware;
}
