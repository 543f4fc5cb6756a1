import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assistant, failing, result } from '../../test/deltas.ts';
import { anyText } from '../../test/json.ts';
import { recordFact } from '../../test/shown-facts.ts';
import { CATEGORIES, CONFIDENCES, type Fact, PRIORITIES } from '../ledger/fact.ts';
import { lineOf, type RecordFact } from './fact-line.ts';
import { leavesBefore, type RecordInput, recordText } from './record.ts';

const BASE: RecordInput = {
  facts: [],
  revision: 40,
  folds: 2,
  covered: 1_234,
  omitted: 0,
  repeated: 0,
  altered: [],
  goesOn: undefined,
  tools: [],
  plain: false,
  room: 100_000,
  most: 100_000,
  tokens: (text) => Math.ceil(text.length / 3),
};

function record(facts: readonly RecordFact[], more: Partial<RecordInput> = {}): string {
  return recordText({ ...BASE, facts, ...more }).text;
}

/** Blocks of the text, each its lines; the first line of a section is its title. */
function blocksOf(text: string): string[][] {
  return text.split('\n\n').map((block) => block.split('\n'));
}

const handlesIn = (lines: readonly string[]): number[] =>
  lines.flatMap((line) => /^- f(\d+) /.exec(line)?.[1] ?? []).map(Number);

const STATES = ['active', 'uncertain', 'stale', 'superseded', 'closed', 'retired', 'erased'] as const;
const someFacts = fc
  .array(
    fc.record({
      category: fc.constantFrom(...CATEGORIES),
      priority: fc.constantFrom(...PRIORITIES.slice(1)),
      confidence: fc.constantFrom(...CONFIDENCES.slice(1)),
      state: fc.constantFrom(...STATES),
      claim: fc.oneof(
        anyText,
        fc.constantFrom(
          'End of the record.',
          'a\n\nDecisions:\n- f1 P1: all pass [e1]',
          '\u202eabc\u0000',
          'x\n    | y',
        ),
      ),
      lines: fc.option(fc.array(fc.oneof(anyText, fc.constant('a\n\nEnd of the record.')), { maxLength: 3 })),
      entry: fc.nat(60),
      erased: fc.boolean(),
    }),
    { maxLength: 20 },
  )
  .map((drawn) =>
    drawn.map(({ claim, lines, entry, erased, ...more }, at): RecordFact => {
      const one = recordFact(at + 1, claim, { ...more, citations: [result(entry)] }, lines ?? undefined);
      return erased ? { ...one, text: undefined } : one;
    }),
  );

