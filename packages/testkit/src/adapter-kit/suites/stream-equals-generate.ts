/** Whether an answer comes whole or in pieces makes no difference to anybody but the user who waits. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import type { Kit } from '../kit.ts';
import { contents } from '../reading.ts';
import { LARGE, SMALL, Stage } from '../stage.ts';
import { longTurn, talk } from '../talk.ts';
import { toldIn } from '../told.ts';

export function streamEqualsGenerateSuite(kit: Kit): void {
  for (const window of [LARGE, SMALL])
    kit.streamed(
      `the same requests and the same record in a window of ${window}`,
      { window },
      async (stage) => {
        const whole = await Stage.open(kit.harness, { window, stream: false });
        const turns = [...talk(7), longTurn('shelf', 8)];
        try {
          for (const turn of turns) {
            const [streamed, given] = [await stage.play(turn), await whole.play(turn)];
            strictEqual(streamed.text, given.text);
          }
          deepStrictEqual(requestsOf(stage), requestsOf(whole));
          deepStrictEqual(toldIn(await stage.record()), toldIn(await whole.record()));
          strictEqual(await stage.adoptions(), await whole.adoptions());
        } finally {
          await whole.close();
        }
      },
    );

  kit.streamed('the pieces that the user sees are the answer', { window: LARGE }, async (stage) => {
    const pieces: string[] = [];
    const [turn] = talk(1);
    if (!turn) return;
    await stage.play(turn, { onText: (text) => pieces.push(text) });
    const said = turn.steps.flat().flatMap((part) => (part.type === 'text' ? [part.text] : []));
    strictEqual(pieces.join(''), said.join(''));
  });
}

function requestsOf({ seen }: Stage): string[][] {
  return seen.map(({ messages }) => contents(messages));
}
