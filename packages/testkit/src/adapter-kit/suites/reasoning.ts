/** Reasoning goes back as it came, with what the provider signed it with, and its text is not kept. */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { wasFolded } from '../expectations.ts';
import type { KitPart } from '../harness.ts';
import type { Kit } from '../kit.ts';
import type { Seen } from '../scripted-model.ts';
import { LARGE, SMALL } from '../stage.ts';
import { calls, requestFor, says, talk, thinks } from '../talk.ts';

export function reasoningSuite(kit: Kit): void {
  kit.test('with its call in the next request', { window: LARGE }, async (stage) => {
    const turns = talk(3);
    await stage.playAll(turns);
    for (const { steps } of turns) isWholeIn(stage.last, steps);
  });

  kit.test('in every step of a turn that is folded while it runs', { window: SMALL }, async (stage) => {
    const steps = Array.from({ length: 16 }, (_, at): KitPart[] => [
      thinks(`Page ${at + 1} of the shelf comes next.`, `seal-shelf-${at + 1}`),
      calls(`read-shelf-${at + 1}`, 'read_page', `shelf-${at + 1}`),
    ]);
    await stage.playAll(talk(2));
    await stage.play({ words: requestFor('shelf'), steps: [...steps, [says('The shelf is read.')]] });
    for (const seen of stage.seen) isWholeIn(seen, steps);
    await wasFolded(stage);
  });

  kit.test('only its length is on record', { window: SMALL }, async (stage) => {
    const turns = talk(8);
    await stage.playAll(turns);
    const { text } = await stage.record();
    for (const part of turns.flatMap(({ steps }) => steps.flat()))
      if (part.type === 'reasoning') ok(!text.includes(part.text), 'the text of reasoning is on record');
  });
}

/** Steps whose call is still sent have the parts that the model answered, in their order. */
function isWholeIn({ messages }: Seen, steps: readonly (readonly KitPart[])[]): void {
  for (const step of steps) {
    const [call] = step.flatMap((part) => (part.type === 'tool-call' ? [part.callId] : []));
    const sent = messages.find(({ parts }) =>
      parts.some((part) => part.type === 'tool-call' && part.callId === call),
    );
    if (call === undefined || !sent) continue;
    const reasoning = sent.parts.flatMap((part) =>
      part.type === 'reasoning' ? [[part.text, part.signature]] : [],
    );
    deepStrictEqual(
      reasoning,
      step.flatMap((part) => (part.type === 'reasoning' ? [[part.text, part.signature]] : [])),
    );
    ok(sent.parts[0]?.type === 'reasoning', 'reasoning does not stand in front of what came from it');
  }
}
