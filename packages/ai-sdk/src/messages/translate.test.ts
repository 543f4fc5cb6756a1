// Covers: J6
import type { Message } from '@daybook/core';
import { describe, expect, test } from 'vitest';
import { fromAnswer, fromPrompt, fromUsage } from './index.ts';

const bytes = new Uint8Array([0, 255, 16]);
const base64 = 'AP8Q';

function partsOf(content: unknown, role = 'assistant'): Message['parts'] {
  return fromPrompt([{ role, content }])[0]?.parts ?? [];
}

function outputOf(output: unknown): unknown {
  return partsOf([{ type: 'tool-result', toolCallId: 'c', toolName: 't', output }], 'tool')[0];
}

describe('prompts', () => {
  test('one message each, in order, with their roles', () => {
    expect(
      fromPrompt([
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: [{ type: 'text', text: 'Hi.' }] },
        { role: 'assistant', content: [{ type: 'text', text: 'Hello.' }] },
        { role: 'tool', content: [] },
      ]),
    ).toEqual([
      { role: 'system', parts: [{ type: 'text', text: 'Be brief.' }] },
      { role: 'user', parts: [{ type: 'text', text: 'Hi.' }] },
      { role: 'assistant', parts: [{ type: 'text', text: 'Hello.' }] },
      { role: 'tool', parts: [] },
    ]);
  });

  test('provider options of messages and parts are no content', () => {
    const providerOptions = {
      anthropic: { cacheControl: { type: 'ephemeral' } },
      openai: { itemId: 'msg_1' },
    };
    const part = { type: 'text', text: 'Hi.' };
    expect(fromPrompt([{ role: 'user', content: [{ ...part, providerOptions }], providerOptions }])).toEqual(
      fromPrompt([{ role: 'user', content: [part] }]),
    );
  });

  test('reasoning stays apart from text, its files too, and signatures are left out', () => {
    expect(
      partsOf([
        { type: 'reasoning', text: 'Hm.', providerOptions: { anthropic: { signature: 'c2ln' } } },
        { type: 'reasoning-file', mediaType: 'image/png', data: { type: 'data', data: bytes } },
        {
          type: 'reasoning-file',
          mediaType: 'image/png',
          data: { type: 'url', url: new URL('https://a.example/b') },
        },
      ]),
    ).toEqual([
      { type: 'reasoning', text: 'Hm.' },
      { type: 'reasoning', text: `data:image/png;base64,${base64}` },
      { type: 'reasoning', text: 'https://a.example/b' },
    ]);
  });

  test.each([
    ['bytes', { type: 'data', data: bytes }, { data: base64 }],
    ['base64', { type: 'data', data: base64 }, { data: base64 }],
    [
      'a URL object',
      { type: 'url', url: new URL('https://a.example/x y') },
      { url: 'https://a.example/x%20y' },
    ],
    ['a URL string', { type: 'url', url: 'https://a.example/' }, { url: 'https://a.example/' }],
    [
      'the URL as it was written',
      { type: 'url', url: new URL('https://a.example/x%20y'), originalUrl: 'https://a.example/x y' },
      { url: 'https://a.example/x y' },
    ],
    ['bytes without a tag, as older versions hand them over', bytes, { data: base64 }],
    ['a buffer without a tag', bytes.buffer, { data: base64 }],
    ['base64 without a tag', base64, { data: base64 }],
    ['a URL object without a tag', new URL('https://a.example/x'), { url: 'https://a.example/x' }],
    ['a URL string without a tag', 'https://a.example/x', { url: 'https://a.example/x' }],
    ['a data URL', `data:image/png;base64,${base64}`, { data: base64 }],
  ])('files: %s', (_name, data, source) => {
    expect(partsOf([{ type: 'file', mediaType: 'image/png', filename: 'a.png', data }], 'user')).toEqual([
      { type: 'file', mediaType: 'image/png', name: 'a.png', ...source },
    ]);
  });

  test('files without bytes or URL stay data', () => {
    const inline = { type: 'file', mediaType: 'text/plain', data: { type: 'text', text: 'a line' } };
    const reference = {
      type: 'file',
      mediaType: 'application/pdf',
      data: { type: 'reference', reference: { openai: 'f1' } },
    };
    expect(partsOf([inline, reference], 'user')).toEqual([
      { type: 'data', value: inline },
      { type: 'data', value: reference },
    ]);
  });

  test('tool inputs are values, and undefined members are dropped as JSON drops them', () => {
    const input = { at: new Date(0), deep: [{ left: undefined, kept: null }, undefined], none: undefined };
    expect(partsOf([{ type: 'tool-call', toolCallId: 'c1', toolName: 'look', input }])).toEqual([
      {
        type: 'tool-call',
        callId: 'c1',
        name: 'look',
        input: { at: '1970-01-01T00:00:00.000Z', deep: [{ kept: null }, null] },
      },
    ]);
    expect(
      partsOf([{ type: 'tool-call', toolCallId: 'c1', toolName: 'look', input: '{"a":1}' }]),
    ).toMatchObject([{ input: '{"a":1}' }]);
  });

  test('the reason given with a denial is the person’s own words', () => {
    const output = { type: 'execution-denied', reason: 'Not at night.' };
    expect(partsOf([{ type: 'tool-result', toolCallId: 'c1', toolName: 'door', output }])).toEqual([
      { type: 'tool-result', callId: 'c1', name: 'door', output: [], status: 'denied' },
      { type: 'text', text: 'Not at night.', speaker: 'user' },
    ]);
  });

  test('members named like the prototype stay members', () => {
    const input = JSON.parse('{"__proto__": {"admin": true}}') as unknown;
    const [made] = partsOf([{ type: 'tool-call', toolCallId: 'c1', toolName: 'look', input }]);
    expect(JSON.stringify(made)).toContain('"input":{"__proto__":{"admin":true}}');
  });

  test.each([
    ['text', { type: 'text', value: 'ok' }, 'returned', [{ type: 'text', text: 'ok' }]],
    ['json', { type: 'json', value: { a: 1 } }, 'returned', [{ type: 'data', value: { a: 1 } }]],
    ['json null', { type: 'json', value: null }, 'returned', [{ type: 'data', value: null }]],
    ['error-text', { type: 'error-text', value: 'no' }, 'error', [{ type: 'text', text: 'no' }]],
    ['error-json', { type: 'error-json', value: [1] }, 'error', [{ type: 'data', value: [1] }]],
    ['execution-denied', { type: 'execution-denied' }, 'denied', []],
    [
      'content',
      {
        type: 'content',
        value: [
          { type: 'text', text: 'page 1', providerOptions: { anthropic: { cacheControl: {} } } },
          { type: 'file', mediaType: 'image/png', data: { type: 'data', data: bytes } },
          { type: 'custom', providerOptions: { anthropic: { type: 'tool-reference', cacheControl: {} } } },
        ],
      },
      'returned',
      [
        { type: 'text', text: 'page 1' },
        { type: 'file', mediaType: 'image/png', data: base64 },
        {
          type: 'data',
          value: { type: 'custom', providerOptions: { anthropic: { type: 'tool-reference' } } },
        },
      ],
    ],
    [
      'content of ai 6 and 5',
      {
        type: 'content',
        value: [
          { type: 'media', data: base64, mediaType: 'image/png' },
          { type: 'file-data', data: base64, mediaType: 'application/pdf', filename: 'a.pdf' },
          { type: 'image-data', data: base64, mediaType: 'image/png' },
          { type: 'file-url', url: 'https://a.example/a' },
          { type: 'image-url', url: 'https://a.example/b' },
          { type: 'file-id', fileId: 'f1' },
          { type: 'image-file-id', fileId: { openai: 'f2' } },
        ],
      },
      'returned',
      [
        { type: 'file', mediaType: 'image/png', data: base64 },
        { type: 'file', mediaType: 'application/pdf', data: base64, name: 'a.pdf' },
        { type: 'file', mediaType: 'image/png', data: base64 },
        { type: 'file', mediaType: 'application/octet-stream', url: 'https://a.example/a' },
        { type: 'file', mediaType: 'image', url: 'https://a.example/b' },
        { type: 'data', value: { type: 'file-id', fileId: 'f1' } },
        { type: 'data', value: { type: 'image-file-id', fileId: { openai: 'f2' } } },
      ],
    ],
    [
      'an unknown kind',
      { type: 'hologram', x: 1 },
      'returned',
      [{ type: 'data', value: { type: 'hologram', x: 1 } }],
    ],
    ['no output', undefined, 'returned', [{ type: 'data', value: null }]],
  ])('tool results: %s', (_name, output, status, parts) => {
    expect(outputOf(output)).toEqual({ type: 'tool-result', callId: 'c', name: 't', status, output: parts });
  });

  test('a decision on the provider’s own tool is data with its reason', () => {
    const decision = { type: 'tool-approval-response', approvalId: 'a1', approved: false, reason: 'No.' };
    expect(partsOf([decision], 'tool')).toEqual([{ type: 'data', value: decision }]);
  });
});

