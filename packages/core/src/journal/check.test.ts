/** The door: a list is taken whole or refused whole, and nothing that is almost a message passes. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeOf } from '../../test/code-of.ts';
import { changedAt, placesIn } from '../../test/hostile.ts';
import { call, image, reasoning, result, SALT, says, text } from '../../test/messages.ts';
import type { Json } from '../base/json.ts';
import { checkMessage, checkMessages, checkUsage } from './check.ts';
import { groupOf } from './group.ts';
import type { Message, Usage } from './message.ts';

const SOUND: readonly Message[] = [
  says(
    'user',
    ['a', text('b', { authority: 'none' }), { type: 'data', value: null }, image('x', { name: 'n' })],
    {
      id: 'm1',
      at: 5,
      aborted: false,
      derived: false,
      usage: { input: 0, output: 1, model: 'm', window: 9 },
    },
  ),
  says('assistant', [reasoning('r'), call('c1', null), { type: 'opaque', provider: 'p', item: null }]),
  says('tool', [
    result(
      'c1',
      [text('t'), { type: 'data', value: 1 }, { type: 'file', mediaType: 'a/b', url: 'u' }],
      'denied',
    ),
    text('why', { speaker: 'user' }),
  ]),
  says('system', []),
];

const check = (message: unknown): string => codeOf(() => checkMessage(message as Message, 'message'));
const part = (value: unknown): string => check({ role: 'user', parts: [value] });

describe('a list', () => {
  it('of messages passes', () => {
    expect(codeOf(() => checkMessages(SOUND))).toBe('none');
    expect(codeOf(() => checkMessages([]))).toBe('none');
  });

  it.each([
    ['null', null],
    ['a text', 'hello'],
    ['a message', SOUND[0]],
    ['a list with a hole', new Array(1)],
  ])('that is %s is refused', (_, value) => {
    expect(codeOf(() => checkMessages(value as never))).toBe('invalid-input');
  });

  it('with one fault is refused whole, and says where', () => {
    const bad = [...SOUND, { role: 'user', parts: [{ type: 'text', text: 1 }] }] as unknown as Message[];
    let where: unknown;
    try {
      checkMessages(bad);
    } catch (error) {
      where = (error as { details: { where: string } }).details.where;
    }
    expect(where).toBe('messages[4].parts[0].text');
  });
});

describe('a message', () => {
  it.each([
    ['no object', 'user'],
    ['no role', { parts: [] }],
    ['an unknown role', { role: 'function', parts: [] }],
    ['a role that every object has', { role: 'toString', parts: [] }],
    ['content instead of parts', { role: 'user', content: 'hello' }],
    ['parts that are a text', { role: 'user', parts: 'hello' }],
    ['a number for an id', { role: 'user', parts: [], id: 7 }],
    ['a date for a time', { role: 'user', parts: [], at: new Date(0) }],
    ['no number for a time', { role: 'user', parts: [], at: Number.NaN }],
    ['a text for a mark', { role: 'user', parts: [], aborted: 'yes' }],
    ['usage without figures', { role: 'user', parts: [], usage: {} }],
  ])('with %s is refused', (_, message) => {
    expect(check(message)).toBe('invalid-input');
  });
});

describe('a part', () => {
  it.each([
    ['null', null],
    ['a bare text', 'hello'],
    ['no type', { text: 'hello' }],
    ['an unknown type', { type: 'image', image: '' }],
    ['a type that every object has', { type: 'constructor' }],
    ['text that is none', { type: 'text', text: null }],
    ['raised authority', { type: 'text', text: 'a', authority: 'system' }],
    ['a speaker other than the user', { type: 'text', text: 'a', speaker: 'system' }],
    ['data without a value', { type: 'data' }],
    ['a file by nothing', { type: 'file', mediaType: 'a/b' }],
    ['a file by both', { type: 'file', mediaType: 'a/b', data: '', url: '' }],
    ['a file of bytes', { type: 'file', mediaType: 'a/b', data: Uint8Array.of(1) }],
    ['reasoning without text', { type: 'reasoning' }],
    ['a call without an id', { type: 'tool-call', name: 'a', input: 1 }],
    ['a call without input', { type: 'tool-call', callId: 'c', name: 'a' }],
    ['a result without a status', { type: 'tool-result', callId: 'c', output: [] }],
    ['a result with an unknown status', { type: 'tool-result', callId: 'c', output: [], status: 'ok' }],
    [
      'a result whose output is a text',
      { type: 'tool-result', callId: 'c', output: 'a', status: 'returned' },
    ],
    [
      'a result with a call inside',
      { type: 'tool-result', callId: 'c', output: [call('c')], status: 'error' },
    ],
    ['a result with null inside', { type: 'tool-result', callId: 'c', output: [null], status: 'error' }],
    ['an opaque item of nobody', { type: 'opaque', item: 1 }],
    ['an opaque item of nothing', { type: 'opaque', provider: 'p' }],
  ])('that is %s is refused', (_, value) => {
    expect(part(value)).toBe('invalid-input');
  });
});

describe('usage', () => {
  it.each([
    { input: -1, output: 0 },
    { input: 1 },
    { input: '1', output: 1 },
    { input: 1, output: Number.NaN },
    { input: 1, output: Number.POSITIVE_INFINITY },
    { input: 1, output: 1, model: 4 },
    { input: 1, output: 1, window: 'w' },
    null,
  ])('%j is refused', (usage) => {
    expect(codeOf(() => checkUsage(usage as Usage, 'usage'))).toBe('invalid-input');
  });
});

describe('whatever is handed over', () => {
  it('is refused at the door or becomes a group; nothing fails in between in another way', () => {
    const values = SOUND as unknown as readonly Json[];
    const other = fc.constantFrom<unknown>(
      null,
      undefined,
      1,
      -1,
      '',
      'x',
      [],
      {},
      [null],
      true,
      Number.NaN,
      () => 1,
    );
    const place = fc.tuple(fc.constantFrom(...values), fc.nat(), other);
    fc.assert(
      fc.property(place, ([value, at, wrong]) => {
        const places = placesIn(value);
        const message = changedAt(value, places[at % places.length] as string[], wrong) as Message;
        const code = codeOf(() => {
          checkMessage(message, 'message');
          groupOf(message, SALT);
        });
        expect(['none', 'invalid-input']).toContain(code);
      }),
      { numRuns: 3000 },
    );
  });
});
