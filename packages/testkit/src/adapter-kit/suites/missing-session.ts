/** Without a session there is no conversation to add to: a typed error, and never a default that others share. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { isDaybookError } from '@daybook/core';
import type { Kit } from '../kit.ts';
import { causesOf, rejection } from '../reading.ts';
import { LARGE } from '../stage.ts';
import { talk } from '../talk.ts';

export function missingSessionSuite(kit: Kit): void {
  kit.test('refused before the model is called', { window: LARGE, anonymous: true }, async (stage) => {
    const turn = async (): Promise<void> => {
      await stage.start();
      await stage.playAll(talk(1));
    };
    const error = await rejection(turn(), 'a call without a session was answered');
    ok(
      causesOf(error).some((one) => isDaybookError(one, 'invalid-input')),
      'the refusal is no DaybookError with the code invalid-input',
    );
    strictEqual(stage.seen.length, 0, 'the model was called all the same');
    deepStrictEqual(await stage.witness.sessions(), []);
  });
}
