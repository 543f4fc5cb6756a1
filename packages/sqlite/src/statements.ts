/**
 * Every SQL statement on journal rows, prepared once for each open file.
 *
 * Invariant: whatever returns several rows says in which order. Names compare by their UTF-8 bytes.
 * Parameters are `?` or `:name`, never `?1`, which Node 22.13 takes for a name.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';

export type StatementName =
  | 'sessions'
  | 'session'
  | 'branches'
  | 'entries'
  | 'current'
  | 'marked'
  | 'bodies'
  | 'groups'
  | 'find'
  | 'strays'
  | 'integrity'
  | 'branch'
  | 'lastTouched'
  | 'newSessionId'
  | 'newBranchId'
  | 'addSession'
  | 'addBranch'
  | 'moveBranch'
  | 'addEntry'
  | 'addBody'
  | 'addGroup';

export type Statements = Readonly<Record<StatementName, StatementSync>>;

/** Also shows that all tables are there: preparing fails otherwise. */
export function prepareStatements(database: DatabaseSync): Statements {
  const prepared = Object.entries(SQL).map(([name, sql]) => [name, database.prepare(sql)] as const);
  return Object.fromEntries(prepared) as Statements;
}

const SESSION_ID = 'SELECT id FROM sessions WHERE tenant = :tenant AND session = :session';
const BRANCH_ID = `SELECT id FROM branches WHERE session_id = (${SESSION_ID}) AND lane = :lane AND branch = :branch`;

// Read as floating point, which is exact for every number daybook writes: an integer beyond 2^53, put there
// by somebody else, would make node:sqlite throw, and the audit shall see the row.
const BRANCH_NUMBERS = ['fork_revision', 'revision', 'groups', 'aligned', 'marked']
  .map((column) => `CAST(${column} AS REAL) AS ${column}`)
  .join(', ');

const GROUP_COLUMNS = `g.ordinal, g.place, g.form, g.seq, g.state, g.role, g.wording, g.key, g.roll,
  g.native_id, g.parts`;

// In the order of branchValues in rows.ts.
const MOVING =
  'parent, fork_revision, revision, head_entry, frontier, groups, aligned, header_key, roll, touched, marked';

