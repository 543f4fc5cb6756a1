/** What was seen, by window, as printed lines. */
import type { Seen } from './run.ts';
import { WAYS } from './shown.ts';

export interface Row {
  readonly window: number;
  readonly name: string;
  readonly how: 'calls' | 'fold';
  readonly seen: Seen;
}

/** A run is long from so many calls on. */
const LONG_CALLS = 50;

export function isLong({ how, seen }: Row): boolean {
  return how === 'calls' && seen.calls >= LONG_CALLS;
}

/** Share of what was sent that the next call begins with. */
export function keptShare(rows: readonly Row[]): number {
  return sum(rows, ({ kept }) => kept) / sum(rows, ({ before }) => before);
}

export function tableOf(rows: readonly Row[]): string {
  const windows = [...new Set(rows.map(({ window }) => window))].toSorted((a, b) => a - b);
  const blocks = windows.map((window) => blockOf(rows.filter((row) => row.window === window)));
  return blocks
    .map((lines, at) => [`window ${windows[at]?.toLocaleString('en')}`, ...lines].join('\n  '))
    .join('\n');
}

function blockOf(rows: readonly Row[]): string[] {
  const long = rows.filter((row) => isLong(row) && row.seen.before > 0);
  const count = (of: (seen: Seen) => number): number => sum(rows, of);
  const ways = WAYS.map((way) => `${way} ${count(({ ways }) => ways[way])}`);
  return [
    `views: ${count(({ calls }) => calls)} asked for, ${count(({ fitted }) => fitted)} fitted, ${count(({ unreachable }) => unreachable)} unreachable, of these justified ${count(({ justified }) => justified)}`,
    `words of people and the application, in views read whole: ${ways.join(', ')}`,
    `views with all pins within their budget: ${count(({ within }) => within)}`,
    `adoptions: ${count(({ adoptions }) => adoptions)}, of these early because of the room ${count(({ forced }) => forced)}; prefixes changed by a mend: ${count(({ mended }) => mended)}`,
    `prefix kept: ${percent(keptShare(rows.filter(({ seen }) => seen.before > 0)))}; over runs of ${LONG_CALLS} calls and more ${percent(keptShare(long))}`,
    ...long.map(
      (row) =>
        `  ${row.name}: ${percent(keptShare([row]))} (${row.seen.calls} calls, ${row.seen.adoptions} adoptions)`,
    ),
  ];
}

function sum(rows: readonly Row[], of: (seen: Seen) => number): number {
  return rows.reduce((total, { seen }) => total + of(seen), 0);
}

function percent(share: number): string {
  return Number.isNaN(share) ? 'none' : `${(100 * share).toFixed(1)} %`;
}
