/** Covers: J8, S2 (for the audit of one session). What is asked of an audit beside its findings. */
import { describe, expect, it } from 'vitest';
import { codeOfPromise } from '../../test/code-of.ts';
import {
  type BranchRows,
  DIGEST,
  filled,
  flipped,
  readerOf,
  rowsOf,
  type SessionRows,
} from '../../test/damaged.ts';
import { foldInto } from '../../test/folds.ts';
import { assistant, SALT, step, system, user } from '../../test/messages.ts';
import { utf8 } from '../base/bytes.ts';
import { canonicalText } from '../base/canonical.ts';
import { DaybookError } from '../base/errors.ts';
import { noClock } from '../base/ports.ts';
import { type Daybook, openDaybook } from '../daybook.ts';
import type { Message } from '../journal/message.ts';
import { LOG_START } from '../journal/walk.ts';
import { memoryStore } from '../store/memory.ts';
import type { StoreReader } from '../store/port.ts';
import { audit } from './audit.ts';
import { AUDIT_PAGE } from './entry.ts';

const OPENING = [system('Be brief.'), user('one'), assistant('two'), ...step('c1'), assistant('three')];

/** Two tenants; forks of forks; a lane; events. */
async function rich(daybook: Daybook): Promise<string[]> {
  const heads: (string | null)[] = [];
  const sync = async (session: Parameters<Daybook['session']>[0], messages: readonly Message[]) => {
    const call = await daybook.session(session).sync(messages);
    heads.push(call.head);
    return call;
  };
  for (const length of [2, 3, 6]) await sync({ session: 's' }, OPENING.slice(0, length));
  for (const words of ['a', 'b', 'c']) {
    const call = await sync({ session: 's' }, [...OPENING, user(words)]);
    await call.report({ answer: assistant(`to ${words}`), usage: { input: 5, output: 1 } });
  }
  await sync({ session: 's' }, [...OPENING, user('c'), assistant('to c'), user('d'), assistant('to d')]);
  await sync({ session: 's' }, [...OPENING, user('c'), assistant('to c'), user('e')]);
  await sync({ session: 's', lane: 'helper', delegated: true }, [user('dig'), assistant('dug')]);
  await sync({ session: 's', lane: 'helper', delegated: true }, [
    user('dig'),
    assistant('dug'),
    user('stop'),
  ]);
  await sync({ tenant: 'other', session: 's' }, OPENING);
  return heads.map((head) => head ?? '');
}

/** One branch of that many entries. */
async function long(length: number): Promise<{ rows: Awaited<ReturnType<typeof rowsOf>>; main: BranchRows }> {
  const messages = Array.from({ length: length - 1 }, (_, at) => ({ message: user(`message ${at}`) }));
  const rows = await rowsOf(
    await filled(async (daybook) => {
      await daybook.session({ session: 'long' }).record(messages, LOG_START);
    }),
  );
  const main = rows.sessions[0]?.branches[0] as BranchRows;
  expect(main.entries).toHaveLength(length);
  return { rows, main };
}

interface Read {
  readonly name: keyof StoreReader;
  readonly asked: number;
  readonly rows: number;
}

/** The reader, and what was read: how much was asked for and how many rows came. */
function watched(reader: StoreReader): { readonly reader: StoreReader; readonly reads: Read[] } {
  const reads: Read[] = [];
  const watching = Object.fromEntries(
    Object.entries(reader).map(([name, read]) => [
      name,
      async (...given: unknown[]) => {
        const rows = await (read as (...given: unknown[]) => Promise<unknown>)(...given);
        const asked = Array.isArray(given[1]) ? given[1].length : 0;
        reads.push({ name: name as keyof StoreReader, asked, rows: Array.isArray(rows) ? rows.length : 0 });
        return rows;
      },
    ]),
  ) as unknown as StoreReader;
  return { reader: watching, reads };
}