export const SQL: Readonly<Record<StatementName, string>> = {
  sessions: 'SELECT tenant, session, salt FROM sessions ORDER BY tenant, session',
  session: 'SELECT id, salt FROM sessions WHERE tenant = ? AND session = ?',
  branches: `
    SELECT lane, branch, parent, ${BRANCH_NUMBERS}, head_entry, frontier, header_key, roll
    FROM branches WHERE session_id = (${SESSION_ID}) ORDER BY touched DESC, id`,
  entries: `
    SELECT seq, id, seal, node, mark, content FROM entries
    WHERE branch_id = (${BRANCH_ID}) AND seq >= :from AND seq < :to ORDER BY seq`,
  current: `
    SELECT id, lane, branch, parent FROM branches WHERE session_id = ? ORDER BY touched DESC, id LIMIT 1`,
  // Of one mark, so that its index gives the newest without looking at other entries. The index is named, because
  // SQLite would rather go through all entries by their sequence.
  marked: `
    SELECT e.seq, e.id, e.seal, e.node, e.mark, e.content, c.bytes
    FROM entries AS e INDEXED BY entries_mark
    CROSS JOIN bodies AS c ON c.session_id = :sessionId AND c.content_id = e.content
    WHERE e.branch_id = :branchId AND e.mark = :mark AND e.seq > :above AND e.seq < :below
    ORDER BY e.seq DESC LIMIT :limit`,
  bodies: `
    SELECT b.content_id, b.bytes
    FROM json_each(:contentIds) AS wanted CROSS JOIN bodies AS b
    WHERE b.session_id = (${SESSION_ID}) AND b.content_id = wanted.value ORDER BY wanted.key`,
  groups: `
    SELECT ${GROUP_COLUMNS} FROM groups AS g
    WHERE g.session_id = (${SESSION_ID}) AND g.lane = :lane AND g.branch_id = (${BRANCH_ID})
      AND g.ordinal >= :from AND g.ordinal < :to
    ORDER BY g.ordinal, g.form`,
  find: `
    WITH hits (lane, ordinal) AS (
      SELECT g.lane, g.ordinal FROM json_each(:keys) AS wanted CROSS JOIN groups AS g
      WHERE g.session_id = (${SESSION_ID}) AND g.key = wanted.value
      UNION ALL SELECT g.lane, g.ordinal FROM json_each(:rolls) AS wanted CROSS JOIN groups AS g
      WHERE g.session_id = (${SESSION_ID}) AND g.roll = wanted.value
      UNION ALL SELECT g.lane, g.ordinal FROM json_each(:nativeIds) AS wanted CROSS JOIN groups AS g
      WHERE g.session_id = (${SESSION_ID}) AND g.native_id = wanted.value)
    SELECT b.lane, b.branch, ${GROUP_COLUMNS}
    FROM (SELECT DISTINCT lane, ordinal FROM hits) AS h
    CROSS JOIN groups AS g
      ON g.session_id = (${SESSION_ID}) AND g.lane = h.lane AND g.ordinal = h.ordinal
    CROSS JOIN branches AS b ON b.id = g.branch_id AND b.session_id = g.session_id AND b.lane = g.lane
    ORDER BY b.lane, g.ordinal, g.form, b.branch`,
  strays: `
    SELECT 'branches' AS "table", session_id || '/' || lane || '/' || branch AS key FROM branches AS b
    WHERE NOT EXISTS (SELECT 1 FROM sessions AS s WHERE s.id = b.session_id)
    UNION ALL SELECT 'entries', branch_id || '/' || seq FROM entries AS e
    WHERE NOT EXISTS (SELECT 1 FROM branches AS b WHERE b.id = e.branch_id)
    UNION ALL SELECT 'bodies', session_id || '/' || content_id FROM bodies AS c
    WHERE NOT EXISTS (SELECT 1 FROM sessions AS s WHERE s.id = c.session_id)
    UNION ALL SELECT 'groups', branch_id || '/' || ordinal || '/' || form FROM groups AS g
    WHERE NOT EXISTS (
      SELECT 1 FROM branches AS b WHERE b.id = g.branch_id AND b.session_id = g.session_id AND b.lane = g.lane)
    ORDER BY 1, 2`,
  // Compares every index with its table, and every value with the type of its column.
  integrity: 'PRAGMA integrity_check',
  branch: `
    SELECT id, branch, parent, CAST(revision AS REAL) AS revision, head_entry, touched
    FROM branches WHERE session_id = ? AND lane = ? AND branch = ?`,
  lastTouched: 'SELECT coalesce(max(touched), 0) AS touched FROM branches WHERE session_id = ?',
  // A new id lies above all that other rows mention, so that rows left behind by somebody's deletion stay
  // strays instead of joining what comes next.
  newSessionId: `
    SELECT 1 + max(
      (SELECT coalesce(max(id), 0) FROM sessions),
      (SELECT coalesce(max(session_id), 0) FROM branches),
      (SELECT coalesce(max(session_id), 0) FROM bodies)) AS id`,
  newBranchId: `
    SELECT 1 + max(
      (SELECT coalesce(max(id), 0) FROM branches),
      (SELECT coalesce(max(branch_id), 0) FROM entries)) AS id`,
  // Without RETURNING: with it SQLite looks through every row that refers to the table.
  addSession: 'INSERT INTO sessions (id, tenant, session, salt) VALUES (?, ?, ?, ?)',
  addBranch: `
    INSERT INTO branches (id, ${MOVING}, session_id, lane, branch)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  moveBranch: `
    UPDATE branches SET (${MOVING}) = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE id = ?`,
  addEntry:
    'INSERT INTO entries (branch_id, seq, id, seal, node, mark, content) VALUES (?, ?, ?, ?, ?, ?, ?)',
  addBody: `
    INSERT INTO bodies (session_id, content_id, bytes) VALUES (?, ?, ?)
    ON CONFLICT (session_id, content_id) DO NOTHING`,
  addGroup: `
    INSERT INTO groups (session_id, lane, branch_id, ordinal, place, form, seq, state, role, wording, key, roll,
      native_id, parts)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
};
