import { describe, expect, it } from 'vitest';
import { TOKEN } from '../../test/conversations.ts';
import { call, result, says, text, user } from '../../test/messages.ts';
import { BULK, type Covered, covered, coveredIn, inFolds, journaled } from '../../test/regions.ts';
import type { Json } from '../base/json.ts';
import type { Message, Status } from '../journal/message.ts';
import type { Fact } from '../ledger/fact.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { regionOf } from './region.ts';

const FAILED = 'FAIL src/a.test.ts\nAssertionError: expected 12 to be 13\nTests: 1 failed, 3 passed, 4 total';
const PASSED = 'Tests: 4 passed, 4 total';
const TEST = { command: 'npm test' };
let count = 0;

/** A step with one call. */
function calls(tool: string, input: Json, output = 'done', status: Status = 'returned'): Message[] {
  const id = `c${count++}`;
  return [says('assistant', [call(id, input, tool)]), says('tool', [result(id, output, status)])];
}

const bash = (command: string, output?: string, status?: Status): Message[] =>
  calls('bash', { command }, output, status);
const reads = (path: string, output?: string, status?: Status): Message[] =>
  calls('read_file', { path }, output, status);

/** Each fact of the fold: `P1 attempt active e2`, in the order of the ledger. */
function inShort({ facts }: Covered): string[] {
  return facts.map(({ fact: { priority, category, state, citations } }) => {
    const support = citations.filter(({ role }) => role === 'support').map(({ entry }) => `e${entry}`);
    return `${priority} ${category} ${state} ${support.join(' ')}`;
  });
}

const factsOf = (...messages: readonly Message[]): string[] => inShort(covered(messages));

/** States of all facts of a ledger but pins, by handle. */
const statesOf = ({ facts }: Ledger): string[] =>
  [...facts.values()].filter(({ pin }) => !pin).map(({ handle, state }) => `f${handle} ${state}`);

describe('what came back', () => {
  // Covers: C8, L5
  it('is one fact for each call, by status and check', () => {
    const made = covered([
      ...calls('deploy', { to: 'test' }, 'deployed'),
      ...bash('npm test', PASSED),
      ...bash('npm run lint', FAILED),
    ]);
    expect(inShort(made)).toEqual([
      'P2 session-fact active e2',
      'P2 session-fact active e4',
      'P1 attempt active e6',
    ]);
    expect(made.facts.map(({ fact }) => fact.citations[0]?.check)).toEqual(['none', 'passed', 'failed']);
    expect(made.facts.every(({ fact }) => fact.confidence === 'demonstrated' && fact.key !== undefined)).toBe(
      true,
    );
    expect(made.refused).toEqual([]);
  });

  // Covers: C8
  it('keeps the lines that say what failed', () => {
    const [{ text: told } = { text: undefined }] = covered(bash('npm test', FAILED)).facts;
    expect(told?.lines).toContain('AssertionError: expected 12 to be 13');
    expect(told?.claim.startsWith('bash `npm test` failed')).toBe(true);
    const [quiet] = covered(bash('npm test', PASSED)).facts;
    expect(quiet?.text.lines).toBeUndefined();
  });

  it('is quoted whole when it is short, and counted when it is long', () => {
    expect(covered(calls('deploy', {}, 'one\ntwo')).facts[0]?.text.claim).toBe('deploy returned: one ⏎ two');
    const long = covered(calls('deploy', {}, 'row\n'.repeat(100))).facts[0]?.text.claim;
    expect(long).toBe('deploy returned (399 characters, 100 lines)');
  });

  // Covers: C8
  it('keeps of bulk the command and the lines that say how it ended', () => {
    const output = `${'ok - case holds\n'.repeat(BULK / 10)}${PASSED}`;
    const [one] = covered(bash('npm test', output)).facts;
    expect(one?.text.lines).toEqual([PASSED]);
    expect(one?.text.claim).toContain('`npm test`');
    const read = covered(reads('log.txt', 'x\n'.repeat(BULK))).facts[0];
    expect([read?.fact.priority, read?.fact.category, read?.fact.key !== undefined]).toEqual([
      'P3',
      'session-fact',
      true,
    ]);
  });
});

