/**
 * A view as a prompt: what a view shows untouched is the application's own object, whatever stands around it.
 */
import type { Message, MessagePart } from '@daybook/core/adapter';
import { jsonArbitrary } from '@daybook/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromPrompt } from '../messages/index.ts';
import type { NativeMessage } from '../model-types.ts';
import { fileFormOf } from './native-message.ts';
import { promptOf } from './view-prompt.ts';

type Native = { readonly [field: string]: unknown };
type Prompt = readonly NativeMessage[];

const options = fc.option(fc.constant({ anthropic: { cacheControl: { type: 'ephemeral' } } }), {
  nil: undefined,
});
const bytes = fc.uint8Array({ maxLength: 6 });
const words = fc.oneof(fc.string(), fc.constant(''));

const text = fc.record({ type: fc.constant('text'), text: words, providerOptions: options });
const file = fc.record({
  type: fc.constant('file'),
  mediaType: fc.constantFrom('image/png', 'application/pdf'),
  data: fc.oneof(
    bytes,
    fc.constant(new URL('https://files.example.com/a.pdf')),
    fc.constant('data:image/png;base64,AAAA'),
    bytes.map((data) => ({ type: 'data', data })),
    fc.constant({ type: 'reference', reference: { openai: 'file-1' } }),
  ),
  providerOptions: options,
});
const output = fc.oneof(
  words.map((value) => ({ type: 'text', value })),
  jsonArbitrary.map((value) => ({ type: 'json', value })),
  words.map((value) => ({ type: 'error-text', value })),
  jsonArbitrary.map((value) => ({ type: 'error-json', value })),
  fc.record({ type: fc.constant('execution-denied'), reason: fc.option(words, { nil: undefined }) }),
  fc.array(fc.oneof(text, file)).map((value) => ({ type: 'content', value })),
);
const call = fc.record({
  type: fc.constant('tool-call'),
  toolCallId: fc.constantFrom('a', 'b', 'c'),
  toolName: fc.constant('t'),
  input: jsonArbitrary,
  providerExecuted: fc.option(fc.boolean(), { nil: undefined }),
  providerOptions: options,
});
const result = fc.record({
  type: fc.constant('tool-result'),
  toolCallId: fc.constantFrom('a', 'b', 'c'),
  toolName: fc.constant('t'),
  output,
  preliminary: fc.option(fc.boolean(), { nil: undefined, freq: 3 }),
  providerOptions: options,
});
const others = fc
  .constantFrom<Native>(
    { type: 'reasoning', text: 'hm', providerOptions: { anthropic: { signature: 's' } } },
    { type: 'reasoning-file', mediaType: 'image/png', data: { type: 'data', data: 'AA==' } },
    { type: 'custom', kind: 'openai.compaction', providerOptions: { openai: { itemId: 'i' } } },
    { type: 'source', sourceType: 'url', id: 's', url: 'https://example.com/' },
    { type: 'tool-approval-request', approvalId: 'r', toolCallId: 'a' },
    { type: 'tool-approval-response', approvalId: 'r', approved: true },
    { type: 'of-a-later-version', value: 1 },
  )
  .map((part): Native => ({ ...part }));

/** A message without any part is not sent. */
const SOME = { minLength: 1, maxLength: 6 };
const message: fc.Arbitrary<NativeMessage> = fc.oneof(
  fc.record({ role: fc.constant('system'), content: words, providerOptions: options }),
  fc.record({
    role: fc.constant('user'),
    content: fc.array<Native>(fc.oneof(text, file), SOME),
    providerOptions: options,
  }),
  fc.record({
    role: fc.constant('assistant'),
    content: fc.array<Native>(fc.oneof(text, file, call, result, others), SOME),
    providerOptions: options,
  }),
  fc.record({ role: fc.constant('tool'), content: fc.array<Native>(fc.oneof(result, others), SOME) }),
);
const promptArbitrary: fc.Arbitrary<Prompt> = fc.array(message, { maxLength: 5 });

/** The view that shows every message, as a function of it says. */
function shown(native: Prompt, show: (message: Message, at: number) => Message = (one) => one) {
  const messages = fromPrompt(native);
  const view = { messages: messages.map(show), from: messages.map((_, at) => at) };
  return promptOf(view, { native, messages }, FILES);
}

/** A view that shows one message, its parts as a function of them says. */
function shownOne(native: Native, change: (parts: readonly MessagePart[]) => readonly MessagePart[]): Native {
  const { sent } = shown([native], (one) => ({ ...one, parts: change(one.parts) }));
  return sent[0] as Native;
}

const partsOf = ({ content }: NativeMessage): readonly unknown[] =>
  Array.isArray(content) ? content : [content];

const FILES = fileFormOf('v4');

