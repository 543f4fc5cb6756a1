/** Covers: J5. Walking a log: each item against what stands at its place, and the same places however often it is read. */
import { describe, expect, it } from 'vitest';
import { SCOPE } from '../../test/driver.ts';
import { assistant, call, SALT, says, system, user } from '../../test/messages.ts';
import { emptyBranch } from './branch.ts';
import { ChainBuilder } from './chain.ts';
import type { Message } from './message.ts';
import type { EntryRow } from './rows.ts';
import {
  addSteps,
  LOG_START,
  type LogEntry,
  type LogPlace,
  logStep,
  placeBehind,
  recordedEntries,
  stateAt,
} from './walk.ts';

const USAGE = { input: 5, output: 2 };
const LOG: readonly LogEntry[] = [
  { message: system('be brief') },
  { message: user('one', { id: 'm1' }) },
  { usage: USAGE },
  { message: says('assistant', ['1', call('c1')], { id: 'm2', usage: USAGE }) },
  { message: assistant('half', { aborted: true }) },
  { message: user('summary', { derived: true }) },
  { message: system('be long') },
];

function rowsOf(entries: readonly LogEntry[]): { rows: readonly EntryRow[]; places: readonly LogPlace[] } {
  const from = emptyBranch(SCOPE);
  const chain = new ChainBuilder({ expected: null, from, salt: SALT, delegated: false, now: null });
  const places = addSteps(
    chain,
    LOG_START,
    entries.map((entry) => logStep(entry, SALT)),
  );
  return { rows: chain.finish().entries, places };
}

describe('the place behind an item', () => {
  const { rows, places } = rowsOf(LOG);

  it('counts its entries, groups and wording', () => {
    expect(places.map(({ revision, groups, aligned }) => [revision, groups, aligned])).toEqual([
      [2, 1, 0],
      [3, 2, 2],
      [4, 2, 2],
      [7, 3, 3],
      [9, 4, 3],
      [10, 5, 3],
      [11, 6, 6],
    ]);
    expect(places.at(-1)?.revision).toBe(rows.length);
  });

  it('is the same whether the log is read at once or again item by item', () => {
    let place = LOG_START;
    for (const [at, entry] of LOG.entries()) {
      place = placeBehind(place, logStep(entry, SALT));
      expect(place).toEqual(places[at]);
    }
  });

  it('tells header from a system message later on', () => {
    const group = logStep(LOG[0] as LogEntry, SALT).group as NonNullable<ReturnType<typeof logStep>['group']>;
    expect(stateAt(group, LOG_START)).toBe('header');
    expect(stateAt(group, places.at(-1) as LogPlace)).toBe('aligned');
  });
});

describe('what is recorded of an item', () => {
  const { rows } = rowsOf(LOG);
  const recorded = (message: Message, from: number): number =>
    recordedEntries(logStep({ message }, SALT), rows.slice(from));

  it('is all of its entries, or as many as stand at the beginning of its place', () => {
    const [first] = [LOG[3] as { message: Message }];
    expect(recorded(first.message, 4)).toBe(3);
    expect(recordedEntries(logStep(first, SALT), rows.slice(4, 5))).toBe(1);
    expect(recordedEntries(logStep(first, SALT), [])).toBe(0);
  });

  it('is nothing where content, native id or role differ', () => {
    expect(recorded(user('one', { id: 'm1' }), 2)).toBe(1);
    expect(recorded(user('One', { id: 'm1' }), 2)).toBe(0);
    expect(recorded(user('one', { id: 'm9' }), 2)).toBe(0);
    expect(recorded(user('one'), 2)).toBe(0);
    expect(recorded(assistant('one', { id: 'm1' }), 2)).toBe(0);
  });

  it('of usage is the event with the same figures', () => {
    expect(recordedEntries(logStep({ usage: USAGE }, SALT), rows.slice(3))).toBe(1);
    expect(recordedEntries(logStep({ usage: { ...USAGE, output: 3 } }, SALT), rows.slice(3))).toBe(0);
  });
});