describe('what did not come back', () => {
  // Covers: E6
  it('is a gap: denied, stopped, lost, without its call, or not readable', () => {
    const list = [
      ...bash('rm -r build', 'no', 'denied'),
      ...bash('make', '', 'aborted'),
      ...reads('a.md', 'no such file', 'error'),
      says('assistant', [call('lost', TEST, 'bash')]),
      user('Go on.'),
      says('tool', [result('nobody', 'news')]),
    ];
    const made = covered(list);
    expect(inShort(made).toSorted()).toEqual(
      [
        'P1 gap active e6',
        'P2 gap active e2',
        'P2 gap active e4',
        'P2 gap active e7',
        'P2 gap active e9',
      ].toSorted(),
    );
    const lost = made.facts.find(({ fact }) => fact.citations[0]?.entry === 7)?.fact;
    expect([lost?.confidence, lost?.citations[0]?.kind]).toEqual(['reported', 'tool-call']);
    expect(made.refused).toEqual([]);
  });

  it('of a result without its call is no P1 that nothing could ever clear', () => {
    expect(factsOf(user('Go.'), says('tool', [result('nobody', FAILED, 'error')]))).toEqual([
      'P2 gap active e2',
    ]);
  });
});

describe('routine reads', () => {
  // Covers: C8
  it('are one counted line for each tool and folder, that cites every result', () => {
    const made = covered([
      ...reads('src/a/x.ts'),
      ...reads('src/a/y.ts'),
      ...reads('docs/z.md'),
      ...reads('src/a/deep/er/w.ts'),
    ]);
    expect(inShort(made)).toEqual(['P3 session-fact active e2 e4 e8', 'P3 session-fact active e6']);
    expect(made.facts[0]?.text.claim).toMatch(
      /^read_file src\/a: 3 reads returned \(contents not shown\): src\/a\/x\.ts; /,
    );
    expect(made.facts[1]?.text.claim).toBe('read_file `docs/z.md` returned: done');
  });

  it('of one file again are counted, and the last is cited', () => {
    const made = covered([...reads('src/a.ts', 'old'), ...reads('src/b.ts'), ...reads('src/a.ts', 'new')]);
    expect(inShort(made)).toEqual(['P3 session-fact active e4 e6']);
    const [{ fact } = { fact: undefined }] = made.facts;
    expect(fact?.citations.filter(({ role }) => role === 'context').map(({ entry }) => entry)).toEqual([2]);
    expect(made.ledger.tombstones).toEqual({ omitted: 0, repeated: 1 });
  });

  it('of thousands of files in one line are cut to size', () => {
    const made = covered(Array.from({ length: 300 }, (_, at) => reads(`src/a/file-${at}.ts`)).flat());
    expect(made.facts).toHaveLength(1);
    expect(made.facts[0]?.text.claim.length).toBeLessThanOrEqual(400);
    expect(made.facts[0]?.text.terms.length).toBeLessThanOrEqual(16);
    expect(made.facts[0]?.fact.citations).toHaveLength(300);
  });
});

describe('attempts at the same thing', () => {
  // Covers: C8, L6
  it('count as one: the latest stands, the others are named under it', () => {
    const made = covered([
      ...bash('npm test', FAILED),
      ...bash('npm test', FAILED),
      ...bash('npm test', PASSED),
    ]);
    expect(inShort(made)).toEqual(['P2 session-fact active e6']);
    const context = made.facts[0]?.fact.citations.filter(({ role }) => role === 'context') ?? [];
    expect(context.map(({ entry, check }) => [entry, check])).toEqual([
      [2, 'failed'],
      [4, 'failed'],
    ]);
    expect(made.ledger.tombstones.repeated).toBe(2);
    expect(factsOf(...bash('npm test', PASSED), ...bash('npm test', FAILED))).toEqual([
      'P1 attempt active e4',
    ]);
  });

  it('are told apart by tool and input', () => {
    expect(
      factsOf(...bash('npm test', FAILED), ...bash('npm test -- a', FAILED), ...calls('sh', TEST, FAILED)),
    ).toHaveLength(3);
    const ordered = [...calls('deploy', { a: 1, b: 2 }), ...calls('deploy', { b: 2, a: 1 })];
    expect(factsOf(...ordered)).toHaveLength(1);
  });

  // Covers: E6
  it('that were denied or stopped hide nothing: the attempt before them stands', () => {
    const made = covered([
      ...bash('npm test', FAILED),
      ...bash('npm test', '', 'aborted'),
      ...bash('npm test', 'no', 'denied'),
    ]);
    expect(inShort(made)).toEqual(['P1 attempt active e2', 'P2 gap active e4', 'P2 gap active e6']);
    expect(made.ledger.tombstones.repeated).toBe(0);
  });

  it('that were denied or stopped are over once it came back', () => {
    const lost = says('assistant', [call('lost', TEST, 'bash')]);
    const made = covered([
      ...bash('npm test', '', 'aborted'),
      lost,
      user('Go on.'),
      ...bash('npm test', PASSED),
    ]);
    expect(inShort(made)).toEqual(['P2 session-fact active e6']);
    expect(made.ledger.tombstones.repeated).toBe(2);
  });
});

