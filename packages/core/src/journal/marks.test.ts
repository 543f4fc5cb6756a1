/** What is marked, and which bodies a fold names: from the entry alone, whatever it holds. */
import { describe, expect, it } from 'vitest';
import { SCOPE } from '../../test/driver.ts';
import { assistant, SALT, says, user } from '../../test/messages.ts';
import type { Json } from '../base/json.ts';
import type { EventBody } from './body.ts';
import { contentOf } from './body.ts';
import { emptyBranch } from './branch.ts';
import { ChainBuilder } from './chain.ts';
import { groupOf } from './group.ts';
import { markOf, namedBodies } from './marks.ts';

const eventOf = (event: string, fields: { readonly [field: string]: Json } = {}): EventBody => ({
  kind: 'event',
  event,
  ...fields,
});

const SIZE = { characters: 40, images: 0, header: 0 };

describe('a mark', () => {
  it.each(['fold', 'adopted', 'ledger'])('has the event %s', (event) => {
    expect(markOf(eventOf(event), {})).toBe(event);
  });

  it('has a usage that says how large its view was, and no other', () => {
    expect(markOf(eventOf('usage', { size: { ...SIZE } }), {})).toBe('usage');
    expect(markOf(eventOf('usage', { input: 3, output: 1 }), {})).toBe(null);
  });

  it.each(['genesis', 'revised', 'packet', 'constructor', '__proto__', ''])(
    'has not the event %o',
    (event) => {
      expect(markOf(eventOf(event), { packet: true })).toBe(null);
    },
  );

  it('has the text of a packet, and no other text', () => {
    expect(markOf({ kind: 'derived', parts: [] }, { packet: true })).toBe('packet');
    expect(markOf({ kind: 'derived', parts: [] }, {})).toBe(null);
    expect(markOf({ kind: 'message', parts: [] }, { packet: true })).toBe(null);
  });
});

describe('a chain', () => {
  it('marks its entries with their content ids, and says where the last of them stands', () => {
    const from = emptyBranch(SCOPE);
    const builder = new ChainBuilder({ expected: null, from, salt: SALT, delegated: false, now: null });
    builder.group(groupOf(user('one'), SALT), 'aligned');
    builder.group(groupOf(assistant('two'), SALT), 'aligned');
    builder.event({ event: 'usage', input: 3, output: 1, size: { ...SIZE } }, { about: 2 });
    builder.group(groupOf({ ...says('assistant', ['a packet']), derived: true }, SALT), 'aside', {
      packet: true,
    });
    builder.group(groupOf(user('three'), SALT), 'aligned');
    const { entries, bodies, next } = builder.finish();
    expect(entries.map(({ mark }) => mark)).toEqual([null, null, null, 'usage', 'packet', null]);
    expect(entries.map(({ content }) => content)).toEqual(
      entries.map(({ mark }, at) => (mark ? bodies[at]?.contentId : null)),
    );
    expect(next.marked).toBe(4);
  });

  it('brings along the bodies that an event names, without entries', () => {
    const start = { expected: null, from: emptyBranch(SCOPE), salt: SALT, delegated: false, now: null };
    const builder = new ChainBuilder(start);
    const text = contentOf({ kind: 'derived', parts: [] }, SALT);
    builder.bodies([text]);
    builder.event({ event: 'fold', texts: [text.contentId] });
    const { entries, bodies } = builder.finish();
    expect(entries).toHaveLength(2);
    expect(bodies.map(({ contentId }) => contentId)).toContain(text.contentId);
  });
});

describe('bodies that an entry names', () => {
  it('are those of a fold', () => {
    expect(namedBodies(eventOf('fold', { texts: ['a', 'b', 'a'] }))).toEqual(['a', 'b', 'a']);
    for (const other of [eventOf('usage', { texts: ['a'] }), { kind: 'derived', parts: [] } as const])
      expect(namedBodies(other)).toEqual([]);
  });

  it.each([[undefined], [null], ['a'], [{ length: 1 }]])('are none where the list is %o', (texts) => {
    expect(namedBodies(eventOf('fold', texts === undefined ? {} : { texts: texts as Json }))).toEqual([]);
  });
});
