/**
 * Covers: J1, J2
 *
 * The exact export gives the same entries and heads wherever it is restored, and nothing that does not verify.
 */
import { describe, expect, it } from 'vitest';
import { codeOfPromise } from '../../test/code-of.ts';
import { exported, headsOf, inMemory, parsed, textsOf } from '../../test/daybook.ts';
import { nested } from '../../test/json.ts';
import {
  assistant,
  call,
  image,
  reasoning,
  result,
  SALT,
  says,
  system,
  text,
  user,
} from '../../test/messages.ts';
import type { Json } from '../base/json.ts';
import { MAX_BODY_DEPTH } from '../base/json.ts';
import { openDaybook } from '../daybook.ts';
import type { Message } from '../journal/message.ts';
import { memoryStore } from '../store/memory.ts';
import type { Session } from './session.ts';

const KEY = { session: 's', tenant: 't' };

/** A session with branches, lanes, a revision, an aborted answer, artifacts and a provisional answer. */
async function rich(): Promise<Session> {
  const session = (await inMemory()).session(KEY);
  const list: Message[] = [
    system('be brief'),
    user('one', { id: 'm1', at: 1 }),
    says('assistant', [reasoning('hm'), 'look', call('c1')], { id: 'm2' }),
    says('tool', [result('c1', [text('seen'), image('x')])], { id: 'm3' }),
    assistant('1', { id: 'm4', usage: { input: 5, output: 1 } }),
  ];
  await session.sync(list);
  await session.sync([...list, user('two \ud800')]);
  const view = await session.sync([...list, user('two, edited')]);
  await view.report({ answer: assistant('half'), aborted: true });
  await view.report({ answer: assistant('2'), usage: { input: 9, output: 2 } });
  await session.sync([
    ...list.slice(0, 4),
    assistant('1, edited', { id: 'm4' }),
    user('two, edited'),
    assistant('2'),
  ]);
  await session.sync([user('Give this chat a title')]);
  return session;
}

async function restored(lines: readonly string[]): Promise<Session> {
  const daybook = await openDaybook({ store: memoryStore() });
  await daybook.restore(parsed(lines));
  return daybook.session(KEY);
}

async function restoring(lines: readonly string[]): Promise<string> {
  const daybook = await openDaybook({ store: memoryStore() });
  return codeOfPromise(daybook.restore(parsed(lines)));
}

describe('an exact export', () => {
  it('restores to the same heads, texts and lines', async () => {
    const session = await rich();
    const lines = await exported(session);
    const copy = await restored(lines);
    expect(await headsOf(copy)).toEqual(await headsOf(session));
    expect(Object.keys(await headsOf(copy))).toHaveLength(3);
    expect(await exported(copy)).toEqual(lines);
    expect(await textsOf(copy)).toEqual(await textsOf(session));
  });

  it('goes on as the original does', async () => {
    const session = await rich();
    const copy = await restored(await exported(session));
    const more = [user('one', { id: 'm1', at: 1 }), user('three')];
    const [ours, theirs] = [await session.sync(more), await copy.sync(more)];
    expect([ours.scope, ours.place, ours.appended]).toEqual([theirs.scope, theirs.place, theirs.appended]);
  });

  it('restored again, or when it has grown, adds only what is new', async () => {
    const session = (await inMemory()).session(KEY);
    await session.sync([user('one')]);
    const half = await exported(session);
    await session.sync([user('one'), assistant('1')]);
    const whole = await exported(session);
    const daybook = await openDaybook({ store: memoryStore() });
    const counts: number[] = [];
    for (const lines of [half, half, whole, half, whole])
      counts.push((await daybook.restore(parsed(lines))).appended);
    expect(counts).toEqual([2, 0, 1, 0, 0]);
    expect(await headsOf(daybook.session(KEY))).toEqual(await headsOf(session));
  });

  it('holds bodies as deep as are accepted, and events that hold such bodies', async () => {
    const session = (await inMemory()).session(KEY);
    const deep = (words: string, levels: number): Message =>
      says('assistant', [words, { type: 'data', value: nested(levels) }], { id: 'm2' });
    const most = MAX_BODY_DEPTH - 3;
    await session.sync([user('one'), deep('1', most), user('two')]);
    const revised = await session.sync([user('one'), deep('1, edited', most), user('two')]);
    expect(revised.events).toEqual([{ type: 'group-revised', count: 1 }]);
    expect(await headsOf(await restored(await exported(session)))).toEqual(await headsOf(session));
    const refused = session.sync([user('one'), deep('1', most + 1), user('two')]);
    expect(await codeOfPromise(refused)).toBe('invalid-input');
  });

  it('of nothing is not-found', async () => {
    expect(await codeOfPromise(exported((await inMemory()).session(KEY)))).toBe('not-found');
  });
});

