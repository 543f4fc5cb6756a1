/**
 * Covers: O2 (fold, ledger, why, packet, replay), S1 (exports): the commands that work on folds, as a process. What
 * programs rely on in `--json` is compared field by field.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ViewAccount } from '@daybook/core';
import { sqlite } from '@daybook/sqlite';
import { describe, expect, it } from 'vitest';
import { writersCategories } from '../src/commands/ledger.ts';
import { viewLines } from '../src/output/view-account.ts';
import { inventedTranscripts, newFolder } from './files.ts';
import { daybookOn, importFile } from './journal.ts';
import { daybook } from './programs.ts';

const bakery =
  inventedTranscripts.find(({ name }) => name.endsWith('bakery-two-compactions.jsonl'))?.path ?? '';
/** The log holds 3,500 tokens: at this window it has to be folded, and fits then. */
const WINDOW = 4000;
const windowed = ['--window', String(WINDOW)];
const REQUEST =
  "Our order page shows yesterday's bread list until noon. Find out why, and never deploy without asking me first.";
const digest = expect.stringMatching(/^[0-9a-f]{64}$/);
const number = expect.any(Number);

/** A folder with the bakery's journal, folded unless it is wanted as imported. */
async function bakeryFolder(folded = true): Promise<string> {
  const folder = newFolder();
  await inJournal(folder, async (journal) => {
    const { scope } = await importFile(journal, bakery);
    if (folded) await journal.session(scope).fold({ window: WINDOW });
  });
  return folder;
}

async function inJournal<Made>(
  folder: string,
  work: (journal: Awaited<ReturnType<typeof daybookOn>>) => Promise<Made>,
): Promise<Made> {
  const journal = await daybookOn(sqlite(join(folder, 'daybook.db')));
  try {
    return await work(journal);
  } finally {
    await journal.close();
  }
}

function headIn(folder: string): Promise<string> {
  return inJournal(folder, async (journal) => {
    const [key] = await journal.sessions();
    return (await journal.session(key ?? { session: '' }).status()).current.head;
  });
}

async function run(folder: string, ...words: readonly string[]) {
  const { exitCode, stdout, stderr } = await daybook([...words, '--json'], folder);
  const [out, err] = [stdout, stderr].map((text) => (text === '' ? undefined : JSON.parse(text)));
  return { exitCode, out, err };
}

describe('fold', () => {
  it('covers what is old, once', async () => {
    const folder = await bakeryFolder(false);
    const { exitCode, out, err } = await run(folder, 'fold', ...windowed);
    expect([exitCode, err]).toEqual([0, undefined]);
    expect(out).toEqual({
      status: expect.stringMatching(/^(folded|target-unreachable)$/),
      folds: [
        {
          id: 'e87',
          kind: 'cover',
          covered: { ranges: [[0, 82]], count: 83, root: digest },
          operations: number,
          refused: [],
        },
        {
          id: 'e88',
          kind: 'consolidate',
          covered: { ranges: [], count: 0, root: digest },
          operations: number,
          refused: [],
        },
      ],
      ledger: { hash: digest, facts: number },
      tokens: { before: number, after: number, floor: 0, target: 300 },
    });
    expect(out.tokens.after).toBeLessThan(out.tokens.before);
    const again = await run(folder, 'fold', ...windowed);
    expect(again.out).toEqual({
      status: 'nothing-to-fold',
      folds: [],
      ledger: out.ledger,
      tokens: { ...out.tokens, before: out.tokens.after },
    });
    expect((await run(folder, 'verify')).out).toMatchObject({ ok: true, folds: 2 });
    expect((await daybook(['verify'], folder)).stdout).toContain('2 folds');
  });

  it('--until-fits folds only while the view does not fit', async () => {
    const folder = await bakeryFolder(false);
    const before = await headIn(folder);
    expect((await run(folder, 'fold', '--until-fits')).out).toMatchObject({
      status: 'below-threshold',
      folds: [],
    });
    expect(await headIn(folder)).toBe(before);
    const { out } = await run(folder, 'fold', '--until-fits', ...windowed);
    expect(out).toMatchObject({ status: 'folded', folds: [{ kind: 'cover' }, { kind: 'consolidate' }] });
    expect(out.tokens.after).toBeLessThan(0.7 * WINDOW);
    const tight = await run(folder, 'fold', '--until-fits', '--window', '1500');
    expect(tight.exitCode).toBe(0);
    expect(['below-threshold', 'folded']).not.toContain(tight.out.status);
    const after = await headIn(folder);
    expect((await run(folder, 'fold', '--until-fits', '--window', '1500')).out.folds).toEqual([]);
    expect(await headIn(folder)).toBe(after);
  });

  it('--mode consolidate leaves out what the record needs least', async () => {
    const folder = await bakeryFolder(false);
    await run(folder, 'fold', '--window', '100000', '--mode', 'cover');
    await run(folder, 'fold', ...windowed);
    const { omitted } = (await run(folder, 'ledger')).out.tombstones;
    const { out } = await run(folder, 'fold', '--mode', 'consolidate', '--window', '2000');
    for (const { kind } of out.folds) expect(kind).toBe('consolidate');
    expect((await run(folder, 'ledger')).out.tombstones.omitted).toBeGreaterThanOrEqual(omitted);
  });

  it('is told about to people', async () => {
    const folder = await bakeryFolder(false);
    const { exitCode, stdout, stderr } = await daybook(['fold', ...windowed], folder);
    expect([exitCode, stderr]).toEqual([0, '']);
    for (const told of ['cover e87', '83 entries: e0–e82', 'pins in force', '→', 'floor', 'target'])
      expect(stdout).toContain(told);
    expect((await daybook(['fold', ...windowed], folder)).stdout).toContain('nothing was folded');
  });
});

