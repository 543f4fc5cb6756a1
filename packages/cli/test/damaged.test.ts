/**
 * Covers: O2 (import of damaged and hostile files): what cannot be read is reported with its place and skipped, what
 * can is kept exactly, and nothing else than a typed error ends an import.
 */
import { DaybookError, type Json } from '@daybook/core';
import { describe, expect, it } from 'vitest';
import { fileLines } from '../src/import/lines.ts';
import { newFile } from './files.ts';
import { entriesOf, importFile, openJournal } from './journal.ts';

/** Of a file as it is read. */
const CHUNK_BYTES = 65_536;
const header = JSON.stringify({ type: 'session', id: 's1', version: 1 });
const said = (content: Json): string =>
  JSON.stringify({ type: 'message', message: { role: 'user', content } });
const called = (input: string): string =>
  `{"type":"message","message":{"role":"assistant","content":[{"type":"toolCall","id":"c","name":"f","arguments":${input}}]}}`;
const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('a line in the middle', () => {
  it.each<[string, string | Buffer, string]>([
    ['no JSON', '{"type":"message","mess', 'damaged-line'],
    ['bytes that are not UTF-8', bytes('{"a":"', [0xc3, 0x28], '"}'), 'damaged-line'],
    ['half a surrogate pair in UTF-8', bytes('{"a":"', [0xed, 0xa0, 0x80], '"}'), 'damaged-line'],
    ['a raw zero byte', '{"a":"\u0000"}', 'damaged-line'],
    ['a number over a double', '{"a":1e999}', 'damaged-line'],
    ['nested too deep', `{"a":${deep(5000)}}`, 'damaged-line'],
    ['nested far too deep', deep(1_000_000), 'damaged-line'],
    ['an open bracket a million times', '['.repeat(1_000_000), 'damaged-line'],
    ['a value that is no object', '7', 'unknown-line'],
    ['an object without a type', '{}', 'unknown-line'],
  ])('is reported by its number and skipped: %s', async (_, line, code) => {
    const { texts, warnings } = await read(
      'log.jsonl',
      Buffer.concat([
        Buffer.from(lines(header, said('a'))),
        typeof line === 'string' ? Buffer.from(line) : line,
        Buffer.from(lines('', said('b'))),
      ]),
    );
    expect(texts).toEqual(['a', 'b']);
    expect(warnings).toEqual([[3, code]]);
  });

  it('stops a strict import, which keeps what stood before it', async () => {
    const daybook = await openJournal();
    const file = newFile('log.jsonl', lines(header, said('a'), '{broken', said('b'), '{broken', said('c')));
    await expect(importFile(daybook, file, true)).rejects.toMatchObject({
      code: 'invalid-input',
      details: { line: 3 },
    });
    expect(textsOf(await entriesOf(daybook, 's1'))).toEqual(['a']);
    const { appended, warnings } = await importFile(daybook, file);
    expect([appended, warnings.map(({ line }) => line)]).toEqual([2, [3, 5]]);
    expect(textsOf(await entriesOf(daybook, 's1'))).toEqual(['a', 'b', 'c']);
  });

  it('may be the first', async () => {
    const { texts, warnings } = await read('log.jsonl', lines('{broken', header, said('a')));
    expect([texts, warnings]).toEqual([['a'], [[1, 'damaged-line']]]);
  });

  it('without a line end is no line yet', async () => {
    const { texts, warnings } = await read('log.jsonl', lines(header, said('a')) + said('b'), true);
    expect([texts, warnings]).toEqual([['a'], [[3, 'unfinished-line']]]);
  });

  it('that stands there twice is recorded once', async () => {
    const tree = (id: string, parentId: string | null, content: string): string =>
      JSON.stringify({ type: 'message', id, parentId, message: { role: 'user', content } });
    const log = [
      header,
      tree('e1', null, 'a'),
      tree('e2', 'e1', 'b'),
      tree('e1', null, 'a'),
      tree('e3', 'e2', 'c'),
    ];
    const { texts, warnings } = await read('log.jsonl', lines(...log));
    expect([texts, warnings]).toEqual([['a', 'b', 'c'], [[4, 'repeated-line']]]);
  });

  it('over the limit is counted and let go', async () => {
    const file = newFile('long.jsonl', `short\n${'x'.repeat(300_000)}\nshort again\n${'y'.repeat(300_000)}`);
    const found = [];
    for await (const line of fileLines(file, 100_000)) found.push(line);
    expect(found).toMatchObject([
      { type: 'line', number: 1, text: 'short', endBytes: 6 },
      { type: 'damaged', number: 2, endBytes: 300_007 },
      { type: 'line', number: 3, text: 'short again', endBytes: 300_019 },
      { type: 'unfinished', number: 4, lengthBytes: 300_000 },
    ]);
  });
});

