/**
 * Covers: J5
 *
 * The numbered rules of sync, one table each: what is on record, what is handed over, and what follows.
 */
import { describe, expect, it } from 'vitest';
import { alignedWith, lineOf } from '../../../test/driver.ts';
import {
  assistant,
  call,
  image,
  reasoning,
  result,
  says,
  step,
  system,
  user,
} from '../../../test/messages.ts';
import type { Message } from '../message.ts';

type List = readonly Message[];
type Case = readonly [
  name: string,
  journaled: List,
  handed: List,
  changes: readonly string[],
  rest?: { readonly fork?: number; readonly place?: number },
];

function table(rule: string, cases: readonly Case[]): void {
  describe(rule, () => {
    for (const [name, journaled, handed, changes, rest = {}] of cases)
      it(name, () => {
        const found = alignedWith([journaled], handed);
        expect({ changes: found.changes, fork: found.fork }).toEqual({ changes, fork: rest.fork ?? null });
        if (rest.place !== undefined) expect(found.place).toBe(rest.place);
      });
  });
}

const u = user;
const a = assistant;
const TALK = [u('one'), a('1'), u('two'), a('2'), u('three'), a('3')];
const [U1, A1, U2, A2, U3, A3] = TALK as [Message, Message, Message, Message, Message, Message];
const LONG = 'a very long output '.repeat(20);

table('1 same: nothing is appended', [
  ['the same list', TALK, TALK, [], { place: 6 }],
  ['an empty record', [], [U1], ['append'], { place: 1 }],
  [
    'equal messages said twice',
    [u('yes'), a('ok'), u('yes'), a('ok')],
    [u('yes'), a('ok'), u('yes'), a('ok')],
    [],
  ],
  [
    'a third equal message',
    [u('yes'), a('ok'), u('yes'), a('ok')],
    [u('yes'), a('ok'), u('yes'), a('ok'), u('yes')],
    ['append'],
  ],
  ['other cuts of the same words', [says('assistant', ['ab', 'c'])], [says('assistant', ['a', 'bc'])], []],
  ['a tool loop', [U1, ...step('c1'), ...step('c2'), A1], [U1, ...step('c1'), ...step('c2'), A1], []],
  [
    'call ids used again in the next turn',
    [U1, ...step('c1'), A1, U2, ...step('c1'), A2],
    [U1, ...step('c1'), A1, U2, ...step('c1'), A2],
    [],
  ],
]);

table('2 grown: the journaled parts are a beginning of it', [
  [
    'calls behind the words',
    [U1, a('let me see')],
    [U1, says('assistant', ['let me see', call('c1')])],
    ['grow 2 +1'],
  ],
  ['a file behind the words of a user', [U1], [says('user', ['one', image('x')])], ['grow 1 +1']],
  [
    'a native message that grows in the middle',
    [U1, a('a', { id: 'm2' }), U2],
    [U1, says('assistant', ['a', call('c1')], { id: 'm2' }), U2],
    ['grow 2 +1'],
  ],
  [
    'a message of parallel calls that is still being handed over',
    [U1, says('assistant', [call('c1')])],
    [U1, says('assistant', [call('c1'), call('c2')])],
    ['grow 2 +1'],
  ],
  [
    'and then more behind it',
    [U1, a('hm')],
    [U1, says('assistant', ['hm', call('c1')]), says('tool', [result('c1')]), A1],
    ['grow 2 +1', 'append', 'append'],
  ],
]);

table('3 projected: parts dropped or shortened, all wording equal', [
  ['tool output cleared', [U1, ...step('c1', LONG), A1, U2], [U1, ...step('c1', '[cleared]'), A1, U2], []],
  ['reasoning dropped', [U1, says('assistant', [reasoning('hm'), '1']), U2], [U1, A1, U2], []],
  [
    'a call dropped from beside words',
    [U1, says('assistant', ['1', call('c1')]), says('tool', [result('c1')]), U2],
    [U1, A1, U2],
    [],
  ],
  ['a file dropped', [says('user', ['one', image('x')]), A1], [U1, A1], []],
  [
    'a file replaced by a note of software',
    [says('user', ['one', image('x')]), A1],
    [says('user', ['one', { type: 'text', text: '[image]', authority: 'none' }]), A1],
    [],
  ],
  ['output cleared of the last step', [U1, ...step('c1', LONG)], [U1, ...step('c1', '[cleared]')], []],
]);