describe('ledger', () => {
  it('holds every fact with its citations', async () => {
    const folder = await bakeryFolder();
    const { exitCode, out } = await run(folder, 'ledger');
    expect([exitCode, out]).toEqual([
      0,
      {
        revision: 89,
        hash: digest,
        facts: expect.any(Array),
        tombstones: { omitted: number, repeated: number },
      },
    ]);
    expect(out.facts[0]).toEqual({
      id: digest,
      handle: 'f1',
      category: 'constraint',
      priority: 'P0',
      state: 'active',
      confidence: 'authoritative',
      claim: REQUEST,
      citations: [{ entry: 'e1', seq: 1, role: 'support' }],
    });
    const fields = Object.keys(out.facts[0]).toSorted();
    for (const fact of out.facts) expect(Object.keys(fact).toSorted()).toEqual(fields);
    const failed = out.facts.flatMap((fact: { citations: object[] }) => fact.citations);
    expect(failed).toContainEqual(expect.objectContaining({ role: 'support', status: 'denied' }));
  });

  it('can be narrowed by category and state', async () => {
    const folder = await bakeryFolder();
    const of = async (...words: readonly string[]) =>
      (await run(folder, 'ledger', ...words)).out.facts.map(
        (fact: { category: string; state: string }) => `${fact.category} ${fact.state}`,
      );
    const constraints = await of('--category', 'constraint', '--state', 'active');
    expect(constraints.length).toBeGreaterThan(1);
    expect([...new Set(constraints)]).toEqual(['constraint active']);
    expect(await of('--category', 'grant')).toEqual([]);
    for (const wrong of [
      ['--category', 'mood'],
      ['--state', 'gone'],
    ])
      expect((await run(folder, 'ledger', ...wrong)).exitCode).toBe(2);
  });

  it('heads a part of it with how many of how many', async () => {
    const folder = await bakeryFolder();
    const { facts, tombstones } = (await run(folder, 'ledger')).out;
    const attempts = facts.filter(({ category }: { category: string }) => category === 'attempt');
    const { stdout } = await daybook(['ledger', '--category', 'attempt'], folder);
    expect(stdout.split(' fact')[0]).toBe(`${attempts.length} of ${facts.length}`);
    expect(tombstones.omitted).toBeGreaterThan(0);
    expect((await run(folder, 'ledger', '--state', 'omitted')).out).toMatchObject({ facts: [], tombstones });
    expect((await daybook(['ledger', '--state', 'omitted'], folder)).stdout).toContain('daybook why');
    for (const { category } of facts) expect(writersCategories).not.toContain(category);
  });

  it('shows people what is in force, and the rest on request', async () => {
    const folder = await bakeryFolder();
    await run(folder, 'retire', 'f5');
    const shown = (await daybook(['ledger'], folder)).stdout;
    expect(shown).toContain(REQUEST);
    expect(shown).toMatch(/e\d+ denied/);
    expect(shown).not.toContain('f5  ');
    for (const words of [['--all'], ['--state', 'retired']])
      expect((await daybook(['ledger', ...words], folder)).stdout).toContain('f5  ');
    const empty = await bakeryFolder(false);
    expect((await daybook(['ledger'], empty)).stdout).toContain('nothing is folded yet');
  });
});

