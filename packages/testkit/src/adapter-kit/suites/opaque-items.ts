/** While a provider's own compaction item is in the list, it is carried untouched and nothing is folded. */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { holds } from '../expectations.ts';
import type { Kit } from '../kit.ts';
import { recordHolds } from '../on-record.ts';
import { beginsWith, fail } from '../reading.ts';
import { LARGE, type Stage } from '../stage.ts';
import { requestFor, says, type Turn, talk } from '../talk.ts';
import { toldOf } from '../told.ts';

/** The talk comes to more than the threshold of this window, and to less than its room. */
const TIGHT = 4200;

export function opaqueItemsSuite(kit: Kit): void {
  for (const window of [LARGE, TIGHT])
    kit.test(`nothing is folded in a window of ${window}`, { window }, async (stage) => {
      const opaque =
        kit.harness.opaque ?? fail('the harness names no opaque item, and the suite is not in skips');
      const sealed: Turn = { words: requestFor('vault'), steps: [[opaque, says('The vault is closed.')]] };
      const turns = [...talk(2), sealed, ...talk(6, 'map').slice(1)];
      await stage.playAll(turns);
      for (const [at, seen] of stage.seen.entries()) {
        const before = stage.seen[at - 1];
        ok(!before || beginsWith(seen.messages, before.messages), 'the list was not sent as it came');
      }
      for (const turn of turns) holds(stage.last, turn.words);
      deepStrictEqual(itemsIn(stage), [opaque.item]);
      deepStrictEqual(await stage.adoptions(), 0);
      recordHolds(await stage.record(), toldOf(turns));
    });
}

function itemsIn({ last }: Stage): unknown[] {
  return last.messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'opaque' ? [part.item] : [])),
  );
}
