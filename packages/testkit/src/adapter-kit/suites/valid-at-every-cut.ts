/** Whatever is folded, and wherever the cut falls, a provider takes what is sent. */
import { strictEqual } from 'node:assert/strict';
import { areValid, wasAskedAll, wasFolded } from '../expectations.ts';
import type { Kit } from '../kit.ts';
import { answerOf, longTurn, talk } from '../talk.ts';

/** Each window lets the cuts fall elsewhere. */
const WINDOWS = [1900, 2300, 2900, 3700];

export function validAtEveryCutSuite(kit: Kit): void {
  for (const window of WINDOWS)
    kit.test(`a conversation of twelve turns in a window of ${window}`, { window }, async (stage) => {
      for (const turn of talk(12)) {
        const { text } = await stage.play(turn);
        strictEqual(text, answerOf(turn), 'the user was shown another answer');
        areValid(stage.seen);
      }
      wasAskedAll(stage);
      await wasFolded(stage);
    });

  kit.test('a turn of twenty steps, folded while it runs', { window: 2300 }, async (stage) => {
    await stage.playAll(talk(2));
    await stage.play(longTurn('shelf', 20));
    areValid(stage.seen);
    wasAskedAll(stage);
    await wasFolded(stage, 2);
  });
}