describe('text is kept exactly', () => {
  const strange = 'half \ud83d, other half \udc00, zero \u0000, \u2028\u2029, \ufeff, bell \u0007, e\u0301';

  it.each([
    ['in a line', 'log.jsonl', lines(header, said(strange))],
    ['in a document', 'log.json', JSON.stringify([{ role: 'user', content: strange }])],
    [
      'in a document that escapes it',
      'log.json',
      escaped(JSON.stringify([{ role: 'user', content: strange }])),
    ],
    ...[0, 1, 2, 3].map((shift): [string, string, string] => {
      // The mark lies across the place where the first chunk of the file ends.
      const before = '[{"role":"user","content":"';
      const rest = JSON.stringify(strange).slice(1);
      const filler = ' '.repeat(
        CHUNK_BYTES - before.length - Buffer.byteLength(rest.split('\ufeff')[0] ?? '') - shift,
      );
      return [`in a document, across chunks (${shift})`, 'log.json', `[${filler}${before.slice(1)}${rest}}]`];
    }),
    ['raw separators in a line', 'log.jsonl', lines(header, said(strange).replace('\\u2028', '\u2028'))],
  ])('%s', async (_, name, content) => {
    expect((await read(name, content)).texts).toEqual([strange]);
  });

  it.each([
    ['line ends of another system', lines(header, said('a\r\n'), said('b')).replaceAll('\n', '\r\n')],
    ['a byte order mark', `\ufeff${lines(header, said('a\r\n'), said('b'))}`],
    ['blank lines', `\n  \n${lines(header, '', said('a\r\n'), '\t', said('b'))}\n\n`],
  ])('%s around it', async (_, content) => {
    const { texts, warnings } = await read('log.jsonl', content);
    expect([texts, warnings]).toEqual([['a\r\n', 'b'], []]);
  });

  it.each([
    ['a line', 'log.jsonl', lines(header, called('{"__proto__":{"a":1},"constructor":{"b":2}}'))],
    [
      'a document',
      'log.json',
      '[{"role":"assistant","__proto__":{"role":"user"},"tool_calls":[{"id":"c","function":{"name":"f","arguments":"{\\"__proto__\\":{\\"a\\":1},\\"constructor\\":{\\"b\\":2}}"}}]}]',
    ],
  ])('keys of prototypes are keys like any other: %s', async (_, name, content) => {
    const { entries } = await read(name, content);
    expect(entries[0]?.text).toBe('f\n{"__proto__":{"a":1},"constructor":{"b":2}}');
    expect(({} as { a?: number }).a).toBeUndefined();
  });
});

