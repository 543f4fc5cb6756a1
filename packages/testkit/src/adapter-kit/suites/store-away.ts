/** A store that is away costs no user a turn, nothing is claimed to be on record, and later all of it is. */
import { ok, strictEqual } from 'node:assert/strict';
import { areValid, asks, holds } from '../expectations.ts';
import type { TurnResult } from '../harness.ts';
import type { Kit } from '../kit.ts';
import { isOneLine, recordHolds } from '../on-record.ts';
import { fail } from '../reading.ts';
import type { SessionRecord } from '../record.ts';
import { LARGE, SMALL, type Stage } from '../stage.ts';
import { answerOf, RULE, type Turn, talk } from '../talk.ts';
import { toldOf } from '../told.ts';

export function storeAwaySuite(kit: Kit): void {
  kit.test('for two turns of a conversation', { window: LARGE }, async (stage) => {
    const turns = talk(5);
    await stage.playAll(turns.slice(0, 2));
    const before = (await stage.record()).text;
    stage.store.away = true;
    for (const turn of turns.slice(2, 4)) await isAnswered(stage, turn);
    strictEqual((await stage.record()).text, before);
    stage.store.away = false;
    await stage.playAll(turns.slice(4));
    await isComplete(stage, turns);
  });

  kit.test('from the first turn on', { window: LARGE }, async (stage) => {
    const turns = talk(3);
    stage.store.away = true;
    for (const turn of turns.slice(0, 2)) await isAnswered(stage, turn);
    stage.store.away = false;
    await stage.playAll(turns.slice(2));
    await isComplete(stage, turns);
  });

  kit.test('between the request and the answer', { window: LARGE }, async (stage) => {
    const turns = talk(4);
    await stage.playAll(turns.slice(0, 2));
    stage.model.before = () => {
      stage.store.away = true;
    };
    await isAnswered(stage, turns[2] as Turn);
    stage.model.before = () => {};
    stage.store.away = false;
    await stage.playAll(turns.slice(3));
    await isComplete(stage, turns);
  });

  kit.test('when the list does not fit the window', { window: SMALL }, async (stage) => {
    const turns = talk(9);
    await stage.playAll(turns.slice(0, 3));
    stage.store.away = true;
    for (const turn of turns.slice(3, 8)) {
      await isAnswered(stage, turn);
      holds(stage.last, RULE);
    }
    stage.store.away = false;
    await stage.playAll(turns.slice(8));
    areValid(stage.seen);
    await isComplete(stage, turns);
  });
}

async function isAnswered(stage: Stage, turn: Turn): Promise<void> {
  const [said] = await Promise.allSettled([stage.play(turn)]);
  if (said.status === 'rejected') fail('the store that is away cost the user a turn', said.reason);
  strictEqual(said.value.text, answerOf(turn), 'the user was shown another answer');
  asks(stage.last, turn.words);
  ok(isHonest(said.value), 'the account of the call claims that all went well');
}

/** An adapter that gives an account of its calls says in one of them what was not done. */
function isHonest({ reports }: TurnResult): boolean {
  if (!reports) return true;
  return reports.some(
    ({ failure, notices = [] }) => (failure ?? null) !== null || notices.includes('degraded'),
  );
}

/** Reasoning of turns that were not reported comes with the list where the framework keeps it, and is not asked for. */
async function isComplete(stage: Stage, turns: readonly Turn[]): Promise<void> {
  const record = await stage.record();
  isOneLine(record);
  const spoken = (now: SessionRecord): SessionRecord => ({
    ...now,
    entries: now.entries.filter(({ kind }) => kind !== 'reasoning'),
  });
  recordHolds(
    spoken(record),
    toldOf(turns).filter(([kind]) => kind !== 'reasoning'),
  );
}
