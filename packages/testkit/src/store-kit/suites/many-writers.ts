/** F5: many writers on one branch: no gap, no duplicate, every loser told. */
import type { Kit } from '../options.ts';
import { allOf, equal } from '../reading.ts';
import { scopeOf } from '../rows.ts';
import { mustBeTheirs, writeAsOneOfMany } from '../writers.ts';

const WRITERS = 32;

export function manyWritersSuite(kit: Kit): void {
  kit.test(`${WRITERS} writers on one branch over two handles`, async ({ store, again }) => {
    const handles = [store, await again()] as const;
    const scope = scopeOf();
    const accounts = await allOf(
      Array.from({ length: WRITERS }, (_, at) =>
        writeAsOneOfMany(handles[at % 2 === 0 ? 0 : 1], {
          scope,
          writer: `writer ${at}`,
          appends: 2,
          entries: 1 + (at % 3),
        }),
      ),
    );
    for (const handle of handles) await mustBeTheirs(handle, scope, accounts);
    equal(await store.strays(), []);
  });

  kit.test('writers on branches of their own do not refuse each other', async ({ store, again }) => {
    const handles = [store, await again()] as const;
    const scopes = Array.from({ length: 8 }, (_, at) => scopeOf({ branch: `branch ${at}` }));
    const accounts = await allOf(
      scopes.map((scope, at) =>
        writeAsOneOfMany(handles[at % 2 === 0 ? 0 : 1], { scope, writer: 'w', appends: 4, entries: 2 }),
      ),
    );
    for (const [at, scope] of scopes.entries()) {
      const account = accounts.slice(at, at + 1);
      equal(
        account.map(({ refused }) => refused),
        [[]],
      );
      await mustBeTheirs(store, scope, account);
    }
  });
}
