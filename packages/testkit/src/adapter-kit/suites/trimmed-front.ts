/** An application that drops its oldest turns loses none of what was ordered in them: they are covered before they go. */
import { ok } from 'node:assert/strict';
import { areValid, asks, holds, wasFolded } from '../expectations.ts';
import type { Kit } from '../kit.ts';
import { isOneLine, recordHolds } from '../on-record.ts';
import { beginsWith } from '../reading.ts';
import { LARGE, SMALL } from '../stage.ts';
import { RULE, talk, workTurn } from '../talk.ts';
import { toldOf } from '../told.ts';

export function trimmedFrontSuite(kit: Kit): void {
  kit.test('what fits the window all the same', { window: LARGE }, async (stage) => {
    const [turns, more] = [talk(6), [workTurn('globe'), workTurn('atlas')]];
    await stage.playAll(turns);
    await stage.has('trimFront')(3);
    for (const turn of more) {
      const before = stage.seen.length;
      await stage.play(turn);
      for (const seen of stage.seen.slice(before)) {
        holds(seen, RULE);
        asks(seen, turn.words);
      }
    }
    const [before, last] = stage.seen.slice(-2);
    ok(
      before && last && beginsWith(last.messages, before.messages),
      'the trimmed list is folded at each call',
    );
    areValid(stage.seen);
    await wasFolded(stage);
    const record = await stage.record();
    recordHolds(record, toldOf([...turns, ...more]));
    isOneLine(record);
  });

  kit.test('again and again, in a small window', { window: SMALL }, async (stage) => {
    const turns = talk(12);
    for (const [at, turn] of turns.entries()) {
      if (at >= 4) await stage.has('trimFront')(1);
      await stage.play(turn);
    }
    for (const seen of stage.seen) holds(seen, RULE);
    areValid(stage.seen);
    const record = await stage.record();
    recordHolds(record, toldOf(turns));
    isOneLine(record);
  });
}
