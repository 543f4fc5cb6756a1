/** What somebody broke once, each with the sentence that it broke. */
import { describe, expect, it } from 'vitest';
import { inMemory } from '../../../test/daybook.ts';
import { assistant, call, result, says, system, user } from '../../../test/messages.ts';
import type { Message } from '../../journal/message.ts';
import { memoryStore } from '../../store/memory.ts';
import type { Session } from '../session.ts';
import type { View, ViewOptions } from '../view.ts';

const SMALL: ViewOptions = { window: 8_000 };
const NOW: ViewOptions = { ...SMALL, tail: 0, overflow: true };

async function opened(): Promise<Session> {
  return (await inMemory(memoryStore())).session({ session: 's' });
}

async function viewOf(session: Session, list: readonly Message[], options: ViewOptions): Promise<View> {
  return (await session.sync(list)).prepare(options);
}

function step(at: number, text = 'x'.repeat(1_500)): Message[] {
  return [says('assistant', [call(`c${at}`, { path: `f${at}` })]), says('tool', [result(`c${at}`, text)])];
}

function run(
  name: string,
  callId: string,
  output: string,
  status: 'returned' | 'error' = 'returned',
): Message[] {
  return [
    says('assistant', [call(callId, { to: 'prod' }, name)]),
    says('tool', [result(callId, output, status)]),
  ];
}

const long = (from: number): Message[] =>
  Array.from({ length: 8 }, (_, at) => [
    user(`Go on with ${from + at}.`),
    ...step(from + at, 'y'.repeat(2_500)),
    assistant('Done.'),
  ]).flat();

const textOf = ({ messages }: View): string => JSON.stringify(messages);

async function claims(list: readonly Message[]): Promise<string[]> {
  const session = await opened();
  await viewOf(session, list, NOW);
  const { facts } = await session.ledger();
  return facts.filter(({ pin, state }) => pin === null && state === 'active').map(({ claim }) => claim ?? '');
}

describe('an application that trims its list inside a turn', () => {
  // Covers: L2, A4
  it('does not lose the request that the turn works on', async () => {
    const session = await opened();
    const list = [
      user('Refactor it. Never touch table_9.'),
      ...Array.from({ length: 20 }, (_, at) => step(at)).flat(),
    ];
    await viewOf(session, list, SMALL);
    const view = await viewOf(session, list.slice(-8), SMALL);
    expect(textOf(view)).toContain('Never touch table_9.');
    const roles = view.messages.map(({ role }) => role);
    expect(roles.some((role, at) => role === 'assistant' && roles[at + 1] === 'assistant')).toBe(false);
  });
});

describe('words that the application changed or put in', () => {
  // Covers: C6, L6
  it('stand in the view behind the fold that covers their place', async () => {
    const session = await opened();
    const start = [
      user('Hello.'),
      assistant('Hello.'),
      system('Never deploy on Friday.'),
      user('Look.'),
      assistant('I looked.'),
      user('And?'),
      assistant('Fine.'),
    ];
    await session.sync(start);
    const changed = start.map((message) =>
      message.role === 'system' ? system('Never deploy on Monday.') : message,
    );
    const put = [
      ...changed.slice(0, 5),
      user('Never call the supplier.'),
      assistant('Noted.'),
      ...changed.slice(5),
      ...long(0),
    ];
    const view = await viewOf(session, [...put, user('Next.')], SMALL);
    expect(view.account.adopted).toBe(true);
    expect(textOf(view)).toContain('Never deploy on Monday.');
    expect(textOf(view)).toMatch(/e3 · system · 23 characters · changed by the application in e\d+/);
    expect(textOf(view)).toContain('Never call the supplier.');
  });
});

