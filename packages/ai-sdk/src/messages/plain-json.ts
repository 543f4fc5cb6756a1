/**
 * Live values as JSON carries them: undefined members and functions dropped, bytes as base64, URLs and dates as
 * strings.
 *
 * Invariant: the result is plain data and shares nothing with the value. What has no end (a cycle) or is nested
 * deeper than the journal accepts gives undefined, never an exception.
 */
import { isDaybookError, type Json, parseJson } from '@daybook/core/adapter';
import { toBase64 } from './base64.ts';

/** The journal refuses bodies nested deeper than a thousand levels; this leaves room for what is around a value. */
const DEEPEST = 900;

export function toPlainJson(value: unknown): Json | undefined {
  const plain = plainOf(value, 0);
  return plain === TOO_DEEP ? undefined : (plain ?? null);
}

/** A tool input as the model wrote it: the value, or the text itself where it is no JSON (or too deep). Blank: none. */
export function parseInput(text: string): Json {
  if (text.trim() === '') return {};
  try {
    const value = toPlainJson(parseJson(text));
    return value === undefined ? text : value;
  } catch (error) {
    if (!isDaybookError(error, 'invalid-input')) throw error;
    return text;
  }
}

const TOO_DEEP = Symbol('too deep');

function plainOf(value: unknown, depth: number): Json | undefined | typeof TOO_DEEP {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object') return undefined;
  if (depth >= DEEPEST) return TOO_DEEP;
  if (value instanceof Uint8Array) return toBase64(value);
  if ('toJSON' in value && typeof value.toJSON === 'function') return plainOf(value.toJSON(), depth + 1);
  return Array.isArray(value) ? plainArray(value, depth) : plainObject(value, depth);
}

function plainArray(items: readonly unknown[], depth: number): Json | typeof TOO_DEEP {
  const made: Json[] = [];
  for (const item of items) {
    const plain = plainOf(item, depth + 1);
    if (plain === TOO_DEEP) return TOO_DEEP;
    made.push(plain ?? null);
  }
  return made;
}

function plainObject(value: object, depth: number): Json | typeof TOO_DEEP {
  const members: [string, Json][] = [];
  for (const [key, member] of Object.entries(value)) {
    const plain = plainOf(member, depth + 1);
    if (plain === TOO_DEEP) return TOO_DEEP;
    if (plain !== undefined) members.push([key, plain]);
  }
  return Object.fromEntries(members);
}
