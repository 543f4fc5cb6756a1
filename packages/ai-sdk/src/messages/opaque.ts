/**
 * Items that are carried and never read, and values that are no text.
 *
 * Invariant: an item is kept whole and in the form of a prompt, so that what an answer held equals what is handed back.
 */
import type { DataPart, Json, OpaquePart } from '@daybook/core/adapter';
import { toPlainJson } from './plain-json.ts';
import { type Item, isRecord } from './values.ts';

export function opaque(provider: string, item: unknown): OpaquePart {
  return { type: 'opaque', provider, item: jsonOf(isRecord(item) ? withoutVolatile(item) : item) };
}

export function dataOf(value: unknown): DataPart {
  return { type: 'data', value: jsonOf(value) };
}

/** What this version does not know: kept whole, and folded like everything else. */
export function unknown(item: unknown): DataPart {
  return dataOf(isRecord(item) ? withoutVolatile(item) : item);
}

/**
 * The item in the form of a prompt (metadata of an answer comes back as options) without cache breakpoints,
 * which move from call to call.
 */
export function withoutVolatile(item: Item): Item {
  const { providerMetadata, providerOptions = providerMetadata, ...rest } = item;
  if (!isRecord(providerOptions)) return rest;
  const kept = Object.entries(providerOptions).flatMap(([provider, options]): [string, unknown][] => {
    if (!isRecord(options)) return [[provider, options]];
    const others = Object.entries(options).filter(([name]) => !BREAKPOINTS.includes(name));
    return others.length > 0 ? [[provider, Object.fromEntries(others)]] : [];
  });
  return kept.length > 0 ? { ...rest, providerOptions: Object.fromEntries(kept) } : rest;
}

function jsonOf(value: unknown): Json {
  const json = toPlainJson(value);
  return json === undefined ? UNREADABLE : json;
}

/** How providers mark where a cached beginning ends: Anthropic and those that follow it, Amazon Bedrock, OpenAI. */
const BREAKPOINTS: readonly string[] = [
  'cacheControl',
  'cache_control',
  'cachePoint',
  'promptCacheBreakpoint',
];

/** Stands for a value without end or deeper than any journal accepts. */
export const UNREADABLE = 'not representable as JSON';
