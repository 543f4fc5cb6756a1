/**
 * Covers: J1, J5, O2 (import): importing again appends nothing, half a log and then the whole gives the heads of the
 * whole, a longer copy appends the rest, an edit forks and leaves the old branch as it was.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Daybook, Json } from '@daybook/core';
import { sqlite } from '@daybook/sqlite';
import { describe, expect, it } from 'vitest';
import type { Format } from './blind/fixtures.test-data.ts';
import { inventedTranscripts, newFolder, publishedTranscripts, type Transcript } from './files.ts';
import { branchesOf, daybookOn, entriesOf, headsOf, importFile, openJournal } from './journal.ts';
import { statedIn } from './match.ts';

/** A log over this size is cut at some places, others at each line end and inside of each line. */
const LARGE_BYTES = 100_000;
const SOME_CUTS = 10;
const all = [...inventedTranscripts, ...publishedTranscripts()];

describe.each(all)('$name', (transcript) => {
  const whole = readFileSync(transcript.path);
  const cuts = cutsOf(transcript, whole);

  it('appends nothing when it is imported again', async () => {
    const daybook = await openJournal();
    const first = await importFile(daybook, transcript.path);
    const heads = await headsOf(daybook);
    expect(first.appended).toBeGreaterThan(0);
    const again = await importFile(daybook, transcript.path);
    expect(again).toEqual({ ...first, appended: 0 });
    expect(await headsOf(daybook)).toEqual(heads);
  });

  it(`gives the same heads in two parts, for each of ${cuts.length} cuts`, async () => {
    const heads = await headsOfWhole(transcript);
    const file = join(newFolder(), basename(transcript.path));
    for (const part of cuts) {
      const daybook = await openJournal();
      await importPart(daybook, file, part, transcript.format);
      await importPart(daybook, file, whole, transcript.format);
      expect([part.length, await headsOf(daybook)]).toEqual([part.length, heads]);
    }
  });

  it('gives the same heads when it is imported again and again while it grows', async () => {
    const daybook = await openJournal();
    const file = join(newFolder(), basename(transcript.path));
    const appended = [];
    for (const part of [...cuts, whole])
      appended.push(await importPart(daybook, file, part, transcript.format));
    expect(await headsOf(daybook)).toEqual(await headsOfWhole(transcript));
    const entries = await entriesOf(daybook, (await daybook.sessions())[0]?.session ?? '');
    expect(appended.reduce((sum, count) => sum + count, 0)).toBe(entries.length);
    expect((await daybook.audit()).findings).toEqual([]);
  });
});

describe.each(all.filter(({ name }) => /bakery|retry-fork|two-compactions|task2/.test(name)))(
  'in a file: $name',
  (transcript) => {
    it('gives the heads that it has in memory, at once and in two parts', async () => {
      const heads = await headsOfWhole(transcript);
      const whole = readFileSync(transcript.path);
      const half = cutsOf(transcript, whole)[5] as Buffer;
      const folder = newFolder();
      const file = join(folder, basename(transcript.path));
      for (const parts of [[whole], [half, whole], [whole, half, whole]]) {
        const database = join(folder, `${parts.map(({ length }) => length).join('-')}.db`);
        // Each import in a daybook of its own, as from a command line.
        for (const part of parts) {
          const daybook = await daybookOn(sqlite(database));
          await importPart(daybook, file, part, transcript.format);
          await daybook.close();
        }
        const daybook = await daybookOn(sqlite(database));
        expect(await headsOf(daybook)).toEqual(heads);
        expect((await daybook.audit()).ok).toBe(true);
        await daybook.close();
      }
    });
  },
);

describe('a list of messages', () => {
  const said = Array.from({ length: 10 }, (_, index) => ({
    role: index % 2 ? 'assistant' : 'user',
    content: `message ${index}`,
  }));

  it('forks where a message was edited, and the old branch stays', async () => {
    const { daybook, importList } = await listJournal();
    await importList(said);
    const [old] = await branchesOf(daybook, 'log');
    const edited = said.with(4, { role: 'user', content: 'another message 4' });
    expect(await importList(edited)).toBe(6);
    const branches = await branchesOf(daybook, 'log');
    expect(branches).toHaveLength(2);
    expect(branches[0]).toEqual(old);
    expect(branches[1]).toMatchObject({ parent: 'main', forkRevision: 5, revision: 11 });
    expect(await importList(said)).toBe(0);
    expect(await importList([...edited, { role: 'user', content: 'more' }])).toBe(1);
    expect(await importList([...said, { role: 'user', content: 'more' }])).toBe(1);
    expect(await branchesOf(daybook, 'log')).toHaveLength(2);
    expect((await daybook.audit()).findings).toEqual([]);
  });

  it('appends the rest of a last message that grew', async () => {
    const { daybook, importList } = await listJournal();
    const call = { id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } };
    const result = { role: 'tool', tool_call_id: 'c1', content: 'there' };
    const asked = said.slice(0, 3);
    const grown = [...asked, { role: 'assistant', content: 'I look.', tool_calls: [call] }];
    await importList([...asked, { role: 'assistant', content: 'I look.' }]);
    expect(await importList(grown)).toBe(1);
    expect(await importList([...grown, result])).toBe(1);
    expect(await importList(grown)).toBe(0);
    const heads = await headsOf(daybook);
    const once = await listJournal();
    await once.importList([...grown, result]);
    expect(heads).toEqual(await headsOf(once.daybook));
  });

  async function listJournal() {
    const daybook = await openJournal();
    const file = join(newFolder(), 'log.json');
    const importList = async (list: readonly unknown[]) =>
      importPart(daybook, file, Buffer.from(JSON.stringify(list)), 'openai-chat');
    return { daybook, importList };
  }
});