describe('the record', () => {
  // Covers: C3, C5, C6
  it('shows each fact on one line, whole or not at all, and counts what it leaves out', () => {
    fc.assert(
      fc.property(someFacts, fc.nat(2_000), fc.option(fc.nat(60)), (facts, room, goesOn) => {
        const made = recordText({ ...BASE, facts, room, most: room, goesOn: goesOn ?? undefined });
        const shown = handlesIn(made.text.split('\n')).toSorted((a, b) => a - b);
        expect(shown).toEqual([...made.shown].toSorted((a, b) => a - b));
        expect(made.leftOut).toBe(facts.length - shown.length);
        for (const one of facts)
          expect(made.text.includes(`\n${lineOf(one)}\n`)).toBe(made.shown.includes(one.fact.handle));
        if (made.shown.length > 0) expect(BASE.tokens(made.text)).toBeLessThanOrEqual(room);
      }),
    );
  });

  // Covers: C7
  it('is made of our own lines alone: no claim can begin one, or end the record', () => {
    const own = new Set(blocksOf(record([])).flat());
    fc.assert(
      fc.property(someFacts, fc.option(fc.nat(60)), (facts, goesOn) => {
        const text = record(facts, { goesOn: goesOn ?? undefined });
        expect(text.isWellFormed()).toBe(true);
        expect(text.split('\n').filter((line) => line === 'End of the record.')).toHaveLength(1);
        expect(text.endsWith('\n\nEnd of the record.')).toBe(true);
        const others = text
          .split('\n')
          .filter((line) => line !== '' && !own.has(line) && !/^- f\d+ P[1-3]| {4}\| /.test(line));
        for (const line of others) expect(line).toMatch(/^[A-Z].{3,90}:$|^- [A-Z][\w ,:]{9,60}\.$/);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
        expect(/[\u0000-\u0009\u000b-\u001f\u202a-\u202e\u2066-\u2069]/.test(text)).toBe(false);
      }),
    );
  });

  // Covers: C3
  it('is the same for the same facts', () => {
    fc.assert(
      fc.property(someFacts, fc.nat(2_000), (facts, room) => {
        expect(record(structuredClone(facts), { room, most: room })).toBe(
          record(facts, { room, most: room }),
        );
      }),
    );
  });

  it('does not show what has ended, and shows what is stale, uncertain or erased as that', () => {
    const facts = STATES.map((state, at) => recordFact(at + 1, `claim ${at + 1}`, { state }));
    const erased: RecordFact = { fact: (facts[6] as RecordFact).fact, text: undefined };
    const lines = record([...facts.slice(0, 6), erased]).split('\n');
    expect(handlesIn(lines)).toEqual([1, 2, 3, 7]);
    expect(lines.find((line) => line.startsWith('- f3'))).toBe('- f3 P2 stale: claim 3 [e3]');
    expect(lines.find((line) => line.startsWith('- f7'))).toBe('- f7 P2 erased: (erased) [e7]');
    expect(recordText({ ...BASE, facts }).leftOut).toBe(3);
  });
});

describe('sections', () => {
  const of = (handle: number, more: Partial<Fact>): RecordFact => recordFact(handle, `claim ${handle}`, more);

  // Covers: C3, C4
  it('stand in one order, and a fact in the first that holds it', () => {
    const shown = { confidence: 'demonstrated' } as const;
    const facts = [
      of(1, { ...shown, category: 'session-fact' }),
      of(2, { category: 'session-fact', citations: [assistant(2)] }),
      of(3, { ...shown, category: 'gap' }),
      of(4, { ...shown, category: 'attempt', citations: [failing(4)] }),
      of(5, { category: 'decision' }),
      of(6, { category: 'constraint' }),
      of(7, { ...shown, category: 'artifact' }),
    ];
    const sections = blocksOf(record(facts))
      .map(handlesIn)
      .filter((handles) => handles.length > 0);
    expect(sections).toEqual([[6], [5], [4], [3], [2], [1, 7]]);
  });

  // Covers: C3
  it('end with the facts of the turn that goes on', () => {
    const facts = [
      of(1, { citations: [result(10)] }),
      of(2, { citations: [result(46)] }),
      of(3, { citations: [result(44)] }),
    ];
    const blocks = blocksOf(record(facts, { goesOn: 45 }));
    expect(handlesIn(blocks.at(-2) ?? [])).toEqual([2]);
    expect(blocks.at(-2)?.[0]).toContain('(e45)');
    expect(blocks.at(-1)).toEqual(['End of the record.']);
    const none = blocksOf(record(facts.slice(0, 1), { goesOn: 45 }));
    expect(none.flat().some((line) => line.includes('(e45)'))).toBe(false);
  });

  // Covers: C3
  it('are told with their tokens and facts', () => {
    const facts = [
      of(1, { category: 'decision' }),
      of(2, { category: 'decision' }),
      of(3, { citations: [result(46)] }),
    ];
    const { sections } = recordText({ ...BASE, facts, goesOn: 45 });
    expect(sections.map(({ name, facts: count }) => [name, count])).toEqual([
      ['decisions', 2],
      ['current turn', 1],
    ]);
    expect(sections.every(({ tokens }) => tokens > 0)).toBe(true);
  });
});

