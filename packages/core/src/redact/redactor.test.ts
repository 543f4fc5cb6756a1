/** The port of redaction: placeholders, and redactors that answer anything. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeOf } from '../../test/code-of.ts';
import { anyText, jsonOf, nested } from '../../test/json.ts';
import type { Json } from '../base/json.ts';
import { type Redactor, redactJson, redactText, type SecretSpan } from './redactor.ts';

/** Finds runs of digits, as kind `digits`. */
const digits: Redactor = {
  id: 'digits/1',
  find: (text) =>
    Array.from(text.matchAll(/\d+/g), ({ index, 0: found }) => ({
      start: index,
      end: index + found.length,
      kind: 'digits',
    })),
};

/** Answers whatever it is given as spans. */
function answering(answer: unknown): Redactor {
  return { id: 'hostile/1', find: () => answer as SecretSpan[] };
}

const throwing: Redactor = {
  id: 'throwing/1',
  find() {
    throw new Error('no');
  },
};

function redacted(redactor: Redactor, text: string): string {
  return redactText(redactor, text).text;
}

describe('redactText', () => {
  it('numbers different values in order of appearance, and equal ones alike', () => {
    expect(redactText(digits, 'a 22 b 11 c 22 d')).toEqual({
      text: 'a [secret:digits:1] b [secret:digits:2] c [secret:digits:1] d',
      hidden: 3,
    });
  });

  it('gives a text without secrets back', () => {
    expect(redactText(digits, 'plain')).toEqual({ text: 'plain', hidden: 0 });
    expect(redactText(digits, '')).toEqual({ text: '', hidden: 0 });
    expect(redactText(throwing, '')).toEqual({ text: '', hidden: 0 });
  });

  it('keeps placeholders of an earlier run, and gives their numbers to no other value', () => {
    const text = 'a [secret:digits:1] b 22 c [secret:token:3] d 33 e 44';
    const after =
      'a [secret:digits:1] b [secret:digits:2] c [secret:token:3] d [secret:digits:4] e [secret:digits:5]';
    expect(redactText(digits, text)).toEqual({ text: after, hidden: 3 });
    expect(redactText(digits, after)).toEqual({ text: after, hidden: 0 });
  });

  it('hides what stands around a placeholder inside one secret', () => {
    const all = answering([{ start: 0, end: 99, kind: 'all' }]);
    expect(redacted(all, 'ab[secret:x:1]cd')).toBe('[secret:all:2][secret:x:1][secret:all:3]');
  });

  it('takes nothing for a placeholder that only looks like one', () => {
    expect(redacted(digits, '[secret:digits:0] [secret:Digits:7] [secret:x:1234567890]')).toBe(
      '[secret:digits:[secret:digits:1]] [secret:Digits:[secret:digits:2]] [secret:x:[secret:digits:3]]',
    );
  });

  it('hides a found value everywhere in the text', () => {
    const first = answering([{ start: 0, end: 9, kind: 'first' }]);
    expect(redacted(first, 'swordfish, I say: swordfish!')).toBe(
      '[secret:first:1], I say: [secret:first:1]!',
    );
  });

  it('asks again until nothing more is found, so that a second run finds nothing', () => {
    const firstWord: Redactor = {
      id: 'first-word/1',
      find(text) {
        const word = /[a-z]+/.exec(text);
        return word === null ? [] : [{ start: word.index, end: word.index + word[0].length, kind: 'word' }];
      },
    };
    expect(redactText(firstWord, 'one two one')).toEqual({
      text: '[secret:word:1] [secret:word:2] [secret:word:1]',
      hidden: 3,
    });
  });

  it('stops asking a redactor that never comes to an end', () => {
    let calls = 0;
    const endless: Redactor = {
      id: 'endless/1',
      find: () => [{ start: calls++, end: calls, kind: 'next' }],
    };
    expect(redacted(endless, 'x'.repeat(100)).endsWith('xxx')).toBe(true);
    expect(calls).toBeLessThan(20);
  });

  it('hides as many values as there are', () => {
    const text = Array.from({ length: 300_000 }, (_, at) => at).join(' ');
    expect(redactText(digits, text).hidden).toBe(300_000);
  });

  it('hides a short value only where it was found', () => {
    const first = answering([{ start: 0, end: 2, kind: 'first' }]);
    expect(redacted(first, 'is this')).toBe('[secret:first:1] this');
  });
});

