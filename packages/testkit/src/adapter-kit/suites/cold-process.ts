/** A process that has never seen the conversation sends what the one before it would have sent. */
import { deepStrictEqual } from 'node:assert/strict';
import { wasFolded } from '../expectations.ts';
import type { Kit } from '../kit.ts';
import { recordHolds } from '../on-record.ts';
import { contents } from '../reading.ts';
import { LARGE, SMALL, Stage } from '../stage.ts';
import { talk } from '../talk.ts';
import { toldOf } from '../told.ts';

export function coldProcessSuite(kit: Kit): void {
  for (const window of [LARGE, SMALL])
    kit.test(`a new process for every turn, in a window of ${window}`, { window }, async (stage) => {
      const warm = await Stage.open(kit.harness, { window, stream: stage.stream });
      const turns = talk(9);
      try {
        for (const turn of turns) {
          await stage.reopen();
          await stage.play(turn);
          await warm.play(turn);
          deepStrictEqual(contents(stage.last.messages), contents(warm.last.messages));
        }
        recordHolds(await stage.record(), toldOf(turns));
        if (window === SMALL) await wasFolded(stage, 2);
      } finally {
        await warm.close();
      }
    });
}
