/** Covers: J1. The entry id commits to every field of the seal, and no bytes are taken for a seal that are none. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeOf } from '../../test/code-of.ts';
import { changedAt, hostileBytes, placesIn } from '../../test/hostile.ts';
import { utf8 } from '../base/bytes.ts';
import { canonicalBytes, canonicalText } from '../base/canonical.ts';
import type { Json } from '../base/json.ts';
import { entryIdOf, parseSeal, type Seal, sealEntry } from './seal.ts';

const SEAL: Seal = {
  scope: { tenant: 't', session: 's', lane: 'main', branch: 'main' },
  seq: 4,
  prev: '0a'.repeat(32),
  kind: 'tool-result',
  role: 'tool',
  authority: 'none',
  contentId: '0b'.repeat(32),
  byteLength: 70_000,
  chunks: [
    { offset: 0, hash: '0c'.repeat(32) },
    { offset: 65_536, hash: '0d'.repeat(32) },
  ],
  at: 1_700_000_000_000,
  links: { group: 3, nativeId: 'm1', call: 'abc', header: true, provisional: true, about: 2 },
};
const GENESIS: Seal = {
  ...SEAL,
  seq: 0,
  prev: null,
  kind: 'event',
  role: null,
  at: null,
  links: {},
};
const VALUES = [SEAL, GENESIS].map((seal) => seal as unknown as Json);

describe('the entry id', () => {
  it('is a tagged hash of the canonical seal', () => {
    const canonical = canonicalText(SEAL as unknown as Json);
    const hash = createHash('sha256').update(`daybook/v1/entry\0${canonical}`).digest('hex');
    expect(sealEntry(SEAL)).toEqual({ id: hash, bytes: utf8(canonical) });
    expect(entryIdOf(utf8(canonical))).toBe(hash);
  });

  it('is that of the seal, not of the order in which its fields were set', () => {
    const turned = Object.fromEntries(Object.entries(SEAL).reverse()) as unknown as Seal;
    expect(sealEntry(turned).id).toBe(sealEntry(SEAL).id);
  });

  it('changes with whatever is changed, added or taken out', () => {
    const value = SEAL as unknown as Json;
    const places = placesIn(value).filter((path) => path.length > 0);
    expect(places.length).toBe(27);
    const others = places.flatMap((path) => [
      changedAt(value, path, 'other'),
      // An item taken out of a list would leave a hole, and a list has no further members.
      ...(/^\d+$/.test(path.at(-1) as string)
        ? []
        : [changedAt(value, path, undefined), changedAt(value, [...path.slice(0, -1), 'more'], null)]),
    ]);
    const ids = others.map((other) => sealEntry(other as Seal).id);
    expect(ids).not.toContain(sealEntry(SEAL).id);
  });
});

describe('reading a seal', () => {
  it('gives back what was sealed', () => {
    for (const seal of [SEAL, GENESIS]) expect(parseSeal(sealEntry(seal).bytes)).toEqual(seal);
  });

  const FIELDS: readonly (readonly [field: string, wrong: unknown])[] = [
    ['scope', null],
    ['scope', { tenant: 't', session: 's', lane: 'main' }],
    ['seq', -1],
    ['seq', 1.5],
    ['seq', '4'],
    ['seq', 2 ** 53],
    ['prev', 'short'],
    ['prev', 7],
    ['kind', 'note'],
    ['kind', 'toString'],
    ['role', 'pirate'],
    ['role', 'constructor'],
    ['authority', 'root'],
    ['authority', 'toString'],
    ['authority', 'assistant'],
    ['authority', null],
    ['contentId', 'AB'.repeat(32)],
    ['contentId', null],
    ['byteLength', -1],
    ['byteLength', null],
    ['chunks', {}],
    ['chunks', [null]],
    ['chunks', [{ offset: -1, hash: '0c'.repeat(32) }]],
    ['chunks', [{ offset: 0, hash: 'short' }]],
    ['chunks', [{ hash: '0c'.repeat(32) }]],
    ['at', 'yesterday'],
    ['links', null],
    ['links', []],
    ['links', { group: 'one' }],
    ['links', { group: -1 }],
    ['links', { about: 0.5 }],
    ['links', { nativeId: 1 }],
    ['links', { call: {} }],
    ['links', { header: false }],
    ['links', { provisional: 'yes' }],
  ];

  it.each(FIELDS)('refuses a wrong %s: %j', (field, wrong) => {
    const other = changedAt(SEAL as unknown as Json, [field], wrong) as Json;
    expect(codeOf(() => parseSeal(canonicalBytes(other)))).toBe('tampered');
  });

  it.each(Object.keys(SEAL))('refuses a seal without %s', (field) => {
    const other = changedAt(SEAL as unknown as Json, [field], undefined) as Json;
    expect(codeOf(() => parseSeal(canonicalBytes(other)))).toBe('tampered');
  });

  it('refuses what is no JSON, and never fails in another way', () => {
    expect(codeOf(() => parseSeal(utf8('{')))).toBe('tampered');
    expect(codeOf(() => parseSeal(Uint8Array.of(0xff)))).toBe('tampered');
    fc.assert(
      fc.property(hostileBytes(VALUES), (bytes) => {
        expect(['none', 'tampered']).toContain(codeOf(() => sealEntry(parseSeal(bytes))));
      }),
      { numRuns: 10_000 },
    );
  });
});
