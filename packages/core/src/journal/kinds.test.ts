/** Covers: J6. The one table of what may be done with each kind. */
import { describe, expect, it } from 'vitest';
import { isKind, KINDS, type Kind } from './kinds.ts';

const ALL: readonly Kind[] = [
  'message',
  'tool-call',
  'tool-result',
  'reasoning',
  'artifact',
  'opaque',
  'derived',
  'event',
];

describe('the table', () => {
  it('answers every question about every kind', () => {
    expect(Object.keys(KINDS).sort()).toEqual([...ALL].sort());
    for (const kind of ALL)
      expect(Object.entries(KINDS[kind]).map(([question, answer]) => [question, typeof answer])).toEqual([
        ['evidence', 'boolean'],
        ['pinnable', 'boolean'],
        ['searchable', 'boolean'],
        ['shown', 'boolean'],
      ]);
  });

  it('has as evidence what was said, called, returned and handed over, and nothing else', () => {
    expect(ALL.filter((kind) => KINDS[kind].evidence)).toEqual([
      'message',
      'tool-call',
      'tool-result',
      'artifact',
    ]);
  });

  it('lets only messages become pins, and only evidence be searched', () => {
    expect(ALL.filter((kind) => KINDS[kind].pinnable)).toEqual(['message']);
    expect(ALL.filter((kind) => KINDS[kind].searchable && !KINDS[kind].evidence)).toEqual([]);
    expect(KINDS.reasoning.searchable || KINDS.opaque.searchable).toBe(false);
  });

  it('shows no model what software noted', () => {
    expect(KINDS.event.shown || KINDS.derived.shown).toBe(false);
  });
});

describe('a kind', () => {
  it('is one of the table, not what every object has', () => {
    for (const kind of ALL) expect(isKind(kind)).toBe(true);
    for (const other of ['Message', '', 'toString', '__proto__', 'constructor', undefined, null, 3, {}])
      expect(isKind(other)).toBe(false);
  });
});
