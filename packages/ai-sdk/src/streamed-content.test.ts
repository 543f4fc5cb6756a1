/** What was streamed is put together as the answer that the SDK itself would hold. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromAnswer } from './messages/index.ts';
import type { StreamPart } from './model-types.ts';
import { StreamedContent } from './streamed-content.ts';

function contentOf(...parts: readonly StreamPart[]): StreamedContent {
  const content = new StreamedContent();
  for (const part of parts) content.add(part);
  return content;
}

const text = (id: string, ...deltas: string[]): StreamPart[] => [
  { type: 'text-start', id },
  ...deltas.map((delta) => ({ type: 'text-delta', id, delta })),
  { type: 'text-end', id },
];

describe('texts and reasoning', () => {
  it('are one part each, in the order in which they began', () => {
    const { parts } = contentOf(
      { type: 'reasoning-start', id: 'a' },
      { type: 'text-start', id: 'a' },
      { type: 'text-delta', id: 'a', delta: 'Hel' },
      { type: 'reasoning-delta', id: 'a', delta: 'hm' },
      { type: 'text-delta', id: 'a', delta: 'lo' },
      { type: 'reasoning-end', id: 'a' },
      { type: 'text-end', id: 'a' },
    );
    expect(parts).toEqual([
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: 'Hello' },
    ]);
  });

  it('may use an id again', () => {
    expect(contentOf(...text('0', 'a'), ...text('0', 'b')).parts).toEqual([
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ]);
  });

  it('need no start and no end', () => {
    const delta = { type: 'text-delta', id: '1', delta: 'a' };
    expect(contentOf(delta, delta).parts).toEqual([{ type: 'text', text: 'aa' }]);
    expect(contentOf({ type: 'text-end', id: '9' }).parts).toEqual([{ type: 'text', text: '' }]);
  });

  it('keep the metadata said last, so that a compaction summary is known as one', () => {
    const anthropic = { type: 'compaction', signature: 's' };
    const { parts } = contentOf(
      { type: 'text-start', id: '1', providerMetadata: { anthropic } },
      { type: 'text-delta', id: '1', delta: 'Summary.' },
      { type: 'text-end', id: '1' },
    );
    expect(fromAnswer(parts).parts).toMatchObject([{ type: 'opaque', provider: 'anthropic' }]);
  });

  it('stand between the calls and files that came between them', () => {
    const call = { type: 'tool-call', toolCallId: 'c', toolName: 't', input: '{}' };
    const file = { type: 'file', mediaType: 'image/png', data: 'AA==' };
    const { parts } = contentOf(...text('1', 'a'), call, ...text('2', 'b'), file);
    expect(parts).toEqual([{ type: 'text', text: 'a' }, call, { type: 'text', text: 'b' }, file]);
  });

  it('come out as they went in, however they are cut and mixed', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ id: fc.nat(3).map(String), words: fc.array(fc.string()) }), { maxLength: 6 }),
        fc.infiniteStream(fc.nat(5)),
        (blocks, turns) => {
          const open = blocks.map(({ words }, at) => text(`${at}`, ...words));
          const all: StreamPart[] = [];
          for (const turn of turns) {
            const rest = open.filter(({ length }) => length > 0);
            if (rest.length === 0) break;
            const part = rest[turn % rest.length]?.shift();
            if (part) all.push(part);
          }
          const texts = contentOf(...all).parts.map((part) => (part as { text: string }).text);
          expect(texts.toSorted()).toEqual(blocks.map(({ words }) => words.join('')).toSorted());
        },
      ),
    );
  });
});

describe('before an answer begins', () => {
  it.each(['stream-start', 'response-metadata', 'raw', 'error', 'finish'])('%s is none of it', (type) => {
    const content = contentOf({ type });
    expect([content.begun, content.parts]).toEqual([false, []]);
  });

  it.each(['text-start', 'reasoning-start', 'tool-input-start', 'tool-call', 'source', 'something-new'])(
    '%s is the beginning',
    (type) => {
      expect(contentOf({ type, id: '1' }).begun).toBe(true);
    },
  );
});

it('parts of unknown types, tool inputs and previews leave no content', () => {
  const content = contentOf(
    { type: 'tool-input-start', id: 'c' },
    { type: 'tool-input-delta', id: 'c', delta: '{}' },
    { type: 'tool-input-end', id: 'c' },
    { type: 'something-new' },
    { type: 'tool-result', toolCallId: 'c', toolName: 't', result: 1, preliminary: true },
    { type: 'tool-result', toolCallId: 'c', toolName: 't', result: 2 },
  );
  expect(fromAnswer(content.parts).parts).toMatchObject([{ type: 'tool-result', callId: 'c' }]);
});
