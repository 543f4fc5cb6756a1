/** A fold at the end of a branch, with its mark and the texts that it names. Written from docs/format.md, like the attacker. */
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
  const fold = contentOf({ event: 'fold', kind: 'event', texts: bodies.map(({ id }) => id) }, salt);
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

function contentOf(body: object, salt: Uint8Array): { readonly id: string; readonly bytes: Buffer } {
  const bytes = Buffer.from(JSON.stringify(body));
  return { id: tagged('body', salt, bytes), bytes };
}
