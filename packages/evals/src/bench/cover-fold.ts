/**
 * How long a cover fold of 200 entries takes, against canonicalising and hashing the same entries, and against itself
 * with fewer entries in front (evaluation: speed and scale). Figures are ratios of one run on one machine.
 *
 * Run it: npm run bench [-- --entries 100000]
 */
import { parseArgs } from 'node:util';
import { type Message, openDaybook, type Session } from '@daybook/core';
import { memoryStore } from '@daybook/core/memory';
import { canonicalAndHash } from './baseline.ts';

const { values } = parseArgs({ options: { entries: { type: 'string', default: '10000' } } });
const COVERED = 200;
const ROUNDS = 7;

for (let entries = 1_000; entries <= Number(values.entries); entries *= 10) {
  const { session, list } = await journaled(entries);
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const fresh = conversation(COVERED, list.length);
    list.push(...fresh);
    await session.sync(list.slice(-COVERED - 2), { history: 'delta' });
    const before = performance.now();
    const report = await session.fold({ window: 1_000_000, tail: 0 });
    const fold = performance.now() - before;
    const hashed = canonicalAndHash(fresh);
    ratios.push(fold / hashed);
    if (report.status !== 'folded') throw new Error(`the fold came out as ${report.status}`);
  }
  ratios.sort((a, b) => a - b);
  const median = ratios[Math.floor(ROUNDS / 2)] ?? 0;
  console.log(
    `${entries} entries in front: a cover of ${COVERED} takes ${median.toFixed(2)} times their hashing`,
  );
}

async function journaled(entries: number): Promise<{ session: Session; list: Message[] }> {
  const session = (await openDaybook({ store: memoryStore() })).session({ session: 'bench' });
  const list = conversation(entries, 0);
  for (let at = 0; at < list.length; at += 1_000)
    await session.sync(list.slice(at, at + 1_000), { history: 'delta' });
  await session.fold({ window: 1_000_000, tail: 0 });
  return { session, list };
}

/** Turns of a request, a call, its result and an answer. */
function conversation(entries: number, from: number): Message[] {
  const list: Message[] = [];
  for (let at = from; list.length < entries; at++) {
    const callId = `call-${at}`;
    const rows = Array.from(
      { length: 30 },
      (_, row) => `line ${row} of part ${at}: all is as it should be here`,
    );
    list.push(
      {
        role: 'user',
        parts: [{ type: 'text', text: `Please look at part ${at} and tell me what you find.` }],
      },
      {
        role: 'assistant',
        parts: [{ type: 'tool-call', callId, name: 'read_file', input: { path: `parts/${at}.txt` } }],
      },
      {
        role: 'tool',
        parts: [
          {
            type: 'tool-result',
            callId,
            output: [{ type: 'text', text: rows.join('\n') }],
            status: 'returned',
          },
        ],
      },
      {
        role: 'assistant',
        parts: [{ type: 'text', text: `Part ${at} is in order. I read all thirty lines of it.` }],
      },
    );
  }
  return list.slice(0, entries);
}