table('4 dropped: journaled, not handed over, before or between matches', [
  ['a front that was trimmed', TALK, TALK.slice(2), [], { place: 6 }],
  ['a front that was trimmed to the last message', TALK, [A3], [], { place: 6 }],
  ['an answer in the middle', TALK, [U1, A1, U2, U3, A3], []],
  ['a turn in the middle', TALK, [U1, A1, U3, A3], []],
  ['all tool traffic', [U1, ...step('c1'), ...step('c2'), A1, U2], [U1, A1, U2], []],
  ['a system message in the middle', [U1, A1, system('be brief'), U2, A2], [U1, A1, U2, A2], []],
  ['a front dropped, and more said', TALK, [U3, A3, u('four')], ['append'], { place: 7 }],
]);

table('5 revised or inserted: handed over, unmatched, before or between matches', [
  ['an answer that came back in other words', TALK, [U1, a('1, edited'), U2, A2, U3, A3], ['revise 2 +0']],
  [
    'a user message that came back masked, its answer unchanged',
    TALK,
    [U1, A1, u('[masked]'), A2, U3, A3],
    ['revise 3 +0'],
  ],
  ['a message put in front', TALK, [u('context'), ...TALK], ['insert >0']],
  ['a message put in between', TALK, [U1, A1, u('note'), U2, A2, U3, A3], ['insert >2']],
  ['two of its role were dropped there', TALK, [U1, a('summary of both'), U3, A3], ['insert >1']],
  ['a summary instead of a trimmed front', TALK, [u('summary so far'), U3, A3], ['insert >0']],
  ['a system message put in between', TALK, [U1, A1, system('be brief'), U2, A2, U3, A3], ['insert >2']],
]);

table('6 behind the last match: appended, the last answer revised, or a fork', [
  ['more said', TALK, [...TALK, u('four'), a('4')], ['append', 'append'], { place: 8 }],
  ['the next step of a loop', [U1, ...step('c1')], [U1, ...step('c1'), ...step('c2')], ['append', 'append']],
  [
    'the answer that stood last came back otherwise',
    [U1, A1],
    [U1, a('1, trimmed'), U2],
    ['revise 2 +0', 'append'],
  ],
  ['an edit of the last user message', [U1, A1, U2, A2], [U1, A1, u('two, edited')], ['append'], { fork: 3 }],
  [
    'an edit of a user message in the middle',
    TALK,
    [U1, A1, u('two, edited'), a('2, new')],
    ['append', 'append'],
    { fork: 3 },
  ],
  [
    'a user message that differs together with the answer behind it ends the match',
    TALK,
    [U1, A1, u('two, edited'), a('2, new'), U3, A3],
    ['append', 'append', 'append', 'append'],
    { fork: 3 },
  ],
  ['nothing behind the last match', TALK, [U1, A1], [], { place: 2 }],
  [
    'nothing behind a match in a loop',
    [U1, ...step('c1'), ...step('c2'), A1],
    [U1, ...step('c1')],
    [],
    { place: 3 },
  ],
  ['another first message', TALK, [u('something else')], ['append'], { fork: 1 }],
]);

