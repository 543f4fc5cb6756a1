/** Covers: J5, S2. What a branch sees of its ancestors: everything before the fork, nothing made after it. */
import { describe, expect, it } from 'vitest';
import { codeOf } from '../../../test/code-of.ts';
import { emptyBranch, ownerOf, pathOf } from '../branch.ts';
import type { BranchRow, OwnedGroupRow } from '../rows.ts';
import { visibleGroups } from './visible-groups.ts';

function branch(name: string, more: Partial<BranchRow> = {}, lane = 'main'): BranchRow {
  const scope = { tenant: 't', session: 's', lane, branch: name };
  return { ...emptyBranch(scope), revision: 20, ...more };
}

function row(ordinal: number, form: number, more: Partial<OwnedGroupRow> = {}): OwnedGroupRow {
  return {
    ordinal,
    place: ordinal,
    form,
    seq: ordinal,
    state: 'aligned',
    role: 'user',
    wording: true,
    key: `k${ordinal}.${form}`,
    roll: '',
    nativeId: null,
    parts: [],
    lane: 'main',
    branch: 'main',
    ...more,
  };
}

const MAIN = branch('main');
const CHILD = branch('child', { parent: 'main', forkRevision: 10, revision: 15 });
const GRANDCHILD = branch('grandchild', { parent: 'child', forkRevision: 5, revision: 8 });
const ALL = [MAIN, CHILD, GRANDCHILD];

describe('the path of a branch', () => {
  it('leads to the root, and narrows what is seen at every fork', () => {
    expect(pathOf(MAIN, ALL)).toEqual([{ branch: MAIN, below: 20 }]);
    expect(pathOf(CHILD, ALL)).toEqual([
      { branch: CHILD, below: 15 },
      { branch: MAIN, below: 10 },
    ]);
    // It left before its parent did, so it sees less of the grandparent than the parent does.
    expect(pathOf(GRANDCHILD, ALL).map(({ below }) => below)).toEqual([8, 5, 5]);
  });

  it.each([
    ['a parent that is missing', [CHILD]],
    ['a parent of that name in another lane', [CHILD, branch('main', {}, 'other')]],
    ['parents in a circle', [branch('main', { parent: 'child' }), CHILD]],
    ['a branch that is its own parent', [branch('child', { parent: 'child' })]],
  ])('is refused with %s', (_, branches) => {
    const at = branches.find(({ scope }) => scope.branch === 'child') as BranchRow;
    expect(codeOf(() => pathOf(at, branches))).toBe('tampered');
  });
});

describe('the owner of an entry', () => {
  it('is the branch that stands behind the fork, else its ancestor', () => {
    const path = pathOf(CHILD, ALL);
    expect([0, 9, 10, 14].map((seq) => ownerOf(path, seq).scope.branch)).toEqual([
      'main',
      'main',
      'child',
      'child',
    ]);
  });

  it('is nobody where no branch of the path begins early enough', () => {
    expect(codeOf(() => ownerOf([{ branch: CHILD, below: 15 }], 3))).toBe('not-found');
  });
});

describe('visible groups', () => {
  const seen = (at: BranchRow, rows: readonly OwnedGroupRow[]): string[] =>
    visibleGroups(pathOf(at, ALL), rows).map(({ latest, owner }) => `${latest.key} of ${owner}`);

  it('are those of the ancestors before the fork and the branch’s own', () => {
    const rows = [row(1, 1), row(2, 9), row(3, 10), row(3, 12, { branch: 'child', key: 'own' })];
    expect(seen(MAIN, rows)).toEqual(['k1.1 of main', 'k2.9 of main', 'k3.10 of main']);
    expect(seen(CHILD, rows)).toEqual(['k1.1 of main', 'k2.9 of main', 'own of child']);
  });

  it('do not show a form that the parent made after the fork', () => {
    const rows = [row(1, 1), row(1, 12, { key: 'later' })];
    expect(seen(MAIN, rows)).toEqual(['later of main']);
    expect(seen(CHILD, rows)).toEqual(['k1.1 of main']);
  });

  it('show the form that the branch itself made of a shared group', () => {
    const rows = [row(1, 11, { branch: 'child', key: 'own' }), row(1, 1), row(1, 8, { key: 'shared' })];
    expect(seen(CHILD, rows)).toEqual(['own of main']);
    expect(seen(MAIN, rows)).toEqual(['shared of main']);
    expect(visibleGroups(pathOf(CHILD, ALL), rows)[0]?.forms.map(({ key }) => key)).toEqual([
      'k1.1',
      'shared',
      'own',
    ]);
  });

  it('are nothing of another lane or of a branch beside', () => {
    const rows = [
      row(1, 1, { lane: 'other' }),
      row(2, 2, { branch: 'beside' }),
      row(3, 11, { branch: 'child' }),
    ];
    expect(seen(MAIN, rows)).toEqual([]);
  });

  it('stand by place: an inserted group behind the one it was put behind', () => {
    const rows = [row(3, 7, { place: 1, state: 'inserted', key: 'put in' }), row(2, 2), row(1, 1)];
    expect(seen(MAIN, rows)).toEqual(['k1.1 of main', 'put in of main', 'k2.2 of main']);
  });
});
