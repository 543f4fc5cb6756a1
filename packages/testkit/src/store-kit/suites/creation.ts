/** A branch, and a session, is made once. */
import { strictEqual } from 'node:assert/strict';
import type { Kit } from '../options.ts';
import { allOf, branchOf, contentsOf, equal, grow, mustHold } from '../reading.ts';
import { changeOf, saltOf, scopeOf } from '../rows.ts';

const SCOPE = scopeOf();

export function creationSuite(kit: Kit): void {
  kit.test('nothing is there before the first append', async ({ store }) => {
    equal(await store.sessions(), []);
    equal(await contentsOf(store, SCOPE), { salt: undefined, branches: [], lines: [], bodies: [] });
    equal(await store.entries(SCOPE, 0, 10), []);
    equal(await store.groups(SCOPE, 0, 10), []);
  });

  kit.test('a branch that exists cannot be made again', async ({ store, again }) => {
    const first = changeOf(SCOPE, null, { label: 'first' });
    await grow(store, first);
    strictEqual(await store.append(changeOf(SCOPE, null, { label: 'second' })), 'conflict');
    strictEqual(await (await again()).append(changeOf(SCOPE, null, { label: 'third' })), 'conflict');
    await mustHold(store, first);
  });

  kit.test('the very append that made a branch is refused when it is repeated', async ({ store }) => {
    const change = changeOf(SCOPE, null);
    await grow(store, change);
    strictEqual(await store.append(change), 'conflict');
    await mustHold(store, change);
  });

  kit.test('of two handles that make one branch at the same time one is done', async ({ store, again }) => {
    const other = await again();
    for (let round = 0; round < 20; round++) {
      const scope = scopeOf({ session: `race ${round}` });
      const left = changeOf(scope, null, { label: 'left' });
      const right = changeOf(scope, null, { label: 'right' });
      const answers = await allOf([store.append(left), other.append(right)]);
      equal([...answers].sort(), ['conflict', 'done']);
      await mustHold(other, answers[0] === 'done' ? left : right);
    }
  });

  kit.test('two branches of one new session are made at the same time', async ({ store, again }) => {
    const other = await again();
    for (let round = 0; round < 10; round++) {
      const left = changeOf(scopeOf({ session: `new ${round}`, branch: 'left' }), null);
      const right = changeOf(scopeOf({ session: `new ${round}`, branch: 'right' }), null);
      equal(await allOf([store.append(left), other.append(right)]), ['done', 'done']);
      await mustHold(other, left);
      await mustHold(store, right);
    }
  });

  kit.test('of two salts for one new session the first is kept', async ({ store, again }) => {
    const other = await again();
    for (let round = 0; round < 10; round++) {
      const session = `salts ${round}`;
      const left = changeOf(scopeOf({ session, branch: 'left' }), null, { salt: saltOf('left') });
      const right = changeOf(scopeOf({ session, branch: 'right' }), null, { salt: saltOf('right') });
      const answers = await allOf([store.append(left), other.append(right)]);
      equal([...answers].sort(), ['conflict', 'done']);
      const [winner, loser] = answers[0] === 'done' ? [left, right] : [right, left];
      await mustHold(store, winner);
      equal(await branchOf(store, loser.next.scope), null);
    }
  });

  kit.test('sessions are listed by tenant and name', async ({ store }) => {
    const names = [
      ['b', 's'],
      ['a', 'z'],
      ['B', 's'],
      ['a', 'a'],
      ['a', 'B'],
      ['a', 'a.b'],
      ['a-', 'a'],
      ['é', 'x'],
      ['\u{1d49c}', 'x'],
      ['\uff21', 'x'],
    ] as const;
    for (const [tenant, session] of names) await grow(store, changeOf(scopeOf({ tenant, session }), null));
    const listed = (await store.sessions()).map(({ tenant, session }) => [tenant, session]);
    // By code point: not by the language of the machine, and not by UTF-16 code unit.
    equal(listed, [
      ['B', 's'],
      ['a', 'B'],
      ['a', 'a'],
      ['a', 'a.b'],
      ['a', 'z'],
      ['a-', 'a'],
      ['b', 's'],
      ['é', 'x'],
      ['\uff21', 'x'],
      ['\u{1d49c}', 'x'],
    ]);
  });
}
