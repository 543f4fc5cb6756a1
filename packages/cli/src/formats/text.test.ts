// Covers: J7 (which part of a text is its author's own)
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fileAt, type Marks, ownWords, parseArguments, timeOf } from './text.ts';

const marks: Marks = {
  texts: ['[stopped]'],
  beginnings: ['Caveat: '],
  openings: ['echo'],
  elements: ['reminder'],
  leadingElements: ['file'],
};
const own = (text: string) => ({ type: 'text', text });
const software = (text: string) => ({ type: 'text', text, authority: 'none' });

describe('own words', () => {
  test.each([
    ['words alone', 'use tabs', [own('use tabs')]],
    ['a whole text', ' [stopped]\n', [software(' [stopped]\n')]],
    ['a whole text inside others', 'why [stopped]?', [own('why [stopped]?')]],
    ['a beginning', 'Caveat: none of it', [software('Caveat: none of it')]],
    ['an opening', '<echo a="b">x</echo> y', [software('<echo a="b">x</echo> y')]],
    ['a longer name is no opening', '<echoes>x</echoes>', [own('<echoes>x</echoes>')]],
    ['an opening that is quoted', 'what is <echo>?', [own('what is <echo>?')]],
    [
      'an element before words',
      '<reminder>r</reminder>\n\nuse tabs',
      [software('<reminder>r</reminder>\n\n'), own('use tabs')],
    ],
    [
      'an element between words',
      'use tabs\n<reminder n="1">r\nr</reminder> and no semicolons',
      [own('use tabs'), software('\n<reminder n="1">r\nr</reminder> '), own('and no semicolons')],
    ],
    [
      'two elements in a row',
      '<reminder>a</reminder>\n<reminder>b</reminder>go',
      [software('<reminder>a</reminder>\n'), software('<reminder>b</reminder>'), own('go')],
    ],
    ['an element alone', '\n<reminder>r</reminder>\n', [software('\n<reminder>r</reminder>\n')]],
    ['an element without end', 'see <reminder> there', [own('see <reminder> there')]],
    [
      'a leading element in front',
      '<file name="a">x</file>\n<file name="b">y</file>\ndo it',
      [software('<file name="a">x</file>\n'), software('<file name="b">y</file>\n'), own('do it')],
    ],
    ['a leading element behind words', 'put <file>x</file> in', [own('put <file>x</file> in')]],
    ['nothing', '', [own('')]],
  ])('%s', (_, text, parts) => {
    expect(ownWords(text, marks)).toEqual(parts);
  });

  test('the parts of any text join to the text', () => {
    const piece = fc.constantFrom(
      '<reminder>',
      '</reminder>',
      '<file>',
      '</file>',
      '<echo',
      '>',
      ' ',
      '\n',
      'a',
      '\ud800',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        expect(
          ownWords(text, marks)
            .map((part) => part.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });

  test('time stays near linear where every element lacks its end', () => {
    const millis = (count: number) => {
      const text = '<reminder>'.repeat(count);
      const start = performance.now();
      ownWords(text, marks);
      return performance.now() - start;
    };
    millis(100_000);
    const small = Math.max(1, millis(100_000));
    expect(millis(400_000) / small).toBeLessThan(40);
  });
});

test.each([
  ['an object', '{"a":[1]}', { a: [1] }],
  ['no JSON', 'ls -la', 'ls -la'],
  ['a value that is none', { a: 1 }, { a: 1 }],
  ['absent', undefined, {}],
  ['nested too deeply', `${'['.repeat(1500)}${']'.repeat(1500)}`, `${'['.repeat(1500)}${']'.repeat(1500)}`],
])('arguments of a call: %s', (_, value, input) => {
  expect(parseArguments(value)).toEqual(input);
});

test('time: ISO text, milliseconds, absent where it is neither', () => {
  expect(timeOf('2026-01-01T00:00:00.005Z')).toEqual({ at: 1767225600005 });
  expect(timeOf(5)).toEqual({ at: 5 });
  expect(timeOf('yesterday')).toEqual({});
  expect(timeOf(null)).toEqual({});
});

test('a data URL becomes its bytes, any other stays', () => {
  expect(fileAt('data:image/gif;base64,R0lG', 'image/*')).toEqual({
    type: 'file',
    mediaType: 'image/gif',
    data: 'R0lG',
  });
  expect(fileAt('https://example.org/a.png', 'image/*', 'a')).toEqual({
    type: 'file',
    mediaType: 'image/*',
    url: 'https://example.org/a.png',
    name: 'a',
  });
});
