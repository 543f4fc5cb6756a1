/** A message that comes back longer, because it was stored while it streamed in, is one message that grew. */
import { ok, strictEqual } from 'node:assert/strict';
import { asks, holds } from '../expectations.ts';
import type { AdapterApp, KitPart } from '../harness.ts';
import type { Kit } from '../kit.ts';
import { isOneLine, recordHolds, timesOnRecord } from '../on-record.ts';
import { rejection } from '../reading.ts';
import { LARGE, type Stage } from '../stage.ts';
import { requestFor, says, talk, thinks, workTurn } from '../talk.ts';
import { type Told, toldOf, toldPart, toldWords } from '../told.ts';

const WORDS = requestFor('ledger');
const END = 'The columns are in order.';
const NEXT = workTurn('globe');

export function growingMessagesSuite(kit: Kit): void {
  kit.test('part by part: each is on record once', { window: LARGE }, async (stage) => {
    const turns = talk(2);
    await stage.playAll(turns);
    const parts = [
      says('The ledger has three columns.'),
      thinks('The first column next.', 'seal-column-1'),
      says('The first holds names.'),
      thinks('And the second.', 'seal-column-2'),
      says('The second holds sums.'),
    ];
    await grown(stage, [parts.slice(0, 1), parts.slice(0, 3), parts]);
    const happened: Told[] = [toldWords(WORDS), ...parts.map(toldPart), toldPart(says(END))];
    recordHolds(await stage.record(), [...toldOf(turns), ...happened, ...toldOf([NEXT])]);
  });

  kit.test('text that goes on: nothing is said twice', { window: LARGE }, async (stage) => {
    const texts = ['The ledger has three columns.', ' The first holds names.', ' The second holds sums.'];
    const parts = texts.map(says);
    await grown(stage, [parts.slice(0, 1), parts.slice(0, 2), parts]);
    const record = await stage.record();
    for (const text of texts) ok(record.text.includes(text.trim()), `not on record: ${text}`);
    for (const words of [WORDS, END]) strictEqual(timesOnRecord(record, words), 1);
  });
}

/** The message is handed back in these forms; the model fails at all but the last. */
async function grown(stage: Stage, forms: readonly (readonly KitPart[])[]): Promise<void> {
  const down = { fails: new Error('not now') };
  const grow = stage.has('grow');
  await stage.failing(WORDS, [down]);
  for (const form of forms) {
    const isWhole = form === forms.at(-1);
    stage.model.expect(WORDS, [isWhole ? { parts: [says(END)] } : down]);
    const call = grow(form as Parameters<NonNullable<AdapterApp['grow']>>[0], stage.how());
    if (isWhole) strictEqual((await call).text, END);
    else await rejection(call, 'the user was not told of the failure');
    for (const part of form) if (part.type === 'text') holds(stage.last, part.text);
  }
  await stage.play(NEXT);
  asks(stage.last, NEXT.words);
  for (const part of forms.at(-1) ?? []) if (part.type === 'text') holds(stage.last, part.text);
  isOneLine(await stage.record());
}