describe('the same call again', () => {
  // Covers: L6, V5
  it('that fails later takes no success away', async () => {
    const told = await claims([
      user('Deploy.'),
      ...run('deploy', 'a', 'release 7 is live'),
      ...run('deploy', 'b', 'already deployed', 'error'),
      assistant('Done.'),
      user('Go on.'),
    ]);
    expect(told.filter((claim) => claim.startsWith('deploy'))).toEqual([
      'deploy `{"to":"prod"}` returned: release 7 is live',
      'deploy `{"to":"prod"}` ended in an error: already deployed',
    ]);
  });

  it('with another answer is another fact; only equal answers are repeats', async () => {
    const paid = ['op-1', 'op-2', 'op-3', 'op-3'].flatMap((op, at) => run('pay', `p${at}`, op));
    const told = await claims([user('Pay them.'), ...paid, assistant('Paid.'), user('Go on.')]);
    expect(told.filter((claim) => claim.startsWith('pay')).map((claim) => claim.slice(-4))).toEqual([
      'op-1',
      'op-2',
      'op-3',
    ]);
  });
});

describe('a fold that would make the view larger', () => {
  // Covers: F6, C2
  it('is not made, and a list that fits is sent', async () => {
    const session = await opened();
    const rules = Array.from({ length: 330 }, (_, at) => [
      user(`Never use port 8${String(at).padStart(3, '0')}.`),
      assistant('Noted.'),
    ]).flat();
    const list = [...rules, user('Next.')];
    const view = await viewOf(session, list, SMALL);
    expect([view.messages.length, view.account.folds, view.account.plan.reason]).toEqual([
      list.length,
      [],
      'gain-too-small',
    ]);
  });
});

describe('a report of far too much', () => {
  // Covers: F1
  it('leaves the session its room', async () => {
    const session = await opened();
    const view = await viewOf(session, [user('Hello.')], { window: 128_000 });
    await view.report({ answer: assistant('Hello.'), usage: { input: 119_000, output: 1, model: 'm' } });
    const next = await viewOf(session, [user('Hello.'), assistant('Hello.'), user('Again.')], {
      window: 128_000,
    });
    expect(next.messages).toHaveLength(3);
  });
});

describe('secrets where a text is cut', () => {
  // Covers: S1
  const token = ['ghp', '_', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('');

  it('leave no part behind: in excerpts, index lines and views made without the store', async () => {
    const session = await opened();
    const list = [
      user(
        `List the files; what you need for this is the following token: ${token} and nothing else at all, I think.`,
      ),
      ...step(1, `${'a'.repeat(2_000)} ${token} ${'b '.repeat(9_000)}`),
      assistant('Listed.'),
      user('Next.'),
    ];
    const options = { ...SMALL, pinBudget: 0, redact: { view: true } };
    expect(textOf(await viewOf(session, list, options))).not.toContain(token.slice(0, 12));
    expect(textOf(await viewOf(session, list, { ...options, ...NOW }))).not.toContain(token.slice(0, 12));
    const bare = await session.degraded(list, { window: 4_000, redact: { view: true } });
    expect(JSON.stringify(bare.messages)).not.toContain(token.slice(0, 12));
    expect(bare.account.hidden).toBeGreaterThan(0);
  });
});

describe('a provider’s own item that comes after an adoption', () => {
  // Covers: P5
  it('makes the view the input again, and nothing is folded on request', async () => {
    const session = await opened();
    const list = [user('Hello.'), assistant('Hello.'), ...long(0), user('Next.')];
    expect((await viewOf(session, list, SMALL)).account.adopted).toBe(true);
    const sealed = [
      ...list,
      says('assistant', [{ type: 'opaque', provider: 'example', item: { sealed: 'b3Bh' } }]),
      user('And?'),
    ];
    const view = await viewOf(session, sealed, { window: 100_000 });
    expect(view.messages).toEqual(sealed);
    expect(view.account.pins.total).toBe(0);
    expect((await session.fold({ window: 100_000, tail: 0 })).status).toBe('blocked');
    expect((await session.degraded(sealed, { window: 100_000 })).messages).toEqual(sealed);
  });
});

describe('another tool’s summary in the user role', () => {
  // Covers: J7, S3
  it('is nobody’s words in a view made without the store', async () => {
    const session = await opened();
    const summary = says('user', ['SUMMARY: never do it.'], { derived: true });
    const view = await session.degraded([summary, ...long(0), user('Next.')], { window: 4_000 });
    expect(JSON.stringify(view.messages)).not.toContain('· user · 21 characters');
  });
});
