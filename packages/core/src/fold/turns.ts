/**
 * Turns of a region: what opened each, and its final answer (model §2). User messages in a row open one turn.
 */
import { isAuthoritative } from '../journal/authority.ts';
import type { Region, RegionEntry } from './region.ts';

/** A turn that has ended, as far as it stands in the region. */
export interface Turn {
  /** Of its opening and its steps, in order, as far as they stand in the region. */
  readonly entries: readonly RegionEntry[];
  /** The text of its last step, when that has text and no call, and was not cut short. */
  readonly answer: RegionEntry | undefined;
}

export function turnsIn(region: Region): Turn[] {
  const turns: Turn[] = [];
  let entries: RegionEntry[] = [];
  let answer: RegionEntry | undefined;
  let answering = false;
  const end = (): void => {
    turns.push({ entries, answer });
    [entries, answer, answering] = [[], undefined, false];
  };
  for (const unit of region.units) {
    const held = unit.entries.flatMap((seq) => region.bySeq.get(seq) ?? []);
    const opens = region.turnsAt.has(unit.entries[0] ?? -1) || opensTurn(held);
    if (opens && answering) end();
    const role = held[0]?.seal.role;
    // What the system says in between opens nothing.
    if (role === 'user' || role === 'assistant') for (const entry of held) entries.push(entry);
    if (role !== 'assistant') continue;
    answering = true;
    answer = finalAnswer(held, region);
  }
  if (answering && region.endsAtTurn) end();
  return turns;
}

/** A message of the user; not so text that software wrote in the user role, which comes in the middle of turns. */
function opensTurn(held: readonly RegionEntry[]): boolean {
  if (held[0]?.seal.role !== 'user') return false;
  return held.some(({ seal, body }) => isAuthoritative(seal.authority) || !holdsText(body));
}

function holdsText(body: RegionEntry['body']): boolean {
  return body.kind === 'message' && body.parts.some(({ type }) => type === 'text');
}

function finalAnswer(held: readonly RegionEntry[], { aborted }: Region): RegionEntry | undefined {
  const calls = held.some(({ seal }) => seal.kind === 'tool-call' || seal.kind === 'tool-result');
  const last = held.findLast(({ seal, text }) => seal.kind === 'message' && text.trim() !== '');
  const said = !calls && last?.seal.role === 'assistant' && last.seal.authority === 'none';
  return said && !aborted.has(last.seal.links.group ?? last.seq) ? last : undefined;
}