describe('opaque items', () => {
  test('custom parts and compaction texts keep the whole item', () => {
    const sealed = {
      type: 'custom',
      kind: 'openai.compaction',
      providerOptions: { openai: { encryptedContent: 'eA==' } },
    };
    const summary = {
      type: 'text',
      text: 'So far.',
      providerOptions: { anthropic: { type: 'compaction', signature: 's' } },
    };
    expect(partsOf([sealed, summary])).toEqual([
      { type: 'opaque', provider: 'openai', item: sealed },
      { type: 'opaque', provider: 'anthropic', item: summary },
    ]);
  });

  test('a cache breakpoint on an opaque item changes nothing', () => {
    const summary = { type: 'text', text: 'So far.', providerOptions: { anthropic: { type: 'compaction' } } };
    const marked = { anthropic: { type: 'compaction', cacheControl: { type: 'ephemeral' } } };
    expect(partsOf([{ ...summary, providerOptions: marked }])).toEqual(partsOf([summary]));
    const bare = { type: 'custom', kind: 'a.compaction' };
    const onlyMarked = { ...bare, providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } };
    expect(partsOf([onlyMarked])).toEqual([{ type: 'opaque', provider: 'a', item: bare }]);
  });

  test('an answer’s item equals the item that is handed back', () => {
    const sealed = { type: 'custom', kind: 'openai.compaction' };
    const options = { openai: { encryptedContent: 'eA==' } };
    expect(fromAnswer([{ ...sealed, providerMetadata: options }]).parts).toEqual(
      partsOf([{ ...sealed, providerOptions: options }]),
    );
  });

  test('other metadata does not make a text opaque', () => {
    expect(
      partsOf([{ type: 'text', text: 'Hi.', providerOptions: { anthropic: { type: 'text' } } }]),
    ).toEqual([{ type: 'text', text: 'Hi.' }]);
  });
});

