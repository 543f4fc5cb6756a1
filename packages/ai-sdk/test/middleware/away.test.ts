/**
 * A store that fails, hangs or is away, and an application that throws: the answer is the application's all the same.
 * Covers: F5, F6
 */
import { DaybookError, isDaybookError, openDaybook } from '@daybook/core';
import { memoryStore } from '@daybook/core/memory';
import type { Store } from '@daybook/core/store';
import { everyFault } from '@daybook/testkit';
import { describe, expect, it } from 'vitest';
import { onRecord, stand, turns, words } from './daybooks.ts';
import { refusal, type Sdk, type Settings, sdks } from './sdks.ts';

const ways = ['generate', 'stream'] as const;
const both = sdks.flatMap((sdk) => ways.map((way) => ({ name: `${way} of ${sdk.name}`, sdk, way })));
const ask = {
  generate: async (sdk: Sdk, settings: Settings) => (await sdk.generateText(settings)).text,
  stream: (sdk: Sdk, settings: Settings) => Promise.resolve(sdk.streamText(settings).text),
};

/** What each operation of a store does; `through` is what it would do. */
function storeThat(
  does: (name: string, through: () => Promise<unknown>) => Promise<unknown>,
  inner = memoryStore(),
): Store {
  return new Proxy(inner, {
    get(target, name) {
      const member = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...given: unknown[]) => does(String(name), () => Promise.resolve(member.apply(target, given)));
    },
  });
}
const gone = () => Promise.reject(new DaybookError('store-unavailable', 'the store is away'));
/** Well before the runner gives up, so that a call that waits for ever says so. */
function soon<Value>(work: PromiseLike<Value>): Promise<Value | 'FOR EVER'> {
  const forever = new Promise<'FOR EVER'>((resolve) => setTimeout(() => resolve('FOR EVER'), 1500));
  return Promise.race([work, forever]);
}

describe.each(both)('$name', ({ sdk, way }) => {
  it('gives every answer whatever operation of the store fails, and the next call completes the record', async () => {
    let degraded = 0;
    const met = await everyFault(memoryStore, async (store) => {
      const { of, reports } = await stand(sdk, [({ prompt }) => `Answer to ${prompt.length}.`], {
        store,
        window: 1200,
      });
      const messages: { role: string; content: string }[] = [];
      for (let at = 0; at < 5; at++) {
        messages.push({ role: 'user', content: `Question ${at}: ${words(60)}` });
        const text = await ask[way](sdk, of('a', { messages: [...messages] }));
        expect(text).toMatch(/^Answer to \d+\.$/);
        messages.push({ role: 'assistant', content: text });
      }
      expect(reports).toHaveLength(5);
      degraded += reports.filter(({ failure }) => failure).length;
      const found = await openDaybook({ store: store.inner });
      expect((await found.audit()).findings).toEqual([]);
      const next = await stand(sdk, ['Last.'], { store: store.inner, window: 100_000 });
      messages.push({ role: 'user', content: 'Go on.' });
      await ask[way](sdk, next.of('a', { messages }));
      expect(next.reports[0]).toMatchObject({ failure: null });
      const handed = messages.map(({ role, content }) => `${role}: ${content}`);
      expect(await onRecord(next.daybook, 'a')).toEqual([...handed, 'assistant: Last.']);
      expect((await next.daybook.audit()).findings).toEqual([]);
    });
    expect(met).toBeGreaterThan(40);
    expect(degraded).toBeGreaterThan(40);
  }, 120_000);

  it('answers without its store, shortens what does not fit, and journals it all when the store is back', async () => {
    let away = true;
    const store = storeThat((_, through) => (away ? gone() : through()));
    const { daybook, of, mock, reports } = await stand(sdk, ['Fine.'], { store, window: 1200 });
    const messages = turns(12, 4, 70);
    expect(await ask[way](sdk, of('a', { messages }))).toBe('Fine.');
    expect(reports).toMatchObject([
      {
        mode: 'degraded',
        lane: null,
        branch: null,
        revision: null,
        failure: { code: 'store-unavailable', at: 'sync' },
      },
    ]);
    const [params] = way === 'generate' ? mock.doGenerateCalls : mock.doStreamCalls;
    expect(params?.prompt.length).toBeLessThan(messages.length);
    expect(params?.prompt.at(-1)?.content).toMatchObject([{ text: messages.at(-1)?.content }]);
    away = false;
    await ask[way](
      sdk,
      of('a', {
        messages: [...messages, { role: 'assistant', content: 'Fine.' }, { role: 'user', content: 'And?' }],
      }),
    );
    expect(reports[1]).toMatchObject({ mode: 'view', failure: null });
    expect((await onRecord(daybook, 'a')).length).toBeGreaterThan(1);
    expect(await daybook.audit()).toMatchObject({ ok: true });
  });

  it('gives an answer that could not be journaled, and says so', async () => {
    let appends = 0;
    const store = storeThat((name, through) => (name === 'append' && ++appends > 1 ? gone() : through()));
    const { daybook, of, reports } = await stand(sdk, ['Fine.'], { store });
    expect(await ask[way](sdk, of('a', { prompt: 'Hi.' }))).toBe('Fine.');
    expect(reports).toMatchObject([{ mode: 'view', failure: { code: 'store-unavailable', at: 'report' } }]);
    expect(await onRecord(daybook, 'a')).toEqual(['user: Hi.']);
  });

  it('asks nobody without a store when the application wants to fail, but keeps an answer', async () => {
    const { of, mock } = await stand(sdk, ['Fine.'], { store: storeThat(gone), recover: 'fail' });
    let told: unknown;
    await soon(
      ask[way](
        sdk,
        of('a', {
          prompt: 'Hi.',
          onError: ({ error }: { error: unknown }) => {
            told = error;
          },
        }),
      ).catch((error) => {
        told ??= error;
      }),
    );
    expect(isDaybookError(told, 'store-unavailable')).toBe(true);
    expect([mock.doGenerateCalls.length, mock.doStreamCalls.length]).toEqual([0, 0]);
    let appends = 0;
    const store = storeThat((name, through) => (name === 'append' && ++appends > 1 ? gone() : through()));
    const late = await stand(sdk, ['Fine.'], { store, recover: 'fail' });
    expect(await ask[way](sdk, late.of('a', { prompt: 'Hi.' }))).toBe('Fine.');
  });

  it('answers when a store throws an error of its driver', async () => {
    const store = storeThat(() => Promise.reject(new TypeError('connection terminated')));
    const { of, reports } = await stand(sdk, ['Fine.'], { store });
    const text = await soon(ask[way](sdk, of('a', { prompt: 'Hi.' })).catch(String));
    expect(text).toBe('Fine.');
    expect(reports).toMatchObject([{ mode: 'degraded' }]);
  });

  it('gives an answer when a store throws an error of its driver at the report', async () => {
    let appends = 0;
    const store = storeThat((name, through) =>
      name === 'append' && ++appends > 1 ? Promise.reject(new TypeError('connection terminated')) : through(),
    );
    const { of } = await stand(sdk, ['Fine.'], { store });
    expect(await soon(ask[way](sdk, of('a', { prompt: 'Hi.' })).catch(String))).toBe('Fine.');
  });

  it.each([
    ['before it asks', 1],
    ['with the answer in hand', 2],
  ])('does not wait for a store that hangs %s when its time is over', async (_, nth) => {
    let appends = 0;
    const store = storeThat((name, through) =>
      name === 'append' && ++appends >= nth ? new Promise(() => undefined) : through(),
    );
    const { of } = await stand(sdk, ['Fine.'], { store });
    const abortSignal = AbortSignal.timeout(50);
    const keep = setTimeout(() => undefined, 3000);
    const outcome = await soon(
      ask[way](sdk, of('a', { prompt: 'Hi.', abortSignal })).catch((error: Error) => error.name),
    );
    clearTimeout(keep);
    expect(outcome).not.toBe('FOR EVER');
  });

  it('waits for a slow store as long as it may', async () => {
    const store = storeThat(async (_, through) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return through();
    });
    const { daybook, of } = await stand(sdk, ['Fine.'], { store });
    expect(await ask[way](sdk, of('a', { prompt: 'Hi.', abortSignal: AbortSignal.timeout(20_000) }))).toBe(
      'Fine.',
    );
    expect(await onRecord(daybook, 'a')).toEqual(['user: Hi.', 'assistant: Fine.']);
  });

  it('has journaled the answer before the application is told, and what that throws is no error of the call', async () => {
    const { thrown, onCall } = throwing();
    const { daybook, of } = await stand(sdk, ['Fine.'], { onCall });
    expect(await soon(ask[way](sdk, of('a', { prompt: 'Hi.' })))).toBe('Fine.');
    expect(await onRecord(daybook, 'a')).toEqual(['user: Hi.', 'assistant: Fine.']);
    expect(await thrown).toMatchObject({ message: 'the application is wrong' });
  });
});

