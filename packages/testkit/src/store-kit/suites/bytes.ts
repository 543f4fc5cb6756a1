/** Bytes come back as they were: any value, any length, in bodies, seals, nodes, frontiers and salts. */
import type { Kit } from '../options.ts';
import { grow, mustHold } from '../reading.ts';
import { bodyOf, changeOf, scopeOf, textBytes } from '../rows.ts';

const SCOPE = scopeOf();

/** Over every page, packet and default limit that a medium is likely to have. */
const BIG = 3 * 1024 * 1024 + 1;

const SAMPLES: Readonly<Record<string, Uint8Array>> = {
  'no byte': new Uint8Array(0),
  'one NUL': new Uint8Array(1),
  'NUL between text': textBytes('before\0after\0'),
  'every byte': Uint8Array.from({ length: 256 }, (_, at) => at),
  'no UTF-8': Uint8Array.of(0xc3, 0x28, 0xed, 0xa0, 0x80, 0xff, 0xfe),
  'a byte order mark': Uint8Array.of(0xef, 0xbb, 0xbf, 0x41),
  'line ends': textBytes('a\r\nb\rc\n\u2028'),
  'digits that look like hexadecimal': textBytes('\\x00ff \\000 0x41'),
};

export function bytesSuite(kit: Kit): void {
  for (const [name, bytes] of Object.entries(SAMPLES))
    kit.test(`${name} comes back from body, seal, node and frontier`, async ({ store }) => {
      const change = changeOf(SCOPE, null);
      const sample = {
        ...change,
        next: { ...change.next, frontier: bytes },
        entries: change.entries.map((entry) => ({ ...entry, seal: bytes, node: bytes })),
        bodies: [bodyOf(name, bytes)],
      };
      await grow(store, sample);
      await mustHold(store, sample);
    });

  kit.test('a salt of any bytes comes back', async ({ store }) => {
    const salt = Uint8Array.from({ length: 32 }, (_, at) => (at % 3 === 0 ? 0 : 255 - at));
    const change = changeOf(SCOPE, null, { salt });
    await grow(store, change);
    await mustHold(store, change);
  });

  kit.test('a body of megabytes comes back', async ({ store }) => {
    const big = pattern(BIG);
    const change = changeOf(SCOPE, null, { bodies: [bodyOf('big', big), bodyOf('small')] });
    await grow(store, change);
    await mustHold(store, change);
  });

  kit.test('a view into a larger buffer is stored as what it shows', async ({ store }) => {
    const whole = pattern(300);
    const change = changeOf(SCOPE, null, { bodies: [bodyOf('view', whole.subarray(100, 200))] });
    await grow(store, change);
    await mustHold(store, change);
  });

  kit.test('a group of thousands of parts comes back', async ({ store }) => {
    const change = changeOf(SCOPE, null);
    const parts = Array.from({ length: 3000 }, (_, at) => at.toString(16).padStart(16, '0'));
    const wide = { ...change, groups: change.groups.map((group) => ({ ...group, parts })) };
    await grow(store, wide);
    await mustHold(store, wide);
  });
}

/** Bytes that repeat nowhere near a power of two, so that a lost or doubled page shows. */
function pattern(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at++) bytes[at] = (at * 31 + (at >> 8) * 7 + (at >> 16)) % 251;
  return bytes;
}
