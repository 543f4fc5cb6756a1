/** What was heard of an answer that was cut short is on record as that, and the conversation goes on from there. */
import { ok, strictEqual } from 'node:assert/strict';
import { asks, lacks } from '../expectations.ts';
import { BROKEN_STREAM, type TurnResult } from '../harness.ts';
import type { Kit } from '../kit.ts';
import { isAsideOnce, isOneLine, recordHolds } from '../on-record.ts';
import { tells } from '../reading.ts';
import type { Reply } from '../scripted-model.ts';
import { LARGE, type Stage } from '../stage.ts';
import { plainTurn, says, talk, workTurn } from '../talk.ts';
import { type Told, toldOf, toldStep, toldWords } from '../told.ts';

const WORDS = 'How many pages has the atlas?';
const HEARD = 'The atlas has two hundred';
const PARTIAL: Told = ['message', 'assistant', 'none', HEARD];
const NEXT = plainTurn('Never mind. Who wrote it?', 'It names no author.');

export function abortSuite(kit: Kit): void {
  kit.streamed('a stream that the user stops', { window: LARGE }, async (stage) => {
    const turns = talk(2);
    await stage.playAll(turns);
    stage.model.expect(WORDS, [cutShort('hang')]);
    const said = await stopped(stage);
    ok(said.aborted, 'the application is not told that the turn was stopped');
    strictEqual(said.text, HEARD);
    await goesOn(stage, [...toldOf(turns), toldWords(WORDS), PARTIAL]);
  });

  kit.streamed('a stream that is stopped behind a finished step', { window: LARGE }, async (stage) => {
    const [step] = workTurn('atlas').steps;
    if (!step) return;
    stage.model.expect(WORDS, [{ parts: step }, cutShort('hang')]);
    await stopped(stage, HEARD);
    await goesOn(stage, [toldWords(WORDS), ...toldStep(step), PARTIAL]);
  });

  kit.streamed('a stream that breaks', { window: LARGE }, async (stage) => {
    const error = await stage.failing(WORDS, [cutShort('break')]);
    ok(tells(error, BROKEN_STREAM), 'the user is not told what happened');
    await goesOn(stage, [toldWords(WORDS), PARTIAL]);
  });

  kit.test('a call that is stopped before its first word', { window: LARGE }, async (stage) => {
    const turns = talk(1);
    await stage.playAll(turns);
    const stop = new AbortController();
    stage.model.expect(WORDS, [{ silent: () => stop.abort() }]);
    const said = await stage.app.turn(WORDS, stage.how({ signal: stop.signal }));
    ok(said.aborted, 'the application is not told that the turn was stopped');
    await stage.play(NEXT);
    recordHolds(await stage.record(), [...toldOf(turns), toldWords(WORDS), ...toldOf([NEXT])]);
    isOneLine(await stage.record());
  });

  kit.streamed('two stops in a row', { window: LARGE }, async (stage) => {
    stage.model.expect(WORDS, [cutShort('hang')]);
    await stopped(stage);
    await stage.until((record) => isAsideOnce(record, HEARD), 'the stopped answer is not on record');
    const other = 'The atlas names';
    stage.model.expect(NEXT.words, [cutShort('hang', other)]);
    await stopped(stage, other, NEXT.words);
    const record = await stage.until((now) => isAsideOnce(now, other), 'the second one is not on record');
    const second: Told = ['message', 'assistant', 'none', other];
    recordHolds(record, [toldWords(WORDS), PARTIAL, toldWords(NEXT.words), second]);
  });
}

function cutShort(how: 'hang' | 'break', heard: string = HEARD): Reply {
  return { parts: [says(heard), says(' and nobody hears the rest.')], cut: { after: 1, how } };
}

/** The user stops the stream when these words have been heard. */
async function stopped(stage: Stage, heard: string = HEARD, words: string = WORDS): Promise<TurnResult> {
  const stop = new AbortController();
  let text = '';
  return stage.app.turn(words, {
    ...stage.how({ signal: stop.signal }),
    onText(piece) {
      text += piece;
      if (text.endsWith(heard)) stop.abort();
    },
  });
}

/** The next turn works, and nothing of the record is told twice. */
async function goesOn(stage: Stage, before: readonly Told[]): Promise<void> {
  await stage.until((record) => isAsideOnce(record, HEARD), 'the answer is not on record as cut short');
  await stage.play(NEXT);
  asks(stage.last, NEXT.words);
  lacks(stage.last, HEARD);
  const record = await stage.record();
  recordHolds(record, [...before, ...toldOf([NEXT])]);
  isOneLine(record);
}
