import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frozen } from '../../test/frozen.ts';
import { anyText, jsonOf } from '../../test/json.ts';
import { assistant, call, image, reasoning, result, says, system, text, user } from '../../test/messages.ts';
import type { Message, MessagePart } from '../journal/message.ts';
import { type BulkLimits, type Fitted, fitMessages } from './fit.ts';

const NONE = { halfCharacters: 0, empty: 0, resultsWithoutCall: 0, callsWithoutResult: 0, excerpts: 0 };
const LIMITS: BulkLimits = { result: 2_000, step: 3_000, excerpt: 700 };

function fit(messages: readonly Message[], limits: BulkLimits | undefined = LIMITS): Fitted {
  return fitMessages(frozen(messages), (at) => `e${at}`, limits);
}

/** What is left, in short: `u a(c1) t(c1) a`; `-` for a message of which nothing is. */
function inShort({ messages }: Fitted): string {
  const one = (part: MessagePart): string[] =>
    part.type === 'tool-call' || part.type === 'tool-result' ? [part.callId] : [];
  return messages
    .map((message) => {
      const ids = message?.parts.flatMap(one) ?? [];
      return message ? `${message.role[0]}${ids.length > 0 ? `(${ids.join(' ')})` : ''}` : '-';
    })
    .join(' ');
}

const asks = (...ids: readonly string[]): Message =>
  says(
    'assistant',
    ids.map((id) => call(id)),
  );
const gives = (...ids: readonly string[]): Message =>
  says(
    'tool',
    ids.map((id) => result(id)),
  );

describe('what needs nothing', () => {
  // Covers: A4
  it('is handed on as the same object', () => {
    const list = [
      system('Be brief.'),
      says('user', ['Look.', image('pixels')]),
      says('assistant', [reasoning('hm'), 'I look.', call('c1'), call('c2', { deep: [{ a: '🚀' }] })]),
      says('tool', [result('c1'), result('c2', [text('done'), image('more')])]),
      says('assistant', [{ type: 'opaque', provider: 'p', item: { half: '\ud800' } }, 'Done.']),
      user('Thanks.'),
    ];
    const { messages, mended } = fit(list);
    expect(messages.every((message, at) => message === list[at])).toBe(true);
    expect(mended).toEqual(NONE);
  });
});

describe('what is empty', () => {
  it('is left out: parts without words, and messages without parts (case 11)', () => {
    const list = [
      user('One.'),
      assistant(''),
      says('assistant', []),
      user('Two.'),
      assistant(' \n\t'),
      says('user', ['', 'Three.']),
    ];
    const fitted = fit(list);
    expect(inShort(fitted)).toBe('u - - u - u');
    expect(fitted.messages.at(-1)?.parts).toEqual([text('Three.')]);
    expect(fitted.mended).toEqual({ ...NONE, empty: 4 });
  });

  it('does not hold back what stands beside it', () => {
    const { messages } = fit([
      user('Go.'),
      says('assistant', ['', reasoning('hm'), call('c1')]),
      gives('c1'),
    ]);
    expect(messages[1]?.parts).toEqual([reasoning('hm'), call('c1')]);
  });

  it('is also reasoning with nothing behind it; in front of its own step it stays', () => {
    const alone = fit([
      user('Go.'),
      says('assistant', [reasoning('hm')]),
      user('Well?'),
      says('assistant', ['', reasoning('x')]),
    ]);
    expect([inShort(alone), alone.mended.empty]).toEqual(['u - u -', 3]);
    const list = [user('Go.'), says('assistant', [reasoning('hm')]), asks('c1'), gives('c1')];
    expect(fit(list).messages).toEqual(list);
  });
});

describe('half characters', () => {
  const broken = ['a\ud83d', '\udc00b'];

  it('are sent as U+FFFD wherever they stand, and counted by part (case 08)', () => {
    const list = [
      user(broken[0] ?? ''),
      says('assistant', [call('c1', { [broken[1] ?? '']: broken }), text('whole')]),
      says('tool', [result('c1', [text(broken[1] ?? ''), { type: 'data', value: { out: broken } }])]),
    ];
    const { messages, mended } = fit(list);
    expect(JSON.stringify(messages)).toBe(
      JSON.stringify(list).replaceAll('\\ud83d', '\ufffd').replaceAll('\\udc00', '\ufffd'),
    );
    expect(mended).toEqual({ ...NONE, halfCharacters: 3 });
  });

  it('are in no text, input or output that is sent, and nothing else is changed', () => {
    const json = jsonOf(anyText);
    fc.assert(
      fc.property(anyText, json, json, (words, input, value) => {
        const list = [
          user(`.${words}`),
          says('assistant', [call('c1', input)]),
          says('tool', [result('c1', [{ type: 'data', value }])]),
        ];
        const sent = fit(list, undefined).messages;
        expect(JSON.stringify(sent)).not.toMatch(/\\ud[89a-f]/i);
        const mended = (one: unknown): string =>
          JSON.stringify(one).replace(/(?<!\\)((?:\\\\)*)\\ud[89a-f]../gi, '$1\ufffd');
        // Names that differ in half characters alone become one.
        expect(JSON.stringify(sent)).toBe(JSON.stringify(JSON.parse(mended(list))));
      }),
    );
  });

  it('stay in reasoning and opaque items, which are not ours', () => {
    const list = [user('Go.'), says('assistant', [reasoning('a\ud83d'), 'Done.'])];
    expect(fit(list).messages[1]).toBe(list[1]);
  });
});