describe('a native id', () => {
  const [mine, answer] = [u('one', { id: 'm1' }), a('1', { id: 'm2' })];

  it('decides where equal messages stand', () => {
    const journaled = [u('yes', { id: 'm1' }), a('ok', { id: 'm2' }), u('yes', { id: 'm3' })];
    const found = alignedWith([journaled], [u('yes', { id: 'm3' }), a('done', { id: 'm4' })]);
    expect([found.changes, found.fork, found.place]).toEqual([['append'], null, 4]);
  });

  it('with other words is a revision, but for a user’s words, which are an edit', () => {
    expect(alignedWith([[mine, answer, U2]], [mine, a('1, edited', { id: 'm2' }), U2]).changes).toEqual([
      'revise 2 +0',
    ]);
    const edited = alignedWith([[mine, answer]], [u('one, edited', { id: 'm1' })]);
    expect([edited.changes, edited.fork]).toEqual([['append'], 1]);
  });

  it('handed over twice is one group: equal content once, other content as a form of it', () => {
    expect(alignedWith([], [mine, answer, mine, answer]).changes).toEqual(['append', 'append']);
    const twice = [mine, answer, U2, a('1, again', { id: 'm2' })];
    expect(alignedWith([[mine, answer, U2]], twice).changes).toEqual(['revise 2 +0']);
    expect(alignedWith([[mine, answer, U2], twice], twice).changes).toEqual([]);
  });
});

describe('matching against what changed before', () => {
  const grown = [U1, says('assistant', ['1', call('c1')]), says('tool', [result('c1')])];
  const revised = [U1, a('1, edited'), U2, A2];

  it.each([
    ['a grown group in its old form', [[U1, A1], grown], [U1, A1], []],
    ['a grown group in its new form', [[U1, A1], grown], grown, []],
    ['a revised group in its new form', [[U1, A1, U2, A2], revised], revised, []],
    ['a revised group in its old form', [[U1, A1, U2, A2], revised], [U1, A1, U2, A2], []],
    ['an inserted group', [TALK, [u('context'), ...TALK]], [u('context'), ...TALK], []],
    [
      'an answer edited in front of an inserted group',
      [TALK, TALK.toSpliced(2, 0, u('note'))],
      [U1, a('1, edited'), u('note'), U2, A2, U3, A3],
      ['revise 2 +0'],
    ],
    ['an inserted group that is gone again', [TALK, [u('context'), ...TALK]], TALK, []],
    [
      'a front trimmed after a revision',
      [[U1, A1, U2, A2], revised],
      [a('1, edited'), U2, A2, U3],
      ['append'],
    ],
  ] as const)('%s', (_, earlier, handed, changes) => {
    const found = alignedWith(earlier, handed);
    expect([found.changes, found.fork]).toEqual([changes, null]);
  });
});

describe('the header', () => {
  it('is outside alignment: another one changes nothing of the rest', () => {
    const list = [system('It is nine'), ...TALK];
    expect(alignedWith([list], [system('It is ten'), ...TALK, u('four')]).changes).toEqual(['append']);
    expect(alignedWith([list], [system('It is ten'), ...TALK]).place).toBe(7);
  });

  it('is recorded once a turn, when it changed', () => {
    const ask = (time: string, ...more: Message[]): Message[] => [system(time), ...TALK, ...more];
    const { seals } = lineOf([
      ask('nine'),
      ask('ten'),
      ask('ten', u('four')),
      ask('eleven', u('four'), a('4')),
    ]);
    expect(seals.filter(({ links }) => links.header).map(({ seq }) => seq)).toEqual([1, 8]);
  });
});

describe('groups that may be repeats', () => {
  it('are counted where nothing decides which one is meant', () => {
    const turn = [u('go on'), a('done')];
    const found = alignedWith([[...turn, ...turn, ...turn]], turn);
    expect([found.changes, found.match.ambiguous]).toEqual([[], 0]);
    const middle = alignedWith([[U1, ...turn, ...turn, ...turn]], turn);
    expect([middle.changes, middle.match.to, middle.match.ambiguous > 0]).toEqual([[], [5, 6], true]);
  });

  it('are told once, with the change they are part of', () => {
    const turn = [u('go on'), a('done')];
    const start = [U1, ...turn, ...turn];
    const { seals } = lineOf([start, turn, [...turn, U2], [...turn, U2]]);
    expect(seals.filter(({ kind }) => kind === 'event')).toHaveLength(2);
  });
});
