/** What a provider refuses as too large is folded and sent once more. The user sees the answer, or the refusal. */
import { ok, strictEqual } from 'node:assert/strict';
import { areValid, asks, holds } from '../expectations.ts';
import type { Kit } from '../kit.ts';
import { isOneLine, recordHolds } from '../on-record.ts';
import { tells } from '../reading.ts';
import type { Reply } from '../scripted-model.ts';
import { plainTurn, RULE, says, type Turn, talk } from '../talk.ts';
import { toldOf, toldWords } from '../told.ts';

const WORDING = 'prompt is too long: 205311 tokens > 200000 maximum';
/** The talk is below the threshold of this window, and longer than its tail. */
const ROOMY = 6000;
const REFUSED: Reply = { overflow: WORDING };
const TURN = plainTurn('Which of these pages is the oldest?', 'The third one is.');

export function overflowSuite(kit: Kit): void {
  kit.test('refused once: folded, sent once more, answered', { window: ROOMY }, async (stage) => {
    const turns = talk(6);
    await stage.playAll(turns);
    const before = stage.seen.length;
    stage.model.expect(TURN.words, [REFUSED, { parts: [says('The third one is.')] }]);
    const { text } = await stage.app.turn(TURN.words, stage.how());
    strictEqual(text, 'The third one is.');
    const [first, second, ...others] = stage.seen.slice(before);
    strictEqual(others.length, 0, 'the model was called more than twice');
    ok(first && second && sizeOf(second) < sizeOf(first), 'the second request is not smaller');
    strictEqual(await stage.adoptions(), 1, 'one refusal is one fold');
    asks(second, TURN.words);
    holds(second, RULE);
    areValid(stage.seen);
    const record = await stage.record();
    recordHolds(record, toldOf([...turns, TURN]));
    isOneLine(record);
  });

  kit.test('refused in the middle of a turn', { window: ROOMY }, async (stage) => {
    const [last, ...turns] = talk(6).reverse() as [Turn, ...Turn[]];
    await stage.playAll(turns.reverse());
    const [step, answer] = last.steps.map((parts): Reply => ({ parts }));
    if (!step || !answer) return;
    stage.model.expect(last.words, [step, REFUSED, answer]);
    await stage.app.turn(last.words, stage.how());
    asks(stage.last, last.words);
    areValid(stage.seen);
    recordHolds(await stage.record(), toldOf([...turns, last]));
  });

  kit.test('refused twice: the user is told, and the next turn works', { window: ROOMY }, async (stage) => {
    const turns = talk(6);
    await stage.playAll(turns);
    const before = stage.seen.length;
    const error = await stage.failing(TURN.words, [REFUSED, REFUSED]);
    ok(tells(error, WORDING), 'the user is not told what the provider said');
    strictEqual(stage.seen.length - before, 2, 'a refused request is sent once more, not oftener');
    const next = plainTurn('And the newest?', 'The first one.');
    await stage.play(next);
    recordHolds(await stage.record(), [...toldOf(turns), toldWords(TURN.words), ...toldOf([next])]);
  });

  kit.test('nothing to fold: the user is told', { window: ROOMY }, async (stage) => {
    const error = await stage.failing(TURN.words, [REFUSED, REFUSED]);
    ok(tells(error, WORDING), 'the user is not told what the provider said');
    ok(stage.seen.length <= 2, 'a refused request is sent once more, not oftener');
  });

  kit.test('another failure is not taken for it', { window: ROOMY }, async (stage) => {
    await stage.playAll(talk(6));
    const before = stage.seen.length;
    const error = await stage.failing(TURN.words, [{ fails: new Error('the credit is used up') }]);
    ok(tells(error, 'the credit is used up'), 'the user is not told what happened');
    strictEqual(stage.seen.length - before, 1, 'a failure of another kind was tried again');
    strictEqual(await stage.adoptions(), 0, 'a failure of another kind was folded for');
  });
}

function sizeOf({ messages }: { readonly messages: unknown }): number {
  return JSON.stringify(messages).length;
}
