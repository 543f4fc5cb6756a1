/** A copy says "the same" only of what translates to the same message; in doubt it says no. */
import { jsonArbitrary } from '@daybook/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromPrompt } from '../messages/index.ts';
import { isSame, ownCopy } from './own-copy.ts';

/** A member of that name is taken for a form of its own, and such a value for new. */
const plainJson = jsonArbitrary.filter((value) => !JSON.stringify(value).includes('"toJSON"'));

/** Whether the value, changed in place between two calls, is taken for the same. */
function noticed<Value>(value: Value, change: (value: Value) => void): boolean {
  const copy = ownCopy(value);
  change(value);
  return !isSame(copy, value);
}

describe('what is the same', () => {
  it('any JSON value, and a clone of it', () => {
    fc.assert(
      fc.property(plainJson, (value) => {
        const copy = ownCopy(value);
        return isSame(copy, value) && isSame(copy, structuredClone(value));
      }),
    );
  });

  it('bytes, URLs, absent members and numbers that equality mistakes', () => {
    for (const value of [
      new Uint8Array([1, 2]),
      Buffer.from('ab'),
      new URL('https://files.example.com/a'),
      { a: undefined },
      [Number.NaN, -0, 10n, null, undefined],
      Object.assign(Object.create(null), { a: 1 }),
    ])
      expect(isSame(ownCopy(value), value)).toBe(true);
  });

  it('members in another order', () => {
    expect(isSame(ownCopy({ a: 1, b: 2 }), { b: 2, a: 1 })).toBe(true);
  });

  it('a value and its copy share nothing', () => {
    const value = { list: [{ bytes: new Uint8Array([1]), url: new URL('https://example.com/') }] };
    const copy = ownCopy(value) as typeof value;
    expect(copy).toEqual(value);
    expect(copy.list).not.toBe(value.list);
    expect(copy.list[0]?.bytes.buffer).not.toBe(value.list[0]?.bytes.buffer);
    expect(copy.list[0]?.url).not.toBe(value.list[0]?.url);
  });
});

describe('what is not the same', () => {
  it('a JSON value with any other', () => {
    fc.assert(
      fc.property(plainJson, plainJson, (one, other) => {
        const equal = JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
        expect(isSame(ownCopy(one), other)).toBe(equal);
      }),
    );
  });

  it('a value that was changed in place', () => {
    expect(noticed({ a: { b: [1, 2] } }, (value) => value.a.b.push(3))).toBe(true);
    expect(noticed({ a: { b: [1, 2] } }, (value) => value.a.b.splice(0, 1, 7))).toBe(true);
    expect(noticed({ a: 1 } as { a?: number }, (value) => void delete value.a)).toBe(true);
    expect(noticed({ a: 1 } as object, (value) => void Object.assign(value, { b: undefined }))).toBe(true);
    expect(noticed(new Uint8Array([1, 2]), (bytes) => void bytes.fill(9, 1))).toBe(true);
    expect(noticed(new URL('https://example.com/a'), (url) => url.searchParams.set('b', '1'))).toBe(true);
    const buffer = new ArrayBuffer(4);
    expect(noticed(new Uint8Array(buffer), () => void new Uint8Array(buffer).fill(1))).toBe(true);
  });

  it('what gets a form of its own later', () => {
    expect(noticed({ a: 1 } as object, (value) => void Object.assign(value, { toJSON: () => 'other' }))).toBe(
      true,
    );
    const hidden = (value: object) =>
      void Object.defineProperty(value, 'toJSON', { value: () => 'other', enumerable: false });
    expect(noticed({ a: 1 } as object, hidden)).toBe(true);
  });

  it('what brings a form of its own, even to itself', () => {
    class Point {
      x = 1;
    }
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    for (const value of [
      new Date(0),
      new Point(),
      new Map([[1, 2]]),
      new Set([1]),
      new ArrayBuffer(2),
      new Float32Array(2),
      { toJSON: () => 1 },
      () => 1,
      Symbol('a'),
      cycle,
    ])
      for (const held of [value, [value], { value }]) expect(isSame(ownCopy(held), held)).toBe(false);
  });

  it('a value nested deeper than anybody needs', () => {
    const deep = JSON.parse(`${'['.repeat(2000)}${']'.repeat(2000)}`);
    expect(isSame(ownCopy(deep), deep)).toBe(false);
  });

  it('a list in place of an object, bytes in place of a list', () => {
    expect(isSame(ownCopy([]), {})).toBe(false);
    expect(isSame(ownCopy({}), [])).toBe(false);
    expect(isSame(ownCopy([1]), new Uint8Array([1]))).toBe(false);
    expect(isSame(ownCopy(new Uint8Array([1])), [1])).toBe(false);
    expect(isSame(ownCopy({ a: 1 }), null)).toBe(false);
    expect(isSame(ownCopy(null), {})).toBe(false);
  });

  it('a member that the prototype has', () => {
    expect(isSame(ownCopy({ a: Object.prototype.toString }), { toString: Object.prototype.toString })).toBe(
      false,
    );
    expect(isSame(ownCopy({ a: 1 }), { constructor: 1 })).toBe(false);
  });

  it('a list with a hole that is filled', () => {
    // biome-ignore lint/suspicious/noSparseArray: the hole is what is tested
    expect(noticed([, 1] as unknown[], (list) => list.fill('now here', 0, 1))).toBe(true);
  });

  it('a list that gets a form of its own later', () => {
    const list: unknown[] = [1];
    expect(noticed(list, () => void Object.assign(list, { toJSON: () => 'other' }))).toBe(true);
  });
});

it('what is the same translates to the same message, for any change of one member', () => {
  fc.assert(
    fc.property(jsonArbitrary, jsonArbitrary, (input, other) => {
      const message = (value: unknown) => ({
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: 'c', toolName: 't', input: value }],
      });
      const held = { value: input };
      const native = message(held);
      const [before] = fromPrompt([native]);
      const copy = ownCopy(native);
      held.value = other;
      if (isSame(copy, native)) expect(fromPrompt([native])[0]).toEqual(before);
    }),
  );
});

it.each([
  [
    'a getter that throws',
    {
      get a(): unknown {
        throw new Error('not now');
      },
    },
  ],
  ['a proxy that answers nothing', revoked()],
])('nothing is thrown for %s', (_, value) => {
  expect(isSame(ownCopy({ value }), { value })).toBe(false);
});

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

/** Members by name, numbers as equality by value sees them. */
function sorted(value: unknown): unknown {
  if (Object.is(value, -0)) return 'minus zero';
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, sorted(member)]);
  return { members: members.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)) };
}
