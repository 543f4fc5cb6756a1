/**
 * Covers no capability by itself: it holds the labelled sets to their own form, so that a recogniser is judged
 * by what was written before it. Invariant: the sets are the bytes that were delivered; see their README.
 */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'vitest';

type Line = Readonly<Record<string, unknown>> & { readonly id: string };

const folder = new URL('../../../test-fixtures/labelled/', import.meta.url);

describe('tool-results.blind.jsonl', () => {
  const name = 'tool-results.blind.jsonl';
  const lines = linesOf(name);
  const checks = ['failed', 'passed', 'none'];

  it('is what was delivered', () => {
    strictEqual(digest(name), '9e490c543a8d6336e57bc4730a0c0ba53c13b7cec5428f32ae62047e18453e97');
  });

  it('is well-formed, with legal labels and unique ids', () => {
    const keys = ['id', 'tool', 'input', 'status', 'output', 'check', 'why', 'family'];
    for (const line of lines) {
      deepStrictEqual(Object.keys(line), keys, line.id);
      for (const key of ['id', 'tool', 'why', 'family']) ok(isText(line[key]), `${line.id}: ${key}`);
      ok(isObject(line.input), line.id);
      ok(typeof line.output === 'string' || isObject(line.output), line.id);
      ok(['returned', 'error', 'denied', 'aborted'].includes(String(line.status)), line.id);
      ok(checks.includes(String(line.check)), line.id);
      ok(line.id.startsWith(`${line.family}-`), line.id);
    }
    strictEqual(new Set(lines.map(({ id }) => id)).size, lines.length);
  });

  it('judges nobody twice for the same input', () => {
    const seen = lines.map(({ tool, input, status, output }) =>
      JSON.stringify([tool, input, status, output]),
    );
    strictEqual(new Set(seen).size, lines.length);
  });

  it('is large enough and balanced', () => {
    const counts = countBy(lines, 'check');
    console.info(`${name}: ${lines.length} results`, counts, countBy(lines, 'status'));
    console.info(countBy(lines, 'family'));
    ok(lines.length >= 160);
    for (const [check, share] of Object.entries({ failed: 0.4, passed: 0.3, none: 0.3 }))
      ok(Math.abs((counts[check] ?? 0) / lines.length - share) <= 0.03, check);
    ok(Object.keys(countBy(lines, 'family')).length >= 30);
  });

  it('reaches the hard shapes', () => {
    const outputs = lines.map(({ output }) => (typeof output === 'string' ? output : ''));
    const shapes: Readonly<Record<string, (output: string) => boolean>> = {
      colour: (output) => output.includes('\u001b['),
      'line ends of Windows': (output) => output.includes('\r\n'),
      'more than a chunk': (output) => output.length > 65_536,
      'text beyond Latin': (output) => /\p{Script=Han}/u.test(output),
    };
    for (const [shape, holds] of Object.entries(shapes)) ok(outputs.some(holds), shape);
    ok(lines.some(({ output }) => typeof output !== 'string'));
    for (const { id, status, check } of lines)
      if (status === 'denied' || status === 'aborted') strictEqual(check, 'none', id);
    for (const status of ['returned', 'error']) {
      const found = lines.filter((line) => line.status === status);
      deepStrictEqual(Object.keys(countBy(found, 'check')).sort(), [...checks].sort(), status);
    }
  });

  it('has its disputes beside it', () => checkDisputes('tool-results.disputed.jsonl', lines, checks));
});

describe('rule-language.blind.jsonl', () => {
  const name = 'rule-language.blind.jsonl';
  const lines = linesOf(name);
  const labels = ['standing', 'request'];
  const languages = ['en', 'de', 'fr', 'es', 'pt', 'zh', 'ja'];

  it('is what was delivered', () => {
    strictEqual(digest(name), '64cee0dc576723bb360af6a497a325def0accd4d074c43c36e62dddf9a159a6a');
  });

  it('is well-formed, with legal labels, unique ids and unique texts', () => {
    const keys = ['id', 'role', 'lang', 'text', 'label', 'why', 'family'];
    for (const line of lines) {
      deepStrictEqual(Object.keys(line), keys, line.id);
      for (const key of ['id', 'text', 'why', 'family']) ok(isText(line[key]), `${line.id}: ${key}`);
      ok(['user', 'system', 'developer'].includes(String(line.role)), line.id);
      ok(languages.includes(String(line.lang)), line.id);
      ok(labels.includes(String(line.label)), line.id);
      if (line.role !== 'user') strictEqual(line.label, 'standing', line.id);
    }
    strictEqual(new Set(lines.map(({ id }) => id)).size, lines.length);
    strictEqual(new Set(lines.map(({ text }) => text)).size, lines.length);
  });

  it('is large enough, with both labels in every language', () => {
    console.info(`${name}: ${lines.length} messages`, countBy(lines, 'label'), countBy(lines, 'lang'));
    ok(lines.length >= 200);
    ok((countBy(lines, 'lang').en ?? 0) >= 120);
    for (const language of languages) {
      const found = lines.filter(({ lang }) => lang === language);
      for (const label of labels) ok((countBy(found, 'label')[label] ?? 0) >= 9, `${language}: ${label}`);
    }
  });

  it('has its disputes beside it', () => checkDisputes('rule-language.disputed.jsonl', lines, labels));
});

/** A dispute names a line that exists and argues for another label than the one it has. */
function checkDisputes(name: string, lines: readonly Line[], labels: readonly string[]): void {
  const disputes = existsSync(new URL(name, folder)) ? linesOf(name) : [];
  console.info(`${name}: ${disputes.length} disputed`);
  strictEqual(new Set(disputes.map(({ id }) => id)).size, disputes.length);
  for (const { id, says, why } of disputes) {
    const line = lines.find((one) => one.id === id);
    ok(line !== undefined, id);
    ok(labels.includes(String(says)) && says !== (line.check ?? line.label), id);
    ok(isText(why), id);
  }
}

function linesOf(name: string): Line[] {
  const text = readFileSync(new URL(name, folder), 'utf8');
  ok(text.endsWith('\n'), name);
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

function digest(name: string): string {
  return createHash('sha256')
    .update(readFileSync(new URL(name, folder)))
    .digest('hex');
}

function countBy(lines: readonly Line[], key: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const line of lines) counts[String(line[key])] = (counts[String(line[key])] ?? 0) + 1;
  return counts;
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
