/** Calls that one answer makes at once stay together with their results, whatever comes of each. */
import { deepStrictEqual } from 'node:assert/strict';
import { areValid, wasFolded } from '../expectations.ts';
import type { KitPart } from '../harness.ts';
import type { Kit } from '../kit.ts';
import { recordHolds } from '../on-record.ts';
import { behindHeader } from '../reading.ts';
import type { Seen } from '../scripted-model.ts';
import { LARGE, SMALL } from '../stage.ts';
import { calls, requestFor, says, type Turn } from '../talk.ts';
import { toldOf } from '../told.ts';

export function parallelCallsSuite(kit: Kit): void {
  kit.test('one of three fails', { window: LARGE }, async (stage) => {
    const turn = turnOf('map');
    await stage.play(turn);
    areValid(stage.seen);
    const [, asked, ...answered] = behindHeader(stage.last.messages);
    deepStrictEqual(
      asked?.parts.flatMap((part) => (part.type === 'tool-call' ? [part.callId] : [])),
      ['read-map', 'check-map', 'again-map'],
    );
    deepStrictEqual(statusesIn({ ...stage.last, messages: answered }), {
      'read-map': 'returned',
      'check-map': 'error',
      'again-map': 'returned',
    });
    recordHolds(await stage.record(), toldOf([turn]));
  });

  kit.test('many turns of them, folded', { window: SMALL }, async (stage) => {
    const turns = Array.from({ length: 8 }, (_, at) => turnOf(`map${at + 1}`));
    await stage.playAll(turns);
    areValid(stage.seen);
    recordHolds(await stage.record(), toldOf(turns));
    await wasFolded(stage, 2);
  });

  kit.test('the same call twice at once', { window: LARGE }, async (stage) => {
    const step = [calls('one', 'read_page', 'map'), calls('two', 'read_page', 'map')];
    const turn = { words: requestFor('map'), steps: [step, [says('Both are alike.')]] };
    await stage.play(turn);
    deepStrictEqual(statusesIn(stage.last), { one: 'returned', two: 'returned' });
    recordHolds(await stage.record(), toldOf([turn]));
  });
}

function turnOf(label: string): Turn {
  const step: KitPart[] = [
    calls(`read-${label}`, 'read_page', label),
    calls(`check-${label}`, 'check_page', `torn-${label}`),
    calls(`again-${label}`, 'check_page', label),
  ];
  return { words: requestFor(label), steps: [step, [says(`Of ${label} one page is torn.`)]] };
}

function statusesIn({ messages }: Pick<Seen, 'messages'>): Record<string, string> {
  const results = messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'tool-result' ? [[part.callId, part.status]] : [])),
  );
  return Object.fromEntries(results);
}
