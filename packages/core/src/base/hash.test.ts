/** Tagged hashes: exactly the bytes that docs/format.md names, and no tag stands for another. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { concat, utf8 } from './bytes.ts';
import { isDigest, plainSha256, type Tag, taggedHash } from './hash.ts';

const TAGS: readonly Tag[] = ['body', 'chunk', 'entry', 'head', 'group', 'roll', 'branch', 'reasoning'];

describe('a tagged hash', () => {
  it('is SHA-256 over daybook/v1/<tag>, a zero byte and the parts', () => {
    const parts = fc.array(fc.uint8Array({ maxLength: 100 }), { maxLength: 4 });
    fc.assert(
      fc.property(fc.constantFrom(...TAGS), parts, (tag, all) => {
        const hash = createHash('sha256').update(`daybook/v1/${tag}`, 'latin1').update(Uint8Array.of(0));
        for (const part of all) hash.update(part);
        expect(taggedHash(tag, ...all)).toBe(hash.digest('hex'));
      }),
    );
  });

  it('begins with a prefix that begins no other, so what is hashed under two tags is never the same bytes', () => {
    const prefixes = TAGS.map((tag) => concat(utf8(`daybook/v1/${tag}`), Uint8Array.of(0)));
    for (const [at, prefix] of prefixes.entries())
      for (const [other, longer] of prefixes.entries()) {
        if (at === other) continue;
        expect(Buffer.from(longer).subarray(0, prefix.length).equals(Buffer.from(prefix))).toBe(false);
      }
    const bytes = utf8('the same bytes');
    expect(new Set(TAGS.map((tag) => taggedHash(tag, bytes))).size).toBe(TAGS.length);
  });
});

describe('a plain hash', () => {
  it('is what the world calls SHA-256', () => {
    expect(plainSha256(utf8('abc'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});

describe('a digest', () => {
  it('is 64 lower-case hexadecimal digits and nothing else', () => {
    const digest = plainSha256(utf8('abc'));
    expect(isDigest(digest)).toBe(true);
    for (const text of ['', digest.slice(1), `${digest}0`, digest.toUpperCase(), `${digest}\n`, ` ${digest}`])
      expect(isDigest(text), JSON.stringify(text)).toBe(false);
  });
});
