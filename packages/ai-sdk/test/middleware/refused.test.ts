/** Requests that the provider refuses as too large: asked once more with less, and every other error left alone. */
import { DaybookError, isDaybookError } from '@daybook/core';
import { describe, expect, it } from 'vitest';
import { onRecord, stand, turns } from './daybooks.ts';
import {
  end,
  type Reply,
  refusal,
  type Sdk,
  type Settings,
  type StreamedPart,
  sdks,
  TOO_LARGE,
} from './sdks.ts';

const messages = turns(12, 30);
/** The list fits by daybook's figures, so only the refusal makes it smaller. */
const window = 5000;

const start: StreamedPart = { type: 'stream-start', warnings: [{ type: 'other', message: 'careful' }] };
const finish: StreamedPart = { type: 'finish', ...end('stop') };
const said = (text: string): StreamedPart[] => [
  { type: 'text-start', id: '1' },
  { type: 'text-delta', id: '1', delta: text },
  { type: 'text-end', id: '1' },
];
const error = (error: unknown): StreamedPart => ({ type: 'error', error });

/** What the application meets: the text, and every error. */
async function streamed(sdk: Sdk, settings: Settings) {
  const errors: unknown[] = [];
  const result = sdk.streamText({
    ...settings,
    onError: (event: { error: unknown }) => void errors.push(event.error),
  });
  // A stream that breaks, where a provider would say an error, leaves `text` waiting for ever in ai 6.
  const forever = new Promise<string>((resolve) => setTimeout(() => resolve('FOR EVER'), 300));
  const text = await Promise.race([Promise.resolve(result.text).catch(() => null), forever]);
  return { text, errors, result };
}

