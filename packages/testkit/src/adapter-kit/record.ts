/**
 * What is on record, read through the session surface, and what should be: the parts of the turns that happened.
 *
 * Invariant: nothing is asked of the adapter.
 */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { type Authority, type Body, type Daybook, isJsonObject, type Json, type Kind, type Role, type Seal } from '@daybook/core';
import type { Scope, SessionKey, Store } from '@daybook/core/store';
import type { KitPart } from './harness.ts';
import type { Seen } from './scripted-model.ts';
import { outcomeOf, type Turn } from './talk.ts';

export interface RecordEntry {
  readonly lane: string;
  readonly branch: string;
  readonly seq: number;
  readonly kind: Kind;
  readonly role: Role | null;
  readonly authority: Authority;
  readonly body: Body;
  readonly isHeader: boolean;
  /** An answer that was cut short. */
  readonly isAside: boolean;
}

export interface SessionRecord {
  readonly entries: readonly RecordEntry[];
  readonly branches: readonly { readonly lane: string; readonly branch: string }[];
  /** The exact export as text. */
  readonly text: string;
}

/** What somebody said or did, in a form that a failed comparison can show. */
export type Told = readonly [kind: Kind, role: Role | null, authority: Authority, what: string];

/** A session that was never written to has an empty record. */
export async function readRecord(
  daybook: Daybook,
  key: { readonly tenant?: string; readonly session: string },
): Promise<SessionRecord> {
  const known = await daybook.sessions();
  const isKnown = known.some(
    ({ tenant, session }) => tenant === (key.tenant ?? 'default') && session === key.session,
  );
  if (!isKnown) return { entries: [], branches: [], text: '' };
  const lines: string[] = [];
  for await (const line of daybook.session(key).export()) lines.push(line);
  const entries: RecordEntry[] = [];
  const branches: { lane: string; branch: string }[] = [];
  const asides = new Set<number>();
  let begins = 0;
  const close = (): void => {
    for (const [at, entry] of entries.entries())
      if (at >= begins) entries[at] = { ...entry, isAside: asides.has(groupOf.get(entry) ?? entry.seq) };
    begins = entries.length;
    asides.clear();
  };
  const groupOf = new Map<RecordEntry, number>();
  for (const line of lines.map((text) => JSON.parse(text) as Line)) {
    if (line.branch) {
      close();
      branches.push({ lane: line.branch.scope.lane, branch: line.branch.scope.branch });
    }
    if (line.group?.state === 'aside') asides.add(line.group.seq);
    if (!line.seal || !line.body) continue;
    const { scope, seq, kind, role, authority, links } = line.seal;
    const entry: RecordEntry = {
      lane: scope.lane,
      branch: scope.branch,
      seq,
      kind,
      role,
      authority,
      body: line.body,
      isHeader: links.header === true,
      isAside: false,
    };
    groupOf.set(entry, links.group ?? seq);
    entries.push(entry);
  }
  close();
  return { entries, branches, text: lines.join('\n') };
}

interface Line {
  readonly branch?: { readonly scope: Scope };
  readonly group?: { readonly seq: number; readonly state: string };
  readonly seal?: Seal;
  readonly body?: Body;
}

/** Which branch of the session stands, and how often a fold was adopted on any of its main lane. */
export async function standingIn(
  store: Store,
  key: SessionKey,
): Promise<Pick<Seen, 'standing' | 'adoptions'>> {
  const branches = await store.branches(key);
  const main = branches.filter(({ scope }) => scope.lane === 'main');
  const everywhere = { above: -1, below: Number.MAX_SAFE_INTEGER };
  const marked = await Promise.all(
    main.map(async ({ scope }) => {
      const rows = await store.marked(scope, everywhere, { adopted: 1_000 });
      return rows.filter((row) => row.branch === scope.branch).length;
    }),
  );
  const adoptions = marked.reduce((sum, count) => sum + count, 0);
  return { standing: main[0]?.scope.branch ?? 'nothing', adoptions };
}

/** What was said and done in a lane, each part once, without the header and without what daybook wrote itself. */
export function toldIn(record: SessionRecord, lane = 'main'): Told[] {
  return record.entries
    .filter((entry) => entry.lane === lane && !entry.isHeader && !OWN.includes(entry.kind))
    .map(({ kind, role, authority, body }): Told => [kind, role, authority, whatOf(body)]);
}

