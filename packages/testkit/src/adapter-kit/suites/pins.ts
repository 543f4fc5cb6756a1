/** What a person ordered once holds after any number of folds, word for word. */
import { holds, wasFolded } from '../expectations.ts';
import type { Kit } from '../kit.ts';
import { SMALL } from '../stage.ts';
import { RULE, talk, workTurn } from '../talk.ts';

const SECOND = 'From now on always name the shelf together with the page.';

export function pinsSuite(kit: Kit): void {
  kit.test('a rule of the first turn is in every request', { window: SMALL }, async (stage) => {
    await stage.playAll(talk(12));
    for (const seen of stage.seen) holds(seen, RULE);
    await wasFolded(stage, 2);
  });

  kit.test('a rule that is said later holds beside it', { window: SMALL }, async (stage) => {
    await stage.playAll(talk(5));
    const before = stage.seen.length;
    await stage.play(workTurn('atlas', SECOND));
    await stage.playAll(talk(8, 'map').slice(1));
    for (const seen of stage.seen.slice(before)) {
      holds(seen, RULE);
      holds(seen, SECOND);
    }
    await wasFolded(stage, 2);
  });
}
