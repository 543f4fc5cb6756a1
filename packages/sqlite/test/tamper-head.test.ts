/** Covers: J8. What fits in itself passes the plain audit, and not the one against a head that somebody kept. */
import type { DatabaseSync } from 'node:sqlite';
import { type Daybook, isDaybookError, openDaybook } from '@daybook/core';
import { memoryStore } from '@daybook/core/memory';
import { describe, expect, it } from 'vitest';
import { cutBranch, headWithParent, rewriteEntry } from './tamper-attacker.ts';
import { deleteRows } from './tamper-changes.ts';
import { auditOf, codesOf, opened, tamperFile } from './tamper-file.ts';

const file = await tamperFile();

interface Branch {
  readonly id: number;
  readonly name: string;
  readonly fork: number;
  readonly revision: number;
  /** Highest revision at which another branch leaves this one. */
  readonly shared: number;
}

const branches = file.database
  .prepare(
    `SELECT b.id, s.tenant || '/' || s.session || '/' || b.lane || '/' || b.branch AS name,
       b.fork_revision AS fork, b.revision,
       (SELECT coalesce(max(c.fork_revision), 0) FROM branches AS c
        WHERE c.session_id = b.session_id AND c.lane = b.lane AND c.parent = b.branch) AS shared
     FROM branches AS b JOIN sessions AS s ON s.id = b.session_id ORDER BY b.id`,
  )
  .all() as unknown as Branch[];

async function headsIn(daybook: Daybook): Promise<Map<string, string>> {
  const heads = new Map<string, string>();
  for (const key of await daybook.sessions())
    for (const { scope, head } of (await daybook.session(key).status()).branches)
      heads.set(`${scope.tenant}/${scope.session}/${scope.lane}/${scope.branch}`, head);
  return heads;
}

const headsOf = (path: string) => opened(path, headsIn);
const kept = await headsOf(file.damage(() => {}));

it('every head of the sound file is reached', async () => {
  const path = file.damage(() => {});
  expect(kept.size).toBe(branches.length);
  for (const head of kept.values()) expect(codesOf(await auditOf(path, { head }))).toBe('none');
});

describe('a cut with the stored head rewritten', () => {
  const cuts = branches.flatMap((branch) => {
    // What other branches share, and one own entry, stay.
    const most = branch.revision - Math.max(branch.fork + 1, branch.shared);
    const lengths = new Set([1, 2, most]);
    return [...lengths]
      .filter((length) => length >= 1 && length <= most)
      .map((length) => ({ ...branch, length }));
  });

  it.each(cuts)('of $length at the end of $name', async ({ id, name, revision, length }) => {
    const path = file.damage((database) => cutBranch(database, id, revision - length));
    expect(codesOf(await auditOf(path))).toBe('none');
    const report = await auditOf(path, { head: kept.get(name) ?? '' });
    expect(['head-not-reached', 'head-mismatch']).toContain(codesOf(report));
    // The head that the shorter record has now is one that the whole record passed through.
    const head = (await headsOf(path)).get(name) ?? '';
    expect(head).toMatch(new RegExp(`^${revision - length}:`));
    expect(
      codesOf(
        await auditOf(
          file.damage(() => {}),
          { head },
        ),
      ),
    ).toBe('none');
  });

  it('in front of a fork is named without a head', async () => {
    for (const { id, shared } of branches.filter((branch) => branch.shared > 0)) {
      const report = await auditOf(file.damage((database) => cutBranch(database, id, shared - 1)));
      expect(codesOf(report)).toContain('fork-mismatch');
    }
  });
});