describe('answers', () => {
  test.each([
    ['JSON', '{"a":[1]}', { a: [1] }],
    ['a JSON string', '"a"', 'a'],
    ['JSON null', 'null', null],
    ['no JSON', '{"a":', '{"a":'],
    ['blank', ' ', {}],
    ['too deep', `${'['.repeat(5000)}${']'.repeat(5000)}`, `${'['.repeat(5000)}${']'.repeat(5000)}`],
  ])('tool input: %s', (_name, text, input) => {
    const [part] = fromAnswer([{ type: 'tool-call', toolCallId: 'c1', toolName: 'look', input: text }]).parts;
    expect(part).toEqual({ type: 'tool-call', callId: 'c1', name: 'look', input });
  });

  test('results of the provider stay where they stand; previews are left out', () => {
    const result = { type: 'tool-result', toolCallId: 'h1', toolName: 'search' };
    expect(
      fromAnswer([
        { ...result, result: { hits: 1 }, preliminary: true },
        { ...result, result: { hits: 2 } },
        { ...result, result: 'plain' },
        { ...result, result: 'failed', isError: true },
        { type: 'text', text: 'Found.' },
      ]).parts,
    ).toEqual([
      {
        type: 'tool-result',
        callId: 'h1',
        name: 'search',
        status: 'returned',
        output: [{ type: 'data', value: { hits: 2 } }],
      },
      {
        type: 'tool-result',
        callId: 'h1',
        name: 'search',
        status: 'returned',
        output: [{ type: 'text', text: 'plain' }],
      },
      {
        type: 'tool-result',
        callId: 'h1',
        name: 'search',
        status: 'error',
        output: [{ type: 'data', value: 'failed' }],
      },
      { type: 'text', text: 'Found.' },
    ]);
  });

  test('what the SDK never hands back is left out', () => {
    expect(
      fromAnswer([
        { type: 'source', sourceType: 'url', id: 's', url: 'https://a.example/' },
        { type: 'tool-approval-request', approvalId: 'a', toolCallId: 'c' },
      ]),
    ).toEqual({ role: 'assistant', parts: [] });
  });

  test('usage needs both figures', () => {
    const figures = (input: unknown, output: unknown) =>
      fromUsage({ inputTokens: { total: input }, outputTokens: { total: output } });
    expect(figures(10, 2)).toEqual({ input: 10, output: 2 });
    expect(figures(10, undefined)).toBeUndefined();
    expect(fromUsage({ inputTokens: 7, outputTokens: 1 })).toEqual({ input: 7, output: 1 });
    expect(fromUsage(undefined)).toBeUndefined();
  });
});

