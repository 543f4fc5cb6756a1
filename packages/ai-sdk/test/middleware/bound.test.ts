/** A model bound to one session, by `wrap`, beside whichever major of `ai` is installed. */
import { isDaybookError, openDaybook } from '@daybook/core';
import { memoryStore } from '@daybook/core/memory';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { CallReport } from '../../src/index.ts';
import { onRecord } from './daybooks.ts';
import { provider, sdks } from './sdks.ts';

afterEach(() => {
  vi.doUnmock('ai');
  vi.resetModules();
});

describe.each(sdks)('$name', (sdk) => {
  async function bound(...replies: Parameters<typeof provider>[1][]) {
    vi.resetModules();
    if (sdk.name !== 'ai 7') vi.doMock('ai', () => import('ai-lowest'));
    const { wrap } = await import('../../src/index.ts');
    const daybook = await openDaybook({ store: memoryStore() });
    const reports: CallReport[] = [];
    const mock = provider(sdk, ...replies);
    const options = { window: 4000, onCall: (report: CallReport) => reports.push(report) };
    const boundTo = (session: string, lane?: string): unknown =>
      wrap(mock as never, daybook.session({ session, ...(lane && { lane }) }), options);
    return { daybook, reports, mock, boundTo };
  }

  it('answers in its session, streams in it, and gives no provider a word of it', async () => {
    const { daybook, boundTo, mock } = await bound('Fine.', 'Good.');
    const model = boundTo('a');
    expect((await sdk.generateText({ model, prompt: 'Hi.' })).text).toBe('Fine.');
    const messages = [
      { role: 'user', content: 'Hi.' },
      { role: 'assistant', content: 'Fine.' },
      { role: 'user', content: 'And now?' },
    ];
    expect(await sdk.streamText({ model, messages }).text).toBe('Good.');
    expect(await onRecord(daybook, 'a')).toEqual([
      'user: Hi.',
      'assistant: Fine.',
      'user: And now?',
      'assistant: Good.',
    ]);
    expect(JSON.stringify([mock.doGenerateCalls, mock.doStreamCalls])).not.toContain('daybook');
  });

  it('refuses a call that names a session all the same', async () => {
    const { daybook, boundTo } = await bound('Fine.');
    const providerOptions = { daybook: { session: 'a' } };
    const thrown = await sdk
      .generateText({ model: boundTo('a'), prompt: 'Hi.', providerOptions })
      .catch((error: unknown) => error);
    expect(thrown).toMatchObject({ code: 'invalid-input' });
    expect(isDaybookError(thrown) || thrown instanceof Error).toBe(true);
    expect(await daybook.sessions()).toEqual([]);
  });

  it('is known by the name of the model that it wraps', async () => {
    const { boundTo, mock } = await bound('Fine.');
    const { provider: name, modelId } = mock as unknown as { provider: string; modelId: string };
    expect(boundTo('a')).toMatchObject({ provider: name, modelId });
  });

  it('keeps a sub-agent in a lane of its own', async () => {
    const { daybook, reports, boundTo } = await bound(
      {
        content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'delegate', input: '{}' }],
        finishReason: { unified: 'tool-calls', raw: undefined },
      },
      'Found by the helper.',
      'Done.',
    );
    const tools = {
      delegate: sdk.tool({
        inputSchema: z.object({}),
        execute: async () =>
          (await sdk.generateText({ model: boundTo('a', 'helper'), prompt: 'Find it.' })).text,
      }),
    };
    const result = await sdk.generateText({
      model: boundTo('a', 'main'),
      prompt: 'Go.',
      tools,
      stopWhen: sdk.steps(3),
    });
    expect(result.text).toBe('Done.');
    expect(reports.map(({ lane }) => lane)).toEqual(['main', 'helper', 'main']);
    const { messages } = await daybook.session({ session: 'a', lane: 'helper' }).view();
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
    expect(await daybook.audit()).toMatchObject({ ok: true });
  });

  it('serves an agent, also while it streams', async () => {
    const { reports, boundTo } = await bound('Fine.');
    const agent = sdk.agent({ model: boundTo('a'), instructions: 'Be brief.' });
    expect((await agent.generate({ prompt: 'Hi.' })).text).toBe('Fine.');
    expect(await (await agent.stream({ prompt: 'Hi.' })).text).toBe('Fine.');
    expect(reports.map(({ failure }) => failure)).toEqual([null, null]);
  });
});
