/** Covers: J5. Recording a log: again appends nothing, in halves gives the same heads, a difference leaves the branch. */
import { describe, expect, it } from 'vitest';
import { headsOf, inMemory, readAll, textsOf } from '../../test/daybook.ts';
import { assistant, call, result, says, system, user } from '../../test/messages.ts';
import type { Message } from '../journal/message.ts';
import { LOG_START, type LogEntry, type LogPlace } from '../journal/walk.ts';

const KEY = { session: 's' };
const logOf = (...messages: Message[]): LogEntry[] => messages.map((message) => ({ message }));
const LOG: readonly LogEntry[] = [
  ...logOf(system('be brief'), user('one', { id: 'm1', at: 1 })),
  { usage: { input: 4, output: 1 } },
  ...logOf(
    says('assistant', ['look', call('c1')], { id: 'm2', at: 2, usage: { input: 5, output: 1 } }),
    says('tool', [result('c1')], { at: 3 }),
    assistant('ha', { aborted: true }),
    user('summary', { derived: true }),
    assistant('1', { at: 4 }),
  ),
];

const last = (places: readonly LogPlace[]): LogPlace => places.at(-1) as LogPlace;

describe('a log', () => {
  it('recorded again appends nothing and gives the same places', async () => {
    const session = (await inMemory()).session(KEY);
    const first = await session.record(LOG, LOG_START);
    const again = await session.record(LOG, LOG_START);
    expect([first.appended, again.appended]).toEqual([12, 0]);
    expect(again.places).toEqual(first.places);
    expect(first.places).toHaveLength(LOG.length);
  });

  it('recorded in parts, wherever it is cut, and then whole gives the same head', async () => {
    const whole = (await inMemory()).session(KEY);
    await whole.record(LOG, LOG_START);
    const expected = await headsOf(whole);
    for (let cut = 1; cut < LOG.length; cut++) {
      const session = (await inMemory()).session(KEY);
      const half = await session.record(LOG.slice(0, cut), LOG_START);
      await session.record(LOG.slice(cut), last(half.places));
      expect(await headsOf(session), `cut at ${cut}`).toEqual(expected);
      expect((await session.record(LOG, LOG_START)).appended).toBe(0);
    }
  });

  it('that differs behind a place leaves the branch there, and again lands on the same branch', async () => {
    const session = (await inMemory()).session(KEY);
    await session.record(logOf(user('one'), assistant('1'), user('two')), LOG_START);
    const edited = logOf(user('one'), assistant('1'), user('two, edited'), assistant('2'));
    const first = await session.record(edited, LOG_START);
    const heads = await headsOf(session);
    const again = await session.record(edited, LOG_START);
    expect([first.appended, again.appended]).toEqual([2, 0]);
    expect([again.places, await headsOf(session)]).toEqual([first.places, heads]);
    expect(Object.keys(heads)).toHaveLength(2);
    expect(last(first.places).branch).toMatch(/^b-/);
  });

  it('with the same words in another role is another log', async () => {
    const session = (await inMemory()).session(KEY);
    await session.record(logOf(user('one'), assistant('yes')), LOG_START);
    const other = await session.record(logOf(user('one'), user('yes')), LOG_START);
    expect([other.appended, Object.keys(await headsOf(session)).length]).toEqual([1, 2]);
  });

  it('told to leave a branch does so although what stands there is the same', async () => {
    const daybook = await inMemory();
    const session = daybook.session(KEY);
    const [one] = (await session.record(logOf(user('one'), assistant('1')), LOG_START)).places as [LogPlace];
    const forked = await session.record(logOf(assistant('1'), user('two')), one, true);
    const { branch } = last(forked.places);
    expect(branch).not.toBe('main');
    expect(await textsOf(daybook.session({ ...KEY, branch }))).toEqual(['one', '1', 'two']);
    expect((await session.record(logOf(assistant('1'), user('two')), one, true)).appended).toBe(0);
  });

  it('whose last message grew appends its new parts to the same group', async () => {
    const session = (await inMemory()).session(KEY);
    await session.record(logOf(user('one'), says('assistant', ['look'], { id: 'm2' })), LOG_START);
    const grown = logOf(user('one'), says('assistant', ['look', call('c1')], { id: 'm2' }));
    expect((await session.record(grown, LOG_START)).appended).toBe(1);
    const entries = await readAll(session);
    expect(entries.map(({ seal }) => [seal.kind, seal.links.group])).toEqual([
      ['event', undefined],
      ['message', undefined],
      ['message', undefined],
      ['tool-call', 2],
    ]);
    expect((await session.record(grown, LOG_START)).appended).toBe(0);
  });

  it('and then the application’s list of the same conversation append nothing twice', async () => {
    const session = (await inMemory()).session(KEY);
    const messages = [
      user('one'),
      says('assistant', ['look', call('c1')]),
      says('tool', [result('c1')]),
      assistant('1'),
    ];
    await session.record(logOf(...messages), LOG_START);
    expect((await session.sync([...messages, user('two')])).appended).toBe(1);
  });
});
