import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conversation } from '../../test/conversations.ts';
import {
  assistant,
  call,
  image,
  reasoning,
  result,
  says,
  step,
  system,
  text,
  user,
} from '../../test/messages.ts';
import { journaled } from '../../test/regions.ts';
import type { Message } from '../journal/message.ts';
import { rebuild, rebuildHeader } from './rebuild.ts';

function rebuilt(messages: readonly Message[], header = 0): Message[] {
  return rebuild(journaled(messages, header).entries).map(({ message }) => message);
}

describe('messages from the journal', () => {
  // Covers: A4
  it('are what was handed over', () => {
    const list = [
      user('Look.', { id: 'm1' }),
      says('assistant', ['I look.', call('c1', { path: 'a' }), call('c2')]),
      says('tool', [
        result('c1', [text('words'), { type: 'data', value: { ok: true } }]),
        result('c2', 'no', 'denied'),
      ]),
      says('user', ['See.', image('pixels', { name: 'a.png' })]),
      says('assistant', [{ type: 'opaque', provider: 'p', item: { a: 1 } }, 'Done.']),
    ];
    expect(rebuilt(list)).toEqual(list);
  });

  it('are without reasoning, without the header, and without answers that were cut short', () => {
    const list = [
      system('Be brief.'),
      user('Go.'),
      assistant('Do', { aborted: true }),
      says('assistant', [reasoning('hm'), 'Done.']),
    ];
    expect(rebuilt(list, 1)).toEqual([user('Go.'), assistant('Done.')]);
    expect(rebuildHeader(journaled(list, 1).entries)).toEqual([system('Be brief.')]);
  });

  // Covers: J7, S3
  it('raise no authority: what was lowered stays lowered, and a person’s words stay theirs', () => {
    const list = [
      says('user', ['Mine.', text('<reminder>', { authority: 'none' })]),
      says('assistant', ['I ask.', call('c1'), text('Yes.', { speaker: 'user' })]),
      says('tool', [result('c1')]),
    ];
    expect(rebuilt(list)).toEqual(list);
  });

  it('stand in the order of the conversation, and say which came late to their place', () => {
    const list = [
      user('Go.'),
      says('assistant', [call('c1')]),
      user('Wait.'),
      ...step('c2'),
      says('tool', [result('c1')]),
    ];
    const made = rebuild(journaled(list).entries);
    expect(made.map(({ message }) => message)).toEqual([
      list[0],
      list[1],
      list[5],
      list[2],
      list[3],
      list[4],
    ]);
    expect(made.map(({ inPlace }) => inPlace)).toEqual([true, true, false, true, true, true]);
  });

  // Covers: A4
  it('are the same after they were journaled again', () => {
    fc.assert(
      fc.property(conversation, (turns) => {
        const once = rebuilt(turns.flat());
        expect(rebuilt(once)).toEqual(once);
      }),
      { numRuns: 60 },
    );
  });
});