describe('why', () => {
  it("shows the cited entries' own bytes and the folds that speak of the fact", async () => {
    const folder = await bakeryFolder();
    const { facts } = (await run(folder, 'ledger')).out;
    const { exitCode, out } = await run(folder, 'why', 'f1');
    expect([exitCode, out]).toEqual([
      0,
      {
        fact: facts[0],
        citations: [{ entry: 'e1', seq: 1, role: 'support', text: REQUEST, verified: true }],
        folds: [{ id: 'e87', kind: 'cover', operations: ['assert'] }],
      },
    ]);
    const failed = facts.find(({ citations }: { citations: { status?: string }[] }) =>
      citations.some(({ status }) => status === 'denied'),
    );
    const [cited] = (await run(folder, 'why', failed.handle)).out.citations;
    expect(cited).toMatchObject({ status: 'denied', verified: true });
    const read = (await run(folder, 'read', cited.entry)).out;
    const quote = cited.quote ?? { start: 0, end: read.text.length };
    expect(cited.text).toBe(read.text.slice(quote.start, quote.end));
    expect((await daybook(['why', 'f1'], folder)).stdout).toContain(REQUEST);
  });

  it('of an entry names the facts that cite it', async () => {
    const folder = await bakeryFolder();
    const { facts } = (await run(folder, 'ledger')).out;
    expect((await run(folder, 'why', 'e1')).out).toEqual({
      entry: {
        entry: digest,
        seq: 1,
        kind: 'message',
        role: 'user',
        authority: 'user',
        text: REQUEST,
        verified: true,
      },
      facts: [facts[0]],
    });
    expect((await run(folder, 'why', 'e0')).out.facts).toEqual([]);
    expect((await daybook(['why', 'e1'], folder)).stdout).toContain('f1  ');
  });

  it('tells when a cited entry was changed: exit code 3', async () => {
    const folder = await bakeryFolder();
    inFile(folder, "UPDATE entries SET seal = X'7B7D' WHERE seq = 1");
    const { exitCode, out } = await run(folder, 'why', 'f1');
    expect([exitCode, out.citations]).toEqual([
      3,
      [{ entry: 'e1', seq: 1, role: 'support', text: '', verified: false, fault: 'tampered' }],
    ]);
  });
});

describe('retire', () => {
  it('takes a pin out of force, and says by which entry', async () => {
    const folder = await bakeryFolder();
    const { exitCode, out } = await run(folder, 'retire', 'f5', '--by', 'e48');
    expect([exitCode, out]).toEqual([
      0,
      {
        status: 'folded',
        folds: [
          {
            id: 'e89',
            kind: 'amend',
            covered: { ranges: [], count: 0, root: digest },
            operations: 1,
            refused: [],
          },
        ],
        ledger: { hash: digest, facts: number },
        tokens: { before: number, after: number, floor: 0, target: number },
      },
    ]);
    const fact = (await run(folder, 'why', 'f5')).out;
    expect(fact).toMatchObject({
      fact: { state: 'retired' },
      folds: [{ kind: 'cover' }, { operations: ['retire'] }],
    });
    expect((await run(folder, 'verify')).out.ok).toBe(true);
    expect((await daybook(['retire', 'f6'], folder)).stdout).toContain('f6 is retired');
  });

  it('is refused by an entry that is not there or commands nothing, and writes nothing then', async () => {
    const folder = await bakeryFolder();
    const head = await headIn(folder);
    const { citations } = (await run(folder, 'ledger')).out.facts.find((fact: { citations: object[] }) =>
      fact.citations.some((cited) => 'status' in cited),
    );
    const result = citations.find((cited: object) => 'status' in cited).entry;
    for (const [by, code] of [
      ['e999', 'not-found'],
      [result, 'invalid-input'],
      ['e0', 'invalid-input'],
    ])
      expect((await run(folder, 'retire', 'f5', '--by', by)).err.error).toMatchObject({
        code,
        details: { handle: by },
      });
    expect((await run(folder, 'retire', 'f999')).err.error).toMatchObject({
      code: 'not-found',
      details: { handle: 'f999' },
    });
    expect(await headIn(folder)).toBe(head);
  });
});

