/** Covers: J5. Which lane and branch a list belongs to: the longest match, else another lane, else a lane of its own. */
import { describe, expect, it } from 'vitest';
import { lineOf } from '../../../test/driver.ts';
import { assistant, SALT, user } from '../../../test/messages.ts';
import type { Message } from '../message.ts';
import type { BranchRow, OwnedGroupRow } from '../rows.ts';
import { type Choice, choose, isAuxiliary, type Wanted } from './choose-branch.ts';
import { handedOf } from './handed.ts';

interface Branch {
  readonly row: BranchRow;
  readonly rows: readonly OwnedGroupRow[];
}

function root(messages: readonly Message[], lane = 'main', branch = 'main'): Branch {
  const line = lineOf([messages]);
  return {
    row: { ...line.branch, scope: { ...line.branch.scope, lane, branch } },
    rows: line.rows.map((row) => ({ ...row, lane, branch })),
  };
}

/** A branch that leaves the parent in front of its group with that ordinal. */
function fork(parent: Branch, ordinal: number, messages: readonly Message[], name: string): Branch {
  const at = parent.rows.find((row) => row.ordinal === ordinal) as OwnedGroupRow;
  const kept = parent.rows.filter((row) => row.ordinal < ordinal).length;
  const own = root(messages, parent.row.scope.lane, name);
  return {
    row: { ...own.row, parent: parent.row.scope.branch, forkRevision: at.seq },
    rows: own.rows.slice(kept),
  };
}

function chosen(
  messages: readonly Message[],
  branches: readonly Branch[],
  wanted: Partial<Wanted> = {},
): string {
  const handed = handedOf(messages, SALT).groups;
  const rows = branches.flatMap((branch) => branch.rows);
  const found = choose(
    handed,
    { lane: 'main', history: 'full', ...wanted },
    branches.map(({ row }) => row),
    rows,
  );
  if ('open' in found) return `open ${found.open.replace(/[0-9a-f]{8}$/, '<key>')}`;
  const { branch, match }: Choice = found;
  return `${branch.scope.lane}/${branch.scope.branch} ${match.count}`;
}

const [U1, A1, U2, A2] = [user('one'), assistant('1'), user('two'), assistant('2')] as const;
const MAIN = root([U1, A1, U2, A2]);
const EDITED = fork(MAIN, 3, [U1, A1, user('two, edited'), assistant('2, new')], 'b-1');
const OTHER = root([user('search the web'), assistant('found')], 'researcher');

describe('the branch', () => {
  it('is the one with the longest match', () => {
    expect(chosen([U1, A1, U2, A2], [EDITED, MAIN])).toBe('main/main 4');
    expect(chosen([U1, A1, user('two, edited')], [MAIN, EDITED])).toBe('main/b-1 3');
  });

  it('between equals is the one that owns the last matched group, in whatever order they come', () => {
    expect(chosen([U1, A1, user('another')], [EDITED, MAIN])).toBe('main/main 2');
    expect(chosen([U1, A1, user('another')], [MAIN, EDITED])).toBe('main/main 2');
  });

  it('is the named one where one is named, matched or not', () => {
    expect(chosen([U1, A1, U2, A2], [MAIN, EDITED], { branch: 'b-1' })).toBe('main/b-1 2');
    expect(chosen([user('something else')], [MAIN, EDITED], { branch: 'main' })).toBe('main/main 0');
  });

  it('of a delta that matches nothing is the one that last received a group', () => {
    expect(chosen([user('next')], [EDITED, MAIN], { history: 'delta' })).toBe('main/b-1 0');
    expect(chosen([], [EDITED, MAIN])).toBe('main/b-1 0');
  });
});

describe('the lane', () => {
  it('is opened when it holds nothing', () => {
    expect(chosen([U1], [])).toBe('open main');
    expect(chosen([U1], [OTHER])).toBe('open main');
    expect(chosen([U1], [MAIN], { branch: 'named' })).toBe('open main');
  });

  it('is another one of the session when nothing of this one matches', () => {
    expect(chosen([user('search the web')], [MAIN, OTHER])).toBe('researcher/main 1');
  });

  it('is one of its own when nothing matches anywhere', () => {
    expect(chosen([user('Give this chat a title')], [MAIN, OTHER])).toBe('open aux-<key>');
    expect(chosen([user('Give this chat a title')], [MAIN])).toBe('open aux-<key>');
  });

  it('of its own is the same for the same list, and marked as such', () => {
    const open = (text: string) => {
      const handed = handedOf([user(text)], SALT).groups;
      return choose(handed, { lane: 'main', history: 'full' }, [MAIN.row], MAIN.rows);
    };
    expect(open('a title')).toEqual(open('a title'));
    expect(open('a title')).not.toEqual(open('a summary'));
    expect(isAuxiliary((open('a title') as { open: string }).open)).toBe(true);
    expect(isAuxiliary('main')).toBe(false);
  });
});