describe.each(sdks)('$name', (sdk) => {
  describe('generate', () => {
    it('refused far below the window that was set is asked once more with less', async () => {
      for (const set of [100_000, undefined]) {
        const { of, mock } = await stand(
          sdk,
          [refusal("This model's context is full: too many tokens, prompt is too long"), 'Fine.'],
          { window: set as number },
        );
        const result = await sdk
          .generateText(of('a', { messages: turns(40, 40) }))
          .catch((one: unknown) => one);
        expect(result).toMatchObject({ text: 'Fine.' });
        const [first, second] = mock.doGenerateCalls.map(({ prompt }) => JSON.stringify(prompt).length);
        expect(second).toBeLessThan(first ?? 0);
      }
    });

    it('is asked once more with a smaller request, and answers', async () => {
      const { daybook, of, mock, reports } = await stand(sdk, [refusal(TOO_LARGE), 'Fine.'], { window });
      const { text } = await sdk.generateText(of('a', { messages }));
      expect(text).toBe('Fine.');
      const [first, second] = mock.doGenerateCalls;
      expect(JSON.stringify(second?.prompt).length).toBeLessThan(JSON.stringify(first?.prompt).length);
      expect(second?.prompt.at(-1)).toEqual(first?.prompt.at(-1));
      expect(reports).toMatchObject([{ retried: true, failure: null }]);
      expect(reports[0]?.folds.length).toBeGreaterThan(0);
      expect((await onRecord(daybook, 'a')).at(-1)).toBe('assistant: Fine.');
    });

    it('refused twice throws provider-overflow with the refusal as its cause, and is told of', async () => {
      const second = refusal(TOO_LARGE);
      const { of, mock, reports } = await stand(sdk, [refusal(TOO_LARGE), second], { window });
      const thrown = await sdk
        .generateText(of('a', { messages, maxRetries: 2 }))
        .catch((one: unknown) => one);
      expect(isDaybookError(thrown, 'provider-overflow')).toBe(true);
      expect((thrown as Error).cause).toBe(second);
      expect(mock.doGenerateCalls).toHaveLength(2);
      expect(reports).toMatchObject([{ retried: true }]);
    });

    it('that cannot be made smaller is asked once', async () => {
      const refused = refusal(TOO_LARGE);
      const { of, mock } = await stand(sdk, [refused], { window });
      const thrown = await sdk.generateText(of('a', { prompt: 'Hi.' })).catch((one: unknown) => one);
      expect(isDaybookError(thrown, 'provider-overflow')).toBe(true);
      expect((thrown as Error).cause).toBe(refused);
      expect(mock.doGenerateCalls.length).toBeLessThanOrEqual(2);
    });

    it('keeps to the window that the refusal named, in later calls too', async () => {
      const named = refusal('prompt is too long: 9000 tokens > 2000 maximum');
      const { of, mock, reports } = await stand(sdk, [named, 'Fine.'], { window });
      await sdk.generateText(of('a', { messages }));
      await sdk.generateText(of('b', { messages }));
      expect(mock.doGenerateCalls).toHaveLength(3);
      expect(reports.map(({ tokens }) => tokens?.window)).toEqual([2000, 2000]);
    });

    it('is not asked again for what was no refusal by size, and the error is the very same', async () => {
      for (const thrown of [
        refusal('rate limit exceeded', 429),
        refusal('invalid api key', 401),
        new TypeError('fetch failed'),
        new DOMException('aborted', 'AbortError'),
        Object.assign(new Error('odd'), { cause: { cause: 1 } }),
      ]) {
        const { of, mock, reports } = await stand(sdk, [thrown]);
        expect(await sdk.generateText(of('a', { messages })).catch((one: unknown) => one)).toBe(thrown);
        expect(mock.doGenerateCalls).toHaveLength(1);
        expect(reports).toMatchObject([{ retried: false, failure: null }]);
      }
    });

    it('meets another error at the second request, and throws that', async () => {
      const other = refusal('invalid api key', 401);
      const { of } = await stand(sdk, [refusal(TOO_LARGE), other], { window });
      expect(await sdk.generateText(of('a', { messages })).catch((one: unknown) => one)).toBe(other);
    });

    it('retried by the SDK after a server error journals its answer once', async () => {
      const { daybook, of, mock } = await stand(
        sdk,
        [refusal('overloaded', 500), refusal(TOO_LARGE), 'Fine.'],
        { window },
      );
      const { text } = await sdk.generateText(of('a', { messages, maxRetries: 2 }));
      expect([text, mock.doGenerateCalls.length]).toEqual(['Fine.', 3]);
      const record = await onRecord(daybook, 'a');
      expect(record.filter((line) => line === 'assistant: Fine.')).toHaveLength(1);
      expect(
        record.filter((line) => line.startsWith(`user: ${messages[0]?.content}`)).length,
      ).toBeLessThanOrEqual(1);
      expect(await daybook.audit()).toMatchObject({ ok: true });
    });

    it('that ran out of room without a word is asked once more', async () => {
      const full = { content: [], finishReason: { unified: 'length', raw: 'model_context_window_exceeded' } };
      const { of, mock } = await stand(sdk, [full, 'Fine.'], { window });
      expect((await sdk.generateText(of('a', { messages }))).text).toBe('Fine.');
      const twice = await stand(sdk, [full], { window });
      expect((await sdk.generateText(twice.of('a', { messages }))).text).toBe('');
      expect([mock.doGenerateCalls.length, twice.mock.doGenerateCalls.length]).toEqual([2, 2]);
    });

    it('is known by wordings of the application', async () => {
      const odd = refusal('zu viele Worte');
      const overflow = [{ provider: 'odd', wording: /zu viele Worte/ }];
      const { of } = await stand(sdk, [odd, 'Fine.'], { window, overflow });
      expect((await sdk.generateText(of('a', { messages }))).text).toBe('Fine.');
    });

    it('is passed on untouched where the provider keeps the history', async () => {
      const refused = refusal(TOO_LARGE);
      const { of, mock, reports } = await stand(sdk, [refused], { window });
      const providerOptions = { daybook: { session: 'a' }, openai: { previousResponseId: 'r1' } };
      expect(
        await sdk.generateText(of('a', { messages, providerOptions })).catch((one: unknown) => one),
      ).toBe(refused);
      expect(mock.doGenerateCalls).toHaveLength(1);
      expect(reports).toMatchObject([{ mode: 'journal', server: 'openai.previousResponseId' }]);
    });
  });

  describe('a stream', () => {
    const refusals: [string, Reply][] = [
      ['rejects', refusal(TOO_LARGE)],
      ['begins with the error', { parts: [error(refusal(TOO_LARGE))] }],
      ['says the error behind its start', { parts: [start, error(refusal(TOO_LARGE))] }],
      [
        'says the error behind metadata and raw chunks',
        {
          parts: [
            start,
            { type: 'response-metadata', id: 'r' },
            { type: 'raw', rawValue: 1 },
            error(refusal(TOO_LARGE)),
            finish,
          ],
        },
      ],
      [
        'ends full without a word',
        {
          parts: [
            start,
            {
              type: 'finish',
              ...end('length'),
              finishReason: { unified: 'length', raw: 'model_context_window_exceeded' },
            },
          ],
        },
      ],
    ];

    it.each(refusals)('that %s is asked once more', async (_, refused) => {
      const answer = { parts: [start, ...said('Fine.'), finish] };
      const { daybook, of, mock, reports } = await stand(sdk, [refused, answer], { window });
      const { text, errors, result } = await streamed(sdk, of('a', { messages }));
      expect([text, errors]).toEqual(['Fine.', []]);
      expect(mock.doStreamCalls).toHaveLength(2);
      expect(reports).toMatchObject([{ retried: true, aborted: false, failure: null }]);
      expect((await result.providerMetadata).daybook).toEqual(reports[0]);
      expect((await onRecord(daybook, 'a')).at(-1)).toBe('assistant: Fine.');
    });

    it('that breaks with the refusal before a word is asked once more', async () => {
      const stream = new ReadableStream<StreamedPart>({
        pull: (controller) => controller.error(refusal(TOO_LARGE)),
      });
      const { of } = await stand(sdk, [{ stream }, 'Fine.'], { window });
      expect((await streamed(sdk, of('a', { messages }))).text).toBe('Fine.');
    });

    it('that cannot even be cancelled is asked once more', async () => {
      for (const cancel of [
        () => Promise.reject(new Error('odd')),
        () => new Promise<never>(() => undefined),
      ]) {
        const rest = [start, error(refusal(TOO_LARGE))];
        const pull = (controller: ReadableStreamDefaultController<StreamedPart>) =>
          controller.enqueue(rest.shift() as StreamedPart);
        const stream = new ReadableStream<StreamedPart>({ pull, cancel }, { highWaterMark: 0 });
        const { of } = await stand(sdk, [{ stream }, 'Fine.'], { window });
        expect((await streamed(sdk, of('a', { messages }))).text).toBe('Fine.');
      }
    });

    it.each(refusals)('that %s tells its warnings once', async (_, refused) => {
      const answer = { parts: [start, ...said('Fine.'), finish] };
      const { of } = await stand(sdk, [refused, answer], { window });
      const { result } = await streamed(sdk, of('a', { messages }));
      expect(await result.warnings).toEqual(start.warnings);
    });

    const twice = refusals
      .slice(0, 3)
      .flatMap(([name, first]) =>
        refusals.slice(0, 2).map(([other, second]) => [name, other, first, second] as const),
      );
    it.each(twice)(
      'that %s, and then %s, meets provider-overflow with the refusal as its cause',
      async (_, __, first, second) => {
        const { of, mock, reports } = await stand(sdk, [first, second], { window });
        const { text, errors } = await streamed(sdk, of('a', { messages }));
        expect(errors.map((one) => (one instanceof DaybookError ? one.code : String(one)))).toEqual([
          'provider-overflow',
        ]);
        expect((errors[0] as Error).cause).toMatchObject({ message: TOO_LARGE });
        expect(text ?? '').toBe('');
        expect(mock.doStreamCalls).toHaveLength(2);
        expect(reports).toMatchObject([{ retried: true }]);
      },
    );

    it('that meets another error when asked once more hands on that one', async () => {
      for (const [, first] of refusals.slice(0, 3)) {
        const other = refusal('invalid api key', 401);
        const { of } = await stand(sdk, [first, other], { window });
        const { text, errors } = await streamed(sdk, of('a', { messages }));
        expect(errors[0]).toBe(other);
        expect(text ?? '').toBe('');
      }
    });

    it('that cannot be made smaller meets provider-overflow as an error of the stream', async () => {
      for (const [, refused] of refusals.slice(0, 3)) {
        const { of } = await stand(sdk, [refused], { window });
        const { errors } = await streamed(sdk, of('a', { prompt: 'Hi.' }));
        expect(errors.map((one) => isDaybookError(one, 'provider-overflow'))).toEqual([true]);
      }
    });

    it.each([
      ['a word', said('Half')],
      ['an empty block', said('').slice(0, 1)],
      ['reasoning', [{ type: 'reasoning-start', id: 'r' }]],
      ['a call', [{ type: 'tool-input-start', id: 'c', toolName: 't' }]],
    ])('that refuses behind %s is not asked again', async (_, parts) => {
      const refused = refusal(TOO_LARGE);
      const { of, mock, reports } = await stand(
        sdk,
        [{ parts: [start, ...parts, error(refused)] }, 'Fine.'],
        { window },
      );
      const { errors } = await streamed(sdk, of('a', { messages }));
      expect(errors).toEqual([refused]);
      expect(errors[0]).toBe(refused);
      expect(mock.doStreamCalls).toHaveLength(1);
      expect(reports).toMatchObject([{ retried: false, aborted: true }]);
    });

    it('that fails otherwise hands on the very same error', async () => {
      for (const thrown of [
        refusal('invalid api key', 401),
        new TypeError('fetch failed'),
        { odd: true },
        'a text',
        null,
      ]) {
        const { of, mock } = await stand(sdk, [{ parts: [start, error(thrown), finish] }]);
        const result = sdk.streamText(of('a', { messages, onError: () => undefined }));
        const errors: unknown[] = [];
        for await (const part of result.fullStream) if (part.type === 'error') errors.push(part.error);
        expect(errors[0]).toBe(thrown);
        expect(mock.doStreamCalls).toHaveLength(1);
      }
      const rejected = refusal('invalid api key', 401);
      const { of } = await stand(sdk, [rejected]);
      const { errors } = await streamed(sdk, of('a', { messages }));
      expect(errors[0]).toBe(rejected);
    });
  });
});
