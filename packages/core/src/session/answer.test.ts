/** Covers: J5. Reported answers: provisional at the place of their view, settled by the list that hands them back. */
import { describe, expect, it } from 'vitest';
import { codeOfPromise } from '../../test/code-of.ts';
import { inMemory, readAll, textsOf } from '../../test/daybook.ts';
import { assistant, call, reasoning, result, says, user } from '../../test/messages.ts';
import type { Message } from '../journal/message.ts';

const KEY = { session: 's' };

async function asked(...list: Message[]) {
  const daybook = await inMemory();
  const session = daybook.session(KEY);
  return { daybook, session, list, view: await session.sync(list) };
}

describe('a reported answer', () => {
  it('is journaled behind its view, marked provisional, with what it used', async () => {
    const { session, view } = await asked(user('one'));
    const usage = { input: 10, output: 2, model: 'a-model', window: 100 };
    const reported = await view.report({ answer: says('assistant', ['1', call('c1')]), usage });
    expect([reported.appended, reported.opened, reported.place.ordinal]).toEqual([3, null, 2]);
    const entries = await readAll(session);
    expect(
      entries.slice(2).map(({ seal, text }) => [seal.kind, seal.links.provisional, text.slice(0, 9)]),
    ).toEqual([
      ['message', true, '1'],
      ['tool-call', true, 'read_file'],
      ['event', undefined, '{"event":'],
    ]);
    expect(entries.at(-1)?.body).toEqual({ kind: 'event', event: 'usage', ...usage });
  });

  it('handed back in its prompt form appends nothing', async () => {
    const { session, list, view } = await asked(user('one'));
    await view.report({
      answer: says('assistant', [reasoning('hm'), 'first ', 'second', call('c1', { a: 1 })]),
    });
    const prompt = says('assistant', ['first second', call('c1', { a: 1 })]);
    const next = await session.sync([...list, prompt, says('tool', [result('c1')])]);
    expect([next.appended, next.events]).toEqual([1, []]);
  });

  it('handed back in another form is revised and never forks', async () => {
    const { session, list, view } = await asked(user('one'));
    await view.report({ answer: assistant('1 as streamed') });
    const next = await session.sync([...list, assistant('1 as filtered'), user('two')]);
    expect(next.events).toEqual([{ type: 'group-revised', count: 1 }]);
    expect(next.scope.branch).toBe('main');
    expect(await textsOf(session)).toEqual(['one', '1 as streamed', 'two']);
  });

  it('reported twice is on record once', async () => {
    const { session, view } = await asked(user('one'));
    await view.report({ answer: assistant('1') });
    await view.report({ answer: assistant('1') });
    expect(await textsOf(session)).toEqual(['one', '1']);
  });

  it('where a complete answer stands forks, and repeating it lands on that branch', async () => {
    const { session, view, daybook } = await asked(user('one'));
    await view.report({ answer: assistant('1') });
    const again = await view.report({ answer: assistant('1, regenerated') });
    expect(again.opened).toBe('branch');
    const branch = again.place.branch;
    expect(await textsOf(daybook.session({ ...KEY, branch }))).toEqual(['one', '1, regenerated']);
    expect(await textsOf(daybook.session({ ...KEY, branch: 'main' }))).toEqual(['one', '1']);
    const third = await view.report({ answer: assistant('1, regenerated') });
    expect([third.opened, third.place.branch, third.appended]).toEqual([null, branch, 0]);
    const next = await session.sync([user('one'), assistant('1, regenerated'), user('two')]);
    expect([next.scope.branch, next.appended]).toEqual([branch, 1]);
  });

  it('that was cut short stands aside; the retry’s answer follows on the same branch', async () => {
    const { session, list, view } = await asked(user('one'));
    await view.report({ answer: assistant('ha'), aborted: true });
    const retry = await view.report({ answer: assistant('half done') });
    expect(retry.opened).toBeNull();
    const next = await session.sync([...list, assistant('half done'), user('two')]);
    expect([next.appended, next.scope.branch, next.events]).toEqual([1, 'main', []]);
    expect(await textsOf(session)).toEqual(['one', 'ha', 'half done', 'two']);
  });

  it('that is missing leaves its usage alone', async () => {
    const { session, view } = await asked(user('one'));
    const reported = await view.report({ usage: { input: 3, output: 0 } });
    expect(reported.appended).toBe(1);
    const last = (await readAll(session)).at(-1);
    expect(last?.body).toEqual({ kind: 'event', event: 'usage', input: 3, output: 0 });
    expect((await view.report({})).appended).toBe(0);
  });

  it('to a view in the middle of the line forks there', async () => {
    const { session, daybook } = await asked(user('one'), assistant('1'), user('two'), assistant('2'));
    const earlier = await session.sync([user('one')]);
    const reported = await earlier.report({ answer: assistant('1, again') });
    expect(reported.opened).toBe('branch');
    const { branch } = reported.place;
    expect(await textsOf(daybook.session({ ...KEY, branch }))).toEqual(['one', '1, again']);
  });

  it('to a session in which nothing was journaled is not-found', async () => {
    const view = await (await inMemory()).session(KEY).sync([]);
    expect(await codeOfPromise(view.report({ answer: assistant('1') }))).toBe('not-found');
  });

  it('that is no message is refused', async () => {
    const { view } = await asked(user('one'));
    const answer = { role: 'assistant', parts: 'text' } as unknown as Message;
    expect(await codeOfPromise(view.report({ answer }))).toBe('invalid-input');
    expect(await codeOfPromise(view.report({ usage: { input: -1, output: 0 } }))).toBe('invalid-input');
  });
});
