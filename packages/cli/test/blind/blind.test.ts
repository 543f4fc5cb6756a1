/**
 * Covers no capability by itself: it holds the blind counters against counts made by hand. The test that
 * holds the importer against the counters names the capabilities.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import * as claudeCode from './claude-code.ts';
import * as codex from './codex.ts';
import type { Expected } from './expected.ts';
import { type Format, fixtures } from './fixtures.test-data.ts';
import { expectedShape } from './forks.ts';
import * as openAiChat from './openai-chat.ts';
import * as pi from './pi.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const counters: Record<Format, (fileText: string) => Expected[]> = {
  'claude-code': claudeCode.expectedStrings,
  codex: codex.expectedStrings,
  pi: pi.expectedStrings,
  'openai-chat': openAiChat.expectedStrings,
};

function fixture(path: string): string {
  return readFileSync(`${root}test-fixtures/transcripts/${path}`, 'utf8');
}

function byKind(said: readonly Expected[]): Record<string, number> {
  return said.reduce<Record<string, number>>((totals, { kind }) => {
    return Object.assign(totals, { [kind]: (totals[kind] ?? 0) + 1 });
  }, {});
}

function only(said: readonly Expected[], text: string): Expected | undefined {
  const found = said.filter((one) => one.text === text);
  expect(found).toHaveLength(1);
  return found[0];
}

describe.each(fixtures)('$format/$file', (totals) => {
  const fileText = fixture(`${totals.format}/${totals.file}`);
  const said = counters[totals.format](fileText);
  const required = said.filter((one) => one.optional === undefined);

  it('holds as many strings of each kind as were counted by hand', () => {
    expect(byKind(required)).toEqual(totals.kinds);
    expect(said.length - required.length).toBe(totals.optional ?? 0);
  });

  it('gives authority to the words counted by hand, in the order of the file', () => {
    const own = required.filter((one) => one.authoritative).map((one) => one.text);
    const beginnings = own.map((text, place) => text.slice(0, totals.authoritative[place]?.length ?? 0));
    expect(beginnings).toEqual(totals.authoritative);
  });

  it('has the branches and lanes counted by hand', () => {
    expect(expectedShape(fileText)).toEqual(totals.shape);
  });

  it('names the lines that are damaged or unfinished', () => {
    const lines = totals.file.endsWith('.jsonl') ? fileText.split('\n') : [];
    const last = lines.pop() ?? '';
    expect(last !== '').toBe(totals.isUnfinished === true);
    const damaged = lines.flatMap((line, index) => (isJson(line) ? [] : [index + 1]));
    expect(damaged).toEqual(totals.damagedLines ?? []);
  });
});

function isJson(source: string): boolean {
  try {
    JSON.parse(source);
    return true;
  } catch {
    return false;
  }
}

describe('details counted by hand', () => {
  it('takes a queued text once, at the line that has an id', () => {
    const said = claudeCode.expectedStrings(fixture('claude-code/queued.jsonl'));
    expect(only(said, 'Beans go last, always.')).toMatchObject({ line: 9, copies: [{ line: 7 }] });
    expect(only(said, 'Sort the seed packets by month.')).toMatchObject({ line: 4, copies: [{ line: 2 }] });
    expect(only(said, 'Weigh the beans too.')).toMatchObject({ line: 27, copies: [{ line: 25 }] });
    const alone = only(said, 'And put a label on it.');
    expect(alone).toMatchObject({ line: 21, role: 'user', authoritative: true });
    expect(alone).not.toHaveProperty('nativeId');
    expect(only(said, 'Throw the old ones away.')).toMatchObject({ line: 16, optional: true });
  });

  it('takes the reason of a refusal beside the result that carries it', () => {
    const said = claudeCode.expectedStrings(fixture('claude-code/bakery-two-compactions.jsonl'));
    const reason = only(said, 'Keep the minutes in the config file, we change them every Easter.');
    expect(reason).toMatchObject({ line: 19, kind: 'message', role: 'user', authoritative: true });
    expect(said.filter((one) => one.line === 19).map((one) => one.kind)).toEqual(['tool-result', 'message']);
    // The same sentences inside a file that was read are nobody's reason.
    expect(said.filter((one) => one.line === 62).map((one) => one.kind)).toEqual(['tool-result']);
    // Nor inside the output of a command that failed.
    expect(said.filter((one) => one.line === 14).map((one) => one.kind)).toEqual(['tool-result']);
    // Refused without a reason.
    expect(said.filter((one) => one.line === 75).map((one) => one.kind)).toEqual(['tool-result']);
  });

  it('gives a side chain its own words and no authority', () => {
    const said = claudeCode.expectedStrings(fixture('claude-code/side-chain.jsonl'));
    expect(said.filter((one) => one.delegated).map((one) => one.line)).toEqual([5, 7]);
    expect(said.filter((one) => one.delegated && one.authoritative)).toEqual([]);
  });

  it('keeps halves of pairs, zero bytes and separators as they are', () => {
    const said = claudeCode.expectedStrings(fixture('claude-code/half-emoji.jsonl'));
    expect(said[4]).toMatchObject({ kind: 'tool-result', text: 'Harbour\ud83c\n\u0000end of table\u0000' });
    expect(said.at(-1)?.text.codePointAt(0)).toBe(0xfeff);
    expect(said.find((one) => one.kind === 'tool-call')?.input).toEqual({
      command: 'node cut.js "Harbour\ud83c\udf0a"',
      description: 'Try it \ud83d',
    });
  });

  it('keeps arguments that are not JSON as their string', () => {
    const broken = codex.expectedStrings(fixture('codex/web-and-patch.jsonl')).find((one) => one.line === 28);
    expect(broken?.input).toBe('{"cmd": "npm test", "workdir": ');
    const chat = openAiChat.expectedStrings(fixture('openai-chat/array.json'));
    const inputs = chat.flatMap((one) => (one.text === 'reserve' ? [one.input] : []));
    expect(inputs).toEqual(['{"kind": "smoked", "packets": ', { kind: 'smoked', packets: 2 }]);
  });

  it('counts the second of two equal words once more when only an event holds it', () => {
    const said = codex.expectedStrings(fixture('codex/only-event-copy.jsonl'));
    expect(said.filter((one) => one.text === 'again please').map((one) => one.line)).toEqual([16, 23]);
    expect(said.at(-1)).toMatchObject({ line: 30, role: 'assistant', text: expect.stringMatching(/^Moved/) });
  });

  it('never takes output in the user role for a person', () => {
    const said = openAiChat.expectedStrings(fixture('openai-chat/swe-text-mode.traj'));
    const outputs = said.filter((one) => one.alternatives !== undefined);
    expect(outputs.map((one) => one.line)).toEqual([2, 5, 7, 9, 11]);
    expect(outputs.some((one) => one.authoritative)).toBe(false);
  });

  it('carries the ids of the lines and never those of the calls', () => {
    const chat = openAiChat.expectedStrings(fixture('openai-chat/messages.json'));
    expect(chat.map((one) => one.nativeId)).toEqual([
      'm1',
      'm2',
      'm3',
      'm3',
      'm3',
      'm4',
      'm5',
      'm6',
      'm7',
      'm8',
    ]);
    const flat = pi.expectedStrings(fixture('pi/flat.jsonl'));
    expect(flat.filter((one) => one.nativeId !== undefined)).toEqual([]);
  });
});

describe('shape of a tree', () => {
  const line = (uuid: string, parentUuid: string | null, fields: object): string =>
    `${JSON.stringify({ uuid, parentUuid, isSidechain: false, ...fields })}\n`;
  const typed = (uuid: string, parentUuid: string | null, fields = {}): string =>
    line(uuid, parentUuid, { type: 'user', message: { role: 'user', content: uuid }, ...fields });
  const answered = (uuid: string, parentUuid: string, id: string, type = 'text'): string =>
    line(uuid, parentUuid, { type: 'assistant', message: { id, role: 'assistant', content: [{ type }] } });
  const result = (uuid: string, parentUuid: string): string =>
    typed(uuid, parentUuid, { message: { role: 'user', content: [{ type: 'tool_result' }] } });
  const start = typed('u1', null) + answered('a1', 'u1', 'm1', 'tool_use');

  it('takes a second first message for a branch, and a boundary without a parent for none', () => {
    const boundary = line('b1', null, { type: 'system', subtype: 'compact_boundary' });
    const summary = typed('s1', 'b1', { isCompactSummary: true });
    expect(expectedShape(start + boundary + summary)).toEqual({ branches: 0, lanes: 0 });
    expect(expectedShape(start + typed('u2', null))).toEqual({ branches: 1, lanes: 0 });
  });

  it('takes parallel results, late progress and lost parents for no forks', () => {
    const parallel = answered('a2', 'a1', 'm1', 'tool_use') + result('r1', 'a1') + result('r2', 'a2');
    const late = line('p1', 'a1', { type: 'progress' });
    const next = answered('a3', 'r2', 'm2') + late + typed('u2', 'lost');
    expect(expectedShape(start + parallel + next)).toEqual({ branches: 0, lanes: 0 });
    expect(expectedShape(start + parallel + next + answered('a4', 'r1', 'm3'))).toEqual({
      branches: 1,
      lanes: 0,
    });
  });

  it('gives one lane to a sub-agent that is taken up again, and one to each without a name', () => {
    const side = { isSidechain: true };
    const named = typed('x1', null, { ...side, agentId: 'x' }) + typed('x2', null, { ...side, agentId: 'x' });
    const unnamed = typed('y1', null, side) + typed('z1', null, side) + typed('y2', 'y1', side);
    expect(expectedShape(start + named)).toEqual({ branches: 0, lanes: 1 });
    expect(expectedShape(start + named + unnamed)).toEqual({ branches: 0, lanes: 3 });
  });
});

// Tool calls, reasoning and summaries as the list beside the published logs states them.
const published: readonly (readonly [Format, string, number, number, number])[] = [
  ['claude-code', 'branch-review.jsonl', 28, 19, 0],
  ['claude-code', 'design-brainstorm-no-tests.jsonl', 98, 12, 0],
  ['claude-code', 'init-then-thanks.jsonl', 25, 0, 0],
  ['claude-code', 'two-compactions.jsonl', 127, 139, 2],
  ['codex', 'web-search-and-patches.jsonl', 105, 25, 0],
  ['pi', 'large-no-compaction.jsonl', 391, 1, 0],
  ['openai-chat', 'ctf-forensics-flash.traj', 0, 0, 0],
  ['openai-chat', 'marshmallow-1867-function-calling.traj', 13, 0, 0],
  ['openai-chat', 'airline-task2-trial1.json', 27, 0, 0],
  ['openai-chat', 'airline-task3-trial0.json', 20, 0, 0],
  ['openai-chat', 'airline-task46-trial3.json', 18, 0, 0],
];
const folders: Record<Format, readonly string[]> = {
  'claude-code': ['claude-code'],
  codex: ['codex'],
  pi: ['pi'],
  'openai-chat': ['swe-agent', 'tau-bench'],
};

describe.each(published)('published log %s/%s', (format, file, calls, reasoning, summaries) => {
  const places = folders[format].map((folder) => `${root}../shared/transcripts/${folder}/${file}`);
  const path = places.find((place) => existsSync(place));
  if (path === undefined) console.warn(`skipped: ${file} is not beside the checkout (shared/transcripts)`);

  it.skipIf(path === undefined)('agrees with the counts published beside it', () => {
    const fileText = readFileSync(path ?? '', 'utf8');
    const required = counters[format](fileText).filter((one) => one.optional === undefined);
    const totals = byKind(required);
    expect([totals['tool-call'] ?? 0, totals.reasoning ?? 0, totals.derived ?? 0]).toEqual([
      calls,
      reasoning,
      summaries,
    ]);
    expect(expectedShape(fileText)).toEqual({ branches: 0, lanes: 0 });
  });
});
