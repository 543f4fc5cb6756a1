// Covers: nothing of the product by itself. It proves that the recordings are what the real SDK does.
import { describe, expect, test } from 'vitest';
import { compactJson } from './compact-json.ts';
import { differences, recordAll } from './record.ts';
import { loadRecordings, readRecording, shorten } from './recording.ts';
import { scenarios } from './scenarios/index.ts';

describe('recordings of the AI SDK', () => {
  test('recording again gives the committed bytes, file for file', async () => {
    const fresh = await recordAll();
    expect(fresh.size).toBe(scenarios.length);
    expect(differences(fresh)).toEqual([]);
  });

  test('a changed, a missing and a left-over recording are each named', async () => {
    const fresh = await recordAll();
    const [changed, leftOver] = [...fresh.keys()] as [string, string];
    fresh.set(changed, `${fresh.get(changed)} `);
    fresh.delete(leftOver);
    fresh.set('never-recorded.json', '{}');
    expect(differences(fresh)).toEqual([changed, 'never-recorded.json', leftOver]);
  });

  test('names are unique and every scenario says what it is about', () => {
    expect(new Set(scenarios.map(({ name }) => name)).size).toBe(scenarios.length);
    for (const { about } of scenarios) expect(about).toMatch(/\.$/);
  });
});

describe('the file form', () => {
  test('a megabyte of repeated text is a short file and comes back whole', () => {
    const big = loadRecordings().find(({ scenario }) => scenario === 'tool-result-over-a-megabyte');
    const texts: string[] = [];
    JSON.stringify(big?.calls, (_key, value) => {
      if (typeof value === 'string') texts.push(value);
      return value;
    });
    const longest = texts.reduce((most, text) => (text.length > most.length ? text : most), '');
    expect(longest.length).toBeGreaterThan(1024 * 1024);
    expect(compactJson(shorten(longest)).length).toBeLessThan(200);
  });

  test.each([
    ['whole units', 'abc'.repeat(5000)],
    ['a part of a unit at the end', `${'abc'.repeat(5000)}ab`],
    ['one character', 'x'.repeat(5000)],
    ['no repetition', Array.from({ length: 2000 }, (_, index) => `${index};`).join('')],
    ['too short to be worth it', 'abab'],
    ['an early repetition that breaks later', `${'ab'.repeat(3000)}!`],
  ])('%s survive the way there and back', (_name, text) => {
    expect(readRecording(compactJson(shorten({ calls: [text] })))).toEqual({ calls: [text] });
  });

  test('a value stays on one line while it fits', () => {
    const narrow = compactJson({ a: [1, 2], b: { c: 'a text that is long enough', d: [] } }, 32);
    expect(narrow).toBe(
      '{\n  "a": [1, 2],\n  "b": {\n    "c": "a text that is long enough",\n    "d": []\n  }\n}\n',
    );
    expect(JSON.parse(narrow)).toEqual({ a: [1, 2], b: { c: 'a text that is long enough', d: [] } });
  });
});