describe('an export that does not verify', () => {
  const edited = async (edit: (line: { [field: string]: unknown }, at: number) => void): Promise<string[]> =>
    (await exported(await rich())).map((text, at) => {
      const line = JSON.parse(text) as { [field: string]: unknown };
      edit(line, at);
      return JSON.stringify(line);
    });

  const entryLines = (lines: readonly string[]): number[] =>
    lines.flatMap((line, at) => (line.startsWith('{"body"') ? [at] : []));

  it('is refused with every single entry left out or doubled', async () => {
    const lines = await exported(await rich());
    for (const at of entryLines(lines)) {
      expect(await restoring(lines.toSpliced(at, 1)), `without line ${at}`).toBe('tampered');
      expect(await restoring(lines.toSpliced(at, 0, lines[at] as string)), `line ${at} twice`).toBe(
        'tampered',
      );
    }
  });

  it('is refused with two neighbouring entries changed round', async () => {
    const lines = await exported(await rich());
    const [first, second] = entryLines(lines).slice(3, 5) as [number, number];
    const turned = lines.with(first, lines[second] as string).with(second, lines[first] as string);
    expect(await restoring(turned)).toBe('tampered');
  });

  it('is refused with another text, role, time, salt, head, session or revision', async () => {
    const seal = (line: { [field: string]: unknown }) =>
      line.seal as { [field: string]: unknown } | undefined;
    const edits: readonly ((line: { [field: string]: unknown }) => void)[] = [
      (line) => {
        const body = line.body as { parts?: { text?: string }[] } | undefined;
        if (body?.parts?.[0]?.text === 'one') body.parts[0].text = 'ONE';
      },
      (line) => {
        if (seal(line)?.role === 'user') (seal(line) as { role: string }).role = 'system';
      },
      (line) => {
        if (seal(line)?.authority === 'user') (seal(line) as { authority: string }).authority = 'none';
      },
      (line) => {
        if (seal(line)?.at === 1) (seal(line) as { at: number }).at = 2;
      },
      (line) => {
        if (line.salt !== undefined) line.salt = '00'.repeat(32);
      },
      (line) => {
        if (line.branch) (line.branch as { head: string }).head = `3:${'0'.repeat(64)}`;
      },
      (line) => {
        if (line.branch) (line.branch as { forkRevision: number }).forkRevision += 1;
      },
      (line) => {
        if (line.daybook !== undefined) line.session = 'another';
      },
    ];
    for (const [at, edit] of edits.entries())
      expect(await restoring(await edited(edit)), `edit ${at}`).toBe('tampered');
  });

  it('is refused when lines are missing that others stand on', async () => {
    const lines = await exported(await rich());
    expect(await restoring([])).toBe('invalid-input');
    expect(await restoring(lines.slice(1))).toBe('invalid-input');
    expect(await restoring(lines.toSpliced(1, 1))).toBe('invalid-input');
    expect(await restoring([...lines, '{"more":1}'])).toBe('invalid-input');
  });

  it('is refused when a branch begins in the middle of nothing', async () => {
    const [session, branch] = (await exported(await rich())) as [string, string];
    const value = JSON.parse(branch) as { branch: { [field: string]: Json } };
    for (const forkRevision of [3, -1]) {
      const lines = [session, JSON.stringify({ branch: { ...value.branch, forkRevision } })];
      expect(await restoring(lines)).toBe('tampered');
    }
  });

  it('is refused where the store holds another record of the session', async () => {
    const daybook = await openDaybook({ store: memoryStore(), salt: SALT, clock: () => undefined });
    await daybook.session(KEY).sync([user('something else'), assistant('1'), user('2')]);
    const lines = await exported(await rich());
    expect(await codeOfPromise(daybook.restore(parsed(lines)))).toBe('conflict');
    const otherSalt = await openDaybook({ store: memoryStore() });
    await otherSalt.session(KEY).sync([user('one')]);
    expect(await codeOfPromise(otherSalt.restore(parsed(lines)))).toBe('conflict');
  });
});
