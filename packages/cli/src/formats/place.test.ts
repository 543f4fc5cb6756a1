// Covers: J5 (a log's forks become branches)
import type { Message } from '@daybook/core';
import { describe, expect, test } from 'vitest';
import type { LogItem, Placement } from './format.ts';
import { placeItems } from './place.ts';

const text: Message = { role: 'user', parts: [{ type: 'text', text: 'x' }] };
const answer: Message = { role: 'assistant', parts: [{ type: 'text', text: 'x' }] };
const summary: Message = { ...text, derived: true };
const context: Message = { role: 'user', parts: [{ type: 'data', value: 1 }] };
const result: Message = {
  role: 'tool',
  parts: [{ type: 'tool-result', callId: 'c', output: [], status: 'returned' }],
};

type Row = [name: string, parent: string | null, message?: Message | 'node', more?: Placement];

/** Rows of a tree log in file order; what comes back is `branch` or `branch<from@after` for each message. */
function placed(rows: readonly Row[]): Record<string, string> {
  const place = placeItems();
  const places: Record<string, string> = {};
  rows.forEach(([id, parent, message = text, more], index) => {
    const at = { id, parent, ...more };
    const item: LogItem =
      message === 'node' ? { type: 'node', line: index, at } : { type: 'message', line: index, message, at };
    const found = place(item);
    if (found === undefined) return;
    const fork = found.fork === undefined ? '' : `<${found.fork.from}@${found.fork.after}`;
    const lane = found.lane === 'main' ? '' : `${found.lane}:`;
    places[id] = `${lane}${found.branch}${fork}${found.repeated ? ' again' : ''}`;
  });
  return places;
}

describe('tree logs', () => {
  test('a chain is one branch', () => {
    expect(
      placed([
        ['a', null],
        ['b', 'a', answer],
        ['c', 'b'],
      ]),
    ).toEqual({ a: '0', b: '0', c: '0' });
  });

  test('the child that comes first continues, later ones are branches numbered by appearance', () => {
    const rows: Row[] = [
      ['a', null],
      ['b', 'a', answer],
      ['c', 'b'],
      ['d', 'c', answer],
      ['c2', 'b'],
      ['d2', 'c2', answer],
      ['c3', 'b'],
      ['e', 'd'],
      ['d3', 'c2', answer],
    ];
    expect(placed(rows)).toEqual({
      a: '0',
      b: '0',
      c: '0',
      d: '0',
      c2: '1<0@2',
      d2: '1',
      c3: '2<0@2',
      e: '0',
      d3: '3<1@3',
    });
  });

  test('a log that grows never moves what was placed', () => {
    const rows: Row[] = [
      ['a', null],
      ['b', 'a', answer],
      ['c', 'b'],
      ['b2', 'a', answer],
      ['c2', 'b2'],
      ['c3', 'b'],
    ];
    const whole = placed(rows);
    for (let count = 0; count <= rows.length; count++)
      expect(whole).toMatchObject(placed(rows.slice(0, count)));
  });

  test('parallel calls and their results are no forks, whatever their parents', () => {
    const step = { step: 'm1' };
    const rows: Row[] = [
      ['u', null],
      ['call1', 'u', answer, step],
      ['call2', 'call1', answer, step],
      ['result1', 'call1', result],
      ['call3', 'call2', answer, step],
      ['result3', 'call3', result],
      ['result2', 'call2', result],
      ['next', 'result1', answer, { step: 'm2' }],
    ];
    expect(new Set(Object.values(placed(rows)))).toEqual(new Set(['0']));
    expect(placed([...rows, ['again', 'result1', answer, { step: 'm3' }]])).toMatchObject({ again: '1<0@4' });
  });

  test('nodes pass their parent’s place on and are no forks', () => {
    const rows: Row[] = [
      ['hook', null, 'node'],
      ['u', 'hook'],
      ['call', 'u', answer, { step: 'm1' }],
      ['progress', 'call', 'node'],
      ['more', 'progress', 'node'],
      ['result', 'call', result],
      ['next', 'result', answer, { step: 'm2' }],
      ['edit', 'hook'],
    ];
    expect(placed(rows)).toMatchObject({ u: '0', result: '0', next: '0', edit: '1<0@0' });
    expect(placed([...rows, ['late', 'more', result]])).toMatchObject({ late: '0' });
  });

  test('a boundary of the tool’s own compaction continues the line, also from messages that it kept', () => {
    const rows: Row[] = [
      ['u', null],
      ['a', 'u', answer],
      ['boundary', 'a', 'node', { continues: true }],
      ['summary', 'boundary', summary],
      ['v', 'a'],
    ];
    expect(placed(rows)).toMatchObject({ summary: '0', v: '0' });
    expect(
      placed([
        ['u', null],
        ['b', null, 'node', { continues: true }],
        ['v', 'b'],
      ]),
    ).toMatchObject({ v: '0' });
    expect(
      placed([
        ['u', null],
        ['s', null, summary, { continues: true }],
        ['v', 's'],
      ]),
    ).toMatchObject({ v: '0' });
  });

  test('a boundary behind a branch continues that branch', () => {
    const rows: Row[] = [
      ['u', null],
      ['a', 'u', answer],
      ['u2', null],
      ['boundary', 'a', 'node', { continues: true }],
      ['v', 'boundary'],
      ['w', 'nowhere'],
    ];
    expect(placed(rows)).toMatchObject({ u2: '1<0@0', v: '0', w: '0' });
  });

  test('a parent that occurs nowhere continues where the line stands; a second root is an edit of the first', () => {
    expect(
      placed([
        ['a', 'gone'],
        ['b', 'a', answer],
        ['c', 'also gone'],
      ]),
    ).toEqual({ a: '0', b: '0', c: '0' });
    expect(
      placed([
        ['a', null],
        ['a2', null],
        ['b2', 'a2', answer],
        ['b', 'a', answer],
      ]),
    ).toEqual({
      a: '0',
      a2: '1<0@0',
      b2: '1',
      b: '0',
    });
  });

  test('context and messages without id leave the branch open', () => {
    const place = placeItems();
    const say = (message: Message, at: Placement) => place({ type: 'message', line: 1, message, at });
    say(text, { id: 'u', parent: null });
    say(answer, { id: 'a', parent: 'u', step: 'm1' });
    say(result, { id: 'r', parent: 'a' });
    expect(say(text, {})).toMatchObject({ branch: 0 });
    expect(say(context, { id: 'x', parent: 'r' })).toMatchObject({ branch: 0 });
    expect(say(answer, { id: 'b', parent: 'r', step: 'm2' })).toEqual({
      lane: 'main',
      openedByAgent: false,
      branch: 0,
    });
  });

  test('the same line again is named', () => {
    expect(
      placed([
        ['a', null],
        ['b', 'a', answer],
        ['a', null],
        ['c', 'b'],
      ]),
    ).toEqual({
      a: '0 again',
      b: '0',
      c: '0',
    });
  });
});

