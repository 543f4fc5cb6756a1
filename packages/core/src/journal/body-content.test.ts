/** Covers: J2, J4. Content ids are salted; chunk tables cut at the published places and nowhere else. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeOf } from '../../test/code-of.ts';
import { nested } from '../../test/json.ts';
import { SALT } from '../../test/messages.ts';
import { fromUtf8 } from '../base/bytes.ts';
import { CHUNK_BYTES } from '../base/defaults.ts';
import type { Body } from './body.ts';
import { contentIdOf, contentOf } from './body.ts';
import { chunkHash, chunkTable } from './chunks.ts';

const OTHER_SALT = new Uint8Array(32).fill(1);

function tagged(tag: string, ...parts: readonly Uint8Array[]): string {
  const hash = createHash('sha256').update(`daybook/v1/${tag}\0`);
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

describe('a content id', () => {
  const body: Body = { kind: 'message', parts: [{ type: 'text', text: 'yes' }] };

  it('is a tagged hash of salt and canonical bytes', () => {
    const { contentId, bytes } = contentOf(body, SALT);
    expect(fromUtf8(bytes)).toBe('{"kind":"message","parts":[{"text":"yes","type":"text"}]}');
    expect(contentId).toBe(tagged('body', SALT, bytes));
  });

  it('is the same for the same body in a session, another in another', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, other) => {
        const of = (words: string, salt: Uint8Array): string =>
          contentOf({ kind: 'message', parts: [{ type: 'text', text: words }] }, salt).contentId;
        expect(of(text, SALT)).toBe(of(text, SALT));
        expect(of(text, SALT)).not.toBe(of(text, OTHER_SALT));
        expect(of(text, SALT) === of(other, SALT)).toBe(text === other);
      }),
    );
  });

  it('of every kind with equal parts is another', () => {
    const derived: Body = { ...body, kind: 'derived' };
    expect(contentOf(derived, SALT).contentId).not.toBe(contentOf(body, SALT).contentId);
  });

  it('is refused for a body nested deeper than asked', () => {
    const deep: Body = { kind: 'opaque', provider: 'p', item: nested(20) };
    expect(codeOf(() => contentOf(deep, SALT, 21))).toBe('none');
    expect(codeOf(() => contentOf(deep, SALT, 20))).toBe('invalid-input');
  });
});

describe('a chunk table', () => {
  const bytes = Uint8Array.from({ length: 3 * CHUNK_BYTES + 1 }, (_, at) => (at * 31) % 251);

  it.each([
    [0, [0]],
    [1, [0]],
    [65_535, [0]],
    [65_536, [0]],
    [65_537, [0, 65_536]],
    [3 * 65_536, [0, 65_536, 131_072]],
    [3 * 65_536 + 1, [0, 65_536, 131_072, 196_608]],
  ])('of %d bytes', (length, offsets) => {
    const whole = bytes.subarray(0, length);
    const table = chunkTable(whole, SALT);
    expect(table.map(({ offset }) => offset)).toEqual(offsets);
    for (const { offset, hash } of table)
      expect(hash).toBe(tagged('chunk', SALT, whole.subarray(offset, offset + 65_536)));
  });

  it('tells which chunk was changed', () => {
    const table = chunkTable(bytes, SALT);
    const changed = Uint8Array.from(bytes);
    changed[65_536] = (changed[65_536] as number) ^ 1;
    const differs = chunkTable(changed, SALT).map(({ hash }, at) => hash !== table[at]?.hash);
    expect(differs).toEqual([false, true, false, false]);
  });

  it('is salted, and no chunk hash is a content id', () => {
    const part = bytes.subarray(0, 10);
    expect(chunkHash(part, SALT)).not.toBe(chunkHash(part, OTHER_SALT));
    expect(chunkHash(part, SALT)).not.toBe(contentIdOf(part, SALT));
  });
});
