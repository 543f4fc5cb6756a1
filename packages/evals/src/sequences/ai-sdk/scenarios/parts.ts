/** Parts that are not plain words: files, reasoning with signatures, provider items, empty answers. */
import { tool } from 'ai';
import { z } from 'zod';
import { assistant, call, intent, result, user } from '../intent.ts';
import { converseStreaming } from '../programs.ts';
import { answers, type Scenario, says, text, toolCall } from '../scenario.ts';

/** The smallest PNG: one transparent pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

export const parts: readonly Scenario[] = [
  {
    name: 'reasoning-with-signatures',
    about: 'Signed reasoning stands before every call and answer and is handed back with them.',
    intent: intent([
      user('Which is heavier, the red or the blue crate?'),
      call('w1'),
      result({ kg: 12 }),
      call('w2'),
      result({ kg: 14 }),
      assistant('The blue one.'),
      user('By how much?'),
      assistant('Two kilograms.'),
    ]),
    answers: [
      answers(reasoning('Weigh the red crate first.', 'c2lnLTE='), toolCall('w1', 'weigh', { crate: 'red' })),
      answers(reasoning('Now the blue one.', 'c2lnLTI='), toolCall('w2', 'weigh', { crate: 'blue' })),
      answers(reasoning('14 is more than 12.', 'c2lnLTM='), text('The blue one.')),
      answers(redacted('b3BhcXVl'), text('Two kilograms.')),
    ],
    run: (model) => {
      const weigh = tool({
        inputSchema: z.object({ crate: z.string() }),
        execute: ({ crate }) => ({ kg: crate === 'red' ? 12 : 14 }),
      });
      return converseStreaming(model, ['Which is heavier, the red or the blue crate?', 'By how much?'], {
        weigh,
      });
    },
  },
  {
    name: 'files',
    about: 'The user sends an image by its bytes and a document by its URL; a tool returns an image.',
    intent: intent([
      user('What is on the picture?'),
      assistant('A single clear pixel.'),
      user('Does the manual name it?'),
      call('r1'),
      result('Page 1'),
      assistant('Yes, on page 1.'),
      user('Thanks.'),
      assistant('You are welcome.'),
    ]),
    answers: [
      says('A single clear pixel.'),
      answers(toolCall('r1', 'render', { page: 1 })),
      says('Yes, on page 1.'),
      says('You are welcome.'),
    ],
    run: async (model) => {
      const render = tool({
        inputSchema: z.object({ page: z.number() }),
        execute: ({ page }) => ({ page }),
        toModelOutput: ({ output }) => ({
          type: 'content',
          value: [
            { type: 'text', text: `Page ${output.page}` },
            { type: 'file', mediaType: 'image/png', data: { type: 'data', data: PIXEL.toString('base64') } },
          ],
        }),
      });
      await converseStreaming(
        model,
        [
          [
            { type: 'text', text: 'What is on the picture?' },
            { type: 'file', mediaType: 'image/png', data: new Uint8Array(PIXEL), filename: 'pixel.png' },
          ],
          [
            {
              type: 'file',
              mediaType: 'application/pdf',
              data: new URL('https://files.example/manual.pdf'),
            },
            { type: 'text', text: 'Does the manual name it?' },
          ],
          'Thanks.',
        ],
        { render },
      );
    },
  },
  {
    name: 'generated-file',
    about: 'The model answers with an image.',
    intent: intent([
      user('Draw a dot.'),
      assistant('Here it is.'),
      user('Smaller.'),
      assistant('It cannot be smaller.'),
    ]),
    answers: [
      answers(text('Here it is.'), {
        type: 'file',
        mediaType: 'image/png',
        data: { type: 'data', data: new Uint8Array(PIXEL) },
      }),
      says('It cannot be smaller.'),
    ],
    run: (model) => converseStreaming(model, ['Draw a dot.', 'Smaller.']),
  },
  {
    name: 'empty-answer',
    about: 'The model answers nothing, and a second time with blank text.',
    intent: intent([
      user('Say nothing.'),
      user('Are you there?'),
      assistant('   '),
      user('Hello?'),
      assistant('Hello.'),
    ]),
    answers: [answers(), says('   '), says('Hello.')],
    run: (model) => converseStreaming(model, ['Say nothing.', 'Are you there?', 'Hello?']),
  },
  {
    name: 'answer-with-sources',
    about: 'The answer names its sources; the SDK does not hand them back.',
    intent: intent([
      user('How long is the canal?'),
      assistant('43 kilometres.'),
      user('Thanks.'),
      assistant('You are welcome.'),
    ]),
    answers: [
      answers(
        {
          type: 'source',
          sourceType: 'url',
          id: 'source-1',
          url: 'https://canals.example/',
          title: 'Canals',
        },
        text('43 kilometres.'),
      ),
      says('You are welcome.'),
    ],
    run: (model) => converseStreaming(model, ['How long is the canal?', 'Thanks.']),
  },
  {
    name: 'openai-compaction-item',
    about: 'The provider compacts on its side and answers with a sealed custom part that must come back.',
    intent: intent([
      user('Go on with the translation.'),
      assistant('Chapter two is done.'),
      user('And chapter three?'),
      assistant('Started.'),
    ]),
    answers: [
      answers(
        {
          type: 'custom',
          kind: 'openai.compaction',
          providerMetadata: {
            openai: { type: 'compaction', itemId: 'cmp_1', encryptedContent: 'c2VhbGVkIHdpbmRvdw==' },
          },
        },
        text('Chapter two is done.'),
      ),
      says('Started.'),
    ],
    run: (model) => converseStreaming(model, ['Go on with the translation.', 'And chapter three?']),
  },
  {
    name: 'anthropic-compaction-text',
    about: 'The provider compacts on its side; its summary is a text part that is marked in the metadata.',
    intent: intent([
      user('Go on with the inventory.'),
      assistant('Shelf four is counted.'),
      user('And shelf five?'),
      assistant('Next.'),
    ]),
    answers: [
      answers(
        {
          type: 'text',
          text: 'Shelves one to three were counted.',
          providerMetadata: { anthropic: { type: 'compaction', signature: 'c2lnbmVk' } },
        },
        text('Shelf four is counted.'),
      ),
      says('Next.'),
    ],
    run: (model) => converseStreaming(model, ['Go on with the inventory.', 'And shelf five?']),
  },
];

function reasoning(thought: string, signature: string) {
  return { type: 'reasoning' as const, text: thought, providerMetadata: { anthropic: { signature } } };
}

/** Reasoning that the provider keeps to itself: no text, only its sealed form. */
function redacted(redactedData: string) {
  return { type: 'reasoning' as const, text: '', providerMetadata: { anthropic: { redactedData } } };
}