describe('a sound record', () => {
  it('has no findings and is counted whole', async () => {
    const rows = await rowsOf(await filled(async (daybook) => void (await rich(daybook))));
    const branches = rows.sessions.flatMap((session) => session.branches);
    const report = await audit(readerOf(rows));
    expect(report).toEqual({
      ok: true,
      sessions: 2,
      branches: branches.length,
      entries: branches.reduce((sum, { entries }) => sum + entries.length, 0),
      folds: 0,
      findings: [],
      found: 0,
    });
    expect(branches.length).toBe(6);
  });

  it('may be empty', async () => {
    const report = await audit(memoryStore());
    expect(report).toMatchObject({ ok: true, sessions: 0, branches: 0, entries: 0, found: 0 });
    expect(await codesOf(audit(memoryStore(), { head: `1:${DIGEST}` }))).toEqual(['head-not-reached']);
  });
});

describe('one session', () => {
  async function damagedOther(): Promise<StoreReader> {
    const rows = await rowsOf(await filled(async (daybook) => void (await rich(daybook))));
    for (const { entries } of rows.sessions[1]?.branches ?? []) entries.splice(2, 1);
    return readerOf(rows);
  }

  it('is audited alone', async () => {
    const reader = await damagedOther();
    const own = { tenant: 'default', session: 's' };
    const other = { tenant: 'other', session: 's' };
    expect(await audit(reader, { session: own })).toMatchObject({ ok: true, sessions: 1, branches: 5 });
    expect(await codesOf(audit(reader, { session: other }))).toEqual(['entry-missing']);
    expect(await codesOf(audit(reader))).toEqual(['entry-missing']);
  });

  it('that holds nothing is a finding', async () => {
    const session = { tenant: 'default', session: 'none' };
    const { findings, sessions } = await audit(await damagedOther(), { session });
    expect(findings).toMatchObject([{ code: 'entry-missing', scope: session }]);
    expect(sessions).toBe(0);
  });
});

describe('a kept head', () => {
  it('of any branch, lane and fork, at any time, is found again', async () => {
    const store = memoryStore();
    const daybook = await openDaybook({ store, clock: noClock, salt: SALT });
    const heads = await rich(daybook);
    for (const session of [{ session: 's' }, { tenant: 'other', session: 's' }]) {
      const { branches } = await daybook.session(session).status();
      heads.push(...branches.map(({ head }) => head));
    }
    expect(new Set(heads).size).toBeGreaterThan(12);
    for (const head of heads) expect(await codesOf(audit(store, { head }))).toEqual([]);
  });

  it('is looked for in the audited session only', async () => {
    const store = memoryStore();
    const daybook = await openDaybook({ store, clock: noClock, salt: SALT });
    await rich(daybook);
    const { current } = await daybook.session({ tenant: 'other', session: 's' }).status();
    const session = { tenant: 'default', session: 's' };
    expect(await codesOf(audit(store, { head: current.head, session }))).toEqual(['head-mismatch']);
  });

  it('is missed when an entry before it is lost, whatever the rows behind it say', async () => {
    const { rows, main } = await long(20);
    const { head } = (await statusOf(20)).current;
    expect(await codesOf(audit(readerOf(rows), { head }))).toEqual([]);
    main.entries.splice(5, 1);
    expect(await codesOf(audit(readerOf(rows), { head }))).toEqual(['entry-missing', 'head-mismatch']);
  });

  it.each(['', '3', `x:${DIGEST}`, `-1:${DIGEST}`, `3:${DIGEST.slice(1)}`])('%s is none', async (head) => {
    expect(await codeOfPromise(audit(memoryStore(), { head }))).toBe('invalid-input');
  });
});

describe('a store that fails', () => {
  const reads = ['sessions', 'branches', 'entries', 'bodies', 'strays'] as const;

  it.each(reads)('in %s: its error passes through', async (read) => {
    const store = await filled(async (daybook) => void (await rich(daybook)));
    const error = new DaybookError('store-unavailable', 'no disk');
    const failing: StoreReader = {
      ...readerOf(await rowsOf(store)),
      [read]: () => Promise.reject(error),
    };
    await expect(audit(failing)).rejects.toBe(error);
  });
});

