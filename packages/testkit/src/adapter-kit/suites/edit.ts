/** A turn that is edited leads another way: the old one stays on record and out of what is sent. */
import { strictEqual } from 'node:assert/strict';
import { areValid, asks, holds, lacks, wasFolded } from '../expectations.ts';
import type { Kit } from '../kit.ts';
import { isOnRecordOnce } from '../on-record.ts';
import { LARGE, SMALL, type Stage } from '../stage.ts';
import { answerOf, RULE, requestFor, type Turn, talk, workTurn } from '../talk.ts';

export function editSuite(kit: Kit): void {
  kit.test('a turn in the middle of a conversation', { window: LARGE }, async (stage) => {
    const turns = talk(4);
    await stage.playAll(turns);
    await edited(stage, 2);
    holds(stage.last, answerOf(turns[0] as Turn));
    await stage.play(workTurn('globe'));
    isGone(stage, turns, 2);
    await isKept(stage, turns);
  });

  kit.test('the first turn', { window: LARGE }, async (stage) => {
    const turns = talk(2);
    await stage.playAll(turns);
    await edited(stage, 1);
    lacks(stage.last, RULE);
    await isKept(stage, turns);
  });

  kit.test('a turn that was folded', { window: SMALL }, async (stage) => {
    const turns = talk(9);
    await stage.playAll(turns);
    await wasFolded(stage);
    await edited(stage, 3);
    await stage.playAll(talk(5, 'map').slice(1));
    isGone(stage, turns, 3);
    holds(stage.last, RULE);
    areValid(stage.seen);
    await isKept(stage, turns);
  });

  kit.test('the same edit again is the same branch', { window: LARGE }, async (stage) => {
    const turns = talk(3);
    await stage.playAll(turns);
    await edited(stage, 2);
    await edited(stage, 2, turns[1]?.words);
    await stage.play(workTurn('globe'));
    lacks(stage.last, requestFor('annex'));
    isOnRecordOnce(await stage.record(), requestFor('annex'));
  });
}

/** Turns that were played from here on, and edits before, are as if they had not been. */
async function edited(stage: Stage, turn: number, words = requestFor('annex')): Promise<void> {
  const edit = stage.has('edit');
  stage.expect({ ...workTurn(`annex-${stage.seen.length}`), words });
  await edit(turn, words, stage.how());
  asks(stage.last, words);
}

/** No request since the edit holds what was said from that turn on. */
function isGone(stage: Stage, turns: readonly Turn[], from: number): void {
  const since = stage.seen.findIndex(({ messages }) =>
    JSON.stringify(messages).includes(requestFor('annex')),
  );
  for (const seen of stage.seen.slice(since))
    for (const turn of turns.slice(from - 1)) {
      lacks(seen, turn.words);
      lacks(seen, answerOf(turn));
    }
}

async function isKept(stage: Stage, turns: readonly Turn[]): Promise<void> {
  const record = await stage.record();
  for (const turn of turns) {
    isOnRecordOnce(record, turn.words);
    isOnRecordOnce(record, answerOf(turn));
  }
  isOnRecordOnce(record, requestFor('annex'));
  strictEqual(record.branches.length, 2, 'an edit opens one branch');
}
