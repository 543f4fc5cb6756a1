/**
 * Covers: O2 (import): what the provider reported for each call is kept as an event, once.
 *
 * What a log reports is counted here from its lines alone. A Claude Code answer repeats its report on each of its
 * lines, with a growing count of output, so there the calls are compared by what went in.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Fields, fieldsOf, type LogLine, logLines } from './blind/expected.ts';
import type { Format } from './blind/fixtures.test-data.ts';
import { inventedTranscripts, publishedTranscripts } from './files.ts';
import { entriesOf, importFile, openJournal } from './journal.ts';

/** Input and output tokens of each call; only input where the log repeats a report. */
type Reports = readonly (readonly number[])[];

const counters: Readonly<Partial<Record<Format, (lines: readonly LogLine[]) => Reports>>> = {
  pi: (lines) =>
    lines.flatMap(({ value }) => {
      const usage = fieldsOf(fieldsOf(value.message).usage);
      return reportOf(sum(usage, 'input', 'cacheRead', 'cacheWrite'), sum(usage, 'output'));
    }),
  codex: (lines) => {
    let before = '';
    return lines.flatMap(({ value }) => {
      const payload = fieldsOf(value.payload);
      const info = fieldsOf(payload.info);
      const total = JSON.stringify(info.total_token_usage);
      if (payload.type !== 'token_count' || total === undefined || total === before) return [];
      before = total;
      const last = fieldsOf(info.last_token_usage);
      return reportOf(sum(last, 'input_tokens'), sum(last, 'output_tokens'));
    });
  },
  'claude-code': (lines) => {
    const calls = new Map<unknown, number>();
    for (const { value } of lines) {
      const { id, usage, model } = fieldsOf(value.message);
      if (value.type !== 'assistant' || usage === undefined || model === '<synthetic>') continue;
      const names = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'];
      calls.set(id, sum(fieldsOf(usage), ...names));
    }
    return [...calls.values()].map((input) => [input]);
  },
};

const withUsage = [...inventedTranscripts, ...publishedTranscripts()].filter(
  ({ format }) => counters[format],
);

describe.each(withUsage)('$name', ({ format, path }) => {
  it('reports each call once', async () => {
    const reported = counters[format]?.(logLines(readFileSync(path, 'utf8'))) ?? [];
    const daybook = await openJournal();
    const { scope } = await importFile(daybook, path);
    const entries = await entriesOf(daybook, scope.session);
    const kept = entries.flatMap(({ body }) =>
      body.kind === 'event' && body.event === 'usage' ? [[Number(body.input), Number(body.output)]] : [],
    );
    const comparable = format === 'claude-code' ? kept.map(([input]) => [input]) : kept;
    expect(sorted(comparable)).toEqual(sorted(reported));
  });
});

function reportOf(input: number, output: number): Reports {
  return input + output === 0 ? [] : [[input, output]];
}

function sum(usage: Fields, ...names: readonly string[]): number {
  return names.reduce((total, name) => total + (typeof usage[name] === 'number' ? usage[name] : 0), 0);
}

function sorted(reports: readonly (readonly (number | undefined)[])[]): readonly string[] {
  return reports.map((report) => report.join(' ')).toSorted();
}