describe('a view that shows what it was handed', () => {
  it('is the very same objects', () => {
    fc.assert(
      fc.property(promptArbitrary, (native) => {
        const { sent, own, dropped } = shown(native);
        expect(sent).toHaveLength(native.length);
        expect(sent.every((one, at) => one === native[at])).toBe(true);
        expect([own.includes(true), dropped]).toEqual([false, []]);
      }),
    );
  });

  it('keeps each part as its object when the messages were made anew of the same parts', () => {
    fc.assert(
      fc.property(promptArbitrary, (native) => {
        const { sent } = shown(native, (one) => ({ ...one, parts: [...one.parts] }));
        for (const [at, one] of sent.entries()) {
          const [before, after] = [partsOf(native[at] as NativeMessage), partsOf(one)];
          expect(after).toHaveLength(before.length);
          for (const [index, part] of after.entries()) expect(part).toBe(before[index]);
        }
      }),
    );
  });

  it('mutates nothing of what is frozen', () => {
    fc.assert(
      fc.property(promptArbitrary, fc.nat(), (native, seed) => {
        const clone = structuredClone(withoutUrls(native));
        frozen(native);
        shown(native, (one) => changed(one, seed));
        expect(withoutUrls(native)).toEqual(clone);
      }),
    );
  });
});

describe('a view that leaves parts out', () => {
  it('keeps the others as their objects, in order', () => {
    fc.assert(
      fc.property(message, fc.infiniteStream(fc.boolean()), (native, keep) => {
        if (typeof native.content === 'string') return;
        const kept = (parts: readonly MessagePart[]) => parts.filter(() => keep.next().value === true);
        const { sent } = shown([native], (one) => ({ ...one, parts: kept(one.parts) }));
        const before = partsOf(native);
        const places = sent.flatMap((one) => partsOf(one).map((part) => before.indexOf(part)));
        expect(places).not.toContain(-1);
        expect(places).toEqual(places.toSorted((a, b) => a - b));
      }),
    );
  });

  it('leaves each out with what is made of it, and no other', () => {
    const content = ['a', 'b', 'c'].map((words) => ({ type: 'text', text: words }));
    for (let at = 0; at < 3; at++)
      expect(shownOne({ role: 'user', content }, (parts) => parts.toSpliced(at, 1)).content).toEqual(
        content.toSpliced(at, 1),
      );
  });
});

describe('a view with messages of its own', () => {
  const own: Message[] = [
    { role: 'user', parts: [{ type: 'text', text: 'pins' }] },
    { role: 'assistant', parts: [{ type: 'text', text: 'record' }] },
  ];
  const native: Prompt = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: [{ type: 'text', text: 'old' }] },
    { role: 'user', content: [{ type: 'text', text: 'new' }] },
  ];

  it('says which are its own and which were dropped', () => {
    const messages = fromPrompt(native);
    const [system, , tail] = messages as [Message, Message, Message];
    const view = { messages: [system, ...own, tail], from: [0, null, null, 2] };
    expect(promptOf(view, { native, messages }, FILES)).toEqual({
      sent: [
        native[0],
        { role: 'user', content: [{ type: 'text', text: 'pins' }] },
        { role: 'assistant', content: [{ type: 'text', text: 'record' }] },
        native[2],
      ],
      own: [false, true, true, false],
      dropped: [native[1]],
    });
  });

  it('writes system text as a text', () => {
    const view = {
      messages: [{ role: 'system' as const, parts: [{ type: 'text' as const, text: 'record' }] }],
      from: [null],
    };
    expect(promptOf(view, { native: [], messages: [] }, FILES).sent).toEqual([
      { role: 'system', content: 'record' },
    ]);
  });

  it('puts the packet in front of the words, files and marks of the message that it is merged into', () => {
    const file = { type: 'file', mediaType: 'image/png', data: new Uint8Array([1]) };
    const said = {
      type: 'text',
      text: 'Look:',
      providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
    };
    const made = shownOne({ role: 'user', content: [file, said], providerOptions: { x: {} } }, (parts) => [
      { type: 'text', text: 'packet', authority: 'none' },
      ...parts,
    ]);
    expect(made).toMatchObject({ role: 'user', providerOptions: { x: {} } });
    const [packet, ...rest] = made.content as unknown[];
    expect(packet).toEqual({ type: 'text', text: 'packet' });
    expect(rest[0]).toBe(file);
    expect(rest[1]).toBe(said);
  });

  it('puts the packet into a message of which nothing else is left', () => {
    const made = shownOne({ role: 'user', content: [{ type: 'text', text: '' }] }, () => [
      { type: 'text', text: 'packet', authority: 'none' },
    ]);
    expect(made.content).toEqual([{ type: 'text', text: 'packet' }]);
  });
});

