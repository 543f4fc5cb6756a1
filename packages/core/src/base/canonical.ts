/**
 * Canonical bytes: RFC 8785 (JSON Canonicalization Scheme) in UTF-8, with one extension.
 *
 * Invariant: equal values have equal bytes, and parsing the bytes gives the value back. The extension: a lone
 * surrogate, which RFC 8785 refuses, is written as its lower-case `\uXXXX` escape, so that every JavaScript
 * string round-trips. What JSON cannot carry exactly (NaN, undefined, Map, functions, cycles, holes, extra
 * properties of arrays) is refused, never coerced. RFC 8785 §3.2.2.3 writes negative zero as `0`; that is the
 * one value that changes.
 *
 * The npm package `canonicalize` implements the RFC but refuses lone surrogates and lets `undefined` and
 * `toJSON` pass; it is the oracle of our tests.
 */
import { utf8 } from './bytes.ts';
import { DaybookError } from './errors.ts';
import { type Json, MAX_JSON_DEPTH } from './json.ts';

/** @throws DaybookError `invalid-input` when the value has no exact JSON form or is nested too deep */
export function canonicalText(value: Json, maxDepth: number = MAX_JSON_DEPTH): string {
  return write(value, maxDepth);
}

/** Canonical text as UTF-8. @throws DaybookError `invalid-input` as {@link canonicalText} */
export function canonicalBytes(value: Json, maxDepth: number = MAX_JSON_DEPTH): Uint8Array {
  return utf8(canonicalText(value, maxDepth));
}

/** @param levels how many levels of nesting are left */
function write(value: unknown, levels: number): string {
  // ECMAScript serialises strings and numbers as RFC 8785 §3.2.2 demands, and lone surrogates as escapes.
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number')
    return Number.isFinite(value) ? JSON.stringify(value) : refuse(String(value));
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value !== 'object') return refuse(`a value of type ${typeof value}`);
  // A cycle has no end, so it runs into this bound too.
  if (levels === 0) return refuse('nesting that deep (or a cycle)');
  return Array.isArray(value) ? writeArray(value, levels) : writeObject(value, levels);
}

function writeArray(items: readonly unknown[], levels: number): string {
  if (Object.keys(items).length !== items.length || Object.getOwnPropertySymbols(items).length > 0)
    refuse('an array with holes or extra properties');
  let text = '[';
  for (let at = 0; at < items.length; at++) text += (at === 0 ? '' : ',') + write(items[at], levels - 1);
  return `${text}]`;
}

function writeObject(value: object, levels: number): string {
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null && !isObjectPrototype(prototype))
    refuse(`an object of class ${prototype.constructor?.name ?? 'unknown'}`);
  if (Object.getOwnPropertySymbols(value).length > 0) refuse('an object with symbol keys');
  // RFC 8785 §3.2.3: members sorted by UTF-16 code units, which is the default order of sort().
  const keys = Object.keys(value).sort();
  let text = '{';
  for (const key of keys) {
    const member = write((value as Record<string, unknown>)[key], levels - 1);
    text += `${text === '{' ? '' : ','}${JSON.stringify(key)}:${member}`;
  }
  return `${text}}`;
}

/** The `Object.prototype` of another realm (a worker, a frame) is not ours, and its objects are plain all the same. */
function isObjectPrototype(prototype: object): boolean {
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'isPrototypeOf');
}

function refuse(what: string): never {
  throw new DaybookError('invalid-input', `${what} has no exact JSON form`);
}