describe('calls and results', () => {
  // Covers: A4, F2
  it('are sent in pairs: no result without its call, no call that the conversation went on without', () => {
    const cases: readonly (readonly [string, readonly Message[], string])[] = [
      ['a result whose call is gone', [user('Go.'), gives('c1'), assistant('Done.')], 'u - a'],
      [
        'a result given twice',
        [user('Go.'), asks('c1'), gives('c1'), gives('c1'), assistant('Done.')],
        'u a(c1) t(c1) - a',
      ],
      ['a call that a user spoke over', [user('Go.'), asks('c1'), user('Stop.')], 'u - u'],
      ['its result when it came too late', [user('Go.'), asks('c1'), user('Stop.'), gives('c1')], 'u - u -'],
      [
        'a call whose answer went on without it',
        [user('Go.'), asks('c1'), assistant('Never mind.')],
        'u - a',
      ],
      [
        'a call that the next step left behind',
        [user('Go.'), asks('c1', 'c2'), gives('c2'), asks('c3'), gives('c3')],
        'u a(c2) t(c2) a(c3) t(c3)',
      ],
      [
        'the same id twice in a row',
        [asks('c1'), gives('c1'), asks('c1'), gives('c1')],
        'a(c1) t(c1) a(c1) t(c1)',
      ],
      [
        'an id that comes back after its call was abandoned',
        [asks('c1'), user('No.'), asks('c1'), gives('c1')],
        '- u a(c1) t(c1)',
      ],
    ];
    for (const [name, list, left] of cases) expect([name, inShort(fit(list))]).toEqual([name, left]);
    expect(fit(cases[3]?.[1] ?? []).mended).toEqual({
      ...NONE,
      callsWithoutResult: 1,
      resultsWithoutCall: 1,
    });
  });

  // Covers: A4
  it('of one step may come as several messages of the assistant, with words between them', () => {
    for (const list of [
      [user('Go.'), asks('c1'), asks('c2'), gives('c1'), gives('c2')],
      [user('Go.'), asks('c1'), assistant('And one more.'), gives('c1'), assistant('Done.')],
      [user('Go.'), says('assistant', [call('h1'), result('h1'), call('c1')]), asks('c2'), gives('c1', 'c2')],
    ])
      expect(fit(list).messages).toEqual(list);
  });

  it('at the very end still wait, unless their answer was cut short', () => {
    const waiting = [user('Go.'), asks('c1', 'c2'), gives('c1')];
    expect(fit(waiting).messages).toEqual(waiting);
    const cut = says('assistant', ['I will', call('c1'), call('c2')], { aborted: true });
    expect(inShort(fit([user('Go.'), cut, gives('c1')]))).toBe('u a(c1) t(c1)');
    expect(inShort(fit([user('Go.'), cut]))).toBe('u a');
    expect(fit([user('Go.'), cut]).messages[1]?.aborted).toBe(true);
  });

  // Covers: A4
  it('are paired in every list, and what is left is left the same way the second time', () => {
    const message = fc.oneof(
      fc.constantFrom(user('Go.'), assistant('Well.'), assistant(''), says('assistant', [reasoning('hm')])),
      fc.uniqueArray(fc.constantFrom('c1', 'c2', 'c3'), { minLength: 1 }).map((ids) => asks(...ids)),
      fc.uniqueArray(fc.constantFrom('c1', 'c2', 'c3'), { minLength: 1 }).map((ids) => gives(...ids)),
    );
    fc.assert(
      fc.property(fc.array(message, { maxLength: 12 }), (drawn) => {
        const list = structuredClone(drawn);
        const sent = fit(list).messages.flatMap((one) => one ?? []);
        expect(inShort(fit(sent))).toBe(inShort({ messages: sent, mended: NONE }));
        const open: string[] = [];
        for (const { role, parts } of sent) {
          // Somebody speaks: no call may be open, but for the steps of the assistant that still wait for results.
          if (role === 'user') expect(open).toEqual([]);
          for (const part of parts) {
            if (part.type === 'tool-call') open.push(part.callId);
            if (part.type !== 'tool-result') continue;
            expect(open).toContain(part.callId);
            open.splice(open.indexOf(part.callId), 1);
          }
        }
      }),
    );
  });
});

