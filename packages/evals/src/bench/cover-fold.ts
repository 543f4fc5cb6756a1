/**
 * How long a cover fold of 200 entries takes, against canonicalising and hashing the same entries, and against itself
 * with fewer entries in front (evaluation: speed and scale). Figures are ratios of one run on one machine.
 */
import { parseArgs } from 'node:util';
import { type Message, openDaybook, type Session } from '@daybook/core';
import { memoryStore } from '@daybook/core/memory';
import { canonicalAndHash } from './baseline.ts';
import { median } from './median.ts';

const COVERED = 200;
const ROUNDS = 9;
const WINDOW = { window: 128_000, tail: 0 };

/** @param args `--entries 100000` */
export async function coverFold(args: readonly string[]): Promise<void> {
  const options = { entries: { type: 'string', default: '10000' } } as const;
  const { values } = parseArgs({ args: [...args], options });
  let first: number | undefined;
  for (let entries = 1_000; entries <= Number(values.entries); entries *= 10) {
    const session = await journaled(entries);
    const folds: number[] = [];
    const ratios: number[] = [];
    const againstJournal: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const fresh = steps(COVERED, entries + round * COVERED);
      await session.sync(fresh, { history: 'delta' });
      const before = performance.now();
      const report = await session.fold(WINDOW);
      const fold = performance.now() - before;
      if (report.status !== 'folded') throw new Error(`the fold came out as ${report.status}`);
      folds.push(fold);
      const { lines, journaled } = await journalAlone(fresh);
      ratios.push(fold / canonicalAndHash(lines));
      againstJournal.push(fold / journaled);
    }
    first ??= median(folds);
    const against = (median(folds) / first).toFixed(2);
    console.log(
      `${entries} entries in front: a cover of ${COVERED} takes ${median(ratios).toFixed(1)} times their canonical form and SHA-256, ${median(againstJournal).toFixed(1)} times their journaling (canonical forms, hashes, chunks, seals, tree), and ${against} times itself at 1,000`,
    );
  }
}

async function journaled(entries: number): Promise<Session> {
  const session = (await openDaybook({ store: memoryStore() })).session({ session: 'bench' });
  for (let at = 0; at < entries; at += COVERED) {
    await session.sync(steps(COVERED, at), { history: 'delta' });
    await session.fold(WINDOW);
  }
  return session;
}

/** The same entries in a journal of their own: their lines, and the milliseconds it took to journal them. */
async function journalAlone(messages: readonly Message[]): Promise<{ lines: string[]; journaled: number }> {
  const session = (await openDaybook({ store: memoryStore() })).session({ session: 'bench' });
  const before = performance.now();
  await session.sync(messages);
  const journaled = performance.now() - before;
  const lines: string[] = [];
  for await (const line of session.export()) lines.push(line);
  return { lines, journaled };
}

/** An agent at work: a request now and then, and steps of a call, its result and a word. */
function steps(entries: number, from: number): Message[] {
  const list: Message[] = [
    { role: 'user', parts: [{ type: 'text', text: `Go on with part ${from}, please.` }] },
  ];
  for (let at = from; list.length < entries; at++) {
    const callId = `call-${at}`;
    const rows = Array.from(
      { length: 30 },
      (_, row) => `line ${row} of part ${at}: all is as it should be here`,
    );
    const output = [{ type: 'text', text: rows.join('\n') }] as const;
    list.push(
      {
        role: 'assistant',
        parts: [{ type: 'tool-call', callId, name: 'read_file', input: { path: `parts/${at}.txt` } }],
      },
      { role: 'tool', parts: [{ type: 'tool-result', callId, output, status: 'returned' }] },
      { role: 'assistant', parts: [{ type: 'text', text: `Part ${at} is in order. I read all of it.` }] },
    );
  }
  return list.slice(0, entries);
}
