/** A handed-over list made ready: header, derived text and our own text taken out, repeats of an id joined. */
import { describe, expect, it } from 'vitest';
import { assistant, SALT, says, system, user } from '../../../test/messages.ts';
import type { Message } from '../message.ts';
import { handedOf, headerKeyOf, ownTextKey, ownTextKeys, withoutOwnText } from './handed.ts';

const developer = (words: string): Message => says('developer', [words]);

describe('the header', () => {
  const shape = (messages: readonly Message[]): string[] => {
    const { header, groups } = handedOf(messages, SALT);
    return [...header.map(({ role }) => `header ${role}`), ...groups.map(({ group }) => group.role)];
  };

  it('is system and developer text before the first other message', () => {
    expect(shape([system('a'), developer('b'), user('c'), system('d')])).toEqual([
      'header system',
      'header developer',
      'user',
      'system',
    ]);
    expect(shape([system('a')])).toEqual(['header system']);
    expect(shape([user('c')])).toEqual(['user']);
    expect(shape([])).toEqual([]);
  });

  it('has a key by its roles and words, in order', () => {
    const key = (...messages: Message[]): string => headerKeyOf(handedOf(messages, SALT).header);
    expect(key(system('a'), developer('b'))).toBe(key(system('a'), developer('b')));
    expect(key(system('a'), developer('b'))).not.toBe(key(developer('b'), system('a')));
    expect(key(system('a'))).not.toBe(key(developer('a')));
  });
});

describe('derived text', () => {
  it('stands apart from what is aligned', () => {
    const { groups, derived } = handedOf([user('a'), says('user', ['summary'], { derived: true })], SALT);
    expect([groups.length, derived.length]).toEqual([1, 1]);
  });
});

describe('a repeated native id', () => {
  const variants = (...messages: Message[]): number[] =>
    handedOf(messages, SALT).groups.map((item) => item.variants.length);

  it('with equal content is one group', () => {
    expect(variants(user('a', { id: '1' }), assistant('b'), user('a', { id: '1' }))).toEqual([0, 0]);
  });

  it('with other content is a form of it, each different one once', () => {
    const [one, two] = [assistant('b', { id: '1' }), assistant('c', { id: '1' })];
    expect(variants(one, two, two, one)).toEqual([1]);
  });

  it('joins nothing where there is no id', () => {
    expect(variants(user('a'), user('a'))).toEqual([0, 0]);
  });
});

describe('our own text that comes back', () => {
  const OURS = 'Facts so far: f1';
  const recorded = new Set([ownTextKey(OURS)]);

  it('is taken out near the front, and counted', () => {
    const list = [system('s'), user('opener'), assistant(OURS), user('a')];
    expect(withoutOwnText(list, recorded)).toEqual({
      messages: [list[0], list[1], list[3]],
      from: [0, 1, 3],
      removed: 1,
    });
    const merged = withoutOwnText([says('user', [OURS, 'a'])], recorded);
    expect(merged).toEqual({ messages: [user('a')], from: [0], removed: 1 });
  });

  it('stays where somebody quotes it later, changes it, or marks it as derived', () => {
    const late = [user('a'), assistant('b'), user('c'), says('user', [OURS])];
    expect(withoutOwnText(late, recorded).removed).toBe(0);
    expect(withoutOwnText([user(`${OURS} `)], recorded).removed).toBe(0);
    expect(withoutOwnText([says('user', [OURS], { derived: true })], recorded).removed).toBe(0);
  });

  it('is asked for by the keys of the first messages’ texts', () => {
    const keys = ownTextKeys([system('s'), user('a'), says('assistant', ['b', 'c']), user('d'), user('e')]);
    expect(keys).toEqual(['s', 'a', 'b', 'c', 'd'].map(ownTextKey));
  });

  it('leaves the handed-over list as it was when there is nothing to take out', () => {
    const list = [user('a')];
    expect(withoutOwnText(list, recorded).messages).toBe(list);
  });
});
