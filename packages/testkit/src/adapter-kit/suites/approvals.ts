/** A call that waits for a person is never folded away, and what the person says about it is the person's word. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { areValid, holds, wasFolded } from '../expectations.ts';
import type { Kit } from '../kit.ts';
import { recordHolds } from '../on-record.ts';
import type { SessionRecord } from '../record.ts';
import { LARGE, SESSION, SMALL, type Stage } from '../stage.ts';
import { calls, requestFor, says, type Turn, talk, thinks } from '../talk.ts';
import { toldOf } from '../told.ts';

const REASON = 'Never print anything on a Friday.';
const SHIP = calls('ship-1', 'ship_page', 'map');

export function approvalsSuite(kit: Kit): void {
  kit.test('approved', { window: LARGE }, async (stage) => {
    const turns = talk(1);
    await stage.playAll(turns);
    const turn = turnOf([SHIP]);
    await asksFor(stage, turn);
    await stage.has('decide')(true, undefined, stage.how());
    strictEqual(timesShipped(stage), 1);
    areValid(stage.seen);
    recordHolds(withoutDecision(await stage.record()), toldOf([...turns, turn]));
  });

  kit.test('denied, with a reason that holds from then on', { window: SMALL }, async (stage) => {
    const turns = talk(1);
    await stage.playAll(turns);
    await asksFor(stage, turnOf([SHIP]));
    await stage.has('decide')(false, REASON, stage.how());
    strictEqual(timesShipped(stage), 0);
    const since = stage.seen.length - 1;
    await stage.playAll(talk(10).slice(1));
    for (const seen of stage.seen.slice(since)) holds(seen, REASON);
    await wasFolded(stage, 2);
    const record = await stage.record();
    const results = record.entries.flatMap(({ body }) =>
      body.kind === 'tool-result' && body.callId === 'ship-1' ? [body.status] : [],
    );
    deepStrictEqual(results, ['denied']);
    const words = record.entries.filter(
      ({ body }) =>
        body.kind === 'message' && body.parts.some((part) => part.type === 'text' && part.text === REASON),
    );
    deepStrictEqual(
      words.map(({ authority }) => authority),
      ['user'],
    );
  });

  kit.test('a call that waits stops the fold in front of it', { window: SMALL }, async (stage) => {
    const turns = talk(3);
    await stage.playAll(turns);
    const turn = turnOf([thinks('The printer it is.', 'seal-ship'), SHIP]);
    await asksFor(stage, turn);
    const session = stage.witness.session({ session: SESSION });
    const { calls: open } = await session.status();
    strictEqual(open.waiting.length, 1, 'the call that waits is not on record as waiting');
    await session.fold({ window: SMALL, tail: 0 });
    await stage.has('decide')(true, undefined, stage.how());
    const sent = stage.last.messages.flatMap(({ parts }) => parts);
    for (const type of ['tool-call', 'tool-result'])
      ok(
        sent.some((part) => part.type === type && 'callId' in part && part.callId === 'ship-1'),
        `the ${type} of the call that waited is not sent`,
      );
    areValid(stage.seen);
    deepStrictEqual((await session.status()).calls.waiting, []);
    recordHolds(withoutDecision(await stage.record()), toldOf([...turns, turn]));
  });

  kit.test('beside a call that waits for nobody', { window: LARGE }, async (stage) => {
    const free = calls('read-map', 'read_page', 'map');
    const turn = turnOf([free, SHIP]);
    await asksFor(stage, turn);
    await stage.has('decide')(true, undefined, stage.how());
    areValid(stage.seen);
    const { entries } = await stage.record();
    const results = entries.flatMap(({ body }) => (body.kind === 'tool-result' ? [body.callId] : []));
    deepStrictEqual(results.sort(), ['read-map', 'ship-1']);
  });
}

function turnOf(step: Turn['steps'][number]): Turn {
  return { words: requestFor('printer'), steps: [step, [says('The printer has heard.')]] };
}

/** The turn stops at the question. */
async function asksFor(stage: Stage, turn: Turn): Promise<void> {
  const { pending = [] } = await stage.play(turn);
  deepStrictEqual(pending, ['ship-1']);
  strictEqual(timesShipped(stage), 0, 'the tool ran before anybody had decided');
}

function timesShipped({ ran }: Stage): number {
  return ran.filter(([name]) => name === 'ship_page').length;
}

/** Frameworks differ in what they hand over of the decision itself; it is data in a message that is no person's words. */
function withoutDecision(record: SessionRecord): SessionRecord {
  const isDecision = ({ body }: SessionRecord['entries'][number]): boolean =>
    body.kind === 'message' && body.parts.length > 0 && body.parts.every(({ type }) => type === 'data');
  return { ...record, entries: record.entries.filter((entry) => !isDecision(entry)) };
}
