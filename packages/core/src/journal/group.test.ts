/**
 * Covers: J6, J7
 *
 * What entries one message becomes, and what sync finds a group by: keys by wording or calls, tokens by part.
 */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { codeOf } from '../../test/code-of.ts';
import { nested } from '../../test/json.ts';
import { assistant, call, image, reasoning, result, SALT, says, text, user } from '../../test/messages.ts';
import { MAX_BODY_DEPTH } from '../base/json.ts';
import { formOf, type Group, groupOf, isCall, rollOn, slotOf } from './group.ts';
import type { Message, MessagePart } from './message.ts';

const OTHER_SALT = new Uint8Array(32).fill(1);

function entries(message: Message): unknown[] {
  return groupOf(message, SALT).pieces.map(({ kind, role, authority, body }) => {
    const { kind: _, ...rest } = body;
    return [kind, role, authority, rest];
  });
}

const parts = (...words: string[]): object => ({
  parts: words.map((word) => ({ type: 'text', text: word })),
});

describe('entries of a message', () => {
  it('are one for a run of text and data of one authority', () => {
    expect(entries(user('hello'))).toEqual([['message', 'user', 'user', parts('hello')]]);
    expect(entries(says('user', ['a', 'b']))).toEqual([['message', 'user', 'user', parts('a', 'b')]]);
    expect(entries(says('assistant', ['a', { type: 'data', value: 1 }]))).toEqual([
      [
        'message',
        'assistant',
        'none',
        {
          parts: [
            { type: 'text', text: 'a' },
            { type: 'data', value: 1 },
          ],
        },
      ],
    ]);
  });

  it('are several where authority changes, in part order, a run that comes back too', () => {
    const echo = text('<echo>', { authority: 'none' });
    expect(entries(says('user', ['a', echo, 'b', { type: 'data', value: 1 }]))).toEqual([
      ['message', 'user', 'user', parts('a')],
      ['message', 'user', 'none', parts('<echo>')],
      ['message', 'user', 'user', parts('b')],
      ['message', 'user', 'none', { parts: [{ type: 'data', value: 1 }] }],
    ]);
  });

  it('are split by every other part', () => {
    const [first, , last] = entries(says('user', ['a', image('x'), 'b']));
    expect([first, last]).toEqual([
      ['message', 'user', 'user', parts('a')],
      ['message', 'user', 'user', parts('b')],
    ]);
  });

  it('keep a person’s own words in another role as theirs', () => {
    expect(
      entries(says('tool', [result('c1', 'denied', 'denied'), text('why', { speaker: 'user' })])),
    ).toEqual([
      [
        'tool-result',
        'tool',
        'none',
        { callId: 'c1', output: [{ type: 'text', text: 'denied' }], status: 'denied' },
      ],
      ['message', 'user', 'user', parts('why')],
    ]);
  });

  it('are several where the speaker changes, although the authority does not', () => {
    const lowered = text('b', { speaker: 'user', authority: 'none' });
    expect(entries(says('tool', ['a', lowered]))).toEqual([
      ['message', 'tool', 'none', parts('a')],
      ['message', 'user', 'none', parts('b')],
    ]);
  });

  it('of a step are its reasoning, text and calls, each its own', () => {
    const made = entries(says('assistant', [reasoning('hm'), 'let me look', call('c1', { a: 1 }, 'look')]));
    const digest = createHash('sha256')
      .update('daybook/v1/reasoning\0')
      .update(SALT)
      .update('"hm"')
      .digest('hex');
    expect(made).toEqual([
      ['reasoning', 'assistant', 'none', { digest, length: 2 }],
      ['message', 'assistant', 'none', parts('let me look')],
      ['tool-call', 'assistant', 'none', { callId: 'c1', name: 'look', input: { a: 1 } }],
    ]);
  });

  it('hold no text of private reasoning anywhere', () => {
    const group = groupOf(says('assistant', [reasoning('the secret thought'), 'done']), SALT);
    expect(JSON.stringify([group, formOf(group)])).not.toContain('secret thought');
  });

  it('of a file are an artifact by its bytes, or by its URL', () => {
    const sha = (bytes: string): string => createHash('sha256').update(bytes).digest('hex');
    expect(entries(says('user', [image('pixels', { name: 'a.png' })]))).toEqual([
      [
        'artifact',
        'user',
        'none',
        { mediaType: 'image/png', digest: sha('pixels'), data: btoa('pixels'), name: 'a.png' },
      ],
    ]);
    const url = 'https://example.com/a.png';
    expect(entries(says('user', [{ type: 'file', mediaType: 'image/png', url }]))).toEqual([
      ['artifact', 'user', 'none', { mediaType: 'image/png', digest: sha(url), url }],
    ]);
    const notBase64 = says('user', [{ type: 'file', mediaType: 'text/plain', data: 'no base64!' }]);
    expect(entries(notBase64)).toEqual([
      [
        'artifact',
        'user',
        'none',
        { mediaType: 'text/plain', digest: sha('"no base64!"'), data: 'no base64!' },
      ],
    ]);
  });

  it('of a result with images are the result and, behind it, one artifact each', () => {
    const made = groupOf(
      says('tool', [result('c1', [text('see'), image('one'), image('two')])]),
      SALT,
    ).pieces;
    expect(made.map(({ kind, role }) => [kind, role])).toEqual([
      ['tool-result', 'tool'],
      ['artifact', 'tool'],
      ['artifact', 'tool'],
    ]);
    const [body, ...artifacts] = made.map((piece) => piece.body);
    const digests = artifacts.map((artifact) => ('digest' in artifact ? artifact.digest : ''));
    expect(body).toMatchObject({
      output: [
        { type: 'text', text: 'see' },
        { type: 'file', mediaType: 'image/png', digest: digests[0] },
        { type: 'file', mediaType: 'image/png', digest: digests[1] },
      ],
    });
  });

  it('of an empty message are one without parts and without authority', () => {
    for (const role of ['user', 'assistant', 'system'] as const)
      expect(entries(says(role, []))).toEqual([['message', role, 'none', { parts: [] }]]);
  });

  it('of derived text are derived, whatever the role', () => {
    expect(entries(says('user', ['summary'], { derived: true }))).toEqual([
      ['derived', 'user', 'none', parts('summary')],
    ]);
  });

  it('are refused when the body would be nested so deep that no event could hold it', () => {
    const deep = (levels: number): Message => says('user', [{ type: 'data', value: nested(levels) }]);
    // The body is an object with a list of objects around the value.
    expect(codeOf(() => groupOf(deep(MAX_BODY_DEPTH - 3), SALT))).toBe('none');
    expect(codeOf(() => groupOf(deep(MAX_BODY_DEPTH - 2), SALT))).toBe('invalid-input');
  });
});