describe('a redactor that cannot be trusted', () => {
  const text = '0123456789';
  const spans: readonly (readonly [what: string, spans: unknown, shown: string])[] = [
    [
      'unsorted',
      [
        { start: 8, end: 9, kind: 'b' },
        { start: 1, end: 2, kind: 'a' },
      ],
      '0[secret:a:1]234567[secret:b:2]9',
    ],
    [
      'overlapping',
      [
        { start: 4, end: 8, kind: 'b' },
        { start: 2, end: 6, kind: 'a' },
      ],
      '01[secret:a:1]89',
    ],
    [
      'one inside the other',
      [
        { start: 3, end: 4, kind: 'b' },
        { start: 2, end: 6, kind: 'a' },
      ],
      '01[secret:a:1]6789',
    ],
    [
      'twice the same',
      [
        { start: 3, end: 4, kind: 'a' },
        { start: 3, end: 4, kind: 'b' },
      ],
      '012[secret:a:1]456789',
    ],
    [
      'side by side',
      [
        { start: 3, end: 4, kind: 'a' },
        { start: 4, end: 5, kind: 'b' },
      ],
      '012[secret:a:1][secret:b:2]56789',
    ],
    ['too far to the right', [{ start: 8, end: 1e9, kind: 'a' }], '01234567[secret:a:1]'],
    ['too far to the left', [{ start: Number.NEGATIVE_INFINITY, end: 2, kind: 'a' }], '[secret:a:1]23456789'],
    ['outside', [{ start: 20, end: 30, kind: 'a' }], text],
    ['empty', [{ start: 3, end: 3, kind: 'a' }], text],
    ['backwards', [{ start: 5, end: 3, kind: 'a' }], '012[secret:a:1]56789'],
    ['broken', [{ start: 2.5, end: 3.5, kind: 'a' }], '01[secret:a:1]456789'],
    ['without a start', [{ start: Number.NaN, end: 3, kind: 'a' }], '[secret:a:1]3456789'],
    ['without an end', [{ start: 3, end: '4', kind: 'a' }], '012[secret:a:1]'],
    ['without anything', [{}], '[secret:secret:1]'],
    ['of a strange kind', [{ start: 0, end: 9, kind: ' A/B]:7[\n$&é' }], '[secret:a-b-7:1]9'],
    ['of an endless kind', [{ start: 0, end: 9, kind: 'k'.repeat(1e6) }], `[secret:${'k'.repeat(24)}:1]9`],
    ['of no kind', [{ start: 0, end: 9, kind: '???' }], '[secret:secret:1]9'],
    ['of a kind that is no text', [{ start: 0, end: 9, kind: Symbol('k') }], '[secret:secret:1]9'],
  ];

  it.each(spans)('may answer spans %s', (_, answer, shown) => {
    expect(redacted(answering(answer), text)).toBe(shown);
  });

  it('never cuts through a character of two code units', () => {
    const inside = answering([{ start: 2, end: 4, kind: 'a' }]);
    expect(redacted(inside, 'a😀😀b')).toBe('a[secret:a:1]b');
  });

  const unreadable: readonly (readonly [what: string, redactor: Redactor])[] = [
    ['throws', throwing],
    ['answers nothing', answering(undefined)],
    ['answers a promise', answering(Promise.resolve([]))],
    ['answers an object', answering({ length: 0 })],
    ['answers null as a span', answering([null])],
    [
      'answers a span that throws',
      answering([Object.defineProperty({}, 'start', { get: () => throwing.find('') })]),
    ],
  ];

  it.each(unreadable)('hides the whole text when it %s', (_, redactor) => {
    const hidden = { text: '[secret:unreadable:1]', hidden: 1 };
    expect(redactText(redactor, 'some [secret:x:1] text')).toEqual(hidden);
    expect(redacted(redactor, hidden.text)).toBe(hidden.text);
    expect(redactJson(redactor, { a: 'b', c: ['d', 1] })).toEqual({
      '[secret:unreadable:2]': '[secret:unreadable:1]',
      '[secret:unreadable:4]': ['[secret:unreadable:3]', 1],
    });
  });
});

