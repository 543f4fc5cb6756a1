/**
 * Files as the first version of the schema left them.
 *
 * Invariant: this schema is never changed: files of it lie on other people's disks.
 */
import { DatabaseSync } from 'node:sqlite';

const SCHEMA = `
CREATE TABLE sessions (
  id INTEGER PRIMARY KEY,
  tenant TEXT NOT NULL,
  session TEXT NOT NULL,
  salt BLOB NOT NULL,
  UNIQUE (tenant, session)
) STRICT;

CREATE TABLE branches (
  id INTEGER PRIMARY KEY,
  session_id INTEGER NOT NULL REFERENCES sessions (id),
  lane TEXT NOT NULL,
  branch TEXT NOT NULL,
  parent TEXT,
  fork_revision INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  head_entry TEXT NOT NULL,
  frontier BLOB NOT NULL,
  groups INTEGER NOT NULL,
  aligned INTEGER NOT NULL,
  header_key TEXT,
  roll TEXT NOT NULL,
  touched INTEGER NOT NULL,
  UNIQUE (session_id, lane, branch)
) STRICT;
CREATE INDEX branches_touched ON branches (session_id, touched);

CREATE TABLE entries (
  branch_id INTEGER NOT NULL REFERENCES branches (id),
  seq INTEGER NOT NULL,
  id TEXT NOT NULL,
  seal BLOB NOT NULL,
  node BLOB NOT NULL,
  UNIQUE (branch_id, seq)
) STRICT;

CREATE TABLE bodies (
  session_id INTEGER NOT NULL REFERENCES sessions (id),
  content_id TEXT NOT NULL,
  bytes BLOB NOT NULL,
  UNIQUE (session_id, content_id)
) STRICT;

CREATE TABLE groups (
  session_id INTEGER NOT NULL,
  lane TEXT NOT NULL,
  branch_id INTEGER NOT NULL REFERENCES branches (id),
  ordinal INTEGER NOT NULL,
  place INTEGER NOT NULL,
  form INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  state TEXT NOT NULL,
  role TEXT NOT NULL,
  wording INTEGER NOT NULL,
  key TEXT NOT NULL,
  roll TEXT NOT NULL,
  native_id TEXT,
  parts TEXT NOT NULL,
  UNIQUE (session_id, lane, ordinal, form, branch_id)
) STRICT;
CREATE INDEX groups_key ON groups (session_id, key);
CREATE INDEX groups_roll ON groups (session_id, roll);
CREATE INDEX groups_native_id ON groups (session_id, native_id) WHERE native_id IS NOT NULL;

PRAGMA application_id = 1685676651;
PRAGMA user_version = 1;
`;

const COLUMNS: Readonly<Record<string, string>> = {
  sessions: 'id, tenant, session, salt',
  branches: `id, session_id, lane, branch, parent, fork_revision, revision, head_entry, frontier, groups, aligned,
    header_key, roll, touched`,
  entries: 'branch_id, seq, id, seal, node',
  bodies: 'session_id, content_id, bytes',
  groups: `session_id, lane, branch_id, ordinal, place, form, seq, state, role, wording, key, roll, native_id, parts`,
};

/** Writes what a file of today holds into a new file of version 1, which has no place for marks. */
export function asVersion1(from: string, to: string): void {
  const database = new DatabaseSync(to);
  database.exec(SCHEMA);
  database.exec('PRAGMA journal_mode = WAL');
  database.prepare('ATTACH ? AS today').run(from);
  database.exec('BEGIN');
  for (const [table, columns] of Object.entries(COLUMNS))
    database.exec(
      `INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM today.${table} ORDER BY rowid`,
    );
  database.exec('COMMIT');
  database.close();
}
