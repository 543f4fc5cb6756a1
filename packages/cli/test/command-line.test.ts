/**
 * Covers: O2 (import, status, read, verify, export), J8: the program itself, as a process: exit codes, what it prints
 * where, and that a log cannot speak to the terminal.
 */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sqlite } from '@daybook/sqlite';
import { describe, expect, it } from 'vitest';
import { inventedTranscripts, newFile, newFolder } from './files.ts';
import { daybookOn, importFile, SALT } from './journal.ts';
import { writeLongLog } from './logs.ts';
import { daybook, start } from './programs.ts';

const hexSalt = Buffer.from(SALT).toString('hex');
const tree = pathOf('claude-code/retry-fork.jsonl');
const flat = pathOf('pi/flat.jsonl');
const session = 'f7963d31-f735-4d8f-ab20-ff00da5fbcb9';
const scope = { tenant: 'default', session, lane: 'main', branch: 'main' };
const digest = expect.stringMatching(/^[0-9a-f]{64}$/);
const headId = expect.stringMatching(/^\d+:[0-9a-f]{64}$/);

/** Runs with `--json` in a folder: the exit code and the one document on stdout or stderr. */
async function run(folder: string, ...words: readonly string[]) {
  const { exitCode, stdout, stderr } = await daybook([...words, '--json'], folder);
  const [out, err] = [stdout, stderr].map((text) => (text === '' ? undefined : JSON.parse(text)));
  // One document is one line.
  for (const text of [stdout, stderr]) expect(text.split('\n').length).toBeLessThanOrEqual(2);
  return { exitCode, out, err };
}

describe('a journal of one log', () => {
  it('is made by import, and every command works on it', async () => {
    const folder = newFolder();
    const imported = await run(folder, 'import', tree, '--salt', hexSalt);
    expect(imported).toEqual({
      exitCode: 0,
      err: undefined,
      out: {
        file: tree,
        format: 'claude-code',
        scope,
        revision: expect.any(Number),
        head: headId,
        appended: 31,
        entries: { byKind: { event: 10, message: 14, 'tool-call': 3, 'tool-result': 3, reasoning: 1 } },
        authoritative: 6,
        branches: 3,
        lanes: 1,
        ambiguous: 0,
        warnings: [],
      },
    });
    expect(statSync(join(folder, 'daybook.db')).mode & 0o777).toBe(0o600);
    const again = await run(folder, 'import', tree);
    expect(again).toEqual({ ...imported, out: { ...imported.out, appended: 0 } });

    expect((await run(folder, 'status')).out).toMatchObject({
      current: { scope, revision: imported.out.revision, head: imported.out.head },
      authoritative: 6,
    });
    const whole = await run(folder, 'read', 'e5');
    expect(whole.out).toEqual({
      entry: digest,
      seq: 5,
      kind: 'message',
      role: 'assistant',
      authority: 'none',
      nativeId: 'd32ef85e-b884-48ca-a17a-29f644e2c859',
      at: Date.parse('2026-04-11T16:02:04.700Z'),
      text: 'One run for all four beds at six.',
      verified: true,
    });
    expect(await run(folder, 'read', 'e5:0-10')).toEqual({
      ...whole,
      out: { ...whole.out, text: 'One run fo' },
    });
    expect((await run(folder, 'read', 'e5:4-99')).out.text).toBe('run for all four beds at six.');
    expect((await run(folder, 'read', 'e0')).out).toMatchObject({ kind: 'event', role: null });

    const sound = { ok: true, entries: 31, folds: 0, findings: [], sessions: 1, branches: 3, found: 0 };
    for (const head of [[], ['--head', imported.out.head]])
      expect(await run(folder, 'verify', ...head)).toEqual({ exitCode: 0, err: undefined, out: sound });
  });

  it('is told about to people too, and nothing else is', async () => {
    const folder = newFolder();
    const imported = await daybook(['import', tree], folder);
    expect(imported).toMatchObject({ exitCode: 0, stderr: '' });
    expect(imported.stdout).toContain('31 entries appended');
    expect((await daybook(['import', tree], folder)).stdout).toContain('nothing new');
    expect((await daybook(['status'], folder)).stdout).toContain(`session ${session}`);
    expect((await daybook(['read', 'e5'], folder)).stdout).toContain('One run for all four beds at six.');
    expect((await daybook(['verify'], folder)).stdout).toContain('31 entries');
  });

  it('is found by its place: --db, --tenant, --session, --lane, --branch', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'inside'));
    const named = ['--db', join('inside', 'one.db'), '--tenant', 't', '--session', 's', '--lane', 'l'];
    const { out } = await run(folder, ...named, 'import', tree);
    expect(out.scope).toEqual({ tenant: 't', session: 's', lane: 'l', branch: 'main' });
    expect(existsSync(join(folder, 'daybook.db'))).toBe(false);
    const { branches } = (await run(folder, ...named, 'status')).out;
    const fork = branches.find((line: { parent: string | null }) => line.parent === 'main');
    const onMain = await run(folder, ...named, '--branch', 'main', 'read', `e${fork.forkRevision}`);
    const onFork = await run(
      folder,
      ...named,
      '--branch',
      fork.scope.branch,
      'read',
      `e${fork.forkRevision}`,
    );
    expect(onFork.out.text).not.toBe(onMain.out.text);
    expect((await run(folder, ...named.with(5, 'other'), 'status')).err.error.code).toBe('not-found');
    expect((await run(folder, ...named.with(7, 'other'), 'status')).err.error.code).toBe('not-found');
    expect((await run(folder, ...named.with(3, 'other'), 'status')).exitCode).toBe(3);
  });
});

