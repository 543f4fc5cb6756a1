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

export function ownCopy(value: unknown, depth = 0): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') return NEVER;
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEEPEST) return NEVER;
  if (value instanceof Uint8Array) return new Uint8Array(value);
  if (value instanceof URL) return new URL(value);
  if (Array.isArray(value)) return value.map((item) => ownCopy(item, depth + 1));
  if (!isPlain(value)) return NEVER;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, ownCopy(member, depth + 1)]));
}

/** @param copy as {@link ownCopy} made it */
export function isSame(copy: unknown, value: unknown): boolean {
  if (typeof copy !== 'object' || copy === null) return copy !== NEVER && Object.is(copy, value);
  if (typeof value !== 'object' || value === null) return false;
  if (copy instanceof Uint8Array) return value instanceof Uint8Array && sameBytes(copy, value);
  if (copy instanceof URL) return value instanceof URL && copy.href === value.href;
  if (Array.isArray(copy)) return Array.isArray(value) && sameItems(copy, value);
  return isPlain(value) && sameMembers(copy, value);
}

function sameItems(copy: readonly unknown[], value: readonly unknown[]): boolean {
  return copy.length === value.length && copy.every((item, at) => isSame(item, value[at]));
}

function sameMembers(copy: object, value: object): boolean {
  const keys = Object.keys(value);
  if (keys.length !== Object.keys(copy).length) return false;
  return keys.every(
    (key) => Object.hasOwn(copy, key) && isSame((copy as Members)[key], (value as Members)[key]),
  );
}

function sameBytes(copy: Uint8Array, value: Uint8Array): boolean {
  return copy.length === value.length && copy.every((byte, at) => byte === value[at]);
}

type Members = { readonly [key: string]: unknown };

/** Written out as its members say; not so what brings a form of its own (`toJSON`). */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && !('toJSON' in value);
}
