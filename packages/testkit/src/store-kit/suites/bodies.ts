/** Equal content is stored once within a session, and never shared between sessions. */
import { strictEqual } from 'node:assert/strict';
import type { Scope, Store } from '@daybook/core/store';
import type { Kit } from '../options.ts';
import { equal, grow } from '../reading.ts';
import { bodyOf, changeOf, idOf, scopeOf, textBytes } from '../rows.ts';

const SCOPE = scopeOf();
const SHARED = bodyOf('shared');

export function bodiesSuite(kit: Kit): void {
  kit.test('a body that comes again stays readable and is given once', async ({ store }) => {
    const row = await grow(store, changeOf(SCOPE, null, { bodies: [SHARED] }));
    await grow(store, changeOf(SCOPE, row, { bodies: [SHARED, bodyOf('new')] }));
    await grow(store, changeOf(scopeOf({ lane: 'other' }), null, { bodies: [SHARED] }));
    equal(await read(store, SCOPE, ['shared', 'new']), { shared: SHARED.bytes, new: bodyOf('new').bytes });
  });

  kit.test('a body may stand twice in one append', async ({ store }) => {
    await grow(store, changeOf(SCOPE, null, { entries: 2, bodies: [SHARED, bodyOf('shared')] }));
    equal(await read(store, SCOPE, ['shared']), { shared: SHARED.bytes });
  });

  kit.test('what is stored is not replaced by other bytes under its id', async ({ store }) => {
    const row = await grow(store, changeOf(SCOPE, null, { bodies: [SHARED] }));
    await grow(store, changeOf(SCOPE, row, { bodies: [bodyOf('shared', textBytes('forged'))] }));
    equal(await read(store, SCOPE, ['shared']), { shared: SHARED.bytes });
  });

  kit.test('a body is invisible to every other session and tenant', async ({ store }) => {
    const others = [scopeOf({ session: 'other' }), scopeOf({ tenant: 'other' })];
    await grow(store, changeOf(SCOPE, null, { bodies: [SHARED] }));
    for (const scope of others) {
      equal(await read(store, scope, ['shared']), {});
      await grow(store, changeOf(scope, null, { bodies: [] }));
      equal(await read(store, scope, ['shared']), {});
    }
  });

  kit.test('two sessions keep their own bytes under one id', async ({ store }) => {
    const scopes = [SCOPE, scopeOf({ session: 'other' }), scopeOf({ tenant: 'other' })];
    for (const scope of scopes) await grow(store, changeOf(scope, null, { bodies: [own(scope)] }));
    for (const scope of scopes) equal(await read(store, scope, ['shared']), { shared: own(scope).bytes });
  });

  kit.test('bodies that are absent are left out', async ({ store }) => {
    await grow(store, changeOf(SCOPE, null, { bodies: [SHARED] }));
    equal(await read(store, SCOPE, ['none', 'shared', 'nothing']), { shared: SHARED.bytes });
    equal(await store.bodies(SCOPE, []), []);
    equal(await store.bodies(SCOPE, ['']), []);
  });

  kit.test('a body asked for twice is given once', async ({ store }) => {
    await grow(store, changeOf(SCOPE, null, { bodies: [SHARED] }));
    equal(await read(store, SCOPE, ['shared', 'shared']), { shared: SHARED.bytes });
  });

  kit.test('thousands of bodies are asked for at once', async ({ store }) => {
    const labels = Array.from({ length: 5000 }, (_, at) => `b${at}`);
    const kept = labels.filter((_, at) => at % 1000 === 999);
    await grow(store, changeOf(SCOPE, null, { bodies: kept.map((label) => bodyOf(label)) }));
    const expected = Object.fromEntries(kept.map((label) => [label, bodyOf(label).bytes]));
    equal(await read(store, SCOPE, labels), expected);
  });
}

function own(scope: Scope): ReturnType<typeof bodyOf> {
  return bodyOf('shared', textBytes(`of ${scope.tenant} ${scope.session}`));
}

/** Bodies by label. The port leaves the order of the answer open. */
async function read(
  store: Store,
  scope: Scope,
  labels: readonly string[],
): Promise<Record<string, Uint8Array>> {
  const labelOf = new Map(labels.map((label) => [idOf(`body ${label}`), label]));
  const rows = await store.bodies(
    scope,
    labels.map((label) => idOf(`body ${label}`)),
  );
  const found = rows.map((row) => [labelOf.get(row.contentId) ?? 'not asked for', row.bytes] as const);
  strictEqual(new Set(found.map(([label]) => label)).size, found.length, 'each body once');
  return Object.fromEntries(found);
}