describe('view', () => {
  it('is what a model would be sent, in the shape of its provider', async () => {
    const folder = await bakeryFolder(false);
    const { exitCode, out } = await run(folder, 'view', ...windowed);
    expect([exitCode, Object.keys(out).toSorted()]).toEqual([0, ['messages', 'report', 'viewId']]);
    expect(out).toMatchObject({
      viewId: digest,
      report: { adopted: true, folds: ['e87', 'e88'], pins: { total: 10 } },
    });
    expect(out.report.tokens.view).toBeLessThanOrEqual(out.report.tokens.room);
    expect(out.messages[0]).toMatchObject({ role: 'user', content: expect.stringContaining(REQUEST) });
    const head = await headIn(folder);
    const again = await run(folder, 'view', ...windowed);
    expect(again.out).toMatchObject({ messages: out.messages, report: { adopted: false, folds: [] } });
    const { viewId } = again.out;
    const anthropic = await run(folder, 'view', ...windowed, '--provider', 'anthropic');
    expect(anthropic.out).toMatchObject({
      messages: [{ role: 'user' }, { role: 'assistant' }, {}, {}],
      viewId,
    });
    const gemini = await run(folder, 'view', ...windowed, '--provider', 'gemini');
    expect(gemini.out).toMatchObject({ contents: [{ role: 'user' }, { role: 'model' }, {}, {}], viewId });
    expect(await headIn(folder)).toBe(head);
    const told = (await daybook(['view', ...windowed], folder)).stdout;
    for (const line of ['pins 10/10 intact', 'assistant', 'tokens']) expect(told).toContain(line);
  });

  it('that cannot fit is an error with figures', async () => {
    const folder = await bakeryFolder();
    const { exitCode, out, err } = await run(folder, 'view', '--window', '300');
    expect([exitCode, out, err.error.code]).toEqual([3, undefined, 'view-unreachable']);
    expect(err.error.details).toMatchObject({
      size: number,
      room: number,
      window: 300,
      floor: 0,
      packet: number,
    });
    const { stderr } = await daybook(['view', '--window', '300'], folder);
    for (const figure of ['size', 'room', 'packet'])
      expect(stderr).toContain(err.error.details[figure].toLocaleString('en-US'));
  });

  it('tells people its notices in sentences, and of folds that wait', async () => {
    const folder = await bakeryFolder(false);
    const { report } = (await run(folder, 'view')).out;
    expect(report.notices).toEqual(['window-assumed']);
    const { stdout } = await daybook(['view'], folder);
    expect(stdout).not.toContain('window-assumed');
    expect(stdout).toContain('--window');
    const adopted = await daybook(['view', ...windowed], folder);
    expect(adopted.stdout).toContain('the list without folds');
    expect((await daybook(['view', ...windowed], folder)).stdout).not.toContain('the list without folds');
    const account: ViewAccount = { ...report, adopted: false, folds: ['e9'], notices: ['fold-failed'] };
    expect(viewLines(account, 1).some((line) => line.includes('1 fold waits'))).toBe(true);
    expect(viewLines(account, 2).some((line) => line.includes('2 folds wait'))).toBe(true);
    const behind = { ...account, folds: [], budget: [{ name: 'pins and frame', tokens: 9 }] };
    expect(viewLines(behind, 2).some((line) => line.includes('wait'))).toBe(false);
  });
});

