/** An answer that is asked for again stands beside the first on record, and in its place in what is sent. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { holds, lacks, wasFolded } from '../expectations.ts';
import type { Kit } from '../kit.ts';
import { isOnRecordOnce } from '../on-record.ts';
import { contents } from '../reading.ts';
import { LARGE, SMALL, type Stage } from '../stage.ts';
import { answerOf, plainTurn, says, type Turn, talk, workTurn } from '../talk.ts';

const FIRST = plainTurn('Which shelf is the fullest?', 'The shelf by the door.');
const OTHER = 'The shelf by the window.';

export function regenerateSuite(kit: Kit): void {
  kit.test('the request is the same, and the new answer stands', { window: LARGE }, async (stage) => {
    await stage.playAll([...talk(2), FIRST]);
    const asked = contents(stage.last.messages);
    await again(stage, FIRST.words, OTHER);
    deepStrictEqual(contents(stage.last.messages), asked);
    await stage.play(workTurn('globe'));
    holds(stage.last, OTHER);
    lacks(stage.last, answerOf(FIRST));
    const record = await stage.record();
    for (const words of [FIRST.words, answerOf(FIRST), OTHER]) isOnRecordOnce(record, words);
    strictEqual(record.branches.length, 2, 'another answer is one branch');
  });

  kit.test('a turn with tools', { window: LARGE }, async (stage) => {
    const turns = talk(2);
    await stage.playAll(turns);
    const { words } = turns[1] as Turn;
    await again(stage, words, OTHER);
    await stage.play(workTurn('globe'));
    holds(stage.last, OTHER);
    lacks(stage.last, answerOf(turns[1] as Turn));
    isOnRecordOnce(await stage.record(), words);
  });

  kit.test('behind a fold', { window: SMALL }, async (stage) => {
    await stage.playAll([...talk(7), FIRST]);
    await wasFolded(stage);
    await again(stage, FIRST.words, OTHER);
    await stage.playAll(talk(4, 'map').slice(1));
    lacks(stage.last, answerOf(FIRST));
    const record = await stage.record();
    for (const words of [FIRST.words, answerOf(FIRST), OTHER]) isOnRecordOnce(record, words);
  });
}

async function again(stage: Stage, words: string, answer: string): Promise<void> {
  const regenerate = stage.has('regenerate');
  stage.model.expect(words, [{ parts: [says(answer)] }]);
  strictEqual((await regenerate(stage.how())).text, answer);
}