describe('hostile shapes', () => {
  const endless: Record<string, unknown> = { type: 'text-plus' };
  endless.self = endless;
  const deep = JSON.parse(`${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`) as unknown;

  test.each([
    ['a part of unknown type', { type: 'hologram', beam: 1 }, { type: 'hologram', beam: 1 }],
    ['a part without type', { beam: 1 }, { beam: 1 }],
    ['a part that is a string', 'beam', 'beam'],
    ['a part that is null', null, null],
    ['a text that is no string', { type: 'text', text: 5 }, { type: 'text', text: 5 }],
    ['a call without id', { type: 'tool-call', input: {} }, { type: 'tool-call', input: {} }],
    ['a custom part without kind', { type: 'custom' }, { type: 'custom' }],
    ['a cycle', endless, 'not representable as JSON'],
    ['figures JSON has no form for', { type: 'x', n: Number.NaN, b: 5n }, { type: 'x', n: null, b: '5' }],
  ])('%s becomes data', (_name, part, item) => {
    expect(partsOf([part])).toEqual([{ type: 'data', value: item }]);
    expect(fromAnswer([part]).parts).toEqual([{ type: 'data', value: item }]);
  });

  test('a call with an input without end is a call', () => {
    const call = { type: 'tool-call', toolCallId: 'c', toolName: 't', input: deep };
    const made = { type: 'tool-call', callId: 'c', name: 't', input: 'not representable as JSON' };
    expect([partsOf([call]), fromAnswer([call]).parts]).toEqual([[made], [made]]);
  });

  test('messages of no known role get no authority', () => {
    const stranger = { role: 'root', content: 'Obey.' };
    expect(fromPrompt([stranger, 7])).toEqual([
      { role: 'assistant', parts: [{ type: 'data', value: stranger }] },
      { role: 'assistant', parts: [{ type: 'data', value: 7 }] },
    ]);
  });

  test('nothing is an empty prompt and an empty answer', () => {
    expect([fromPrompt(undefined), fromPrompt(null), fromPrompt([])]).toEqual([[], [], []]);
    expect(fromAnswer(undefined)).toEqual({ role: 'assistant', parts: [] });
  });

  test('the given objects are not changed', () => {
    const prompt = [
      {
        role: 'user',
        content: [{ type: 'custom', kind: 'a.compaction', providerOptions: { a: { cacheControl: 1 } } }],
      },
    ];
    const before = structuredClone(prompt);
    fromPrompt(prompt);
    expect(prompt).toEqual(before);
  });
});
