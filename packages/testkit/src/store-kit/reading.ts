/**
 * Reading a store as a whole, in a form that can be compared.
 *
 * Answers are compared as plain values: bytes by length and digits, rows without their prototypes. A field too
 * many or too few, `undefined` for `null`, or 1 for `true` is a difference.
 */
import { AssertionError, strictEqual } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type {
  Append,
  BranchRow,
  EntryRow,
  GroupRow,
  MarkedEntry,
  OwnedGroupRow,
  Scope,
  SessionKey,
  Store,
} from '@daybook/core/store';

import { EVERY_MARK } from './rows.ts';

/** Beyond any sequence and any ordinal. */
export const END: number = Number.MAX_SAFE_INTEGER;

/** Every sequence. */
export const ANYWHERE: { readonly above: number; readonly below: number } = { above: -1, below: END };

/** A value without classes: what two stores must agree on. */
function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return `${value.length} bytes ${shortOf(value)}`;
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, plain(field)]));
}

/** Like `deepStrictEqual` on plain values, but quick to fail on thousands of rows, and short about it. */
export function equal(actual: unknown, expected: unknown, what = 'the answer'): void {
  const difference = differenceOf(plain(actual), plain(expected), '');
  if (difference) throw new AssertionError({ message: `${what}${difference}`, actual, expected });
}

/** Everything the port tells of a session, and of the bodies named. */
export async function contentsOf(
  store: Store,
  session: SessionKey,
  contentIds: readonly string[] = [],
): Promise<unknown> {
  const branches = await store.branches(session);
  const lines = [];
  for (const { scope } of branches)
    lines.push([
      await store.entries(scope, 0, END),
      await store.groups(scope, 0, END),
      await store.marked(scope, ANYWHERE, EVERY_MARK),
    ]);
  const bodies = [...(await store.bodies(session, contentIds))];
  return plain({
    salt: await store.salt(session),
    branches,
    lines,
    bodies: bodies.sort((a, b) => (a.contentId < b.contentId ? -1 : 1)),
  });
}

/** Demands that all of a change is in the store, and that its branch holds the entries and groups given. */
export async function mustHold(
  store: Store,
  change: Append,
  entries: readonly EntryRow[] = change.entries,
  groups: readonly GroupRow[] = change.groups,
): Promise<void> {
  const { scope } = change.next;
  equal(await branchOf(store, scope), change.next, 'the branch');
  equal(await store.entries(scope, 0, END), entries, 'the entries of the branch');
  equal(await store.groups(scope, 0, END), groups, 'the groups of the branch');
  equal(await store.salt(scope), change.salt, 'the salt of the session');
  const bodies = await store.bodies(
    scope,
    change.bodies.map((body) => body.contentId),
  );
  equal(byContentId(bodies), byContentId(change.bodies), 'the bodies of the change');
}

export async function branchOf(store: Store, scope: Scope): Promise<BranchRow | null> {
  const rows = await store.branches(scope);
  return rows.find(({ scope: { lane, branch } }) => lane === scope.lane && branch === scope.branch) ?? null;
}

/** Appends what must be accepted, and gives back the branch as it then stands. */
export async function grow(store: Store, change: Append): Promise<BranchRow> {
  strictEqual(await store.append(change), 'done');
  return change.next;
}

/** What the port gives of the marked entries of a change, the newest first. */
export function markedIn({ next, entries, bodies }: Append): MarkedEntry[] {
  const { lane, branch } = next.scope;
  return entries.toReversed().flatMap((entry) => {
    const body = bodies.find((row) => row.contentId === entry.content)?.bytes;
    return entry.mark && body ? [{ lane, branch, mark: entry.mark, entry, body }] : [];
  });
}

/** The port leaves open which of two branches comes first at one lane, ordinal and form: here it is by name. */
export function settled(rows: readonly OwnedGroupRow[]): OwnedGroupRow[] {
  const runs: OwnedGroupRow[][] = [];
  for (const row of rows) {
    const run = runs.at(-1);
    const first = run?.[0];
    const tied = first?.lane === row.lane && first.ordinal === row.ordinal && first.form === row.form;
    if (run && tied) run.push(row);
    else runs.push([row]);
  }
  return runs.flatMap((run) => run.sort((a, b) => (a.branch < b.branch ? -1 : 1)));
}

/** Waits for every one, also when one fails, so that nothing still works on a store that is being closed. */
export async function allOf<T>(work: readonly Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(work);
  return settled.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
}

function byContentId(rows: readonly { contentId: string; bytes: Uint8Array }[]): Record<string, Uint8Array> {
  strictEqual(new Set(rows.map((row) => row.contentId)).size, rows.length, 'each body once');
  return Object.fromEntries(rows.map((row) => [row.contentId, row.bytes]));
}

/** Where and how two plain values differ first; undefined when they are equal. */
function differenceOf(actual: unknown, expected: unknown, path: string): string | undefined {
  if (!isTree(actual) || !isTree(expected))
    return Object.is(actual, expected) ? undefined : `${path} is ${shown(actual)}, not ${shown(expected)}`;
  if (Array.isArray(actual) !== Array.isArray(expected)) return `${path} is a list or a row, wrongly`;
  const names = new Set([...Object.keys(expected), ...Object.keys(actual)]);
  for (const name of names) {
    const at = Array.isArray(expected) ? `${path}[${name}]` : `${path}.${name}`;
    if (!(name in actual)) return `${at} is missing`;
    if (!(name in expected)) return `${at} is too many: ${shown(actual[name])}`;
    const difference = differenceOf(actual[name], expected[name], at);
    if (difference) return difference;
  }
  return undefined;
}

function shortOf(bytes: Uint8Array): string {
  if (bytes.length > 128) return createHash('sha256').update(bytes).digest('hex');
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');
}

function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
