/**
 * Usage of Codex calls: `token_count` events, and in newer versions a `token_usage_record` for each call.
 *
 * Both may report one call, and a `token_count` is sent again when only rate limits changed: each call is
 * reported once.
 */
import type { Usage } from '@daybook/core';
import { type JsonObject, numberOf, objectOf, stringOf } from './text.ts';

export interface UsageReports {
  /** What lines say about the calls that follow. */
  context(about: { readonly model?: unknown; readonly window?: unknown }): void;
  tokenCount(payload: JsonObject): Usage | undefined;
  record(payload: JsonObject): Usage | undefined;
}

export function usageReports(): UsageReports {
  let model: string | undefined;
  let window = 0;
  let lastCount = '';
  let last: { readonly by: 'count' | 'record'; readonly tokens: string } | undefined;

  const report = (by: 'count' | 'record', usage: JsonObject | undefined): Usage | undefined => {
    const input = numberOf(usage?.input_tokens);
    const output = numberOf(usage?.output_tokens);
    const tokens = `${input} ${output}`;
    if (input + output === 0) return undefined;
    if (last !== undefined && last.by !== by && last.tokens === tokens) return undefined;
    last = { by, tokens };
    return { input, output, ...(model === undefined ? {} : { model }), ...(window > 0 ? { window } : {}) };
  };

  return {
    context(about) {
      model = stringOf(about.model) ?? model;
      window = numberOf(about.window) || window;
    },
    tokenCount(payload) {
      const info = objectOf(payload.info);
      window = numberOf(info?.model_context_window) || window;
      const count = JSON.stringify([info?.total_token_usage, info?.last_token_usage]);
      if (info === undefined || count === lastCount) return undefined;
      lastCount = count;
      return report('count', objectOf(info.last_token_usage));
    },
    record: (payload) => report('record', objectOf(payload.usage)),
  };
}
