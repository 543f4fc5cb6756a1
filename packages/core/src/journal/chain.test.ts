/**
 * Covers: J1, J6, J7
 *
 * What a builder seals: places, predecessors, links, the exact events, and rows that a store can take.
 */
import { describe, expect, it } from 'vitest';
import { codeOf } from '../../test/code-of.ts';
import { SCOPE } from '../../test/driver.ts';
import { assistant, call, result, SALT, says, system, user } from '../../test/messages.ts';
import { toHex } from '../base/bytes.ts';
import { parseBody } from './body.ts';
import { emptyBranch, forkName, forkWords } from './branch.ts';
import { ChainBuilder, type ChainStart } from './chain.ts';
import { groupOf, rollOn } from './group.ts';
import { addLeaf, EMPTY_FRONTIER, frontierBytes, parseFrontier } from './merkle.ts';
import type { Message } from './message.ts';
import type { Append } from './rows.ts';
import { entryIdOf, parseSeal, type Seal } from './seal.ts';

function chain(start: Partial<ChainStart> = {}): ChainBuilder {
  return new ChainBuilder({
    expected: null,
    from: emptyBranch(SCOPE),
    salt: SALT,
    delegated: false,
    now: 9,
    ...start,
  });
}

const group = (message: Message) => groupOf(message, SALT);

function sealsOf({ entries }: Append): Seal[] {
  return entries.map(({ seal }) => parseSeal(seal));
}

function bodiesOf(change: Append): unknown[] {
  const byId = new Map(change.bodies.map(({ contentId, bytes }) => [contentId, parseBody(bytes)]));
  return sealsOf(change).map(({ contentId }) => byId.get(contentId));
}

describe('a new chain', () => {
  it('begins with the genesis event, which holds format and salt', () => {
    const change = chain().finish();
    expect(sealsOf(change)).toMatchObject([
      { scope: SCOPE, seq: 0, prev: null, kind: 'event', role: null, authority: 'none', at: 9, links: {} },
    ]);
    expect(bodiesOf(change)).toEqual([
      { kind: 'event', event: 'genesis', format: 'daybook/v1', salt: toHex(SALT) },
    ]);
    expect(change).toMatchObject({ expected: null, touched: false, next: { revision: 1, groups: 0 } });
  });

  it('takes a salt of 32 bytes and no other', () => {
    expect(codeOf(() => chain({ salt: new Uint8Array(31) }))).toBe('invalid-input');
  });
});

