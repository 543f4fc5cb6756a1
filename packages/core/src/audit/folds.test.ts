/** Covers: F3, F4, J8, S2. What is asked of the audit of folds beside its findings. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BranchRows, filled, readerOf, rowsOf, type SessionRows } from '../../test/damaged.ts';
import { editEvent, editManifest, eventsOf, foldAt, type Line } from '../../test/damaged-folds.ts';
import { inMemory } from '../../test/daybook.ts';
import { assistant, call, result, says, step, system, user } from '../../test/messages.ts';
import { type Daybook, openDaybook } from '../daybook.ts';
import type { Message } from '../journal/message.ts';
import { scopeText } from '../journal/scope.ts';
import { memoryStore } from '../store/memory.ts';
import type { StoreReader } from '../store/port.ts';
import { audit } from './audit.ts';
import { AUDIT_PAGE } from './entry.ts';

const ALL = { tail: 0 };
const RULE = user('Never delete the tables.');
const OPENING = [system('Be brief.'), RULE, assistant('I will not.')];

/** A turn with a failure or a page, by turns. */
function turn(at: number): Message[] {
  const end = at % 3 === 0 ? ('error' as const) : ('returned' as const);
  const path = `pages/${at % 5}.md`;
  return [
    user(at % 4 === 0 ? `Always look at page ${at}.` : `Look at page ${at}.`),
    says('assistant', ['I look.', call(`c${at}`, { path }, at % 2 === 0 ? 'bash' : 'read_file')]),
    says('tool', [result(`c${at}`, `page ${at} `.repeat(20), end)]),
    assistant(at % 7 === 0 ? 'Shall I go on?' : `Page ${at} is in order.`),
  ];
}

function turns(from: number, to: number): Message[] {
  return Array.from({ length: to - from }, (_, at) => turn(from + at)).flat();
}

/** Folds of every kind, on branches that leave in front of, amid and behind them; two lanes; adoptions. */
async function rich(daybook: Daybook): Promise<void> {
  const session = daybook.session({ session: 's' });
  const list = [...OPENING];
  for (let at = 0; at < 34; at++) {
    list.push(...turn(at), user(`And ${at}?`));
    const synced = await session.sync(list);
    await session.fold({ ...ALL, ...(at % 5 === 4 ? { mode: 'consolidate' as const } : {}) });
    if (at % 6 === 0) await session.retire(`f${1 + at / 6}`).catch(() => undefined);
    if (at % 3 === 0) await synced.prepare({ window: 12_000 });
    list.push(assistant('So.'));
  }
  for (const [kept, folds] of [
    [4, 1],
    [130, 14],
    [100, 2],
    [150, 1],
  ] as const) {
    const fork = [...list.slice(0, kept), user(`Fork at ${kept}.`), assistant(`Forked at ${kept}.`)];
    for (let at = 0; at < folds; at++) {
      fork.push(...turn(1000 * kept + at), user(`Next, ${kept}?`));
      const synced = await session.sync(fork);
      await session.fold(ALL);
      if (at === 0) await synced.prepare({ window: 12_000, cold: true });
      fork.push(assistant(`Next ${kept}: ${at}.`));
    }
  }
  const helper = daybook.session({ session: 's', lane: 'helper', delegated: true });
  await helper.sync([user('Dig, and always say where.'), ...step('d1'), assistant('Dug.'), user('More?')]);
  await helper.fold(ALL);
}

async function linesOf(fill: (daybook: Daybook) => Promise<void>) {
  const rows = await rowsOf(await filled(fill));
  const [session] = rows.sessions as [SessionRows];
  return { rows, lines: session.branches.map((branch): Line => ({ session, branch })) };
}

async function codes(reader: StoreReader): Promise<string[]> {
  const { findings } = await audit(reader);
  return findings.map(({ code, entry }) => `${code} ${entry}`);
}

