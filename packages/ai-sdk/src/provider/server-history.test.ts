import fc from 'fast-check';
import { expect, test } from 'vitest';
import { serverHistoryOf } from './server-history.ts';

const compaction = [{ type: 'compaction', compactThreshold: 200_000 }];
const edits = (...types: string[]) => ({ edits: types.map((type) => ({ type })) });

test.each([
  ['openai.responses', { openai: { contextManagement: compaction } }, 'openai.contextManagement', 'full'],
  ['openai.responses', { openai: { compactionTrigger: true } }, 'openai.compactionTrigger', 'full'],
  ['openai.responses', { openai: { previousResponseId: 'resp_1' } }, 'openai.previousResponseId', 'delta'],
  ['openai.responses', { openai: { conversation: 'conv_1' } }, 'openai.conversation', 'delta'],
  [
    'openai.responses',
    { openai: { contextManagement: compaction, previousResponseId: 'resp_1' } },
    'openai.previousResponseId',
    'delta',
  ],
  ['azure.responses', { azure: { previousResponseId: 'resp_1' } }, 'azure.previousResponseId', 'delta'],
  ['azure-openai.responses', { openai: { compactionTrigger: true } }, 'openai.compactionTrigger', 'full'],
  ['own.responses', { openai: { conversation: 'conv_1' } }, 'openai.conversation', 'delta'],
  ['xai.responses', { xai: { previousResponseId: 'resp_1' } }, 'xai.previousResponseId', 'delta'],
  [
    'anthropic.messages',
    { anthropic: { contextManagement: edits('compact_20260112') } },
    'anthropic.contextManagement',
    'full',
  ],
  [
    'anthropic.messages',
    { anthropic: { contextManagement: edits('clear_tool_uses_20250919') } },
    'anthropic.contextManagement',
    'full',
  ],
  [
    'anthropic.messages',
    { anthropic: { contextManagement: edits('clear_thinking_20251015', 'compact_20260112') } },
    'anthropic.contextManagement',
    'full',
  ],
  [
    'anthropic.messages',
    { anthropic: { compaction: { type: 'summarize' } } },
    'anthropic.compaction',
    'full',
  ],
  [
    'anthropic.messages',
    { anthropic: { thread: { type: 'continue', previousMessageId: 'msg_1' } } },
    'anthropic.thread',
    'delta',
  ],
  [
    'vertex.anthropic.messages',
    { vertex: { compaction: { type: 'summarize' } } },
    'vertex.compaction',
    'full',
  ],
  [
    'googleVertex.anthropic.messages',
    { vertex: { compaction: { type: 'summarize' } } },
    'vertex.compaction',
    'full',
  ],
  [
    'bedrock.anthropic.messages',
    { anthropic: { compaction: { type: 'summarize' } } },
    'anthropic.compaction',
    'full',
  ],
  [
    'own.messages',
    { own: { contextManagement: edits('compact_20260112') } },
    'own.contextManagement',
    'full',
  ],
  [
    'google.generative-ai.interactions',
    { google: { previousInteractionId: 'i_1' } },
    'google.previousInteractionId',
    'delta',
  ],
  ['gateway', { anthropic: { compaction: { type: 'summarize' } } }, 'anthropic.compaction', 'full'],
  ['mock-provider', { openai: { conversation: 'conv_1' } }, 'openai.conversation', 'delta'],
  [undefined, { azure: { conversation: 'conv_1' } }, 'azure.conversation', 'delta'],
])('%s leaves the history to the provider: %j', (provider, options, option, history) => {
  expect(serverHistoryOf(options, provider)).toEqual({ option, history });
});

test.each([
  ['openai.responses', undefined],
  ['openai.responses', {}],
  ['openai.responses', { openai: {} }],
  ['openai.responses', { openai: { store: true, truncation: 'auto', reasoningEffort: 'high' } }],
  [
    'openai.responses',
    { openai: { previousResponseId: null, conversation: undefined, contextManagement: null } },
  ],
  [
    'openai.responses',
    {
      openai: { previousResponseId: '', conversation: ' ', contextManagement: [], compactionTrigger: false },
    },
  ],
  ['openai.responses', { openai: { contextManagement: [{ type: 'other' }] } }],
  ['openai.responses', { anthropic: { compaction: { type: 'summarize' } } }],
  ['xai.responses', { openai: { previousResponseId: 'resp_1' } }],
  ['openai.chat', { openai: { previousResponseId: 'resp_1' } }],
  ['anthropic.messages', { openai: { previousResponseId: 'resp_1' } }],
  ['anthropic.messages', { anthropic: { contextManagement: { edits: [] }, compaction: null } }],
  ['anthropic.messages', { anthropic: { contextManagement: edits('clear_thinking_20251015') } }],
  ['anthropic.messages', { anthropic: { thread: { type: 'create' } } }],
  ['anthropic.messages', { anthropic: { cacheControl: { type: 'ephemeral' } } }],
  [
    'google.generative-ai',
    { google: { cachedContent: 'cachedContents/1' }, openai: { conversation: 'conv_1' } },
  ],
  ['mistral.chat', { openai: { conversation: 'conv_1' } }],
  ['gateway', { tracing: { conversation: 'conv_1' }, daybook: { session: 's' } }],
])('%s keeps no history: %j', (provider, options) => {
  expect(serverHistoryOf(options, provider)).toBeNull();
});

test('no value throws', () => {
  const trap = {
    get openai(): unknown {
      throw new Error('no');
    },
  };
  expect(serverHistoryOf(trap, 'openai.responses')).toBeNull();
  fc.assert(
    fc.property(fc.anything(), fc.string(), (value, provider) => {
      serverHistoryOf(value, value as string);
      serverHistoryOf({ openai: value, anthropic: value }, provider);
      serverHistoryOf({
        openai: { contextManagement: value, conversation: value },
        anthropic: { contextManagement: { edits: value } },
      });
    }),
  );
});