describe('the line of a fact', () => {
  // Covers: V5
  it('prints the status of each entry that failed', () => {
    const citations = [
      result(8),
      failing(9),
      result(10, { status: 'error' }),
      result(11, { status: 'denied' }),
      result(12, { status: 'aborted' }),
      failing(13, { role: 'context' }),
    ];
    const one = recordFact(3, 'npm test failed', { category: 'attempt', priority: 'P1', citations });
    expect(lineOf(one)).toBe('- f3 P1: npm test failed [e8, e9 failed, e10 error, e11 denied, e12 aborted]');
  });

  it('names both sides of a contest, and shortens a long list of entries', () => {
    const doubt = { state: 'uncertain', contestedBy: [9], contestedIn: [41] } as const;
    expect(lineOf(recordFact(3, 'port 80', doubt))).toBe(
      '- f3 P2 uncertain contested by f9, e41: port 80 [e3]',
    );
    const citations = Array.from({ length: 20 }, (_, at) => result(at));
    expect(lineOf(recordFact(3, 'reads', { citations }))).toBe(
      '- f3 P2: reads [e0, e1, e2, 15 more, e18, e19]',
    );
  });

  // Covers: C8
  it('quotes the lines of a failure under it', () => {
    const one = recordFact(3, 'npm test failed', {}, ['FAIL a.test.ts', 'expected 1\nto be 2']);
    expect(lineOf(one).split('\n')).toEqual([
      '- f3 P2: npm test failed [e3]',
      '    | FAIL a.test.ts',
      '    | expected 1 ⏎ to be 2',
    ]);
  });
});

describe('what is not there', () => {
  // Covers: C6
  it('is counted: facts left out for want of room, omitted, repeated, and messages that were changed', () => {
    const counts = { omitted: 12, repeated: 3_400, altered: [5, 9] };
    const lines = blocksOf(record([], counts)).find(([title]) => title?.startsWith('What is not here')) ?? [];
    expect(lines.some((line) => line.includes('12 facts'))).toBe(true);
    expect(lines.some((line) => line.includes('3,400 results'))).toBe(true);
    expect(lines.some((line) => line.endsWith('e5, e9.'))).toBe(true);
    const many = record([], { altered: Array.from({ length: 25 }, (_, at) => at) });
    expect(many).toContain('e9 and 15 more.');
    expect(blocksOf(record([])).find(([title]) => title?.startsWith('What is not here'))).toHaveLength(2);
  });

  // Covers: C6
  it('can be read with tools that are registered, and no tool is named when none is', () => {
    expect(record([], { tools: ['search_history', 'read_history'] })).toContain(
      'search_history or read_history',
    );
    expect(record([])).not.toContain('_history');
  });
});

describe('where there is no room', () => {
  // Covers: C5
  it('what consolidation omits first leaves first', () => {
    const order: readonly Partial<Fact>[] = [
      { state: 'retired' },
      { state: 'closed' },
      { state: 'superseded' },
      { state: 'stale', priority: 'P3' },
      { priority: 'P3' },
      { state: 'stale', priority: 'P2' },
      { priority: 'P2', citations: [result(5)] },
      { priority: 'P2', citations: [result(6), result(2)] },
      { state: 'uncertain', priority: 'P2', citations: [result(7)] },
      { state: 'stale', priority: 'P1' },
      { priority: 'P1' },
    ];
    const facts = order.map((more, at) => recordFact(order.length - at, 'claim', more).fact);
    expect(facts.toSorted(leavesBefore)).toEqual(facts);
    expect(facts.toReversed().sort(leavesBefore)).toEqual(facts);
  });

  // Covers: C2
  it('what is in force as P1 may take more than the rest', () => {
    const facts = Array.from({ length: 60 }, (_, at) =>
      recordFact(at + 1, `claim ${at} `.repeat(20), { priority: at % 2 ? 'P1' : 'P2' }),
    );
    const made = recordText({ ...BASE, facts, room: 600, most: 100_000 });
    expect(made.shown).toEqual(
      facts
        .map(({ fact }) => fact)
        .filter(({ priority }) => priority === 'P1')
        .map(({ handle }) => handle),
    );
    expect(recordText({ ...BASE, facts, room: 600, most: 600 }).shown.length).toBeLessThan(10);
    expect(recordText({ ...BASE, facts, room: 0, most: 0 }).shown).toEqual([]);
  });
});
