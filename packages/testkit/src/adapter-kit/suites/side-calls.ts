/** A call that is not the conversation, such as one for its title, neither edits it nor becomes part of it. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { wasFolded } from '../expectations.ts';
import type { Kit } from '../kit.ts';
import { isOnRecordOnce, recordHolds } from '../on-record.ts';
import { beginsWith, behindHeader, says as sends } from '../reading.ts';
import { LARGE, SMALL, type Stage } from '../stage.ts';
import { says, talk } from '../talk.ts';
import { toldOf } from '../told.ts';

const TITLE = 'Name this conversation in three words.';

export function sideCallsSuite(kit: Kit): void {
  for (const window of [LARGE, SMALL])
    kit.test(`in the middle of a conversation, in a window of ${window}`, { window }, async (stage) => {
      const turns = talk(window === LARGE ? 4 : 9);
      await stage.playAll(turns.slice(0, -1));
      if (window === SMALL) await wasFolded(stage);
      const [before, folds] = [stage.last, await stage.adoptions()];
      await aside(stage, 'Pages of a library');
      strictEqual(await stage.adoptions(), folds, 'a side call folded the conversation');
      await stage.playAll(turns.slice(-1));
      if ((await stage.adoptions()) === folds)
        ok(beginsWith(stage.last.messages, before.messages), 'a side call changed what is sent afterwards');
      await isBeside(stage, ['Pages of a library']);
      recordHolds(await stage.record(), toldOf(turns));
    });

  kit.test('the same one twice', { window: LARGE }, async (stage) => {
    const turns = talk(2);
    await stage.playAll(turns);
    await aside(stage, 'Pages of a library');
    await aside(stage, 'A quiet catalogue');
    await isBeside(stage, ['Pages of a library', 'A quiet catalogue']);
    recordHolds(await stage.record(), toldOf(turns));
  });
}

async function aside(stage: Stage, title: string): Promise<void> {
  const side = stage.has('side');
  stage.model.expect(TITLE, [{ parts: [says(title)] }]);
  const { text } = await side(TITLE, stage.how());
  strictEqual(text, title);
  const sent = behindHeader(stage.last.messages);
  ok(sent.length === 1 && sends(sent[0], TITLE), 'the side call was sent something else than its words');
}

/** On record in a lane of its own, where nobody's words command the conversation; no branch of the main lane. */
async function isBeside(stage: Stage, titles: readonly string[]): Promise<void> {
  const record = await stage.record();
  for (const title of titles) isOnRecordOnce(record, title);
  const beside = record.entries.filter(({ lane }) => lane !== 'main');
  ok(
    beside.every(({ authority }) => authority !== 'user'),
    'words of a side call have authority in the conversation',
  );
  const inMain = record.branches.filter(({ lane }) => lane === 'main');
  deepStrictEqual(inMain, [{ lane: 'main', branch: 'main' }]);
  isOnRecordOnce(record, TITLE);
}
