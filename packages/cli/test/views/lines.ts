/**
 * The conversation of a log as an application holds it: the messages of each lane's current line, in order.
 *
 * Invariant: read by the log's own reader and placed as an import places them; nothing of core is asked.
 */
import type { Message } from '@daybook/core';
import { type Place, placeItems } from '../../src/formats/place.ts';
import { openLog } from '../../src/import/open-log.ts';

export interface Line {
  readonly lane: string;
  readonly delegated: boolean;
  readonly messages: readonly Message[];
}

export async function linesOf(file: string): Promise<readonly Line[]> {
  const log = await openLog(file);
  if (log.format === 'daybook') throw new Error('an exact export is no log');
  const read = log.format.reader();
  const placeOf = placeItems();
  const lines = new Map<string, Message[]>();
  const current = new Map<string, Line>();
  for await (const value of log.values()) {
    if (value.type !== 'value') continue;
    for (const item of read(value.value, value.line)) {
      const place = placeOf(item);
      if (!place || place.repeated || item.type !== 'message') continue;
      const messages = lineAt(lines, place);
      messages.push(item.message);
      current.set(place.lane, { lane: place.lane, delegated: place.openedByAgent, messages });
    }
  }
  return [...current.values()];
}

function lineAt(lines: Map<string, Message[]>, { lane, branch, fork }: Place): Message[] {
  const name = `${branch} ${lane}`;
  const known = lines.get(name);
  if (known) return known;
  const begun = fork ? (lines.get(`${fork.from} ${lane}`) ?? []).slice(0, fork.after) : [];
  lines.set(name, begun);
  return begun;
}

/**
 * Lengths of the list at which an application calls its model: it ends with what a user or tools said, and what comes
 * next is an answer.
 */
export function cutsOf(messages: readonly Message[]): number[] {
  return messages.flatMap(({ role }, index) => {
    const next = messages[index + 1]?.role;
    const asks = (role === 'user' || role === 'tool') && (next === undefined || next === 'assistant');
    return asks ? [index + 1] : [];
  });
}

/** At most so many of the cuts, evenly, the last among them. */
export function sampled<Item>(items: readonly Item[], most: number): Item[] {
  if (items.length <= most) return [...items];
  return Array.from(
    { length: most },
    (_, at) => items[Math.ceil(((at + 1) * items.length) / most) - 1] as Item,
  );
}
