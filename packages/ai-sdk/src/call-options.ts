/** The options of the view of one call: what the application set, with what the call and its model say. */
import type { ViewOptions } from '@daybook/core';
import { DEFAULT_WINDOW } from '@daybook/core/adapter';
import { toPlainJson } from './messages/index.ts';
import type { CallParams, Model } from './model-types.ts';
import type { DaybookModelOptions } from './options.ts';

/** @param most window that the provider named when it refused a request, if it did */
export function viewOptions(
  { window: asked, overflow: _, onCall: __, ...options }: DaybookModelOptions,
  model: Model,
  { maxOutputTokens, tools, responseFormat }: CallParams,
  most: number | undefined,
): ViewOptions {
  const named = typeof asked === 'function' ? asked(model) : asked;
  const window = most === undefined ? named : Math.min(most, named ?? most);
  return {
    ...options,
    model: modelName(model),
    definitions: lengthOf(tools) + lengthOf(responseFormat),
    ...(window !== undefined && { window }),
    ...(maxOutputTokens !== undefined && { reserve: reserveOf(maxOutputTokens, window) }),
  };
}

export function modelName({ provider, modelId }: Model): string {
  return `${provider}/${modelId}`;
}

function lengthOf(value: unknown): number {
  return value === undefined ? 0 : JSON.stringify(toPlainJson(value) ?? null).length;
}

/** Applications ask for as much output as there may be: half of the window is kept free at the most. */
function reserveOf(maxOutputTokens: number, window: number = DEFAULT_WINDOW): number {
  return Math.min(maxOutputTokens, window / 2);
}