describe('an entry rewritten with everything behind it', () => {
  const rewritten = branches.map((branch) => ({ ...branch, seq: branch.revision - 2 }));

  it.each(rewritten.filter(({ seq, fork }) => seq > fork))(
    'e$seq of $name',
    async ({ id, name, seq, revision }) => {
      const edit = (body: string) => body.replace('{', '{"added":true,');
      const path = file.damage((database) => rewriteEntry(database, { branchId: id, seq, edit }));
      expect(codesOf(await auditOf(path))).toBe('none');
      expect(codesOf(await auditOf(path, { head: kept.get(name) ?? '' }))).toBe('head-mismatch');
      // A head of what stood before it still fits: nothing of that was touched.
      const before = file.damage((database) => cutBranch(database, id, seq));
      const head = seq > 0 ? (await headsOf(before)).get(name) : undefined;
      if (!head) return;
      const again = file.damage((database) => rewriteEntry(database, { branchId: id, seq, edit }));
      expect(codesOf(await auditOf(again, { head }))).toBe('none');
      expect(revision).toBeGreaterThan(seq);
    },
  );

  it('shows in the heads of every branch that shares it', async () => {
    const [parent] = branches.filter(({ shared }) => shared > 0);
    const sharing = branches.filter(({ name }) => /^default\/garden\/main\//.test(name));
    const path = file.damage((database) =>
      rewriteEntry(database, {
        branchId: parent?.id ?? 0,
        seq: 1,
        edit: (body) => body.replace('garden', 'cellar'),
      }),
    );
    expect(codesOf(await auditOf(path))).toBe('none');
    expect(sharing.length).toBeGreaterThan(3);
    for (const { name } of sharing)
      expect(codesOf(await auditOf(path, { head: kept.get(name) ?? '' }))).toBe('head-mismatch');
  });
});

describe('an export that names another parent, with the head that goes with it', () => {
  const [fork] = branches.filter(({ fork, name }) => fork > 0 && name.startsWith('default/garden/main/'));
  const id = fork?.id ?? 0;
  const of = file.database.prepare('SELECT branch, parent FROM branches WHERE id = ?').get(id);
  const sibling = file.database
    .prepare('SELECT branch FROM branches WHERE id > ? AND parent = ? AND fork_revision = ?')
    .get(id, of?.parent as string, fork?.fork ?? 0)?.branch as string;

  async function restoredWith(parent: string): Promise<string> {
    const head = headWithParent(file.database, id, parent);
    const lines = await opened(
      file.damage(() => {}),
      (daybook) => linesOf(daybook.session({ session: 'garden' }).export()),
    );
    const at = lines.findIndex((line) => JSON.parse(line).branch?.scope.branch === of?.branch);
    const { branch } = JSON.parse(lines[at] ?? '');
    const [moved] = lines.splice(at, 1, JSON.stringify({ branch: { ...branch, parent, head } }));
    expect(moved).toContain(parent === of?.parent ? head : '');
    // The branch comes last, behind whatever it names as parent.
    const next = lines.findIndex((line, index) => index > at && JSON.parse(line).branch);
    const own = lines.splice(at, next - at);
    const daybook = await openDaybook({ store: memoryStore() });
    const restored = daybook.restore(parsed([...lines, ...own]));
    return restored.then(
      () => 'restored',
      (error: unknown) => (isDaybookError(error) ? error.code : Promise.reject(error)),
    );
  }

  it('is restored with its own parent, and not with a sibling', async () => {
    expect(sibling).toBeTruthy();
    expect(await restoredWith(of?.parent as string)).toBe('restored');
    expect(await restoredWith(sibling)).toBe('tampered');
  });
});

describe('a whole session or branch taken away', () => {
  const taken: [string, (database: DatabaseSync) => void][] = [
    ['default/log/main/main', (database) => takeSession(database, 2)],
    ['default/log/main/b-', (database) => takeBranch(database, 9)],
  ];

  it.each(taken)('%s', async (name, take) => {
    const path = file.damage(take);
    expect(codesOf(await auditOf(path))).toBe('none');
    const heads = [...kept].filter(([branch]) => branch.startsWith(name));
    expect(heads).toHaveLength(1);
    for (const [, head] of heads)
      expect(['head-not-reached', 'head-mismatch']).toContain(codesOf(await auditOf(path, { head })));
  });
});

async function linesOf(lines: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

async function* parsed(lines: readonly string[]) {
  for (const line of lines) yield JSON.parse(line);
}

function takeSession(database: DatabaseSync, sessionId: number): void {
  for (const { id } of database.prepare('SELECT id FROM branches WHERE session_id = ?').all(sessionId))
    takeBranch(database, id as number);
  database.prepare('DELETE FROM bodies WHERE session_id = ?').run(sessionId);
  deleteRows(database, 'sessions', [sessionId]);
}

function takeBranch(database: DatabaseSync, branchId: number): void {
  for (const table of ['entries', 'groups'])
    database.prepare(`DELETE FROM ${table} WHERE branch_id = ?`).run(branchId);
  deleteRows(database, 'branches', [branchId]);
}