describe('what a group says of its message', () => {
  it('is id, time, usage and whether it was cut short', () => {
    const more = { id: 'm1', at: 5, usage: { input: 1, output: 2 }, aborted: true };
    const { nativeId, at, usage, aborted, derived, role } = groupOf(assistant('a', more), SALT);
    expect({ nativeId, at, usage, aborted, derived, role }).toEqual({
      nativeId: 'm1',
      at: 5,
      usage: { input: 1, output: 2 },
      aborted: true,
      derived: false,
      role: 'assistant',
    });
    expect(groupOf(assistant('a'), SALT)).toMatchObject({
      nativeId: null,
      idKey: null,
      at: null,
      usage: null,
      aborted: false,
    });
  });
});

describe('a key', () => {
  const keyOf = (message: Message, salt: Uint8Array = SALT): string => groupOf(message, salt).key;
  const same = (left: Message, right: Message): boolean => keyOf(left) === keyOf(right);

  it('is that of role and wording, without regard to how text was cut into parts', () => {
    expect(same(says('user', ['ab', 'c']), says('user', ['a', 'bc']))).toBe(true);
    expect(same(user('a'), assistant('a'))).toBe(false);
    expect(same(user('a'), user('b'))).toBe(false);
    expect(same(user('a', { id: '1', at: 3 }), user('a', { id: '2' }))).toBe(true);
  });

  it('needs no salt, so another process finds it before it knows the session', () => {
    expect(keyOf(user('a'), OTHER_SALT)).toBe(keyOf(user('a')));
  });

  it('of an assistant group with words does not depend on its calls or reasoning', () => {
    expect(same(says('assistant', ['a', call('c1')]), says('assistant', [reasoning('r'), 'a']))).toBe(true);
  });

  it('without words is that of the calls’ ids, in order', () => {
    expect(same(says('assistant', [call('c1', 1)]), says('assistant', [call('c1', 2)]))).toBe(true);
    expect(same(says('assistant', [call('c1')]), says('assistant', [call('c2')]))).toBe(false);
    expect(same(says('tool', [result('c1', 'a')]), says('tool', [result('c1', '[cleared]')]))).toBe(true);
    expect(same(says('assistant', [call('c1')]), says('tool', [result('c1')]))).toBe(false);
  });

  it('without words and calls is that of files and opaque items, not of reasoning or blank text', () => {
    expect(same(says('user', [image('a')]), says('user', [image('b')]))).toBe(false);
    expect(same(says('user', [image('a'), ' \n']), says('user', [image('a')]))).toBe(true);
    expect(same(says('assistant', [reasoning('a')]), says('assistant', [reasoning('b')]))).toBe(true);
  });

  it('is by the role’s own words where software added some, by all of them where it wrote all', () => {
    const echo = text('<reminder>', { authority: 'none' });
    expect(same(says('user', ['a', echo]), user('a'))).toBe(true);
    const all = groupOf(says('user', [echo]), SALT);
    expect([all.wording, same(says('user', [echo]), user('<reminder>'))]).toEqual([true, true]);
  });
});

