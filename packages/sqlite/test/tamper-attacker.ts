/**
 * Somebody who can write the file and knows the format: cuts a branch and makes its row fit, or writes a history of
 * their own over a session. Written from docs/format.md, with nothing of the code under test.
 */
import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

interface EntryOf {
  readonly seq: number;
  readonly id: string;
  readonly node: Uint8Array;
}

/** Takes the branch's entries from `revision` on away, and everything that speaks of them. */
export function cutBranch(database: DatabaseSync, branchId: number, revision: number): void {
  for (const [table, column] of [
    ['entries', 'seq'],
    ['groups', 'form'],
  ])
    database.prepare(`DELETE FROM ${table} WHERE branch_id = ? AND ${column} >= ?`).run(branchId, revision);
  database.exec(`
    DELETE FROM bodies WHERE NOT EXISTS (
      SELECT 1 FROM entries AS e JOIN branches AS b ON b.id = e.branch_id
      WHERE b.session_id = bodies.session_id AND instr(CAST(e.seal AS TEXT), bodies.content_id) > 0)
    AND NOT EXISTS (
      SELECT 1 FROM bodies AS fold
      WHERE fold.session_id = bodies.session_id AND instr(CAST(fold.bytes AS TEXT), bodies.content_id) > 0)`);
  const entries = entriesOf(database, branchId);
  writeHead(database, branchId, {
    revision,
    headEntry: entries.at(-1)?.id ?? '',
    frontier: Buffer.concat(peakEnds(revision).map((seq) => entries[seq]?.node ?? Buffer.alloc(0))),
  });
}

/** Gives one entry another body, and makes every entry, branch and tree of the session fit again. */
export function rewriteEntry(
  database: DatabaseSync,
  { branchId, seq, edit }: { branchId: number; seq: number; edit: (body: string) => string },
): void {
  const [session] = database
    .prepare(
      'SELECT s.id, s.salt FROM sessions AS s JOIN branches AS b ON b.session_id = s.id WHERE b.id = ?',
    )
    .all(branchId) as { id: number; salt: Uint8Array }[];
  if (!session) throw new Error(`no branch ${branchId}`);
  const branches = database
    .prepare('SELECT id, fork_revision AS fork FROM branches WHERE session_id = ? ORDER BY id')
    .all(session.id) as { id: number; fork: number }[];
  for (const { id, fork } of branches) {
    // Parents have lower ids, so what a fork shares is rewritten before it.
    const kept = entriesOf(database, id).slice(0, fork);
    let prev = kept.at(-1)?.id ?? null;
    let peaks: Buffer[] = peakEnds(fork).map((end) => Buffer.from(kept[end]?.node ?? []));
    const own = database.prepare('SELECT seq, seal FROM entries WHERE branch_id = ? ORDER BY seq').all(id);
    for (const row of own) {
      const seal = JSON.parse(Buffer.from(row.seal as Uint8Array).toString());
      if (id === branchId && row.seq === seq)
        Object.assign(seal, newBody(database, session, seal.contentId, edit));
      const bytes = Buffer.from(JSON.stringify({ ...seal, prev }));
      prev = tagged('entry', bytes);
      peaks = withLeaf(peaks, row.seq as number, prev);
      database
        .prepare('UPDATE entries SET id = ?, seal = ?, node = ? WHERE branch_id = ? AND seq = ?')
        .run(prev, bytes, peaks.at(-1) ?? null, id, row.seq as number);
    }
    writeHead(database, id, { headEntry: prev ?? '', frontier: Buffer.concat(peaks) });
  }
}