describe('a part that the view changed', () => {
  const marks = { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } };
  const half = 'half: \ud83d';
  const resultWith = (native: unknown): Native => ({
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId: 'c', toolName: 't', output: native, ...marks }],
  });
  const excerpt = (parts: readonly MessagePart[]): MessagePart[] =>
    parts.map((part) =>
      part.type === 'tool-result'
        ? {
            ...part,
            output: [{ type: 'text', text: 'excerpt' }, ...part.output.filter(({ type }) => type === 'file')],
          }
        : part,
    );
  const outputIn = (made: Native): Native => (made.content as { output: Native }[])[0]?.output as Native;

  it('keeps its other fields', () => {
    const signed = { providerOptions: { anthropic: { signature: 's' } } };
    const content = [
      { type: 'text', text: half, ...marks },
      { type: 'reasoning', text: 'hm', ...signed },
      {
        type: 'tool-call',
        toolCallId: 'c',
        toolName: 't',
        input: { a: half },
        providerExecuted: true,
        ...marks,
      },
    ];
    const made = shownOne({ role: 'assistant', content }, (parts) =>
      parts.map((part) => {
        if (part.type === 'text') return { ...part, text: 'whole' };
        return part.type === 'tool-call' ? { ...part, input: { a: 'whole' } } : part;
      }),
    ).content as Native[];
    expect(made[0]).toEqual({ ...content[0], text: 'whole' });
    expect(made[1]).toBe(content[1]);
    expect(made[2]).toEqual({ ...content[2], input: { a: 'whole' } });
  });

  it('that is a result keeps name, call, options and files around its excerpt', () => {
    const image = { type: 'file', mediaType: 'image/png', data: { type: 'data', data: new Uint8Array([1]) } };
    const native = resultWith({ type: 'content', value: [{ type: 'text', text: 'long' }, image] });
    const [part] = shownOne(native, excerpt).content as [Native];
    expect(part).toMatchObject({ toolCallId: 'c', toolName: 't', ...marks });
    const value = (part.output as { value: unknown[] }).value;
    expect(value[0]).toEqual({ type: 'text', text: 'excerpt' });
    expect(value[1]).toBe(image);
  });

  it('that is an error stays one', () => {
    for (const type of ['error-text', 'error-json'])
      expect(outputIn(shownOne(resultWith({ type, value: 'long' }), excerpt))).toMatchObject({
        type: 'error-text',
      });
  });

  it('that is a result keeps the options of its output', () => {
    expect(outputIn(shownOne(resultWith({ type: 'text', value: 'long', ...marks }), excerpt))).toMatchObject(
      marks,
    );
  });

  it('that is a denial stays a denial, with the reason as it was mended', () => {
    const native = resultWith({ type: 'execution-denied', reason: half });
    const mended = (parts: readonly MessagePart[]) =>
      parts.map((part) => (part.type === 'text' ? { ...part, text: 'whole' } : part));
    expect(outputIn(shownOne(native, mended))).toEqual({ type: 'execution-denied', reason: 'whole' });
  });

  it('that is a denial is not sent when its result is left out', () => {
    const native = resultWith({ type: 'execution-denied', reason: 'Not now.' });
    const made = shownOne(native, (parts) => parts.filter(({ type }) => type === 'text'));
    expect(made).toBeUndefined();
  });

  it('that is a denial made anew with the same words stays what it was', () => {
    const native = resultWith({ type: 'execution-denied', reason: 'Not now.' });
    expect(shownOne(native, (parts) => parts.map((part) => ({ ...part })))).toEqual(native);
  });

  it.each([
    ['json', { type: 'json', value: { a: [1] } }],
    [
      'content',
      {
        type: 'content',
        value: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b', ...marks },
        ],
      },
    ],
    ['error-json', { type: 'error-json', value: { code: 1 } }],
    ['text with options', { type: 'text', value: 'a', ...marks }],
    ['no text at all', { type: 'content', value: [] }],
  ])('that is a result of %s, made anew and equal, stays what it was', (_, output) => {
    const native = resultWith(output);
    const anew = (parts: readonly MessagePart[]) =>
      parts.map((part) =>
        part.type === 'tool-result' ? { ...part, output: part.output.map((item) => ({ ...item })) } : part,
      );
    expect(shownOne(native, anew)).toEqual(native);
  });

  it('keeps its own options where an empty part in front of it was left out', () => {
    const content = [
      { type: 'text', text: '', providerOptions: { openai: { itemId: 'empty' } } },
      { type: 'text', text: half, providerOptions: { openai: { itemId: 'said' } } },
    ];
    const made = shownOne({ role: 'assistant', content }, ([, second]) => [
      { ...(second as MessagePart), text: 'whole' } as MessagePart,
    ]);
    expect(made.content).toEqual([{ ...content[1], text: 'whole' }]);
  });
});

/** Other words in some parts, some parts left out, a packet in front. */
function changed(message: Message, seed: number): Message {
  const parts = message.parts.flatMap((part, at): MessagePart[] => {
    if ((seed >> at) % 4 === 0) return [part];
    if ((seed >> at) % 4 === 1) return [];
    if (part.type === 'text') return [{ ...part, text: `${part.text}!` }];
    if (part.type === 'tool-result') return [{ ...part, output: [{ type: 'text', text: 'excerpt' }] }];
    return [{ ...part }];
  });
  return {
    ...message,
    parts: seed % 2 ? parts : [{ type: 'text', text: 'packet', authority: 'none' }, ...parts],
  };
}

function withoutUrls(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function frozen(value: unknown): void {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return;
  Object.freeze(value);
  for (const member of Object.values(value)) frozen(member);
}
