/**
 * Covers: J6, J7, O2 (import): every string of a log stands in the journal once, as what it was, by counters that were
 * written from the logs alone (blind/).
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { expectedShape } from './blind/forks.ts';
import { inventedTranscripts, newFile, publishedTranscripts } from './files.ts';
import { branchesOf, entriesOf, importFile, openJournal, type Recorded } from './journal.ts';
import { differences, statedIn } from './match.ts';

const none = { missing: [], unstated: [], promoted: [] };

describe.each([...inventedTranscripts, ...publishedTranscripts()])('$name', ({ format, path }) => {
  it('stands in the journal as its counter states it', async () => {
    const daybook = await openJournal();
    const { scope, format: found } = await importFile(daybook, path);
    expect(found).toBe(format);
    const stated = statedIn(format, readFileSync(path, 'utf8'));
    const entries = await entriesOf(daybook, scope.session);
    expect(stated.length).toBeGreaterThan(0);
    expect(differences(stated, entries)).toEqual(none);
    const { ok, entries: audited } = await daybook.audit();
    expect([ok, audited]).toEqual([true, entries.length]);
    expect((await daybook.session({ session: scope.session }).status()).authoritative).toBe(
      entries.filter(({ seal }) => seal.authority !== 'none').length,
    );
  });

  it('has the branches and lanes of its tree', async () => {
    const daybook = await openJournal();
    const { scope } = await importFile(daybook, path);
    const branches = await branchesOf(daybook, scope.session);
    const lanes = branches.filter(({ parent }) => parent === null).length - 1;
    const shape = { branches: branches.length - lanes - 1, lanes };
    expect(shape).toEqual(expectedShape(readFileSync(path, 'utf8')));
  });
});

describe('the comparison itself', () => {
  const said = [
    { role: 'user', content: 'yes' },
    { role: 'user', content: 'yes' },
    { role: 'assistant', content: 'Done.', tool_calls: [call('c1', '{"a":1}')] },
    { role: 'tool', tool_call_id: 'c1', content: '3 files' },
  ];

  async function compare(stated: readonly unknown[], recorded: readonly unknown[]) {
    const daybook = await openJournal();
    const { scope } = await importFile(daybook, newFile('log.json', JSON.stringify(recorded)));
    const entries = await entriesOf(daybook, scope.session);
    return differences(statedIn('openai-chat', JSON.stringify(stated)), entries);
  }

  it('finds nothing where nothing differs', async () => {
    expect(await compare(said, said)).toEqual(none);
  });

  it.each([
    ['the second of two equal words', said.slice(1)],
    ['an answer', said.filter(({ content }) => content !== 'Done.')],
    ['the input of a call', said.with(2, { ...said[2], tool_calls: [call('c1', '{"a":2}')] } as never)],
    ['a result', said.slice(0, 3)],
    ['a role', said.with(1, { role: 'system', content: 'yes' })],
    ['an id', said.map((one, index) => (index === 0 ? { ...one, id: 'm1' } : one))],
  ])('finds what is missing: %s', async (_, recorded) => {
    expect((await compare(said, recorded)).missing).not.toEqual([]);
  });

  it('finds what nobody stated, and authority that nobody gave', async () => {
    const doubled = await compare(said.slice(1), said);
    expect(doubled).toMatchObject({
      missing: [],
      unstated: [expect.any(String)],
      promoted: [expect.any(String)],
    });
    expect((await compare(said, [...said, said[2]])).unstated).toHaveLength(2);
    const stated = statedIn('openai-chat', JSON.stringify(said.slice(0, 1)));
    const software = stated.map((one) => ({ ...one, authoritative: false }));
    expect(differences(software, await entriesFor(said.slice(0, 1))).missing).toHaveLength(1);
  });

  async function entriesFor(recorded: readonly unknown[]): Promise<readonly Recorded[]> {
    const daybook = await openJournal();
    const { scope } = await importFile(daybook, newFile('log.json', JSON.stringify(recorded)));
    return entriesOf(daybook, scope.session);
  }
});

function call(id: string, input: string): object {
  return { id, type: 'function', function: { name: 'count', arguments: input } };
}