/** Id of the head that the branch would have with this parent. */
export function headWithParent(database: DatabaseSync, branchId: number, parent: string): string {
  const row = database
    .prepare(
      `SELECT s.tenant, s.session, b.lane, b.branch, b.revision, b.fork_revision AS fork, b.frontier
       FROM branches AS b JOIN sessions AS s ON s.id = b.session_id WHERE b.id = ?`,
    )
    .get(branchId) as Record<string, string | number> & { readonly frontier: Uint8Array };
  const peaks: Buffer[] = Array.from({ length: row.frontier.length / 32 }, (_, at) =>
    Buffer.from(row.frontier.subarray(32 * at, 32 * at + 32)),
  );
  const root = peaks.reduceRight((right, left) => sha256(Buffer.from([1]), left, right)).toString('hex');
  const { tenant, session, lane, branch, revision, fork } = row;
  // Members in the order that canonical JSON has.
  const head = { forkRevision: fork, parent, revision, root, scope: { branch, lane, session, tenant } };
  return `${revision}:${tagged('head', Buffer.from(JSON.stringify(head)))}`;
}

/** Every entry that the branch shows, the shared ones first. */
function entriesOf(database: DatabaseSync, branchId: number): EntryOf[] {
  return database
    .prepare(
      `WITH RECURSIVE path (id, session_id, lane, parent, fork, below) AS (
         SELECT id, session_id, lane, parent, fork_revision, 9e15 FROM branches WHERE id = ?
         UNION ALL SELECT b.id, b.session_id, b.lane, b.parent, b.fork_revision, min(path.fork, path.below)
         FROM path JOIN branches AS b
           ON b.session_id = path.session_id AND b.lane = path.lane AND b.branch = path.parent)
       SELECT e.seq, e.id, e.node FROM path JOIN entries AS e ON e.branch_id = path.id AND e.seq < path.below
       ORDER BY e.seq`,
    )
    .all(branchId) as unknown as EntryOf[];
}

function newBody(
  database: DatabaseSync,
  session: { readonly id: number; readonly salt: Uint8Array },
  contentId: string,
  edit: (body: string) => string,
): object {
  const body = database
    .prepare('SELECT bytes FROM bodies WHERE session_id = ? AND content_id = ?')
    .get(session.id, contentId);
  const bytes = Buffer.from(edit(Buffer.from(body?.bytes as Uint8Array).toString()));
  const id = tagged('body', session.salt, bytes);
  database.prepare('INSERT INTO bodies VALUES (?, ?, ?)').run(session.id, id, bytes);
  const chunks = [{ hash: tagged('chunk', session.salt, bytes), offset: 0 }];
  return { contentId: id, byteLength: bytes.length, chunks };
}

export function writeHead(
  database: DatabaseSync,
  branchId: number,
  head: { readonly revision?: number; readonly headEntry: string; readonly frontier: Uint8Array },
): void {
  database
    .prepare(
      'UPDATE branches SET revision = coalesce(?, revision), head_entry = ?, frontier = ? WHERE id = ?',
    )
    .run(head.revision ?? null, head.headEntry, head.frontier, branchId);
}

/** RFC 6962: the leaf joins every full subtree that stands before it, as often as the size is odd. */
export function withLeaf(peaks: readonly Buffer[], size: number, id: string): Buffer[] {
  const rest = [...peaks];
  let node = sha256(Buffer.from([0]), Buffer.from(id, 'hex'));
  for (let odd = size; odd % 2 === 1; odd = (odd - 1) / 2)
    node = sha256(Buffer.from([1]), rest.pop() ?? Buffer.alloc(0), node);
  return [...rest, node];
}

/** Sequences of the entries with which the full subtrees of a tree end, the largest first. */
function peakEnds(size: number): number[] {
  const bits = [...size.toString(2)].map((bit, at, all) => (bit === '1' ? 2 ** (all.length - 1 - at) : 0));
  const widths = bits.filter((width) => width > 0);
  return widths.map((_, at) => widths.slice(0, at + 1).reduce((sum, width) => sum + width) - 1);
}

export function tagged(tag: string, ...parts: readonly Uint8Array[]): string {
  return sha256(Buffer.from(`daybook/v1/${tag}\0`), ...parts).toString('hex');
}

function sha256(...parts: readonly Uint8Array[]): Buffer {
  return createHash('sha256').update(Buffer.concat(parts)).digest();
}
