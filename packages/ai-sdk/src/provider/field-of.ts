/** Reads of values that somebody else made: a getter that throws, or a proxy, is a field that is not there. */
export function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  try {
    return (value as { readonly [field: string]: unknown })[name];
  } catch {
    return undefined;
  }
}

/** Items of a list, at most so many; nothing of what is no list. */
export function itemsOf(value: unknown, most: number): unknown[] {
  try {
    if (!Array.isArray(value)) return [];
    return Array.from({ length: Math.min(value.length, most) }, (_, at) => fieldOf(value, String(at)));
  } catch {
    return [];
  }
}

/** Names of an object's own fields, at most so many; of a list none. */
export function namesOf(value: unknown, most: number): string[] {
  try {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
    return Object.keys(value).slice(0, most);
  } catch {
    return [];
  }
}
