/** The AI SDK as the adapter kit opens it: each supported version with each way to use daybook in it. */
import type { OpaquePart } from '@daybook/core';
import type { AdapterHarness } from '@daybook/testkit';
import { daybookMiddleware, wrap } from '../../src/index.ts';
import { type Sdk, sdks } from '../middleware/sdks.ts';
import { Application, type Framework } from './application.ts';
import { modelOf } from './scripted.ts';

const [ai7, ai6] = sdks as [Sdk, Sdk];

/** What OpenAI's package makes of the item that the provider put in the place of the history. */
const openaiItem: OpaquePart = {
  type: 'opaque',
  provider: 'openai',
  item: {
    type: 'custom',
    kind: 'openai.compaction',
    providerOptions: { openai: { type: 'compaction', itemId: 'cmp_vault', encryptedContent: 'c2VhbGVk' } },
  },
};

/** Version 6.0.0 knows no parts of a provider's own kind, but Anthropic's summary comes as text. */
const anthropicItem: OpaquePart = {
  type: 'opaque',
  provider: 'anthropic',
  item: {
    type: 'text',
    text: 'So far pages of a catalogue were looked at.',
    providerOptions: { anthropic: { type: 'compaction' } },
  },
};

export const harnesses: readonly AdapterHarness[] = [
  harnessOf('ai 7, wrap', openaiItem, {
    sdk: ai7,
    approvals: 'by-call',
    adapterOf: ({ daybook, window, model: kitModel }) => {
      const model = modelOf(ai7, kitModel) as unknown as Parameters<typeof wrap>[0];
      return (names) => {
        const session = daybook.session(names as { session: string });
        return { model: wrap(model, session, { window }) };
      };
    },
  }),
  harnessOf('ai 7, middleware', openaiItem, byMiddleware(ai7, 'by-call')),
  harnessOf('ai 6.0.0, middleware', anthropicItem, byMiddleware(ai6, 'by-tool')),
];

function byMiddleware(sdk: Sdk, approvals: Framework['approvals']): Framework {
  return {
    sdk,
    approvals,
    adapterOf: ({ daybook, window, model: kitModel }) => {
      const middleware = daybookMiddleware({ daybook, window });
      const model = sdk.wrapLanguageModel({ model: modelOf(sdk, kitModel), middleware });
      return (names) => ({ model, providerOptions: { daybook: names } });
    },
  };
}

function harnessOf(name: string, opaque: OpaquePart, framework: Framework): AdapterHarness {
  return {
    name,
    opaque,
    open: async (setup) => new Application(framework, setup, [], framework.adapterOf(setup)),
  };
}