describe('a document', () => {
  const message = (content: string): string => JSON.stringify({ role: 'user', content });

  it.each<[string, string | Uint8Array, readonly string[], readonly unknown[]]>([
    ['ends inside a message', `[${message('a')},{"role":"us`, ['a'], [[2, 'unfinished-line']]],
    ['ends before its list does', `{"messages":[${message('a')}`, ['a'], [[2, 'unfinished-line']]],
    ['is no JSON from some place on', `[${message('a')},{"role":NaN}]`, ['a'], [[2, 'damaged-line']]],
    ['is followed by something', `[${message('a')}] x`, ['a'], [[2, 'damaged-line']]],
    ['has a raw line end in a text', `[${message('a')},{"role":"\n"}]`, ['a'], [[2, 'damaged-line']]],
    [
      'is not UTF-8 from some place on',
      bytes(`[${message('a')},{"role":"user","content":"`, [0xc3, 0x28], `"},${message('b')}]`),
      ['a'],
      [[2, 'damaged-line']],
    ],
    [
      'has a number over a double',
      `[${message('a')},{"role":"user","content":[1e999]},${message('b')}]`,
      ['a', 'b'],
      [[2, 'damaged-line']],
    ],
    [
      'is nested too deep',
      `[${message('a')},{"role":"user","content":${deep(5000)}},${message('b')}]`,
      ['a', 'b'],
      [[2, 'damaged-line']],
    ],
    ['has a byte order mark', `\ufeff[${message('a')}]`, ['a'], []],
  ])('%s', async (_, content, expected, warned) => {
    const { texts, warnings } = await read('log.json', content);
    expect([texts, warnings]).toEqual([expected, warned]);
  });

  it('stops a strict import where it is damaged, which keeps what stood before', async () => {
    const daybook = await openJournal();
    const file = newFile('log.json', `[${message('a')},{"role":NaN}]`);
    await expect(importFile(daybook, file, true)).rejects.toMatchObject({ details: { line: 2 } });
    expect(textsOf(await entriesOf(daybook, 'log'))).toEqual(['a']);
  });

  it('is read when it is huge and one line', async () => {
    const long = 'x'.repeat(10_000);
    const list = Array.from({ length: 2000 }, (_, index) => message(`${index} ${long}`));
    const { texts, warnings } = await read('log.json', `{"messages":[${list.join(',')}]}\n`);
    expect([texts.length, warnings]).toEqual([2000, []]);
    expect(texts.at(-1)).toBe(`1999 ${long}`);
  });
});

describe('a file that is no log is refused', () => {
  it.each<[string, string | Uint8Array]>([
    ['empty', ''],
    ['blank lines', '\n\n  \n'],
    ['text', 'hello\nworld\n'],
    ['a number', '7\n'],
    ['null', 'null'],
    ['an empty list', '[]'],
    ['an empty object', '{}'],
    ['a document of something else', JSON.stringify({ messages: 7, history: {}, traj: [1] })],
    ['lines of something else', lines('{"level":"info"}', '{"level":"warn"}')],
    ['a log whose only line has no end', header],
    ['brackets without an end', '['.repeat(300_000)],
    ['objects without an end', '{"a":'.repeat(100_000)],
    ['UTF-16', Buffer.from(lines(header, said('a')), 'utf16le')],
    ['compressed', new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0, 10, 10])],
  ])('%s', async (_, content) => {
    const daybook = await openJournal();
    const error = await importFile(daybook, newFile('log.jsonl', content)).catch((caught) => caught);
    expect(error).toBeInstanceOf(DaybookError);
    expect(error).toMatchObject({ code: 'unsupported' });
    expect(await daybook.sessions()).toEqual([]);
  });

  it('that is not there', async () => {
    const missing = newFile('log.jsonl', '').replace('log', 'other');
    await expect(importFile(await openJournal(), missing)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('a log in which nothing was said', async () => {
    const file = newFile('log.jsonl', lines(header));
    await expect(importFile(await openJournal(), file)).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it.each([
    ['of another version', '{"daybook":"v9"}\n'],
    ['without its session', '{"daybook":"v1"}\n'],
  ])('an export %s', async (_, content) => {
    const file = newFile('log.jsonl', content);
    await expect(importFile(await openJournal(), file)).rejects.toMatchObject({ code: 'invalid-input' });
  });
});

async function read(name: string, content: string | Uint8Array, strict = false) {
  const daybook = await openJournal();
  const { scope, warnings } = await importFile(daybook, newFile(name, content), strict);
  const entries = (await entriesOf(daybook, scope.session)).filter(({ seal }) => seal.kind !== 'event');
  expect((await daybook.audit()).findings).toEqual([]);
  return { entries, texts: textsOf(entries), warnings: warnings.map(({ line, code }) => [line, code]) };
}

function textsOf(entries: Awaited<ReturnType<typeof entriesOf>>): readonly string[] {
  return entries.flatMap(({ seal, text }) => (seal.kind === 'event' ? [] : [text]));
}

function lines(...parts: readonly string[]): string {
  return parts.map((part) => `${part}\n`).join('');
}

/** Everything beyond ASCII as JSON escapes, as some programs write it. */
function escaped(json: string): string {
  return json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function bytes(before: string, middle: readonly number[], after: string): Buffer {
  return Buffer.concat([Buffer.from(before), Buffer.from(middle), Buffer.from(after)]);
}
