/**
 * Small readers that every provider's rules share.
 *
 * Invariant: a value of the wrong type reads as absent. Each provider's rule 0 reports it, so the other rules need
 * not.
 */
import type { Json } from '@daybook/core';
import type { Breach, JsonObject, Located } from './rule.ts';

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isText(value: Json | undefined): value is string {
  return typeof value === 'string';
}

export function isFilled(value: Json | undefined): value is string {
  return isText(value) && value !== '';
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

export function listIn(node: Located, name: string): readonly Json[] {
  const list = node.value[name];
  return isList(list) ? list : [];
}

/** The objects of a list, each at its own place; what is no object is left out. */
export function objectsIn(node: Located, name: string): Located[] {
  return listIn(node, name).flatMap((entry, index) =>
    isObject(entry) ? [{ at: pathOf(node, `${name}[${index}]`), value: entry }] : [],
  );
}

/** The object in a field. */
export function objectIn(node: Located, name: string): Located | undefined {
  const value = node.value[name];
  return isObject(value) ? { at: pathOf(node, name), value } : undefined;
}

/** Whether a field is a list of objects with a type. */
export function isTypedList(value: Json | undefined): boolean {
  return isList(value) && value.every((entry) => isObject(entry) && isText(entry.type));
}

/** A breach at a field of an object, or at the object itself where the name is empty. */
export function breach(node: Located, name: string, detail: string): Breach {
  return { at: name === '' ? node.at : pathOf(node, name), detail };
}

/** The nodes whose key stood in an earlier one. */
export function repeated(nodes: readonly Located[], keyOf: (node: Located) => Json | undefined): Located[] {
  const seen = new Set<string>();
  return nodes.filter((node) => {
    const key = keyOf(node);
    if (!isText(key) || !seen.has(key)) {
      if (isText(key)) seen.add(key);
      return false;
    }
    return true;
  });
}

/** A value for people: short, and on one line. */
export function show(value: Json | undefined): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

/**
 * The version that a model's name tells, by a pattern with one or two groups of digits. A rule that spares some
 * models holds for every model that is not known to be one of them, so no version is the strictest.
 */
export function versionIn(model: Json | undefined, pattern: RegExp): readonly [number, number] | undefined {
  const found = isText(model) ? pattern.exec(model) : null;
  return found ? [Number(found[1]), Number(found[2] ?? 0)] : undefined;
}

export function isAtLeast(
  version: readonly [number, number] | undefined,
  major: number,
  minor: number = 0,
): boolean {
  return version !== undefined && (version[0] > major || (version[0] === major && version[1] >= minor));
}

function pathOf({ at }: Located, name: string): string {
  return at === '' ? name : `${at}.${name}`;
}
