/**
 * Covers: F5
 *
 * What is particular to the store in memory: shared state, buffers of its own, and an end. The conformance kit in testkit
 * proves the rest.
 */
import { describe, expect, it } from 'vitest';
import { codeOfPromise } from '../../test/code-of.ts';
import { SCOPE } from '../../test/driver.ts';
import { SALT, user } from '../../test/messages.ts';
import { toHex } from '../base/bytes.ts';
import { emptyBranch } from '../journal/branch.ts';
import { ChainBuilder } from '../journal/chain.ts';
import { groupOf } from '../journal/group.ts';
import type { Append } from '../journal/rows.ts';
import { type MemoryState, memoryStore } from './memory.ts';

function change(words: string, salt: Uint8Array = SALT): Append {
  const builder = new ChainBuilder({
    expected: null,
    from: emptyBranch(SCOPE),
    salt,
    delegated: false,
    now: null,
  });
  builder.group(groupOf(user(words), salt), 'aligned');
  return builder.finish();
}

const ids = async (store: ReturnType<typeof memoryStore>): Promise<string[]> =>
  (await store.entries(SCOPE, 0, 9)).map(({ id }) => id);

describe('two handles of one state', () => {
  it('see the same rows, and of two first appends one is done', async () => {
    const state: MemoryState = new Map();
    const [left, right] = [memoryStore(state), memoryStore(state)];
    expect(await Promise.all([left.append(change('one')), right.append(change('two'))])).toEqual([
      'done',
      'conflict',
    ]);
    expect(await ids(right)).toEqual(change('one').entries.map(({ id }) => id));
  });

  it('with states of their own see nothing of each other', async () => {
    const [left, right] = [memoryStore(), memoryStore()];
    await left.append(change('one'));
    expect(await ids(right)).toEqual([]);
  });
});

describe('buffers', () => {
  it('that were handed over may be overwritten afterwards', async () => {
    const store = memoryStore();
    const given = change('one');
    await store.append(given);
    for (const { seal, node } of given.entries) {
      seal.fill(0);
      node.fill(0);
    }
    for (const { bytes } of given.bodies) bytes.fill(0);
    given.next.frontier.fill(0);
    const fresh = change('one');
    expect((await store.entries(SCOPE, 0, 9)).map(({ seal }) => toHex(seal))).toEqual(
      fresh.entries.map(({ seal }) => toHex(seal)),
    );
    const wanted = fresh.bodies.map(({ contentId }) => contentId);
    expect((await store.bodies(SCOPE, wanted)).map(({ bytes }) => toHex(bytes))).toEqual(
      fresh.bodies.map(({ bytes }) => toHex(bytes)),
    );
    expect((await store.branches(SCOPE)).map(({ frontier }) => toHex(frontier))).toEqual([
      toHex(fresh.next.frontier),
    ]);
  });

  it('that were read may be overwritten too, those of a Buffer among them', async () => {
    const store = memoryStore();
    await store.append(change('one', Buffer.from(SALT)));
    for (const { seal } of await store.entries(SCOPE, 0, 9)) seal.fill(0);
    for (const { salt } of await store.sessions()) salt.fill(0);
    (await store.salt(SCOPE))?.fill(0);
    for (const { frontier } of await store.branches(SCOPE)) frontier.fill(0);
    expect(toHex((await store.salt(SCOPE)) as Uint8Array)).toBe(toHex(SALT));
    expect((await store.entries(SCOPE, 0, 1))[0]?.seal[0]).toBe('{'.charCodeAt(0));
  });
});

describe('another salt', () => {
  it('for a session that has one is a conflict', async () => {
    const store = memoryStore();
    await store.append(change('one'));
    const { next } = change('one');
    const builder = new ChainBuilder({
      expected: next,
      from: next,
      salt: new Uint8Array(32),
      delegated: false,
      now: null,
    });
    builder.group(groupOf(user('two'), SALT), 'aligned');
    expect(await store.append(builder.finish())).toBe('conflict');
  });
});

describe('a closed handle', () => {
  it('answers nothing any more; the other one does', async () => {
    const state: MemoryState = new Map();
    const [closed, open] = [memoryStore(state), memoryStore(state)];
    await closed.append(change('one'));
    await closed.close();
    const key = { tenant: SCOPE.tenant, session: SCOPE.session };
    for (const call of [
      closed.append(change('two')),
      closed.find(key, { keys: [], rolls: [], nativeIds: [] }),
      closed.sessions(),
      closed.salt(key),
      closed.branches(key),
      closed.entries(SCOPE, 0, 1),
      closed.groups(SCOPE, 1, 2),
      closed.bodies(key, []),
      closed.strays(),
    ])
      expect(await codeOfPromise(call)).toBe('store-unavailable');
    expect(await ids(open)).toHaveLength(2);
  });
});
