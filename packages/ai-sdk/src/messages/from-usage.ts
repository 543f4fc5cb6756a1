/**
 * How large a request was, and how much was answered, as the provider reports it.
 *
 * Invariant: input is what the model held at the last request that made the answer, cached tokens included; a figure that
 * cannot be one is none, and without both there is no report.
 */
import type { Usage } from '@daybook/core';
import { fieldOf, itemsOf } from '../provider/field-of.ts';

/** Usage of a call: `{ inputTokens: { total }, outputTokens: { total } }` of versions 3 and 4, plain numbers of version 2. */
export function fromUsage(usage: unknown, providerMetadata?: unknown): Usage | undefined {
  const [sent, answered] = [fieldOf(usage, 'inputTokens'), fieldOf(usage, 'outputTokens')];
  const total = figureOf(sent) ?? totalOf(sent);
  const output = figureOf(answered) ?? figureOf(fieldOf(answered, 'total'));
  const input = inputOf(total, sent, fieldOf(providerMetadata, 'anthropic'));
  // No request is without tokens: a zero is a figure that nobody set.
  return input !== undefined && input > 0 && output !== undefined ? { input, output } : undefined;
}

/** Larger than any context window, and still exact in a sum. */
const MOST_TOKENS = 1_000_000_000;
const MOST_ITERATIONS = 1000;

function figureOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST_TOKENS
    ? value
    : undefined;
}

function totalOf(sent: unknown): number | undefined {
  const total = fieldOf(sent, 'total');
  if (total !== undefined && total !== null) return figureOf(total);
  const fresh = figureOf(fieldOf(sent, 'noCache'));
  return fresh === undefined ? undefined : fresh + cachedOf(sent);
}

function cachedOf(sent: unknown): number {
  return (figureOf(fieldOf(sent, 'cacheRead')) ?? 0) + (figureOf(fieldOf(sent, 'cacheWrite')) ?? 0);
}

function inputOf(total: number | undefined, sent: unknown, anthropic: unknown): number | undefined {
  const iterations = itemsOf(fieldOf(anthropic, 'iterations'), MOST_ITERATIONS);
  const requests = iterations.filter((one) => isOneOf(one, 'message', 'compaction'));
  const fellBack = iterations.some((one) => isOneOf(one, 'fallback_message'));
  // One request, or one that another model served in the end: the provider's own sum is of that request.
  if (requests.length < 2 || fellBack)
    return total === undefined ? total : Math.max(total, uncutOf(anthropic));
  const last = requests.findLast((one) => isOneOf(one, 'message'));
  const fresh = figureOf(either(last, 'inputTokens', 'input_tokens'));
  if (fresh === undefined) return total;
  // Older versions of the provider package say nothing of caches here: what was cached counts as part of the last request.
  const cached = requests.some((one) => cachedIn(one) > 0) ? cachedIn(last) : cachedOf(sent);
  return Math.min(fresh + cached, total ?? MOST_TOKENS);
}

function isOneOf(iteration: unknown, ...types: readonly string[]): boolean {
  return types.some((type) => fieldOf(iteration, 'type') === type);
}

function cachedIn(request: unknown): number {
  const read = figureOf(either(request, 'cacheReadInputTokens', 'cache_read_input_tokens')) ?? 0;
  return read + (figureOf(either(request, 'cacheCreationInputTokens', 'cache_creation_input_tokens')) ?? 0);
}

/** Models of version 2 leave cached tokens out of their figure; the provider's raw report has them. */
function uncutOf(anthropic: unknown): number {
  const raw = fieldOf(anthropic, 'usage');
  const fresh = figureOf(fieldOf(raw, 'input_tokens'));
  return fresh === undefined ? 0 : fresh + cachedIn(raw);
}

function either(value: unknown, camel: string, snake: string): unknown {
  return fieldOf(value, camel) ?? fieldOf(value, snake);
}