describe('redactJson', () => {
  it('hides secrets in strings and member names, numbered over the whole value', () => {
    expect(redactJson(digits, { 'a 1': ['1', 2, true, null, '3'], b: { c: 'x 3' } })).toEqual({
      'a [secret:digits:1]': ['[secret:digits:1]', 2, true, null, '[secret:digits:2]'],
      b: { c: 'x [secret:digits:2]' },
    });
  });

  it('keeps different member names apart', () => {
    const shown = redactJson(digits, { '1': 'a', '2': 'b', '[secret:digits:1]': 'c', __proto__x: 'd' });
    expect(Object.values(shown as object).toSorted()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('keeps a member named __proto__', () => {
    const value = JSON.parse('{"__proto__": {"a": "1"}}') as Json;
    expect(JSON.stringify(redactJson(digits, value))).toBe('{"__proto__":{"a":"[secret:digits:1]"}}');
  });

  it('hides a string that the name of its member gives away', () => {
    const named: Redactor = {
      id: 'named/1',
      find(text) {
        const found = /"pin": "((?:[^"\\]|\\.)*)"/d.exec(text)?.indices?.[1];
        return found === undefined ? [] : [{ start: found[0], end: found[1], kind: 'pin' }];
      },
    };
    const value = { pin: 'a "b"\nc', pins: 'a', list: [{ pin: ['d', 'a'] }], other: 'd' };
    expect(redactJson(named, value)).toEqual({
      pin: '[secret:pin:1]',
      pins: 'a',
      list: [{ pin: ['[secret:pin:2]', '[secret:pin:3]'] }],
      other: 'd',
    });
  });

  it('leaves empty texts empty, whatever the redactor', () => {
    const all = answering([{ start: 0, end: 99, kind: 'all' }]);
    for (const redactor of [all, throwing]) expect(redactJson(redactor, { '': '' })).toEqual({ '': '' });
  });

  it('refuses what is nested too deep, with a code', () => {
    expect(redactJson(digits, nested(1000))).toEqual(nested(1000));
    expect(codeOf(() => redactJson(digits, nested(1001)))).toBe('invalid-input');
  });

  it('changes nothing else, and nothing at a second run', () => {
    const text = fc.oneof(anyText, fc.constantFrom('1', '12', 'a 1', '[secret:digits:1]', '[secret:digits:'));
    fc.assert(
      fc.property(jsonOf(text), (value) => {
        const before = JSON.stringify(value);
        const once = redactJson(digits, value);
        expect(JSON.stringify(value)).toBe(before);
        expect(redactJson(digits, once)).toEqual(once);
        expect(membersOf(once)).toBe(membersOf(value));
      }),
      { numRuns: 500 },
    );
  });
});

describe('redaction with any redactor', () => {
  const offset = fc.oneof(
    fc.integer({ min: -2, max: 40 }),
    fc.double(),
    fc.constantFrom(undefined, null, '3'),
  );
  const span = fc.record({ start: offset, end: offset, kind: fc.oneof(anyText, fc.constant(undefined)) });
  const spans = fc.array(span, { maxLength: 6 });

  it('shows exactly the characters that no span touches', () => {
    const text = 'abcdefghijklm😀nopqrst🧭uvwxyz0123456789';
    fc.assert(
      fc.property(spans, (answer) => {
        const shown = redacted(answering(answer), text).replaceAll(/\[secret:[a-z0-9-]+:\d+\]/g, '');
        let at = 0;
        const untouched = Array.from(text, (character) => {
          const [start, end] = [at, at + character.length];
          at = end;
          return answer.some((s) => touches(s, start, end, text.length)) ? '' : character;
        });
        expect(shown).toBe(untouched.join(''));
      }),
      { numRuns: 1000 },
    );
  });

  it('answers the same again and keeps every placeholder', () => {
    const parts = fc.array(fc.oneof(anyText, fc.constantFrom('[secret:x:1]', '[secret:a:2]', 'swordfish')));
    fc.assert(
      fc.property(parts, spans, (words, answer) => {
        const text = words.join('');
        const once = redactText(answering(answer), text);
        expect(redactText(answering(answer), text)).toEqual(once);
        for (const kept of ['[secret:x:1]', '[secret:a:2]'])
          expect(once.text.split(kept).length).toBeGreaterThanOrEqual(text.split(kept).length);
      }),
      { numRuns: 1000 },
    );
  });

  function touches(
    span: { start: unknown; end: unknown },
    from: number,
    to: number,
    length: number,
  ): boolean {
    const read = (value: unknown, otherwise: number) =>
      typeof value === 'number' && !Number.isNaN(value) ? Math.min(Math.max(value, 0), length) : otherwise;
    const [a, b] = [read(span.start, 0), read(span.end, length)];
    return Math.floor(Math.min(a, b)) < to && Math.ceil(Math.max(a, b)) > from && a !== b;
  }
});

/** How many members and items a value has, all levels together. */
function membersOf(value: Json): number {
  if (value === null || typeof value !== 'object') return 1;
  return Object.values(value).reduce((sum: number, item: Json) => sum + membersOf(item), 1);
}
