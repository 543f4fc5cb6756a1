/** Covers: J3, J8. A head commits to every field it names, and its id is text that only a head id looks like. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { codeOf } from '../../test/code-of.ts';
import { type Head, headId, headOf, parseHeadId } from './head.ts';
import { addLeaf, EMPTY_FRONTIER } from './merkle.ts';

const HEAD: Head = {
  scope: { tenant: 't', session: 's', lane: 'main', branch: 'b-1' },
  revision: 12,
  root: 'ab'.repeat(32),
  parent: 'main',
  forkRevision: 3,
};

describe('a head id', () => {
  it('is the revision and a tagged hash of the canonical head', () => {
    const canonical = `{"forkRevision":3,"parent":"main","revision":12,"root":"${HEAD.root}","scope":{"branch":"b-1","lane":"main","session":"s","tenant":"t"}}`;
    const hash = createHash('sha256').update(`daybook/v1/head\0${canonical}`).digest('hex');
    expect(headId(HEAD)).toBe(`12:${hash}`);
  });

  it('changes with every field', () => {
    const { scope } = HEAD;
    const others: Head[] = [
      { ...HEAD, revision: 13 },
      { ...HEAD, root: 'ac'.repeat(32) },
      { ...HEAD, parent: null },
      { ...HEAD, parent: 'other' },
      { ...HEAD, forkRevision: 4 },
      { ...HEAD, scope: { ...scope, tenant: 'u' } },
      { ...HEAD, scope: { ...scope, session: 'u' } },
      { ...HEAD, scope: { ...scope, lane: 'u' } },
      { ...HEAD, scope: { ...scope, branch: 'u' } },
    ];
    expect(new Set([HEAD, ...others].map(headId)).size).toBe(others.length + 1);
  });

  it('names what it is made of and nothing else of a branch row', () => {
    const frontier = addLeaf(EMPTY_FRONTIER, 0, 'cd'.repeat(32));
    const row = { scope: { ...HEAD.scope, note: 'more' }, parent: null, forkRevision: 0, groups: 9 };
    expect(Object.keys(headOf(row, 1, frontier))).toEqual([
      'scope',
      'revision',
      'root',
      'parent',
      'forkRevision',
    ]);
    expect(Object.keys(headOf(row, 1, frontier).scope)).toEqual(['tenant', 'session', 'lane', 'branch']);
  });
});

describe('reading a head id', () => {
  it('gives the revision', () => {
    expect(parseHeadId(headId(HEAD))).toEqual({ revision: 12, id: headId(HEAD) });
  });

  it.each([
    '',
    '12',
    '12:',
    `:${'a'.repeat(64)}`,
    `-1:${'a'.repeat(64)}`,
    `1.5:${'a'.repeat(64)}`,
    `012:${'a'.repeat(64)}`,
    `1:${'a'.repeat(63)}`,
    `1:${'A'.repeat(64)}`,
    `1:${'a'.repeat(64)}\n`,
    ` 1:${'a'.repeat(64)}`,
    `1234567890123456:${'a'.repeat(64)}`,
  ])('refuses %j', (text) => {
    expect(codeOf(() => parseHeadId(text))).toBe('invalid-input');
  });
});
