/**
 * Covers: S2
 *
 * Nothing of one tenant, session, lane or branch reaches another, whatever is done in whatever order.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeOfPromise } from '../../test/code-of.ts';
import { exported, inMemory, readAll } from '../../test/daybook.ts';
import { assistant, call, result, says, user } from '../../test/messages.ts';
import { openDaybook } from '../daybook.ts';
import type { Message } from '../journal/message.ts';
import { memoryStore } from '../store/memory.ts';
import type { SessionOptions } from './session.ts';

/** Scopes whose names run into one another as soon as somebody joins them carelessly. */
const OWNERS: readonly (SessionOptions & { readonly tenant: string })[] = [
  { tenant: 'a', session: 'b' },
  { tenant: 'a', session: 'b/main' },
  { tenant: 'a/b', session: 'main' },
  { tenant: 'ab', session: 'b' },
  { tenant: 'b', session: 'a' },
  { tenant: 'A', session: 'b' },
];

const LANES = ['main', 'researcher'] as const;

interface Deed {
  readonly owner: number;
  readonly lane: number;
  readonly how: 'sync' | 'delta' | 'edit' | 'report' | 'aux';
  readonly word: number;
}

const deeds = fc.array(
  fc.record({
    owner: fc.nat(OWNERS.length - 1),
    lane: fc.nat(LANES.length - 1),
    how: fc.constantFrom<Deed['how'][]>('sync', 'delta', 'edit', 'report', 'aux'),
    word: fc.nat(2),
  }),
  { minLength: 1, maxLength: 14 },
);

describe('two owners of one store', () => {
  it('never see anything of each other', async () => {
    await fc.assert(
      fc.asyncProperty(deeds, async (done) => {
        const daybook = await inMemory();
        const lists = new Map<string, Message[]>();
        for (const { owner, lane, how, word } of done) {
          const key = OWNERS[owner] as (typeof OWNERS)[number];
          const session = daybook.session({ ...key, lane: LANES[lane] as string });
          // Half of the words are the owner's own, the others everybody says.
          const mark = `<${owner}>`;
          const own = [
            user(`word ${word} ${mark}`),
            says('assistant', [call(`c${word}`)]),
            user(`word ${word}`),
          ];
          const name = `${owner}.${lane}`;
          const before = lists.get(name) ?? [];
          const list = how === 'edit' ? [...before.slice(0, -1), ...own] : [...before, ...own];
          if (how === 'aux') await session.sync([user(`title ${mark}`)]);
          else if (how === 'delta') await session.sync(own, { history: 'delta' });
          else {
            const view = await session.sync(list);
            lists.set(name, list);
            if (how === 'report') await view.report({ answer: assistant(`answer ${mark}`) });
          }
        }
        for (const owner of new Set(done.map((deed) => deed.owner))) {
          const key = OWNERS[owner] as (typeof OWNERS)[number];
          const lines = (await exported(daybook.session(key))).join('\n');
          for (const [, mark] of lines.matchAll(/<(\d)>/g)) expect(mark).toBe(String(owner));
          const entries = await readAll(daybook.session(key));
          for (const { seal, scope } of entries) {
            expect([seal.scope.tenant, seal.scope.session]).toEqual([key.tenant, key.session]);
            expect([scope.tenant, scope.session]).toEqual([key.tenant, key.session]);
          }
        }
        expect(await daybook.sessions()).toHaveLength(new Set(done.map((deed) => deed.owner)).size);
      }),
      { numRuns: 60 },
    );
  });

  it('share no content id, although both say the same', async () => {
    const daybook = await openDaybook({ store: memoryStore(), clock: () => undefined });
    const said = [user('the same'), says('assistant', [call('c1')]), says('tool', [result('c1')])];
    const ids = await Promise.all(
      OWNERS.map(async (key) => {
        await daybook.session(key).sync(said);
        return (await readAll(daybook.session(key))).map(({ seal }) => seal.contentId);
      }),
    );
    expect(new Set(ids.flat()).size).toBe(ids.flat().length);
  });

  it('cannot name what is not theirs', async () => {
    const daybook = await inMemory();
    await daybook.session({ tenant: 'a', session: 'b', lane: 'main' }).sync([user('one')]);
    for (const other of [
      { tenant: 'a', session: 'c' },
      { session: 'b' },
      { tenant: 'a', session: 'b', lane: 'other' },
      { tenant: 'a', session: 'b', branch: 'b-000000000000' },
    ]) {
      expect(await codeOfPromise(daybook.session(other).read(1))).toBe('not-found');
      expect(await codeOfPromise(daybook.session(other).status())).toBe('not-found');
    }
    for (const other of [
      { tenant: 'a', session: 'b\0' },
      { tenant: 'a\n', session: 'b' },
      { tenant: '', session: 'b' },
    ])
      expect(await codeOfPromise((async () => daybook.session(other).read(1))())).toBe('invalid-input');
  });
});

describe('a branch', () => {
  it('shows nothing that its parent said after the fork, and its parent nothing of it', async () => {
    const daybook = await inMemory();
    const session = daybook.session({ session: 's' });
    await session.sync([user('one'), assistant('1'), user('two')]);
    const fork = await session.sync([user('one'), assistant('1'), user('two, edited')]);
    await daybook
      .session({ session: 's', branch: 'main' })
      .sync([user('one'), assistant('1'), user('two'), assistant('secret of main')]);
    const of = async (branch: string): Promise<string> =>
      (await readAll(daybook.session({ session: 's', branch }))).map(({ text }) => text).join('\n');
    expect(await of(fork.scope.branch)).not.toContain('secret of main');
    expect(await of('main')).not.toContain('two, edited');
  });
});
