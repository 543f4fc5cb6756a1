/**
 * Covers: J8, F5. Writing into a file whose index data was changed, which no audit sees: the call is refused, or what it
 * appends says truly what was handed over, and nothing on record is touched.
 */
import { isDaybookError, type Message } from '@daybook/core';
import { afterAll, describe, expect, it } from 'vitest';
import { INDEX_COLUMNS } from '../src/schema.ts';
import { type Change, changesOf, columnsOf, makeChange, rowidsOf } from './tamper-changes.ts';
import { codesOf, opened, tamperFile } from './tamper-file.ts';
import { say, WORK } from './tamper-journal.ts';

const file = await tamperFile();
const outcomes = new Map<string, number>();

/** The same conversation, one turn longer; and with an edited turn. */
const LISTS: readonly (readonly Message[])[] = [
  [...WORK, say('user', 'Now the roses.')],
  [...WORK.slice(0, 7), say('user', 'And the roses?'), say('assistant', 'Cut back.')],
];

/** Of which row on: in groups a turn that the lists hold, in entries one with a mark. */
const FIRST: Readonly<Record<string, number>> = {
  groups: 7,
  entries: file.database
    .prepare('SELECT mark FROM entries ORDER BY rowid')
    .all()
    .findIndex(({ mark }) => mark !== null),
};

async function outcomeOf(path: string, list: readonly Message[]): Promise<string> {
  return opened(path, async (daybook) => {
    const heads = (await daybook.session({ session: 'garden' }).status()).branches.map(({ head }) => head);
    const call = await daybook
      .session({ session: 'garden' })
      .sync(list)
      .catch((error: unknown) => {
        if (isDaybookError(error)) return error;
        throw error;
      });
    // A group that was moved elsewhere is a stray before and after.
    for (const head of heads.slice(0, 1))
      expect(['none', 'stray-row']).toContain(codesOf(await daybook.audit({ head })));
    if (isDaybookError(call)) return 'refused';
    const session = daybook.session(call.scope);
    const seqs = Array.from({ length: 6 }, (_, back) => call.revision - 1 - back);
    const texts = await Promise.all(seqs.map(async (seq) => (await session.read(seq)).text));
    const said = list.at(-1)?.parts.map((part) => (part.type === 'text' ? part.text : '')) ?? [];
    expect(texts).toEqual(expect.arrayContaining(said));
    return 'journaled';
  });
}

describe.each(Object.keys(INDEX_COLUMNS))('changed index data of %s', (table) => {
  const columns = columnsOf(file.database, table).filter(({ name }) => INDEX_COLUMNS[table]?.includes(name));

  it.each(columns)('$name', async (column) => {
    const rowids = rowidsOf(file.database, table).slice(FIRST[table]);
    for (const [at, change] of changesOf(file.database, column, rowids.slice(0, 1)).entries()) {
      const path = file.damage((database) => makeChange(database, change));
      const outcome = await outcomeOf(path, LISTS[at % LISTS.length] ?? []).catch((cause) => {
        throw new Error(told(change), { cause });
      });
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
  });
});

afterAll(() => {
  console.log(`writes: ${JSON.stringify(Object.fromEntries(outcomes))}`);
  expect(outcomes.get('journaled')).toBeGreaterThan(50);
});

function told({ column, kind, rowid }: Change): string {
  return `${column.name}: ${kind}, row ${rowid}`;
}
