/** Messages are known again by what they hold, and never mistaken for what they were. */
import { isDaybookError } from '@daybook/core/adapter';
import { describe, expect, it } from 'vitest';
import { fromPrompt } from '../messages/index.ts';
import { KnownPrompts } from './known-prompt.ts';

const user = (text: string) => ({ role: 'user', content: [{ type: 'text', text }] });

describe('a prompt', () => {
  it('gives one message for each of its own, equal to its translation', () => {
    const prompt = [
      { role: 'system', content: 'Be brief.' },
      user('Hi.'),
      { role: 'assistant', content: [] },
    ];
    expect(new KnownPrompts().translate('a', prompt)).toEqual(fromPrompt(prompt));
  });

  it('gives the same objects when its messages are made anew', () => {
    const known = new KnownPrompts();
    const [first] = known.translate('a', [user('Hi.')]);
    const [again, next] = known.translate('a', [user('Hi.'), user('There?')]);
    expect(again).toBe(first);
    expect(next).toEqual(fromPrompt([user('There?')])[0]);
  });

  it('gives the same object when only a cache breakpoint has moved', () => {
    const known = new KnownPrompts();
    const marked = {
      ...user('Hi.'),
      providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
    };
    const [first] = known.translate('a', [marked]);
    const [again] = known.translate('a', [user('Hi.')]);
    const [third] = known.translate('a', [marked]);
    expect(again).toBe(first);
    expect(third).toBe(first);
  });

  it('gives another object for a message that the application changed in place', () => {
    const known = new KnownPrompts();
    const input = { path: 'a' };
    const prompt = [
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c', toolName: 't', input }] },
    ];
    const [first] = known.translate('a', prompt);
    input.path = 'b';
    const [second] = known.translate('a', prompt);
    expect(second).not.toBe(first);
    expect(second).toEqual(fromPrompt(prompt)[0]);
    expect(first).toMatchObject({ parts: [{ input: { path: 'a' } }] });
  });

  it('sees bytes that were changed in place', () => {
    const known = new KnownPrompts();
    const data = new Uint8Array([1, 2, 3]);
    const prompt = [{ role: 'user', content: [{ type: 'file', mediaType: 'image/png', data }] }];
    const [first] = known.translate('a', prompt);
    data[0] = 9;
    expect(known.translate('a', prompt)[0]).not.toEqual(first);
  });

  it('sees what a value with a form of its own says now', () => {
    const known = new KnownPrompts();
    const due = new Date(0);
    const prompt = [
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c', toolName: 't', input: { due } }] },
    ];
    const [first] = known.translate('a', prompt);
    due.setTime(1000);
    expect(known.translate('a', prompt)[0]).not.toEqual(first);
    due.setTime(0);
    expect(known.translate('a', prompt)[0]).toEqual(first);
  });

  it('is not mutated, and may be frozen', () => {
    const prompt = Object.freeze([Object.freeze({ ...user('Hi.') })]);
    const known = new KnownPrompts();
    const [first] = known.translate('a', prompt);
    expect(known.translate('a', prompt)[0]).toBe(first);
  });

  it('may be empty, shorter than the last one, or begin elsewhere', () => {
    const known = new KnownPrompts();
    known.translate('a', [user('1'), user('2'), user('3')]);
    expect(known.translate('a', [user('2')])).toEqual(fromPrompt([user('2')]));
    expect(known.translate('a', [])).toEqual([]);
    expect(known.translate('a', [user('1'), user('2')])).toEqual(fromPrompt([user('1'), user('2')]));
  });

  it('that no journal can hold is refused, and the next one is read', () => {
    const known = new KnownPrompts();
    const [first] = known.translate('a', [user('1')]);
    const broken = [
      user('1'),
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: '', toolName: 't' }] },
    ];
    try {
      known.translate('a', broken);
    } catch (error) {
      expect(isDaybookError(error, 'invalid-input')).toBe(true);
    }
    expect(known.translate('a', [user('1')])[0]).toBe(first);
  });
});

describe('conversations', () => {
  it('do not share what they know', () => {
    const known = new KnownPrompts();
    const [a] = known.translate('a', [user('Hi.')]);
    const [b] = known.translate('b', [user('Hi.')]);
    expect(b).not.toBe(a);
    expect(known.translate('a', [user('Hi.')])[0]).toBe(a);
    expect(known.translate('b', [user('Hi.')])[0]).toBe(b);
  });

  it('are forgotten, the longest unused first', () => {
    const known = new KnownPrompts();
    const prompt = [user('Hi.')];
    const [kept] = known.translate('kept', prompt);
    const [forgotten] = known.translate('forgotten', prompt);
    for (let at = 0; at < 10_000; at++) {
      known.translate(`other ${at}`, prompt);
      if (at % 32 === 0) known.translate('kept', prompt);
    }
    expect(known.translate('kept', prompt)[0]).toBe(kept);
    expect(known.translate('forgotten', prompt)[0]).not.toBe(forgotten);
  });
});
