/** Covers: S1: what leaves as a file or is told holds no secret, unless `--exact` says so. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sqlite } from '@daybook/sqlite';
import { describe, expect, it } from 'vitest';
import { newFolder } from './files.ts';
import { daybookOn, importFile, SALT } from './journal.ts';
import { daybook } from './programs.ts';

/** From parts, so that no scanner takes them for real. */
const TOKEN = ['gh', 'p_', 'Zk3nQ8vT1xWb6Rm0Lc5Yd9Hs2Pf7Ga4Je8Ui'].join('');
const PASSWORD = ['q7RvX', '2mKp9', 'Lw4Tz'].join('');
const secrets = [TOKEN, PASSWORD];

const log = [
  { role: 'user', content: `The deploy token is ${TOKEN}. Never print it.` },
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      {
        id: 'c1',
        type: 'function',
        function: { name: 'login', arguments: JSON.stringify({ user: 'baker', password: PASSWORD }) },
      },
    ],
  },
  { role: 'tool', tool_call_id: 'c1', content: `logged in, password=${PASSWORD}` },
  { role: 'assistant', content: `I am logged in with ${TOKEN}.` },
  { role: 'user', content: 'Now bake.' },
  { role: 'assistant', content: 'Done.' },
];

/** A folder with this conversation on record, folded. */
async function secretFolder(): Promise<string> {
  const folder = newFolder();
  writeFileSync(join(folder, 'log.json'), JSON.stringify(log));
  const journal = await daybookOn(sqlite(join(folder, 'daybook.db')));
  const { scope } = await importFile(journal, join(folder, 'log.json'));
  await journal.session(scope).fold({ window: 256 });
  await journal.close();
  return folder;
}

describe('an export without --exact', () => {
  it('hides secrets, and whatever a guess could be tested with', async () => {
    const folder = await secretFolder();
    const { exitCode, stdout, stderr } = await daybook(['export'], folder);
    expect([exitCode, stderr]).toEqual([0, '']);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines[0]).toEqual({
      daybook: 'v1',
      redacted: true,
      tenant: 'default',
      session: 'log',
      current: { lane: 'main', branch: 'main' },
    });
    for (const hidden of [...secrets, Buffer.from(SALT).toString('hex')])
      expect(stdout).not.toContain(hidden);
    expect(lines.every((line) => !('group' in line) && line.branch?.roll === undefined)).toBe(true);
    // What is no secret is there, entry by entry.
    const exact = (await daybook(['export', '--exact'], folder)).stdout;
    const seals = (text: string) => text.split('\n').filter((line) => line.includes('"seal":')).length;
    expect(seals(stdout)).toBe(seals(exact));
    for (const said of ['Never print it.', '[secret:', 'Now bake.']) expect(stdout).toContain(said);
    for (const secret of secrets) expect(exact).toContain(secret);
  });

  it('is written to a file of its own, and refused by import', async () => {
    const folder = await secretFolder();
    const file = join(folder, 'shared.jsonl');
    const written = await daybook(['export', '--out', file], folder);
    expect([written.exitCode, statSync(file).mode & 0o777]).toEqual([0, 0o600]);
    for (const secret of secrets) expect(readFileSync(file, 'utf8')).not.toContain(secret);
    const refused = await daybook(['import', file, '--db', 'other.db', '--json'], folder);
    expect([refused.exitCode, refused.stdout, JSON.parse(refused.stderr)]).toEqual([
      3,
      '',
      { error: { code: 'unsupported', message: expect.any(String), details: { file } } },
    ]);
  });
});

it('the ledger hides secrets, of pins too; why and read show the entry itself', async () => {
  const folder = await secretFolder();
  for (const words of [['ledger'], ['ledger', '--all'], ['ledger', '--json']]) {
    const { exitCode, stdout } = await daybook(words, folder);
    expect(exitCode).toBe(0);
    for (const secret of secrets) expect(stdout).not.toContain(secret);
    expect(stdout).toContain('[secret:');
  }
  const why = JSON.parse((await daybook(['why', 'f1', '--json'], folder)).stdout);
  expect(why.fact.claim).not.toContain(TOKEN);
  expect(why.citations[0]).toMatchObject({ text: log[0]?.content, verified: true });
});