describe('over several folds', () => {
  /** States of the facts but pins, behind each fold, and none refused. */
  function states(...parts: readonly Message[][]): string[][] {
    const folds = inFolds(...parts);
    expect(folds.flatMap(({ refused }) => refused)).toEqual([]);
    return folds.map(({ ledger }) => statesOf(ledger));
  }

  // Covers: L9
  it('a later pass supersedes the failure of the same call, and a later failure the pass', () => {
    const again = user('Again.');
    const all = states(
      bash('npm test', FAILED),
      [again, ...bash('make'), ...bash('npm test', PASSED)],
      [again, ...bash('npm test', FAILED)],
    );
    expect(all).toEqual([
      ['f1 active'],
      ['f1 superseded', 'f3 active', 'f4 active'],
      ['f1 superseded', 'f3 active', 'f4 superseded', 'f6 active'],
    ]);
  });

  // Covers: E6
  it('what could not be read and now was is no gap any more', () => {
    const [first, second] = states(reads('src/a.ts', 'no such file', 'error'), [
      ...reads('src/b.ts'),
      ...reads('src/a.ts', 'words'),
    ]);
    expect([first, second]).toEqual([['f1 active'], ['f1 superseded', 'f2 active', 'f3 active']]);
  });

  // Covers: E6
  it('what was denied or stopped supersedes nothing; what was stopped is superseded by what came back, a refusal stands', () => {
    const lost = says('assistant', [call('lost-2', TEST, 'bash')]);
    const all = states(
      bash('npm test', FAILED),
      bash('npm test', 'no', 'denied'),
      [lost, user('Go on.')],
      bash('npm test', PASSED),
    );
    expect(all[2]).toEqual(['f1 active', 'f2 active', 'f4 active']);
    expect(all[3]).toEqual(['f1 superseded', 'f2 active', 'f4 superseded', 'f5 active']);
  });

  it('stale facts of a call are superseded too; ended ones, and what is owed, are left alone', () => {
    const [first] = inFolds([...bash('npm test', FAILED), ...bash('make', FAILED), ...bash('build', FAILED)]);
    const given = [{ state: 'stale' }, { state: 'closed' }, { category: 'obligation' }] as const;
    const facts = new Map(
      [...(first as Covered).ledger.facts].map(([handle, fact], at) => [
        handle,
        { ...fact, ...given[at] } as Fact,
      ]),
    );
    const { entries } = journaled([
      user('1'),
      user('2'),
      user('3'),
      user('4'),
      user('5'),
      user('6'),
      ...bash('npm test', PASSED),
      ...bash('make'),
      ...bash('build'),
    ]);
    const region = regionOf(entries, true);
    const second = coveredIn(region, { ...(first as Covered).ledger, facts });
    expect(statesOf(second.ledger).slice(0, 3)).toEqual(['f1 superseded', 'f2 closed', 'f3 active']);
    expect(second.refused).toEqual([]);
  });
});

describe('secrets', () => {
  const piece = TOKEN.slice(4, 14);

  // Covers: S1
  it.each<readonly [string, Message[]]>([
    ['where the line is cut', bash(`echo ${'wait '.repeat(27)}${TOKEN}`, 'x'.repeat(300))],
    ['in the name of a tool', calls(`run_${TOKEN}`, { a: 1 })],
    ['in a short result', bash('env', `TOKEN=${TOKEN}`)],
    [
      'in a line that failed, cut out of a long one',
      bash('make', `${'a'.repeat(440)} ${TOKEN} error: failed ${'b'.repeat(400)}`, 'error'),
    ],
    ['in a path that is read', [...reads(`keys/${TOKEN}/a`), ...reads(`keys/${TOKEN}/b`)]],
    ['in JSON', calls('login', { user: 'a', token: TOKEN }, 'ok')],
    [
      'on several lines',
      bash(
        'cat key',
        [
          ['-----BEGIN', 'PRIVATE KEY-----'].join(' '),
          piece.repeat(6),
          piece.repeat(6),
          ['-----END', 'PRIVATE KEY-----'].join(' '),
        ].join('\n'),
      ),
    ],
  ])('are hidden %s', (_, messages) => {
    const { drafted } = covered(messages);
    const derived = drafted.bodies.map(({ bytes }) => new TextDecoder().decode(bytes)).join('\n');
    expect(derived.length).toBeGreaterThan(0);
    expect(derived.includes(piece)).toBe(false);
  });
});

it('a result in parts is read as one text', () => {
  const list = [
    says('assistant', [call('c-x', TEST, 'bash')]),
    says('tool', [result('c-x', [text('FAIL a'), { type: 'data', value: { exitCode: 1 } }])]),
  ];
  expect(factsOf(...list)).toEqual(['P1 attempt active e2']);
});
