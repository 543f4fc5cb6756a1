/**
 * Reads a request that may be anything at all.
 *
 * Invariant: nothing thrown by the request leaves this file, and what leaves it is plain JSON without cycles,
 * getters or classes. A list is sent as JSON, so writing it as JSON is what tells whether it can be sent.
 */
import type { Json } from '@daybook/core';
import { breach, isObject } from './reading.ts';
import type { Breach, JsonObject, Located, Wire } from './rule.ts';

/** The wire, or nothing where there is no list to look at; and what is wrong with its outermost shape. */
export function readWire(request: unknown): { readonly wire?: Wire; readonly breaches: readonly Breach[] } {
  const json = asJson(request);
  if (!isObject(json))
    return { breaches: [{ at: '', detail: 'the request is no object that JSON can carry' }] };
  if (!Array.isArray(json.messages)) return { breaches: [{ at: 'messages', detail: 'is no list' }] };
  const breaches: Breach[] = [];
  const root: Located = { at: '', value: json };
  const wire: Wire = {
    messages: objectsOf(root, 'messages', breaches),
    tools: objectsOf(root, 'tools', breaches),
    fields: fieldsOf(root, breaches),
    received: objectsOf(root, 'asReceived', breaches),
    stored: idsOf(root, breaches),
  };
  return { wire, breaches };
}

function asJson(value: unknown): Json | undefined {
  try {
    return JSON.parse(JSON.stringify(value)) as Json;
  } catch {
    return undefined; // the caller makes a violation of it
  }
}

function objectsOf(root: Located, name: string, breaches: Breach[]): Located[] {
  const list = root.value[name] ?? [];
  if (!Array.isArray(list)) {
    breaches.push(breach(root, name, 'is no list'));
    return [];
  }
  return (list as readonly Json[]).flatMap((entry, index) => {
    const at = `${name}[${index}]`;
    if (isObject(entry)) return [{ at, value: entry }];
    breaches.push({ at, detail: 'is no object' });
    return [];
  });
}

function fieldsOf(root: Located, breaches: Breach[]): JsonObject {
  const fields = root.value.request ?? {};
  if (isObject(fields)) return fields;
  breaches.push(breach(root, 'request', 'is no object'));
  return {};
}

function idsOf(root: Located, breaches: Breach[]): ReadonlySet<string> | undefined {
  const stored = root.value.stored ?? null;
  if (stored === null) return undefined;
  if (Array.isArray(stored) && stored.every((id) => typeof id === 'string')) return new Set(stored);
  breaches.push(breach(root, 'stored', 'is no list of ids'));
  return undefined;
}
