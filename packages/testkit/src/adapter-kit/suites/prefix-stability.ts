/** Between two adoptions each request begins with the one before it, byte for byte: that is what caches live on. */
import { ok } from 'node:assert/strict';
import { wasFolded } from '../expectations.ts';
import type { Kit } from '../kit.ts';
import { beginsWith } from '../reading.ts';
import type { Seen } from '../scripted-model.ts';
import { LARGE, SMALL, type Stage } from '../stage.ts';
import { longTurn, talk } from '../talk.ts';

export function prefixStabilitySuite(kit: Kit): void {
  kit.test('nothing changes below the first fold', { window: LARGE }, async (stage) => {
    await stage.playAll(talk(8));
    isStable(stage);
  });

  kit.test('nothing changes between folds', { window: SMALL }, async (stage) => {
    await stage.playAll(talk(12));
    isStable(stage);
    await wasFolded(stage, 2);
  });

  kit.test('nothing changes between folds of one turn', { window: SMALL }, async (stage) => {
    await stage.playAll(talk(2));
    await stage.play(longTurn('shelf', 20));
    isStable(stage);
    await wasFolded(stage, 2);
  });
}

function isStable({ seen }: Stage): void {
  let kept = 0;
  for (const [at, now] of seen.entries()) {
    const before = seen[at - 1];
    if (!before || hasChanged(before, now)) continue;
    ok(beginsWith(now.messages, before.messages), `request ${at + 1} changes what request ${at} sent`);
    kept++;
  }
  // A view that is folded anew at every call would be stable between none of them.
  ok(kept >= seen.length / 2, `only ${kept} of ${seen.length} requests go on where the one before ended`);
}

function hasChanged(before: Seen, now: Seen): boolean {
  return before.adoptions !== now.adoptions || before.standing !== now.standing;
}