describe('wording', () => {
  const wording = (...given: readonly (MessagePart | string)[]): boolean =>
    groupOf(says('assistant', given), SALT).wording;

  it('is text that is not blank; a tool message and derived text have none', () => {
    expect(wording('a')).toBe(true);
    expect(wording(' \n\t')).toBe(false);
    expect(wording(call('c1'))).toBe(false);
    expect(wording(' ', call('c1'))).toBe(false);
    expect(groupOf(says('tool', ['a']), SALT).wording).toBe(false);
    expect(groupOf(says('user', ['a'], { derived: true }), SALT).wording).toBe(false);
  });
});

describe('a rolling hash', () => {
  const roll = (...messages: readonly Message[]): string =>
    messages
      .map((message) => groupOf(message, SALT))
      .reduce((hash: string, group: Group) => rollOn(hash, group), '');

  it('is moved by words and their order, not by tool traffic', () => {
    const traffic = [says('assistant', [call('c1')]), says('tool', [result('c1')])];
    expect(roll(user('a'), ...traffic, assistant('b'))).toBe(roll(user('a'), assistant('b')));
    expect(roll(user('a'), assistant('b'))).not.toBe(roll(assistant('b'), user('a')));
    expect(roll(user('a'))).not.toBe(roll(user('a'), user('a')));
    expect(roll()).toBe('');
  });
});

describe('a token', () => {
  const tokens = (...given: readonly MessagePart[]): string[] =>
    groupOf(says('assistant', given), SALT).pieces.map((piece) => piece.token);

  it('tells what the part is and what it holds', () => {
    const [thought, said, called, file] = tokens(reasoning('r'), text('a'), call('c1'), image('x'));
    expect(thought).toMatch(/^r\.[0-9a-f]{24}$/);
    expect(said).toMatch(/^p\.[0-9a-f]{24}$/);
    expect(called).toMatch(/^c[0-9a-f]{12}\.[0-9a-f]{24}$/);
    expect(file).toMatch(/^p\.[0-9a-f]{24}$/);
  });

  it('of a call and of its result share a slot', () => {
    const [called, returned] = tokens(call('c1'), result('c1')) as [string, string];
    expect(slotOf(called)?.slice(1)).toBe(slotOf(returned)?.slice(1));
    expect(slotOf(called)).not.toBe(slotOf(returned));
    expect([isCall(called), isCall(returned)]).toEqual([true, false]);
    expect(tokens(text('a')).map(slotOf)).toEqual([undefined]);
  });
});

describe('the form of a group', () => {
  it('is its bodies with their roles, as JSON', () => {
    expect(formOf(groupOf(says('assistant', ['a', call('c1', 1, 'look')]), SALT))).toEqual([
      { role: 'assistant', body: { kind: 'message', parts: [{ type: 'text', text: 'a' }] } },
      { role: 'assistant', body: { kind: 'tool-call', callId: 'c1', name: 'look', input: 1 } },
    ]);
  });
});
