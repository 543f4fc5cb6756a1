/** Covers: J2, J6. The one text of every body, and that nothing but a body is read as one. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BODIES } from '../../test/bodies.ts';
import { codeOf } from '../../test/code-of.ts';
import { changedAt, hostileBytes } from '../../test/hostile.ts';
import { utf8 } from '../base/bytes.ts';
import { canonicalBytes } from '../base/canonical.ts';
import type { Json } from '../base/json.ts';
import { type Body, parseBody, textOf } from './body.ts';

const VALUES = BODIES.map(([, body]) => body as unknown as Json);

describe('text of a body', () => {
  it.each(BODIES)('%s', (_, body, text) => {
    expect(textOf(body)).toBe(text);
  });

  it('never holds private reasoning or an opaque item', () => {
    const secret: Body = { kind: 'opaque', provider: 'p', item: 'sealed words' };
    expect(textOf(secret)).toBe('');
  });
});

describe('reading a body', () => {
  it.each(BODIES)('%s comes back', (_, body) => {
    expect(parseBody(canonicalBytes(body as unknown as Json))).toEqual(body);
  });

  const REQUIRED: readonly (readonly [kind: string, field: string])[] = [
    ['message', 'parts'],
    ['derived', 'parts'],
    ['tool-call', 'callId'],
    ['tool-call', 'name'],
    ['tool-call', 'input'],
    ['tool-result', 'callId'],
    ['tool-result', 'output'],
    ['tool-result', 'status'],
    ['reasoning', 'digest'],
    ['reasoning', 'length'],
    ['artifact', 'mediaType'],
    ['artifact', 'digest'],
    ['opaque', 'provider'],
    ['opaque', 'item'],
    ['event', 'event'],
  ];

  it.each(REQUIRED)('refuses a %s without %s', (kind, field) => {
    const body = VALUES.find((value) => (value as { kind: string }).kind === kind) as Json;
    const without = changedAt(body, [field], undefined) as Json;
    expect(codeOf(() => parseBody(canonicalBytes(without)))).toBe('tampered');
  });

  it.each([
    ['no kind', {}],
    ['an unknown kind', { kind: 'note' }],
    ['a kind that every object has', { kind: 'toString' }],
    ['a list', [{ kind: 'message', parts: [] }]],
    ['a scalar', 'message'],
    ['a part of no type', { kind: 'message', parts: [{ text: 'a' }] }],
    ['a part of an unknown type', { kind: 'message', parts: [{ type: 'image', text: 'a' }] }],
    ['text that is no text', { kind: 'message', parts: [{ type: 'text', text: 1 }] }],
    ['data without a value', { kind: 'message', parts: [{ type: 'data' }] }],
    ['parts that are no list', { kind: 'message', parts: { 0: { type: 'text', text: 'a' }, length: 1 } }],
    ['an unknown status', { kind: 'tool-result', callId: 'c', output: [], status: 'fine' }],
    ['a name that is none', { kind: 'tool-result', callId: 'c', output: [], status: 'error', name: null }],
    ['a length that is none', { kind: 'reasoning', digest: '', length: 0.5 }],
  ])('refuses %s', (_, value) => {
    expect(codeOf(() => parseBody(canonicalBytes(value as Json)))).toBe('tampered');
  });

  it('refuses bytes that are no JSON, no UTF-8, or nested without end', () => {
    for (const bytes of [utf8(''), utf8('{'), Uint8Array.of(0xff), utf8('['.repeat(200_000))])
      expect(codeOf(() => parseBody(bytes))).toBe('tampered');
  });

  it('never fails in another way, and whatever is read has a text', () => {
    let read = 0;
    fc.assert(
      fc.property(hostileBytes(VALUES), (bytes) => {
        const code = codeOf(() => textOf(parseBody(bytes)));
        if (code === 'none') read++;
        else expect(code).toBe('tampered');
      }),
      { numRuns: 10_000 },
    );
    // Otherwise the bytes would be so broken that nothing behind the parser was tried.
    expect(read).toBeGreaterThan(100);
  });
});
