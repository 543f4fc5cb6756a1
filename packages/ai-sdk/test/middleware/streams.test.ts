/** Streams that end before their end: broken, stopped, cancelled, never read. What was said is on record as cut short. */
import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { journaled, onRecord, stand } from './daybooks.ts';
import { end, type Sdk, type Settings, type StreamedPart, sdks } from './sdks.ts';

const start: StreamedPart = { type: 'stream-start', warnings: [] };
const finish: StreamedPart = { type: 'finish', ...end('stop') };
const delta = (text: string): StreamedPart => ({ type: 'text-delta', id: '1', delta: text });
const open: StreamedPart = { type: 'text-start', id: '1' };
const close: StreamedPart = { type: 'text-end', id: '1' };

const unhandled: unknown[] = [];
const onUnhandled = (reason: unknown): void => void unhandled.push(reason);
beforeEach(() => void process.on('unhandledRejection', onUnhandled));
afterEach(async () => {
  await settled();
  process.off('unhandledRejection', onUnhandled);
  expect(unhandled.splice(0)).toEqual([]);
});

/** Everything that is on its way has arrived. */
async function settled(): Promise<void> {
  for (let at = 0; at < 20; at++) await new Promise((resolve) => setImmediate(resolve));
}

/** A stream that gives parts and then does as it is told. */
function flow(
  parts: readonly StreamedPart[],
  then: (controller: ReadableStreamDefaultController<StreamedPart>) => unknown,
) {
  const rest = [...parts];
  const told = { cancelled: undefined as unknown, pulls: 0 };
  const stream = new ReadableStream<StreamedPart>(
    {
      async pull(controller) {
        told.pulls++;
        const part = rest.shift();
        if (part) controller.enqueue(part);
        else await then(controller);
      },
      cancel(reason) {
        told.cancelled = reason ?? true;
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, told };
}
const never = () => new Promise(() => undefined);

async function partsOf(stream: AsyncIterable<StreamedPart>): Promise<StreamedPart[]> {
  const parts: StreamedPart[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

/** The model's own stream, without the SDK's functions around it. */
async function rawStream(
  sdk: Sdk,
  model: unknown,
  settings: Settings = {},
): Promise<ReadableStream<StreamedPart>> {
  const { stream } = await (
    model as { doStream(params: unknown): Promise<{ stream: ReadableStream<StreamedPart> }> }
  ).doStream({
    prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hi.' }] }],
    providerOptions: { daybook: { session: 'a' } },
    ...settings,
  });
  expect(sdk.name).toBeTypeOf('string');
  return stream;
}

describe.each(sdks)('$name', (sdk) => {
  it('hands on each part as the same object, and only the last with a report', async () => {
    const parts = [start, { type: 'response-metadata', id: 'r' }, open, delta('Fine.'), close, finish];
    const { model, reports } = await stand(sdk, [{ parts }]);
    const got = await partsOf(await rawStream(sdk, model));
    for (const [at, part] of got.slice(0, -1).entries()) expect(part).toBe(parts[at]);
    expect(got.at(-1)).toEqual({ ...finish, providerMetadata: { daybook: reports[0] } });
  });

  it('is asked for no part before the application wants it', async () => {
    const { stream, told } = flow([start, open, delta('a')], never);
    const { model } = await stand(sdk, [{ stream }]);
    const reader = (await rawStream(sdk, model)).getReader();
    await settled();
    expect(told.pulls).toBe(0);
    await reader.read();
    await settled();
    expect(told.pulls).toBe(1);
    await reader.cancel();
  });

  it('that breaks gives what came, then the very error; both are on record', async () => {
    const broken = new TypeError('terminated');
    const { stream } = flow([start, open, delta('Half a'), delta(' sentence')], (controller) =>
      controller.error(broken),
    );
    const { daybook, model, reports } = await stand(sdk, [{ stream }]);
    const got: StreamedPart[] = [];
    const reading = (async () => {
      for await (const part of await rawStream(sdk, model)) got.push(part);
    })();
    expect(await reading.catch((error: unknown) => error)).toBe(broken);
    expect(got).toHaveLength(4);
    expect(reports).toMatchObject([{ aborted: true, failure: null }]);
    expect((await journaled(daybook, 'a')).join()).toContain('Half a sentence');
    expect(await daybook.audit()).toMatchObject({ ok: true });
  });

  it('that breaks is a failed call for streamText, and the next call goes on', async () => {
    const { stream } = flow([start, open, delta('Half')], (controller) =>
      controller.error(new TypeError('terminated')),
    );
    const { daybook, of, reports } = await stand(sdk, [{ stream }, 'Whole.']);
    const first = sdk.streamText(of('a', { prompt: 'Hi.' }));
    await Promise.resolve(first.consumeStream()).catch(() => undefined);
    for (const later of [first.text, first.response, first.steps, first.providerMetadata])
      void Promise.resolve<unknown>(later).catch(() => undefined);
    await sdk.streamText(of('a', { prompt: 'Hi.' })).text;
    expect(reports.map(({ aborted, branch }) => [aborted, branch])).toEqual([
      [true, 'main'],
      [false, 'main'],
    ]);
    expect((await onRecord(daybook, 'a')).at(-1)).toBe('assistant: Whole.');
    expect(await daybook.audit()).toMatchObject({ ok: true });
  });

  it('without a finish part is on record as cut short', async () => {
    const { daybook, model, reports } = await stand(sdk, [{ parts: [start, open, delta('Half')] }]);
    expect(await partsOf(await rawStream(sdk, model))).toHaveLength(3);
    expect(reports).toMatchObject([{ aborted: true }]);
    expect((await journaled(daybook, 'a')).join()).toContain('Half');
  });

  it('without anything at all is told of once', async () => {
    const { model, reports, daybook } = await stand(sdk, [{ parts: [] }]);
    expect(await partsOf(await rawStream(sdk, model))).toEqual([]);
    expect(reports).toMatchObject([{ aborted: true, failure: null }]);
    expect(await onRecord(daybook, 'a')).toEqual(['user: Hi.']);
  });

  it('with an error and then a finish is cut short, with its usage on record', async () => {
    const parts = [start, open, delta('Half'), { type: 'error', error: new Error('odd') }, finish];
    const { daybook, model, reports } = await stand(sdk, [{ parts }]);
    const got = await partsOf(await rawStream(sdk, model));
    expect(got.at(-1)).toMatchObject({ providerMetadata: { daybook: { aborted: true } } });
    expect(reports).toHaveLength(1);
    expect((await journaled(daybook, 'a')).join()).toContain('Half');
  });

  it('that the reader cancels is cancelled at the provider, and on record', async () => {
    const { stream, told } = flow([start, open, delta('Half')], never);
    const { daybook, model, reports } = await stand(sdk, [{ stream }]);
    const reader = (await rawStream(sdk, model)).getReader();
    for (let at = 0; at < 3; at++) await reader.read();
    await reader.cancel('enough');
    expect(told.cancelled).toBe('enough');
    expect(reports).toMatchObject([{ aborted: true }]);
    expect((await journaled(daybook, 'a')).join()).toContain('Half');
  });

  it('that is cancelled while a part is on its way leaves no error behind', async () => {
    let give = (): void => undefined;
    const { stream } = flow(
      [start],
      (controller) =>
        new Promise<void>((resolve) => {
          give = () => {
            try {
              controller.enqueue(open);
            } catch {}
            resolve();
          };
        }),
    );
    const { model, reports } = await stand(sdk, [{ stream }]);
    const reader = (await rawStream(sdk, model)).getReader();
    await reader.read();
    const waiting = reader.read();
    await settled();
    await reader.cancel();
    give();
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(reports).toMatchObject([{ aborted: true }]);
  });

  it('that nobody reads journals the question, and nothing of an answer', async () => {
    const { daybook, model, reports } = await stand(sdk, [
      { parts: [start, open, delta('a'), close, finish] },
    ]);
    await rawStream(sdk, model);
    await settled();
    expect(reports).toEqual([]);
    expect(await onRecord(daybook, 'a')).toEqual(['user: Hi.']);
  });

  it('that nobody reads is told of when its call is aborted', async () => {
    const { model, reports } = await stand(sdk, [{ parts: [start, finish] }]);
    const controller = new AbortController();
    await rawStream(sdk, model, { abortSignal: controller.signal });
    controller.abort();
    await settled();
    expect(reports).toMatchObject([{ aborted: true }]);
  });

  it('that is aborted in the middle is on record with what was said, and the next call goes on', async () => {
    const controller = new AbortController();
    const { stream } = flow([start, open, delta('Half a'), delta(' sentence')], (flowing) =>
      controller.signal.addEventListener('abort', () => flowing.error(controller.signal.reason)),
    );
    const { daybook, of, reports } = await stand(sdk, [{ stream }, 'Whole.']);
    const result = sdk.streamText(of('a', { prompt: 'Hi.', abortSignal: controller.signal }));
    for await (const part of result.fullStream)
      if (part.type === 'text-delta' && JSON.stringify(part).includes('sentence')) controller.abort();
    await settled();
    for (const later of [result.text, result.response, result.steps, result.providerMetadata])
      void Promise.resolve<unknown>(later).catch(() => undefined);
    expect(reports).toMatchObject([{ aborted: true, failure: null }]);
    expect((await journaled(daybook, 'a')).join()).toContain('Half a sentence');
    const messages = [
      { role: 'user', content: 'Hi.' },
      { role: 'assistant', content: 'Half a sentence' },
      { role: 'user', content: 'Go on.' },
    ];
    expect(await sdk.streamText(of('a', { messages })).text).toBe('Whole.');
    expect(reports[1]).toMatchObject({ branch: 'main', aborted: false });
    expect(await daybook.audit()).toMatchObject({ ok: true });
  });

  it('that is aborted while the provider opens it is told of', async () => {
    const controller = new AbortController();
    const { model, reports } = await stand(sdk, [
      () => {
        controller.abort();
        return { parts: [start, finish] };
      },
    ]);
    await rawStream(sdk, model, { abortSignal: controller.signal }).catch(() => undefined);
    await settled();
    expect(reports).toMatchObject([{ aborted: true }]);
  });

  it('that has ended no longer listens to the signal', async () => {
    const { signal } = new AbortController();
    const { model, reports } = await stand(sdk, ['Fine.']);
    for (let at = 0; at < 5; at++) await partsOf(await rawStream(sdk, model, { abortSignal: signal }));
    expect(reports).toHaveLength(5);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('with a signal that is aborted already asks the provider, who decides', async () => {
    const signal = AbortSignal.abort(new DOMException('stop', 'AbortError'));
    const { daybook, of, reports } = await stand(sdk, [
      ({ abortSignal }) => {
        (abortSignal as AbortSignal).throwIfAborted();
        return 'never';
      },
    ]);
    const thrown = await sdk
      .generateText(of('a', { prompt: 'Hi.', abortSignal: signal }))
      .catch((error: unknown) => error);
    expect(thrown).toMatchObject({ name: 'AbortError' });
    const result = sdk.streamText(of('b', { prompt: 'Hi.', abortSignal: signal }));
    for (const later of [
      result.consumeStream(),
      result.text,
      result.response,
      result.steps,
      result.providerMetadata,
    ])
      void Promise.resolve<unknown>(later).catch(() => undefined);
    await settled();
    expect(reports.length).toBeLessThanOrEqual(2);
    expect(await daybook.audit()).toMatchObject({ ok: true });
  });

  it('may be read twice at once, and is told of once', async () => {
    const { of, reports } = await stand(sdk, ['The ferry goes at nine.']);
    const result = sdk.streamText(of('a', { prompt: 'When?' }));
    const [one, other] = await Promise.all([result.text, partsOf(result.fullStream)]);
    expect(one).toBe('The ferry goes at nine.');
    expect(other.length).toBeGreaterThan(4);
    expect(reports).toHaveLength(1);
  });
});
