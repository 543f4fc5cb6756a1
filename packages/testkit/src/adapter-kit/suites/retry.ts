/** The same request again, after a call that failed, asks for nothing new. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { wasFolded } from '../expectations.ts';
import type { Kit } from '../kit.ts';
import { isOneLine, recordHolds } from '../on-record.ts';
import { contents, tells } from '../reading.ts';
import { LARGE, SMALL, type Stage } from '../stage.ts';
import { answerOf, type Turn, talk } from '../talk.ts';
import { toldOf } from '../told.ts';

const DOWN = 'the provider is down for a moment';

export function retrySuite(kit: Kit): void {
  kit.test('the user is told, and the second try is answered', { window: LARGE }, async (stage) => {
    const turns = talk(2);
    for (const turn of turns) await failedFirst(stage, turn, 0);
    const record = await stage.record();
    recordHolds(record, toldOf(turns));
    isOneLine(record);
  });

  kit.test('behind a step that was done', { window: LARGE }, async (stage) => {
    const turns = talk(2);
    for (const turn of turns) await failedFirst(stage, turn, 1);
    strictEqual(stage.ran.length, 4, 'tools ran again');
    recordHolds(await stage.record(), toldOf(turns));
  });

  kit.test('at every turn of a conversation that is folded', { window: SMALL }, async (stage) => {
    const turns = talk(9);
    for (const turn of turns) await failedFirst(stage, turn, 0);
    const record = await stage.record();
    recordHolds(record, toldOf(turns));
    isOneLine(record);
    await wasFolded(stage, 2);
  });
}

/** The call of that step fails once; asked again, the model is sent the same bytes and no fold is made. */
async function failedFirst(stage: Stage, turn: Turn, step: number): Promise<void> {
  const replies = turn.steps.map((parts) => ({ parts }));
  const error = await stage.failing(turn.words, [...replies.slice(0, step), { fails: new Error(DOWN) }]);
  ok(tells(error, DOWN), 'the user is not told what happened');
  const failed = stage.last;
  const at = stage.seen.length;
  stage.model.expect(turn.words, replies.slice(step));
  const said = await stage.has('retry')(stage.how());
  strictEqual(said.text, answerOf(turn));
  const repeated = stage.seen[at];
  deepStrictEqual(contents(repeated?.messages ?? []), contents(failed.messages));
  strictEqual(repeated?.adoptions, failed.adoptions, 'the same request was folded twice');
}
