/**
 * A fold at the end of a branch, with its mark and the texts that it names: an amendment that changes nothing. Written
 * from docs/format.md, like the attacker.
 */
import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { tagged, withLeaf, writeHead } from './tamper-attacker.ts';

interface BranchOf {
  readonly session_id: number;
  readonly salt: Uint8Array;
  readonly tenant: string;
  readonly session: string;
  readonly lane: string;
  readonly branch: string;
  readonly revision: number;
  readonly head_entry: string;
  readonly frontier: Uint8Array;
}

export function appendFold(database: DatabaseSync, branchId: number, texts: readonly string[]): void {
  const of = database
    .prepare('SELECT * FROM branches AS b JOIN sessions AS s ON s.id = b.session_id WHERE b.id = ?')
    .get(branchId) as unknown as BranchOf;
  const { salt, revision: seq, tenant, session, lane, branch } = of;
  // Members in the order that canonical JSON has.
  const bodies = texts.map((text) => contentOf({ kind: 'derived', parts: [{ text, type: 'text' }] }, salt));
  const amendment = amendmentOf(
    bodies.map(({ id }) => id),
    seq,
    lastFold(database, branchId),
  );
  const fold = contentOf(amendment, salt);
  const seal = JSON.stringify({
    at: null,
    authority: 'none',
    byteLength: fold.bytes.length,
    chunks: [{ hash: tagged('chunk', salt, fold.bytes), offset: 0 }],
    contentId: fold.id,
    kind: 'event',
    links: {},
    prev: of.head_entry,
    role: null,
    scope: { branch, lane, session, tenant },
    seq,
  });
  const id = tagged('entry', Buffer.from(seal));
  const peaks = Array.from({ length: of.frontier.length / 32 }, (_, at) =>
    Buffer.from(of.frontier.subarray(32 * at, 32 * at + 32)),
  );
  const grown = withLeaf(peaks, seq, id);
  database
    .prepare(
      'INSERT INTO entries (branch_id, seq, id, seal, node, mark, content) VALUES (?, ?, ?, ?, ?, ?, ?)',
    )
    .run(branchId, seq, id, Buffer.from(seal), grown.at(-1) ?? null, 'fold', fold.id);
  for (const body of [fold, ...bodies])
    database
      .prepare('INSERT OR IGNORE INTO bodies (session_id, content_id, bytes) VALUES (?, ?, ?)')
      .run(of.session_id, body.id, body.bytes);
  writeHead(database, branchId, { revision: seq + 1, headEntry: id, frontier: Buffer.concat(grown) });
  database.prepare('UPDATE branches SET marked = ? WHERE id = ?').run(seq, branchId);
}

interface LastFold {
  readonly branch: string;
  readonly seq: number;
  readonly after: string;
}

function lastFold(database: DatabaseSync, branchId: number): LastFold | undefined {
  const row = database
    .prepare(
      `SELECT b.branch, e.seq, o.bytes FROM entries AS e JOIN branches AS b ON b.id = e.branch_id
       JOIN bodies AS o ON o.session_id = b.session_id AND o.content_id = e.content
       WHERE b.id = ? AND e.mark = 'fold' ORDER BY e.seq DESC LIMIT 1`,
    )
    .get(branchId) as { branch: string; seq: number; bytes: Uint8Array } | undefined;
  if (!row) return undefined;
  const { after } = JSON.parse(Buffer.from(row.bytes).toString()).manifest.ledger;
  return { branch: row.branch, seq: row.seq, after };
}

function amendmentOf(texts: readonly string[], boundary: number, last: LastFold | undefined): object {
  const delta = { operations: [], required: [], step: 0 };
  const before = last?.after ?? tagged('ledger');
  const hashes = [before, tagged('delta', Buffer.from(JSON.stringify(delta))), tagged('facts')];
  const after = tagged('ledger', ...hashes.map((hash) => Buffer.from(hash, 'hex')));
  const manifest = {
    altered: [],
    boundary,
    covered: { count: 0, ranges: [], root: createHash('sha256').digest('hex') },
    cut: 0,
    ledger: { after, before },
    left: [],
    policy: {},
    previous: last ? { branch: last.branch, seq: last.seq } : null,
    reach: 0,
    refused: [],
    step: 0,
    versions: [],
  };
  return { delta, event: 'fold', fold: 'amend', kind: 'event', manifest, texts };
}

function contentOf(body: object, salt: Uint8Array): { readonly id: string; readonly bytes: Buffer } {
  const bytes = Buffer.from(JSON.stringify(body));
  return { id: tagged('body', salt, bytes), bytes };
}
