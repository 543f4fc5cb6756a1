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

/** The provider that a kind such as `openai.compaction` names. */
export function providerOf(kind: unknown): string {
  return typeof kind === 'string' ? (kind.split('.', 1)[0] as string) : 'unknown';
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
    const { cacheControl: _camel, cache_control: _snake, ...others } = options;
    return Object.keys(others).length > 0 ? [[provider, others]] : [];
  });
  return kept.length > 0 ? { ...rest, providerOptions: Object.fromEntries(kept) } : rest;
}

function jsonOf(value: unknown): Json {
  const json = toPlainJson(value);
  return json === undefined ? UNREADABLE : json;
}

/** Stands for a value without end or deeper than any journal accepts. */
const UNREADABLE = 'not representable as JSON';
