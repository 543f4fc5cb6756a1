/**
 * The recogniser of checks against results that were labelled by hand: a half by somebody who had not seen it, and our
 * own. Invariant held: no failure is read as a pass. Covers no capability by itself.
 */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { canonicalText } from '../../base/canonical.ts';
import type { Json } from '../../base/json.ts';
import type { Status } from '../../journal/message.ts';
import type { Check } from '../../ledger/fact.ts';
import { checkOf } from './check.ts';

interface Labelled {
  readonly id: string;
  readonly tool: string;
  readonly input: Json;
  readonly status: Status;
  readonly output: Json;
  readonly check: Check;
}

const folder = new URL('../../../../../test-fixtures/labelled/', import.meta.url);
const CHECKS = ['failed', 'passed', 'none'] as const;

describe.each(['tool-results.blind.jsonl', 'tool-results.own.jsonl'])('%s', (name) => {
  const lines = linesOf<Labelled>(name);
  const disputed = new Map(disputesOf(name).map(({ id, says }) => [id, says]));
  const read = lines.map((line) => ({ ...line, read: checkOf(factsOf(line)) }));

  it.each([
    ['with every line', read],
    ['without disputed lines', read.filter(({ id }) => !disputed.has(id))],
  ])('is read within its bounds %s', (title, results) => {
    const count = (label: Check, as: Check): number =>
      results.filter((one) => one.check === label && one.read === as).length;
    const table = Object.fromEntries(
      CHECKS.map((label) => {
        const row = Object.fromEntries(CHECKS.map((as) => [as, count(label, as)]));
        const all = results.filter((one) => one.check === label).length;
        return [label, { ...row, recall: Number((count(label, label) / all).toFixed(3)) }];
      }),
    );
    console.info(`${name}, ${title}: ${results.length} results, label by reading`);
    console.table(table);
    const wrong = results.filter((one) => one.check !== one.read);
    if (wrong.length > 0)
      console.info(wrong.map((one) => `${one.id}: ${one.check} read ${one.read}`).join('\n'));
    expect(
      results.filter((one) => one.check === 'failed' && one.read === 'passed').map(({ id }) => id),
    ).toEqual([]);
    expect(table.failed?.recall).toBeGreaterThanOrEqual(0.9);
    expect(table.passed?.recall).toBeGreaterThanOrEqual(0.7);
  });
});

it('has its own half well-formed, of a size, with unique ids', () => {
  const lines = linesOf<Labelled>('tool-results.own.jsonl');
  const keys = ['id', 'tool', 'input', 'status', 'output', 'check', 'why', 'family'];
  for (const line of lines) expect(Object.keys(line)).toEqual(keys);
  expect(lines.length).toBeGreaterThanOrEqual(120);
  expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
  const families = (name: string): string[] => linesOf<{ family: string }>(name).map(({ family }) => family);
  const blind = new Set(families('tool-results.blind.jsonl'));
  expect(families('tool-results.own.jsonl').filter((family) => blind.has(family))).toEqual([]);
});

/** A labelled output is one text or one JSON part; its text is what `textOf` makes of it. */
function factsOf({ tool, input, status, output }: Labelled): Parameters<typeof checkOf>[0] {
  return typeof output === 'string'
    ? { tool, input, status, text: output, values: [] }
    : { tool, input, status, text: canonicalText(output), values: [output] };
}

function linesOf<Line>(name: string): Line[] {
  return readFileSync(new URL(name, folder), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

function disputesOf(name: string): { readonly id: string; readonly says: Check }[] {
  const beside = 'tool-results.disputed.jsonl';
  return name.includes('blind') && existsSync(new URL(beside, folder)) ? linesOf(beside) : [];
}