describe('values of other types, as a damaged file may hold', () => {
  const spoiled: readonly [string, unknown][] = [
    ['nothing', null],
    ['a text', 'text'],
    ['a number', 7],
  ];
  const spots: readonly [string, (session: SessionRows, value: never) => void, string][] = [
    ['the salt', (session, value) => Object.assign(session, { salt: value }), 'salt-mismatch'],
    [
      'a frontier',
      ({ branches: [main] }, value) => Object.assign(main?.row ?? {}, { frontier: value }),
      'frontier-mismatch',
    ],
    [
      'a seal',
      ({ branches: [main] }, value) => Object.assign(main?.entries[2] ?? {}, { seal: value }),
      'seal-malformed',
    ],
    [
      'a node',
      ({ branches: [main] }, value) => Object.assign(main?.entries[2] ?? {}, { node: value }),
      'node-mismatch',
    ],
    [
      'a sequence',
      ({ branches: [main] }, value) => Object.assign(main?.entries[2] ?? {}, { seq: value }),
      'entry-missing',
    ],
    [
      'an id',
      ({ branches: [main] }, value) => Object.assign(main?.entries[2] ?? {}, { id: value }),
      'entry-id-mismatch',
    ],
    [
      'a body',
      ({ bodies: [, body] }, value) => Object.assign(body ?? {}, { bytes: value }),
      'body-malformed',
    ],
    [
      'a revision',
      ({ branches: [main] }, value) => Object.assign(main?.row ?? {}, { revision: value }),
      'revision-mismatch',
    ],
    [
      'a parent',
      ({ branches: [main] }, value) => Object.assign(main?.row ?? {}, { parent: value ?? 1 }),
      'parent-missing',
    ],
  ];

  it.each(spots.flatMap((spot) => spoiled.map((value) => [...value, ...spot] as const)))(
    '%s (%s) as %s',
    async (_, value, __, spoil, code) => {
      const { rows } = await long(12);
      spoil(rows.sessions[0] as SessionRows, value as never);
      expect(await codesOf(audit(readerOf(rows)))).toContain(code);
    },
  );
});

describe('numbers that no record has', () => {
  const numbers = [2 ** 53, 2 ** 63, 1e300, -1, -(2 ** 63), 0.5, Number.NaN, Number.POSITIVE_INFINITY];

  it.each(numbers)('%d as revision or fork ends like any other', async (value) => {
    const rows = await rowsOf(await filled(async (daybook) => void (await rich(daybook))));
    const fork = rows.sessions[0]?.branches.find(({ row }) => row.parent !== null) as BranchRows;
    fork.row.revision = value;
    expect(await codesOf(audit(readerOf(rows)))).toContain('revision-mismatch');
    fork.row.forkRevision = value;
    expect(await codesOf(audit(readerOf(rows)))).toContain('fork-mismatch');
  });
});

describe('a long record', () => {
  it('is read once, in pages', async () => {
    const { rows } = await long(1000);
    const { reader, reads } = watched(readerOf(rows));
    const progress: number[] = [];
    const report = await audit(reader, { onProgress: (entries) => progress.push(entries) });
    expect(report).toMatchObject({ ok: true, entries: 1000 });
    const entries = reads.filter(({ name }) => name === 'entries');
    expect(Math.max(...entries.map((read) => read.rows))).toBe(AUDIT_PAGE);
    // The genesis is looked at once more, for its salt.
    expect(entries.reduce((sum, read) => sum + read.rows, 0)).toBe(1001);
    expect(Math.max(...reads.filter(({ name }) => name === 'bodies').map(({ asked }) => asked))).toBe(
      AUDIT_PAGE,
    );
    expect(progress).toEqual([128, 256, 384, 512, 640, 768, 896, 1000]);
  });

  it('with a hole of pages is read to its end, and no more bodies at once', async () => {
    const { rows, main } = await long(1000);
    main.entries.splice(100, 3 * AUDIT_PAGE);
    const { reader, reads } = watched(readerOf(rows));
    const report = await audit(reader);
    expect(report.findings).toMatchObject([{ code: 'entry-missing', entry: 'e100' }]);
    expect(report).toMatchObject({ found: 1, entries: 1000 - 3 * AUDIT_PAGE });
    expect(Math.max(...reads.filter(({ name }) => name === 'bodies').map(({ asked }) => asked))).toBe(
      AUDIT_PAGE,
    );
  });

  it('is read on behind every fault, and each is named', async () => {
    const { rows, main } = await long(300);
    for (const row of main.entries) row.node = flipped(row.node);
    const report = await audit(readerOf(rows));
    expect(report.findings.map(({ code, entry }) => `${code} ${entry}`)).toEqual(
      main.entries.map(({ seq }) => `node-mismatch e${seq}`),
    );
  });

  it.each([0, 1, 7, 300, 1000])('lists %d findings at most, and counts all', async (maxFindings) => {
    const { rows, main } = await long(300);
    for (const row of main.entries) row.node = flipped(row.node);
    const report = await audit(readerOf(rows), { maxFindings });
    expect(report.findings).toHaveLength(Math.min(maxFindings, 300));
    expect(report).toMatchObject({ ok: false, found: 300 });
  });
});

