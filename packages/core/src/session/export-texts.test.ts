/**
 * Covers: J1, J2
 *
 * Texts that folds name, and marks, through an exact export: every text is there, no other, and marks are given again.
 */
import { describe, expect, it } from 'vitest';
import { codeOfPromise } from '../../test/code-of.ts';
import { exported, headsOf, inMemory, parsed } from '../../test/daybook.ts';
import { derivedText, foldInto } from '../../test/folds.ts';
import { assistant, SALT, user } from '../../test/messages.ts';
import { PAGE_ROWS } from '../base/defaults.ts';
import { openDaybook } from '../daybook.ts';
import type { BodyRow, MarkLimits } from '../journal/rows.ts';
import { memoryStore } from '../store/memory.ts';
import type { Store } from '../store/port.ts';

const KEY = { session: 's', tenant: 't' };
const ALL: MarkLimits = { usage: 99, fold: 99, adopted: 99, packet: 99, ledger: 99 };

/** Two branches and a lane, each with a fold; `shared` is a text of all three. */
async function filled(): Promise<Store> {
  const store = memoryStore();
  const session = (await inMemory(store)).session(KEY);
  const opening = [user('one'), assistant('1')];
  await session.sync([...opening, user('two')]);
  await foldInto(store, KEY, ['first', 'shared']);
  await session.sync([...opening, user('two, edited')]);
  await foldInto(store, KEY, ['shared', 'second']);
  await session.sync([user('Give this chat a title')]);
  await foldInto(store, KEY, ['shared']);
  return store;
}

async function linesOf(store: Store): Promise<string[]> {
  return exported((await inMemory(store)).session(KEY));
}

async function restoredFrom(lines: readonly string[], store: Store = memoryStore()): Promise<Store> {
  await (await openDaybook({ store })).restore(parsed(lines));
  return store;
}

const restoring = (lines: readonly string[]) => codeOfPromise(restoredFrom(lines));

const textLine = (words: string): string =>
  `{"text":{"kind":"derived","parts":[{"text":"${words}","type":"text"}]}}`;
const isText = (line: string): boolean => line.startsWith('{"text"');
const isFold = (line: string): boolean => line.startsWith('{"body"') && line.includes('"event":"fold"');

/** The lines, with this one in front of the line at `at`. */
const before = (lines: readonly string[], at: number, line: string): string[] => lines.toSpliced(at, 0, line);

describe('texts that folds name', () => {
  it('stand in the export once, directly in front of the fold that names them first', async () => {
    const lines = await linesOf(await filled());
    expect(lines.filter(isText).toSorted()).toEqual(['first', 'second', 'shared'].map(textLine).toSorted());
    for (const [at, line] of lines.entries())
      if (isText(line)) expect([lines[at + 1]].some((next = '') => isText(next) || isFold(next))).toBe(true);
    expect(lines.filter(isFold)).toHaveLength(3);
  });

  it('are restored with everything else: heads, lines, texts, marks', async () => {
    const store = await filled();
    const lines = await linesOf(store);
    const copy = await restoredFrom(lines);
    expect(await linesOf(copy)).toEqual(lines);
    const heads = async (of: Store) => headsOf((await inMemory(of)).session(KEY));
    expect(await heads(copy)).toEqual(await heads(store));
    const ids = ['first', 'shared', 'second'].map((words) => derivedText(words, SALT).contentId);
    expect(await copy.bodies(KEY, ids)).toEqual(await store.bodies(KEY, ids));
    expect(await (await inMemory(copy)).audit()).toMatchObject({ ok: true });
    const rows = async (of: Store) =>
      (await of.branches(KEY)).toSorted((a, b) => (a.headEntry < b.headEntry ? -1 : 1));
    expect(await rows(copy)).toEqual(await rows(store));
    for (const { scope, marked } of await store.branches(KEY)) {
      const all = { above: -1, below: 99 };
      expect(await copy.marked(scope, all, ALL)).toEqual(await store.marked(scope, all, ALL));
      expect((await store.marked(scope, all, ALL))[0]?.entry.seq).toBe(marked);
    }
    expect((await copy.open(KEY, ALL)).marked.map(({ mark }) => mark)).toContain('fold');
  });

  it('restored again, or when it has grown, adds only what is new', async () => {
    const store = await filled();
    const half = await linesOf(store);
    await foldInto(store, KEY, ['shared', 'third']);
    const whole = await linesOf(store);
    const copy = memoryStore();
    const daybook = await openDaybook({ store: copy });
    const counts: number[] = [];
    for (const lines of [half, half, whole, half, whole])
      counts.push((await daybook.restore(parsed(lines))).appended);
    expect(counts).toEqual([half.filter((line) => line.startsWith('{"body"')).length, 0, 1, 0, 0]);
    expect(await daybook.audit()).toMatchObject({ ok: true });
    expect(await linesOf(copy)).toEqual(whole);
  });

  it('may be more than a page holds', async () => {
    const store = memoryStore();
    await (await inMemory(store)).session(KEY).sync([user('one')]);
    const many = Array.from({ length: PAGE_ROWS + 20 }, (_, at) => `text ${at}`);
    for (const texts of [many, many, ['one more', ...many]]) await foldInto(store, KEY, texts);
    const copy = await restoredFrom(await linesOf(store));
    expect(await (await inMemory(copy)).audit()).toMatchObject({ ok: true, entries: 5 });
  });

  it('may stand again in front of another fold that names them', async () => {
    const lines = await linesOf(await filled());
    const again = before(lines, lines.findLastIndex(isFold), textLine('shared'));
    expect(await linesOf(await restoredFrom(again))).toEqual(lines);
  });
});