/** The same for whole turns that happened as they are scripted. */
export function toldOf(turns: readonly Turn[]): Told[] {
  return turns.flatMap(({ words, steps }) => [toldWords(words), ...steps.flatMap(toldStep)]);
}

export function toldWords(words: string): Told {
  return ['message', 'user', 'user', words];
}

/** An answer and the results of its calls. */
export function toldStep(parts: readonly KitPart[]): Told[] {
  const results = parts.flatMap((part): Told[] => {
    if (part.type !== 'tool-call') return [];
    const { status, text } = outcomeOf(part.name, part.input);
    return [['tool-result', 'tool', 'none', `${part.callId} ${status} ${text}`]];
  });
  return [...parts.map(toldPart), ...results];
}

export function toldPart(part: KitPart): Told {
  switch (part.type) {
    case 'text':
      return ['message', 'assistant', 'none', part.text];
    case 'reasoning':
      return ['reasoning', 'assistant', 'none', `${part.text.length} characters`];
    case 'tool-call':
      return ['tool-call', 'assistant', 'none', callText(part.callId, part.name, part.input)];
    case 'opaque':
      return ['opaque', 'assistant', 'none', plain(part.item)];
  }
}

/** Exactly these parts are on record in the lane, once each, in their order. Results of one step may stand in any. */
export function recordHolds(record: SessionRecord, expected: readonly Told[], lane = 'main'): void {
  const wanted = inOrder(expected);
  const found = inOrder(toldIn(record, lane)).map((told, at): Told => {
    const [kind, role, authority, what] = told;
    // A framework may say more of a failure than its message.
    const [sameKind, , , rest] = wanted[at] ?? [];
    const holds = kind === 'tool-result' && sameKind === kind && rest !== undefined && isTold(what, rest);
    return holds ? [kind, role, authority, rest] : told;
  });
  deepStrictEqual(found, wanted, 'the record is not what happened');
}

/** Nothing forked, and nobody else spoke. */
export function isOneLine({ branches }: SessionRecord): void {
  deepStrictEqual(branches, [{ lane: 'main', branch: 'main' }], 'the conversation is not one line');
}

/** How often a text stands in the parts that were said or done, in any lane. */
export function timesOnRecord(record: SessionRecord, words: string): number {
  return record.entries.filter(
    ({ kind, body }) => kind === 'message' && 'parts' in body && whatOf(body) === words,
  ).length;
}

export function isOnRecordOnce(record: SessionRecord, words: string): void {
  strictEqual(timesOnRecord(record, words), 1, `not on record exactly once: ${words}`);
}

/** The answer is on record as one that was cut short. */
export function isAsideOnce(record: SessionRecord, words: string): boolean {
  const said = record.entries.filter(({ kind, body }) => kind === 'message' && whatOf(body) === words);
  return said.length === 1 && said[0]?.isAside === true;
}

const OWN: readonly Kind[] = ['event', 'derived'];

function inOrder(told: readonly Told[]): Told[] {
  const ordered: Told[] = [];
  let run: Told[] = [];
  const close = (): void => {
    ordered.push(...run.sort(([, , , a], [, , , b]) => (a < b ? -1 : 1)));
    run = [];
  };
  for (const one of told)
    if (one[0] === 'tool-result') run.push(one);
    else {
      close();
      ordered.push(one);
    }
  close();
  return ordered;
}

function isTold(what: string, wanted: string): boolean {
  const [id, status] = wanted.split(' ', 2);
  const begin = `${id} ${status} `;
  return what.startsWith(begin) && what.slice(begin.length).includes(wanted.slice(begin.length));
}

function whatOf(body: Body): string {
  switch (body.kind) {
    case 'message':
    case 'derived':
      return body.parts.map((part) => (part.type === 'text' ? part.text : JSON.stringify(part))).join('\n');
    case 'tool-call':
      return callText(body.callId, body.name, body.input);
    case 'tool-result': {
      const text = body.output.map((part) => (part.type === 'text' ? part.text : JSON.stringify(part)));
      return `${body.callId} ${body.status} ${text.join('\n')}`;
    }
    case 'reasoning':
      return `${body.length} characters`;
    case 'opaque':
      return plain(body.item);
    default:
      return JSON.stringify(body);
  }
}

function callText(callId: string, name: string, input: Json): string {
  return `${callId} ${name} ${plain(input)}`;
}

/** Equal values have equal texts, whatever the order of their members. */
function plain(value: Json): string {
  return JSON.stringify(value, (_, inner) =>
    isJsonObject(inner) ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}