describe('a sound record of many folds', () => {
  it('has no findings: forks, consolidations, amendments, lanes, adoptions, saved working sets', async () => {
    const { rows, lines } = await linesOf(rich);
    const count = (event: string) => lines.map((line) => eventsOf(line, event).length);
    const folds = count('fold').reduce((sum, own) => sum + own);
    expect(folds).toBeGreaterThan(50);
    expect(lines.length).toBeGreaterThan(5);
    expect(count('ledger').filter((saved) => saved > 0)).toHaveLength(2);
    expect(count('adopted').filter((adopted) => adopted > 0)).toHaveLength(3);
    const kinds = lines.flatMap((line) => eventsOf(line, 'fold').map((seq) => foldAt(line, seq).fold));
    expect([...new Set(kinds)].toSorted()).toEqual(['amend', 'consolidate', 'cover']);
    const report = await audit(readerOf(rows));
    expect(report).toEqual({ ...report, ok: true, found: 0, folds });
  });
});

/** Main with two covers; a fork behind the first that goes on from it, with one of its own. */
async function forked(daybook: Daybook): Promise<void> {
  const session = daybook.session({ session: 's' });
  await session.sync([...OPENING, ...turn(1), user('More?')]);
  await session.fold(ALL);
  await session.sync([...OPENING, ...turn(1), user('More?'), ...turn(2).slice(1), user('Thanks.')]);
  await session.fold(ALL);
  await session.sync([...OPENING, ...turn(1), user('Other.'), assistant('Otherwise.'), user('Then?')]);
  await session.fold(ALL);
}

describe('behind a fold that is lost', () => {
  const losses: readonly [string, (line: Line, seq: number) => void, string][] = [
    [
      'its entry',
      ({ branch }, seq) => {
        branch.entries = branch.entries.filter((row) => row.seq !== seq);
      },
      'entry-missing',
    ],
    [
      'its body',
      ({ session }) => {
        const isFold = (bytes: Uint8Array) => new TextDecoder().decode(bytes).includes('"previous":null');
        session.bodies = session.bodies.filter(({ bytes }) => !isFold(bytes));
      },
      'body-missing',
    ],
  ];

  it.each(losses)('%s: nothing is made up, on its branch and on forks', async (_, lose, code) => {
    const { rows, lines } = await linesOf(forked);
    const [fork, main] = lines as [Line, Line];
    const [first = 0] = eventsOf(main, 'fold');
    expect([eventsOf(main, 'fold').length, eventsOf(fork, 'fold').length]).toEqual([2, 1]);
    lose(main, first);
    expect(await codes(readerOf(rows))).toEqual([`${code} e${first}`]);
  });

  it('what can be known is audited still', async () => {
    const { rows, lines } = await linesOf(forked);
    const main = lines[1] as Line;
    const [, second = 0] = eventsOf(main, 'fold');
    editManifest(main, second, ({ covered }) => ({ covered: { ...covered, count: covered.count + 1 } }));
    main.branch.entries = main.branch.entries.filter(({ seq }) => seq !== eventsOf(main, 'fold')[0]);
    expect(await codes(readerOf(rows))).toContain(`coverage-mismatch e${second}`);
  });
});

describe('a fold of many entries', () => {
  it('is read in pages, and every row at most twice', async () => {
    const { rows } = await linesOf(async (daybook) => {
      const session = daybook.session({ session: 's' });
      await session.sync([...OPENING, ...turns(0, 120), user('Next?')]);
      await session.fold(ALL);
    });
    const reader = readerOf(rows);
    const asked: number[] = [];
    const entries: StoreReader['entries'] = async (...of) => {
      const read = await reader.entries(...of);
      asked.push(read.length);
      return read;
    };
    const report = await audit(readingWith(reader, { entries }));
    expect(report).toMatchObject({ ok: true, folds: 1 });
    expect(Math.max(...asked)).toBe(AUDIT_PAGE);
    expect(asked.reduce((sum, count) => sum + count)).toBeLessThan(2 * report.entries + 2);
  });

  it('that claims more than can be is not looked for', async () => {
    const { rows, lines } = await linesOf(async (daybook) => {
      const session = daybook.session({ session: 's' });
      await session.sync([...OPENING, ...turn(1), user('More?')]);
      await session.fold(ALL);
    });
    const [main] = lines as [Line];
    const [seq = 0] = eventsOf(main, 'fold');
    const end = 2 ** 50;
    editManifest(main, seq, ({ covered }) => ({
      covered: { ...covered, ranges: [[0, end - 1]], count: end },
      cut: end,
      boundary: end,
      reach: end,
    }));
    (main.branch.entries.at(-1) as BranchRows['entries'][number]).seq = end;
    const found = await codes(readerOf(rows));
    expect(found).toContain(`sequence-mismatch e${end}`);
    expect(found).not.toContain(`coverage-mismatch e${end}`);
  });
});