describe('texts that folds name', () => {
  async function folded(texts: number): Promise<Awaited<ReturnType<typeof rowsOf>>> {
    const store = await filled(async (daybook) => {
      await daybook.session({ session: 's' }).sync([user('one')]);
    });
    const words = Array.from({ length: texts }, (_, at) => `text ${at}`);
    await foldInto(store, { tenant: 'default', session: 's' }, words);
    return rowsOf(store);
  }

  it('are read in pages, and more than one fold may name one', async () => {
    const rows = await folded(3 * AUDIT_PAGE + 1);
    const { reader, reads } = watched(readerOf(rows));
    expect(await audit(reader)).toMatchObject({ ok: true, entries: 3 });
    const asked = reads.filter(({ name }) => name === 'bodies').map((read) => read.asked);
    expect(Math.max(...asked)).toBe(AUDIT_PAGE);
    expect(asked.reduce((sum, count) => sum + count)).toBeGreaterThan(3 * AUDIT_PAGE);
  });

  it('are not looked for where the fold itself was changed', async () => {
    const rows = await folded(2);
    const [session] = rows.sessions as [SessionRows];
    const body = session.bodies[2] as SessionRows['bodies'][number];
    body.bytes = utf8(canonicalText({ event: 'fold', kind: 'event', texts: [DIGEST, DIGEST] }));
    const report = await audit(readerOf(rows));
    expect(report.findings.map(({ code, entry }) => `${code} ${entry}`)).toContain('body-mismatch e2');
    expect(await codesOf(audit(readerOf(rows)))).not.toContain('text-missing');
  });
});

describe('rows that a store hands out twice or out of order', () => {
  it('are found', async () => {
    const { rows, main } = await long(20);
    main.entries.splice(7, 0, { ...(main.entries[6] as BranchRows['entries'][number]) });
    expect(await codesOf(audit(readerOf(rows)))).toContain('predecessor-mismatch');
    const swapped = await long(20);
    swapped.main.entries.reverse();
    expect(await codesOf(audit(readerOf(swapped.rows)))).toContain('entry-missing');
  });

  it('so is a body under a second id, and none is missed that nothing names', async () => {
    const { rows } = await long(5);
    const [session] = rows.sessions;
    session?.bodies.push({ contentId: DIGEST, bytes: new Uint8Array() });
    expect(await codesOf(audit(readerOf(rows)))).toEqual([]);
  });
});

async function codesOf(report: ReturnType<typeof audit>): Promise<string[]> {
  return [...new Set((await report).findings.map(({ code }) => code))].sort();
}

async function statusOf(length: number) {
  const store = memoryStore();
  const daybook = await openDaybook({ store, clock: noClock, salt: SALT });
  const session = daybook.session({ session: 'long' });
  const messages = Array.from({ length: length - 1 }, (_, at) => ({ message: user(`message ${at}`) }));
  await session.record(messages, LOG_START);
  return session.status();
}