describe('an export is refused', () => {
  /** A store that answers otherwise where it is asked for one text alone. */
  function withText(store: Store, words: string, answer: (row: BodyRow) => readonly BodyRow[]): Store {
    const { contentId } = derivedText(words, SALT);
    const bodies: Store['bodies'] = async (key, ids) =>
      (await store.bodies(key, ids)).flatMap((row) => (row.contentId === contentId ? answer(row) : [row]));
    return new Proxy(store, {
      get: (target, name: keyof Store) => {
        const method = target[name] as ((...given: unknown[]) => unknown) | undefined;
        return name === 'bodies' ? bodies : method?.bind(target);
      },
    });
  }

  it.each<[string, (row: BodyRow) => readonly BodyRow[]]>([
    ['missing', () => []],
    ['of other bytes', (row) => [{ ...row, bytes: row.bytes.toReversed() }]],
    ['of no bytes', (row) => [{ ...row, bytes: 'text' as unknown as Uint8Array }]],
  ])('where a text is %s', async (_, answer) => {
    const store = withText(await filled(), 'second', answer);
    expect(await codeOfPromise(linesOf(store))).toBe('tampered');
  });

  it('where a fold names what is no text of a fold', async () => {
    const store = await filled();
    const entries = await store.entries({ ...KEY, lane: 'main', branch: 'main' }, 1, 2);
    const { contentId } = JSON.parse(new TextDecoder().decode(entries[0]?.seal)) as { contentId: string };
    await foldInto(store, KEY, [], [contentId]);
    expect(await codeOfPromise(linesOf(store))).toBe('tampered');
  });
});

describe('a restore is refused', () => {
  it('without one of the texts', async () => {
    const lines = await linesOf(await filled());
    for (const [at, line] of lines.entries())
      if (isText(line)) expect(await restoring(lines.toSpliced(at, 1)), line).toBe('tampered');
  });

  it('with another text in the place of one, or a text behind its fold', async () => {
    const lines = await linesOf(await filled());
    const [at, fold] = [lines.findIndex(isText), lines.findIndex(isFold)];
    expect(await restoring(lines.with(at, textLine('FIRST')))).toBe('tampered');
    expect(await restoring(before(lines.toSpliced(at, 1), fold, lines[at] as string))).toBe('tampered');
  });

  it('with a text that the next entry does not name', async () => {
    const lines = await linesOf(await filled());
    for (const [at, line] of lines.entries()) {
      if (at < 2) continue;
      const isRepeated = isText(line) || isFold(line);
      expect(await restoring(before(lines, at, textLine('of nobody'))), `line ${at}`).toBe('tampered');
      if (!isRepeated) expect(await restoring(before(lines, at, textLine('shared')))).toBe('tampered');
    }
    expect(await restoring([...lines, textLine('shared')])).toBe('tampered');
  });

  it('with a text that is a message, or that stands in front of every branch', async () => {
    const lines = await linesOf(await filled());
    const message = '{"text":{"kind":"message","parts":[{"text":"one","type":"text"}]}}';
    expect(await restoring(lines.with(lines.findIndex(isText), message))).toBe('tampered');
    expect(await restoring(before(lines, 1, textLine('first')))).toBe('invalid-input');
  });

  it('and nothing of a refused text is kept', async () => {
    const lines = await linesOf(await filled());
    const store = memoryStore();
    const at = lines.findIndex(isFold);
    const code = await codeOfPromise(restoredFrom(before(lines, at, textLine('of nobody')), store));
    expect(code).toBe('tampered');
    expect(await store.bodies(KEY, [derivedText('of nobody', SALT).contentId])).toEqual([]);
  });
});
