/**
 * What the AI SDK middleware adds to one call without a fold, against `JSON.stringify` of the same prompt plus the durable
 * commit of the same new rows: in one commit of a bare table, and as the store appends them by itself (what is new before
 * the model, the answer after it). Figures are ratios of one run on one machine (evaluation: speed and scale).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { daybookMiddleware } from '@daybook/ai-sdk';
import { openDaybook } from '@daybook/core';
import type { Append, Store } from '@daybook/core/store';
import { sqlite } from '@daybook/sqlite';
import { median } from './median.ts';

const ROUNDS = 15;

/** @param args `--messages 10000` */
export async function aiSdkOverhead(args: readonly string[]): Promise<void> {
  const options = { messages: { type: 'string', default: '10000' } } as const;
  const { values } = parseArgs({ args: [...args], options });
  const folder = mkdtempSync(path.join(tmpdir(), 'daybook-bench-'));
  console.log(
    'one call without a fold, against JSON.stringify of its prompt and durable commits of its rows',
  );
  console.log('messages  objects  ÷ one bare commit  ÷ the store alone  round trips before, after');
  for (let messages = 10; messages <= Number(values.messages); messages *= 10)
    for (const objects of ['known', 'fresh'] as const) {
      const { one, same, before, after } = await measured(folder, messages, objects);
      const ratios = [one.toFixed(2).padStart(17), same.toFixed(2).padStart(17)].join('  ');
      console.log(`${String(messages).padStart(8)}  ${objects.padEnd(7)}  ${ratios}  ${before}, ${after}`);
    }
  rmSync(folder, { recursive: true });
}

async function measured(folder: string, messages: number, objects: 'known' | 'fresh') {
  const counted = countedStore(await sqlite(path.join(folder, `${objects}-${messages}.db`)));
  const daybook = await openDaybook({ store: counted.store });
  const { wrapGenerate } = daybookMiddleware({ daybook, window: 100_000_000 });
  const raw = rawCommits(path.join(folder, `raw-${objects}-${messages}.db`));
  const alone = await sqlite(path.join(folder, `alone-${objects}-${messages}.db`));
  const prompt: object[] = Array.from({ length: messages - 2 }, (_, at) => messageOf(at));
  const ratios: { readonly one: number; readonly same: number }[] = [];
  let trips = { before: 0, after: 0 };
  for (let round = 0; round <= ROUNDS; round++) {
    prompt.push(messageOf(prompt.length), messageOf(prompt.length + 1));
    const handed = objects === 'fresh' ? structuredClone(prompt) : [...prompt];
    counted.reset();
    const model = {
      provider: 'bench',
      modelId: 'bench',
      doGenerate: async () => answerAt(counted, prompt.length),
    };
    const params = { prompt: handed, providerOptions: { daybook: { session: 'bench' } } };
    const start = performance.now();
    await wrapGenerate?.({ model, params } as never);
    const spent = performance.now() - start;
    trips = { before: counted.atModel(), after: counted.trips() - counted.atModel() };
    const changes = counted.changes();
    const stringify = timed(() => JSON.stringify(handed));
    const one = timed(() => raw.commit(changes));
    const begin = performance.now();
    for (const change of changes) await alone.append(change);
    const same = performance.now() - begin;
    // The first call journals all of it, and is another matter.
    if (round > 0) ratios.push({ one: spent / (stringify + one), same: spent / (stringify + same) });
  }
  await daybook.close();
  raw.close();
  await alone.close();
  return {
    one: median(ratios.map((ratio) => ratio.one)),
    same: median(ratios.map((ratio) => ratio.same)),
    ...trips,
  };
}

function timed(act: () => unknown): number {
  const begin = performance.now();
  act();
  return performance.now() - begin;
}

interface Counted {
  readonly store: Store;
  reset(): void;
  trips(): number;
  atModel(): number;
  noteModel(): void;
  changes(): readonly Append[];
}

/** Counts what goes to the store, and keeps what is appended. */
function countedStore(store: Store): Counted {
  let [trips, atModel] = [0, 0];
  let changes: Append[] = [];
  const counting = new Proxy(store, {
    get(target, name) {
      const member = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...given: unknown[]) => {
        trips++;
        if (name === 'append') changes.push(given[0] as Append);
        return Reflect.apply(member, target, given);
      };
    },
  });
  return {
    store: counting,
    reset: () => {
      [trips, atModel, changes] = [0, 0, []];
    },
    trips: () => trips,
    atModel: () => atModel,
    noteModel: () => {
      atModel = trips;
    },
    changes: () => changes,
  };
}

/** The same rows in one durable transaction, as plainly as a database takes them. */
function rawCommits(file: string) {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  database.exec('CREATE TABLE rows (id INTEGER PRIMARY KEY, kind TEXT, key TEXT, value BLOB)');
  database.exec('CREATE UNIQUE INDEX rows_by_key ON rows (kind, key, id)');
  const insert = database.prepare('INSERT INTO rows (kind, key, value) VALUES (?, ?, ?)');
  return {
    commit(changes: readonly Append[]): void {
      database.exec('BEGIN IMMEDIATE');
      for (const { entries, bodies, groups } of changes) {
        for (const entry of entries) insert.run('entry', String(entry.seq), entry.seal);
        for (const body of bodies) insert.run('body', body.contentId, body.bytes);
        for (const group of groups) insert.run('group', group.key, group.parts.join(' '));
      }
      database.exec('COMMIT');
    },
    close: () => database.close(),
  };
}

function answerAt(counted: Counted, length: number) {
  counted.noteModel();
  return {
    content: [{ type: 'text', text: textOf(length) }],
    finishReason: { unified: 'stop', raw: 'stop' },
    usage: { inputTokens: { total: 100 * length }, outputTokens: { total: 100 } },
    warnings: [],
  };
}

/** A kilobyte, by the user and the assistant in turn; what the assistant says is what it answered. */
function messageOf(at: number): object {
  return { role: at % 2 === 0 ? 'assistant' : 'user', content: [{ type: 'text', text: textOf(at) }] };
}

function textOf(at: number): string {
  return `message ${at} of the conversation: `.repeat(30);
}