describe.each(sdks)('$name', (sdk) => {
  it.each([
    [1200, 12, 40],
    [8000, 100, 40],
    [128_000, 1000, 60],
  ])(
    'answers without its store in a window of %i after %i turns of %i words',
    async (window, count, length) => {
      const { of } = await stand(sdk, ['Fine.'], { window, store: storeThat(gone) });
      const text = await ask.generate(sdk, of('a', { messages: turns(count, length) })).catch(String);
      expect(text).toBe('Fine.');
      const whole = await stand(sdk, ['Fine.'], { window });
      expect(await ask.generate(sdk, whole.of('a', { messages: turns(count, length) }))).toBe('Fine.');
    },
  );

  it("keeps the provider's error when the application throws", async () => {
    const refused = refusal('invalid api key', 401);
    const { thrown, onCall } = throwing();
    const { of } = await stand(sdk, [refused], { onCall });
    expect(await sdk.generateText(of('a', { prompt: 'Hi.' })).catch((error: unknown) => error)).toBe(refused);
    expect(await thrown).toMatchObject({ message: 'the application is wrong' });
  });

  it('is told of a call whose messages do not fit', async () => {
    const { of, reports, mock } = await stand(sdk, ['Fine.'], { window: 300 });
    const thrown = await sdk.generateText(of('a', { prompt: words(2000) })).catch((error: unknown) => error);
    expect(isDaybookError(thrown, 'view-unreachable')).toBe(true);
    expect([mock.doGenerateCalls.length, reports.length]).toEqual([0, 1]);
  });
});

/** A function of the application that throws, and the unhandled rejection that comes of it. */
function throwing(): { readonly thrown: Promise<unknown>; readonly onCall: () => void } {
  const others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  const thrown = new Promise<unknown>((resolve) => {
    process.once('unhandledRejection', (reason) => {
      for (const other of others) process.on('unhandledRejection', other);
      resolve(reason);
    });
  });
  const onCall = (): void => {
    throw new Error('the application is wrong');
  };
  return { thrown, onCall };
}
