// Covers: nothing by itself; it tests the scripts by which J5 and J6 are judged.
import { describe, expect, test } from 'vitest';
import { exactOutcome } from './exact-oracle.ts';
import { namedScripts } from './named.ts';
import type { Script } from './script.ts';
import { checkIntent, type Mismatch, type Observed, summaryHeading, summaryRow } from './summary.ts';

describe('a right outcome', () => {
  // Each message of these is handed over as it was said, so walking the lists from the front is enough.
  test.each([
    'tool-loop-grows',
    'unreported-tool-loop',
    'said-twice',
    'equal-turns',
    'regenerate-thrice-and-return',
    'edit-4-of-10-and-return',
    'edits-inside-a-fork',
    'edit-and-same-follow-up-in-one-list',
    'two-processes-two-answers',
    'header-changes-inside-a-turn',
    'two-side-calls-and-an-edit',
  ])('%s has no mismatch', (name) => {
    const script = named(name);
    expect(checkIntent(script, exactOutcome(script))).toEqual([]);
  });

  test('a message with several texts may be one entry', () => {
    const script = named('provider-executed-call');
    const { entries, ...rest } = exactOutcome(script);
    const [a1, a2, ...others] = entries.filter(({ text }) => text === 'a1' || text === 'a2');
    expect(others).toEqual([]);
    const joined = entries.filter((entry) => entry !== a1 && entry !== a2);
    const whole = {
      lane: 'main',
      branch: 'main',
      kind: 'message',
      role: 'assistant',
      text: 'a1\na2',
    } as const;
    expect(checkIntent(script, { entries: [...joined, whole], ...rest })).toEqual([]);
  });
});

describe('a wrong outcome is caught', () => {
  const script = named('edit-4-of-10-and-return');
  const right = exactOutcome(script);
  const caught = (wrong: Partial<Observed>, judged: Script = script): string[] =>
    codes(checkIntent(judged, { ...right, ...wrong }));

  test('parts doubled', () => {
    expect(caught({ entries: [...right.entries, ...right.entries] })).toEqual(['repeated']);
    expect(caught({ entries: [...right.entries, ...right.entries.slice(3, 4)] })).toEqual(['repeated']);
  });

  test('a part lost, or recorded for someone else', () => {
    expect(caught({ entries: right.entries.slice(1) })).toEqual(['missing']);
    const [first, ...rest] = right.entries;
    if (!first) throw new Error('the script says something');
    expect(caught({ entries: [{ ...first, role: 'assistant' }, ...rest] })).toEqual(['missing', 'unsaid']);
    expect(caught({ entries: [{ ...first, kind: 'derived' }, ...rest] })).toEqual(['missing']);
  });

  test('a text that differs by normalisation or trimming', () => {
    const surrogate = named('lone-surrogate');
    const { entries, ...rest } = exactOutcome(surrogate);
    for (const change of [(text: string) => text.normalize('NFC'), (text: string) => text.toWellFormed()]) {
      const changed = entries.map((entry) => ({ ...entry, text: change(entry.text) }));
      expect(codes(checkIntent(surrogate, { ...rest, entries: changed }))).toContain('missing');
    }
  });

  test('a fork missing, or one too many', () => {
    expect(caught({ branches: right.branches.slice(0, 1) })).toEqual(['count', 'path']);
    const empty = { lane: 'main', branch: 'spare', visible: [] };
    expect(caught({ branches: [...right.branches, empty] })).toEqual(['count', 'path']);
  });

  test('a fork at a wrong place', () => {
    const branches = right.branches.map((branch) =>
      branch.branch === 'main'
        ? branch
        : { ...branch, visible: [...branch.visible.slice(0, 6), 'q4', ...branch.visible.slice(6)] },
    );
    expect(caught({ branches })).toEqual(['path']);
  });

  test('a lane for what belongs to the conversation', () => {
    const branches = right.branches.map((branch) =>
      branch.branch === 'main' ? branch : { ...branch, lane: 'aux-1', branch: 'main' },
    );
    expect(caught({ branches })).toEqual(['count']);
  });

  test('events and ambiguities that no one caused', () => {
    expect(caught({ events: ['revised'] })).toEqual(['count']);
    expect(caught({ events: ['inserted'] })).toEqual(['count']);
    expect(caught({ events: ['committed'] })).toEqual([]);
    const calls = right.calls.map((call) => ({ ...call, ambiguous: 1 }));
    expect(caught({ calls })).toEqual(['count']);
  });

  test('a call on another branch or in another lane', () => {
    expect(caught({ calls: right.calls.map((call) => ({ ...call, branch: 'main' })) })).toEqual(['call']);
    expect(caught({ calls: right.calls.map((call) => ({ ...call, lane: 'aux-1' })) })).toEqual(['call']);
    expect(caught({ calls: right.calls.slice(1) })).toContain('call');
  });

  test('something appended by a list that came before', () => {
    const twice = named('sync-twice');
    const { calls, ...rest } = exactOutcome(twice);
    const changed = calls.map((call) => ({ ...call, appended: 1 }));
    expect(codes(checkIntent(twice, { ...rest, calls: changed }))).toEqual(['call']);
  });

  test('a header for each call of a turn', () => {
    const script = named('header-changes-inside-a-turn');
    const { entries, ...rest } = exactOutcome(script);
    const header = script.intent.headers.texts.map((text) => ({ ...headerEntry, text }));
    const others = entries.filter(({ role }) => role !== 'system');
    expect(codes(checkIntent(script, { ...rest, entries: [...others, ...header] }))).toEqual(['header']);
    expect(codes(checkIntent(script, { ...rest, entries: others }))).toEqual(['header']);
  });
});

test('a row shows what was found and what was meant', () => {
  const script = named('edit-4-of-10');
  const right = exactOutcome(script);
  expect(summaryRow(script, right).split(/ +/)).toEqual(['edit-4-of-10', '24/24', '1/1', '0/0', '0/0', 'ok']);
  const wrong = { ...right, entries: right.entries.slice(1), branches: right.branches.slice(0, 1) };
  expect(summaryRow(script, wrong).split(/ +/).slice(1)).toEqual(['23/24', '0/1', '0/0', '0/0', 'DIFFERS']);
  expect(summaryHeading.split(/ +/)).toHaveLength(6);
});

const headerEntry = { lane: 'main', branch: 'main', kind: 'message', role: 'system' } as const;

function named(name: string): Script {
  const script = namedScripts.find((candidate) => candidate.name === name);
  if (!script) throw new Error(`no script is named ${name}`);
  return script;
}

function codes(mismatches: readonly Mismatch[]): string[] {
  return [...new Set(mismatches.map(({ code }) => code))];
}
