/**
 * One file with a rich journal, and damaged copies of it: edited as another program would, without foreign keys.
 *
 * Invariant: each damage is made on a fresh copy.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  type AuditOptions,
  type AuditReport,
  type Daybook,
  type Finding,
  openDaybook,
  type Session,
} from '@daybook/core';
import { afterAll } from 'vitest';
import { sqlite } from '../src/index.ts';
import { fillJournal } from './tamper-journal.ts';

/** Names of what a row is about; all that are given must be those of a finding. */
export type Place = Readonly<Partial<Record<'tenant' | 'session' | 'lane' | 'branch' | 'entry', string>>>;

export interface TamperFile {
  /** The sound file, to look things up in. */
  readonly database: DatabaseSync;
  readonly bytes: Buffer;
  /** Makes a copy, edits it, and gives its path. The copy before it is gone. */
  damage(edit: (database: DatabaseSync) => void): string;
  /** Makes a copy from these bytes. */
  write(bytes: Uint8Array): string;
}

/** Builds the file. It is removed with the tests of the test file that calls this. */
export async function tamperFile(): Promise<TamperFile> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-tamper-'));
  const [sound, copy] = [join(folder, 'sound.db'), join(folder, 'copy.db')];
  await fillJournal(sound);
  const bytes = readFileSync(sound);
  const database = new DatabaseSync(sound, { readOnly: true });
  afterAll(() => {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const write = (content: Uint8Array): string => {
    for (const suffix of ['-wal', '-shm']) rmSync(`${copy}${suffix}`, { force: true });
    writeFileSync(copy, content);
    return copy;
  };
  const damage = (edit: (database: DatabaseSync) => void): string => {
    write(bytes);
    const edited = new DatabaseSync(copy, { enableForeignKeyConstraints: false });
    try {
      // Nothing here has to survive a power cut.
      edited.exec('PRAGMA synchronous = OFF');
      edit(edited);
    } finally {
      edited.close();
    }
    return copy;
  };
  return { database, bytes, damage, write };
}

export async function opened<Result>(
  path: string,
  use: (daybook: Daybook) => Promise<Result>,
): Promise<Result> {
  const daybook = await openDaybook({ store: sqlite(path) });
  try {
    return await use(daybook);
  } finally {
    await daybook.close();
  }
}

/** What the exports of a daybook say of its journal, without index data. */
export async function journalOf(daybook: Daybook): Promise<string> {
  const sessions = await daybook.sessions();
  const exports = await Promise.all(sessions.map((key) => journalOfSession(daybook.session(key))));
  return exports.join('\n');
}

export async function journalOfSession(session: Session): Promise<string> {
  const lines: string[] = [];
  for await (const text of session.export()) {
    const isEntry = text.startsWith('{"body":');
    const { group, current: _, branch, ...line } = isEntry ? {} : JSON.parse(text);
    const { groups, aligned, headerKey, roll, ...row } = branch ?? {};
    if (group === undefined) lines.push(isEntry ? text : JSON.stringify({ ...line, row }));
  }
  return lines.join('\n');
}

export function auditOf(path: string, options?: AuditOptions): Promise<AuditReport> {
  return opened(path, (daybook) => daybook.audit(options));
}

export function codesOf({ findings }: AuditReport): string {
  return [...new Set(findings.map(({ code }) => code))].sort().join(' ') || 'none';
}

/** Places that a row is about; none for a table that this does not know. */
export function placesOf(database: DatabaseSync, table: string, rowid: number): Place[] {
  const sql = PLACES[table];
  return sql ? (database.prepare(sql).all(rowid) as Place[]) : [];
}

/** Whether a finding is about one of the places. */
export function isAbout(finding: Finding, places: readonly Place[]): boolean {
  const names: Record<string, unknown> = { ...finding.scope, entry: finding.entry };
  return places.some((place) => Object.entries(place).every(([name, value]) => names[name] === value));
}

const OF_BRANCH = 'branches AS b JOIN sessions AS s ON s.id = b.session_id';
const SCOPE = 's.tenant, s.session, b.lane, b.branch';

const PLACES: Readonly<Record<string, string>> = {
  sessions: 'SELECT tenant, session FROM sessions WHERE id = ?',
  branches: `SELECT ${SCOPE} FROM ${OF_BRANCH} WHERE b.id = ?`,
  entries: `
    SELECT ${SCOPE}, 'e' || e.seq AS entry
    FROM entries AS e JOIN ${OF_BRANCH} WHERE b.id = e.branch_id AND e.rowid = ?`,
  // Every entry whose seal names the body, or names a body that names it.
  bodies: `
    WITH named (session_id, content_id) AS (
      SELECT session_id, content_id FROM bodies WHERE rowid = ?
      UNION SELECT f.session_id, f.content_id FROM named AS n JOIN bodies AS f
      ON f.session_id = n.session_id AND instr(CAST(f.bytes AS TEXT), n.content_id) > 0)
    SELECT ${SCOPE}, 'e' || e.seq AS entry
    FROM named AS c JOIN ${OF_BRANCH} JOIN entries AS e
    WHERE s.id = c.session_id AND e.branch_id = b.id AND instr(CAST(e.seal AS TEXT), c.content_id) > 0`,
};
