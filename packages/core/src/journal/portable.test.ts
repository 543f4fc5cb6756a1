/** Covers: J1, J2. Lines of an exact export come back as they were; a line that contradicts itself is refused. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeOf } from '../../test/code-of.ts';
import { SCOPE } from '../../test/driver.ts';
import { hostileBytes } from '../../test/hostile.ts';
import { assistant, call, result, SALT, says, system, user } from '../../test/messages.ts';
import { fromUtf8, toHex } from '../base/bytes.ts';
import { type Json, parseJson } from '../base/json.ts';
import { type Body, contentOf, parseBody } from './body.ts';
import { emptyBranch } from './branch.ts';
import { ChainBuilder } from './chain.ts';
import { groupOf } from './group.ts';
import {
  type PortableLine,
  parsePortable,
  portableBranch,
  portableText,
  restoredEntry,
  restoredText,
} from './portable.ts';
import type { EntryRow } from './rows.ts';
import { parseSeal } from './seal.ts';

const builder = new ChainBuilder({
  expected: null,
  from: emptyBranch(SCOPE),
  salt: SALT,
  delegated: false,
  now: null,
});
builder.header([groupOf(system('be brief'), SALT)]);
builder.group(groupOf(user('one \ud800', { id: 'm1', at: 5 }), SALT), 'aligned');
builder.group(groupOf(says('assistant', ['a', call('c1')]), SALT), 'aligned');
builder.group(groupOf(says('tool', [result('c1')]), SALT), 'aligned');
builder.group(groupOf(assistant('half', { aborted: true }), SALT), 'aside');
builder.event({ event: 'adopted' });
const change = builder.finish();
const branch = portableBranch(change.next);

const entries = change.entries.map(({ seal: bytes }): Extract<PortableLine, { type: 'entry' }> => {
  const seal = parseSeal(bytes);
  const body = change.bodies.find(({ contentId }) => contentId === seal.contentId);
  return { type: 'entry', seal, body: parseBody(body?.bytes as Uint8Array) };
});
const TEXT: Body = { kind: 'derived', parts: [{ type: 'text', text: 'a claim' }] };
const LINES: readonly PortableLine[] = [
  {
    type: 'session',
    key: { tenant: 'default', session: 's' },
    salt: SALT,
    current: { lane: 'main', branch: 'main' },
  },
  { type: 'branch', branch },
  { type: 'text', body: TEXT },
  ...entries,
  ...change.groups.map((group): PortableLine => ({ type: 'group', group })),
];

const jsonOf = (line: PortableLine): Json => parseJson(portableText(line));

describe('a line', () => {
  it('comes back as it was, every type of it', () => {
    for (const line of LINES) expect(parsePortable(jsonOf(line))).toEqual(line);
    expect(new Set(LINES.map(({ type }) => type)).size).toBe(5);
  });

  it('is one line, and its own canonical form', () => {
    for (const line of LINES) {
      const text = portableText(line);
      expect(text).not.toContain('\n');
      expect(portableText(parsePortable(parseJson(text)))).toBe(text);
    }
  });

  it('of a branch holds a head id instead of what can be computed again', () => {
    expect(branch.head).toMatch(/^9:[0-9a-f]{64}$/);
    expect(['headEntry', 'frontier', 'marked'].filter((field) => field in branch)).toEqual([]);
  });

  it.each([
    ['null', null],
    ['a list', []],
    ['nothing known', {}],
    ['another version', { ...(jsonOf(LINES[0] as PortableLine) as object), daybook: 'v2' }],
    ['a short salt', { ...(jsonOf(LINES[0] as PortableLine) as object), salt: '00' }],
    ['a session without a name', { ...(jsonOf(LINES[0] as PortableLine) as object), session: '' }],
    ['a session of no tenant', { ...(jsonOf(LINES[0] as PortableLine) as object), tenant: 1 }],
    ['no current branch', { ...(jsonOf(LINES[0] as PortableLine) as object), current: {} }],
    ['a branch without a scope', { branch: { ...branch, scope: null } }],
    ['a branch with a scope that is none', { branch: { ...branch, scope: { ...SCOPE, lane: '\n' } } }],
    ['a branch with a revision that is none', { branch: { ...branch, revision: 'nine' } }],
    ['a branch without a head', { branch: { ...branch, head: null } }],
    ['a group without parts', { group: { ...change.groups[0], parts: null } }],
    ['a group with a state that is none', { group: { ...change.groups[0], state: 'open' } }],
  ])('is refused: %s', (_, value) => {
    expect(codeOf(() => parsePortable(value as unknown as Json))).toBe('invalid-input');
  });

  it('is refused: a text that is no body', () => {
    for (const text of [null, {}, { kind: 'derived' }, 'a claim'])
      expect(codeOf(() => parsePortable({ text } as unknown as Json))).toBe('tampered');
  });

  it('never fails in another way than it says', () => {
    fc.assert(
      fc.property(hostileBytes(LINES.map(jsonOf)), (bytes) => {
        const code = codeOf(() => portableText(parsePortable(parseJson(fromUtf8(bytes)))));
        expect(['none', 'invalid-input', 'tampered']).toContain(code);
      }),
      { numRuns: 5000 },
    );
  });
});

describe('a restored text', () => {
  it('has the content id of its bytes, and is derived', () => {
    expect(restoredText(TEXT, SALT)).toEqual(contentOf(TEXT, SALT));
    expect(codeOf(() => restoredText({ kind: 'message', parts: [] }, SALT))).toBe('tampered');
  });
});

describe('a restored entry', () => {
  const place = (seq: number) => ({ branch, seq, prev: change.entries[seq - 1]?.id ?? '', salt: SALT });

  it('has the id, seal and body that were exported', () => {
    for (const [seq, line] of entries.entries()) {
      const { entry, body } = restoredEntry(line, place(seq));
      expect(entry.id).toBe(change.entries[seq]?.id);
      expect(toHex(entry.seal)).toBe(toHex(change.entries[seq]?.seal as Uint8Array));
      expect(body.contentId).toBe(line.seal.contentId);
    }
  });

  it('has the mark that it had', () => {
    const marks = entries.map((line, seq) => restoredEntry(line, place(seq)).entry);
    const of = (rows: readonly Pick<EntryRow, 'mark' | 'content'>[]) =>
      rows.map(({ mark, content }) => [mark, content]);
    expect(of(marks)).toEqual(of(change.entries));
    expect(marks.at(-1)?.mark).toBe('adopted');
  });

  it('is refused at another place, behind another entry, with another salt or in another branch', () => {
    const line = entries[2] as (typeof entries)[number];
    const scope = { ...SCOPE, branch: 'other' };
    for (const other of [
      { ...place(2), seq: 3 },
      { ...place(2), prev: change.entries[0]?.id as string },
      { ...place(2), prev: '' },
      { ...place(2), salt: new Uint8Array(32) },
      { ...place(2), branch: { ...branch, scope } },
    ])
      expect(codeOf(() => restoredEntry(line, other))).toBe('tampered');
  });

  it('is refused when body or seal were changed', () => {
    const { seal, body } = entries[2] as (typeof entries)[number];
    const said = { kind: 'message', parts: [{ type: 'text', text: 'two' }] } as const;
    for (const other of [
      { seal, body: said },
      { seal: { ...seal, kind: 'derived' as const }, body },
      { seal: { ...seal, byteLength: seal.byteLength + 1 }, body },
      { seal: { ...seal, chunks: [] }, body },
      { seal: { ...seal, contentId: '00'.repeat(32) }, body },
    ])
      expect(codeOf(() => restoredEntry(other, place(2)))).toBe('tampered');
  });
});
