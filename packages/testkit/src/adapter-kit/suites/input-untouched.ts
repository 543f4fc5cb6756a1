/** What the application holds is the application's: nothing of it is changed by what is sent. */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { wasFolded } from '../expectations.ts';
import type { Kit } from '../kit.ts';
import { LARGE, SMALL, type Stage } from '../stage.ts';
import { longTurn, plainTurn, talk } from '../talk.ts';

/** Half a character, which no provider takes. */
const HALF = 'Half a character: \ud83d, and the rest.';

export function inputUntouchedSuite(kit: Kit): void {
  kit.test('while the conversation is folded', { window: SMALL }, async (stage) => {
    for (const turn of [...talk(7), longTurn('shelf', 12)]) {
      const before = copyOf(stage);
      await stage.play(turn);
      isBeginning(stage, before);
    }
    await wasFolded(stage);
  });

  kit.test('where something in it has to be mended', { window: LARGE }, async (stage) => {
    await stage.play(plainTurn('What stands on the first page?', HALF));
    const before = copyOf(stage);
    await stage.playAll(talk(2));
    isBeginning(stage, before);
    ok(JSON.stringify(copyOf(stage)).includes('\\ud83d'), 'the application no longer holds what it stored');
    for (const { messages } of stage.seen) ok(JSON.stringify(messages).isWellFormed());
  });
}

/** What the history says, message by message. */
function copyOf(stage: Stage): unknown[] {
  const held = JSON.parse(JSON.stringify(stage.has('held')() ?? [])) as unknown;
  return Array.isArray(held) ? held : [held];
}

function isBeginning(stage: Stage, before: readonly unknown[]): void {
  deepStrictEqual(
    copyOf(stage).slice(0, before.length),
    [...before],
    'the history of the application changed',
  );
}
