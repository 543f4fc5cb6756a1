/**
 * The schema, in one place: what lies in the file and under which mark.
 *
 * Invariant: a column is either covered by the chain, so that changing it is found by the audit, or it is
 * index data and named in INDEX_COLUMNS. Nothing else is kept. The numbers in `id`, `session_id` and
 * `branch_id` tie rows together: a changed one moves rows to where their seals do not fit, or makes strays.
 */

/** "dybk" in ASCII, at offset 68 of the file: tells a daybook from any other SQLite file. */
export const APPLICATION_ID = 0x6479626b;

/** Of the schema below. A file with a higher one was written by a newer daybook; one with a lower one is upgraded. */
export const SCHEMA_VERSION = 2;

/** Columns which can be computed again from the chain: the audit does not cover them. */
export const INDEX_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  branches: ['groups', 'aligned', 'header_key', 'roll', 'touched', 'marked'],
  entries: ['mark', 'content'],
  groups: [
    'session_id',
    'lane',
    'branch_id',
    'ordinal',
    'place',
    'form',
    'seq',
    'state',
    'role',
    'wording',
    'key',
    'roll',
    'native_id',
    'parts',
  ],
};

/** Few entries have a mark. */
const ENTRIES_MARK = 'CREATE INDEX entries_mark ON entries (branch_id, mark, seq) WHERE mark IS NOT NULL;';

// Rowid tables, although most have a natural key: rows of about a kilobyte are slow in WITHOUT ROWID tables
// (a point read took five times as long).
export const SCHEMA: string = `
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
  -- Grows with each group the session receives: the highest is the branch that received the last one.
  touched INTEGER NOT NULL,
  marked INTEGER NOT NULL DEFAULT 0,
  UNIQUE (session_id, lane, branch)
) STRICT;
CREATE INDEX branches_touched ON branches (session_id, touched);

CREATE TABLE entries (
  branch_id INTEGER NOT NULL REFERENCES branches (id),
  seq INTEGER NOT NULL,
  id TEXT NOT NULL,
  seal BLOB NOT NULL,
  node BLOB NOT NULL,
  mark TEXT,
  -- Of a marked entry: its body is found by it, since no seal is read here.
  content TEXT,
  UNIQUE (branch_id, seq)
) STRICT;
${ENTRIES_MARK}

CREATE TABLE bodies (
  session_id INTEGER NOT NULL REFERENCES sessions (id),
  content_id TEXT NOT NULL,
  bytes BLOB NOT NULL,
  UNIQUE (session_id, content_id)
) STRICT;

-- session_id and lane stand here too, so that a look-up meets only rows of one session, and every form at
-- one place of a lane lies together, whatever the number of branches.
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

PRAGMA application_id = ${APPLICATION_ID};
PRAGMA user_version = ${SCHEMA_VERSION};
`;

/**
 * From version 1, which knew no marks: entries that lie there stay without. The columns have defaults, so a process that
 * still has the file open with statements of version 1 can go on.
 */
export const FROM_VERSION_1: string = `
ALTER TABLE branches ADD COLUMN marked INTEGER NOT NULL DEFAULT 0;
ALTER TABLE entries ADD COLUMN mark TEXT;
ALTER TABLE entries ADD COLUMN content TEXT;
${ENTRIES_MARK}

PRAGMA user_version = ${SCHEMA_VERSION};
`;