describe('packet', () => {
  it('fits into its tokens and gives an account', async () => {
    const folder = await bakeryFolder();
    for (const maxTokens of [1300, 4000, 100_000]) {
      const { exitCode, out } = await run(folder, 'packet', '--max-tokens', String(maxTokens));
      expect([exitCode, Object.keys(out).toSorted()]).toEqual([0, ['account', 'messages']]);
      const { account } = out;
      expect(account).toEqual({
        maxTokens,
        budget: expect.any(Array),
        pins: expect.objectContaining({ total: 10, intact: 10 }),
        facts: { shown: number, leftOut: number, omitted: number, repeated: number },
        recent: { included: number, leftOut: number },
      });
      const spent = account.budget.reduce((sum: number, { tokens }: { tokens: number }) => sum + tokens, 0);
      expect(spent).toBe(maxTokens);
      expect(account.budget.at(-1).tokens).toBeGreaterThanOrEqual(0);
      expect(out.messages[0].content).toContain(REQUEST);
    }
  });

  it('prints its text alone on stdout, and what was spent on stderr', async () => {
    const folder = await bakeryFolder();
    const { exitCode, stdout, stderr } = await daybook(['packet', '--max-tokens', '4000'], folder);
    expect(exitCode).toBe(0);
    expect(stdout).toContain(REQUEST);
    expect(stdout).not.toContain('[packet]');
    const lines = stderr.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^\[budget\] ([a-z_]+=\d+ )+slack=\d+$/);
    expect(lines.slice(1).every((line) => /^\[packet\] (included|dropped) /.test(line))).toBe(true);
    expect(stderr).toMatch(/\[packet\] dropped \d+ facts/);
  });

  it('that cannot hold the pins is an error with figures', async () => {
    const folder = await bakeryFolder();
    const { exitCode, err } = await run(folder, 'packet', '--max-tokens', '256');
    expect([exitCode, err.error.code]).toEqual([3, 'view-unreachable']);
    expect(err.error.details).toEqual({ size: number, maxTokens: 256, pins: 10 });
    await inJournal(folder, async (journal) => {
      const [key] = await journal.sessions();
      const session = journal.session(key ?? { session: '' });
      for (const { handle, pin } of (await session.ledger()).facts) if (pin) await session.retire(handle);
    });
    const without = await run(folder, 'packet', '--max-tokens', '256');
    expect(without.err.error).toMatchObject({ code: 'view-unreachable', details: { pins: 0 } });
  });

  it('under the least is told by its own name', async () => {
    const folder = await bakeryFolder();
    expect((await run(folder, 'packet', '--max-tokens', '255')).err.error).toMatchObject({
      code: 'invalid-input',
      details: { field: 'max-tokens' },
    });
    for (const command of ['fold', 'view'])
      expect((await run(folder, command, '--window', '10')).err.error).toMatchObject({
        code: 'invalid-input',
        details: { field: 'window' },
      });
  });
});

describe('replay', () => {
  it('comes to the recorded hashes', async () => {
    const folder = await bakeryFolder();
    const { hash, facts } = (await run(folder, 'ledger')).out;
    expect(await run(folder, 'replay')).toEqual({
      exitCode: 0,
      err: undefined,
      out: { folds: 2, hash, facts: facts.length, differing: [] },
    });
    expect((await daybook(['replay'], folder)).stdout).toContain('2 folds');
  });

  it('names the fold whose recorded hash differs: exit code 3', async () => {
    const folder = await bakeryFolder();
    const { hash } = (await run(folder, 'ledger')).out;
    inFile(
      folder,
      `UPDATE bodies SET bytes = CAST(replace(CAST(bytes AS TEXT), '${hash}', '${'0'.repeat(64)}') AS BLOB)`,
    );
    const { exitCode, out } = await run(folder, 'replay');
    expect([exitCode, out]).toMatchObject([3, { differing: ['e88'] }]);
    expect((await daybook(['replay'], folder)).exitCode).toBe(3);
  });
});

it('reading writes nothing', async () => {
  const folder = await bakeryFolder();
  const head = await headIn(folder);
  for (const words of [
    ['ledger'],
    ['why', 'f1'],
    ['why', 'e1'],
    ['packet', '--max-tokens', '2000'],
    ['replay'],
    ['export', '--exact'],
  ])
    expect([words, (await daybook(words, folder)).exitCode, await headIn(folder)]).toEqual([words, 0, head]);
});

it('scope options name the branch', async () => {
  const folder = await bakeryFolder();
  for (const words of [['fold'], ['ledger'], ['why', 'f1'], ['retire', 'f1'], ['view'], ['replay']])
    expect(await run(folder, ...words, '--lane', 'other')).toMatchObject({
      exitCode: 3,
      err: { error: { code: 'not-found' } },
    });
});

function inFile(folder: string, statement: string): void {
  const database = new DatabaseSync(join(folder, 'daybook.db'));
  expect(database.prepare(statement).run().changes).toBeGreaterThan(0);
  database.close();
}
