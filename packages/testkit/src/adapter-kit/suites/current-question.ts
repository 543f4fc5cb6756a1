/** The question that is being worked on is in every request, word for word, also when its own turn is folded. */
import { ok } from 'node:assert/strict';
import { asks, wasFolded } from '../expectations.ts';
import type { Kit } from '../kit.ts';
import { LARGE, SMALL } from '../stage.ts';
import { longTurn, plainTurn, talk } from '../talk.ts';

export function currentQuestionSuite(kit: Kit): void {
  kit.test('each turn asks its own question', { window: SMALL }, async (stage) => {
    for (const turn of talk(10)) {
      const before = stage.seen.length;
      await stage.play(turn);
      for (const seen of stage.seen.slice(before)) asks(seen, turn.words);
    }
    await wasFolded(stage);
  });

  kit.test('a turn is folded while it runs', { window: SMALL }, async (stage) => {
    const words = 'Read the whole shelf, page by page, and tell me at the end whether any page is odd.';
    await stage.playAll(talk(2));
    const [before, folds] = [stage.seen.length, await stage.adoptions()];
    await stage.play(longTurn('shelf', 18, words));
    for (const seen of stage.seen.slice(before)) asks(seen, words);
    ok((await stage.adoptions()) > folds, 'nothing was folded in the middle of the turn');
  });

  kit.test('the same words said twice are asked twice', { window: LARGE }, async (stage) => {
    await stage.play(plainTurn('Go on.', 'The first shelf is done.'));
    await stage.play(plainTurn('Go on.', 'The second shelf is done.'));
    asks(stage.last, 'Go on.');
    const said = stage.last.messages.filter(({ role }) => role === 'user');
    ok(said.length === 2, 'one of two equal requests is not sent');
  });
}