describe('several files', () => {
  it('are one document, and a session has to be named then', async () => {
    const folder = newFolder();
    const { out } = await run(folder, 'import', flat, tree);
    expect(out.map(({ file, format }: { file: string; format: string }) => [file, format])).toEqual([
      [flat, 'pi'],
      [tree, 'claude-code'],
    ]);
    const sessions = out.map((one: { scope: { session: string } }) => one.scope.session);
    expect((await run(folder, 'status')).out).toEqual({ tenant: 'default', sessions: sessions.toSorted() });
    for (const words of [
      ['read', 'e1'],
      ['export', '--exact'],
    ])
      expect(await run(folder, ...words)).toMatchObject({
        exitCode: 2,
        err: { error: { code: 'invalid-input' } },
      });
    expect((await run(folder, 'read', 'e1', '--session', session)).exitCode).toBe(0);
    expect((await run(folder, 'verify')).out).toMatchObject({ ok: true, sessions: 2 });
    expect((await run(folder, 'verify', '--session', session)).out).toMatchObject({ ok: true, sessions: 1 });
  });
});

describe('an exact export', () => {
  it('gives the same heads in another daybook', async () => {
    const [folder, other] = [newFolder(), newFolder()];
    await run(folder, 'import', tree);
    const { branches, current } = (await run(folder, 'status')).out;
    const { stdout, exitCode, stderr } = await daybook(['export', '--exact'], folder);
    expect([exitCode, stderr]).toEqual([0, '']);
    const file = join(folder, 'export.jsonl');
    const written = await run(folder, 'export', '--exact', '--out', file);
    expect(written.out).toEqual({ file, lines: stdout.split('\n').length - 1 });
    expect(readFileSync(file, 'utf8')).toBe(stdout);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await run(folder, 'export', '--exact', '--out', file)).exitCode).toBe(2);

    const imported = await run(other, 'import', file);
    expect(imported.out).toMatchObject({
      format: 'daybook',
      appended: 31,
      head: current.head,
      scope: current.scope,
    });
    const restored = (await run(other, 'status')).out;
    const heads = (lines: readonly { head: string }[]) => lines.map(({ head }) => head).toSorted();
    expect(heads(restored.branches)).toEqual(heads(branches));
    expect((await run(other, 'import', file)).out.appended).toBe(0);
    expect((await run(other, 'import', tree)).out.appended).toBe(0);
    expect((await run(other, 'verify', '--head', current.head)).exitCode).toBe(0);
  });

  it('may be read no further than somebody wants', async () => {
    const folder = newFolder();
    writeLongLog(join(folder, 'log.jsonl'), 600_000);
    await run(folder, 'import', 'log.jsonl');
    const exporting = start('daybook', ['export', '--exact'], { cwd: folder });
    exporting.process.stdout?.once('data', () => exporting.process.stdout?.destroy());
    expect(await exporting.ended).toMatchObject({ exitCode: 0, stderr: '' });
  });
});