describe('entries', () => {
  const builder = chain();
  builder.group(group(system('be brief')), 'header', { header: true });
  builder.group(group(user('one', { id: 'm1', at: 5 })), 'aligned');
  builder.group(group(says('assistant', ['a', call('c1')], { id: 'm2' })), 'aligned');
  builder.group(group(says('tool', [result('c1')])), 'aligned');
  const change = builder.finish();
  const seals = sealsOf(change);

  it('stand one behind the other, each sealed behind the one before', () => {
    expect(seals.map(({ seq }) => seq)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(seals.map(({ prev }) => prev)).toEqual([null, ...change.entries.slice(0, -1).map(({ id }) => id)]);
    for (const { id, seal } of change.entries) expect(entryIdOf(seal)).toBe(id);
  });

  it('carry the message’s own time where it has one, else the clock’s', () => {
    expect(seals.map(({ at }) => at)).toEqual([9, 9, 5, 9, 9, 9]);
  });

  it('link what belongs together: group, native id, header, and calls with their results', () => {
    const slot = seals[4]?.links.call;
    expect(slot).toMatch(/^[0-9a-f]{12}$/);
    expect(seals.map(({ links }) => links)).toEqual([
      {},
      { header: true },
      { nativeId: 'm1' },
      { nativeId: 'm2' },
      { call: slot, group: 3, nativeId: 'm2' },
      { call: slot },
    ]);
  });

  it('have the Merkle nodes of their places, and the row the frontier of all', () => {
    let frontier = EMPTY_FRONTIER;
    for (const { seq, id, node } of change.entries) {
      frontier = addLeaf(frontier, seq, id);
      expect(toHex(node)).toBe(toHex(frontier.at(-1) as Uint8Array));
    }
    expect(toHex(change.next.frontier)).toBe(toHex(frontierBytes(frontier)));
    expect(change.next).toMatchObject({
      revision: 6,
      headEntry: change.entries[5]?.id,
      groups: 4,
      aligned: 4,
    });
    expect(change.touched).toBe(true);
  });

  it('go on from a row as if nothing had been between', () => {
    const first = chain();
    first.group(group(user('one')), 'aligned');
    const half = first.finish();
    const second = chain({ expected: half.next, from: half.next });
    second.group(group(assistant('1')), 'aligned');
    const whole = chain();
    whole.group(group(user('one')), 'aligned');
    whole.group(group(assistant('1')), 'aligned');
    const rest = second.finish();
    expect([...half.entries, ...rest.entries]).toEqual(whole.finish().entries);
    expect(rest.next).toEqual(whole.finish().next);
    expect(rest.expected).toBe(half.next);
  });

  it('of one body are two entries with one content id', () => {
    const twice = chain();
    twice.group(group(user('yes')), 'aligned');
    twice.group(group(user('yes')), 'aligned');
    const [, one, other] = sealsOf(twice.finish()) as [Seal, Seal, Seal];
    expect(one.contentId).toBe(other.contentId);
    expect(twice.finish().entries[1]?.id).not.toBe(twice.finish().entries[2]?.id);
  });

  it('of a lane that another agent opened have a user role that is delegated', () => {
    const lane = chain({ delegated: true });
    lane.group(group(system('s')), 'header');
    lane.group(group(user('u')), 'aligned');
    expect(sealsOf(lane.finish()).map(({ authority }) => authority)).toEqual(['none', 'system', 'delegated']);
  });

  it('cannot be sealed with a time that is none', () => {
    expect(codeOf(() => chain().group(group(user('a', { at: Number.NaN })), 'aligned'))).toBe(
      'invalid-input',
    );
  });
});

describe('events', () => {
  it('say that an answer was cut short, and what it used', () => {
    const builder = chain();
    const usage = { input: 10, output: 2, model: 'a-model', window: 100 };
    builder.group(group(assistant('half', { aborted: true, usage })), 'aside');
    const change = builder.finish();
    expect(bodiesOf(change).slice(2)).toEqual([
      { kind: 'event', event: 'aborted' },
      { kind: 'event', event: 'usage', ...usage },
    ]);
    expect(
      sealsOf(change)
        .slice(2)
        .map(({ links, role }) => [links, role]),
    ).toEqual([
      [{ about: 1 }, null],
      [{ about: 1 }, null],
    ]);
    expect([change.touched, change.next.aligned, change.next.groups]).toEqual([false, 0, 1]);
  });

  it('hold the new form of a revised group; late calls become entries of the group', () => {
    const builder = chain();
    const row = builder.group(group(assistant('1')), 'aligned');
    const next = group(says('assistant', ['1, edited', call('c1', 1, 'look')]));
    const form = builder.revise(row, next, next.pieces.slice(1));
    const change = builder.finish();
    expect(bodiesOf(change).slice(2)).toEqual([
      {
        kind: 'event',
        event: 'revised',
        role: 'assistant',
        form: [
          { role: 'assistant', body: { kind: 'message', parts: [{ type: 'text', text: '1, edited' }] } },
          { role: 'assistant', body: { kind: 'tool-call', callId: 'c1', name: 'look', input: 1 } },
        ],
      },
      { kind: 'tool-call', callId: 'c1', name: 'look', input: 1 },
    ]);
    expect(
      sealsOf(change)
        .slice(2)
        .map(({ links }) => links),
    ).toMatchObject([{ about: 1 }, { group: 1 }]);
    expect([form.ordinal, form.seq, form.form, form.key]).toEqual([1, 1, 2, next.key]);
    expect(change.next.roll).toBe(rollOn(row.roll, next));
  });

  it('of an earlier group leave the rolling hash behind later ones as it is', () => {
    const builder = chain();
    const row = builder.group(group(assistant('1')), 'aligned');
    builder.group(group(user('two')), 'aligned');
    const before = builder.finish().next.roll;
    builder.revise(row, group(assistant('1, edited')), []);
    expect(builder.finish().next.roll).toBe(before);
  });

  it('hold the form of an inserted group and where it stood; nobody said it there', () => {
    const builder = chain();
    builder.group(group(user('one')), 'aligned');
    const row = builder.insert(0, group(user('context')));
    const change = builder.finish();
    expect(bodiesOf(change).slice(2)).toEqual([
      {
        kind: 'event',
        event: 'inserted',
        role: 'user',
        after: 0,
        form: [{ role: 'user', body: { kind: 'message', parts: [{ type: 'text', text: 'context' }] } }],
      },
    ]);
    expect([row.state, row.place, row.ordinal, change.next.aligned]).toEqual(['inserted', 0, 2, 1]);
  });

  it('are not made of inserted calls and results, which are entries like any other', () => {
    const builder = chain();
    builder.insert(0, group(says('assistant', [call('c1')])));
    expect(sealsOf(builder.finish()).map(({ kind }) => kind)).toEqual(['event', 'tool-call']);
  });
});

describe('a grown group', () => {
  it('keeps its first entries and gains the late ones, linked to it', () => {
    const builder = chain();
    const row = builder.group(group(assistant('1', { id: 'm1' })), 'aligned');
    builder.group(group(user('two')), 'aligned');
    const next = group(says('assistant', ['1', call('c1')], { id: 'm1' }));
    const form = builder.grow(row, next, next.pieces.slice(1));
    const change = builder.finish();
    expect(sealsOf(change).map(({ kind, links }) => [kind, links.group])).toEqual([
      ['event', undefined],
      ['message', undefined],
      ['message', undefined],
      ['tool-call', 1],
    ]);
    expect(form).toMatchObject({ ordinal: 1, seq: 1, form: 3, parts: next.pieces.map(({ token }) => token) });
  });
});

describe('a fork’s name', () => {
  it('follows from parent, place and first new content', () => {
    const words = forkWords(group(user('two, edited', { id: 'm1' })));
    const name = forkName('main', 3, words);
    expect(name).toMatch(/^b-[0-9a-f]{12}$/);
    expect(forkName('main', 3, forkWords(group(user('two, edited', { id: 'm1' }))))).toBe(name);
    const others = [
      forkName('other', 3, words),
      forkName('main', 4, words),
      forkName('main', 3, forkWords(group(user('two, edited', { id: 'm2' })))),
      forkName('main', 3, forkWords(group(user('two', { id: 'm1' })))),
    ];
    expect(new Set([name, ...others]).size).toBe(5);
  });
});

describe('a broken row', () => {
  it('is not gone on from', () => {
    const { next } = chain().finish();
    expect(codeOf(() => chain({ from: { ...next, revision: 2 } }))).toBe('none');
    expect(codeOf(() => chain({ from: { ...next, revision: 3 } }))).toBe('tampered');
    expect(codeOf(() => parseFrontier(next.frontier.subarray(1), 1))).toBe('tampered');
  });
});
