/** Names are opaque: whatever is well formed and free of control characters stands for itself alone. */
import type { Scope } from '@daybook/core/store';
import type { Kit } from '../options.ts';
import { equal, grow, mustHold } from '../reading.ts';
import { changeOf, groupOf, idOf, scopeOf } from '../rows.ts';

/** Names that a store which escapes, folds, trims, splits or normalises would confuse. */
const NAMES: readonly string[] = [
  'a',
  'A',
  ' a',
  'a ',
  'a  b',
  'a b',
  'a/b',
  'a//b',
  'a\\b',
  'a:b',
  'a,b',
  'a.b',
  'a|b',
  '%',
  '_',
  'a%',
  'a_',
  '*',
  '?',
  '[a]',
  "'",
  "''",
  '"',
  '""',
  '`',
  "'; drop table entries; --",
  '$1',
  ':tenant',
  '?1',
  '\\',
  '\\x00',
  '\\u0041',
  '0',
  '00',
  '1e3',
  'null',
  'true',
  '__proto__',
  'constructor',
  '.',
  '..',
  '-- ',
  'caf\u00e9',
  'cafe\u0301',
  '\u212b',
  '\u00e5',
  'stra\u00dfe',
  'strasse',
  'I',
  '\u0131',
  '\u65e5\u672c\u8a9e',
  '\u05e9\u05dc\u05d5\u05dd',
  '\u202eabc',
  '\u{1f469}\u200d\u{1f52c}',
  '\u{1f469}',
  '\u{1d49c}',
  '\uff21',
  '\ufffd',
  '\ufeffa',
  'a\u200b',
  '\u00a0',
  '\u2028',
  'x'.repeat(512),
  `${'x'.repeat(511)}y`,
  '\u{1f600}'.repeat(256),
];

export function namesSuite(kit: Kit): void {
  for (const field of ['tenant', 'session', 'lane', 'branch'] as const)
    kit.test(`odd names of a ${field} are kept apart`, async ({ store }) => {
      const scopes = NAMES.map((name) => scopeOf({ [field]: name }));
      for (const scope of scopes) await grow(store, changeOf(scope, null));
      for (const scope of scopes) await mustHold(store, changeOf(scope, null));
      const listed = (await store.sessions()).map(({ tenant, session }) => `${tenant}\0${session}`);
      const expected = new Set(scopes.map(({ tenant, session }) => `${tenant}\0${session}`));
      equal([...listed].sort(), [...expected].sort());
    });

  kit.test('names that join to one text are kept apart', async ({ store }) => {
    const scopes: readonly Scope[] = [
      { tenant: 'a', session: 'b/c', lane: 'd', branch: 'e' },
      { tenant: 'a/b', session: 'c', lane: 'd', branch: 'e' },
      { tenant: 'a', session: 'b', lane: 'c/d', branch: 'e' },
      { tenant: 'a', session: 'b', lane: 'c', branch: 'd/e' },
      { tenant: 'e', session: 'd', lane: 'c', branch: 'b/a' },
    ];
    for (const scope of scopes) await grow(store, changeOf(scope, null));
    for (const scope of scopes) await mustHold(store, changeOf(scope, null));
  });

  kit.test('odd native ids are found, each by itself', async ({ store }) => {
    const scope = scopeOf();
    const groups = NAMES.map((nativeId, at) => groupOf(`g${at}`, { ordinal: at + 1, nativeId }));
    await grow(store, changeOf(scope, null, { entries: NAMES.length, groups }));
    for (const [at, nativeId] of NAMES.entries()) {
      const found = await store.find(scope, { keys: [], rolls: [], nativeIds: [nativeId] });
      equal(
        found.groups.map(({ key }) => key),
        [idOf(`key g${at}`)],
        nativeId,
      );
    }
  });
}
