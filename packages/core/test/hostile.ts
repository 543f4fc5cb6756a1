/** Bytes as a hostile store might return them: sound JSON with one thing changed, and bytes changed at random. */
import fc from 'fast-check';
import type { Json } from '../src/base/json.ts';

const SPOILED: readonly unknown[] = [
  null,
  true,
  -1,
  0.5,
  1e300,
  '',
  'text',
  '\ud800',
  [],
  [null],
  [[]],
  {},
  { type: 'text' },
  { type: 'data' },
  { type: 'file', digest: 1 },
  { toString: 1 },
  { length: 1e9 },
  undefined,
];

/** Every place in the value: the path to each member and item, the value itself first. */
export function placesIn(value: Json, path: readonly string[] = []): string[][] {
  const inside = value !== null && typeof value === 'object' ? Object.entries(value) : [];
  return [[...path], ...inside.flatMap(([key, member]) => placesIn(member as Json, [...path, key]))];
}

/** A copy with another value at the place; `undefined` takes the member out. */
export function changedAt(value: Json, path: readonly string[], other: unknown): unknown {
  if (path.length === 0) return other;
  const copy = structuredClone(value) as Record<string, unknown>;
  let at = copy;
  for (const key of path.slice(0, -1)) at = at[key] as Record<string, unknown>;
  const last = path.at(-1) as string;
  if (other === undefined) delete at[last];
  else at[last] = other;
  return copy;
}

/** One of the sound values, changed: a member replaced, taken out or added, or bytes overwritten, cut or doubled. */
export function hostileBytes(sound: readonly Json[]): fc.Arbitrary<Uint8Array> {
  const base = fc.constantFrom(...sound);
  const changed = fc
    .tuple(base, fc.nat(), fc.constantFrom(...SPOILED), fc.constantFrom('replace', 'add'))
    .map(([value, at, other, how]) => {
      const places = placesIn(value);
      const place = places[at % places.length] as string[];
      const path = how === 'add' ? [...place.slice(0, -1), 'kind'] : place;
      const text = JSON.stringify(changedAt(value, path, other)) ?? '';
      return new Uint8Array(Buffer.from(text));
    });
  const damaged = fc
    .tuple(
      base,
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 }),
      fc.nat(),
      fc.nat(3),
    )
    .map(([value, writes, cut, how]) => {
      const bytes = Buffer.from(JSON.stringify(value));
      if (how === 0) return new Uint8Array(bytes.subarray(0, cut % bytes.length));
      if (how === 1) return new Uint8Array(Buffer.concat([bytes, bytes]));
      for (const [at, byte] of writes) bytes[at % bytes.length] = byte;
      return new Uint8Array(bytes);
    });
  return fc.oneof(changed, damaged, fc.uint8Array({ maxLength: 40 }));
}
