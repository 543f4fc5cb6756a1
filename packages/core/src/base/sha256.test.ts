/**
 * SHA-256, both implementations: published vectors first, then each against the other.
 *
 * Vectors: FIPS 180-4 examples and NIST CAVP (SHA256ShortMsg, additional sample vectors of NIST's example page).
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex, utf8 } from './bytes.ts';
import * as node from './sha256.node.ts';
import * as portable from './sha256.portable.ts';

const IMPLEMENTATIONS = [
  ['node', node],
  ['portable', portable],
] as const;

const VECTORS: readonly (readonly [name: string, message: Uint8Array, digest: string])[] = [
  ['nothing', utf8(''), 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', utf8('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    '448 bits',
    utf8('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq'),
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
  [
    '896 bits',
    utf8(
      'abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu',
    ),
    'cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1',
  ],
  [
    'a million a',
    utf8('a'.repeat(1_000_000)),
    'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0',
  ],
  ['8 bits', fromHex('d3'), '28969cdfa74a12c82f3bad960b0b000aca2ac329deea5c2328ebc6f2ba9802c1'],
  ['16 bits', fromHex('11af'), '5ca7133fa735326081558ac312c620eeca9970d1e70a4b95533d956f072d1f98'],
  ['24 bits', fromHex('b4190e'), 'dff2e73091f6c05e528896c4c831b9448653dc2ff043528f6769437bc7b975c2'],
  ['byte bd', fromHex('bd'), '68325720aabd7c82f30f554b313d0570c95accbb7dc4b5aae11204c08ffe732b'],
  ['4 bytes', fromHex('c98c8e55'), '7abc22c0ae5af26ce93dbb94433a0e0b2e119d014f8e7f65bd56c61ccccd9504'],
  ['55 zeros', new Uint8Array(55), '02779466cdec163811d078815c633f21901413081449002f24aa3e80f0b88ef7'],
  ['56 zeros', new Uint8Array(56), 'd4817aa5497628e7c77e6b606107042bbba3130888c5f47a375e6179be789fbb'],
  ['57 zeros', new Uint8Array(57), '65a16cb7861335d5ace3c60718b5052e44660726da4cd13bb745381b235a1785'],
  ['64 zeros', new Uint8Array(64), 'f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b'],
  ['1000 zeros', new Uint8Array(1000), '541b3e9daa09b20bf85fa273e5cbd3e80185aa4ec298e765db87742b70138a53'],
  ['1000 A', utf8('A'.repeat(1000)), 'c2e686823489ced2017f6059b8b239318b6364f6dcd835d0a519105a1eadd6e4'],
  ['1005 U', utf8('U'.repeat(1005)), 'f4d62ddec0f3dd90ea1380fa16a5ff8dc4c54b21740650f24afc4120903552b0'],
];

describe.each(IMPLEMENTATIONS)('%s', (_, { sha256, sha256Hex }) => {
  it.each(VECTORS)('%s', (_name, message, digest) => {
    expect(sha256Hex(message)).toBe(digest);
    expect(toHex(sha256(message))).toBe(digest);
  });

  it('reads a view of a larger buffer as the bytes of the view', () => {
    const view = new Uint8Array(fromHex('00d300')).subarray(1, 2);
    expect(sha256Hex(view)).toBe('28969cdfa74a12c82f3bad960b0b000aca2ac329deea5c2328ebc6f2ba9802c1');
  });

  it('returns bytes of its own each time', () => {
    const first = sha256(utf8('abc'));
    const kept = toHex(first);
    first.fill(0);
    expect(toHex(sha256(utf8('abc')))).toBe(kept);
  });
});

describe('both', () => {
  it('agree at every length around the block boundaries', () => {
    const bytes = Uint8Array.from({ length: 1100 }, (_, at) => (at * 151) % 256);
    const lengths = Array.from({ length: 17 }, (_, block) => [-9, -1, 0, 1].map((by) => 64 * block + by));
    for (const length of lengths.flat().filter((count) => count >= 0)) {
      const message = bytes.subarray(0, length);
      expect(portable.sha256Hex(message), `${length} bytes`).toBe(node.sha256Hex(message));
    }
  });

  it('agree on random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3000, size: 'max' }), (message) => {
        expect(portable.sha256Hex(message)).toBe(node.sha256Hex(message));
        expect(toHex(portable.sha256(message))).toBe(toHex(node.sha256(message)));
      }),
      { numRuns: 300 },
    );
  });
});
