/**
 * Copies of what the application handed over, to tell later whether it hands over the same again. The SDK makes the
 * objects of a prompt anew for each call and the application may change them in place, so identity says nothing.
 *
 * Invariant: `isSame(ownCopy(a), b)` says that a and b translate to the same message. In doubt they are not the same.
 */

/** Deeper values are always taken for new. */
const DEEPEST = 64;

/** Stands for what is never the same as anything. */
const NEVER = Symbol('never the same');

export function ownCopy(value: unknown): unknown {
  try {
    return copyOf(value, 0);
  } catch {
    // What throws when it is read is never the same as anything.
    return NEVER;
  }
}

function copyOf(value: unknown, depth: number): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') return NEVER;
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEEPEST) return NEVER;
  if (value instanceof Uint8Array) return new Uint8Array(value);
  if (value instanceof URL) return new URL(value);
  if (!isPlain(value)) return NEVER;
  if (Array.isArray(value)) return Array.from(value, (item) => copyOf(item, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copyOf(member, depth + 1)]));
}

/** @param copy as {@link ownCopy} made it */
export function isSame(copy: unknown, value: unknown): boolean {
  try {
    return isEqual(copy, value);
  } catch {
    return false;
  }
}

function isEqual(copy: unknown, value: unknown): boolean {
  if (typeof copy !== 'object' || copy === null) return copy !== NEVER && Object.is(copy, value);
  if (typeof value !== 'object' || value === null) return false;
  if (copy instanceof Uint8Array) return value instanceof Uint8Array && sameBytes(copy, value);
  if (copy instanceof URL) return value instanceof URL && copy.href === value.href;
  if (!isPlain(value) || Array.isArray(copy) !== Array.isArray(value)) return false;
  return Array.isArray(copy) ? sameItems(copy, value as readonly unknown[]) : sameMembers(copy, value);
}

function sameItems(copy: readonly unknown[], value: readonly unknown[]): boolean {
  if (copy.length !== value.length) return false;
  // By index: a list may have holes, which are read like undefined.
  for (let at = 0; at < copy.length; at++) if (!isEqual(copy[at], value[at])) return false;
  return true;
}

function sameMembers(copy: object, value: object): boolean {
  const keys = Object.keys(value);
  if (keys.length !== Object.keys(copy).length) return false;
  return keys.every(
    (key) => Object.hasOwn(copy, key) && isEqual((copy as Members)[key], (value as Members)[key]),
  );
}

function sameBytes(copy: Uint8Array, value: Uint8Array): boolean {
  if (copy.length !== value.length) return false;
  for (let at = 0; at < copy.length; at++) if (copy[at] !== value[at]) return false;
  return true;
}

type Members = { readonly [key: string]: unknown };

/** Written out as its members say; not so what brings a form of its own (`toJSON`). */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  const isOurs = prototype === Object.prototype || prototype === Array.prototype || prototype === null;
  return isOurs && typeof (value as { readonly toJSON?: unknown }).toJSON !== 'function';
}