describe('while somebody writes', () => {
  it('a fork that folds behind a new fold of its parent is sound', async () => {
    const store = memoryStore();
    const session = (await inMemory(store)).session({ session: 's' });
    const common = [...OPENING, ...turn(1)];
    await session.sync([...common, user('More?')]);
    const fork = [...common, user('Other.'), assistant('Otherwise.'), user('Then?')];
    const { scope } = await session.sync(fork);
    let written = false;
    const entries: StoreReader['entries'] = async (of, from, to) => {
      if (!written && scopeText(of) === scopeText(scope)) {
        written = true;
        const writer = await openDaybook({ store });
        await writer.session({ session: 's', branch: 'main' }).fold(ALL);
        await writer.session({ session: 's', branch: scope.branch }).fold(ALL);
      }
      return store.entries(of, from, to);
    };
    const report = await audit(readingWith(store, { entries }));
    expect(report).toMatchObject({ ok: true, folds: 2, findings: [] });
  });
});

describe('an event that holds anything at all', () => {
  it('ends the audit of its fold, never the audit', async () => {
    const { rows, lines } = await linesOf(async (daybook) => {
      await forked(daybook);
      const call = await daybook
        .session({ session: 's', branch: 'main' })
        .sync([user('On.')], { history: 'delta' });
      await call.prepare({ overflow: true });
    });
    const at = lines.findIndex(({ branch }) => branch.row.parent === null);
    const seqs = ['fold', 'adopted'].flatMap((event) => eventsOf(lines[at] as Line, event));
    expect(seqs).toHaveLength(3);
    const strange = fc.constantFrom(null, -1, 2 ** 53, 0.5, '', 'main', [], [[1, 0]], {}, true);
    const way = fc.array(fc.nat(), { minLength: 1, maxLength: 7 });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...seqs),
        way,
        fc.oneof(strange, fc.jsonValue()),
        async (seq, steps, other) => {
          const copy = structuredClone(rows);
          const [session] = copy.sessions as [SessionRows];
          const line = { session, branch: session.branches[at] as BranchRows };
          editEvent(line, seq, (event) => replaced(event, steps, other) as object);
          await expect(audit(readerOf(copy))).resolves.toMatchObject({ sessions: 1, folds: 3 });
        },
      ),
    );
  });
});

function readingWith(reader: StoreReader, other: Pick<StoreReader, 'entries'>): StoreReader {
  return {
    sessions: () => reader.sessions(),
    salt: (session) => reader.salt(session),
    branches: (session) => reader.branches(session),
    bodies: (session, contentIds) => reader.bodies(session, contentIds),
    strays: () => reader.strays(),
    ...other,
  };
}

/** The value with something else at the end of a way through it. */
function replaced(value: unknown, [step = 0, ...rest]: readonly number[], other: unknown): unknown {
  if (value === null || typeof value !== 'object' || Object.keys(value).length === 0) return other;
  const keys = Object.keys(value).filter((key) => key !== 'kind' && key !== 'event');
  const key = keys[step % keys.length] ?? '';
  const inner = (value as Record<string, unknown>)[key];
  const next = rest.length === 0 ? other : replaced(inner, rest, other);
  return Array.isArray(value) ? value.with(Number(key), next) : { ...value, [key]: next };
}
