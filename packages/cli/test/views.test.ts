/**
 * Covers: F2, F6, L2, C2, C4: views of whole conversations, of every log at several windows: of what was imported and
 * folded, and at every call of the conversation.
 *
 * Judged from outside: by the rules of six providers, by what stands in the log, and by sums of our own (views/).
 */
import { afterAll, describe, expect, it } from 'vitest';
import { inventedTranscripts, publishedTranscripts, type Transcript } from './files.ts';
import { foldUntilFits, MOST_CALLS, MOST_READ, replay, standingIn } from './views/calls.ts';
import { type Line, linesOf } from './views/lines.ts';
import { isLong, keptShare, type Row, tableOf } from './views/table.ts';

const WINDOWS = [8_000, 32_000, 128_000];
/** The invented logs are too short to be folded at those. */
const SMALL_WINDOW = 3_000;
const KEPT_SHARE = 0.9;
/** Ends a hang, when every view of a long log is read. */
const ALL_CALLS_MS = 600_000;

const published = publishedTranscripts();
const rows: Row[] = [];

afterAll(() => {
  const read = Number.isFinite(MOST_CALLS)
    ? `sampled: at most ${MOST_CALLS} calls of each conversation, of these at most ${MOST_READ} read whole (DAYBOOK_ALL=1: all)`
    : 'every call, read whole';
  console.info(`${read}\n${tableOf(rows)}`);
});

describe.each([...inventedTranscripts, ...published])('$name', (transcript) => {
  const windows = published.includes(transcript) ? WINDOWS : [SMALL_WINDOW, ...WINDOWS];

  it.each(windows)('has a sound view behind folds that were asked for, at %i tokens', async (window) => {
    const line = (await linesIn(transcript)).find(({ lane }) => lane === 'main');
    expect(line).toBeDefined();
    if (line) add('fold', window, await foldUntilFits(transcript.path, line, await watched(line, window)));
  });

  it.each(windows)(
    'has sound views at every call, at %i tokens',
    async (window) => {
      for (const line of await linesIn(transcript))
        add('calls', window, await replay(line, await watched(line, window)));
    },
    ALL_CALLS_MS,
  );

  function add(how: Row['how'], window: number, seen: Row['seen']): void {
    rows.push({ how, window, name: transcript.name, seen });
    expect(seen.faults).toEqual([]);
    expect(seen.unreachable).toBe(seen.justified);
  }

  async function watched(line: Line, window: number) {
    return { window, standing: await standingIn(line), delegated: line.delegated };
  }
});

describe('long conversations', () => {
  // Covers: C4
  it.skipIf(published.length === 0).each([32_000, 128_000])(
    'are sent so that most of each call begins as the last one did, at %i tokens',
    (window) => {
      const long = rows.filter((row) => row.window === window && isLong(row));
      expect(long.length).toBeGreaterThan(0);
      expect(keptShare(long)).toBeGreaterThanOrEqual(KEPT_SHARE);
    },
  );
});

const lines = new Map<string, Promise<readonly Line[]>>();

function linesIn({ path }: Transcript): Promise<readonly Line[]> {
  const known = lines.get(path) ?? linesOf(path);
  lines.set(path, known);
  return known;
}
