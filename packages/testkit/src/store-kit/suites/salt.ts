/** A session has one salt for good; a writer with another one is refused. */
import { strictEqual } from 'node:assert/strict';
import type { Kit } from '../options.ts';
import { contentsOf, equal, grow } from '../reading.ts';
import { changeOf, saltOf, scopeOf } from '../rows.ts';

const SCOPE = scopeOf();

export function saltSuite(kit: Kit): void {
  kit.test('the salt of a new session is kept and listed', async ({ store }) => {
    await grow(store, changeOf(SCOPE, null, { salt: saltOf('one') }));
    equal(await store.salt(SCOPE), saltOf('one'));
    const { tenant, session } = SCOPE;
    equal(await store.sessions(), [{ tenant, session, salt: saltOf('one') }]);
  });

  const wrong = {
    'another salt': saltOf('two'),
    'the beginning of the salt': saltOf('one').slice(0, 31),
    'the salt and one byte more': new Uint8Array([...saltOf('one'), 0]),
    'no salt': new Uint8Array(0),
  };
  for (const [name, salt] of Object.entries(wrong)) {
    kit.test(`${name} is refused on a branch that exists`, async ({ store, again }) => {
      const row = await grow(store, changeOf(SCOPE, null, { salt: saltOf('one') }));
      const change = changeOf(SCOPE, row, { salt });
      const ids = change.bodies.map((body) => body.contentId);
      const before = await contentsOf(store, SCOPE, ids);
      strictEqual(await store.append(change), 'conflict');
      strictEqual(await (await again()).append(change), 'conflict');
      equal(await contentsOf(store, SCOPE, ids), before);
    });
  }

  kit.test('another salt is refused on a new branch of the session', async ({ store }) => {
    await grow(store, changeOf(SCOPE, null, { salt: saltOf('one') }));
    const before = await contentsOf(store, SCOPE);
    const change = changeOf(scopeOf({ branch: 'new' }), null, { salt: saltOf('two') });
    strictEqual(await store.append(change), 'conflict');
    equal(await contentsOf(store, SCOPE), before);
  });

  kit.test('every session has its own salt', async ({ store }) => {
    const scopes = [SCOPE, scopeOf({ session: 'other' }), scopeOf({ tenant: 'other' })];
    for (const [at, scope] of scopes.entries())
      await grow(store, changeOf(scope, null, { salt: saltOf(`${at}`) }));
    for (const [at, scope] of scopes.entries()) equal(await store.salt(scope), saltOf(`${at}`));
    strictEqual(await store.salt(scopeOf({ session: 'none' })), undefined);
  });
}
