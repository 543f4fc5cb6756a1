/** On record stands exactly what happened: each part once, by whom, and with the authority it has. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import type { Kit } from '../kit.ts';
import { isOneLine, recordHolds } from '../on-record.ts';
import { LARGE, SESSION, SMALL } from '../stage.ts';
import { longTurn, plainTurn, SYSTEM, talk } from '../talk.ts';
import { toldOf } from '../told.ts';

export function journalSuite(kit: Kit): void {
  kit.test('every part of a conversation', { window: LARGE }, async (stage) => {
    const turns = talk(6);
    await stage.playAll(turns);
    const record = await stage.record();
    recordHolds(record, toldOf(turns));
    isOneLine(record);
  });

  kit.test('every part of a conversation that is folded', { window: SMALL }, async (stage) => {
    const turns = [...talk(7), longTurn('shelf', 14)];
    await stage.playAll(turns);
    const record = await stage.record();
    recordHolds(record, toldOf(turns));
    isOneLine(record);
  });

  kit.test('each answer when it is given, not with the next request', { window: LARGE }, async (stage) => {
    const turns = talk(3);
    for (const [at, turn] of turns.entries()) {
      await stage.play(turn);
      recordHolds(await stage.record(), toldOf(turns.slice(0, at + 1)));
    }
  });

  kit.test('system text once, and nothing said twice', { window: LARGE }, async (stage) => {
    const turns = [plainTurn('Yes.', 'The first is done.'), plainTurn('Yes.', 'The second is done.')];
    await stage.playAll(turns);
    const record = await stage.record();
    recordHolds(record, toldOf(turns));
    const headers = record.entries.filter(({ isHeader }) => isHeader);
    deepStrictEqual(
      headers.map(({ role, body }) => [role, 'parts' in body && body.parts]),
      [['system', [{ type: 'text', text: SYSTEM }]]],
    );
  });

  kit.test('the sizes that the provider reports, once for each call', { window: LARGE }, async (stage) => {
    await stage.playAll(talk(3));
    const { entries } = await stage.record();
    const reports = entries.filter(({ body }) => body.kind === 'event' && body.event === 'usage');
    strictEqual(reports.length, stage.seen.length, 'not every call has its usage on record');
  });

  kit.test('a chain that verifies', { window: SMALL }, async (stage) => {
    await stage.playAll(talk(8));
    const { findings } = await stage.witness.audit();
    deepStrictEqual(findings, []);
    const { calls } = await stage.witness.session({ session: SESSION }).status();
    deepStrictEqual(calls, { waiting: [], abandoned: [], withoutCall: [] });
  });
}