describe('verify', () => {
  it('finds what was changed: exit code 1, findings by entry', async () => {
    const folder = newFolder();
    const { out } = await run(folder, 'import', flat);
    const database = new DatabaseSync(join(folder, 'daybook.db'));
    const changed = database.prepare('UPDATE entries SET seal = ? WHERE seq = 3').run(new Uint8Array([1]));
    expect(changed.changes).toBe(1);
    database.close();
    const { exitCode, out: report, err } = await run(folder, 'verify');
    expect([exitCode, err, report.ok]).toEqual([1, undefined, false]);
    expect(report.findings.length).toBe(report.found);
    expect(report.findings).toContainEqual({
      code: 'entry-id-mismatch',
      scope: out.scope,
      entry: 'e3',
      detail: expect.any(String),
    });
    expect((await daybook(['verify'], folder)).exitCode).toBe(1);
    expect(await run(folder, 'read', 'e3')).toMatchObject({
      exitCode: 3,
      err: { error: { code: 'tampered' } },
    });
  });

  it('holds the record against a head from before', async () => {
    const folder = newFolder();
    const log = readFileSync(flat, 'utf8').split('\n');
    const file = join(folder, 'log.jsonl');
    writeFileSync(file, `${log.slice(0, 10).join('\n')}\n`);
    const before = (await run(folder, 'import', file)).out.head;
    writeFileSync(file, log.join('\n'));
    const after = (await run(folder, 'import', file)).out.head;
    expect(after).not.toBe(before);
    for (const head of [before, after])
      expect((await run(folder, 'verify', '--head', head)).exitCode).toBe(0);
    const other = `${before.split(':')[0]}:${'0'.repeat(64)}`;
    expect(await run(folder, 'verify', '--head', other)).toMatchObject({ exitCode: 1, out: { ok: false } });
  });
});

describe('what is wrong is told on stderr', () => {
  it.each<[string, number, string, readonly string[]]>([
    ['no command', 2, 'invalid-input', []],
    ['an unknown command', 2, 'invalid-input', ['melt']],
    ['an unknown option', 2, 'invalid-input', ['status', '--fast']],
    ['no file', 2, 'invalid-input', ['import']],
    ['a salt that is none', 2, 'invalid-input', ['import', flat, '--salt', 'abc']],
    ['a name that cannot be one', 2, 'invalid-input', ['import', flat, '--session', 'a\u001bb']],
    ['a folder that is not there', 2, 'invalid-input', ['import', flat, '--db', 'nowhere/one.db']],
    ['a bad handle', 2, 'invalid-input', ['read', '5']],
    ['a bad range', 2, 'invalid-input', ['read', 'e5:10-5']],
    ['a range behind the end', 2, 'invalid-input', ['read', 'e5:100000-100001']],
    ['a head that is none', 2, 'invalid-input', ['verify', '--head', 'abc']],
    ['a window that is none', 2, 'invalid-input', ['fold', '--window', '0']],
    ['a window that is too small', 2, 'invalid-input', ['fold', '--window', '14']],
    ['a packet that is too small', 2, 'invalid-input', ['packet', '--max-tokens', '100']],
    ['a mode that is none', 2, 'invalid-input', ['fold', '--mode', 'enrich']],
    ['a packet without a size', 2, 'invalid-input', ['packet']],
    ['a bad handle of a fact', 2, 'invalid-input', ['why', '5']],
    ['a bad handle of a pin', 2, 'invalid-input', ['retire', 'e5']],
    ['a provider that is none', 2, 'invalid-input', ['view', '--provider', 'other']],
    ['an entry that is not there', 3, 'not-found', ['read', 'e100000']],
    ['a session that is not there', 3, 'not-found', ['read', 'e1', '--session', 'other']],
    ['a file that is not there', 3, 'not-found', ['import', 'nowhere.jsonl']],
    ['a folder', 3, 'invalid-input', ['import', '.']],
    ['a file of another format', 3, 'unsupported', ['import', 'notes.txt']],
    ['a log in which nothing was said', 3, 'invalid-input', ['import', 'silent.jsonl']],
    ['no file to make a daybook of', 3, 'not-found', ['import', 'nowhere.jsonl', '--db', 'other.db']],
    ['no log to make a daybook of', 3, 'unsupported', ['import', 'notes.txt', '--db', 'other.db']],
    ['no daybook: status', 3, 'not-found', ['status', '--db', 'other.db']],
    ['no daybook: read', 3, 'not-found', ['read', 'e1', '--db', 'other.db']],
    ['no daybook: verify', 3, 'not-found', ['verify', '--db', 'other.db']],
    ['a fact that is not there', 3, 'not-found', ['why', 'f100000']],
    ['a pin that is not there', 3, 'not-found', ['retire', 'f100000']],
    ['no daybook: fold', 3, 'not-found', ['fold', '--db', 'other.db']],
    ['no daybook: ledger', 3, 'not-found', ['ledger', '--db', 'other.db']],
    ['no daybook: view', 3, 'not-found', ['view', '--db', 'other.db']],
    ['no daybook: export', 3, 'not-found', ['export', '--exact', '--db', 'other.db']],
  ])('%s: %d', async (_, exitCode, code, words) => {
    const folder = newFolder();
    writeFileSync(join(folder, 'notes.txt'), 'hello\n');
    writeFileSync(join(folder, 'silent.jsonl'), '{"type":"session","id":"s"}\n');
    const journal = await daybookOn(sqlite(join(folder, 'daybook.db')));
    await importFile(journal, flat);
    await journal.close();
    const [json, told] = await Promise.all([run(folder, ...words), daybook(words, folder)]);
    expect(json).toEqual({
      exitCode,
      out: undefined,
      err: { error: { code, message: expect.any(String), details: expect.any(Object) } },
    });
    expect([told.exitCode, told.stdout, told.stderr.trim() === '']).toEqual([exitCode, '', false]);
    expect(existsSync(join(folder, 'other.db'))).toBe(false);
  });

  it('of several files, none of them a log: each is told, and no daybook is made', async () => {
    const folder = newFolder();
    const { exitCode, out } = await run(folder, 'import', 'one.jsonl', '.');
    expect([exitCode, out.map(({ error }: { error: { code: string } }) => error.code)]).toEqual([
      3,
      ['not-found', 'invalid-input'],
    ]);
    expect(existsSync(join(folder, 'daybook.db'))).toBe(false);
    expect(await run(folder, 'import', 'one.jsonl', flat)).toMatchObject({
      exitCode: 3,
      out: [{ error: { code: 'not-found' } }, { format: 'pi' }],
    });
    expect(existsSync(join(folder, 'daybook.db'))).toBe(true);
  });

  it('--strict: the damaged line, and what stood before it is kept', async () => {
    const folder = newFolder();
    const damaged = pathOf('claude-code/damaged.jsonl');
    const strict = await run(folder, 'import', damaged, '--strict');
    expect(strict).toMatchObject({
      exitCode: 3,
      out: undefined,
      err: { error: { code: 'invalid-input', details: { line: 6, file: damaged } } },
    });
    const kept = Object.values((await run(folder, 'status')).out.byKind as Record<string, number>);
    const { exitCode, out } = await run(folder, 'import', damaged);
    expect([
      exitCode,
      out.warnings.map(({ line, code }: { line: number; code: string }) => [line, code]),
    ]).toEqual([
      0,
      [
        [6, 'damaged-line'],
        [11, 'unfinished-line'],
      ],
    ]);
    const all = Object.values(out.entries.byKind as Record<string, number>);
    const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
    expect(sum(kept)).toBeGreaterThan(0);
    expect(out.appended).toBe(sum(all) - sum(kept));
  });

  it('help is no error', async () => {
    const folder = newFolder();
    for (const words of [['--help'], ['help', 'import'], ['import', '--help'], ['fold', '--help']]) {
      const { exitCode, stdout, stderr } = await daybook(words, folder);
      expect([exitCode, stderr, stdout.startsWith('Usage: daybook')]).toEqual([0, '', true]);
    }
  });
});

