import { describe, expect, it } from 'vitest';
import { isDaybookError } from '../base/errors.ts';
import { knownMessage, perMessage, takenOver } from './known.ts';
import type { Message } from './message.ts';

const said = (text: string): Message => ({ role: 'user', parts: [{ type: 'text', text }] });

describe('known messages', () => {
  it('are copies that nobody can change', () => {
    const mine = { role: 'user' as const, parts: [{ type: 'data' as const, value: { deep: ['a'] } }] };
    const known = knownMessage(mine);
    mine.parts[0]?.value.deep.push('b');
    expect(known.parts).toEqual([{ type: 'data', value: { deep: ['a'] } }]);
    expect(() => Object.assign(known, { role: 'system' })).toThrow(TypeError);
    expect(() => (known.parts as unknown[]).push(1)).toThrow(TypeError);
  });

  it('are taken over as the same object, and everything else as a copy', () => {
    const [known, fresh] = [knownMessage(said('one')), said('two')];
    const list = takenOver([fresh, known, fresh]);
    expect(list[1]).toBe(known);
    expect(list[0]).not.toBe(fresh);
    expect(list).toEqual([fresh, known, fresh]);
    expect(knownMessage(known)).toBe(known);
  });

  it('are checked like all others', () => {
    for (const hostile of [
      null,
      {},
      { role: 'king', parts: [] },
      { role: 'user', parts: [{ type: 'text' }] },
    ])
      expect(codeOf(() => knownMessage(hostile as never))).toBe('invalid-input');
    expect(codeOf(() => takenOver([knownMessage(said('one')), null as never]))).toBe('invalid-input');
    expect(codeOf(() => takenOver([{ ...said('one'), id: (() => 'x') as never }]))).toBe('invalid-input');
  });

  it('are computed with once; others each time', () => {
    let runs = 0;
    const length = perMessage(({ parts }) => {
      runs++;
      return parts.length;
    });
    const known = knownMessage(said('one'));
    expect([length(known), length(known), runs]).toEqual([1, 1, 1]);
    const fresh = said('two');
    expect([length(fresh), length(fresh), runs]).toEqual([1, 1, 3]);
  });
});

function codeOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return isDaybookError(error) ? error.code : 'untyped';
  }
  return 'none';
}