describe('bulk', () => {
  const wide = (name: string, length: number): string =>
    `${name} `.repeat(Math.ceil(length / (name.length + 1))).slice(0, length);
  const lengths = ({ messages }: Fitted): number[] =>
    messages
      .flatMap((message) => message?.parts ?? [])
      .flatMap((part) => {
        if (part.type !== 'tool-result') return [];
        return part.output.reduce((sum, item) => sum + (item.type === 'text' ? item.text.length : 0), 0);
      });

  // Covers: C8
  it('of one result is an excerpt with its handle, and files beside it stay (case 14)', () => {
    const picture = image('pixels');
    const list = [asks('c1'), says('tool', [result('c1', [text(wide('row', 9_000)), picture])])];
    const fitted = fit(list);
    const [excerpt, file] = fitted.messages
      .flatMap((message) => message?.parts ?? [])
      .flatMap((part) => (part.type === 'tool-result' ? part.output : []));
    expect(file).toEqual(picture);
    expect(excerpt?.type === 'text' && excerpt.text.startsWith('[e1: 9,000 characters')).toBe(true);
    expect(fitted.mended).toEqual({ ...NONE, excerpts: 1 });
    expect(fit(list, { ...LIMITS, result: 9_000, step: 9_000 }).messages[1]).toBe(list[1]);
  });

  // Covers: C8
  it('of one step together: the largest first, until it is not', () => {
    const results = [400, 1_000, 1_900, 1_500].map((size, at) => result(`c${at}`, wide('row', size)));
    const list = [
      asks('c0', 'c1', 'c2', 'c3'),
      says('tool', results),
      asks('c4'),
      says('tool', [result('c4', wide('row', 1_900))]),
    ];
    const [a, b, c, d, e] = lengths(fit(list)) as [number, number, number, number, number];
    expect([a, b, e]).toEqual([400, 1_000, 1_900]);
    expect(Math.max(c, d)).toBeLessThanOrEqual(LIMITS.excerpt);
    const spread = [asks('c0', 'c1'), asks('c2', 'c3'), ...results.map((one) => says('tool', [one]))];
    expect(lengths(fit(spread)).slice(0, 2)).toEqual([400, 1_000]);
  });

  // Covers: C4, C8
  it('is the same in every later call, however the list grows', () => {
    const size = fc.integer({ min: 0, max: 4_000 });
    const turn = fc.array(size, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 5 }), (turns) => {
        const list = turns.flatMap((sizes, at) => {
          const ids = sizes.map((_, index) => `c${at}-${index}`);
          const results = sizes.map((length, index) =>
            result(ids[index] as string, wide(`row ${at}`, length)),
          );
          return [user(`Turn ${at}.`), asks(...ids), says('tool', results), assistant('Done.')];
        });
        const whole = fit(list).messages;
        for (let at = 1; at <= turns.length; at++)
          expect(fit(list.slice(0, 4 * at)).messages).toEqual(whole.slice(0, 4 * at));
        for (const one of lengths(fit(list))) expect(one).toBeLessThanOrEqual(LIMITS.result);
      }),
      { numRuns: 40 },
    );
  });

  it('never makes a result longer', () => {
    const noisy = `${wide('error: failed', 740)}\n`;
    const results = Array.from({ length: 6 }, (_, at) => result(`c${at}`, noisy));
    const fitted = fit([asks('c0', 'c1', 'c2', 'c3', 'c4', 'c5'), says('tool', results)]);
    expect(Math.max(...lengths(fitted))).toBeLessThanOrEqual(noisy.length);
    expect(fitted.mended.excerpts).toBeGreaterThan(0);
  });
});

describe('calls that the provider runs itself', () => {
  const hosts = (...ids: readonly string[]): MessagePart[] =>
    ids.map((id) => ({ ...(call(id) as Extract<MessagePart, { type: 'tool-call' }>), hosted: true }));

  // Covers: A4
  it('are its to pair: a result may come behind other steps, and a call may be told twice', () => {
    const program = [
      user('Run it.'),
      says('assistant', [...hosts('x'), call('y')]),
      gives('y'),
      asks('z'),
      gives('z'),
      says('assistant', [result('x'), 'Done.']),
      user('Thanks.'),
    ];
    expect(fit(program).messages).toEqual(program);
    const approved = [
      user('Go.'),
      says('assistant', hosts('m')),
      says('assistant', [...hosts('m'), result('m')]),
    ];
    expect(fit(approved).messages).toEqual(approved);
    const given = [
      user('Run it.'),
      says('assistant', [...hosts('x'), call('y')]),
      user('Stop.'),
      assistant('Yes.'),
    ];
    expect(inShort(fit(given))).toBe('u a(x) u a');
  });
});