describe('a log cannot speak to the terminal', () => {
  const strange = '\u001b]0;title\u0007 \u009b31m red \u007f \u202e turned \r over';
  const lines = [
    { type: 'session', id: 's1', version: 1 },
    { type: 'message', message: { role: 'user', content: strange } },
    { type: `new ${strange}` },
    { type: 'message', message: { role: 'assistant', content: [{ type: 'text', text: `no ${strange}` }] } },
    { type: 'message', message: { role: 'user', content: `again ${strange}` } },
    { type: 'message', message: { role: 'assistant', content: [{ type: 'text', text: strange }] } },
  ];
  const log = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

  it('its control characters are shown, in text and in JSON', async () => {
    const folder = newFolder();
    const file = newFile('log.jsonl', log);
    for (const words of [
      ['import', file],
      ['status'],
      ['read', 'e1'],
      ['fold', '--window', '256'],
      ['ledger'],
      ['why', 'f1'],
      ['view'],
      ['packet', '--max-tokens', '2000'],
      ['verify'],
    ])
      for (const json of [[], ['--json']]) {
        const { stdout, stderr, exitCode } = await daybook([...words, ...json], folder);
        expect([words, exitCode, control.test(stdout), control.test(stderr)]).toEqual([
          words,
          0,
          false,
          false,
        ]);
        if (json.length === 0) expect(stdout).not.toContain('\u202e');
      }
    expect((await run(folder, 'read', 'e1')).out.text).toBe(strange);
    expect((await daybook(['read', 'e1'], folder)).stdout).toContain('\\u001b]0;title');
  });

  it('nor can the name of a file or of a session', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, `a${strange}b.jsonl`), log.replace('"s1"', JSON.stringify(strange)));
    for (const words of [[`a${strange}b.jsonl`], [`nowhere${strange}`]])
      for (const json of [[], ['--json']]) {
        const { stdout, stderr, exitCode } = await daybook(['import', ...words, ...json], folder);
        expect([exitCode, control.test(stdout), control.test(stderr)]).toEqual([3, false, false]);
      }
  });
});

function pathOf(name: string): string {
  return inventedTranscripts.find((transcript) => transcript.name === name)?.path ?? '';
}