test('lanes branch apart, and a worker’s stays a worker’s', () => {
  const place = placeItems();
  const say = (at: Placement) => place({ type: 'message', line: 1, message: text, at });
  say({ id: 'u', parent: null });
  expect(say({ lane: 'w', openedByAgent: true, id: 's', parent: 'u' })).toEqual({
    lane: 'w',
    openedByAgent: true,
    branch: 0,
  });
  expect(say({ lane: 'w', id: 's2', parent: null })).toEqual({
    lane: 'w',
    openedByAgent: true,
    branch: 1,
    fork: { from: 0, after: 0 },
  });
  expect(say({ id: 'v', parent: 'u' })).toMatchObject({ lane: 'main', branch: 0 });
  const usage = { input: 1, output: 1 };
  expect(place({ type: 'usage', line: 1, usage, lane: 'w' })).toMatchObject({ lane: 'w', branch: 1 });
  expect(place({ type: 'warning', line: 1, code: 'x', detail: '' })).toBeUndefined();
});

test('flat logs: one line, and a branch where the person went back', () => {
  const place = placeItems();
  const say = () => {
    const found = place({ type: 'message', line: 1, message: text, at: {} });
    return [found?.branch, found?.fork];
  };
  const back = (to: number) => place({ type: 'rewind', line: 1, to });
  expect([say(), say(), say()]).toEqual([
    [0, undefined],
    [0, undefined],
    [0, undefined],
  ]);
  back(2);
  expect([say(), say()]).toEqual([
    [1, { from: 0, after: 2 }],
    [1, undefined],
  ]);
  back(3);
  expect(say()).toEqual([2, { from: 1, after: 3 }]);
  back(1);
  expect(say()).toEqual([3, { from: 0, after: 1 }]);
  back(2);
  expect(say()).toEqual([3, undefined]);
});

test('placing stays linear', () => {
  const place = placeItems();
  const millis = (from: number) => {
    const start = performance.now();
    for (let n = from; n < from + 20_000; n++)
      place({
        type: 'message',
        line: n,
        message: text,
        at: { id: `n${n}`, parent: n === 0 ? null : `n${n - 1}` },
      });
    return performance.now() - start;
  };
  const first = Math.max(1, millis(0));
  millis(20_000);
  expect(millis(40_000) / first).toBeLessThan(20);
});