describe.each([
  ['pi', 'pi/flat.jsonl', 'Which repairs are overdue?'],
  ['a tree', 'claude-code/bakery-two-compactions.jsonl', 'Keep the minutes in the config file'],
  ['codex', 'codex/web-and-patch.jsonl', 'Shall I commit?'],
])('an edited line of %s', (_, name, text) => {
  it('forks, and the old branch stays', async () => {
    const { path, format } = inventedTranscripts.find((transcript) => transcript.name === name) as Transcript;
    const daybook = await openJournal();
    const { scope } = await importFile(daybook, path);
    const before = await headsOf(daybook);
    const lines = readFileSync(path, 'utf8').split('\n');
    const edited = lines.map((line) => line.replaceAll(text, 'Something else was said.'));
    expect(edited).not.toEqual(lines);
    const file = join(newFolder(), basename(path));
    expect(await importPart(daybook, file, Buffer.from(edited.join('\n')), format)).toBeGreaterThan(0);
    const after = await branchesOf(daybook, scope.session);
    expect(after).toHaveLength(2);
    expect(after[1]).toMatchObject({ parent: 'main' });
    expect(await headsOf(daybook)).toMatchObject(before);
    expect((await importFile(daybook, path)).appended).toBe(0);
    expect((await daybook.audit()).findings).toEqual([]);
  });
});

async function headsOfWhole({ path }: Transcript): Promise<Readonly<Record<string, string>>> {
  const daybook = await openJournal();
  await importFile(daybook, path);
  return headsOf(daybook);
}

/** @returns entries appended. While nothing is decided yet (at most one text, which waits) a part may be refused. */
async function importPart(daybook: Daybook, file: string, part: Buffer, format: Format): Promise<number> {
  writeFileSync(file, part);
  try {
    return (await importFile(daybook, file)).appended;
  } catch (error) {
    const isRecorded = (await daybook.sessions()).length > 0;
    if (isRecorded || statedIn(format, part.toString()).length > 1) throw error;
    expect(['invalid-input', 'unsupported']).toContain((error as { code?: string }).code);
    return 0;
  }
}

/** Beginnings of a log: cut at line ends and inside of lines; a document anywhere, or with fewer messages. */
function cutsOf({ path }: Transcript, whole: Buffer): readonly Buffer[] {
  const most = whole.length > LARGE_BYTES ? SOME_CUTS : Number.POSITIVE_INFINITY;
  if (!path.endsWith('.jsonl')) {
    const shorter = spread(shorterDocuments(JSON.parse(whole.toString()) as Json), SOME_CUTS);
    const places = spread([...whole.keys()].slice(1), SOME_CUTS);
    return [...places.map((place) => whole.subarray(0, place)), ...shorter];
  }
  const ends = [...whole.keys()].filter((index) => whole[index] === 0x0a).map((index) => index + 1);
  const places = ends.flatMap((end, index) => {
    const next = ends[index + 1] ?? whole.length;
    return end < next ? [end, Math.floor((end + next) / 2)] : [end];
  });
  return spread(places, most).map((place) => whole.subarray(0, place));
}

function shorterDocuments(document: Json): readonly Buffer[] {
  const key = ['messages', 'history', 'traj'].find((name) => name in (document as object));
  const list = (key === undefined ? document : (document as { [key: string]: Json })[key]) as readonly Json[];
  return list.slice(1).map((_, index) => {
    const shorter = list.slice(0, index + 1);
    return Buffer.from(
      JSON.stringify(key === undefined ? shorter : { ...(document as object), [key]: shorter }),
    );
  });
}

function spread<Item>(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items;
  return Array.from({ length: most }, (_, index) => items[Math.floor((index * items.length) / most)] as Item);
}
