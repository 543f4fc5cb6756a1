/** Covers: F2. Which entries stay together: a call and its result always, however the entries came in. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type UnitEntry, unitsOf } from './units.ts';

/** `u` a user message, `a` an assistant one, `cX` a call, `hX` one that the provider runs, `rX` a result, `e` an event, `d` derived text; `+` joins the group before. */
function entriesOf(line: string): UnitEntry[] {
  let group = 0;
  return line.split(' ').map((word, seq) => {
    if (!word.startsWith('+')) group = seq;
    const [what, call] = [word.replace('+', '')[0] as string, word.replace('+', '').slice(1)];
    const is: Record<string, Pick<UnitEntry, 'kind' | 'role' | 'hosted'>> = {
      u: { kind: 'message', role: 'user' },
      s: { kind: 'message', role: 'system' },
      a: { kind: 'message', role: 'assistant' },
      t: { kind: 'reasoning', role: 'assistant' },
      c: { kind: 'tool-call', role: 'assistant' },
      h: { kind: 'tool-call', role: 'assistant', hosted: true },
      r: { kind: 'tool-result', role: 'tool' },
      e: { kind: 'event', role: null },
      d: { kind: 'derived', role: 'user' },
    };
    return { seq, group, ...(is[what] as Pick<UnitEntry, 'kind' | 'role'>), ...(call ? { call } : {}) };
  });
}

const units = (line: string): string[] => {
  const words = line.split(' ');
  return unitsOf(entriesOf(line)).map(({ entries }) => entries.map((seq) => words[seq]).join(' '));
};

describe('a unit', () => {
  it.each([
    ['u a u a', ['u', 'a', 'u', 'a']],
    ['s u a', ['s', 'u', 'a']],
    ['u a +cA rA a', ['u', 'a +cA rA', 'a']],
    ['u t +a +cA +cB rA +rB a', ['u', 't +a +cA +cB rA +rB', 'a']],
    ['u cA cB rA rB a', ['u', 'cA cB rA rB', 'a']],
    ['u cA rA cB rB', ['u', 'cA rA', 'cB rB']],
    // A result that comes late belongs to its call, and what stands between does not.
    ['cA u a rA', ['cA rA', 'u', 'a']],
    // An id used again: the nearest earlier call that is still open.
    ['cA rA u cA rA', ['cA rA', 'u', 'cA rA']],
    ['e u e a e', ['u', 'a']],
    ['u d a', ['u', 'a']],
  ])('%s', (line, expected) => {
    expect(units(line)).toEqual(expected);
  });
});

describe('calls and results', () => {
  const gaps = (line: string): Record<string, number[]> => {
    const all = unitsOf(entriesOf(line));
    return {
      waiting: all.flatMap(({ waiting }) => waiting),
      abandoned: all.flatMap(({ abandoned }) => abandoned),
      withoutCall: all.flatMap(({ withoutCall }) => withoutCall),
    };
  };

  it('that wait for their result are those of the last step', () => {
    expect(gaps('u cA +cB rA')).toEqual({ waiting: [2], abandoned: [], withoutCall: [] });
  });

  it('that somebody went on without are abandoned', () => {
    expect(gaps('u cA u a')).toEqual({ waiting: [], abandoned: [1], withoutCall: [] });
  });

  it('that the provider runs wait until the user speaks, and one that is told twice is answered once', () => {
    expect(gaps('u hA +cB rB cC rC')).toEqual({ waiting: [1], abandoned: [], withoutCall: [] });
    expect(gaps('u hA +cB rB cC rC rA a')).toEqual({ waiting: [], abandoned: [], withoutCall: [] });
    expect(gaps('u hA u a')).toEqual({ waiting: [], abandoned: [1], withoutCall: [] });
    expect(gaps('u hA a hA +rA a')).toEqual({ waiting: [], abandoned: [], withoutCall: [] });
    expect(units('u hA +cB rB cC rC rA a')).toEqual(['u', 'hA +cB rB rA', 'cC rC', 'a']);
  });

  it('whose call is not on record are known gaps', () => {
    expect(gaps('u rA cB rB rB')).toEqual({ waiting: [], abandoned: [], withoutCall: [1, 4] });
  });
});

describe('whatever comes in', () => {
  const word = fc.constantFrom(
    'u',
    'a',
    's',
    't',
    '+a',
    '+t',
    'cA',
    '+cA',
    'cB',
    '+cB',
    'rA',
    'rB',
    '+rA',
    'e',
    'd',
  );

  it('is in exactly one unit, and every answered call is in that of its result', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 14 }), (words) => {
        const entries = entriesOf(words.join(' ').replace(/^\+/, ''));
        const made = unitsOf(entries);
        const placed = made.flatMap((unit) => unit.entries);
        const wanted = entries
          .filter(({ kind }) => kind !== 'event' && kind !== 'derived')
          .map(({ seq }) => seq);
        expect(placed.toSorted((a, b) => a - b)).toEqual(wanted);
        for (const { entries: seqs, waiting, abandoned, withoutCall } of made) {
          expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
          const of = (kind: string): number =>
            seqs.filter((seq) => (entries[seq] as UnitEntry).kind === kind).length;
          // Calls and results of one unit answer each other, but for those that are named as gaps.
          expect(of('tool-call') - waiting.length - abandoned.length).toBe(
            of('tool-result') - withoutCall.length,
          );
        }
      }),
      { numRuns: 2000 },
    );
  });
});
