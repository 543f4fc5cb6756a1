/** Conversations on one adapter object do not meet: not in what is sent, and not on record. */
import { ok, strictEqual } from 'node:assert/strict';
import type { AdapterApp } from '../harness.ts';
import type { Kit } from '../kit.ts';
import { recordHolds } from '../on-record.ts';
import { LARGE, SESSION, SMALL, type Stage } from '../stage.ts';
import { type Turn, workTurn } from '../talk.ts';
import { toldOf } from '../told.ts';

const HERE = turnsOf('page');
const THERE = turnsOf('plant');

export function twoSessionsSuite(kit: Kit): void {
  for (const window of [LARGE, SMALL])
    kit.test(`turn about, in a window of ${window}`, { window }, async (stage) => {
      const other = await stage.has('another')({ session: 'garden' });
      await inTurns(stage, other, false);
      await isApart(stage, { session: 'garden' });
      await other.close();
    });

  kit.test('at the same time', { window: SMALL }, async (stage) => {
    const other = await stage.has('another')({ session: 'garden' });
    await inTurns(stage, other, true);
    await isApart(stage, { session: 'garden' });
    await other.close();
  });

  kit.test('one name under two tenants', { window: LARGE }, async (stage) => {
    const other = await stage.has('another')({ tenant: 'neighbour', session: SESSION });
    await inTurns(stage, other, true);
    await isApart(stage, { tenant: 'neighbour', session: SESSION });
    await other.close();
  });

  kit.test('two lanes of one session', { window: LARGE }, async (stage) => {
    const other = await stage.has('another')({ session: SESSION, lane: 'helper' });
    await inTurns(stage, other, false);
    const record = await stage.record();
    recordHolds(record, toldOf(HERE));
    recordHolds(record, toldOf(THERE), 'helper');
    nothingCrossed(stage);
    await other.close();
  });

  kit.test('the same words in both', { window: LARGE }, async (stage) => {
    const other = await stage.has('another')({ session: 'garden' });
    for (const turn of HERE) {
      await stage.play(turn);
      stage.expect(turn);
      await other.turn(turn.words, stage.how());
    }
    recordHolds(await stage.record(), toldOf(HERE));
    recordHolds(await stage.record({ session: 'garden' }), toldOf(HERE));
    await other.close();
  });
}

function turnsOf(mark: string): Turn[] {
  return Array.from({ length: 6 }, (_, at) => workTurn(`${mark}${at + 1}`));
}

async function inTurns(stage: Stage, other: AdapterApp, atOnce: boolean): Promise<void> {
  for (const [at, turn] of HERE.entries()) {
    const second = THERE[at] as Turn;
    stage.expect(turn);
    stage.expect(second);
    const first = stage.app.turn(turn.words, stage.how());
    if (!atOnce) await first;
    await Promise.all([first, other.turn(second.words, stage.how())]);
  }
}

async function isApart(
  stage: Stage,
  names: { readonly tenant?: string; readonly session: string },
): Promise<void> {
  nothingCrossed(stage);
  const [here, there] = [await stage.record(), await stage.record(names)];
  recordHolds(here, toldOf(HERE));
  recordHolds(there, toldOf(THERE));
  ok(!here.text.includes('plant') && !there.text.includes('page1'), 'one record holds words of the other');
}

function nothingCrossed({ seen }: Stage): void {
  for (const { messages } of seen) {
    const text = JSON.stringify(messages);
    strictEqual(
      text.includes('page1') && text.includes('plant1'),
      false,
      'one request holds words of the other',
    );
  }
}
